// Package locks reads the number of a locked thing that no word calls a code: just after the thing, "garage: 4711", "the safe, it's
// 90210"; beside a verb that turns, sets or presses it, "spin the safe to 582"; on wheels; at a machine for cash. Little else may stand
// between. A file each: a number on the way to something else, "the phone unlocks 9900 see who called" (beside.go); that of a room in which
// something is to be done (room.go), of a bicycle's lock whose place is told (parked.go); one that is known by what is said behind it, "tablet
// 2580 straight down" (hinted.go); that of a card for a telephone (sim.go); what is typed on the keypad of a house (openers.go);
// how a dial is turned (directions.go); a code with letters behind a word for an entryphone (entryphone.go); and what machines read, "usercode: 4471" (settings.go).
//
// Texts come in the even form of package plain, words from package lexicon. Start reading at FindAfter, then FindTurned and Keyed.
package locks

import (
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// maxOwner is how many words may say whose or where the thing is.
const maxOwner = 4

// FindAfter returns the number that follows the locked thing whose word ends at i.
func FindAfter(t plain.Text, w *lexicon.Words, i int) (from, to int, ok bool) {
	thing, owner, signed, linked, comma := i, 0, false, false, false
	for range 12 {
		i = t.Skip(i, " \t\"'`*")
		r, next := t.Next(i)
		if end := intercomEnd(t, i, i); end > i {
			return i, end, endsClause(t, w, end)
		}
		if at := looks.LettersOfKeypad().FindStringIndex(t.Plain[i:min(len(t.Plain), i+16)]); at != nil && at[0] == 0 {
			return i, i + at[1], endsClause(t, w, i+at[1]) // "portal 47B60"
		}
		switch {
		case r >= '0' && r <= '9':
			to := i + len(t.Low[i:]) - len(strings.TrimLeft(t.Low[i:], "0123456789"))
			if isTime := to-i == 4 && t.Low[i:to] < "2400" && t.Low[i+2] < '6'; isTime && w.Is("timed", thingWord(t, thing), ^uint32(0)) {
				return 0, 0, false // "alarm: 0630"
			}
			if end := intercomEnd(t, i, to); end > to {
				isWhole := owner == 0 && end > to+len("к")+2 // "8к6215"
				return i, end, isWhole || endsClause(t, w, end)
			}
			if to = dialEnd(t, i, to); to-i > 3 && strings.Contains(t.Low[i:to], "-") {
				return i, to, (signed || linked || owner == 0) && endsClause(t, w, to) // "the safe opens on 19-44-07"
			}
			isShort := linked && to-i == 3 && w.Is("short", thingWord(t, thing), ^uint32(0))
			isGate := owner == 0 && w.HasStem("gate", thingWord(t, thing))
			return i, to, isPIN(t, w, i, to, signed && !comma || linked || isGate) || isShort && endsClause(t, w, to)
		case r == ':' || r == ',' || r == '=' || r == '-' || r == '(' || r == '?':
			if t.Before(i) != ' ' && r == '-' {
				return 0, 0, false
			}
			signed, comma, i = true, r == ',', t.Skip(next, ">- ")
		case !plain.IsWordRune(r):
			return 0, 0, false
		default:
			end, isLink := link(t, w, i)
			switch {
			case linked && w.Is("article", t.Low[i:t.WordEnd(i)], ^uint32(0)):
				i = t.WordEnd(i) // "hat die 4711"
			case isLink:
				linked, i = true, end
			case (linked || owner == 0) && sinceEnd(t, w, i) > i:
				i = sinceEnd(t, w, i)
			case r > 0x36F && !signed && !linked && signAfter(t, w, i) > i: // "χρηματοκιβώτιο ξενοδοχείου: 4711"
				i = signAfter(t, w, i)
			case signed || linked || plain.IsDense(r) || owner == maxOwner || !isOwner(t, w, i, owner):
				return 0, 0, false
			default:
				owner, i = owner+1, t.WordEnd(i)
			}
		}
	}
	return 0, 0, false
}

// sinceEnd returns the end of a word for "since" at i and of the day behind it, "since monday"; i if there is none.
func sinceEnd(t plain.Text, w *lexicon.Words, i int) int {
	end := t.WordEnd(i)
	if !w.Is("sincewhen", t.Low[i:end], ^uint32(0)) {
		return i
	}
	day := t.Skip(end, " ")
	if to := t.WordEnd(day); w.Is("article", t.Low[day:to], ^uint32(0)) {
		day = t.Skip(to, " ")
	}
	if to := t.WordEnd(day); looks.HasOnlyLetters(t.Low[day:to]) {
		return to
	}
	return i
}

// Short returns the three digits that are all a text says of a lock which takes so many, "suitcase lock 604": two words for such
// a thing, or for its lock, begin the text, and nothing follows.
func Short(t plain.Text, w *lexicon.Words, i int) (from, to int, ok bool) {
	from = t.Skip(i, " \"'")
	to = t.Skip(from, "0123456789")
	if to-from != 3 || t.Skip(to, " .!") < len(t.Low) {
		return 0, 0, false
	}
	things := 0
	words := strings.Fields(t.Low[:i])
	for _, word := range words {
		isLinked := things > 0 && (w.Is("of", word, ^uint32(0)) || w.Is("article", word, ^uint32(0))) // "candado de la maleta 306"
		if isLinked || w.HasThing("short", word) {
			things++
		}
	}
	r, _ := t.Next(t.WordStart(i))
	isDense := plain.IsDense(r) || plain.IsHangul(r)
	if w.Is("short", strings.TrimSpace(t.Low[:i]), ^uint32(0)) {
		return from, to, true
	}
	return from, to, len(words) <= maxOwner && things == len(words) && things > 0 || isDense && len(words) == 1 && w.HasThing("short", words[0])
}

// thingWord returns the word that ends at i, without an article that is written as one with it: "l'alarme".
func thingWord(t plain.Text, i int) string {
	word := t.Low[t.WordStart(i):i]
	return word[strings.LastIndexByte(word, '\'')+1:]
}

// signAfter returns where a sign stands after one or two words at i, in a script that does not tell names by capitals; i
// if there is none.
func signAfter(t plain.Text, w *lexicon.Words, i int) int {
	at := i
	for range 2 {
		end := t.WordEnd(at)
		word := t.Low[at:end]
		if end == at || end > i+40 || strings.ContainsAny(word, "0123456789") || w.Is("other", word, ^uint32(0)) || w.Is("verb", word, ^uint32(0)) {
			break
		}
		at = t.Skip(end, " ")
		if at < len(t.Low) && strings.IndexByte(":=", t.Low[at]) >= 0 {
			return at
		}
	}
	return i
}

// link returns the end of a word that leads from the thing to its number: "is", "with".
func link(t plain.Text, w *lexicon.Words, i int) (int, bool) {
	if r, _ := t.Next(i); plain.IsDense(r) || plain.IsHangul(r) {
		for _, list := range []string{"is", "topic", "use", "with"} {
			for _, d := range w.Dense[list] {
				if strings.HasPrefix(t.Low[i:], d) {
					return i + len(d), true
				}
			}
		}
		return i, false
	}
	for _, end := range []int{t.TokenEnd(i), t.WordEnd(i)} { // "c'est" is a token of two words
		word := strings.TrimRight(t.Low[i:end], ":,")
		if isCopula(w, word) || w.Is("with", word, ^uint32(0)) || w.Is("takes", word, ^uint32(0)) {
			return i + len(word), true
		}
	}
	return i, false
}

// isCopula reports whether a word is a form of "to be", perhaps with the word for what is.
func isCopula(w *lexicon.Words, word string) bool {
	return w.Is("is", word, ^uint32(0)) && !w.Is("of", word, ^uint32(0)) || word == "c'est" || word == "it's"
}

// isOwner reports whether a word says whose or where the thing is: the first one is a preposition, an article or a
// name, and what follows belongs to it.
func isOwner(t plain.Text, w *lexicon.Words, i, before int) bool {
	word := t.Low[i:t.WordEnd(i)]
	if w.Is("verb", word, ^uint32(0)) || w.Is("other", word, ^uint32(0)) || w.Is("negation", word, ^uint32(0)) || w.Is("at", word, ^uint32(0)) && word != "at" && word != "a" && word != "à" && word != "в" {
		return false
	}
	return before > 0 || w.Is("of", word, ^uint32(0)) || w.Is("my", word, ^uint32(0)) || plain.IsUpperAt(t.Plain, i)
}

// isPIN reports whether the number is as long as a PIN, is no year unless something points at it, and ends its
// clause.
func isPIN(t plain.Text, w *lexicon.Words, from, to int, isPointedAt bool) bool {
	number := t.Low[from:to]
	if len(number) < 4 || len(number) > 8 || looks.IsYear(number) && !isPointedAt || looks.IsPhone(t.Low, from, to) {
		return false
	}
	at := len(strings.TrimRight(t.Low[:from], " "))
	if looks.IsYear(number) && w.Is("dated", t.Low[t.WordStart(at):at], ^uint32(0)) {
		return false // "the safe is from 1987"
	}
	return endsClause(t, w, to)
}

// intercomEnd returns the end of a code with the key of a Russian or Ukrainian intercom in it, whose digits stand between from
// and to: "9909к", "45к1270", and "к4711" where there are none; to if there is none.
func intercomEnd(t plain.Text, from, to int) int {
	n := to - from
	rest := t.Low[to:]
	end := to
	for _, key := range []string{"к", "в"} {
		if after, is := strings.CutPrefix(rest, key); is && n < 7 {
			digits := len(after) - len(strings.TrimLeft(after, "0123456789"))
			if n > 1 && n+digits > 3 || n == 1 && digits > 3 && digits < 6 || n == 0 && digits > 2 && digits < 7 {
				end = to + len(key) + digits
			}
		}
	}
	if r, _ := t.Next(end); plain.IsWordRune(r) {
		return to
	}
	return end
}

// dialEnd returns the end of three numbers of two digits that are dialled one after the other, "19-44-07"; to where there are none.
func dialEnd(t plain.Text, from, to int) int {
	end := from + 8
	if end > len(t.Low) || to != from+2 {
		return to
	}
	for i, r := range t.Low[from:end] {
		if isDash := i%3 == 2; isDash != (r == '-') || !isDash && (r < '0' || r > '9') {
			return to
		}
	}
	return end
}

// endsClause reports whether the clause ends behind a number.
func endsClause(t plain.Text, w *lexicon.Words, to int) bool {
	rest := t.Low[to:]
	r, n := utf8.DecodeRuneInString(rest)
	if strings.IndexByte("#*", t.Low[min(to, len(t.Low)-1)]) >= 0 && rest != "" {
		return true // the key that ends it
	}
	if rest == "" || r == '\n' {
		return true
	}
	if strings.ContainsRune(".,;!?)", r) {
		after, _ := utf8.DecodeRuneInString(rest[n:])
		return after == utf8.RuneError || after == ' ' || after == '\n'
	}
	word := strings.TrimLeft(rest, " ")
	for _, verb := range w.Beginning("wayon", plain.FirstRune(word)) {
		if strings.HasPrefix(word, verb) {
			return true // "intercom 1987 come up to the 5th floor"
		}
	}
	if first := plain.FirstRune(word); plain.IsDense(first) || plain.IsHangul(first) {
		return slices.ContainsFunc(w.Beginning("pressed", first), func(key string) bool { return strings.HasPrefix(word, key) })
	}
	end := strings.IndexAny(word+" ", " ,.!\n")
	return r == ' ' && (w.Is("next", word[:end], ^uint32(0)) || w.Is("conj", word[:end], ^uint32(0)) || w.Is("either", word[:end], ^uint32(0)) || w.Is("pressed", word[:end], ^uint32(0)) || plain.BeginsWithAnd(word[:end]))
}
