// Package sentence finds the secrets that people name: it takes each noun for a secret, for opening or for logging in, and
// looks where its sentence gives the value: after it (forward.go), before it (backward.go), in a later clause (namely.go,
// pointing.go), where grammar puts other words between (told.go, given.go, changed.go), anywhere at all if there is one thing
// that can be it (nearby.go), as a number that opens something (opened.go), as an answer, a message, or a table (answers.go,
// lists.go).
//
// It is not what a value looks like (package values), nor what the words around a noun mean (package mention). It knows
// nothing of keys and numbers that prove themselves without a noun: that is package secret.
//
// Start reading at Find.
package sentence

import (
	"strings"

	"keepsake/secret/amounts"
	"keepsake/secret/lexicon"
	"keepsake/secret/locks"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
	"keepsake/secret/predicate"
	"keepsake/secret/replies"
	"keepsake/secret/sequel"
	"keepsake/secret/typed"
	"keepsake/secret/values"
)

// reader reads the sentence of one noun.
type reader struct{ values.Reader }

// Find adds what people name as a secret: "my password is …", "… ist meine PIN".
func Find(t plain.Text, w *lexicon.Words, hits []lexicon.Hit, add func(from, to int, kind values.Kind)) {
	all := mention.All(t, w, hits)
	for _, n := range all {
		read(n).findUnnamed(add)
	}
	end := 0 // of what the nouns before have found
	for i, n := range all {
		if n.Start < end || mention.IsCoveredBy(all, i) || n.IsOfThing() && !(n.IsKept() && n.IsSentence()) {
			continue
		}
		end = max(end, read(n).findNamed(add))
	}
}

func read(n *mention.Noun) reader { return reader{values.Reader{Noun: n}} }

// findNamed adds the secret that the noun names, and returns where it ends; 0 if nouns within it are still to be read.
func (p reader) findNamed(add func(from, to int, kind values.Kind)) int {
	p.Own = p.Entry.Mine || p.IsOwnBefore() || p.Entry.Classes&lexicon.BareCode != 0 && p.isRenewed()
	add = withoutTalk(p, add)
	if p.isThing() {
		add = withoutAmounts(p, add)
	}
	if p.IsSentence() {
		if from, to, ok := p.givenSentence(); ok {
			add(from, to, values.Password)
			return 0
		}
	}
	p.SharpenKey()
	if p.Entry.Classes&lexicon.Login != 0 {
		if from, to, ok := p.credentials(); ok {
			add(from, to, values.Password)
		}
		if p.Entry.Classes&^(lexicon.Login|lexicon.Opens) == 0 {
			return 0
		}
	}
	from, to, kind, ok := p.forward()
	if !ok || !looks.HasDigit(p.Low[from:to]) {
		if f, t, k, is := p.backward(); is && (!ok || p.isInstrumental() || looks.IsHardRandom(p.Plain[f:t]) && looks.HasDigit(p.Low[f:t])) {
			from, to, kind, ok = f, t, k, true
		}
	}
	if !ok {
		if !p.elsewhere(add) {
			p.echoes(p.End, add)
		}
		return 0
	}
	add(from, to, kind)
	if f, t, is := p.predecessor(); is && p.Entry.Classes&lexicon.Password != 0 {
		add(f, t, values.Password)
	}
	end := p.others(to, add)
	p.addFurther(from, end, add)
	p.addSuccessor(to, add)
	p.addPINs(from, end, add)
	p.echoes(max(end, p.End), add)
	return end
}

// isRenewed reports whether the word before the noun says that there was another one: "new code 5590".
func (p reader) isRenewed() bool {
	at := len(strings.TrimRight(p.Low[:p.Start], " "))
	return p.Words.Is("newer", p.Low[p.WordStart(at):at], ^uint32(0))
}

// withoutTalk returns an add that leaves out a code for a discount, what is called in a program, a pin of a chip, the number of a code that opens nothing, and words of
// letters alone that are said about the secret, or where the sentence says that nobody hears it or nobody may use it.
func withoutTalk(p reader, add func(from, to int, kind values.Kind)) func(from, to int, kind values.Kind) {
	return func(from, to int, kind values.Kind) {
		low := p.Low[from:to]
		isVoucher := looks.IsVoucher(p.Plain[from:to]) && (strings.Contains(p.Low, "%") || p.Words.HasStem("discount", p.Low) || p.IsCheaper(to))
		isCall := strings.HasPrefix(p.Low[to:], "(") && looks.HasLetter(low) && plain.IsASCII(low) && !strings.Contains(low, " ")
		isTalk := looks.HasOnlyLetters(strings.NewReplacer(" ", "", "-", "").Replace(low)) && (p.IsUntold() || p.Words.HasStem("forbidden", p.Low) || predicate.Is(p.Noun, from, to))
		if !isVoucher && !isCall && !isTalk && !p.IsChipPin(from) && !p.isName(from, to) && !predicate.IsForgotten(p.Noun, from, to) && !p.IsWithout() && !p.IsDeniedBefore(from) && !(looks.IsDigits(low) && (amounts.IsMoment(p.Noun, from, to) || amounts.IsErrorNumber(p.Noun, from) || amounts.IsLimit(p.Noun, from) || p.IsCodeOf(from) || p.IsPostalPIN(from, to))) {
			add(from, to, kind)
		}
	}
}

