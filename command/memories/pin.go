package memories

import (
	"context"

	"keepsake/command/answer"
	"keepsake/templates"
)

// TapPin pins the memory of an open card.
func (d *Desk) TapPin(ctx context.Context, a *answer.Answer) error { return d.pinOnCard(ctx, a, true) }

// TapUnpin is its opposite.
func (d *Desk) TapUnpin(ctx context.Context, a *answer.Answer) error {
	return d.pinOnCard(ctx, a, false)
}

func (d *Desk) pinOnCard(ctx context.Context, a *answer.Answer, pinned bool) error {
	id, view := answer.CutRef(a.Tap.Ref)
	if _, _, err := d.Memory.Pin(ctx, a.Actor(), d.scopes(a), id, pinned); err != nil {
		return err
	}
	return d.showCard(ctx, a, id, view, false)
}

// pin is /memory pin and unpin.
func (d *Desk) pin(ctx context.Context, a *answer.Answer, memoryID string, pinned bool) error {
	m, _, err := d.Memory.Pin(ctx, a.Actor(), d.scopes(a), memoryID, pinned)
	if err != nil {
		return err
	}
	id := "memory.pinned"
	if !pinned {
		id = "memory.unpinned"
	}
	a.Reply(id, templates.Data{"Text": answer.Literal(plain(a, m.Content))})
	return nil
}
