package values

import (
	"strings"
	"unicode"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// IsBeforeNetwork reports whether what stands between two places is a name with a number, right behind the noun or a word for a network, and a comma
// and the name of the network follow it: "senha do wifi Bidu1967, a rede é Visitas". Without this the name would be taken for the password.
func (p Reader) IsBeforeNetwork(from, to int) bool {
	value := p.Plain[from:to]
	letters, digits := looks.CutNumber(value)
	if p.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 || digits < 2 || len(letters) < 3 || !looks.HasOnlyLetters(letters) || letters == strings.ToUpper(letters) {
		return false
	}
	before := p.Low[p.TokenStart(max(0, from-1)):from]
	rest, isListed := strings.CutPrefix(p.Plain[to:], ", ")
	if !isListed || strings.TrimRight(p.Low[p.End:from], " ") != "" && !p.Words.HasStem("network", before) {
		return false
	}
	if end := strings.IndexAny(rest, ".,;:!?\n"); end >= 0 {
		rest = rest[:end]
	}
	words := strings.Fields(rest)
	if len(words) < 2 || len(words) > 4 || !p.Words.HasStem("network", strings.ToLower(strings.Join(words[:2], " "))) {
		return false
	}
	name := words[len(words)-1]
	return unicode.IsUpper(plain.FirstRune(name)) || looks.HasDigit(name)
}

// routerKeyEnd returns the end of a network's key as routers are delivered with it, five groups of four digits at i.
func (p Reader) routerKeyEnd(i int) int {
	const length = 5*4 + 4
	end := i + length
	if p.Entry.Classes&(lexicon.Password|lexicon.NetKey|lexicon.Key) == 0 || !p.IsDigitAt(i) || end > len(p.Low) || p.IsDigitAt(end) {
		return i
	}
	for at := range length {
		isGap := at%5 == 4
		if b := p.Low[i+at]; isGap && b != ' ' && b != '-' || !isGap && (b < '0' || b > '9') {
			return i
		}
	}
	return end
}

// isJoinedNote reports whether a note in Vietnamese ends with syllables that are written as one word, behind the noun and the name of a service, "mk gmail
// cũ conmeoe": the language writes each by itself.
func (p Reader) isJoinedNote(from, to int) bool {
	low := p.Low[from:to]
	if p.Entry.Langs&p.Words.Langs["vi"] == 0 || p.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 || from <= p.End || len(low) < 6 || !plain.IsASCII(low) || !looks.HasOnlyLetters(low) || p.IsQuestion() {
		return false
	}
	groups, isVowel := 0, false
	for _, r := range low {
		was := isVowel
		if isVowel = strings.ContainsRune("aeiouy", r); isVowel && !was {
			groups++
		}
	}
	between := p.Low[p.End:from]
	isNoted := p.IsTextEnd(to) || p.FinalAfter(to) || p.IsConfided(to)
	return isNoted && groups > 1 && len(strings.Fields(between)) < 4 && p.Words.HasStem("service", between) && !p.Words.HasStem("service", low) && !p.Words.HasStem("program", low) && !p.IsNoun(from, to) && !p.Words.IsStop(low)
}