// isName reports whether a token is the name of somebody who does something, that of a network, or all that a sentence about a
// network without a password says.
func (p reader) isName(from, to int) bool {
	value := p.Plain[from:to]
	isEnd := p.IsTextEnd(p.End) || p.FinalAfter(p.End)
	if p.IsActor(from, to) && (looks.IsHandle(value) || !isEnd) || looks.IsNetworkName(value) {
		return true
	}
	lo, hi := p.Sentence()
	near := p.Low[lo:hi]
	return p.Entry.Classes&lexicon.Net != 0 && (p.Words.HasWord("without", near) || p.Words.HasStem("unprotected", near))
}

// withoutAmounts returns an add that leaves out numbers that say how much, which or when.
func withoutAmounts(p reader, add func(from, to int, kind values.Kind)) func(from, to int, kind values.Kind) {
	return func(from, to int, kind values.Kind) {
		if !amounts.Is(p.Noun, from, to) {
			add(from, to, kind)
		}
	}
}

// isThing reports whether the noun is the thing that a code opens, and no word for the code: "the safe".
func (p reader) isThing() bool {
	const codes = lexicon.Password | lexicon.Weak | lexicon.Pin | lexicon.Code | lexicon.CVV | lexicon.Key | lexicon.NetKey | lexicon.ID | lexicon.Seed
	return p.Entry.Classes&lexicon.BareCode != 0 && p.Entry.Classes&codes == 0 && (p.Words.HasThing("lock", p.Entry.Text) || p.Words.HasThing("short", p.Entry.Text)) && !p.Words.Contains("codeword", p.Entry.Text)
}

// findUnnamed adds what the noun's sentence tells though it names no password: what opens a lock, logs in, answers a question,
// came with a message, is said in words or stands in a table.
func (p reader) findUnnamed(add func(from, to int, kind values.Kind)) {
	c := p.Entry.Classes
	number := withoutAmounts(p, add)
	password := func(from, to int, ok bool) {
		if ok {
			add(from, to, values.Password)
		}
	}
	if c&lexicon.Opens != 0 {
		p.opened(number)
		password(typed.Phrase(p.Reader))
		password(typed.Opens(p.Reader))
	}
	password(typed.LoggedIn(p.Reader))
	if c&(lexicon.Opens|lexicon.Login|lexicon.Net) != 0 {
		p.access(withoutTalk(p, add))
	}
	if c&lexicon.Locked != 0 {
		if from, to, ok := p.atThing(); ok {
			number(from, to, values.Password)
		}
		password(locks.Cash(p.Reader))
		password(locks.FindBeside(p.Noun))
		p.remembered(number)
		p.inSequence(number)
	}
	password(locks.WithKey(p.Noun))
	password(locks.Room(p.Noun))
	if c&(lexicon.Locked|lexicon.Opens) != 0 {
		password(locks.Wheels(p.Noun))
		password(locks.FindTurned(p.Noun))
	}
	if c&(lexicon.Opens|lexicon.Login|lexicon.Net) != 0 && c&(lexicon.Password|lexicon.Weak) == 0 {
		p.withWord(add)
	}
	if c&(lexicon.Question|lexicon.Private) != 0 {
		p.answered(add)
		password(replies.Find(p.Noun))
	}
	if c&(lexicon.Message|lexicon.Payment) != 0 {
		p.messaged(add)
	}
	if c&lexicon.Warned != 0 {
		p.warned(add)
	}
	password(typed.Unnamed(p.Noun))
	p.dictated(add)
	p.columns(add)
}

// atThing returns the number that opens the locked thing, just behind it, in an answer or in its clause, and is none of an
// address, a count or another kind.
func (p reader) atThing() (from, to int, ok bool) {
	if from, to, ok = locks.FindAfter(p.Text, p.Words, p.End); ok && (p.isSum(from, to) || p.IsPostal(from, to)) {
		return 0, 0, false
	}
	if !ok {
		if from, to, ok = p.numberNext(p.End); ok {
			return from, to, true
		}
		if from, to, ok = locks.Short(p.Text, p.Words, p.End); ok {
			return from, to, true
		}
		from, to, ok = p.besideThing()
	}
	return from, to, ok && !p.IsOfKindBefore(p.Start, from)
}

// elsewhere adds the secret that grammar does not put just after or just before the noun, and reports whether there is one.
func (p reader) elsewhere(add func(from, to int, kind values.Kind)) bool {
	from, to, ok := p.givenInQuotes()
	kind := values.Password
	if !ok {
		from, to, kind, ok = p.namely()
	}
	if !ok {
		from, to, kind, ok = p.nearby()
	}
	if ok {
		add(from, to, kind)
		p.addSuccessor(to, add)
		p.addPINs(from, to, add)
		return true
	}
	for _, pair := range []func() ([2]int, [2]int, bool){p.renewed, p.exchanged} {
		if older, newer, is := pair(); is {
			add(older[0], older[1], values.Password)
			add(newer[0], newer[1], values.Password)
			return true
		}
	}
	for _, one := range []func() (int, int, bool){p.pointedBack, p.inParentheses, p.stillWorks, p.usual, p.handedOver, p.denseFirst, p.denseAs, p.namedAfter, p.told, p.last} {
		if from, to, ok = one(); ok {
			add(from, to, values.Password)
			return true
		}
	}
	return false
}

// last returns what the noun's sentence types or asks about, or what the next one gives.
func (p reader) last() (from, to int, ok bool) {
	if from, to, ok = typed.Last(p.Noun); ok {
		return from, to, true
	}
	return sequel.Find(p.Reader)
}
