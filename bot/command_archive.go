package bot

import (
	"context"
	"slices"
	"strconv"

	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/templates"
)

// memoryArchive is "/memory archive [page]": what left because there was too much, or its
// time was over (R7), the last to leave first.
func (r *request) memoryArchive(ctx context.Context, arg string) error {
	_, page := paged(arg)
	return r.archivePage(ctx, page)
}

func (r *request) tapArchive(ctx context.Context) error { return r.archivePage(ctx, number(r.tap.ref)) }

func (r *request) archivePage(ctx context.Context, page int) error {
	ms, _, err := r.cfg.Memory.List(ctx, memory.InArchive(r.scopes()...))
	if err != nil {
		return err
	}
	if len(ms) == 0 {
		return r.show(ctx, delivery.Body{Text: r.word("memory.archive.empty", nil)})
	}
	slices.SortStableFunc(ms, func(a, b memory.Memory) int { return b.ArchivedAt.Compare(*a.ArchivedAt) })
	pages := paginate(ms)
	page = min(page, len(pages))
	body := delivery.Body{Text: r.word("memory.archive.title", templates.Data{"Count": len(ms)}) + "\n"}
	for _, m := range pages[page-1] {
		row, err := r.bullet(ctx, m)
		if err != nil {
			return err
		}
		body.Text += "\n" + row
		body.Buttons = append(body.Buttons, []delivery.Button{r.openButton(m, listView{page: 1})})
	}
	if nav := r.pager(page, len(pages), func(n int) (action, ref string) { return "archive", strconv.Itoa(n) }); nav != nil {
		body.Buttons = append(body.Buttons, nav)
	}
	return r.show(ctx, body)
}

// inArchive counts what is there.
func (r *request) inArchive(ctx context.Context) (int, error) {
	q := memory.InArchive(r.scopes()...)
	q.Limit = 1
	_, n, err := r.cfg.Memory.List(ctx, q)
	return n, err
}

// archivedCard is what a card says of the archive; "" for a memory that is not there.
func (r *request) archivedCard(m memory.Memory) string {
	switch {
	case m.ArchivedAt == nil:
		return ""
	case m.Status == memory.Expired:
		return r.word("memory.card.expired", templates.Data{"Date": r.moment(*m.ArchivedAt)})
	}
	return r.word("memory.card.archived", templates.Data{"Date": r.moment(*m.ArchivedAt)})
}
