// Package runon finds where a question begins behind a statement that no mark parts from it, as people type on a phone: "my son is allergic to
// nuts what can I bake?" The statement is stated, and only the rest asks.
//
// It knows how questions begin in some languages (openers.txt), and nothing of what they ask. It is pure. Start reading at Find.
package runon

import (
	_ "embed"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

//go:embed openers.txt
var openersText string

// A language is how questions begin in one.
type language struct {
	opener *regexp.Regexp  // its first group is the question
	behind map[string]bool // words before a question that make it part of what is said: "I know what …"
}

var languages = readLanguages(openersText)

// leastWords and leastSigns are how much a statement has: of words, or of signs in a script without spaces.
const leastWords, leastSigns = 3, 5

// endings find how a statement ends in a language where the question behind it does not show by its first word alone.
var endings = map[string]string{
	"ko": `(?:데|거든|[었았했였갔왔샀있없]어|해|돼|야|음|함|임|요|다|네|니까)\s+`,
	"ja": `(?:けど|けれど|ので|から|です|ます|ました|ですが|ますが)`,
	"zh": `\p{Han}`,
}

// end is the end of a word, whose letters may be of any script.
const end = `(?:$|[^\pL])`

// readLanguages reads openers.txt.
func readLanguages(s string) (out []language) {
	for _, section := range strings.Split(s, "\n# ")[1:] {
		code, lines, _ := strings.Cut(section, "\n")
		pronouns, behind, openers := "", map[string]bool{}, []string{}
		for _, line := range strings.Split(strings.TrimSpace(lines), "\n") {
			head, rest, _ := strings.Cut(line, " ")
			switch head {
			case "":
			case "PRON":
				pronouns = rest
			case "behind":
				for _, w := range strings.Split(rest, "|") {
					behind[w] = true
				}
			default:
				openers = append(openers, strings.NewReplacer("PRON", pronouns, `\b`, end).Replace(line))
			}
		}
		all := "(" + strings.Join(openers, "|") + ")"
		if ending, ok := endings[code]; ok {
			out = append(out, language{opener: regexp.MustCompile("(?i)" + ending + all)})
			continue
		}
		out = append(out, language{regexp.MustCompile(`(?i)(?:^|[^\pL'’-])` + all), behind})
	}
	return out
}

// Find returns where in a sentence, in bytes, a question begins that stands behind a statement without a mark between them; -1 where none does.
// Of several it is the first. Only a sentence with the mark of a question has one.
func Find(sentence string) int {
	first := -1
	if !strings.ContainsAny(sentence, "?？؟") {
		return first
	}
	for _, l := range languages {
		if at := l.find(sentence); at >= 0 && (first < 0 || at < first) {
			first = at
		}
	}
	return first
}

// find is Find in one language.
func (l language) find(s string) int {
	for from := 0; from < len(s); {
		at := l.opener.FindStringSubmatchIndex(s[from:])
		if at == nil {
			return -1
		}
		begins := from + at[2]
		if l.isBehind(s[:begins]) {
			return begins
		}
		_, size := utf8.DecodeRuneInString(s[begins:])
		from = begins + size
	}
	return -1
}

// isBehind reports whether a question may begin behind a text: it is long enough for a statement and does not end in what goes on with the question.
func (l language) isBehind(before string) bool {
	words := strings.FieldsFunc(before, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) && r != '\'' && r != '’' })
	if l.behind == nil {
		return utf8.RuneCountInString(strings.Join(words, "")) >= leastSigns
	}
	return len(words) >= leastWords && !l.behind[strings.ToLower(words[len(words)-1])]
}

// TellsByEnding reports whether a sentence tells something, whatever mark stands at its end: Korean has endings of which one does that in the
// hope of a nod.
func TellsByEnding(sentence string) bool { return nodding.MatchString(sentence) }

var nodding = regexp.MustCompile(`^[^?？]*(?:거든|잖아)요?\s*[?？]+\PL*$`)

// BeginsTelling reports whether a clause behind a question begins with what the speaker tells of themself or theirs: "how do I get there, I have no
// car?"
func BeginsTelling(clause string) bool { return telling.MatchString(clause) }

// telling finds how such a clause begins.
var telling = regexp.MustCompile(`(?i)^\s*(?:(?:cos|cuz|bc|because|since|weil|da|car|parce que|porque|perché|omdat|потому что|бо|bo|çünkü|لأن)\s+)?(?:(?:i['’]?(?:m|ve|am|have|had|was|got|live|work|don['’]?t|can['’]?t)|we['’]?(?:re|ve|are|have|had|got|live)|i (?:am|have|had|was|got|live|work|don['’]?t|can['’]?t|just|only)|my \pL+(?:['’]s)?|ich (?:hab|habe|hatte|bin|war|wohn|wohne|arbeite|kann|mag|darf)|wir (?:haben|sind|wohnen)|meine?r? \pL+` +
	`|j['’](?:ai|habite|étais)|je (?:suis|n['’]ai|vis|travaille)|on (?:a|est|habite)|nous (?:avons|sommes)|m(?:on|a|es) \pL+|(?:ik|wij|we) (?:heb|ben|woon|werk|hebben|zijn)|mijn \pL+|(?:tengo|soy|estoy|vivo|trabajo|mis? \pL+|mio \pL+|mia \pL+|sono \pL+|abito \pL+|tenho|sou|estou|moro|trabalho|meu \pL+|minha \pL+)` +
	`|(?:у меня|я|мы|мой|моя|мои|мо[йяї]|у мене|в мене|ми|mam|jestem|mieszkam|mój|moja)\s)|(?:عندي|أنا|انا|زوجتي|ابني|بنتي)\s)`)
