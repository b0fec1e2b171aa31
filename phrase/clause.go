package phrase

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/text"
)

// Clause is a stretch of a text that says one thing.
type Clause struct {
	From, To int    // in bytes of the text it was cut from
	Text     string // as it stands there
	// Sentence is the text of the whole sentence, for what colours all of its clauses.
	Sentence string
	// First says that the clause begins its sentence.
	First bool
	// IsQuestion says that the sentence asks, and is no request put as a question.
	IsQuestion bool
	// IsRequest says that the sentence asks the listener to keep or to do something.
	IsRequest bool
}

// request finds what asks the listener to keep something, as far as it stands before what is to be
// kept. It holds no statement, and its denials ("don't forget") deny nothing.
var request = regexp.MustCompile(`(?i)(?:` +
	`\b(?:(?:can|could|would|will) you (?:please )?|please |i(?:'d| would) like you to |i want you to |you should |make sure (?:to |you )?|be sure to |just )?` +
	`(?:remember|remeber|rember|do(?: not|n['’]t|nt) (?:ever )?forget|never forget|(?:make|take) (?:a )?note|note|keep in mind|bear in mind|save|store|memori[sz]e|write down|jot down|put down|know|add to (?:your )?memory)` +
	`(?: this| it| in (?:your )?memory)?(?: down)?(?: for (?:me|later|next time|the future|the record))?(?: please)?(?: that\b|:)?` +
	`|\b(?:from now on|from today on|in (?:the )?future|going forward|as of now|for future reference|for the record|fyi|by the way|as a rule|from here on)\b` +
	`|\b(?:kannst du (?:dir )?(?:bitte )?|bitte )?(?:merke? dir|merken sie sich|behalte|notiere?|speichere?|vergiss (?:bitte )?nicht|denk dran|denk daran|schreib dir auf)(?: bitte)?(?:,? dass\b|:)?|\b(?:dir )?merken\b|\bab (?:jetzt|sofort|heute)\b|\bvon (?:nun|jetzt) an\b|\bin zukunft\b` +
	`|\b(?:souviens[- ]toi|rappelle[- ]toi|retiens|n['’]oublie(?:z)? pas|note(?:z)?|m[ée]morise|enregistre|garde en t[êe]te)(?: bien)?(?: (?:que|qu['’])|:)?|\b(?:d[ée]sormais|[àa] partir de maintenant|dor[ée]navant)\b` +
	`|(?:recuerda|recu[ée]rdame|acu[ée]rdate de|acu[ée]rdate|no (?:te )?olvides(?: de)?|anota|apunta|guarda|ten en cuenta|memoriza)(?: que\b|:)?|\b(?:a partir de ahora|de ahora en adelante|desde ahora)\b` +
	`|\b(?:lembre(?:-se)?(?: de)?|lembra(?:-te)?(?: de)?|n[ãa]o (?:se |te |vos )?esque[çc]as?(?: de)?|anote|anota|guarde|guarda)(?: que\b|:)?|\b(?:a partir de agora|de agora em diante)\b` +
	`|\b(?:ricorda(?:ti)?|non dimenticare|annota|segna(?:ti)?|tieni a mente|memorizza)(?: che\b|:)?|\b(?:da ora in poi|d['’]ora in poi)\b` +
	`|\b(?:onthoud|vergeet niet|noteer|schrijf op)(?: dat\b|:)?|\bvanaf nu\b|\b(?:kom ih[åa]g|gl[öo]m inte|notera)(?: att\b|:)?|\bfr[åa]n och med nu\b` +
	`|(?:запомни(?:те)?|не забудь(?:те)?|не забывай|запиши(?:те)?|сохрани(?:те)?|помни|имей в виду|учти)(?:,? что|:)?|с этого момента|отныне|впредь|с сегодняшнего дня` +
	`|(?:запам[’']?ятай|не забудь|запиши)(?:,? що|:)?|(?:zapami[ęe]taj|nie zapomnij|zapisz)(?:,? [żz]e|:)?|od teraz` +
	`|(?:unutma|hat[ıi]rla|akl[ıi]nda tut|not et|kaydet)(?: ki|:)?|bundan sonra` +
	`|تذكر(?: أن|ي)?|لا تنس(?:ى)?(?: أن)?|احفظ(?: أن)?|من الآن فصاعدا|תזכור ש|תזכרי ש|תזכור|אל תשכח ש?|מעכשיו` +
	`|याद रखो(?: कि)?|याद रखना(?: कि)?|मत भूलना(?: कि)?|ingat(?:lah)?(?: bahwa)?|jangan lupa(?: bahwa)?|catat(?: bahwa)?|mulai sekarang` +
	`|(?:请|請|千万|麻烦)?(?:你)?(?:帮我|幫我|替我)?(?:记住|記住|记下|記下|记一下|記一下|记好了?|记得|記得|别忘了|別忘了|别忘记|不要忘记|不要忘了|备注|保存)|从现在开始|从现在起|从今以后|以后请|以后都|以后` +
	`|(?:と|って|ことを|のを)?(?:覚えておいて(?:ください|ね)?|覚えて(?:おいて)?(?:ください|ね)?|メモして(?:おいて)?(?:ください)?|忘れないで(?:ください|ね)?|記録して(?:ください)?)|これからは?|今後は?|今から` +
	`|(?:라고|다고|는 ?걸|것을|을|를)? ?(?:기억해(?: ?줘| ?주세요|둬)?|잊지 ?마(?:세요)?|저장해(?: ?줘)?|메모해(?: ?줘)?)|앞으로는?|지금부터` +
	`)`)

