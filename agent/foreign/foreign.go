// Package foreign notices an answer that is in another language than the person's. Small models fall back to English, or to the
// language they were taught most. It is pure, and careful: where the talk or what is remembered may ask for another language, where
// a text is short, and where its words do not tell, nothing is noticed.
//
// Start reading at Talk.MissedLanguage.
package foreign

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"keepsake/session"
	"keepsake/text/language"
	"keepsake/trust"
)

// Talk is an answer and what it was made from.
type Talk struct {
	Said   []string // what the person typed in this turn
	Before []string // their other messages, and what they quoted or sent along
	Around []string // what else the prompt shows: memories, wishes, the summary
	Answer string
}

// TalkOf returns the talk of a turn: an answer, the window that its prompt showed, and what stood around it.
func TalkOf(window []session.Message, turnID, answer string, around ...string) Talk {
	t := Talk{Answer: answer, Around: around}
	for _, m := range window {
		switch {
		case m.Role != session.User || m.Masked != nil:
		case m.TurnID == turnID && m.Trust == trust.Person:
			t.Said = append(t.Said, cmp.Or(m.Edited, m.Content))
		default:
			t.Before = append(t.Before, cmp.Or(m.Edited, m.Content))
		}
	}
	return t
}

// MissedLanguage returns the English name of the language of what was said when the answer is in another one; else "".
func (t Talk) MissedLanguage() string {
	said := language.Of(strings.Join(t.Said, "\n"))
	answer := language.Of(withoutCode(t.Answer))
	if !said.Sure || !answer.Sure || said.Code == answer.Code || t.mayWant(answer.Code) {
		return ""
	}
	return language.English(said.Code)
}

// mayWant reports whether something asks for an answer in a language, names it, or was written in it by the person.
func (t Talk) mayWant(code string) bool {
	names := func(s string) bool { return language.Names(s, code) }
	return slices.ContainsFunc(t.Said, names) || slices.ContainsFunc(t.Around, names) ||
		slices.ContainsFunc(t.Before, func(s string) bool { return names(s) || language.Of(s).Code == code })
}

var code = regexp.MustCompile("(?s)```.*?(?:```|$)|`[^`\n]*`|(?m:^>.*$)")

// withoutCode returns a text without code and quotations, which have a language of their own.
func withoutCode(s string) string { return code.ReplaceAllString(s, " ") }
