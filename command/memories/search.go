package memories

import (
	"context"
	"strconv"
	"strings"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/templates"
	"keepsake/text"
)

// search is "/memory search WORDS".
func (d *Desk) search(ctx context.Context, a *answer.Answer, query string) error {
	if strings.TrimSpace(query) == "" {
		a.Reply("memory.needs_words", nil)
		return nil
	}
	return d.foundPage(ctx, a, query, 1)
}

// TapFind turns the pages of a search.
func (d *Desk) TapFind(ctx context.Context, a *answer.Answer) error {
	page, query := answer.CutRef(a.Tap.Ref)
	return d.foundPage(ctx, a, query, answer.PageNumber(page))
}

// foundPage shows one page of a search. The words travel in the buttons as search tokens.
func (d *Desk) foundPage(ctx context.Context, a *answer.Answer, query string, page int) error {
	ms, total, err := d.Memory.Search(ctx, d.scopes(a), query, answer.PageRows, (page-1)*answer.PageRows)
	if err != nil {
		return err
	}
	if last := answer.LastPage(total); page > last { // what stood there was deleted
		return d.foundPage(ctx, a, query, last)
	}
	if total == 0 {
		a.Show(delivery.Body{Text: a.Say("memory.found_nothing", nil)})
		return nil
	}
	tokens := joinWithin(text.Words(query), answer.MaxData-len("find:000."))
	pager := answer.Pager(page, answer.LastPage(total), func(n int) (action, ref string) {
		return "find", strconv.Itoa(n) + "." + tokens
	})
	return d.showRows(ctx, a, a.Say("memory.found", templates.Data{"Count": total}), ms, openFromFirstPage, pager)
}

// joinWithin returns as many words as have at most limit bytes together.
func joinWithin(words []string, limit int) string {
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
