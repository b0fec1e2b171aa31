package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/templates"
	"keepsake/text"
)

// days is a duration as whole days, at least one.
func days(d time.Duration) int { return max(1, int(d/(24*time.Hour))) }

func (r *request) tapOpen(ctx context.Context) error {
	id, view := head(r.tap.ref)
	return r.card(ctx, id, view, false)
}

func (r *request) tapHistory(ctx context.Context) error {
	id, view := head(r.tap.ref)
	return r.card(ctx, id, view, true)
}

func (r *request) memoryShow(ctx context.Context, id string) error { return r.card(ctx, id, "", true) }

// card shows one memory with what can be done about it; full adds its versions, where
// they come from, and when (P16).
func (r *request) card(ctx context.Context, id, view string, full bool) error {
	h, err := r.cfg.Memory.History(ctx, r.scopes(), id)
	if err != nil {
		return err
	}
	m := h.Memory
	if m.DeletedAt != nil && r.chat.Group() && !r.standing.admin && !r.own(h) {
		return memory.ErrNotFound // a group is not shown again what somebody took back
	}
	heading := r.heading(m.Category)
	if m.Subject != "" {
		heading += " · " + m.Subject
	}
	parts := []string{
		"**" + text.Escape(text.Visible(heading)) + "**\n" + string(shown(m.Content)),
		r.word("memory.card.facts", templates.Data{"ID": m.ID, "Version": m.Version, "Date": r.moment(m.CreatedAt)}),
	}
	if m.Pinned {
		parts = append(parts, r.word("memory.card.pinned", nil))
	}
	if m.DeletedAt != nil {
		parts = append(parts, r.word("memory.card.deleted", templates.Data{"Date": r.moment(*m.DeletedAt)}))
	}
	if said := r.archivedCard(m); said != "" && m.DeletedAt == nil {
		parts = append(parts, said)
	}
	if full {
		parts = append(parts, r.versions(ctx, h.Versions))
	}
	ref := m.ID
	if view != "" {
		ref += "." + view
	}
	body := delivery.Body{Text: strings.Join(parts, "\n\n")}
	if m.DeletedAt != nil {
		body.Buttons = [][]delivery.Button{{r.button("button.restore", "restore", m.ID)}}
		return r.show(ctx, body)
	}
	if m.ArchivedAt != nil {
		body.Buttons = [][]delivery.Button{{r.button("button.restore", "restore", m.ID), r.button("button.delete", "del", m.ID)}}
		return r.show(ctx, body)
	}
	pin := r.button("button.pin", "pin", ref)
	if m.Pinned {
		pin = r.button("button.unpin", "unpin", ref)
	}
	last := []delivery.Button{r.button("button.delete", "del", ref)}
	if !full {
		last = append(last, r.button("button.history", "hist", ref))
	}
	body.Buttons = [][]delivery.Button{{r.button("button.edit", "edit", m.ID), pin}, last}
	if r.tap != nil {
		if view == "" {
			view = "1"
		}
		body.Buttons = append(body.Buttons, []delivery.Button{r.button("button.back", "list", view)})
	}
	return r.show(ctx, body)
}

// versions lists what a memory said over time, and who said so.
func (r *request) versions(ctx context.Context, vs []memory.Version) string {
	lines := []string{r.word("memory.history.title", nil)}
	for _, v := range vs {
		lines = append(lines, r.word("memory.history.row", templates.Data{
			"Number": v.Number, "Date": r.moment(v.CreatedAt), "Text": shown(v.Content),
		}))
		for _, e := range v.Evidence {
			if e.Quote == "" || text.Fold(e.Quote) == text.Fold(v.Content) {
				continue
			}
			id, data := "memory.history.source", templates.Data{
				"Date": r.moment(e.SaidAt), "Text": shown(text.Cut(text.OneLine(e.Quote), 200)),
			}
			if r.chat.Group() {
				id, data["Who"] = "group.memory.source", shown(r.nameOf(ctx, e.Author))
			}
			lines = append(lines, r.word(id, data))
		}
	}
	return strings.Join(lines, "\n")
}

func (r *request) memoryDelete(ctx context.Context, id string) error { return r.forgetOne(ctx, id, "") }

func (r *request) tapDelete(ctx context.Context) error {
	id, view := head(r.tap.ref)
	return r.forgetOne(ctx, id, view)
}

