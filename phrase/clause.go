package phrase

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/phrase/runon"
	"keepsake/phrase/verbform"
	"keepsake/text"
	"keepsake/text/sieve"
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
	// IsLasting says that the sentence instructs the listener for the future ("from now on").
	IsLasting bool
	// IsRequest says that the sentence asks the listener to keep or to do something.
	IsRequest bool
}

// tag finds a question at the end of a statement that asks nothing: "…, okay?"
var tag = sieve.MustCompile(`(?i)[,，–-]\s*(?:ok|okay|right|yes|yeah|please|got it|deal|alright|ja|gell?|ne|oder|gut|klar|verstanden|vale|sí|d'accord|hein|ok\?|va bene|tá|certo|да|ладно|хорошо|ок|договорились|好吗|好嗎|行吗|可以吗|ね|よね)\s*[?？]`)

// unmarked finds a question without its mark.
var unmarked = sieve.MustCompile(`(?i)^\s*(?:how|what|why|where|when|who|which) (?:do|does|did|can|could|is|are|was|should|would|to|will|'s)\b|^\s*(?:do|am|should|can|could|would|will) (?:i|you|we)\b|^\s*(?:wie|warum|wo|wann|was|wer) (?:kann|soll|ist|sind|mache|komme|geht|bekomme|kriege)\b|^\s*(?:kannst|könntest|weißt|hast) du\b|(?:吗|嗎|么|呢)[。.!！~\s]*$|(?:ですか|ますか|かな|でしょうか)[。.!！~\s]*$|(?:까요|나요|ㄹ까|습니까)[.!~\s]*$|\bm[ıiuü](?:s[ıi]n|y[ıi]m)?[.!\s]*$|(?:^|\s)(?:kaç(?: para| lira| yaşında)?|kaça|ne kadar|ne zaman|nerede)[.!\s]*$`)

// askingListener finds the beginning of a request: "can you keep track, Ravi owes me 46" asks in its first clause only.
var askingListener = regexp.MustCompile(`(?i)^\s*(?:(?:hey|hi|ok|pls|please|bitte),? )?(?:(?:can|could|will|would) (?:you|u)|(?:kannst|könntest) du)\b`)

