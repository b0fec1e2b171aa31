package tasktools

import (
	"regexp"

	"keepsake/memory/grounds"
	"keepsake/phrase"
	"keepsake/phrase/irony"
	"keepsake/tool"
)

// isAskedFor reports whether the person asked for a task, where grounds, which looks for statements, finds none: a
// request is often a question ("Could you remind me to …?") or an order to themselves ("Update Alec"). All words
// of the title, in any form, names and numbers as they are, stand in one sentence of theirs in the order of the title; it
// asks for a task when it is a question, and neither denies, reports nor pretends.
func isAskedFor(c tool.Call, title string) bool {
	if c.Conversation == nil {
		return false
	}
	talk := c.Conversation
	for _, said := range grounds.ListOwnTexts(grounds.View{Window: talk.Window, TurnID: talk.Turn.ID}) {
		last := ""
		for _, clause := range phrase.Clauses(said) {
			if clause.Sentence == last {
				continue
			}
			last = clause.Sentence
			plain := toldTo.ReplaceAllString(last, " ") // the "that" of "tell me that" reports nothing
			marks := phrase.Markers(plain)
			isReserved := marks[phrase.Report] || marks[phrase.Pretence] || irony.IsMockery(last)
			isDenied := phrase.HasDenial(dontForget.ReplaceAllString(plain, " "))
			hasTitle := hasAllInOrder(title, last) || toldTo.MatchString(last) && hasAllKorean(title, last)
			if !isReserved && !isDenied && (!clause.IsQuestion || asksForTask.MatchString(last)) && hasTitle {
				return true
			}
		}
	}
	return false
}

// dontForget denies forgetting, which is a request.
var dontForget = regexp.MustCompile(`(?i)(?:do not|don['’]t|dont|never) (?:let me )?forget|vergiss (?:\p{L}+ ){0,2}nicht|nicht vergessen|no (?:te |l[oa] )?olvid\p{L}*|n(?:['’]|e l['’])oublie pas|не забуд\p{L}*|别忘了?|不要忘|잊지 ?(?:않게|않도록|말고|마)`)

var asksForTask = regexp.MustCompile(`(?i)remind|task|todo|to-do|list|note|add|create|schedule|erinner|aufgabe|liste|notier|leg\p{L}* an|recu[eé]rda|recordar|tarea|lista|apunta|anota|rappel|t[âa]che|note|liste|напомн|задач|дело|список|запиши|добав|提醒|任务|待办|记|加`)

// hasAllInOrder reports whether a text has all words of a title, one after the other. Of a script without spaces
// it must have the title as it stands.
func hasAllInOrder(title, said string) bool {
	tokens, found := phrase.Tokens(said), 0
	for _, t := range phrase.Tokens(title) {
		if !t.Counts() {
			continue
		}
		at := -1
		for i, x := range tokens {
			if isForm(t, x) {
				at = i
				break
			}
		}
		if at < 0 {
			return false
		}
		if !phrase.IsDense(phrase.FirstRune(t.Term)) {
			at++
		}
		tokens = tokens[at:]
		found++
	}
	return found > 0
}
