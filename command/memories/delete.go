package memories

import (
	"context"
	"strconv"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/templates"
	"keepsake/text"
)

// TapDelete deletes a memory.
func (d *Desk) TapDelete(ctx context.Context, a *answer.Answer) error {
	id, view := answer.CutRef(a.Tap.Ref)
	return d.forgetOne(ctx, a, id, view)
}

// forgetOne deletes a memory and what the conversation still says of it (P53, P55). view
// is the list it was opened from.
func (d *Desk) forgetOne(ctx context.Context, a *answer.Answer, id, view string) error {
	m, c, err := d.Forget.One(ctx, a.Actor(), d.scopes(a), id)
	if err != nil {
		return err
	}
	row := []delivery.Button{a.Button("button.undo", "undo", c.ID)}
	if a.Tap != nil {
		row = append(row, a.Button("button.back", "list", parseView(view).String()))
	}
	a.Show(delivery.Body{
		Text: a.Say("memory.deleted", templates.Data{"Text": answer.Literal(plain(a, m.Content))}), Buttons: [][]delivery.Button{row},
	})
	return nil
}

// TapRestore restores a memory, and takes the button off.
func (d *Desk) TapRestore(ctx context.Context, a *answer.Answer) error {
	if err := d.restore(ctx, a, a.Tap.Ref); err != nil {
		return err
	}
	a.RetireButton()
	return nil
}

// restore brings a deleted or archived memory back.
func (d *Desk) restore(ctx context.Context, a *answer.Answer, id string) error {
	m, c, err := d.Memory.Restore(ctx, a.Actor(), d.scopes(a), id, "restored by the person")
	if err != nil {
		return err
	}
	Receipt(a, "memory.restored", m.Content, c, false)
	return nil
}

// TapDeleted turns the pages of what can be restored.
func (d *Desk) TapDeleted(ctx context.Context, a *answer.Answer) error {
	return d.deletedPage(ctx, a, answer.PageNumber(a.Tap.Ref))
}

// deletedPage lists what can still be restored, newest first.
func (d *Desk) deletedPage(ctx context.Context, a *answer.Answer, page int) error {
	q := memory.ActiveQuery(d.scopes(a)...)
	q.Deleted, q.Limit, q.Offset = true, answer.PageRows, (page-1)*answer.PageRows
	ms, total, err := d.Memory.List(ctx, q)
	if err != nil {
		return err
	}
	if last := answer.LastPage(total); page > last { // what stood there was restored
		return d.deletedPage(ctx, a, last)
	}
	refused, err := d.refusedRow(ctx, a)
	if err != nil {
		return err
	}
	if total == 0 {
		body := delivery.Body{Text: a.Say("memory.nothing_deleted", nil)}
		if refused != nil {
			body.Buttons = [][]delivery.Button{refused}
		}
		a.Show(body)
		return nil
	}
	pager := answer.Pager(page, answer.LastPage(total), func(n int) (action, ref string) {
		return "deleted", strconv.Itoa(n)
	})
	title := a.Say("memory.deleted_title", templates.Data{"Count": answer.WholeDays(d.Deleted)})
	return d.showRows(ctx, a, title, ms, restoreButton, pager, refused)
}

// restoreButton returns the button that restores a memory.
func restoreButton(m memory.Memory) delivery.Button {
	label := "↩️ " + text.Cut(text.OneLine(text.Visible(said(m))), answer.TapRunes)
	return delivery.Button{Text: label, Action: "restore", Ref: m.ID}
}

// undoneWords are the ids of what is said of an undone change, by the change that undid it.
// A pin that is taken back needs no words.
var undoneWords = map[memory.Op]string{
	memory.OpDelete:    "memory.undone_add",
	memory.OpUpdate:    "memory.undone_update",
	memory.OpLabel:     "memory.undone_label",
	memory.OpRestore:   "memory.restored",
	memory.OpUnarchive: "memory.restored",
	memory.OpArchive:   "memory.archived",
}

// TapUndo takes a change back.
func (d *Desk) TapUndo(ctx context.Context, a *answer.Answer) error {
	m, c, err := d.Memory.Undo(ctx, a.Actor(), d.scopes(a), a.Tap.Ref)
	if err != nil {
		return err
	}
	a.RetireButton()
	a.Note = a.Plain("memory.undone_note", nil)
	if id := undoneWords[c.Op]; id != "" {
		a.Reply(id, templates.Data{"Text": answer.Literal(plain(a, m.Content))})
	}
	return nil
}

// Receipt tells what a change did, with what can be done about it.
func Receipt(a *answer.Answer, id, content string, c memory.Change, editable bool) {
	row := []delivery.Button{}
	if c.ID != "" {
		row = append(row, a.Button("button.undo", "undo", c.ID))
	}
	if editable {
		row = append(row, a.Button("button.edit", "edit", c.MemoryID))
	}
	body := delivery.Body{Text: a.Say(id, templates.Data{"Text": answer.Literal(plain(a, content))})}
	if len(row) > 0 {
		body.Buttons = [][]delivery.Button{row}
	}
	a.Send(body)
}