// keeping finds what asks the listener to keep something, as far as it stands before what is to be
// kept. It holds no statement, and its denials ("don't forget") deny nothing.
const keeping = `\b(?:(?:can|could|would|will) you (?:please )?|please |i(?:'d| would) like you to |i want you to |i need you to |you should |you must |make sure (?:to |you )?|be sure to |just )?` +
	`(?:remember|remeber|rember|do(?: not|n['’]t|nt) (?:ever )?forget|never forget|remembering|(?:make|take) (?:a )?(?:mental )?note(?: of)?|noted?|(?:keep|bear|hold) (?:this |it )?in (?:mind|your (?:head|memory|notes))|keep (?:it )?on file|(?:keep hold|hang on|hold on) ?(?:of|to|onto)|retain|worth keeping|save|store|memori[sz]e|(?:write|jot|put|take|mark|note) (?:me |this |it )?down(?: somewhere)?(?: as)?|log|record|file away|know|be aware|(?:add|put|pop|stick) (?:this |it )?(?:to|in|into|on) (?:your (?:memory|notes|list|head)|what you know about me|my (?:file|notes|profile))|for your (?:memory|notes|records|files))\b` +
	`(?: this| it| the following| in (?:your )?memory)?(?: down)?(?: for (?:me|later|next time|the future|the record))?(?: please)?(?: that\b|:)?` +
	`|\b(?:for future reference|for the record|fyi|by the way|just so you know|so you know|for next time|for later|you should know(?: that)?)\b` +
	`|\b(?:kannst du (?:dir )?(?:bitte )?|bitte )?(?:merke? dir|merken sie sich|behalte?(?: im kopf| im hinterkopf)?|merks dir|notiere?n?|vermerke?n?|speichere?|hinterlege?|vergiss (?:bitte )?nicht|denke? (?:bitte |immer |künftig |in zukunft |auch |nächstes mal )*(?:dran|daran)|schreibe? (?:dir )?(?:das |es |mal |bitte )*auf|halte? (?:das |es |mal |bitte )*fest|(?:nimm|pack|leg|behalt)e? (?:das |es |dir )*(?:in|zu|im|ins) (?:dein(?:e[nm]?)? )?(?:gedächtnis|notizen|akten?|protokoll)|beachte?|wichtig)(?: bitte| mal| dir| es| das)?(?:,? dass\b|:)?|\b(?:dir )?merken\b|\b(?:zur info|fürs nächste mal|fürs protokoll)\b` +
	`|\b(?:souviens[- ]toi|rappelle[- ]toi|retiens|n['’]oublie(?:z)? (?:surtout )?pas|note(?:z)?|m[ée]morise|enregistre|garde (?:bien )?en (?:t[êe]te|m[ée]moire)|sache)\b(?: bien| bien aussi)?(?: (?:que|qu['’])|:)?|pour (?:info|mémoire|la prochaine fois)\b` +
	`|\b(?:recuerda|recu[ée]rdame|acu[ée]rdate(?: de)?|no (?:te )?olvides(?: de)?|anota|apunta|guarda|ten(?:lo)? (?:en cuenta|presente)|memoriza|anotá|apuntá|guardá|memorizá|toma nota(?: de)?|deja constancia(?: en tus notas)?(?: de)?|qu[ée]date con (?:esto|este dato|esta)|registra|que sepas|para que (?:lo )?sepas)\b(?: que\b|:)?` +
	`|\b(?:lembre(?:-se)?(?: de)?|lembra(?:-te)?(?: de)?|n[ãa]o (?:se |te |vos )?esque[çc][ae]s?(?: de)?|anote|anota|guarde|guarda|tenha em mente|toma nota(?: de)?|fica sabendo)\b(?: que\b|:)?` +
	`|\b(?:ricorda(?:ti)?|non dimenticare|annota|segna(?:ti)?|tieni a mente|tieni presente|memorizza|prendi nota)\b(?: che\b|:)?` +
	`|\b(?:onthoud|vergeet niet|noteer|schrijf op)\b(?: dat\b|:)?|\b(?:kom ih[åa]g|gl[öo]m inte|notera)(?: att\b|:)?` +
	`|(?:запомни(?:те)?|не забудь(?:те)?|не забывай(?:те)?|запиши(?:те)?|сохрани(?:те)?|помни(?:те)?|(?:прошу |надо |нужно )(?:тебя |вас )?(?:запомнить|записать|учесть|сохранить)(?: следующее)?|занеси(?:те)? в (?:память|заметки)|пусть у тебя останется|держи(?:те)? в (?:голове|уме|памяти)|зафиксируй(?:те)?|име(?:й|йте) в виду|учти(?:те)?|учитывай(?:те)?|отметь(?:те)?|знай(?:те)?|заметь(?:те)?|возьми на заметку|к сведению)(?: себе| пожалуйста| там)?(?:,? что|:)?` +
	`|(?:запам[’']?ятай|не забудь|запиши)(?:,? що|:)?|(?:zapami[ęe]taj|nie zapomnij|zapisz|zanotuj)(?:,? [żz]e|:)?` +
	`|(?:unutma|hat[ıi]rla|akl[ıi]nda tut|akl[ıi]nda olsun|not et|not al\b|kaydet|(?:şunu |bunu )yaz|aklına yaz)(?: ki|:)?` +
	`|تذكر(?:ي)?(?: أن|ي)?|لا تنس(?:ى|ي)?(?: أن)?|احفظ(?:ي)?(?: أن)?|سجل(?:ي)?(?: أن)?|תזכור ש|תזכרי ש|תזכור|אל תשכח ש?` +
	`|याद रखो(?: कि)?|याद रखना(?: कि)?|याद रखें(?: कि)?|मत भूलना(?: कि)?|ingat(?:lah)?(?: bahwa)?|jangan lupa(?: bahwa)?|catat(?: bahwa)?` +
	`|(?:请|請|千万|麻烦)?(?:你)?(?:帮我|幫我|替我)?(?:记住|記住|记下来?|記下|记一下|記一下|记好了?|记得|記得|别忘了|別忘了|别忘记|不要忘记|不要忘了|存一下|存档|备注|保存|铭记|注意|留意|心里有个?数(?:就行)?|记着|(?:写|记)(?:到|在|进)(?:你的)?(?:小本本|本子|备忘录|笔记)(?:上|里)?)` +
	`|(?:と|って|ことを|のを|を)?(?:覚えておいて(?:ください|ね)?|覚えて(?:おいて)?(?:ください|ね)?|覚えといて(?:ね)?|メモして(?:おいて)?(?:ください)?|メモ|忘れないで(?:ください|ね)?|記録して(?:おいて)?(?:ください)?|控えておいて(?:ください)?)` +
	`|(?:라고|다고|는 ?걸|것을|을|를)? ?(?:기억해(?: ?줘| ?주세요|둬)?|잊지 ?마(?:세요)?|저장해(?: ?줘)?|메모해(?: ?줘)?|적어(?: ?줘| ?둬))`

