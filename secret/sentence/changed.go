package sentence

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
	"keepsake/secret/typed"
)

// renewed returns the two plain words of a note that ends with them: "old password hedgehog new otter".
func (p reader) renewed() (older, newer [2]int, ok bool) {
	lo, hi := p.Sentence()
	if p.Entry.Classes&lexicon.Password == 0 || !p.IsTextEnd(hi) || !p.Words.HasWord("older", p.Low[lo:hi]) {
		return older, newer, false
	}
	last := len(strings.TrimRight(p.Low[:hi], " .!\"'`"))
	newer = [2]int{p.WordStart(last), last}
	at := len(strings.TrimRight(p.Low[:newer[0]], " :=,>-"))
	word := p.Low[p.WordStart(at):at]
	if !p.Words.Is("newer", word, ^uint32(0)) || at <= p.End {
		return older, newer, false
	}
	end := len(strings.TrimRight(p.Low[:p.WordStart(at)], " :=,>-"))
	older = [2]int{p.WordStart(end), end}
	return older, newer, older[0] > lo && p.IsPlainWord(older[0], older[1]) && p.IsPlainWord(newer[0], newer[1]) && !p.Words.Is("newer", p.Low[older[0]:older[1]], ^uint32(0))
}

// exchanged returns the two plain words of a change: "from hedgehog to otter".
func (p reader) exchanged() (older, newer [2]int, ok bool) {
	lo, hi := p.Sentence()
	if p.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 || p.IsQuestion() {
		return older, newer, false
	}
	for i := lo; i < hi; {
		end := p.WordEnd(i)
		if end == i {
			_, i = p.Next(i)
			continue
		}
		if p.Words.Is("outof", p.Low[i:end], p.Entry.Langs|p.Words.Langs["en"]) || p.Words.Is("outof", p.Low[i:end], ^uint32(0)) && p.IsVerb(p.Low[lo:hi]) {
			from := p.Skip(end, " \"'`")
			to := p.ValueEnd(from)
			next := p.Skip(to, " \"'`")
			link := p.WordEnd(next)
			last := p.Skip(link, " \"'`")
			tail := p.ValueEnd(last)
			if p.Words.Is("change", p.Low[next:link], p.Entry.Langs) && !p.IsNoun(from, to) && p.canBeSecret(from, to) && p.canBeSecret(last, tail) && p.IsClauseEnd(tail) {
				return [2]int{from, to}, [2]int{last, tail}, true
			}
		}
		i = end
	}
	return older, newer, false
}

// canBeSecret reports whether what stands between two places is a plain word or looks random.
func (p reader) canBeSecret(from, to int) bool {
	return to > from && (p.IsPlainWord(from, to) || looks.IsHardRandom(p.Plain[from:to]) && looks.HasLetter(p.Low[from:to]))
}

// predecessor returns the plain word that a secret replaced: "old password hedgehog new password Rocket77", "it used to be hedgehog, now the password is otter".
func (p reader) predecessor() (from, to int, ok bool) {
	if from, to, ok = typed.Replaced(p.Noun); ok {
		return from, to, ok
	}
	lo, _ := p.Sentence()
	for i := lo; i < p.Start; i = max(p.WordEnd(i), i+1) {
		if before := p.Before(i); plain.IsWordRune(before) && !plain.IsDense(before) && !plain.IsHangul(before) {
			continue
		}
		if end, is := p.MatchWords("wasbefore", i); is {
			from = p.Skip(end, " \"'`")
			if to = p.ValueEnd(from); to < p.Start && p.canBeSecret(from, to) && p.IsClauseEnd(to) {
				return from, to, true
			}
		}
	}
	return 0, 0, false
}
