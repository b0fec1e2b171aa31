package answer

import (
	"strings"
	"time"
	"unicode"

	"keepsake/markdown"
	"keepsake/people"
	"keepsake/templates"
	"keepsake/text"
)

// Language returns the language in which the person is spoken to.
func (a *Answer) Language() string { return a.Words.Match(a.Person.Languages()...) }

// Say returns a sentence to the person, as Markdown.
func (a *Answer) Say(id string, data templates.Data) string {
	return a.Words.Say(a.Language(), id, data)
}

// Plain returns a sentence as plain text, for buttons, notes and hints, which have no
// formatting.
func (a *Answer) Plain(id string, data templates.Data) string {
	return markdown.Render(a.Say(id, data)).Text
}

// Clock returns the person's time zone: the one they chose, else the operator's.
func (a *Answer) Clock() *time.Location { return people.ZoneOf(a.Person, a.Zone) }

// When returns a moment in the person's language, on their clock.
func (a *Answer) When(style templates.DateStyle, t time.Time) string {
	return a.Words.FormatTime(a.Language(), style, t.In(a.Clock()))
}

// Moment returns a day and time in the person's language, on their clock.
func (a *Answer) Moment(t time.Time) string { return a.When(templates.Moment, t) }

// Heading returns a category as people read it, plain: the usual ones in their language,
// any other as it was named.
func (a *Answer) Heading(category string) string {
	if id := "category." + text.Fold(category); a.Words.Has(id) {
		return a.Plain(id, nil)
	}
	return titleOf(category)
}

// titleOf returns a category as a heading: "task_state" is "Task State" (P49, P54).
func titleOf(category string) string {
	words := strings.FieldsFunc(category, func(r rune) bool { return unicode.IsSpace(r) || r == '_' })
	for i, w := range words {
		first := []rune(w)
		first[0] = unicode.ToTitle(first[0])
		words[i] = string(first)
	}
	return strings.Join(words, " ")
}

// Literal returns what somebody wrote as Markdown that shows it exactly, hidden characters
// too.
func Literal(s string) templates.Markdown {
	return templates.Markdown(text.Escape(text.Visible(s)))
}

// WholeDays returns a duration as whole days, at least one.
func WholeDays(d time.Duration) int { return max(1, int(d/(24*time.Hour))) }

// GroupsStay says, in a private chat, that what the person said in groups is not erased with what is theirs. It is "" in a
// group, and in a terminal, which has none.
func GroupsStay(a *Answer) string {
	if a.Chat.IsGroup() || people.Number(a.Person.ID) == 0 {
		return ""
	}
	return a.Say("forget.groups", nil)
}

// BackupsKept says how long backups hold what is erased: keep, rounded up to whole days, or 0 when only the
// operator knows.
func BackupsKept(a *Answer, keep time.Duration) string {
	if keep <= 0 {
		return a.Say("backups.unknown", nil)
	}
	return a.Say("backups.kept", templates.Data{"Count": WholeDays(keep + 24*time.Hour - 1)})
}
