package memories

import (
	"context"

	"keepsake/command/answer"
	"keepsake/command/takeout"
	"keepsake/people"
)

// TapExport is the list's button for the export.
func (d *Desk) TapExport(ctx context.Context, a *answer.Answer) error { return d.export(ctx, a) }

// export sends everything remembered as files that people and programs can read.
func (d *Desk) export(ctx context.Context, a *answer.Answer) error {
	var nameOf func(id string) string
	if a.Chat.IsGroup() {
		nameOf = func(id string) string { return d.nameOf(ctx, a, id) }
	}
	details, err := takeout.Details(ctx, d.Memory, d.Graph, people.ReadScopes(a.Person, d.scopes(a)), nameOf) // those of linked accounts as well
	if err != nil {
		return err
	}
	if len(details) == 0 {
		return d.showEmptyList(ctx, a)
	}
	return takeout.ShowMemories(a, details)
}
