package typed

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
	"keepsake/secret/values"
)

// Opens returns what a verb for opening says that opens a device: a name with a number beside a word for "with", "my laptop opens
// with Primrose77", or three plain words and more behind it.
func Opens(r values.Reader) (from, to int, ok bool) {
	lo, hi := r.Sentence()
	near := r.Low[lo:hi]
	if r.IsQuestion() || !r.Words.HasThing("device", near) || r.Words.HasStem("lost", near) || strings.ContainsAny(near, "{}<>[]=") {
		return 0, 0, false
	}
	i := r.Skip(r.End, " ")
	end, isWith := withAt(r, i)
	if !isWith && strings.Contains(r.Entry.Text, " ") {
		last := r.Entry.Text[strings.LastIndexByte(r.Entry.Text, ' ')+1:]
		end, isWith = r.End, r.Words.Is("with", last, ^uint32(0)) || r.Words.Is("dialled", last, ^uint32(0)) // "opens_with"
	}
	if isWith {
		from = r.Skip(end, " \"'`")
		if to = r.RunEnd(from, hi); isNumbered(r, from, to) {
			return from, to, true
		}
		if isForeignWord(r, from, to) {
			return from, to, true
		}
		return r.Passphrase(from)
	}
	to = len(strings.TrimRight(r.Low[:r.Start], " "))
	at, isMarked := instrumentBefore(r, to)
	if isMarked {
		to = len(strings.TrimRight(r.Low[:at], " "))
	}
	for from = to; from > lo && r.Low[from-1] < utf8.RuneSelf && plain.IsWordRune(rune(r.Low[from-1])); {
		from--
	}
	if !isMarked {
		_, isMarked = instrumentBefore(r, from)
	}
	return from, to, isMarked && isNumbered(r, from, to)
}

// LoggedIn returns the short word with a number that somebody is asked to log in with, where its clause ends: "inloggen met PSV123",
// or what looks like a name beside a name.
func LoggedIn(r values.Reader) (from, to int, ok bool) {
	if from, to, ok = secondName(r); ok {
		return from, to, true
	}
	if from, to, ok = besideMail(r); ok {
		return from, to, true
	}
	_, hi := r.Sentence()
	next := r.Skip(r.End, " ")
	if word := r.Low[next:r.WordEnd(next)]; r.Words.Is("reflexive", word, ^uint32(0)) {
		next = r.Skip(next+len(word), " ")
	}
	end, isWith := withAt(r, next)
	if !isWith || r.IsQuestion() || r.Entry.Classes&lexicon.Login == 0 {
		return 0, 0, false
	}
	from = r.Skip(end, " \"'`")
	to = r.RunEnd(from, hi)
	value := r.Plain[from:to]
	letters, digits := looks.CutNumber(value)
	isValue := len(letters) > 1 && digits > 1 && digits < 5 && len(value) > 5 && looks.HasOnlyLetters(letters) && plain.IsUpperAt(r.Plain, from)
	return from, to, isValue && !looks.IsReference(value) && !r.Words.Is("product", strings.ToLower(letters), ^uint32(0)) && r.IsClauseEnd(to)
}

// withAt returns the end of a word for "with" at i, or for "on" as said of a lock: "открывается на".
func withAt(r values.Reader, i int) (int, bool) {
	if end, is := r.MatchDense("instrument", i); is {
		return end, true
	}
	end := r.WordEnd(i)
	word := r.Low[i:end]
	return end, word != "" && (r.Words.Is("with", word, ^uint32(0)) || r.Words.Is("instrument", word, ^uint32(0)) || r.Words.Is("dialled", word, ^uint32(0)))
}

// instrumentBefore returns where a word for "with" of any script begins that ends before i.
func instrumentBefore(r values.Reader, i int) (int, bool) {
	at := len(strings.TrimRight(r.Low[:i], " "))
	if from, is := r.DenseBefore(at, "instrument"); is {
		return from, true
	}
	from := r.WordStart(at)
	return from, r.Words.Is("instrument", r.Low[from:at], ^uint32(0))
}

// isNumbered reports whether what stands between two places is a word with a number at its end, and nothing that is counted.
func isNumbered(r values.Reader, from, to int) bool {
	value := r.Plain[from:to]
	return to > from && utf8.RuneCountInString(value) >= 6 && looks.HasLetter(value[:1+len(value)/2]) && looks.HasDigit(value[len(value)-1:]) && !looks.IsDateOrVersion(value) && !r.IsUnitAt(to) && !looks.IsAddress(value)
}

// Phrase returns the passphrase after a sign at the end of a text that says that words open something: "the words that unlock my
// keepass: gravel otter lantern".
func Phrase(r values.Reader) (from, to int, ok bool) {
	lo, hi := r.Sentence()
	near := r.Low[lo:hi]
	sign := strings.LastIndexAny(r.Low[r.End:hi], ":=")
	if sign < 0 || r.IsQuestion() || !r.Words.HasStem("phrase", r.Low[lo:r.Start]) || !r.Words.HasStem("sealed", near) && !r.Words.HasStem("service", near) && !r.Words.HasThing("lock", near) {
		return 0, 0, false
	}
	from, to, ok = r.Passphrase(r.Skip(r.End+sign+1, " \"'"))
	return from, to, ok && r.IsTextEnd(to)
}

// isForeignWord reports whether a word of small Latin letters stands between two places behind a verb of another script, and no service or program is
// called so: "המחשב נפתח עם kapara". The sentence ends there, or goes on in that script.
func isForeignWord(r values.Reader, from, to int) bool {
	low := r.Low[from:to]
	next, _ := r.Next(r.Skip(to, " "))
	isApart := plain.LastRune(r.Entry.Text) > unicode.MaxASCII && plain.IsASCII(low) && len(low) > 3 && r.Plain[from:to] == low
	return isApart && (next > unicode.MaxASCII || r.IsClauseEnd(to)) && looks.HasOnlyLetters(low) && r.IsPlainWord(from, to) && !r.Words.HasStem("service", low) && !r.Words.HasStem("program", low)
}
