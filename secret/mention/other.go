package mention

import (
	"slices"
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// IsOther reports whether a word before i says that the number is of something else: an order, a phone.
func (p *Noun) IsOther(i int) bool { return p.OtherWord(i) != "" || p.IsFieldOfOther(i) }

// IsFieldOfOther reports whether a machine's text gives what stands at i to a name that is not the noun: "user_id=4711",
// "attempts":71, "uid:4711".
func (p *Noun) IsFieldOfOther(i int) bool {
	before := p.Low[:i]
	if trimmed := strings.TrimRight(before, " "); strings.HasSuffix(trimmed, `":`) {
		before = trimmed
	}
	before = strings.TrimRight(before, `"'`)
	if before == "" || strings.IndexByte("=:", before[len(before)-1]) < 0 {
		return false
	}
	isColon := before[len(before)-1] == ':'
	name := strings.TrimRight(before[:len(before)-1], `"'`)
	isQuoted := len(name) < len(before)-1
	from := len(strings.TrimRight(name, "abcdefghijklmnopqrstuvwxyz0123456789_.-"))
	word := name[from:]
	if word == "" || slices.Contains([]string{"value", "val", "data", "content"}, word) || from <= p.Start && p.Start < len(name) || strings.TrimLeft(word, "0123456789.-") == "" {
		return false
	}
	return (!isColon || isQuoted || strings.Contains(word, "_") || strings.HasSuffix(word, "id")) && !p.Words.HasThing("lock", word) && !p.isNounWord(word)
}

// OtherWord returns that word, "" if there is none.
func (p *Noun) OtherWord(i int) string { return OtherWord(p.Text, p.Words, i) }

// OtherWord returns the word before i in a text that says that a number there is of something else, "" if there is none.
func OtherWord(v plain.Text, w *lexicon.Words, i int) string {
	near := strings.TrimRight(v.Low[max(0, i-40):i], " \n:#.-")
	for range 3 {
		from := wordStartIn(near)
		if word := strings.Trim(near[from:], ":#.,"); w.Is("other", word, ^uint32(0)) && (word != "zip" || looks.IsAllDigits(v.Low[i:min(len(v.Low), i+5)])) && !isLockedRoom(w, near) {
			return word
		}
		near = strings.TrimRight(near[:from], " \n:#.,-")
	}
	for _, d := range w.Dense["other"] {
		if strings.Contains(v.Low[max(0, i-30):i], d) {
			return d
		}
	}
	return ""
}

// isLockedRoom reports whether words end with a room that has a lock and no number: "code for the pram room".
func isLockedRoom(w *lexicon.Words, words string) bool {
	_, is := w.CutLast("lockedroom", words)
	return is
}

// wordStartIn returns where the last word of s begins.
func wordStartIn(s string) int { return strings.LastIndexAny(s, " \n\t(") + 1 }

// Misspelled returns the words for a password that a text has with a slip of the finger in them, before a sign or what
// looks random: "passwrod: K9!mora". What is known as a word for something is none.
func Misspelled(v plain.Text, w *lexicon.Words, known []lexicon.Hit) []lexicon.Hit {
	var hits []lexicon.Hit
	for i := 0; i < len(v.Low); {
		end := v.WordEnd(i)
		if end == i {
			_, i = v.Next(i)
			continue
		}
		if end-i < 5 || slices.ContainsFunc(known, func(h lexicon.Hit) bool { return h.At == i && h.Noun != nil && len(h.Text)+2 >= end-i }) {
			i = end
			continue
		}
		next := v.Skip(end, " :=")
		token := v.Plain[next:v.TokenEnd(next)]
		isLed := strings.ContainsAny(v.Low[end:next], ":=") || looks.HasDigit(token) && looks.IsHardRandom(token)
		if !isLed && !w.Is("is", v.Low[next:v.WordEnd(next)], ^uint32(0)) {
			i = end
			continue
		}
		if n := w.Near(v.Low[i:end]); n != nil {
			typed := *n
			typed.Text = v.Low[i:end]
			hits = append(hits, lexicon.Hit{Keyword: lexicon.Keyword{Text: typed.Text, Rule: -1, Noun: &typed}, At: i})
		}
		i = end
	}
	return hits
}

// IsNumberedName reports whether a name that ends in a number is that of a service: a preposition stands before it, and the
// sentence goes on after it: "bei Check24 darf das Passwort …".
func (p *Noun) IsNumberedName(from, to int) bool {
	lo, hi := p.Sentence()
	isLost := p.Words.HasStem("lost", p.Low[lo:hi])
	if !looks.IsNumberedName(p.Plain[from:to]) && !(isLost && looks.IsLowNumberedName(p.Low[from:to])) || p.IsTextEnd(to) && !isLost {
		return false
	}
	if p.RuneAt(from) == 'ל' {
		return true // "to" is written as one with the name
	}
	at := len(strings.TrimRight(p.Low[:from], " "))
	word := p.Low[p.WordStart(at):at]
	if from > p.End && (p.Words.Is("change", word, ^uint32(0)) || p.Words.Is("outof", word, ^uint32(0))) && p.Words.HasStem("verb", p.Low[max(0, p.Start-MaxNearby):min(len(p.Low), p.End+MaxNearby)]) {
		return false // "changed from Mura47 to …"
	}
	isPlace := p.Words.Is("of", word, ^uint32(0)) || p.Words.Is("at", word, ^uint32(0)) || p.Words.Is("with", word, ^uint32(0)) && to < p.Start
	return isPlace && !p.Words.Is("is", word, p.Entry.Langs&^p.Words.Langs["en"]) && !p.Words.Is("use", word, p.Entry.Langs)
}