// forgetOne deletes a memory and what the conversation still says of it (P53, P55). view
// is the list it was opened from.
func (r *request) forgetOne(ctx context.Context, id, view string) error {
	if err := r.may(ctx, id); err != nil {
		return err
	}
	m, c, err := r.cfg.Forget.One(ctx, r.scopes(), id, r.actor())
	if err != nil {
		return err
	}
	row := []delivery.Button{r.button("button.undo", "undo", c.ID)}
	if r.tap != nil {
		row = append(row, r.button("button.back", "list", parseView(view).String()))
	}
	return r.show(ctx, delivery.Body{
		Text: r.word("memory.deleted", templates.Data{"Text": shown(m.Content)}), Buttons: [][]delivery.Button{row},
	})
}

func (r *request) tapRestore(ctx context.Context) error {
	if err := r.memoryRestore(ctx, r.tap.ref); err != nil {
		return err
	}
	return r.retire(ctx)
}

func (r *request) memoryRestore(ctx context.Context, id string) error {
	if err := r.may(ctx, id); err != nil {
		return err
	}
	m, c, err := r.cfg.Memory.Restore(ctx, r.scopes(), id, r.actor(), "restored by the person")
	if err != nil {
		return err
	}
	return r.receipt(ctx, "memory.restored", m.Content, c, false)
}

func (r *request) tapDeleted(ctx context.Context) error {
	return r.memoryDeleted(ctx, number(r.tap.ref))
}

// memoryDeleted lists what can still be restored, newest first.
func (r *request) memoryDeleted(ctx context.Context, page int) error {
	q := memory.Known(r.scopes()...)
	q.Deleted, q.Limit, q.Offset = true, pageRows, (page-1)*pageRows
	ms, total, err := r.cfg.Memory.List(ctx, q)
	if err != nil {
		return err
	}
	if last := lastPage(total); page > last { // what stood there was restored
		return r.memoryDeleted(ctx, last)
	}
	if total == 0 {
		return r.show(ctx, delivery.Body{Text: r.word("memory.nothing_deleted", nil)})
	}
	body := delivery.Body{Text: r.word("memory.deleted_title", templates.Data{"Count": days(r.cfg.Kept.Deleted)}) + "\n"}
	for _, m := range ms {
		row, err := r.bullet(ctx, m)
		if err != nil {
			return err
		}
		body.Text += "\n" + row
		label := "↩️ " + text.Cut(text.OneLine(text.Visible(m.Content)), tapRunes)
		body.Buttons = append(body.Buttons, []delivery.Button{{Text: label, Action: "restore", Ref: m.ID}})
	}
	if nav := r.pager(page, lastPage(total), func(n int) (action, ref string) {
		return "deleted", strconv.Itoa(n)
	}); nav != nil {
		body.Buttons = append(body.Buttons, nav)
	}
	return r.show(ctx, body)
}

func (r *request) tapPin(ctx context.Context) error   { return r.tapPinned(ctx, true) }
func (r *request) tapUnpin(ctx context.Context) error { return r.tapPinned(ctx, false) }

func (r *request) tapPinned(ctx context.Context, pinned bool) error {
	id, view := head(r.tap.ref)
	if err := r.may(ctx, id); err != nil {
		return err
	}
	if _, _, err := r.cfg.Memory.Pin(ctx, r.scopes(), id, pinned, r.actor()); err != nil {
		return err
	}
	return r.card(ctx, id, view, false)
}

func (r *request) memoryPin(ctx context.Context, id string, pinned bool) error {
	if err := r.may(ctx, id); err != nil {
		return err
	}
	m, _, err := r.cfg.Memory.Pin(ctx, r.scopes(), id, pinned, r.actor())
	if err != nil {
		return err
	}
	say := "memory.pinned"
	if !pinned {
		say = "memory.unpinned"
	}
	return r.reply(ctx, say, templates.Data{"Text": shown(m.Content)})
}

// memorySearch is "/memory search WORDS".
func (r *request) memorySearch(ctx context.Context, query string) error {
	if strings.TrimSpace(query) == "" {
		return r.reply(ctx, "memory.needs_words", nil)
	}
	return r.found(ctx, query, 1)
}

