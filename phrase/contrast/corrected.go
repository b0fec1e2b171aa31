package contrast

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/phrase/moment"
	"keepsake/phrase/numeral"
)

// This file finds what the speaker corrects at once: "on Tuesday, no wait, Thursday".

var (
	// correcting finds words by which somebody takes back what they have just said.
	correcting = regexp.MustCompile(`(?i)(?:^|[\s,;.…()–—-]+)(?:` + takingBack + `)(?:[\s,.!…]+(?:` + takingBack + `))*[\s,.:!…]+`)
	// correctingDense finds them between two values in scripts without spaces.
	correctingDense = regexp.MustCompile(`(` + denseValue + `)([^，,、。]{0,4}[，,、。.\s]*(?:哦|啊|噢|喔|呃|哎|あ|え|いや|아|앗)*[，,、\s]*(?:不对|不對|不是(?:的)?[，,、。]|错了|錯了|说错了|違う|違った|違います|じゃない|じゃなくて|ではなく|間違えた|間違い|아니다?|아니고)[了わ]?[，,、。.\s]*)(` + denseValue + `)`)
	// retracting finds what takes back the whole clause before it, by saying what it was instead or that it is to go.
	retracting = regexp.MustCompile(`(?i)(?:^|[\s,;.…()–—-]+)(?:(?:ach|ah|oh|euh|no|nein|nee),? )?(?:` + takingBack + `)(?:[\s,.!…]+(?:` + takingBack + `))*[\s,.:!…]+(?:(?:it|that|das|es|c['’]|ça|era|é|è|fue|foi|to|это|це|dat) (?:was|were|is|sollte|war|ist|gehört|était|est|mi|il|el|o|był|było|был|был[ао]|був|була|bylo) ?|sollte |cancella|cancel|forget|delete|vergiss|lösch|oublie|efface|olvida|borra|esquece|apaga|dimentica|vergeet|wis|zapomnij|skasuj|забудь|удали|видали|unut|sil)\b`)
	words      = regexp.MustCompile(`[\pL\pM\d:.’']*[\pL\pM\d]`)
)

const (
	// no takes something back where it stands alone or behind a sound of surprise: "on the 9th and no later" does not.
	no         = `(?:(?:ha)+h?|lol|jaja|hehe|nah|nope|euh|ah|oh|oops|ups|ой|äh|ähm|ach|no|nee|nein|нет|لا|a|eh|o|ay|ai),? (?:no|non|nein|nee|não|нет|ні|nie|لا)|(?:no|non|nein|nee|não|нет|ні|nie|لا|hayır|yok)(?:,? (?:wait|aspetta|warte|wacht|attends|espera|espere|czekaj|стой|чекай|dur)| ?[,.:!…])`
	takingBack = no + `|wait|sorry|nope|i mean|i meant|make that|scratch that|oops|enfin|pardon|je voulais dire|quatsch|unsinn|blödsinn|nö|moment|ich mein(?:e|te)|digo|mentira|perdón|mejor dicho|quiero decir|anzi(?: no)?|scusa|bugia|macché|volevo dire|cioè no|` +
		`quer dizer|aliás|ou melhor|minto|mentira|ops|то есть|точнее|вернее|стоп|ой|ах нет|тобто(?: ні)?|точніше|вірніше|znaczy|tfu|wróć|yani|şey|قصدي|أقصد|عفوا|يعني`
	denseValue = `(?:周|週|星期|礼拜|禮拜)[一二三四五六日天]|[月火水木金土日]曜日?|[월화수목금토일]요일|(?:\d+|[一二三四五六七八九十两]+|한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s?(?:[点點时時日号號月年시일월]|[^\pL\d]|$)|\d+`
	// beforeTaken and behindTaking are how many words may stand between what is corrected or what corrects it, and the words that take back.
	beforeTaken, behindTaking = 5, 4
)