// ends are the runes that end a sentence, cuts those that end a clause.
const cuts = ",;:—–，、；：،؛()（）\n"

// Clauses cuts a text into clauses, in order. Requests to keep something are taken away from them
// (not from their Text): Bare returns what is left.
func Clauses(s string) []Clause {
	var out []Clause
	at := 0
	for _, sentence := range sentences(s) {
		asks, asked := strings.ContainsAny(sentence, "?？؟"), request.MatchString(sentence)
		first := true
		// What stands before the question in its sentence is stated: "I like tea, do you?"
		begun := !hasQuestion(sentence)
		from := 0
		for from < len(sentence) {
			to := from + nextCut(sentence[from:])
			if piece := sentence[from:to]; strings.TrimSpace(piece) != "" {
				begun = begun || beginsQuestion(piece)
				out = append(out, Clause{From: at + from, To: at + to, Text: piece, Sentence: sentence, First: first,
					IsQuestion: asks && !asked && begun, IsRequest: asked})
				first = false
			}
			_, size := utf8.DecodeRuneInString(sentence[to:])
			from = to + max(size, 1)
		}
		at += len(sentence)
	}
	return out
}

// asking are the words that a question begins with.
var asking = wordSet(`can could would will shall should may do does did is are am was were have has what who whom whose which when where why how any
	kannst konntest weisst hast bist ist sind wer wen wem was welche welcher welches wann wo warum wieso wie gibt magst wurdest darf soll
	peux pouvez sais connais as es est quest qui que quoi quel quelle quand ou pourquoi comment combien
	puedes podrias sabes tienes eres es que quien cual cuando donde como cuanto hay
	podes pode voce sabe tem quem qual quando onde como quanto puoi sai hai chi che cosa quale dove come
	kun kan weet wie wat welke waar waarom hoe
	можешь можете знаешь есть кто что какой какая какие когда где почему как сколько ли`)

func beginsQuestion(clause string) bool {
	for _, t := range text.Terms(clause) {
		if (fillers[t] || listeners[t]) && !asking[t] {
			continue
		}
		return asking[t]
	}
	return false
}

func hasQuestion(sentence string) bool {
	for from := 0; from < len(sentence); {
		to := from + nextCut(sentence[from:])
		if beginsQuestion(sentence[from:to]) {
			return true
		}
		_, size := utf8.DecodeRuneInString(sentence[to:])
		from = to + max(size, 1)
	}
	return false
}

// nextCut returns where the clause at the beginning of s ends. A comma or a point within a number,
// and a colon within a time, cut nothing.
func nextCut(s string) int {
	prev := rune(0)
	for i, r := range s {
		if strings.ContainsRune(cuts, r) {
			_, size := utf8.DecodeRuneInString(s[i:])
			next, _ := utf8.DecodeRuneInString(s[i+size:])
			if !unicode.IsDigit(prev) || !unicode.IsDigit(next) {
				return i
			}
		}
		prev = r
	}
	return len(s)
}

// IsInstruction reports whether a clause tells the listener how to do something: it begins with an
// imperative, such as "keep your answers brief" or "always write in German".
func IsInstruction(s string) bool {
	if denseInstruction.MatchString(s) {
		return true
	}
	for _, t := range text.Terms(s) {
		switch {
		case IsImperative(t):
			return true
		case fillers[t] || denial[t] || t == "don" || t == "do":
		default:
			return false
		}
	}
	return false
}

