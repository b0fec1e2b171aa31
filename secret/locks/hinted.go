package locks

import (
	"slices"
	"strings"

	"keepsake/secret/amounts"
	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

const (
	maxHint  = 5  // words behind a number in which a hint stands
	maxBack  = 70 // bytes before a number in which its thing stands
	maxShown = 28 // bytes before a number in which the words for its door stand
)

// Hinted returns the one of the numbers of a text that is known by what is said behind it: how the finger goes on a screen, "kids tablet 2580 straight
// down"; that it is the usual one of a lock, "safe in the room 1234 like always"; that a door opens with it, "the door opens with 6642", which many
// languages say around the number.
func Hinted(t plain.Text, w *lexicon.Words, numbers [][]int) (from, to int, ok bool) {
	for _, at := range numbers {
		from, to = at[0], at[0]+len(strings.TrimRight(t.Low[at[0]:at[1]], ",."))
		v := t.Low[from:to]
		n := mention.At(t, w, from, to)
		if len(v) < 4 || len(v) > 8 || !looks.IsAllDigits(v) || n.IsPriced(from) || looks.IsPhone(t.Low, from, to) || n.IsQuestion() {
			continue
		}
		before := t.Low[max(0, t.TokenStart(max(0, from-maxBack))):from]
		before = before[strings.LastIndexAny(before, ".,:;?!\n")+1:]
		if isOpenedWith(n, before, from, to) {
			return from, to, true
		}
		if looks.IsYear(v) || amounts.IsRound(v) || n.IsPartOfWord(from, to) {
			continue
		}
		if isTimed(n, before, to) && !isQuarter(v) || !n.IsDigitAt(n.Skip(to, " .,:/")) && isHinted(n, before, from, to) {
			return from, to, true
		}
	}
	return 0, 0, false
}

// isHinted reports whether what stands behind a number says how it is entered, or that it is the usual one.
func isHinted(n *mention.Noun, before string, from, to int) bool {
	w, after := n.Words, hintAfter(n, to)
	isBox := w.HasThing("strongbox", before)
	isLock := w.HasThing("lock", before) || isBox
	isScreen := w.HasThing("touched", before)
	if isKey, _ := n.KeyAfter(to); isKey && !n.IsPriced(from) && (isLock || w.HasThing("doorword", before) || w.HasThing("alarmed", before)) {
		return true // "the flat's door 6190 then star"
	}
	if to-from < 7 && w.HasStem("fingerway", after) && (isScreen || isLock) || w.HasStem("turnwheels", after) {
		return true
	}
	if n.IsUnitAt(to) {
		return false
	}
	if w.HasStem("jams", after) && (w.HasThing("bolt", before) || w.HasThing("boltword", before)) || w.HasStem("lever", after) && (isLock || w.HasStem("keyplace", before) || w.HasStem("codedbox", before)) {
		return true // "cellar padlock 7405 sticks a bit", "key box by the drain 0842 push the lever"
	}
	if w.HasStem("measured", before) || w.Contains("notdoor", before) || amounts.IsMeasure(n, from, to, min(len(n.Low), to+len(after))) {
		return false
	}
	if isAsked(n, before, after, to) {
		return true
	}
	if isQuarter(n.Low[from:to]) {
		return false
	}
	return w.HasStem("habit", after) && (isBox || isLock && !n.IsOther(from)) || isKnown(n, before, after) || isInstead(n, before, from, to) || isNow(n, before, to)
}

// isKnown reports whether it is said behind a number that who owns a card knows of it, "mum's card 6604 she knows", or that a door has to be pushed then.
func isKnown(n *mention.Noun, before, after string) bool {
	w := n.Words
	isCard := w.HasStem("bankcard", before) || w.HasStem("card", before)
	return isCard && w.HasStem("knowing", after) || w.HasStem("pushhard", after) && (w.HasThing("doorword", before) || w.HasThing("lock", before))
}

// isAsked reports whether a lift, a card of a telephone or a television asks for the number that ends at to: "the lift to the roof wants 3316", "grandad's tv
// needs 5508 for the film"; or has been given it.
func isAsked(n *mention.Noun, before, after string, to int) bool {
	w := n.Words
	if !w.HasThing("wanting", before) {
		return false
	}
	if _, isLast := n.MatchWords("wantslast", n.Skip(to, " ")); isLast {
		return true
	}
	isEnd := n.IsTextEnd(to) || strings.IndexByte(",.;!\n", n.Low[to]) >= 0
	next := n.Skip(to, " ")
	word := n.Low[next:n.WordEnd(next)]
	isFor := n.IsClauseEnd(to) || plain.IsDense(plain.FirstRune(word)) || slices.ContainsFunc([]string{"of", "entryto", "forfilm"}, func(list string) bool { return w.Is(list, word, ^uint32(0)) })
	return isLed(w, "cardwants", before) && (isEnd || isFor && w.HasStem("film", after)) || isEnd && isLed(w, "changedto", before)
}

// isInstead reports whether a number is typed because a card or a fob did not do, "contactless failed so 7741", or at night: "night entrance 5508 after 11".
func isInstead(n *mention.Noun, before string, from, to int) bool {
	w := n.Words
	line := n.Low[max(0, n.TokenStart(max(0, from-maxBack))):from]
	line = line[strings.LastIndexAny(line, ".!?\n")+1:]
	isTyped := slices.ContainsFunc([]string{"hence", "types", "presses", "use"}, func(list string) bool { return isLed(w, list, line) })
	if _, isLast := n.MatchWords("typedafter", n.Skip(to, " ")); w.HasStem("contactless", line) && (isTyped || isLast) {
		return true
	}
	next := n.Skip(to, " ")
	end := n.WordEnd(next)
	for range 2 { // "dopo le 23", "después de las 11"
		if at := n.Skip(end, " "); w.Is("afterhour", n.Low[next:n.WordEnd(next)], ^uint32(0)) && !n.IsDigitAt(at) {
			end = n.WordEnd(at)
		}
	}
	return w.HasStem("nightdoor", before) && w.Is("afterhour", n.Low[next:n.WordEnd(next)], ^uint32(0)) && n.IsDigitAt(n.Skip(end, " "))
}

// isNow reports whether a word for "now" stands between a door and the number that ends at to, or is all that follows: "school gate is now 7713".
func isNow(n *mention.Noun, before string, to int) bool {
	w := n.Words
	if !w.HasThing("doorword", before) || w.HasWord("other", before) {
		return false
	}
	words := strings.Fields(before)
	near := plain.LastWords(before, 2)
	end, is := n.StemAt("currently", n.Skip(to, " "))
	isPlain := len(words) < 7 && !w.HasWord("verb", before)
	return isPlain && (is && n.IsClauseEnd(end) && isCopula(w, words[len(words)-1]) || n.IsClauseEnd(to) && w.HasStem("currently", near+" "))
}

// isTimed reports whether it is said behind the number of an alarm how many seconds there are.
func isTimed(n *mention.Noun, before string, to int) bool {
	after := hintAfter(n, to)
	last := before[strings.LastIndexByte(strings.TrimRight(before, " "), ' ')+1:] // "the alarm costs 4895 …" is none
	return n.Words.HasThing("alarmed", last) && !n.IsUnitAt(to) && n.Words.HasStem("seconds", after) && (n.Words.HasEntry("timeleft", after) || n.Words.HasStem("numeral", after))
}

// hintAfter returns the few words behind a number that ends at i, in its line.
func hintAfter(n *mention.Noun, i int) string {
	after, _, _ := strings.Cut(n.Low[i:min(len(n.Low), n.TokenEnd(min(len(n.Low), i+maxBack)))], "\n")
	return plain.FirstWords(strings.TrimLeft(after, " ,."), maxHint) + " "
}

// isOpenedWith reports whether words that name a door or a device stand right before a number, and right behind it those that it opens with the number; or
// whether both stand before it.
func isOpenedWith(n *mention.Noun, before string, from, to int) bool {
	if before == "" || looks.IsYear(n.Low[from:to]) && n.Low[from] != '1' {
		return false
	}
	words := strings.Fields(before)
	isTold := len(words) > 0 && isCopula(n.Words, words[len(words)-1])
	if isTold && n.IsClauseEnd(to) && n.Words.HasStem("unlocking", before) && n.Words.HasThing("touched", before) && !amounts.IsRound(n.Low[from:to]) {
		return true // "to unlock grandma's phone it's 1952"
	}
	if isLed(n.Words, "opensby", before) && n.IsClauseEnd(to) {
		return n.Words.HasThing("doorword", before) || n.Words.HasThing("touched", before) || n.Words.HasThing("lock", before)
	}
	near := before[max(0, len(before)-maxShown):]
	isDoor := n.Words.HasThing("doorword", near) || n.Words.HasThing("touched", near) || n.Words.HasThing("lock", near)
	if !isDoor {
		return false
	}
	next := n.Skip(to, " '-")
	if _, is := n.MatchWords("openswith", next); is {
		return true
	}
	if looks.IsYear(n.Low[from:to]) && !n.Words.HasThing("touched", near) || isQuarter(n.Low[from:to]) {
		return false
	}
	_, is := n.MatchWords("canopen", next)
	return is || isLed(n.Words, "bymeans", before) && isOpening(n, next)
}

// isOpening reports whether a verb for opening stands at i.
func isOpening(n *mention.Noun, i int) bool {
	_, is := n.MatchWords("opening", i)
	return is
}

// isLed reports whether a text ends with an entry of a list, as a word of its own.
func isLed(w *lexicon.Words, list, before string) bool {
	_, is := w.CutLast(list, strings.TrimRight(before, " "))
	return is
}
