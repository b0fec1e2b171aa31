// Package predicate tells what a sentence says about a password from the password that it gives: "the password is like my dog",
// "the box remember password is grey", "my PIN is longer than yours".
//
// Of what sort it is, how it fares and where it is ("is way too long", "is with the neighbours") is in state.go; what stands where none is
// yet ("password: ask dad") in unfilled.go; what is said behind a choice or a demand in choice.go.
//
// It is asked of plain words alone. A sign or quotation marks before them say that they are the password, except of what is unfilled.
//
// Start reading at Is.
package predicate

import (
	"slices"
	"strings"

	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// Is reports whether the plain words between two places are said of the noun and are not what it names.
func Is(n *mention.Noun, from, to int) bool {
	if from >= n.End && isUnfilled(n, from) {
		return true
	}
	if isLed(n, from) {
		return false
	}
	if from < n.End {
		return isEverybodys(n, from, to) || isRemark(n, from)
	}
	return isLikened(n, from, to) || isLabel(n) || isRemark(n, from) || isHeld(n, from) || isCounted(n) || isStatistic(n) || isVerb(n, from, to) || isOtherClause(n, from) || isService(n, from, to) || isBeyondQuote(n, from) || isState(n, from, to) || isPlaced(n, from, to) || isHebrewPurpose(n, from) || isChoice(n, from) || isDemanded(n, from, to)
}

// isEverybodys reports whether the words say of what kind a password is, since they are something of everybody's: "people use
// their birthday as a password".
func isEverybodys(n *mention.Noun, from, to int) bool {
	at := len(strings.TrimRight(n.Low[:from], " "))
	start := n.WordStart(at)
	phrase := n.Low[n.WordStart(len(strings.TrimRight(n.Low[:start], " "))):to] // "ngày sinh"
	return n.Words.Is("theirs", wordBefore(n, at), ^uint32(0)) || n.Words.HasStem("everybodys", phrase)
}

// isLed reports whether a sign or a quotation mark stands before i.
func isLed(n *mention.Noun, i int) bool {
	before := strings.TrimRight(n.Low[:i], " ")
	return before != "" && strings.IndexByte(":=\"'`(>\n", before[len(before)-1]) >= 0
}

// isLikened reports whether the words are compared with something: "is like …", "is longer than …", "длиннее диплома".
func isLikened(n *mention.Noun, from, to int) bool {
	at := len(strings.TrimRight(n.Low[:from], " "))
	if _, is := n.DenseBefore(at, "likeness"); is {
		return true
	}
	last := wordBefore(n, at)
	if n.Words.Is("article", last, ^uint32(0)) || n.Words.Is("my", last, n.Entry.Langs) {
		at = len(strings.TrimRight(n.Low[:at-len(last)], " "))
		last = wordBefore(n, at)
	}
	isThan := last == "als" && strings.HasSuffix(wordBefore(n, len(strings.TrimRight(n.Low[:at-len(last)], " "))), "er") // "länger als"
	if isThan || n.Words.Is("likeness", last, n.Entry.Langs) || isComparative(n, last) {
		return true
	}
	for word := range strings.FieldsSeq(n.Low[from:to]) {
		if n.Words.Is("likeness", word, n.Entry.Langs) && from > n.End || isComparative(n, word) {
			return true
		}
	}
	next := n.Skip(to, " ")
	_, is := n.MatchDense("likened", to)
	isToo := func(d string) bool { return strings.HasSuffix(n.Low[from:to], d) }
	return is || slices.ContainsFunc(n.Words.Dense["toothers"], isToo) || n.Words.Is("likened", n.Low[next:n.WordEnd(next)], n.Entry.Langs)
}

// isComparative reports whether a word has the ending of a comparative, where the noun's language has one that no noun has.
func isComparative(n *mention.Noun, word string) bool {
	for _, c := range []struct {
		langs   []string
		endings []string
	}{
		{[]string{"ru"}, []string{"ннее", "тнее", "днее", "жнее", "льнее", "стее", "бее", "роще", "ороче"}},
		{[]string{"uk"}, []string{"іший", "іше", "іша", "ший"}},
		{[]string{"pl"}, []string{"lszy", "lsze", "rszy", "rsze", "tszy", "tsze", "ższy", "ższe", "dłuższe", "iejsze", "iejszy", "niejsza"}},
		{[]string{"cs"}, []string{"lsi", "jsi", "rsi", "tsi"}},
		{[]string{"fa"}, []string{"تره", "ترين", "تر"}},
	} {
		for _, lang := range c.langs {
			if n.Entry.Langs&n.Words.Langs[lang] != 0 && slices.ContainsFunc(c.endings, func(e string) bool { return strings.HasSuffix(word, e) && len(word) > len(e)+4 }) {
				return true
			}
		}
	}
	return false
}

// isLabel reports whether the noun is the label of a box or a button, "the box remember password is grey": such a word stands
// before it, or nothing but a verb for remembering.
func isLabel(n *mention.Noun) bool {
	lo, _ := n.Sentence()
	at := len(strings.TrimRight(n.Low[:n.Start], " \"'"))
	if _, is := n.DenseBefore(at, "label"); is {
		return true
	}
	last := wordBefore(n, at)
	if n.Words.Is("article", last, ^uint32(0)) {
		last = wordBefore(n, len(strings.TrimRight(n.Low[:at-len(last)], " ")))
	}
	return n.Words.Is("label", last, n.Entry.Langs) && n.Words.HasStem("checkbox", n.Low[lo:])
}

// isCounted reports whether a number stands before the noun: "214 passwords saved".
func isCounted(n *mention.Noun) bool {
	before := strings.TrimRight(n.Low[:n.Start], " ")
	number := before[n.TokenStart(len(before)):]
	if number == "1" || strings.HasSuffix(n.Low[n.Start:n.End], "nya") {
		return false // "zoom kelas 2 passwordnya": the class's
	}
	return len(before) < n.Start && number != "" && looks.IsAllDigits(number)
}

// isBeyondQuote reports whether the noun stands in a quotation that closes before the words: "how do you say «what's the password»
// in Portuguese".
func isBeyondQuote(n *mention.Noun, from int) bool {
	lo, _ := n.Sentence()
	return strings.Count(n.Low[lo:n.Start], `"`)%2 == 1 && strings.Count(n.Low[n.End:from], `"`)%2 == 1
}

// isVerb reports whether a word has the form of a Persian verb, "مینویسه", is the second verb of a Hindi one, "badal diya hai", or a Turkish
// infinitive that goes on, "şifresi almak için".
func isVerb(n *mention.Noun, from, to int) bool {
	word := []rune(n.Low[from:to])
	next := n.Skip(to, " ")
	after := n.Low[next:n.WordEnd(next)]
	if n.Words.Is("verbpart", string(word), n.Words.Langs["hi"]) && n.Entry.Langs&n.Words.Langs["hi"] != 0 && (n.Words.Is("verbend", after, n.Words.Langs["hi"]) || n.Words.Is("verbpart", after, n.Words.Langs["hi"])) {
		return true
	}
	if n.Entry.Langs&n.Words.Langs["tr"] != 0 && (strings.HasSuffix(string(word), "miyor") || strings.HasSuffix(string(word), "muyor")) {
		return true // "şifre koymuş söylemiyor"
	}
	if n.Entry.Langs&n.Words.Langs["fa"] != 0 && len(word) > 4 && strings.HasPrefix(string(word), "نمي") && strings.ContainsRune("همني", word[len(word)-1]) {
		return true // "رمز گذاشته نمیگه"
	}
	if n.Entry.Langs == n.Words.Langs["tr"] && len(word) > 4 && after != "" && (strings.HasSuffix(string(word), "mak") || strings.HasSuffix(string(word), "mek")) {
		return true
	}
	return n.Entry.Langs == n.Words.Langs["fa"] && len(word) > 6 && strings.HasPrefix(string(word), "مي") && strings.ContainsRune("همني", word[len(word)-1])
}

// isOtherClause reports whether the noun is what somebody changed, and "and" parts it from the words: "he changed the password and
// all are angry".
func isOtherClause(n *mention.Noun, from int) bool {
	lo, _ := n.Sentence()
	between := n.Low[n.End:from]
	isAnd := func(word string) bool { return n.Words.Is("and", word, n.Entry.Langs) }
	return n.Words.HasStem("verb", n.Low[lo:n.Start]) && !strings.Contains(between, ",") && slices.ContainsFunc(strings.Fields(between), isAnd)
}

// isService reports whether the words are a service, and a preposition stands before them: "bytte lösenordet till Netflix".
func isService(n *mention.Noun, from, to int) bool {
	last := wordBefore(n, len(strings.TrimRight(n.Low[:from], " ")))
	return n.Words.HasStem("service", n.Low[from:to]) && (n.Words.Is("change", last, n.Entry.Langs) || n.Words.Is("of", last, n.Entry.Langs))
}

// isStatistic reports whether the sentence says how many people do something: "48 % reuse their password".
func isStatistic(n *mention.Noun) bool {
	lo, hi := n.Sentence()
	near := n.Low[lo:hi]
	at := strings.IndexByte(near, '%')
	return at > 0 && n.IsDigitAt(lo+len(strings.TrimRight(near[:at], " "))-1) || n.Words.HasStem("percent", near)
}

// isRemark reports whether the words say how often or where something is, or how it is spelt: "twice", "underneath", "capitals".
func isRemark(n *mention.Noun, from int) bool {
	for _, list := range []string{"often", "where", "remark"} {
		if _, is := n.StemAt(list, from); is {
			return true
		}
	}
	return false
}

// isHeld reports whether a copula and a preposition, or a preposition and an article, stand before the words, so that they say who
// has the secret or where it is: "is with reception", "gibt's an der Theke".
func isHeld(n *mention.Noun, from int) bool {
	at := len(strings.TrimRight(n.Low[:from], " "))
	last := wordBefore(n, at)
	before := len(strings.TrimRight(n.Low[:at-len(last)], " "))
	second := wordBefore(n, before)
	if last != "" && at > n.End && n.Words.Is("kindof", last, n.Entry.Langs) {
		return true // "the password was the cat"
	}
	if before <= n.End || last == "" {
		return false
	}
	if n.Words.Is("article", last, ^uint32(0)) && !n.Words.Is("conj", second, ^uint32(0)) {
		return n.Words.Is("of", second, n.Entry.Langs) || n.Words.Is("with", second, n.Entry.Langs) || n.Words.Is("at", second, ^uint32(0))
	}
	return n.Words.Is("with", last, n.Entry.Langs) && n.Words.Is("is", second, n.Entry.Langs)
}

// wordBefore returns the word that ends at i, without a mark of a script without spaces.
func wordBefore(n *mention.Noun, i int) string {
	word := n.Low[n.WordStart(i):i]
	if r := plain.LastRune(word); plain.IsDense(r) || plain.IsHangul(r) {
		return ""
	}
	return word
}

// IsForgotten reports whether what stands right behind the noun is the service of which the sentence says that its password is forgotten: "quên mật
// khẩu k12online", "forgot my password k12online". Nobody can tell what is forgotten.
func IsForgotten(n *mention.Noun, from, to int) bool {
	if n.Skip(n.End, " ") != from || looks.HasDigit(n.Low[:n.Start]) {
		return false
	}
	lo, _ := n.Sentence()
	v := n.Plain[from:to]
	isName := v == strings.ToLower(v) && looks.HasLetter(v[:1]) && looks.CountDigits(v) < 4 && !looks.HasOnlyLetters(v) && strings.Trim(n.Low[from:to], "abcdefghijklmnopqrstuvwxyz0123456789") == ""
	return isName && n.Words.HasEntry("forgotten", n.Low[lo:n.Start])
}
