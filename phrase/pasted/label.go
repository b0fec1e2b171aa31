package pasted

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/phrase"
)

// This file tells whether a label is somebody, and whether what stands behind it is what somebody says.

//go:embed words.txt
var wordsFile string

var (
	labels, names, roles      = setOf("labels"), setOf("names"), setOf("roles")
	denseLabels, densePersons = sectionOf("dense labels"), sectionOf("dense persons")
	titles, owners, where     = setOf("titles"), setOf("owners"), setOf("where")
)

// sectionOf returns the words of a section of words.txt.
func sectionOf(name string) []string {
	_, rest, _ := strings.Cut(wordsFile, "["+name+"]\n")
	_, rest, _ = strings.Cut(rest, "\n") // what the section is
	section, _, _ := strings.Cut(rest, "\n[")
	return strings.Fields(section)
}

func setOf(name string) map[string]bool {
	out := make(map[string]bool)
	for _, w := range sectionOf(name) {
		out[strings.ToLower(w)] = true
	}
	return out
}

// Times beside a name, as chats are copied: "[14:02] Jim: …", "Jim (14:02): …", "3/5/24, 14:02 - Jim: …".
const clock = `\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?`

var (
	stamp      = regexp.MustCompile(`^\s*(?:[\[(][^\])\n]{0,24}` + clock + `[^\])\n]{0,24}[\])]\s*[-–—]?\s*|\d{1,4}[./-]\d{1,2}[./-]?\d{0,4},?\s+` + clock + `\s*[-–—]\s*|` + clock + `\s*(?:[-–—]\s*)?)`)
	isMarked   = regexp.MustCompile(`^\s*(?:[\[(]|\d{1,4}[./-]\d{1,2})`)
	aside      = regexp.MustCompile(`\s*[\[(（][^\])）\n]*[\])）]\s*$`)
	asideClock = regexp.MustCompile(`[\[(（][^\])）\n]*` + clock + `[^\])）\n]*[\])）]\s*$|,\s*` + clock + `\s*$`)
	title      = regexp.MustCompile(`(?i)(?:^|\s)(?:dr|mr|mrs|ms|prof|sr|sra|fr|hr|st|sig|mme|m|p\.?s)\.`)
	// chatHeader finds the line before a message as chats are copied: "Jim, [14.02.24 10:02]".
	chatHeader = regexp.MustCompile(`^\s*[\pL\pM.' -]{2,40},?\s+(?:\[[^\]\n]*\d[^\]\n]*\]:?|` + clock + `)[ \t]*\n`)
)

// isStamped reports whether a time stands beside a label as a chat puts it there.
func isStamped(label string) bool {
	at := stamp.FindString(label)
	return at != "" && isMarked.MatchString(at) || asideClock.MatchString(label)
}

// bare returns a label without times and marks around it.
func bare(label string) string {
	label = stamp.ReplaceAllString(label, "")
	label = aside.ReplaceAllString(label, "")
	return strings.TrimFunc(label, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) })
}

// Bounds of a label that is somebody.
const (
	mostWords = 7 // "my older sister in the family chat"
	mostNames = 3
	mostDense = 8 // signs
)

// isSomebody reports whether a label is somebody, who says what stands behind it.
func isSomebody(label string, isStamped bool, rest string) bool {
	if label == "" || strings.ContainsFunc(label, unicode.IsDigit) {
		return false
	}
	if phrase.IsDense(firstLetter(label)) {
		return isDenseSomebody(label, isStamped, rest)
	}
	words := wordsOf(label)
	if len(words) == 0 || len(words) > mostWords || slices.ContainsFunc(words, func(w string) bool { return speakers[strings.ToLower(w)] }) {
		return false
	}
	switch {
	case isRole(words), isNamed(words):
		return isStamped || speaks(rest) || orders(rest)
	case isName(words):
		return isStamped || speaks(rest) || pleads(rest)
	}
	return false
}

// Somebody returns the words for somebody else that a clause begins with, "my sister called Mum"; "" where it begins with none, or the speaker is with
// them.
func Somebody(clause string) string {
	if dense := clause; phrase.IsDense(firstLetter(dense)) {
		return denseSomebody.FindString(strings.TrimSpace(dense))
	}
	words := wordsOf(strings.ReplaceAll(clause, "’", "'"))
	if slices.ContainsFunc(words, func(w string) bool { return speakers[strings.ToLower(w)] }) {
		return ""
	}
	for n := min(len(words)-1, mostNames); n > 0; n-- {
		isPronoun := n == 1 && pronouns[strings.ToLower(words[0])] && !spanishPerfect.MatchString(clause)
		if part := words[:n]; isRole(part) || isNamed(part) || isPronoun {
			return strings.Join(part, " ")
		}
	}
	return ""
}

// spanishPerfect finds a Spanish "I have", which is an English pronoun: "he pagado el alquiler".
var spanishPerfect = regexp.MustCompile(`(?i)^\PL*he \pL+(?:[ai]do|to|cho)(?:\PL|$)`)

