package memories

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/templates"
	"keepsake/text"
)

// Bounds of a search.
const (
	mostRelevant = 30  // memories whose relevance is asked for
	leastNear    = 0.5 // of the best relevance: what shares no word must have so much
)

// ParseSearch returns what the arguments of /memory search for, and whether they search.
func ParseSearch(args string) (query string, ok bool) {
	sub, rest := answer.CutWord(args)
	return rest, (strings.EqualFold(sub, "search") || strings.EqualFold(sub, "find")) && strings.TrimSpace(rest) != ""
}

// IsBareSearch reports whether the arguments of /memory ask for a search without saying of what.
func IsBareSearch(args string) bool {
	sub, rest := answer.CutWord(args)
	return (strings.EqualFold(sub, "search") || strings.EqualFold(sub, "find")) && strings.TrimSpace(rest) == ""
}

// ParseSearchTap returns what the buttons of a search carry.
func ParseSearchTap(a *answer.Answer) (query string, page int) {
	number, query := answer.CutRef(a.Tap.Ref)
	return query, answer.PageNumber(number)
}

// Relevant returns the memories that a query is about, by words and by meaning, the most relevant first
// (F19). It may ask the embedding model, so it runs outside of any transaction.
func (d *Desk) Relevant(ctx context.Context, a *answer.Answer, query string) ([]recall.Hit, error) {
	if d.Recall == nil {
		return nil, nil
	}
	return d.Recall.Find(ctx, recall.Query{Scopes: d.scopes(a), Text: query, Limit: mostRelevant, Asked: true, Archived: true})
}

// ShowFound shows one page of a search: all memories that have the words, and those that are near in
// meaning, by their relevance. The query travels in the buttons.
func (d *Desk) ShowFound(ctx context.Context, a *answer.Answer, query string, page int, relevant []recall.Hit) error {
	ms, _, err := d.Memory.Search(ctx, d.scopes(a), query, 0, 0)
	if err == nil {
		ms, err = d.orderByRelevance(ctx, a, ms, relevant)
	}
	if err != nil {
		return err
	}
	if len(ms) == 0 {
		a.Show(delivery.Body{Text: a.Say("memory.found_nothing", nil)})
		return nil
	}
	page = min(page, answer.LastPage(len(ms))) // what stood there may have been deleted
	from := (page - 1) * answer.PageRows
	carried := strings.Join(strings.Fields(query), " ")
	if most := answer.MaxData - len("find:000."); len(carried) > most {
		carried = joinWithin(text.Words(query), most)
	}
	pager := answer.Pager(page, answer.LastPage(len(ms)), func(n int) (action, ref string) {
		return "find", strconv.Itoa(n) + "." + carried
	})
	return d.showRows(ctx, a, a.Say("memory.found", templates.Data{"Count": len(ms)}),
		ms[from:min(from+answer.PageRows, len(ms))], openFromFirstPage, pager)
}

// orderByRelevance returns memories that have the words of a query in the order of the hits, with the
// hits among them that only meaning found and that are near enough. Where no memory has the words, what
// has a stem of them does ("Пети" for "Петя").
func (d *Desk) orderByRelevance(ctx context.Context, a *answer.Answer, ms []memory.Memory, relevant []recall.Hit) ([]memory.Memory, error) {
	byID := make(map[string]memory.Memory, len(ms))
	for _, m := range ms {
		byID[m.ID] = m
	}
	var out []memory.Memory
	for _, hit := range relevant {
		m, hasWords := byID[hit.Memory.ID]
		if !hasWords {
			if hit.Cosine == nil && len(ms) > 0 || hit.Score < leastNear {
				continue
			}
			var err error
			if m, err = d.Memory.Get(ctx, d.scopes(a), hit.Memory.ID); errors.Is(err, memory.ErrNotFound) { // deleted since
				continue
			} else if err != nil {
				return nil, err
			}
		}
		out = append(out, m)
		delete(byID, m.ID)
	}
	for _, m := range ms {
		if _, left := byID[m.ID]; left {
			out = append(out, m)
		}
	}
	return out, nil
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
