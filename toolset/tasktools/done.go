package tasktools

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"keepsake/memory/grounds"
	"keepsake/phrase"
	"keepsake/phrase/irony"
	"keepsake/phrase/pasted"
	"keepsake/session"
	"keepsake/text"
	"keepsake/tool"
)

// isSaidDone reports whether the person said that a task is done, in their own words: a clause that names it
// and says done, or its own verb in the past ("I called Sarah"); "done" alone when it can mean no other task; or yes
// to the bot's question whether it is. What names another open task as well, denies, asks, doubts or
// speaks of the future does not. Outside of a conversation nothing is said.
func isSaidDone(c tool.Call, title string, open []string) bool {
	if c.Conversation == nil {
		return false
	}
	talk := c.Conversation
	asked := lastAnswer(talk)
	for _, said := range grounds.ListOwnTexts(grounds.View{Window: talk.Window, TurnID: talk.Turn.ID}) {
		bare := true
		for _, clause := range phrase.Clauses(said) {
			switch {
			case isPlainStatement(clause) && !isByAnother(title, clause.Text) && (saysDone(clause.Text) && isNamedBest(title, clause.Text, open) || saysPast(title, clause.Text, open)):
				return true
			case !isBareDone(clause.Text) || clause.IsQuestion:
				bare = false
			}
		}
		if bare && saysDone(said) && (isOnlyTask(title, open) || isNamedBest(title, asked, open)) {
			return true
		}
		if phrase.IsYes(said) && asksWhetherDone(asked) && isNamedBest(title, asked, open) {
			return true
		}
	}
	return false
}

// lastAnswer returns what the bot said before this turn.
func lastAnswer(talk *tool.Conversation) string { return lastAnswerMessage(talk).View().Content }

func lastAnswerMessage(talk *tool.Conversation) session.Message {
	for _, m := range slices.Backward(talk.Window) {
		if m.Role == session.Assistant && m.TurnID != talk.Turn.ID && m.Masked == nil && strings.TrimSpace(m.Content) != "" {
			return m
		}
	}
	return session.Message{}
}

func asksWhetherDone(s string) bool { return strings.ContainsAny(s, "?？؟") && saysDone(s) }

// doneWords say that something is done, or ask to mark it so.
var doneWords = regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:done|finished|completed?|did|sorted|handled|taken care of|took care of|mark|check(?:ed)?(?: \p{L}+){0,4} off|tick(?:ed)?(?: \p{L}+){0,4} off|cross(?:ed)?(?: \p{L}+){0,4} off|` +
	`erledigt|fertig|geschafft|gemacht|abgehakt|abhaken|hak(?:e|en)?(?: \p{L}+){1,4} ab|abgeschlossen|` +
	`hech[oa]s?|list[oa]s?|termin[éeo]|terminad[oa]s?|completad[oa]s?|acab[éeo]|acabad[oa]s?|hice|marca|tacha|` +
	`faite?s?|terminée?s?|finie?s?|réglée?s?|coche|fatt[oa]|finit[oa]|completat[oa]|feit[oa]|concluíd[oa]|terminei|klaar|gedaan|afgerond|zrobion[eay]|gotowe|zrobił[ae]?m|tamam|bitti|yaptım|` +
	`готово|готова|сделал[аои]?|сделан[аоы]?|закончил[аи]?|выполнил[аи]?|выполнен[аоы]?|отметь|вычеркни|зроблено|виконано|зробив|зробила)(?:$|[^\p{L}])|` +
	`完成|做完|办完|办好|辦好|搞定|做好|弄好|弄完|完了|終わ|済んだ|済み|やった|できた|완료|끝났|했어`)

func saysDone(s string) bool { return doneWords.MatchString(s) }

// undoneWords say that something is still to be done, was forgotten or is to be reminded of.
var undoneWords = regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:should|must|need|needs|have to|has to|ought|forgot|forget|remind|reminder|half|when|once|until|before|` +
	`muss|müsste|sollte|soll|vergessen|vergiss|erinner\p{L}*|halb|wenn|sobald|bevor|bis|debo|debería|tengo que|hay que|olvid\p{L}*|recuérda\p{L}*|cuando|mitad|` +
	`dois|devrais|oublié|rappelle\p{L}*|quand|надо|нужно|должен|должна|забыл[аи]?|забудь|напомни\p{L}*|когда|пока|половин\p{L}*)(?:$|[^\p{L}])|忘|提醒|需要|必须|应该|还没|還沒|没有|沒有|没完|一半|忘れ|リマインド`)

