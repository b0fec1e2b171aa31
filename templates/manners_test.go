package templates_test

import (
	"regexp"
	"strings"
	"testing"
)

// inOtherWords are words that have a better one in the glossary of CONTRIBUTING.md.
var inOtherWords = map[string]string{
	"de": `Sitzung|Quittung|Backup|Kategorie|Richtlinie`,
	"ru": `воспоминан|задач|\sбесед|ассистент|администратор|сеанс|отметк|категори|политик`,
	"zh": `存档|会话|回执|类别|令牌|任务|拉黑`,
}

// TestOneWordForOneThing: what has a word in the glossary of CONTRIBUTING.md is called by it.
func TestOneWordForOneThing(t *testing.T) {
	each(t, func(t *testing.T, lang, id, form, s string, en sentence) {
		if words := inOtherWords[lang]; words != "" {
			if found := regexp.MustCompile(`(?i)` + words).FindString(action.ReplaceAllString(s, "")); found != "" {
				t.Errorf("%s (%s) says %q, which the glossary calls otherwise: %q", id, form, found, s)
			}
		}
		if strings.Contains(strings.ToLower(en.forms["other"]), "operator") && lang == "de" && strings.Contains(s, "Besitzer") {
			t.Errorf("%s (%s) calls the operator an owner: %q", id, form, s)
		}
	})
}

// TestRussianTellsNobodysSex: verbs in the past and short adjectives would tell whether somebody is a man or a woman. The bot
// does not know, and is neither.
func TestRussianTellsNobodysSex(t *testing.T) {
	past := regexp.MustCompile(`(?:^|[^\p{L}])(?:[Яя]|[Тт]ы)(?:[^\p{L}.;:!?»\n][^.;:!?»\n]*)?[^\p{L}.;:!?»\n](?:\p{L}+(?:л|лся)|уверен|готов|рад|должен)(?:[^\p{L}]|$)`)
	// The subject of these verbs is somebody else.
	others := map[string]bool{"access.denied": true, "access.group_denied": true, "manner.closed": true, "group.listen.hidden": true, "page.none": true}
	each(t, func(t *testing.T, lang, id, form, s string, _ sentence) {
		if lang == "ru" && !others[id] {
			if found := past.FindString(s); found != "" {
				t.Errorf("%s (%s) tells somebody's sex: %q", id, form, found)
			}
		}
	})
}

// TestCommandsToTapAreOneWord (U4): of the commands that stand in what somebody reads, those that are offered as they are can be
// tapped. Clients make one word tappable and two not.
func TestCommandsToTapAreOneWord(t *testing.T) {
	two := regexp.MustCompile(`/memory (?:search|export|archive|mode|review|refused|wishes|everybody|forget all)\b`)
	typed := map[string]bool{"owner.everybody": true} // with a text after it
	each(t, func(t *testing.T, lang, id, form, s string, _ sentence) {
		if found := two.FindString(s); found != "" && !typed[id] {
			t.Errorf("%s (%s) in %s names %q, which has a word that can be tapped", id, form, lang, found)
		}
	})
}
