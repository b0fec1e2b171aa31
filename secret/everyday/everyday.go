// Package everyday knows the numbers and words of everyday talk that look like a secret and are none: the number of a door, a gate, a locker or
// a place to park, the code of the post, the name of a network, a castle with its year, what a lock costs in a shop, the question what a password
// is, and the passwords of films, fairy tales and proverbs.
//
// It is asked last, as package records is, about everything that another room has found, and finds nothing. A word for a code before the value makes
// a secret of it after all. A file each: what has a number (numbered.go), what has a name (named.go), what is talk (talk.go). Words are in everyday.txt
// of package lexicon. Texts come in the even form of package plain.
//
// Start reading at Is.
package everyday

import (
	"slices"
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// place is what stands between two places of a text.
type place struct {
	plain.Text
	words    *lexicon.Words
	from, to int
}

// Is reports whether what stands between two places of a text is of everyday talk, and so no secret.
func Is(t plain.Text, w *lexicon.Words, from, to int) bool {
	p := place{t, w, from, to}
	if v := p.value(); looks.IsAllDigits(v) {
		return p.isNumbered(v) || p.isPostal(v) || p.isCastle(v) || p.isPriced() || p.isPinned() || p.isForGoods(v)
	}
	return p.isNetworkName() || p.isTalk()
}

// value returns what stands at the place, in small letters.
func (p place) value() string { return strings.Trim(p.Low[p.from:p.to], " \"'`.,;:!?¿") }

// before returns the text before the place in its clause.
func (p place) before() string {
	s := p.Low[:p.from]
	return s[strings.LastIndexAny(s, ",;!?\n")+1:]
}

// cutTo returns what stands before the entry of a list that a text ends with, but for words which lead from a thing to its number: "is", "has the number", an
// article, whose the thing is where a language puts that behind it. It reports whether one of them was a word for a number as well.
func (p place) cutTo(list, s string) (head string, isNumber, ok bool) {
	for range 6 {
		s = strings.TrimRight(s, " ")
		if head, ok = p.words.CutLast(list, s); ok {
			return head, isNumber, true
		}
		if rest, is := p.words.CutLast("bynumber", s); is {
			s, isNumber = rest, true
		} else if rest, is := p.words.CutLast("bylink", s); is {
			s = rest
		} else {
			break
		}
	}
	return s, isNumber, false
}

// cutLed returns what stands before the entry of a list that a text ends with, perhaps with an article behind it.
func (p place) cutLed(list, s string) (head string, ok bool) {
	s = strings.TrimRight(s, " ")
	if head, ok = p.words.CutLast(list, s); ok {
		return head, true
	}
	s, _ = p.words.CutLast("bylink", s)
	return p.words.CutLast(list, strings.TrimRight(s, " "))
}

// codes are the classes of nouns that call something a secret.
const codes = lexicon.Pin | lexicon.Password | lexicon.Weak | lexicon.Code | lexicon.CVV | lexicon.NetKey | lexicon.Key

// namesCode reports whether a text has a noun for a secret in it, and not only a thing that one opens.
func (p place) namesCode(s string) bool {
	return slices.ContainsFunc(mention.All(plain.Of(s), p.words, p.words.Index.Find(s)), func(n *mention.Noun) bool {
		if p.words.Is("bynumber", n.Entry.Text, ^uint32(0)) || p.words.Is("doornumber", n.Entry.Text, ^uint32(0)) {
			return false
		}
		isThing := p.words.HasThing("lock", n.Entry.Text) || p.words.HasThing("short", n.Entry.Text)
		isBare := n.Entry.Classes&lexicon.BareCode != 0 && (!isThing || p.words.Contains("codeword", n.Entry.Text))
		return isBare || n.Entry.Classes&codes != 0
	})
}

// hasSecretThing reports whether a text speaks of what has a password or a PIN of its own: a lock, a device, a service, a card.
func (p place) hasSecretThing(s string) bool {
	return p.words.HasThing("lock", s) || p.words.HasThing("device", s) || p.words.HasStem("service", s) || p.words.HasStem("card", s)
}
