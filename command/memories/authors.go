package memories

import (
	"context"
	"slices"
	"strings"

	"keepsake/command/answer"
	"keepsake/memory"
)

// authorsOf returns the ids of who said what a memory holds now, or wrote it by command.
func authorsOf(history memory.History) (ids []string) {
	for _, v := range history.Versions {
		for _, e := range v.Evidence {
			if v.Number == history.Memory.Version && e.Author != "" && !slices.Contains(ids, e.Author) {
				ids = append(ids, e.Author)
			}
		}
	}
	return ids
}

// authorNames returns the names of who said what a memory holds; "" in a private chat, and
// when nobody knows.
func (d *Desk) authorNames(ctx context.Context, a *answer.Answer, m memory.Memory) (string, error) {
	if !a.Chat.IsGroup() {
		return "", nil
	}
	history, err := d.Memory.History(ctx, d.scopes(a), m.ID)
	if err != nil {
		return "", err
	}
	var names []string
	for _, id := range authorsOf(history) {
		names = append(names, d.nameOf(ctx, a, id))
	}
	return strings.Join(names, ", "), nil
}

// nameOf returns what somebody is called now.
func (d *Desk) nameOf(ctx context.Context, a *answer.Answer, id string) string {
	if p, err := d.People.Get(ctx, id); err == nil && p.Name != "" {
		return p.Name
	}
	return a.Plain("group.somebody", nil)
}