// lasting finds what makes an instruction one for the future: "from now on".
const lasting = `\b(?:from now on(?:wards)?|from today(?: on)?|from this (?:point|moment)(?: on)?|from here on(?: out| in)?|in (?:the )?future|going forwards?|moving forwards?|as of (?:now|today)|hence ?forth|starting (?:now|today)|as a rule|by default|whenever|(?:each|every|any) time|until further notice|next time)\b` +
	`|\b(?:ab (?:jetzt|sofort|heute)|von (?:nun|jetzt|heute) an|in zukunft|zukünftig|künftig(?:hin)?|fortan|grundsätzlich|standardmäßig|ab dem nächsten mal|jedes mal|immer wenn|bis auf weiteres)\b` +
	`|(?:désormais|[àa] partir de (?:maintenant|aujourd['’]hui)|dor[ée]navant|[àa] l['’]avenir|par d[ée]faut|dès maintenant|à chaque fois|chaque fois que)` +
	`|(?:a partir de ahora|de ahora en adelante|de aqu[íi] en adelante|desde ahora|de ahora en m[áa]s|a partir de ya|cada vez que|en adelante|en el futuro|en lo sucesivo|por defecto|a partir de hoy|desde hoy)` +
	`|(?:a partir de agora|de agora em diante|daqui (?:para|pra|em) (?:a )?(?:frente|diante)|no futuro|a partir de hoje|por padrão)` +
	`|(?:da ora in (?:poi|avanti)|d['’]ora in (?:poi|avanti)|in futuro|d['’]ora innanzi|da oggi(?: in poi)?)` +
	`|\b(?:vanaf nu|voortaan|in het vervolg|från och med nu|i fortsättningen)\b` +
	`|(?:с этого момента|отныне|впредь|с сегодняшнего дня|в будущем|на будущее|в дальнейшем|с этих пор|начиная с сегодняшнего дня|каждый раз|всякий раз|по умолчанию|с этой минуты)` +
	`|od teraz|na przyszłość|w przyszłości|відтепер|надалі|bundan sonra|bundan böyle|şu andan itibaren|من الآن فصاعدا|من اليوم|في المستقبل|מעכשיו|מהיום|mulai sekarang|अब से|आगे से` +
	`|从现在开始|从现在起|从今以后|从今往后|从今天起|今后|今後は?|往后|将来|以后请|以后都|以后|今からは?|これからは?|次からは?|次回からは?|以後|今後とも|毎回|今度から|앞으로는?|지금부터는?|이제부터는?|다음부터`

var (
	request = sieve.MustCompile(`(?i)(?:` + keeping + `|` + lasting + `)`)
	keep    = sieve.MustCompile(`(?i)(?:` + keeping + `)`)
	future  = sieve.MustCompile(`(?i)(?:` + lasting + `)`)
)

// ends are the runes that end a sentence, cuts those that end a clause.
const cuts = ",;:—–，、；：،؛()（）\n"

// Clauses cuts a text into clauses, in order. Requests to keep something are taken away from them
// (not from their Text): Bare returns what is left.
func Clauses(s string) []Clause {
	var out []Clause
	at := 0
	for _, sentence := range sentences(s) {
		asks, asked := strings.ContainsAny(tag.ReplaceAllString(sentence, ""), "?？؟") && !runon.TellsByEnding(sentence) || unmarked.MatchString(sentence), HasRequest(sentence)
		first := true
		// What stands before the question in its sentence is stated: "I like tea, do you?"
		begun, runsOn := !hasQuestion(sentence), len(sentence)
		if at := runon.Find(sentence); at > 0 && begun && !asked {
			begun, runsOn = false, at
		}
		isAsking := asks && !strings.ContainsAny(sentence, "?？؟") && askingListener.MatchString(sentence)
		from, isOpened := 0, false
		for from < len(sentence) {
			to := from + nextCut(sentence[from:])
			if from < runsOn && runsOn < to {
				to = runsOn
			}
			if piece := sentence[from:to]; strings.TrimSpace(piece) != "" {
				opens := beginsQuestion(piece) || from == runsOn
				isOpened = isOpened || opens
				begun = (begun && !isAsking || opens) && !(isOpened && runon.BeginsTelling(piece))
				out = append(out, Clause{From: at + from, To: at + to, Text: piece, Sentence: sentence, First: first,
					IsQuestion: asks && !asked && begun, IsRequest: asked, IsLasting: future.MatchString(sentence)})
				first = false
			}
			if from = to; to != runsOn {
				_, size := utf8.DecodeRuneInString(sentence[to:])
				from += max(size, 1)
			}
		}
		at += len(sentence)
	}
	return out
}

