// Package arrived finds the one-time code that somebody passes on in haste, where no noun for a code leads to it: "bank just texted me
// 570 958 quick put it in before it runs out", "9191 voilà le code whatsapp que t'as reçu".
//
// What makes a number such a code is what stands around it: that it came, from a service, that it has to be entered, that it expires, that it
// may be a fraud. What begins a text and is said to have come is in came.go, what came from a named sender in sender.go, what somebody wonders about in
// doubted.go. The words are in the lists sent, enterit, expiring, hurry, scam and papers of package lexicon. Texts come in the even form of package plain.
//
// Start reading at Find.
package arrived

import (
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/secret/amounts"
	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

const (
	maxBefore    = 70 // characters before the number in which the sender and the arrival are named
	maxAfter     = 80 // characters behind it in which it is said what to do
	maxOfService = 4  // words that name a service beside a number and a code
	maxLink      = 6  // words between a number and the noun that calls it a code
)

// Find returns the code of a text that has one number which can be one. The numbers are places as of looks.NumberShape.
func Find(t plain.Text, w *lexicon.Words, numbers [][]int) (from, to int, ok bool) {
	for _, at := range numbers {
		if at[0] < to {
			continue // the second half of a code
		}
		n := mention.At(t, w, at[0], at[1])
		end, isSplit := n.SplitCode(at[0], at[1], len(t.Low))
		if !isSplit {
			end = at[1]
		}
		if digits := looks.CountDigits(t.Low[at[0]:end]); digits < 3 {
			continue
		}
		if ok || !isCode(n, at[0], end, isSplit) {
			return 0, 0, false // of several numbers nobody knows which
		}
		from, to, ok = at[0], end, true
	}
	return from, to, ok && (isPassedOn(t, w, from, to) || isPresented(t, w, from, to) || isToTell(t, w, from, to) || isWhatCame(w, t.Low, from, to) || isFromSender(t, w, from, to) || isDoubted(t, w, from, to) || isWarnedYear(mention.At(t, w, from, to), from, to))
}

// isCode reports whether a number has the length of a code and no word beside it says that it is something else.
func isCode(n *mention.Noun, from, to int, isSplit bool) bool {
	v := n.Low[from:to]
	digits := looks.CountDigits(v)
	isSplit = isSplit || len(v) == 7 && digits == 6 && strings.IndexAny(v, "- ") == 3
	if digits < 4 || digits > 8 || !isSplit && (!looks.IsAllDigits(v) || looks.IsYear(v) && !strings.HasSuffix(strings.TrimRight(n.Low[:from], " "), ":") && !isWarnedYear(n, from, to) || amounts.IsRound(v)) {
		return false
	}
	if other := n.OtherWord(from); other != "" && !n.Words.HasStem("codesender", other) || n.IsFieldOfOther(from) {
		return false
	}
	return !n.IsUnitAt(to) && !n.IsPartOfWord(from, to) && !n.IsPriced(from) && !looks.IsPhone(n.Low, from, to) && !n.IsPostal(from, to)
}

// isPassedOn reports whether the words around a number say that it came or from whom, and that it has to be entered soon, or whether to pass it on is to
// fall for a fraud.
func isPassedOn(t plain.Text, w *lexicon.Words, from, to int) bool {
	before, after := around(t.Low, from, to)
	near := before + " " + after
	if w.HasStem("papers", near) {
		return false
	}
	hasCome := w.HasStem("sent", near)
	isFromService := w.HasStem("sendingbank", near) || w.HasStem("service", near) || w.HasStem("codesender", near)
	isToEnter := w.HasEntry("enterit", after) || w.HasStem("expiring", after)
	isHurried := w.HasStem("hurry", after)
	rest, _, _ := strings.Cut(t.Low[to:], "\n")
	isDoubted := w.HasStem("scam", rest) && !w.Is("of", lastWord(before), ^uint32(0)) // "from 73820" is who sent it
	six := looks.CountDigits(t.Low[from:to]) == 6
	isTimed := w.Is("at", lastWord(before), ^uint32(0)) // "the text said it comes at 1830"
	isToldOfMessage := isHurried && w.HasStem("codesender", before) && !isTimed && (hasCome || isFromService)
	if isFromMessage(w, after) || isToldOfMessage || isOfService(w, before) && !w.HasStem("discount", near) || isSentBy(w, before, after) && isHurried {
		return true
	}
	if hasCome && isFromService && w.HasEntry("wasityou", after) && !isTimed && !w.HasStem("spent", near) {
		return true
	}
	if (six || looks.CountDigits(t.Low[from:to]) == 8 && isFromService) && hasCome && w.HasEntry("isitthat", after) {
		return true
	}
	if six && (isTried(w, before, after) || isForService(t, w, from, to)) || looks.CountDigits(t.Low[from:to]) > 5 && isShown(t, w, from, to, before) {
		return true
	}
	switch {
	case isDoubted && hasCome && isFromService:
		return true
	case isToEnter && (hasCome || isFromService):
		return six || isHurried || w.HasStem("expiring", after) || hasCome && isFromService
	case isHurried && hasCome:
		return six && isFromService || w.HasStem("expiring", after) || six && w.HasEntry("shows", before)
	}
	return false
}

// isFromMessage reports whether what follows a number begins with words for the message that it came with: "read her the 482913 from the sms".
func isFromMessage(w *lexicon.Words, after string) bool {
	after = strings.TrimLeft(after, " ")
	return slices.ContainsFunc(w.Beginning("fromsms", plain.FirstRune(after)), func(words string) bool { return strings.HasPrefix(after, words) })
}

// isOfService reports whether a noun for a code and the name of a service stand right before a number, with nothing but small words between:
// "whatsapp code 482913 i'm setting up the new phone".
func isOfService(w *lexicon.Words, before string) bool {
	words := strings.Fields(before)
	isCode, isService := false, false
	for n := len(words) - 1; n >= 0 && n >= len(words)-maxOfService && !(isCode && isService); n-- {
		word := strings.TrimRight(words[n], ":")
		isNamed := w.HasStem("service", word) || w.HasStem("sendingbank", word)
		isNoun := slices.ContainsFunc(w.Index.Find(word+"  "), func(h lexicon.Hit) bool {
			return h.At == 0 && h.Noun != nil && h.Noun.Classes&(lexicon.BareCode|lexicon.Code) != 0
		})
		if !isNamed && !isNoun && !w.Is("of", word, ^uint32(0)) && !w.Is("article", word, ^uint32(0)) && !w.Is("my", word, ^uint32(0)) {
			return false
		}
		isCode, isService = isCode || isNoun, isService || isNamed
	}
	return isCode && isService
}

// isSentBy reports whether a clause begins with a number and says right behind it from which service it is: "482913 is from paypal, use it fast".
func isSentBy(w *lexicon.Words, before, after string) bool {
	clause, _, _ := strings.Cut(after, ",")
	first := plain.FirstWords(clause, maxOfService)
	start := strings.TrimRight(before, " ")
	return (start == "" || strings.IndexByte(".,:;!?", start[len(start)-1]) >= 0) && (w.HasStem("service", first) || w.HasStem("sendingbank", first))
}

// lastWord returns the word that a text ends with.
func lastWord(s string) string {
	s = strings.TrimRight(s, " ")
	return s[strings.LastIndexByte(s, ' ')+1:]
}

// isForService reports whether a word for "for" and the name of a service follow a number, or a word for where it came between the two:
// "482913 for outlook", "got 482913 on my phone for insta".
func isForService(t plain.Text, w *lexicon.Words, from, to int) bool {
	n := mention.At(t, w, from, to)
	before, after := around(t.Low, from, to)
	if w.HasStem("spent", before) || strings.HasSuffix(strings.TrimRight(before, " "), "nummer") {
		return false
	}
	words := strings.FieldsFunc(after, func(r rune) bool { return strings.ContainsRune(" ,.;!?", r) })
	for i, word := range words[:min(maxLink, len(words))] {
		isFor := w.Is("forservice", word, ^uint32(0))
		if i == 0 && !isFor && n.IsCounting(from, to) {
			return false
		}
		if i+1 == len(words) {
			break
		}
		isAfter := w.HasStem("service", word) && w.Is("forservice", words[i+1], w.Langs["tr"]|w.Langs["hi"]) // "trendyol için"
		if isAfter || isFor && (w.HasStem("service", words[i+1]) || w.HasStem("codesender", words[i+1])) {
			return true
		}
	}
	return false
}

// isShown reports whether the number that ends a clause is what somebody's own device shows, in a text that asks whether it came: "did you
// get it? mine says 739204".
func isShown(t plain.Text, w *lexicon.Words, from, to int, before string) bool {
	n := mention.At(t, w, from, to)
	question, _, isAsked := strings.Cut(before, "?")
	isShown := n.IsClauseEnd(to) || w.HasEntry("mineshows", t.Low[to:])
	return isAsked && isShown && (w.HasStem("sent", question) || w.HasEntry("gotit", question)) && w.HasEntry("mineshows", t.Low)
}

// isTried reports whether a verb for entering or trying stands beside a number, and what follows says that another code has expired, or
// names a code or a device that waits: "try 482913 the first one ran out", "type 482913 on the laptop, it is waiting".
func isTried(w *lexicon.Words, before, after string) bool {
	verb := plain.LastWords(before, 2) + " | " + plain.FirstWords(after, 2)
	if !w.HasEntry("tryit", verb) && !w.HasEntry("enterit", verb) {
		return false
	}
	near := before + " | " + after
	isOfCode := slices.ContainsFunc(w.Index.Find(after), func(h lexicon.Hit) bool {
		return h.Noun != nil && h.Noun.Classes&(lexicon.BareCode|lexicon.Code) != 0
	})
	isAwaited := w.HasStem("device", near) && (w.HasStem("awaiting", near) || strings.Contains(after, "?"))
	return w.HasStem("expiring", after) || isAwaited || isOfCode && !w.HasWord("other", after)
}

// around returns the text some characters before a number and behind it, cut at the ends of lines.
func around(low string, from, to int) (before, after string) {
	lo, hi := from, to
	for n := 0; n < maxBefore && lo > 0; n++ {
		_, size := utf8.DecodeLastRuneInString(low[:lo])
		lo -= size
	}
	for n := 0; n < maxAfter && hi < len(low); n++ {
		_, size := utf8.DecodeRuneInString(low[hi:])
		hi += size
	}
	before, after = low[lo:from], low[to:hi]
	if at := strings.LastIndexByte(before, '\n'); at >= 0 {
		before = before[at+1:]
	}
	line, next, _ := strings.Cut(after, "\n")
	if strings.TrimSpace(line) == "" {
		line, _, _ = strings.Cut(next, "\n") // a message goes on in the next line
	}
	return before, line
}

// isToTell reports whether a number at the end of a clause is to be told to who brings something: "tell the courier 5528".
func isToTell(t plain.Text, w *lexicon.Words, from, to int) bool {
	n := mention.At(t, w, from, to)
	before, after := around(t.Low, from, to)
	last := strings.TrimRight(before, " '\":")
	first, _, _ := strings.Cut(strings.TrimLeft(after, " "), " ")
	_, isTold := w.CutLast("tellit", last)
	isTold = isTold && n.IsClauseEnd(to)
	return (isTold || w.HasEntry("tellit", first)) && w.HasStem("courier", before) && !w.HasStem("papers", before)
}

// isPresented reports whether a clause begins with the number, words of pointing follow, a noun for a code, and that it came.
func isPresented(t plain.Text, w *lexicon.Words, from, to int) bool {
	n := mention.At(t, w, from, to)
	_, after := around(t.Low, from, to)
	if !n.IsClauseStart(from) && !w.HasEntry("hereis", t.Low[max(0, from-maxBefore):from]) || w.HasStem("papers", after) {
		return false
	}
	at := slices.IndexFunc(w.Index.Find(after), func(h lexicon.Hit) bool {
		return h.Noun != nil && h.Noun.Classes&(lexicon.BareCode|lexicon.Code) != 0 && isPointing(w, after[:h.At]) && !isOfOther(w, after[h.At:])
	})
	return at >= 0 && (w.HasStem("sent", after) || w.HasStem("codesender", after))
}

// isOfOther reports whether one of the three words behind a noun says that it is the code of something that is no secret.
func isOfOther(w *lexicon.Words, s string) bool {
	words := strings.Fields(s)
	return slices.ContainsFunc(words[:min(4, len(words))], func(word string) bool {
		return w.Is("other", word, ^uint32(0)) && !w.HasStem("codesender", word)
	})
}

// isPointing reports whether a text is words that point at something and no others, one of them from the list hereis.
func isPointing(w *lexicon.Words, s string) bool {
	words := strings.Fields(strings.NewReplacer(",", " ", "'", " ", ":", " ", "-", " ").Replace(s))
	if len(words) > maxLink || !w.HasEntry("hereis", s) {
		return false
	}
	return !slices.ContainsFunc(words, func(word string) bool {
		return !slices.ContainsFunc([]string{"hereis", "is", "of", "my", "article", "definite", "deictic", "filler", "pronoun"}, func(list string) bool {
			return w.Is(list, word, ^uint32(0))
		})
	})
}