// BlankCorrected returns a text with blanks in the place of each number, time, day of the week, month and name that the speaker corrects at once, "5 hens,
// no, 4", and of what they take back as a whole: "I had my appendix out, no sorry, it was my tonsils". Nothing else moves.
func BlankCorrected(s string) string {
	out := []byte(s)
	blank := func(at []int) {
		for i := at[0]; i < at[1]; i++ {
			out[i] = ' '
		}
	}
	for _, at := range correcting.FindAllStringIndex(s, -1) {
		if taken := findTaken(s, at); taken != nil {
			blank(taken)
		}
	}
	for _, at := range retracting.FindAllStringIndex(s, -1) {
		from := strings.LastIndexAny(strings.TrimRight(s[:at[0]], ".!… "), ".!?;\n") + 1
		blank([]int{from, at[0]})
	}
	for _, at := range correctingDense.FindAllStringSubmatchIndex(s, -1) {
		if kindOf(s[at[2]:at[3]]) == kindOf(s[at[6]:at[7]]) {
			blank(at[2:4])
		}
	}
	return string(out)
}

// BlankByNext returns a text with blanks in the place of the value that the same person's next one corrects, where that is nothing but such a correction:
// "I live in Graz", "no, sorry, Linz". isLater says that an answer stands between them: then a word that also excuses or stops somebody is not enough.
func BlankByNext(s, next string, isLater bool) string {
	at := correcting.FindStringIndex(next)
	if at == nil || at[0] > 0 || strings.ContainsAny(next, "?？؟") || isLater && excusing.MatchString(next[:at[1]]) {
		return s
	}
	if rest := next[at[1]:]; len(words.FindAllString(rest, -1)) > mostCorrecting || thanking.MatchString(rest) {
		return s
	}
	if taken := findTaken(s+"\n"+next, []int{len(s), len(s) + 1 + at[1]}); taken != nil {
		s = s[:taken[0]] + strings.Repeat(" ", taken[1]-taken[0]) + s[taken[1]:]
	}
	return s
}

// mostCorrecting is how many words a message has at most that is nothing but the value in another's place.
const mostCorrecting = 3

var (
	excusing = regexp.MustCompile(`(?i)^\PL*(?:sorry|wait|pardon|moment|scusa|perdón|стоп|ой|enfin|عفوا)\PL*$`)
	thanking = regexp.MustCompile(`(?i)^\PL*(?:danke|thank|merci|gracias|grazie|obrigad|dank|bedankt|tack|dzięk|děk|спасибо|дякую|teşekkür|ok|okay|bitte|please)(?:\pL*)(?:[^\pL]|$)`)
)

// Corrected returns what BlankCorrected blanks in a text, "" where that is nothing.
func Corrected(s string) string {
	out := []byte(s)
	for i, b := range []byte(BlankCorrected(s)) {
		if b == out[i] {
			out[i] = ' '
		}
	}
	return strings.TrimSpace(string(out))
}

// findTaken returns where the value stands that is taken back by the words at a place: the last of the kind of the first one behind them.
func findTaken(s string, at []int) []int {
	kind := ""
	for _, w := range words.FindAllString(s[at[1]:], behindTaking) {
		if kind = kindOf(w); kind != "" {
			break
		}
	}
	before := words.FindAllStringIndex(s[:at[0]], -1)
	for i := len(before) - 1; kind != "" && i >= 0 && i >= len(before)-beforeTaken; i-- {
		if kindOf(s[before[i][0]:before[i][1]]) == kind {
			return before[i]
		}
	}
	return nil
}

// kindOf returns of which kind a value is, "" for other words.
func kindOf(word string) string {
	switch {
	case len(moment.Weekdays(word)) > 0:
		return "weekday"
	case strings.ContainsFunc(word, unicode.IsDigit), numeral.Digits(word) != word:
		return "number"
	case moment.IsName(strings.ToLower(word)):
		return "month"
	case isCapital(word):
		return "name"
	}
	return ""
}

// isCapital reports whether a word begins with a capital letter, as a name does, and a German noun.
func isCapital(word string) bool {
	first, size := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(first) && len(word) > size
}
