package memories

import (
	"context"
	"slices"
	"strconv"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/templates"
)

// TapArchive turns the pages of the archive.
func (d *Desk) TapArchive(ctx context.Context, a *answer.Answer) error {
	return d.archivePage(ctx, a, answer.PageNumber(a.Tap.Ref))
}

// archivePage shows what left because there was too much, or because its time was over
// (R7), the last to leave first.
func (d *Desk) archivePage(ctx context.Context, a *answer.Answer, page int) error {
	ms, _, err := d.Memory.List(ctx, memory.ArchivedQuery(d.scopes(a)...))
	if err != nil {
		return err
	}
	if len(ms) == 0 {
		a.Show(delivery.Body{Text: a.Say("memory.archive.empty", nil)})
		return nil
	}
	slices.SortStableFunc(ms, func(a, b memory.Memory) int { return b.ArchivedAt.Compare(*a.ArchivedAt) })
	pages := paginate(ms)
	page = min(page, len(pages))
	title := a.Say("memory.archive.title", templates.Data{"Count": len(ms)})
	pager := answer.Pager(page, len(pages), func(n int) (action, ref string) { return "archive", strconv.Itoa(n) })
	return d.showRows(ctx, a, title, pages[page-1], openFromFirstPage, pager)
}

// countArchived returns how many memories are in the archive.
func (d *Desk) countArchived(ctx context.Context, a *answer.Answer) (int, error) {
	q := memory.ArchivedQuery(d.scopes(a)...)
	q.Limit = 1
	_, n, err := d.Memory.List(ctx, q)
	return n, err
}
