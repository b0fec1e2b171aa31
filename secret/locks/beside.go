package locks

import (
	"slices"
	"strings"
	"unicode"

	"keepsake/secret/amounts"
	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

const (
	maxAway = 80 // bytes between a thing and its number in another clause
	maxOff  = 4  // words between the number of an alarm and the word for its key
	maxVerb = 5  // words between a device and the verb that unlocks it
)

// FindBeside returns the number of a locked thing that a sentence gives on the way to something else: "the phone unlocks 9900 see who
// called", "the safe's code 8965 the papers are in the drawer", "the alarm goes off, it was 4856 and then off?".
func FindBeside(n *mention.Noun) (from, to int, ok bool) {
	for _, one := range []func(*mention.Noun) (int, int, bool){afterCode, bolt, unlocking, unlocked, alarmed, stood} {
		if from, to, ok = one(n); ok {
			return from, to, true
		}
	}
	return 0, 0, false
}

// WithKey returns the number right behind a noun for a code in a sentence that says in which box a key is: "the key is in the box on the
// left, code 6108".
func WithKey(n *mention.Noun) (from, to int, ok bool) {
	if n.Entry.Classes&codes == 0 {
		return 0, 0, false
	}
	if from, to, ok = numberAt(n, afterIs(n, n.End)); !ok {
		return 0, 0, false
	}
	isCompound := n.WordStart(n.Start) < n.Start && hasCase(n.RuneAt(n.Start)) // "postcode"
	lo, hi := n.Sentence()
	before := n.Low[lo:n.Start]
	isInBox := n.Words.HasStem("housekey", before) && (n.Words.HasThing("keyplace", before) || n.Words.HasThing("lock", before))
	return from, to, isInBox && !isCompound && n.OtherWord(n.Start) == "" && n.IsClauseEnd(to) && to <= hi
}

// afterIs returns the place behind signs and one copula at i.
func afterIs(n *mention.Noun, i int) int {
	i = n.Skip(i, " :=\"'`")
	if end, is := n.Match("is", i); is {
		return n.Skip(end, " :=\"'`")
	}
	return i
}

// numberAt returns the digits at i that can be a PIN, with nothing beside them that counts or measures.
func numberAt(n *mention.Noun, i int) (from, to int, ok bool) {
	from, to = i, n.Skip(i, "0123456789")
	if to-from < 4 || to-from > 8 || looks.IsYear(n.Low[from:to]) {
		return 0, 0, false
	}
	isOther := n.IsUnitAt(to) || n.IsPartOfWord(from, to) || n.IsPriced(from) || looks.IsPhone(n.Low, from, to) || n.IsDigitAt(n.Skip(to, " .,:-/"))
	return from, to, !isOther
}

// afterCode returns the number right behind a thing that a word for a code stands before: "code of the safe 8965".
func afterCode(n *mention.Noun) (from, to int, ok bool) {
	lo, _ := n.Sentence()
	before := n.Low[max(lo, n.WordStart(max(lo, n.Start-24))):n.Start]
	if from, to, ok = numberAt(n, n.Skip(n.End, " ")); !ok || amounts.IsRound(n.Low[from:to]) || strings.ContainsAny(before, ",.:;?") {
		return 0, 0, false
	}
	isCode := slices.ContainsFunc(n.Words.Index.Find(before), func(h lexicon.Hit) bool { return h.Noun != nil && h.Noun.Classes&codes != 0 })
	return from, to, (isCode || n.Words.HasStem("codeword", before)) && !n.Words.HasWord("other", n.Low[lo:n.Start])
}

// bolt returns the number right behind a word for nothing but a lock, "phone lock 618566", whatever follows.
func bolt(n *mention.Noun) (from, to int, ok bool) {
	if !n.Words.HasStem("bolt", n.Entry.Text) || n.IsQuestion() {
		return 0, 0, false
	}
	if from, to, ok = numberAt(n, afterIs(n, n.End)); !ok {
		from, to = n.End, n.Skip(n.Skip(n.End, " "), "0123456789")
		from = n.Skip(from, " ")
		return from, to, looks.IsYear(n.Low[from:to]) && isToLookAt(n, to)
	}
	end, isTold := n.Match("is", n.Skip(to, " "))
	isTold = isTold && !(n.Words.Is("verbend", n.Low[n.Skip(to, " "):end], n.Words.Langs["hi"]) && n.IsClauseEnd(end))                      // "लॉक 6850 है"
	isRound := amounts.IsRound(n.Low[from:to]) && (strings.HasSuffix(n.Low[from:to], "00") || !n.Words.HasStem("screenlock", n.Entry.Text)) // "блокировка телефона 3050"
	return from, to, !isTold && !isRound || isToLookAt(n, to)
}

// isToLookAt reports whether what follows a number asks somebody to look at something: the verb stands next, or in Hindi at the end, "phone ka lock
// 7500 hai gallery me dekh lo".
func isToLookAt(n *mention.Noun, i int) bool {
	next := n.Skip(i, " ,")
	if _, is := n.StemAt("lookat", next); is {
		return true
	}
	end := n.WordEnd(next)
	isCopula := n.Words.Is("verbend", n.Low[next:end], ^uint32(0))
	after := n.Low[end:min(len(n.Low), n.TokenEnd(min(len(n.Low), end+maxAway/2)))]
	return isCopula && n.Words.HasWord("looklast", plain.FirstWords(after, maxVerb+1))
}

// unlocking returns the number right behind a verb for unlocking that a device stands before.
func unlocking(n *mention.Noun) (from, to int, ok bool) {
	_, hi := n.Sentence()
	i := n.End
	for range maxVerb {
		i = n.Skip(i, " ")
		if i >= hi {
			return 0, 0, false
		}
		if end, is := n.StemAt("unlocking", i); is {
			next := n.Skip(end, " \"'`")
			if word := n.Low[next:n.WordEnd(next)]; n.Words.Is("reflexive", word, ^uint32(0)) || n.Words.Is("with", word, ^uint32(0)) {
				next = n.Skip(next+len(word), " \"'`")
			}
			from, to, ok = numberAt(n, next)
			if year := n.Skip(next, "0123456789"); !ok && next == n.Skip(end, " \"'`") && looks.IsYear(n.Low[next:year]) && n.Low[next] == '1' {
				from, to, ok = next, year, n.IsTextEnd(year) || strings.HasPrefix(n.Low[year:], ", ") || strings.HasPrefix(n.Low[year:], " ") && !n.IsUnitAt(year)
			}
			return from, to, ok && !isQuarter(n.Low[from:to]) && !isSome(n, from, to)
		}
		end := n.ScriptEnd(i, n.WordEnd(i))
		if end == i {
			return 0, 0, false
		}
		if r, next := n.Next(i); r >= 0x3000 || r >= 0xE00 && r < 0xE80 {
			end = next
		}
		i = end
	}
	return 0, 0, false
}

// unlocked returns the number that a comma follows behind a device which a verb before it unlocks, and whose it is, also where it looks like a year:
// "desbloquear el móvil de la abuela 1938, llama al médico".
func unlocked(n *mention.Noun) (from, to int, ok bool) {
	lo, hi := n.Sentence()
	at := strings.IndexAny(n.Low[n.End:hi], "0123456789,.:;?(")
	if at < 0 || !n.Words.HasStem("unlocking", n.Low[lo:n.Start]) {
		return 0, 0, false
	}
	from = n.End + at
	to = n.Skip(from, "0123456789")
	owner := strings.Fields(n.Low[n.End:from])
	isDated := len(owner) > 0 && (n.Words.Is("dated", owner[len(owner)-1], ^uint32(0)) || n.Words.Is("of", owner[len(owner)-1], ^uint32(0)))
	isDated = isDated || looks.IsYear(n.Low[from:to]) && n.Low[from] != '1' // people are born before 2000, models of phones after it
	_, isLook := n.StemAt("lookat", n.Skip(to, " "))
	isLook = isLook && !amounts.IsRound(n.Low[from:to])
	return from, to, (to-from == 4 || to-from == 6) && len(owner) <= maxVerb-1 && !isDated && (isLook || strings.HasPrefix(n.Low[to:], ", ") && !n.IsDigitAt(to+2)) && !n.IsQuestion() && !n.IsOther(from)
}

// isSome reports whether a round number counts what follows it: "unlocks 2500 coins", and not "unlocks 9900 see who called".
func isSome(n *mention.Noun, from, to int) bool {
	_, isLook := n.StemAt("lookat", n.Skip(to, " "))
	return amounts.IsRound(n.Low[from:to]) && n.IsCounting(from, to) && !isLook
}

// isQuarter reports whether a number can be a time of day on five minutes: "the gate unlocks 0615".
func isQuarter(v string) bool {
	return len(v) == 4 && v < "2400" && v[2] < '6' && (v[3] == '0' || v[3] == '5')
}

// alarmed returns the number of an alarm that somebody tells or asks for in another clause and that a key follows, or behind which it is said how
// many seconds there are: "the office alarm is 2684 you have twenty seconds".
func alarmed(n *mention.Noun) (from, to int, ok bool) {
	if !n.Words.HasStem("alarmed", n.Entry.Text) {
		return 0, 0, false
	}
	hi := min(len(n.Low), n.End+maxAway+mention.MaxNearby/2)
	at := strings.IndexAny(n.Low[n.End:hi], "0123456789")
	if at < 0 || at > maxAway {
		return 0, 0, false
	}
	from, to, ok = numberAt(n, n.End+at)
	if next := n.Skip(to, " "); !ok && next > to && n.IsDigitAt(next) && n.Skip(next, "0123456789") < next+3 {
		ok = to-from > 3 && to-from < 9 && !n.IsPriced(from) // "alarm 4471 30 saniyen var"
	}
	if !ok || n.IsOther(from) {
		return 0, 0, false
	}
	if after, _, _ := strings.Cut(n.Low[to:hi], "\n"); n.Words.HasEntry("timeleft", after) && n.Words.HasStem("seconds", after) {
		return from, to, true
	}
	end := len(strings.TrimRight(n.Low[:from], " "))
	last := n.Low[n.WordStart(end):end]
	isAsked := strings.Contains(n.Low[to:hi], "?") || strings.HasSuffix(last, "s") && strings.Contains(last, "'")
	if !isAsked && !n.IsClauseStart(from) && !n.Words.Is("is", last, ^uint32(0)) && !n.Words.Is("deictic", last, ^uint32(0)) {
		return 0, 0, false
	}
	words := strings.FieldsFunc(n.Low[to:hi], func(r rune) bool { return strings.ContainsRune(" ,.?!;", r) })
	for _, word := range words[:min(maxOff, len(words))] {
		if n.Words.Is("pressed", word, ^uint32(0)) || n.Words.Is("switchoff", word, ^uint32(0)) {
			return from, to, true
		}
	}
	return 0, 0, false
}

// Pressed returns the one of the numbers of a text, places as of looks.NumberShape, that is pressed together with a key of a keypad: "press 4471 and the star".
func Pressed(t plain.Text, w *lexicon.Words, numbers [][]int) (from, to int, ok bool) {
	for _, at := range numbers {
		n := mention.At(t, w, at[0], at[1])
		isKey, isPressed := n.KeyAfter(at[1])
		if !isKey {
			continue
		}
		if from, to, ok = numberAt(n, at[0]); isPressed && looks.IsYear(t.Low[at[0]:at[1]]) {
			from, to = at[0], at[1]
		} else if !ok || to != at[1] {
			continue
		}
		end := len(strings.TrimRight(t.Low[:from], " "))
		if isPressed || w.Is("presses", t.Low[t.WordStart(end):end], ^uint32(0)) {
			return from, to, true
		}
	}
	return 0, 0, false
}

// Entering returns the one of the numbers of a text with which somebody comes in: "the neighbour waters the plants, she gets in with 4471".
func Entering(t plain.Text, w *lexicon.Words, numbers [][]int) (from, to int, ok bool) {
	for _, at := range numbers {
		n := mention.At(t, w, at[0], at[1])
		before := strings.TrimRight(t.Low[:at[0]], " ")
		isLed := slices.ContainsFunc(w.Ending("comesin", plain.LastRune(before)), func(verb string) bool {
			head, is := strings.CutSuffix(before, verb)
			return is && !plain.IsWordRune(plain.LastRune(head))
		})
		_, isLast := n.MatchWords("comesinlast", n.Skip(at[1], " "))
		if !isLed && !isLast {
			continue
		}
		if from, to, ok = numberAt(n, at[0]); !ok || to != at[1] || amounts.IsRound(t.Low[from:to]) || isQuarter(t.Low[from:to]) {
			continue
		}
		if isLast || n.IsClauseEnd(to) {
			return from, to, true
		}
	}
	return 0, 0, false
}

// Upstairs returns the one of the numbers of a text that is typed by who comes in, goes to a floor or silences an alarm: "para entrar por el patio marca 8918 y sube al 1º".
func Upstairs(t plain.Text, w *lexicon.Words, numbers [][]int) (from, to int, ok bool) {
	for _, at := range numbers {
		n := mention.At(t, w, at[0], at[1])
		if from, to, ok = numberAt(n, at[0]); !ok || to != at[1] || amounts.IsRound(t.Low[from:to]) || n.IsOther(from) {
			continue
		}
		after, _, _ := strings.Cut(t.Low[to:min(len(t.Low), t.TokenEnd(min(len(t.Low), to+maxAway)))], "\n")
		next := n.Skip(to, " ")
		if w.Is("forservice", t.Low[next:n.WordEnd(next)], ^uint32(0)) {
			continue // "dial 4417 for reception on the 3rd floor"
		}
		before := t.Low[max(0, t.TokenStart(max(0, from-maxAway))):from]
		isWay := w.HasStem("upstairs", after) || w.HasStem("wayin", before) || w.HasStem("alarmed", before)
		if isWay && isKeyed(n, from, to) {
			return from, to, true
		}
	}
	return 0, 0, false
}

// isKeyed reports whether a verb for pressing or typing stands right before a number, or right behind it.
func isKeyed(n *mention.Noun, from, to int) bool {
	before := strings.TrimRight(n.Low[:from], " ")
	isVerb := func(list string) bool {
		return slices.ContainsFunc(n.Words.Ending(list, plain.LastRune(before)), func(verb string) bool {
			head, is := strings.CutSuffix(before, verb)
			return is && !plain.IsWordRune(plain.LastRune(head))
		})
	}
	next := n.Skip(to, " ")
	_, isLast := n.MatchWords("typedafter", next)
	return isVerb("presses") || isVerb("types") || isVerb("pressmany") || isLast
}

// hasCase reports whether r is of a script with capitals.
func hasCase(r rune) bool { return unicode.IsLower(r) || unicode.IsUpper(r) }

// codes are the classes of nouns that call a number what opens something.
const codes = lexicon.BareCode | lexicon.Code | lexicon.Pin | lexicon.Password | lexicon.Weak
