package sentence

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
	"keepsake/secret/values"
)

// namely returns what a later part of the noun's sentence gives as the secret: "the printer wants a password, namely
// hedgehog", "the hotel's password turned out to be hedgehog". A word of the list namely stands anywhere after the
// noun; one of the list andis, which other talk has as well, only just after it.
func (p reader) namely() (from, to int, kind values.Kind, ok bool) {
	lo, hi := p.Sentence()
	if p.Entry.Classes&(lexicon.Password|lexicon.Weak|lexicon.Pin) == 0 || p.IsQuestion() || p.Words.HasStem("lost", p.Low[lo:hi]) {
		return 0, 0, "", false
	}
	for i := p.End; i < hi; {
		r, next := p.Next(i)
		if before := p.Before(i); plain.IsWordRune(r) && (!plain.IsWordRune(before) || plain.IsDense(before) || plain.IsHangul(before)) {
			end, is := p.MatchWords("namely", i)
			if !is && p.Skip(p.End, " ,") == i {
				end, is = p.MatchWords("andis", i)
			}
			if is {
				return p.afterNamely(end)
			}
			if strings.HasSuffix(strings.TrimRight(p.Low[p.End:i], " "), ",") { // "if it asks for the password, it's …"
				if end, is = p.MatchWords("itis", i); !is {
					end, is = p.MatchWords("nowis", i)
				}
				if from, to, kind, ok = p.afterNamely(end); is && ok && (p.endsIdly(to) || p.IsRemark(to) || p.IsProvisional(to)) && (looks.HasDigit(p.Low[from:to]) || p.IsPlainWord(from, to)) {
					return from, to, kind, ok
				}
				if from, to, ok = p.Provisional(end); is && ok {
					return from, to, values.Password, true
				}
			}
		}
		i = next
	}
	return 0, 0, "", false
}

// endsIdly reports whether the text ends at i, or with words that say nothing, "btw", "I think".
func (p reader) endsIdly(i int) bool {
	if end, is := p.MatchWords("idle", p.Skip(i, " ")); is {
		i = end
	}
	return p.IsTextEnd(i)
}

// afterNamely accepts what stands at i, unless it is a word that tells what the password is like.
func (p reader) afterNamely(i int) (from, to int, kind values.Kind, ok bool) {
	q := p.AsOwn()
	q.Named = true
	if from, to, kind, ok = q.Value(p.Skip(i, ",:"), values.Copula); !ok || !looks.HasOnlyLetters(p.Low[from:to]) {
		return from, to, kind, ok
	}
	low := p.Low[from:to]
	ok = !p.Words.IsAdverb(low, p.Entry.Langs) && !p.Words.HasStem("lost", low) && !p.Words.Is("ordinary", low, ^uint32(0)) && !p.Words.Is("other", low, ^uint32(0)) && !p.Words.IsParticiple(low, p.Entry.Langs)
	return from, to, kind, ok
}

// addSuccessor adds the plain word that came after the one that ends at i: "it was compass, now it is juniper".
func (p reader) addSuccessor(i int, add func(from, to int, kind values.Kind)) {
	i = p.Skip(i, " ,;.\"'`")
	if end := p.WordEnd(i); end > i && p.Words.Is("conj", p.Low[i:end], ^uint32(0)) {
		i = p.Skip(end, " ")
	}
	if end, is := p.MatchWords("nowis", i); is && p.Entry.Classes&(lexicon.Password|lexicon.Weak|lexicon.Pin) != 0 {
		if from, to, kind, ok := p.afterNamely(end); ok {
			add(from, to, kind)
		}
	}
}

// addPINs adds the other numbers of a sentence about changing a PIN: "from 5628 to 0049".
func (p reader) addPINs(from, to int, add func(from, to int, kind values.Kind)) {
	lo, hi := p.Sentence()
	if p.Entry.Classes&lexicon.Pin == 0 || !p.IsVerb(p.Low[lo:hi]) {
		return
	}
	for _, at := range looks.NumberShape().FindAllStringIndex(p.Low[lo:hi], -1) {
		i, j := lo+at[0], lo+at[1]
		if v := p.Low[i:j]; (j <= from || i >= to) && looks.IsAllDigits(v) && len(v) >= 4 && len(v) <= 8 && !p.IsUnitAt(j) && !p.IsOther(i) && !p.IsPartOfWord(i, j) && (!looks.IsYear(v) || p.Words.HasWord("outof", p.Low[p.TokenStart(max(lo, i-1)):i])) {
			add(i, j, values.Password)
		}
	}
}
