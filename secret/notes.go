package secret

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// findNotes adds the numbers of notes about locks, a line each that says no more than what it opens: "Garage: 2066", "the
// gate? 041542".
func (v *view) findNotes(add func(from, to int, kind Kind)) {
	for from := 0; from < len(v.Low); {
		to := len(v.Low)
		if n := strings.IndexByte(v.Low[from:], '\n'); n >= 0 {
			to = from + n
		}
		v.addNote(from, to, add)
		v.addSet(from, to, add)
		from = to + 1
	}
}

// maxNoted is how many bytes of a line may say what a number opens.
const maxNoted = 48

func (v *view) addNote(from, to int, add func(from, to int, kind Kind)) {
	end := from + len(strings.TrimRight(v.Low[from:to], " .!#*"))
	start := from + len(strings.TrimRight(v.Low[from:end], "0123456789"))
	number := v.Low[start:end]
	if len(number) < 4 || len(number) > 8 || looks.IsYear(number) {
		return
	}
	said := strings.TrimRight(v.Low[from:start], " ")
	if said == "" || len(said) > maxNoted || strings.ContainsAny(said, "0123456789.,") {
		return
	}
	isSigned := strings.IndexByte(":?=", said[len(said)-1]) >= 0
	if !isSigned && (len(number) > 6 || len(strings.Fields(said)) > 3) {
		return
	}
	p := &phrase{view: v, w: tables(), n: &lexicon.Noun{Langs: ^uint32(0)}}
	if p.hasStem("noted", said) && !p.hasWord("other", said) && !p.hasWord("at", said) && (isSigned || !isClock(number)) {
		add(start, end, Password)
	}
}

// isClock reports whether a number can be a time of the day, "0630", as alarms have it.
func isClock(number string) bool { return len(number) == 4 && number < "2400" && number[2] < '6' }

// addSet adds the number that something locked is set to, has or takes: "the gun safe is 0325", "Merk dir 9282 für die Garage".
// It stands after a word for that and ends its clause, or what it is for follows.
func (v *view) addSet(from, to int, add func(from, to int, kind Kind)) {
	line := v.Low[from:to]
	if len(line) > maxNoted+24 {
		return
	}
	p := &phrase{view: v, w: tables(), n: &lexicon.Noun{Langs: ^uint32(0)}}
	if !p.hasStem("noted", line) || p.hasWord("other", line) || p.hasStem("lost", line) {
		return
	}
	at := looks.NumberShape().FindAllStringIndex(line, -1)
	if len(at) != 1 {
		return
	}
	i, j := from+at[0][0], from+at[0][1]
	number := v.Low[i:j]
	if len(number) < 4 || len(number) > 6 || !looks.IsAllDigits(number) || looks.IsYear(number) || isClock(number) || p.isUnitAt(j) || p.isPartOfWord(i, j) {
		return
	}
	before := p.wordBefore(from, i)
	isSet := p.w.Is("set", before, ^uint32(0)) || p.hasStem("remember", v.Low[from:i])
	next := v.Skip(j, " ")
	after := v.Low[next:v.WordEnd(next)]
	if isSet && (next >= to || p.isClauseEnd(j) || p.w.Is("for", after, ^uint32(0)) || p.isVerb(after)) {
		add(i, j, Password)
	}
}

// keySigns are the pictures that people put before a secret in place of a word.
var keySigns = []string{"🔑", "🔐", "🗝"}

// findSigned adds what looks random after the picture of a key.
func (v *view) findSigned(add func(from, to int, kind Kind)) {
	for _, sign := range keySigns {
		for at := 0; ; {
			n := strings.Index(v.Plain[at:], sign)
			if n < 0 {
				break
			}
			i := v.Skip(at+n+len(sign), "\ufe0f: =-\"'`")
			at += n + len(sign)
			to := i + len(strings.TrimRight(v.Plain[i:v.TokenEnd(i)], ".,;!?\"'`)"))
			if to > i && looks.IsHardRandom(v.Plain[i:to]) && !plain.IsDense(plain.FirstRune(v.Plain[i:to])) {
				add(i, to, Password)
			}
		}
	}
}