// isPlainStatement reports whether a clause says how things are, or asks to mark it, without reservation.
func isPlainStatement(c phrase.Clause) bool {
	if c.IsQuestion || phrase.HasDenial(c.Sentence) || irony.IsMockery(c.Sentence) || undoneWords.MatchString(c.Sentence) {
		return false
	}
	marks := phrase.Markers(c.Sentence)
	delete(marks, phrase.Past)
	return len(marks) == 0
}

// isByAnother reports whether a clause is about somebody whom the title does not name, and not about the person: "my sister called Mum".
func isByAnother(title, clause string) bool {
	named, _, _ := countNamed(title, pasted.Somebody(clause))
	return named == 0 && pasted.Somebody(clause) != ""
}

// isBareDone reports whether a clause says nothing that could be the name of a task.
func isBareDone(clause string) bool {
	rest := doneWords.ReplaceAllString(strings.ToLower(clause), " ")
	for _, t := range phrase.Tokens(rest) {
		if t.Counts() && !bareWords[t.Term] {
			return false
		}
	}
	return true
}

var bareWords = setOf(`already now just ok okay yes all it that one thanks schon jetzt alles ja danke ya todo está esta si sí gracias bon уже всё все да это спасибо 了 已经 已經 我 都 もう`)

// lightWords are verbs that many tasks begin with: one alone names none of them.
var lightWords = setOf(`take make do get call pay buy send go write check mark bring give see meet finish done task tasks reminder
	nehmen machen holen anrufen zahlen bezahlen kaufen schicken gehen schreiben bringen aufgabe erinnerung
	tomar hacer llamar pagar comprar enviar mandar ir escribir tarea prendre faire appeler payer acheter envoyer tâche
	взять сделать позвонить заплатить оплатить купить отправить сходить написать принять задача задачу дело напоминание
	任务 提醒 打电话 タスク`)

func setOf(words string) map[string]bool {
	out := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		out[w] = true
		out[text.Fold(w)] = true
	}
	return out
}

// countNamed returns how many of the words of a title a text names, how many there are, and whether one
// of those named is no light verb.
func countNamed(title, said string) (named, all int, isTelling bool) {
	tokens := phrase.Tokens(said)
	for _, t := range phrase.Tokens(title) {
		if !t.Counts() {
			continue
		}
		all++
		if slices.ContainsFunc(tokens, func(x phrase.Token) bool { return isForm(t, x) || hasLetters(x, t) }) {
			named++
			isTelling = isTelling || !lightWords[t.Term]
		}
	}
	if all == 0 { // a title of frame words only
		return 0, 0, false
	}
	return named, all, isTelling
}

// hindiVerb finds a Hindi verb as it is named, without marks: "लेना", "लेने", "लेनी".
var hindiVerb = regexp.MustCompile(`^(\p{Devanagari}+)न[ाी]?$`)

// isForm reports whether a word that was said is a form of a word of a title.
func isForm(title, said phrase.Token) bool {
	switch a, b := title.Term, said.Term; {
	case a == b:
		return true
	case title.Kind == phrase.Number || said.Kind == phrase.Number:
		return false
	case phrase.IsDense(phrase.FirstRune(a)):
		return phrase.IsDense(phrase.FirstRune(b)) && phrase.HasDense(b, a)
	case irregular[b] == a, strings.Replace(b, "zu", "", 1) == a: // "anzurufen"
		return true
	case title.Kind == phrase.Name && said.Kind == phrase.Name:
		return phrase.AreOneName(a, b)
	case hindiVerb.MatchString(a) && hindiVerb.MatchString(b): // "लेना", "लेने की याद दिलाना"
		return hindiVerb.FindStringSubmatch(a)[1] == hindiVerb.FindStringSubmatch(b)[1]
	default:
		return phrase.AreSynonyms(a, b) || phrase.AreInflections(a, b) || phrase.AreVerbForms(a, b)
	}
}

