// Package spoken turns a memory, which is kept in the third person ("User lives in Berlin"), round to the person it is
// about ("You live in Berlin"), for screens that show it to them.
//
// It is for showing only. What asks to be stored shows the stored bytes: the two must be the same. Where the sentence
// is not surely turned round, it stays as it is: an unknown verb, a second mention of the user, a pronoun that could be
// the user's or somebody else's.
//
// Invariants: pure; the rest of a sentence stays byte for byte. Start reading at ToUser.
package spoken

import (
	_ "embed"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"keepsake/phrase/verbatim"
)

//go:embed verbs.txt
var verbsFile string

// verbs has the second person of each known verb by language; "same", "adverb" and "joint" are English.
var verbs = sync.OnceValue(func() map[string]map[string]string {
	all := map[string]map[string]string{}
	for line := range strings.Lines(verbsFile) {
		name, list, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(name, "#") {
			continue
		}
		if all[name] == nil {
			all[name] = map[string]string{}
		}
		for _, word := range strings.Fields(list) {
			third, second, isPair := strings.Cut(word, "=")
			if !isPair {
				second = word
				if name == "en" {
					third = thirdPerson(word)
				}
			}
			all[name][third] = second
		}
	}
	return all
})

// thirdPerson returns an English verb as "user" has it, "watches".
func thirdPerson(stem string) string {
	for _, ending := range []string{"s", "sh", "ch", "x", "z", "o"} {
		if strings.HasSuffix(stem, ending) {
			return stem + "es"
		}
	}
	if n := len(stem) - 1; stem[n] == 'y' && !strings.ContainsRune("aeiou", rune(stem[n-1])) {
		return stem[:n] + "ies"
	}
	return stem + "s"
}

// ToUser returns a memory as it is said to the person it is about, or as it is.
func ToUser(s string) string {
	for _, turn := range []func(string) (string, bool){verbatim.ToUser, turnEnglish, turnGerman, turnRussian, turnChinese} {
		if turned, ok := turn(s); ok {
			return turned
		}
	}
	return s
}

var (
	englishStart = regexp.MustCompile(`^(?:The user|the user|User)('s|’s)? `)
	// englishOf finds a possessive within a sentence, englishPeople who else can be meant, or a sentence of its own.
	englishOf     = regexp.MustCompile(`\b(?:the user|The user|User)(?:'s|’s)\b`)
	englishPeople = regexp.MustCompile(`(?i)\b(?:users?|they|them|their|theirs|themselves|he|him|his|himself|she|her|hers|herself|you|your|yours|i|me|my|we|our)\b|[.!?;:"“”\n]\s*\S`)
	englishJoint  = regexp.MustCompile(`(?i)(?:,? (?:and|or|but)|,)(?: (?:also|often|always|never|then|usually|sometimes))? ([a-z']+)`)
	englishRelate = regexp.MustCompile(`(?i)\b(?:who|which|that|where|because|when|if|while|since|whose|whom|what|how|why)\b`)
)

func turnEnglish(s string) (string, bool) {
	m := englishStart.FindStringSubmatchIndex(s)
	if m == nil {
		if of := englishOf.FindAllStringIndex(s, 2); len(of) == 1 && !englishPeople.MatchString(s[:of[0][0]]+s[of[0][1]:]) {
			return s[:of[0][0]] + "your" + s[of[0][1]:], of[0][0] > 0
		}
		return s, false
	}
	rest := s[m[1]:]
	if englishPeople.MatchString(rest) {
		return s, false
	}
	if m[2] >= 0 {
		return "Your " + rest, true
	}
	adverbs, word, rest := cutVerb(rest)
	second, ok := englishVerb(word)
	if !ok {
		return s, false
	}
	rest, ok = turnJoined(rest)
	return "You " + adverbs + second + rest, ok
}

// cutVerb cuts a predicate after the adverbs before the verb, and after the verb.
func cutVerb(s string) (adverbs, verb, rest string) {
	for rest = s; ; {
		word, _, _ := strings.Cut(rest, " ")
		if verbs()["adverb"][word] == "" || len(word) == len(rest) {
			verb = strings.TrimRight(word, ".,!")
			return s[:len(s)-len(rest)], verb, rest[len(verb):]
		}
		rest = rest[len(word)+1:]
	}
}

// englishVerb returns the second person of a verb in the third; forms of the past and "can" have one form.
func englishVerb(third string) (string, bool) {
	if second := verbs()["en"][third]; second != "" {
		return second, true
	}
	return third, verbs()["same"][third] != "" || len(third) > 4 && strings.HasSuffix(third, "ed") && third == strings.ToLower(third)
}

