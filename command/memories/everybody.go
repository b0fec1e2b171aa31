package memories

import (
	"context"
	"strings"

	"keepsake/agent"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/shortid"
	"keepsake/templates"
	"keepsake/text"
)

// mostForEverybody bounds how many memories of everybody a chat is shown at once.
const mostForEverybody = 50

// everybody is "/memory everybody": what every person and group of this bot is told, which only owners
// write (A11). In their private chat they add ("add TEXT") and take away ("delete ID").
func (d *Desk) everybody(ctx context.Context, a *answer.Answer, word, rest string) error {
	owner, isOwner := agent.Everybody(d.Store), a.Person.Access == people.Owner && !a.Chat.IsGroup()
	if isOwner && rest != "" {
		switch strings.ToLower(word) {
		case "add":
			if _, _, err := d.Memory.Add(ctx, a.Actor(), memory.Draft{Scope: owner, Content: text.OneLine(rest)}); err != nil {
				return err
			}
		case "delete":
			id := answer.TrimID(rest)
			if !shortid.IsValid(id) {
				a.Reply("memory.bad_id", templates.Data{"Command": "everybody delete"})
				return nil
			}
			if _, _, err := d.Memory.Delete(ctx, a.Actor(), []scope.Scope{owner}, id, ""); err != nil {
				return err
			}
		}
	}
	ms, err := d.ofEverybody(ctx)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, m := range ms {
		b.WriteString("\n• " + text.Escape(text.Visible(m.Content)))
		if isOwner {
			b.WriteString(" `" + m.ID + "`")
		}
	}
	reply := "memory.everybody.list"
	if len(ms) == 0 {
		reply = "memory.everybody.none"
	}
	said := a.Say(reply, nil) + b.String()
	if isOwner {
		said += "\n\n" + a.Say("owner.everybody", nil)
	}
	a.Send(delivery.Body{Text: said})
	return nil
}

func (d *Desk) ofEverybody(ctx context.Context) ([]memory.Memory, error) {
	q := memory.ActiveQuery(agent.Everybody(d.Store))
	q.Kinds, q.Limit = []memory.Kind{memory.Item}, mostForEverybody
	return d.Memory.Find(ctx, q)
}