// denseInstruction finds an imperative in scripts without spaces.
var denseInstruction = regexp.MustCompile(`^[\s，]*(?:请|請|别|別|不要|永远|总是|一律|以后|每次|叫我|用)|(?:ください|下さい|てくれ|ないで|でね|にして|て)[。！!\s]*$|(?:줘|주세요|하세요|마|말아)[.!\s]*$`)

// enclitics are pronouns that stick to an imperative: "háblame".
var enclitics = []string{"me", "mi", "nos", "ci", "lo", "le"}

// Bare returns a clause without the words that only ask to keep it.
func Bare(s string) string { return request.ReplaceAllString(s, " ") }

// HasRequest reports whether a text asks to keep something.
func HasRequest(s string) bool { return request.MatchString(s) }

// IsOnlyRequest reports whether a text asks to keep something and says nothing else.
func IsOnlyRequest(s string) bool {
	if !request.MatchString(s) {
		return false
	}
	for _, t := range Tokens(Bare(s)) {
		if t.Kind == Content || t.Kind == Number || t.Kind == Name {
			return false
		}
	}
	return true
}

// mockery finds an agreement that is none: "Sure, and I'm the Queen of Denmark".
var mockery = regexp.MustCompile(`(?i)^\s*(?:sure|yeah|right|oh yes|ja,? klar|klar|na klar|claro|bien sûr|certo|ну да|да конечно|конечно),? (?:and|und|y|et|e|и|а) (?:i['’ ]?a?m|ich bin|soy|je suis|sono|sou|я)\b`)

// IsMockery reports whether a sentence says something absurd to deny something.
func IsMockery(s string) bool { return mockery.MatchString(s) }

// Markers returns the classes of words in a text that make it less than a plain statement of now.
func Markers(s string) map[string]bool {
	out := make(map[string]bool)
	s = Bare(s)
	terms := text.Terms(expand(s))
	for i, t := range terms {
		if class, ok := markerWords[t]; ok {
			out[string(class)] = true
		}
		if i > 0 {
			if class, ok := markerWords[terms[i-1]+"_"+t]; ok {
				out[string(class)] = true
			}
		}
	}
	folded := text.Fold(s)
	for class, words := range denseMarkers {
		for _, w := range words {
			if strings.Contains(folded, w) {
				out[string(class)] = true
			}
		}
	}
	return out
}

// HasNegative reports whether a text has a word whose meaning holds a denial, such as "hates".
func HasNegative(s string) bool {
	for _, t := range text.Terms(s) {
		if negatives[t] {
			return true
		}
	}
	for _, d := range []string{"过敏", "過敏", "讨厌", "討厭", "アレルギー", "嫌い", "苦手", "알레르기", "싫어", "แพ้"} {
		if strings.Contains(s, d) {
			return true
		}
	}
	return false
}

// yes begins a text that affirms.
var yes = regexp.MustCompile(`(?i)^[\s\p{P}\p{S}]*(?:(?:yes|yeah|yep|yup|ya|sure|ok|okay|of course|please|please do|do|do it|do so|go ahead|right|correct|exactly|definitely|absolutely|that's right|sounds good|why not|y|true|` +
	`ja|jo|klar|gerne?|natürlich|bitte|genau|stimmt|richtig|mach das|tu das|unbedingt|` +
	`oui|ouais|bien sûr|d'accord|volontiers|exact|vas-y|` +
	`sí|si|claro|vale|por supuesto|exacto|correcto|dale|hazlo|sim|certo|pode|isso|certo|va bene|esatto|certamente|graag|jawel|tak|jasne|` +
	`да|ага|конечно|давай|хорошо|верно|точно|угу|так|evet|tamam|olur|tabii|نعم|أجل|اكيد|طبعا|כן|בטח|हाँ|हां|जी|ya|iya|boleh)(?:\P{L}|$)|是的?|好的?|对|對|嗯|可以|行|当然|要|はい|うん|ええ|お願い|いいよ|もちろん|ぜひ|네|예|응|그래|좋아|ใช่|ได้|👍|✅|👌)`)

// BeginsWithYes reports whether a text begins with a yes.
func BeginsWithYes(s string) bool { return yes.MatchString(s) }