// asking are the words that a question begins with.
var asking = WordSet(`can could would will shall should may do does did is are am was were have has what who whom whose which when where why how any
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
	if at := stopping.FindStringIndex(s); at != nil && len(strings.TrimSpace(s[:at[0]])) < 12 {
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
func Bare(s string) string {
	var bare strings.Builder
	from := 0
	for _, at := range findRequests(request, s) {
		bare.WriteString(s[from:at[0]] + " ")
		from = at[1]
	}
	return tellMe.ReplaceAllString(bare.String()+s[from:], "$1")
}

// findRequests returns where an expression finds words in a text, from and to in bytes, without those that say what somebody does: "I know Kim".
func findRequests(re *sieve.Regexp, s string) [][]int {
	return slices.DeleteFunc(re.FindAllStringIndex(s, -1), func(at []int) bool {
		before, found := s[max(0, at[0]-longestBefore):at[0]], s[at[0]:at[1]]
		return (NamesDoer(before) || mattering.MatchString(before) && strings.HasPrefix(strings.ToLower(found), "wichtig")) && !future.MatchString(found)
	})
}

// NamesDoer reports whether a text ends with whom the verb behind it is about, if it is not the listener: "we never".
func NamesDoer(before string) bool {
	return doing.MatchString(before[max(0, len(before)-longestBefore):])
}

// longestBefore is how many bytes before a word say whose it is.
const longestBefore = 80

var (
	// doing finds whom the verb behind it is about, if it is not the listener.
	doing = sieve.MustCompile(`(?i)(?:^|[^\pL'’])(?:(?:i|we|he|she|they|people|(?:my|our|his|her|their) (?:\pL+ )?\pL+)(?:['’](?:ll|d|ve))?(?: (?:do|does|did|don['’]?t|doesn['’]?t|didn['’]?t|can|can['’]?t|cannot|could|couldn['’]?t|will|won['’]?t|would|must|not|have|had|never|always|often|usually|sometimes|rarely|hardly|barely|really|still|already|also|only|just|even|(?:likes?|loves?|hates?|used|try|tries|forgot) to))*` +
		`|(?:ich|wir|er|sie|es|man)|(?:je|j['’]|nous|il|elle|on|ils|elles)(?: (?:ne|n['’]|me|m['’]|le|la|les|l['’]|y))*|(?:él|ella|usted|ele|ela|mi \pL+|minha \pL+|meu \pL+)(?: (?:no|não|siempre|sempre|también|ya|me|se|lo|la))*|(?:lui|lei|mia \pL+|mio \pL+)(?: (?:non|sempre|mi|lo|la))*|(?:ik|wij|hij|zij)|jag|я|мы|он|она|они|він|вона|вони|ja|ben|biz)\s+$` +
		`|(?:^|[^给給替帮幫跟向对對为為叫让讓])(?:我们?|我們|他们?|她们?|私[はもが]|저는|나는)(?:都|也|还|還|一直|经常|總是|总是|每天|不|没|沒)?$`)
	// mattering finds to whom something matters: "mir ist Ruhe wichtig".
	mattering = sieve.MustCompile(`(?i)(?:^|\P{L})(?:mir|uns|ihm|ihr|ihnen)\b[^,.;:!?]*$`)
)

// tellMe finds how something that is measured or answered is to be told ("温度总是用摄氏度告诉我"): nobody is told of in that,
// since what begins it is no person. Elsewhere these words report what somebody told.
var tellMe = regexp.MustCompile(`^([\s，]*(?:请|請)?(?:把)?(?:温度|溫度|气温|氣溫|天气|价格|價格|金额|距离|距離|长度|重量|时间|時間|日期|速度|面积|单位|數字|数字|结果|結果|答案)(?:请|請|都|总是|總是|一律|永远|永遠|要|全部)*用[^，。！？,!?\s我你您他她它]+?)(?:来|來)?(?:告诉我|告訴我|跟我说|跟我說)[。！!\s]*$`)

// AfterRequest returns where what is to be kept begins, behind the last words in s that ask to keep it; 0 when
// they stand at its beginning or not at all.
func AfterRequest(s string) int {
	all := FindRequests(s)
	if len(all) == 0 || strings.TrimSpace(s[:all[len(all)-1][0]]) == "" {
		return 0
	}
	if at := all[len(all)-1][1]; strings.TrimSpace(s[at:]) != "" {
		return at
	}
	return 0
}

// FindRequests returns where in a text words stand that may ask to keep something, from and to in bytes.
func FindRequests(s string) [][]int { return findRequests(keep, s) }

// HasRequest reports whether a text asks to keep something.
func HasRequest(s string) bool { return len(findRequests(request, s)) > 0 }

// IsLasting reports whether a text has an expression for the future: "from now on".
func IsLasting(s string) bool { return future.MatchString(s) }

// IsOnlyRequest reports whether a text asks to keep something and says nothing else.
func IsOnlyRequest(s string) bool {
	if !HasRequest(s) {
		return false
	}
	for _, t := range Tokens(Bare(s)) {
		if t.Kind == Content || t.Kind == Number || t.Kind == Name {
			return false
		}
	}
	return true
}

var german = regexp.MustCompile(`(?i)\b(?:ich|du|der|die|das|und|nicht|ist|ein|eine|mein|meine|dass|wir|mit|auf|für|zu|im|am|den|dem|bitte|nutzer|möchte|hat|kein|keine)\b`)

// IsGerman reports whether a text looks German, where every noun is written like a name.
func IsGerman(s string) bool { return len(german.FindAllStringIndex(s, 3)) > 1 }

// Markers returns the classes of words in a text that make it less than a plain statement of now.
func Markers(s string) map[Marker]bool {
	out := make(map[Marker]bool)
	s = courteousIf.ReplaceAllString(Bare(s), " ")
	terms := text.Terms(expand(s))
	for i, t := range terms {
		if class, ok := markerWords[t]; ok && !verbform.IsAbility(terms, i) {
			out[class] = true
		}
		if i > 0 {
			if class, ok := markerWords[terms[i-1]+"_"+t]; ok {
				out[class] = true
			}
		}
		if i > 1 {
			if class, ok := markerWords[terms[i-2]+"_"+terms[i-1]+"_"+t]; ok {
				out[class] = true
			}
		}
	}
	isGerman := IsGerman(s) || germanComparison.MatchString(s)
	if out[Condition] && !hasConditionWord(s, terms, isGerman) {
		delete(out, Condition)
	}
	findHedges(terms, out)
	if out[Past] && IsGerman(s) && slices.Contains(terms, "was") && !slices.ContainsFunc(terms, func(t string) bool { return t != "was" && markerWords[t] == Past }) {
		delete(out, Past) // an English "was" is a German "what"
	}
	if out[Future] && isGermanPassive(terms) {
		delete(out, Future)
	}
	folded := unmarking.Replace(text.Fold(s))
	for class, words := range denseMarkers {
		for _, w := range words {
			if strings.Contains(folded, w) {
				out[class] = true
			}
		}
	}
	return out
}

// germanComparison finds an "als" that no Dutch sentence has: there it is "liever", "eerder", "meer", "minder" and "beter".
var germanComparison = sieve.MustCompile(`(?i)\b(?:lieber|eher|mehr|weniger|besser)\s[^,;.:!?–—]*\bals\b`)

// courteousIf finds a condition that is only courtesy.
var courteousIf = sieve.MustCompile(`(?i)\b(?:if (?:that|it|this) (?:helps|matters|makes any difference|counts|is (?:ok|okay|alright|of any use))|if you (?:like|want|must know|don['’]t mind)|if possible|if i may|falls (?:das|es) (?:hilft|wichtig ist|eine rolle spielt)|wenn(?:'s| es| das) (?:hilft|geht|recht ist)|wenn möglich|wenn du magst|si (?:ça|cela) (?:aide|peut aider)|si possible|si (?:eso )?(?:ayuda|sirve)|si puede ser|si es posible)\b|если (?:это )?(?:поможет|важно|можно|что|честно|коротко)(?:$|\P{L})|(?:لو|اذا|إذا) (?:سمحت|سمحتي|تكرمت|ممكن|أمكن)|\b(?:als (?:het|dat) (?:kan|mag)|se (?:possibile|possível|puoi|puder)|jeśli można)\b`)

// isGermanPassive reports whether "wird" stands in a statement of now: no infinitive ends it.
func isGermanPassive(terms []string) bool {
	isWerden := func(t string) bool { return t == "wird" || t == "werde" || t == "werden" }
	if !slices.ContainsFunc(terms, isWerden) || slices.ContainsFunc(terms, func(t string) bool { return markerWords[t] == Future && !isWerden(t) }) {
		return false
	}
	last := terms[len(terms)-1]
	if isWerden(last) && len(terms) > 1 {
		last = terms[len(terms)-2]
	}
	return !strings.HasSuffix(last, "n") || strings.Contains(last, "ge") && isWerden(terms[len(terms)-1])
}

// stopping finds what tells the listener to do something no more.
var stopping = sieve.MustCompile(`(?i)\b(?:h[öo]re?n? (?:\p{L}+ )?auf|lass (?:das|die|den|bitte|mal)|deja(?:r)? de|dejen de|par[ae] de|pare com|chega de|arr[êe]te(?:z)?|cesse(?:z)?|stop|quit|enough (?:of|with)|no more|schluss mit|keine? .{1,30} mehr|smettila|smetti|basta|nada de|fini|plus d(?:e|['’])|rien que|knock (?:it )?off|cut out|lay off|no need for|drop the|off limits|get rid of)\b|(?:^|\P{L})(?:хватит|перестань(?:те)?|прекрати(?:те)?|больше никаких)(?:\P{L}|$)`)

// offSomething finds "I'm off dairy".
var offSomething = sieve.MustCompile(`(?i)(?:\bi['’]?m|\bis|\bam|\bare|['’]s|['’]re|\bwent|\bgone) off \pL`)

// HasNegative reports whether a text has a word whose meaning holds a denial, such as "hates".
func HasNegative(s string) bool {
	last := ""
	for _, t := range text.Terms(s) {
		if negatives[t] || negatives[last+"_"+t] || strings.HasSuffix(t, "allergie") || strings.HasSuffix(t, "intoleranz") || strings.HasSuffix(t, "unvertraglichkeit") || strings.HasSuffix(t, "intolerant") {
			return true
		}
		last = t
	}
	if stopping.MatchString(s) || offSomething.MatchString(s) {
		return true
	}
	for _, d := range []string{"やめて", "やめる", "無理", "なし", "だめ", "ダメ", "없이", "过敏", "過敏", "讨厌", "討厭", "アレルギー", "嫌い", "苦手", "알레르기", "싫어", "แพ้"} {
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
	`sí|si|claro|vale|por supuesto|exacto|correcto|dale|hazlo|sim|certo|pode|isso|certo|va bene|esatto|certamente|graag|jawel|tak|(?:no )?jasne|` +
	`(?:ну )?да|ага|угу|не против|сохрани|запомни|конечно|давай|хорошо|верно|точно|угу|так|evet|tamam|olur|tabii|نعم|أجل|اكيد|طبعا|כן|בטח|हाँ|हां|जी|ya|iya|boleh)(?:\P{L}|$)|是的?|好的?|对|對|嗯|可以|行|当然|要|はい|うん|ええ|お願い|いいよ|もちろん|ぜひ|네|넵|넹|예|응|웅|ㅇㅇ|ㅇㅋ|그래|좋아|ใช่|ได้|👍|✅|👌)`)

// BeginsWithYes reports whether a text begins with a yes, or is one up to its first mark.
func BeginsWithYes(s string) bool {
	first, _ := CutOpening(s)
	return yes.MatchString(s) || IsYes(first)
}

// Statements cuts a text into clauses and leaves out the questions, except requests to remember put as one.
func Statements(s string) []string {
	var out []string
	for _, c := range Clauses(s) {
		if !c.IsQuestion {
			out = append(out, c.Text)
		}
	}
	return out
}

// unmarking takes out of a text what only looks like a marker: "but" holds "only" in Japanese, and "to be called" "it is called";
// so does Korean for how somebody is called.
var unmarking = strings.NewReplacer("だけど", "", "静かな", "", "呼ばれたい", "呼びたい", "라고 불", " ", "라고 부르", " ", "라고 해 주", " ", "라고 해줘", " ", "라고 하면", " ")