// hasLetters reports whether a run of a dense script has all letters of a title, in any order: "房租交完了" of
// "交房租".
func hasLetters(said, title phrase.Token) bool {
	if !phrase.IsDense(phrase.FirstRune(title.Term)) || phrase.IsHangul(title.Term) || text.Len(title.Term) < 2 {
		return false
	}
	for _, r := range title.Term {
		if !strings.ContainsRune(said.Term, r) {
			return false
		}
	}
	return true
}

// wordsOf returns the words of a text in small letters, as they are written.
func wordsOf(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
}

// isNamedBest reports whether a text names the task, and no other open one as well as this.
func isNamedBest(title, said string, open []string) bool {
	named, _, isTelling := countNamed(title, said)
	if named == 0 || !isTelling {
		return false
	}
	for _, other := range open {
		if text.Fold(other) == text.Fold(title) {
			continue
		}
		if n, _, _ := countNamed(other, said); n >= named {
			return false
		}
	}
	return true
}

func isOnlyTask(title string, open []string) bool {
	return len(open) == 1 && text.Fold(open[0]) == text.Fold(title)
}

// pastForms end verbs that tell what was done, as people write them; dense scripts say it beside the verb.
var pastForms = regexp.MustCompile(`(?:ed|[éíó]|ado|ada|ido|ida|ato|ata|ito|ita|uto|uta|ée|ées|л|ла|ли|лся|лась|лись|но|на|ны|то|та|ты|в|ві|ила|ила)$|^(?:(?:\p{L}{2,4})?ge\p{L}+(?:t|en)|(?:be|ver|er|über|unter)\p{L}+(?:t|en))$`)

var densePast = regexp.MustCompile(`[了过過完]|ました|した$|[っいえ]た|(?:었|았|했)`)

// saysPast reports whether a clause tells the title in the past: half of its words, one of them as a past form,
// and one besides that tells it from other tasks.
func saysPast(title, clause string, open []string) bool {
	named, all, _ := countNamed(title, clause)
	if 2*named < all || !isNamedBest(title, clause, open) {
		return false
	}
	if phrase.IsDense(phrase.FirstRune(text.Fold(title))) {
		return 3*named >= 2*all && densePast.MatchString(clause)
	}
	for _, word := range wordsOf(clause) {
		said := phrase.Tokens(word)
		if len(said) != 1 || irregular[said[0].Term] == "" && !pastForms.MatchString(word) {
			continue
		}
		for _, t := range phrase.Tokens(title) {
			t.Kind = phrase.Content // a title begins with a capital, be it a name or not
			if t.Counts() && t.Term != said[0].Term && isForm(t, said[0]) && (all == 1 || named > 1) {
				return true
			}
		}
	}
	return false
}

// irregular are the pasts of verbs that tasks are made of, whose forms do not show it.
var irregular = pairsOf(`paid pay bought buy sent send took take taken take went go gone go made make got get did do done do wrote write written write read read told tell met meet
	saw see seen see gave give given give brought bring found find left leave fed feed kept keep put put cut cut set set drove drive hung hang built build spoke speak swept sweep
	rang ring ran run ate eat drank drink lent lend sold sell spent spend taught teach thought think won win threw throw thrown throw chose choose picked pick
	angerufen anrufen gebracht bringen geholt holen genommen nehmen geschrieben schreiben überwiesen überweisen uberwiesen uberweisen gegossen giessen abgeholt abholen gekauft kaufen bezahlt bezahlen
	gezahlt zahlen geschickt schicken abgeschickt abschicken gegangen gehen gesprochen sprechen gelesen lesen gewaschen waschen geputzt putzen gefüttert füttern rausgebracht rausbringen eingenommen einnehmen
	hice hacer fui ir hecho hacer escrito escribir escribí escribir puse poner dije decir traje traer envié enviar pagué pagar compré comprar recogí recoger
	сходил сходить сходила сходить принял принять приняла принять купил купить купила купить оплатил оплатить оплатила оплатить заплатил заплатить заплатила заплатить`)

func pairsOf(words string) map[string]string {
	out, fields := make(map[string]string), strings.Fields(words)
	for i := 0; i+1 < len(fields); i += 2 {
		out[text.Fold(fields[i])] = text.Fold(fields[i+1])
	}
	return out
}