func (r *request) tapFind(ctx context.Context) error {
	page, query := head(r.tap.ref)
	return r.found(ctx, query, number(page))
}

// found shows one page of a search. The words travel in the buttons as search tokens.
func (r *request) found(ctx context.Context, query string, page int) error {
	ms, total, err := r.cfg.Memory.Search(ctx, r.scopes(), query, pageRows, (page-1)*pageRows)
	if err != nil {
		return err
	}
	if last := lastPage(total); page > last { // what stood there was deleted
		return r.found(ctx, query, last)
	}
	if total == 0 {
		return r.show(ctx, delivery.Body{Text: r.word("memory.found_nothing", nil)})
	}
	body := delivery.Body{Text: r.word("memory.found", templates.Data{"Count": total}) + "\n"}
	for _, m := range ms {
		row, err := r.bullet(ctx, m)
		if err != nil {
			return err
		}
		body.Text += "\n" + row
		body.Buttons = append(body.Buttons, []delivery.Button{r.openButton(m, listView{page: 1})})
	}
	tokens := fit(text.Words(query), maxData-len("find:000."))
	if nav := r.pager(page, lastPage(total), func(n int) (action, ref string) {
		return "find", strconv.Itoa(n) + "." + tokens
	}); nav != nil {
		body.Buttons = append(body.Buttons, nav)
	}
	return r.show(ctx, body)
}

// fit joins as many words as fit a number of bytes.
func fit(words []string, limit int) string {
	out := ""
	for _, w := range words {
		next := strings.TrimSpace(out + " " + w)
		if len(next) > limit {
			break
		}
		out = next
	}
	return out
}

// exported is one memory in the exported file. Times are RFC 3339 with offset (R11).
type exported struct {
	ID        string            `json:"id"`
	Category  string            `json:"category"`
	Subject   string            `json:"subject,omitempty"`
	Content   string            `json:"content"`
	Pinned    bool              `json:"pinned"`
	Version   int               `json:"version"`
	CreatedAt string            `json:"created_at"`
	UpdatedAt string            `json:"updated_at"`
	Archived  string            `json:"archived_at,omitempty"`
	Versions  []exportedVersion `json:"versions"`
}

type exportedVersion struct {
	Number    int      `json:"number"`
	Content   string   `json:"content"`
	CreatedAt string   `json:"created_at"`
	Said      []string `json:"said,omitempty"`
}

const rfc3339 = "2006-01-02T15:04:05-07:00"

// memoryExport sends everything remembered as a file that people and programs can read.
func (r *request) memoryExport(ctx context.Context) error {
	ms, _, err := r.cfg.Memory.List(ctx, memory.Kept(r.scopes()...))
	if err != nil {
		return err
	}
	if len(ms) == 0 {
		return r.nothingKept(ctx)
	}
	out := make([]exported, 0, len(ms))
	for _, m := range ms {
		h, err := r.cfg.Memory.History(ctx, r.scopes(), m.ID)
		if err != nil {
			return err
		}
		e := exported{
			ID: m.ID, Category: m.Category, Subject: m.Subject, Content: m.Content, Pinned: m.Pinned, Version: m.Version,
			CreatedAt: m.CreatedAt.UTC().Format(rfc3339), UpdatedAt: m.UpdatedAt.UTC().Format(rfc3339),
		}
		if m.ArchivedAt != nil {
			e.Archived = m.ArchivedAt.UTC().Format(rfc3339)
		}
		for _, v := range h.Versions {
			line := exportedVersion{Number: v.Number, Content: v.Content, CreatedAt: v.CreatedAt.UTC().Format(rfc3339)}
			for _, x := range v.Evidence {
				if x.Quote != "" {
					line.Said = append(line.Said, x.Quote)
				}
			}
			e.Versions = append(e.Versions, line)
		}
		out = append(out, e)
	}
	data, err := json.MarshalIndent(map[string]any{"exported_at": r.now().Format(rfc3339), "memories": out}, "", "  ")
	if err != nil {
		return fault.Wrap(fault.Internal, "export", err)
	}
	return r.send(ctx, delivery.Body{
		Text: r.word("memory.exported", templates.Data{"Count": len(out)}),
		File: &delivery.File{Name: fmt.Sprintf("memories-%s.json", r.now().In(r.zone()).Format("2006-01-02")), Data: append(data, '\n')},
	})
}