// denseSomebody finds somebody at the beginning of a clause in a script without spaces.
var denseSomebody = func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:我|うちの|私の|僕の|俺の|우리 |내 )?(?:` + strings.Join(densePersons, "|") + `|[小老阿]\p{Han}|\p{Han}{1,3}(?:さん|くん|ちゃん)|\p{Hangul}{2,3}(?:씨|님))(?:(?:已经|已|刚|都)?(?:给|把|去|帮|跟|打|买|交)|は|が|も|이|가|은|는|께서|도)`)
}()

// isRole reports whether words are somebody by what they are to somebody else: "my older sister", "my boss at work".
func isRole(words []string) bool {
	at := slices.IndexFunc(words, func(w string) bool { return roles[strings.ToLower(w)] })
	if at < 0 || at > 3 {
		return false
	}
	for _, w := range words[:at] {
		if isKnown(w) && !owners[strings.ToLower(w)] {
			return false
		}
	}
	for i, w := range words[at+1:] {
		lower := strings.ToLower(w)
		if where[lower] || i > 0 && where[strings.ToLower(words[at+i])] {
			return true
		}
		if isKnown(w) || !isCapital(w) && !roles[lower] && !owners[lower] && !names[lower] {
			return false
		}
	}
	return true
}

// isNamed reports whether words are a name that is known, with a title, a surname or an owner beside it.
func isNamed(words []string) bool {
	if len(words) > mostNames+1 {
		return false
	}
	found := false
	for _, w := range words {
		lower := strings.ToLower(strings.TrimSuffix(w, "."))
		switch {
		case names[lower], titles[lower]:
			found = true
		case isKnown(w), !isCapital(w) && !owners[lower]:
			return false
		}
	}
	return found
}

// isName reports whether words may be a name that is not known: written like one, and nothing that people put before something of their own.
func isName(words []string) bool {
	if len(words) > mostNames {
		return false
	}
	for _, w := range words {
		if utf8.RuneCountInString(w) < 2 || isKnown(w) || where[strings.ToLower(w)] || isCased(w) != isCapital(w) || !isCased(w) && len(words) > 2 || phrase.IsFrame(strings.ToLower(w)) {
			return false
		}
	}
	return true
}

// nounEnd finds how nouns end that are no names.
var nounEnd = regexp.MustCompile(`(?:ung|heit|keit|schaft|tion|sion|tionen|ment|ments|ness|ität|ité|dad|tad|ção|ções|zione|zioni|sione|ità|ость|ости|ение|ения|ание|ания|ость|ість|ення|ання|ość|ości|anie|enie|nost|ing|ings|lık|lik|luk|lük|het|ism|ismus)$`)

// isKnown reports whether a word is one that people put before something of their own, also at the end of a longer one: "Lieblingsessen".
func isKnown(w string) bool {
	w = strings.ToLower(w)
	if labels[w] || labels[strings.TrimSuffix(w, "s")] || phrase.IsCalendar(w) || nounEnd.MatchString(w) {
		return !names[w]
	}
	for i := range w {
		if len(w)-i >= 4 && i >= 4 && labels[w[i:]] {
			return true
		}
	}
	parts := strings.FieldsFunc(w, func(r rune) bool { return strings.ContainsRune("-/'’", r) })
	return len(parts) > 1 && slices.ContainsFunc(parts, func(p string) bool { return labels[p] })
}

// isDenseSomebody is isSomebody in a script without spaces.
func isDenseSomebody(label string, isStamped bool, rest string) bool {
	if utf8.RuneCountInString(label) > 2*mostDense {
		return false
	}
	isPerson := slices.ContainsFunc(densePersons, func(p string) bool { return strings.HasSuffix(label, p) }) || chineseCall.MatchString(label)
	isLabel := slices.ContainsFunc(denseLabels, func(l string) bool {
		return label == l || utf8.RuneCountInString(l) > 1 && strings.Contains(label, l)
	})
	switch {
	case phrase.HasRequest(label), !isPerson && denseNobody.MatchString(label):
		return false
	case isPerson && !isLabel, isStamped:
		return isStamped || says(rest) || speaks(rest) || orders(rest)
	case isLabel || utf8.RuneCountInString(label) > mostDense:
		return false
	}
	return speaks(rest) || pleads(rest) || isPolite(rest)
}

// chineseCall finds how people are called in Chinese.
var chineseCall = regexp.MustCompile(`^[小老阿]\p{Han}{1,2}$`)

// denseNobody finds what is no name: it begins with a word for the speaker, or ends as a verb or a word of grammar does.
var denseNobody = regexp.MustCompile(`^[我咱俺私僕]|(?:了|吧|一下|着|这|那|里|的话|へ|に|て|で|を|は|も|よ|ね|から|けど|줘|요|라|자|고|서|게|면|지만|로|에|건|은|는)$`)

// says reports whether a text in a script without spaces says more than a number or a word or two.
func says(s string) bool {
	return utf8.RuneCountInString(strings.TrimSpace(s)) > 4 && !strings.ContainsFunc(firstSentence(s), unicode.IsDigit)
}

// isPolite reports whether a text in Japanese or Korean is in the style of talking to somebody.
func isPolite(s string) bool { return polite.MatchString(firstSentence(s)) }

var polite = regexp.MustCompile(`(?:です|ます|ました|ません|でした|ましょう)(?:[よねかわ]*)[。！!？?\s]*$|\p{Hangul}(?:요|니다|니까)[.!?~\s]*$`)

func firstSentence(s string) string {
	s = strings.TrimSpace(s)
	if at := sentenceEnd.FindStringIndex(s); at != nil {
		return s[:at[1]]
	}
	return s
}

// wordPattern finds a word.
var wordPattern = regexp.MustCompile(`[\pL\pM][\pL\pM\d'’.\-\x{200c}]*`)

func wordsOf(s string) []string { return wordPattern.FindAllString(s, -1) }

// isCased reports whether a word is of a script that has capital letters.
func isCased(w string) bool {
	return unicode.In(firstLetter(w), unicode.Latin, unicode.Cyrillic, unicode.Greek)
}

func isCapital(w string) bool { return unicode.IsUpper(firstLetter(w)) }

func firstLetter(s string) rune {
	for _, r := range s {
		if unicode.IsLetter(r) {
			return r
		}
	}
	return 0
}
