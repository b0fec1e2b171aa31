package memories

import (
	"cmp"
	"context"
	"strings"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/provenance"
	"keepsake/templates"
	"keepsake/text"
)

// TapOpen opens a memory from a list.
func (d *Desk) TapOpen(ctx context.Context, a *answer.Answer) error {
	id, view := answer.CutRef(a.Tap.Ref)
	return d.showCard(ctx, a, id, view, false)
}

// TapHistory opens a memory with its versions.
func (d *Desk) TapHistory(ctx context.Context, a *answer.Answer) error {
	id, view := answer.CutRef(a.Tap.Ref)
	return d.showCard(ctx, a, id, view, true)
}

// ShowLinked shows the memory that a link leads to.
func (d *Desk) ShowLinked(ctx context.Context, a *answer.Answer, id string) error {
	return d.showCard(ctx, a, id, "", false)
}

// showCard shows one memory with what can be done about it; full adds its versions, where
// they come from, and when (P16).
func (d *Desk) showCard(ctx context.Context, a *answer.Answer, id, view string, full bool) error {
	history, err := d.Memory.History(ctx, d.scopes(a), id)
	if err != nil {
		return err
	}
	m := history.Memory
	may := !a.Chat.IsGroup() || a.IsAdmin() || d.Memory.IsOwn(a.Actor(), m, history.Versions)
	if m.DeletedAt != nil && !may {
		return memory.ErrNotFound // a group is not shown again what somebody took back
	}
	heading := a.Heading(m.Category)
	if m.Subject != "" {
		heading += " · " + plain(a, m.Subject)
	}
	content := string(answer.Literal(said(m)))
	if said(m) != m.Content && !a.Chat.IsGroup() {
		content += "\n" + a.Say("memory.card.stored", templates.Data{"Text": answer.Literal(m.Content)})
	}
	parts := []string{
		"**" + text.Escape(text.Visible(heading)) + "**\n" + content,
		a.Say("memory.card.facts", templates.Data{"ID": m.ID, "Version": m.Version, "Date": a.Moment(m.CreatedAt)}),
	}
	if m.Pinned {
		parts = append(parts, a.Say("memory.card.pinned", nil))
	}
	if m.DeletedAt != nil {
		parts = append(parts, a.Say("memory.card.deleted", templates.Data{"Date": a.Moment(*m.DeletedAt)}))
	}
	if archived := archivedText(a, m); archived != "" && m.DeletedAt == nil {
		parts = append(parts, archived)
	}
	if full {
		parts = append(parts, d.versions(ctx, a, history))
	}
	a.Show(delivery.Body{Text: strings.Join(parts, "\n\n"), Buttons: cardButtons(a, m, view, full, may)})
	return nil
}

// cardButtons returns what can be done about an open memory; view is the list it was opened
// from, "" = none. Who may not change it only looks.
func cardButtons(a *answer.Answer, m memory.Memory, view string, full, may bool) [][]delivery.Button {
	switch {
	case m.ArchivedAt != nil && !may:
		return nil
	case m.DeletedAt != nil:
		return [][]delivery.Button{{a.Button("button.restore", "restore", m.ID)}}
	case m.ArchivedAt != nil:
		return [][]delivery.Button{{a.Button("button.restore", "restore", m.ID), a.Button("button.delete", "del", m.ID)}}
	}
	ref := m.ID
	if view != "" {
		ref += "." + view
	}
	pin := a.Button("button.pin", "pin", ref)
	if m.Pinned {
		pin = a.Button("button.unpin", "unpin", ref)
	}
	var rows [][]delivery.Button
	var last []delivery.Button
	if may {
		rows = append(rows, []delivery.Button{a.Button("button.edit", "edit", m.ID), a.Button("button.file", "file", m.ID), pin})
		last = append(last, a.Button("button.delete", "del", ref))
	}
	if !full {
		last = append(last, a.Button("button.history", "hist", ref))
	}
	if len(last) > 0 {
		rows = append(rows, last)
	}
	if a.Tap != nil {
		rows = append(rows, []delivery.Button{a.Button("button.back", "list", cmp.Or(view, "1"))})
	}
	return rows
}

// provenance says where a content comes from that is not of the person's own words.
func sayProvenance(a *answer.Answer, p provenance.Provenance) string {
	return a.Say("why."+string(p.By), templates.Data{"Key": p.Key})
}

// versions returns what a memory said over time, and who said so.
func (d *Desk) versions(ctx context.Context, a *answer.Answer, h memory.History) string {
	lines := []string{a.Say("memory.history.title", nil)}
	for _, v := range h.Versions {
		lines = append(lines, a.Say("memory.history.row", templates.Data{
			"Number": v.Number, "Date": a.Moment(v.CreatedAt), "Text": answer.Literal(plain(a, v.Content)),
		}))
		if p := provenance.Of(h, v); p.By != provenance.ByPerson {
			lines = append(lines, "    "+sayProvenance(a, p))
		}
		for _, e := range v.Evidence {
			if e.Method == memory.MethodProgram || e.Quote == "" || text.Fold(e.Quote) == text.Fold(v.Content) {
				continue
			}
			id, data := "memory.history.source", templates.Data{
				"Date": a.Moment(e.SaidAt), "Text": answer.Literal(text.Cut(text.OneLine(e.Quote), 200)),
			}
			if a.Chat.IsGroup() {
				id, data["Who"] = "group.memory.source", answer.Literal(d.nameOf(ctx, a, e.Author))
			}
			lines = append(lines, a.Say(id, data))
		}
	}
	return strings.Join(lines, "\n")
}

// archivedText returns what a card says of the archive; "" for a memory that is not there.
func archivedText(a *answer.Answer, m memory.Memory) string {
	switch {
	case m.ArchivedAt == nil:
		return ""
	case m.Status == memory.Expired:
		return a.Say("memory.card.expired", templates.Data{"Date": a.Moment(*m.ArchivedAt)})
	}
	return a.Say("memory.card.archived", templates.Data{"Date": a.Moment(*m.ArchivedAt)})
}
