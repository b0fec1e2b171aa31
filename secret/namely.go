package secret

import (
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// namely returns what a later part of the noun's sentence gives as the secret: "the printer wants a password, namely
// hedgehog", "the hotel's password turned out to be hedgehog". A word of the list namely stands anywhere after the
// noun; one of the list andis, which other talk has as well, only just after it.
func (p *phrase) namely() (from, to int, kind Kind, ok bool) {
	lo, hi := p.sentence()
	if p.n.Classes&(lexicon.Password|lexicon.Weak|lexicon.Pin) == 0 || p.isQuestion() || p.w.HasStem("lost", p.Low[lo:hi]) {
		return 0, 0, "", false
	}
	for i := p.end; i < hi; {
		r, next := p.Next(i)
		if before := p.Before(i); plain.IsWordRune(r) && (!plain.IsWordRune(before) || plain.IsDense(before) || plain.IsHangul(before)) {
			end, is := p.matchWords("namely", i)
			if !is && p.Skip(p.end, " ,") == i {
				end, is = p.matchWords("andis", i)
			}
			if is {
				return p.afterNamely(end)
			}
			if strings.HasSuffix(strings.TrimRight(p.Low[p.end:i], " "), ",") { // "if it asks for the password, it's …"
				if end, is = p.matchWords("itis", i); !is {
					end, is = p.matchWords("nowis", i)
				}
				if from, to, kind, ok = p.afterNamely(end); is && ok && p.isTextEnd(to) && (looks.HasDigit(p.Low[from:to]) || p.isPlainWord(from, to)) {
					return from, to, kind, ok
				}
			}
		}
		i = next
	}
	return 0, 0, "", false
}

// afterNamely accepts what stands at i, unless it is a word that tells what the password is like.
func (p *phrase) afterNamely(i int) (from, to int, kind Kind, ok bool) {
	q := p.asOwn()
	q.named = true
	if from, to, kind, ok = q.value(p.Skip(i, ",:"), copula); !ok || !looks.HasOnlyLetters(p.Low[from:to]) {
		return from, to, kind, ok
	}
	low := p.Low[from:to]
	ok = !p.w.IsAdverb(low, p.n.Langs) && !p.w.HasStem("lost", low) && !p.w.Is("ordinary", low, ^uint32(0)) && !p.w.Is("other", low, ^uint32(0)) && !p.w.IsParticiple(low, p.n.Langs)
	return from, to, kind, ok
}

// matchWords is match for a list whose entries have several words. It takes the longest.
func (p *phrase) matchWords(list string, i int) (int, bool) {
	longest := 0
	for words, langs := range p.w.Lists[list] {
		if langs&p.n.Langs == 0 || len(words) <= longest || !strings.HasPrefix(p.Low[i:], words) {
			continue
		}
		last := plain.LastRune(words)
		if r, _ := p.Next(i + len(words)); !plain.IsWordRune(r) && r != '-' || plain.IsDense(last) || plain.IsHangul(last) {
			longest = len(words)
		}
	}
	return i + longest, longest > 0
}

// addSuccessor adds the plain word that came after the one that ends at i: "it was compass, now it is juniper".
func (p *phrase) addSuccessor(i int, add func(from, to int, kind Kind)) {
	i = p.Skip(i, " ,;.\"'`")
	if end := p.WordEnd(i); end > i && p.w.Is("conj", p.Low[i:end], ^uint32(0)) {
		i = p.Skip(end, " ")
	}
	if end, is := p.matchWords("nowis", i); is && p.n.Classes&(lexicon.Password|lexicon.Weak|lexicon.Pin) != 0 {
		if from, to, kind, ok := p.afterNamely(end); ok {
			add(from, to, kind)
		}
	}
}

// addPINs adds the other numbers of a sentence about changing a PIN: "from 5628 to 0049".
func (p *phrase) addPINs(from, to int, add func(from, to int, kind Kind)) {
	lo, hi := p.sentence()
	if p.n.Classes&lexicon.Pin == 0 || !p.isVerb(p.Low[lo:hi]) {
		return
	}
	for _, at := range looks.NumberShape().FindAllStringIndex(p.Low[lo:hi], -1) {
		i, j := lo+at[0], lo+at[1]
		if v := p.Low[i:j]; (j <= from || i >= to) && looks.IsAllDigits(v) && len(v) >= 4 && len(v) <= 8 && !p.isUnitAt(j) && !p.isOther(i) && !p.isPartOfWord(i, j) && (!looks.IsYear(v) || p.w.HasWord("outof", p.Low[p.TokenStart(max(lo, i-1)):i])) {
			add(i, j, Password)
		}
	}
}

// isLoggedIn reports whether the noun follows a name of a user, or a word for logging in, and a word like "and": "I get
// in with tom@example.com and the password …".
func (p *phrase) isLoggedIn(to int) bool {
	lo, _ := p.sentence()
	word := p.Low[p.WordStart(to):to]
	if p.isDenied() || p.w.HasStem("lost", word) || p.w.Is("ordinary", word, ^uint32(0)) || p.w.IsParticiple(word, p.n.Langs) || p.w.HasVerbEnding(word, p.n.Langs) {
		return false
	}
	words := strings.Fields(p.Low[lo:p.start])
	glued := p.Low[p.WordStart(p.start):p.start] // Hebrew and Arabic write "and the" as one word with the noun
	for glued == "" && len(words) > 0 && (p.w.Is("definite", words[len(words)-1], p.n.Langs) || p.w.Is("article", words[len(words)-1], ^uint32(0)) || p.w.Is("my", words[len(words)-1], p.n.Langs)) {
		words = words[:len(words)-1]
	}
	if len(words) < 2 {
		return false
	}
	joint := words[len(words)-1]
	if glued != "" {
		joint = glued[:utf8.RuneLen(plain.FirstRune(glued))]
	}
	if !p.w.Is("conj", joint, ^uint32(0)) && !p.w.Is("with", joint, ^uint32(0)) {
		return false
	}
	before := strings.Join(words, " ")
	return slices.ContainsFunc(words, looks.IsUserName) || glued == "" && slices.ContainsFunc(p.w.Index.Find(before+" "), func(h lexicon.Hit) bool {
		return h.Noun != nil && h.Noun.Classes&lexicon.Login != 0 && h.Noun.Langs&p.n.Langs != 0 && (h.At == 0 || before[h.At-1] == ' ')
	})
}
