// Package privacy is /privacy: what is kept, where, who reads it, and for how long.
//
// Start reading at Show.
package privacy

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/session"
	"keepsake/templates"
)

// Facts are what the operator promises about keeping, for /privacy.
type Facts struct {
	Where   string   // where the data lives: "sqlite", "encrypted" (a SQLite file) or "postgres"
	Model   string   // who reads the prompts, e.g. "api.openai.com"
	Meaning string   // who reads memories to compare what they mean; "" = nobody
	Voices  string   // who writes down voice messages; "" = nobody
	Speech  string   // who speaks answers; "" = nobody
	Tools   []string // other programs whose tools the model may use
	// Conversations is how long ended conversations are kept.
	Conversations session.Retention
	Deleted       time.Duration // how long a deleted memory can be restored; 0 = 30 days
	Handled       time.Duration // how long traces of delivered messages stay; 0 = 7 days
	Backups       time.Duration // how long backups are kept; 0 = only the operator knows
}

const day = 24 * time.Hour

// Restorable returns how long a deleted memory can be restored.
func (p Facts) Restorable() time.Duration { return cmp.Or(p.Deleted, 30*day) }
func (p Facts) handled() time.Duration    { return cmp.Or(p.Handled, 7*day) }

// Show answers /privacy: what is kept, where, who reads it, and for how long. forms says that memories form by themselves
// unless the chat switches that off.
func Show(a *answer.Answer, p Facts, forms bool) {
	if !slices.Contains([]string{"sqlite", "encrypted", "postgres"}, p.Where) {
		p.Where = "other"
	}
	if p.Model == "" {
		p.Model = a.Plain("privacy.model", nil)
	}
	readers := ""
	if p.Meaning != "" {
		readers = a.Say("privacy.meaning", templates.Data{"Host": p.Meaning})
	}
	if p.Voices != "" {
		readers += a.Say("privacy.voices", templates.Data{"Host": p.Voices})
	}
	if p.Speech != "" {
		readers += a.Say("privacy.speech", templates.Data{"Host": p.Speech})
	}
	readers += tools(a, p)
	if forms {
		readers += a.Say("privacy.forms", nil)
	}
	header := ""
	if a.Person.Private {
		header = a.Say("privacy.private", nil) + "\n\n"
	}
	a.Send(delivery.Body{Text: header + a.Say("privacy.text", templates.Data{
		"Meaning": templates.Markdown(readers),
		"Where":   a.Plain("privacy.where."+p.Where, nil), "Model": p.Model,
		"Conversations": templates.Markdown(conversationsKept(a, p.Conversations)),
		"Restorable":    templates.Markdown(a.Say("privacy.restorable", templates.Data{"Count": answer.WholeDays(p.Restorable())})),
		"Traces":        templates.Markdown(a.Say("privacy.traces", templates.Data{"Count": answer.WholeDays(p.handled())})),
		"Groups":        templates.Markdown(answer.GroupsStay(a)),
		"Backups":       templates.Markdown(answer.BackupsKept(a, p.Backups)),
	})})
}

// conversationsKept says how long conversations are kept.
func conversationsKept(a *answer.Answer, keep session.Retention) string {
	var said []string
	if keep.Most > 0 {
		said = append(said, a.Say("privacy.conversations.number", templates.Data{"Count": keep.Most}))
	}
	if keep.For > 0 {
		said = append(said, a.Say("privacy.conversations.days", templates.Data{"Count": answer.WholeDays(keep.For)}))
	}
	if len(said) == 0 {
		return a.Say("privacy.conversations.forever", nil)
	}
	return strings.Join(said, " ")
}

// ShowGroup answers /privacy in a group.
func ShowGroup(a *answer.Answer, p Facts, forms bool) {
	body := delivery.Body{Text: a.Say("group.privacy", templates.Data{"Conversations": templates.Markdown(conversationsKept(a, p.Conversations)), "Backups": templates.Markdown(answer.BackupsKept(a, p.Backups))})}
	if host := p.Meaning; host != "" {
		body.Text += "\n\n" + strings.TrimSpace(a.Say("privacy.meaning", templates.Data{"Host": host}))
	}
	if others := tools(a, p); others != "" {
		body.Text += "\n\n" + strings.TrimSpace(others)
	}
	if forms {
		body.Text += "\n\n" + strings.TrimSpace(a.Say("privacy.forms", nil))
	}
	if a.Chat.Listening {
		body.Text += "\n\n" + a.Say("group.privacy_listening", nil)
	}
	a.Send(body)
}

// tools says which other programs may be asked.
func tools(a *answer.Answer, p Facts) string {
	if len(p.Tools) == 0 {
		return ""
	}
	return a.Say("privacy.tools", templates.Data{"Tools": strings.Join(p.Tools, ", ")})
}