// turnJoined turns further verbs of the same subject, "lives in Oslo and works as a vet". It reports false where a
// word could be such a verb and is not known, or could be another subject's.
func turnJoined(rest string) (string, bool) {
	var b strings.Builder
	at := 0
	for _, m := range englishJoint.FindAllStringSubmatchIndex(rest, -1) {
		word := rest[m[2]:m[3]]
		second := verbs()["en"][word]
		if second == "" {
			continue // a noun: "cats and dogs"
		}
		if verbs()["joint"][word] == "" || englishRelate.MatchString(rest[:m[2]]) {
			return rest, false
		}
		b.WriteString(rest[at:m[2]] + second)
		at = m[3]
	}
	return b.String() + rest[at:], true
}

var (
	germanStart   = regexp.MustCompile(`^(?:(?:Der|der) (?:Nutzer|Benutzer)|(?:Die|die) (?:Nutzerin|Benutzerin)|Nutzer|Nutzerin|Benutzer) (\p{L}+)`)
	germanPeople  = regexp.MustCompile(`(?i)(?:^|\P{L})(?:er|sie|es|ihm|ihn|ihr\pL*|sein(?:e[mnrs]?)?|sich|(?:be)?nutzer\pL*|du|dich|dir|dein\pL*|ich|und|oder|aber|der|die|das|dass|weil|wenn)(?:\P{L}|$)|[.!?;:"„“\n]\s*\S`)
	russianStart  = regexp.MustCompile(`^(?:Пользователь|пользователь) (не )?(\p{L}+)`)
	russianPeople = regexp.MustCompile(`(?i)(?:^|\P{L})(?:он|она|они|его|её|ее|ему|ей|их|им|свой|сво\pL+|себя|себе|пользовател\pL*|ты|тебя|тебе|я|и|или|но|а|котор\pL+|что)(?:\P{L}|$)|[.!?;:"«\n]\s*\S`)
	russianOf     = regexp.MustCompile(`^(У пользователя|Пользователя зовут) `)
	chineseStart  = regexp.MustCompile(`^(?:该)?用户`)
	// germanOf and chineseOf match who somebody is to the user: "Anna ist die Schwester des Nutzers".
	germanOf  = regexp.MustCompile(`^(\p{Lu}[\p{L}' -]* ist )(der|die|das)( \p{Lu}[\p{L}-]+) des (?:Nutzers|Benutzers)$`)
	chineseOf = regexp.MustCompile(`^([^，。！？；他她它你您我]+是)用户(的\p{Han}+)$`)
)

func turnGerman(s string) (string, bool) {
	if of := germanOf.FindStringSubmatch(s); of != nil && !germanPeople.MatchString(of[1]) {
		your := "dein"
		if of[2] == "die" {
			your = "deine"
		}
		return of[1] + your + of[3], true
	}
	m := germanStart.FindStringSubmatchIndex(s)
	if m == nil || germanPeople.MatchString(s[m[1]:]) {
		return s, false
	}
	second := verbs()["de"][s[m[2]:m[3]]]
	return "Du " + second + s[m[1]:], second != ""
}

func turnRussian(s string) (string, bool) {
	if m := russianOf.FindString(s); m != "" && !russianPeople.MatchString(s[len(m)-1:]) {
		return strings.NewReplacer("У пользователя", "У тебя", "Пользователя зовут", "Тебя зовут").Replace(m) + s[len(m):], true
	}
	m := russianStart.FindStringSubmatchIndex(s)
	if m == nil || russianPeople.MatchString(s[m[1]:]) {
		return s, false
	}
	not := ""
	if m[2] >= 0 {
		not = s[m[2]:m[3]]
	}
	second := verbs()["ru"][s[m[4]:m[5]]]
	return "Ты " + not + second + s[m[1]:], second != ""
}

// turnChinese needs no verb: Chinese has no person. 用户名 and its like are other words.
func turnChinese(s string) (string, bool) {
	if of := chineseOf.FindStringSubmatch(s); of != nil && !strings.Contains(of[1]+of[2], "用户") {
		return of[1] + "你" + of[2], true
	}
	m := chineseStart.FindStringIndex(s)
	if m == nil {
		return s, false
	}
	rest := s[m[1]:]
	next, _ := utf8.DecodeRuneInString(rest)
	if !unicode.Is(unicode.Han, next) || strings.ContainsRune("名端界体量数组群协画们", next) || strings.ContainsAny(rest, "他她它你您我") || strings.Contains(rest, "用户") {
		return s, false
	}
	return "你" + rest, true
}
