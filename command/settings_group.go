package command

import (
	"context"

	"keepsake/command/groups"
)

// groupSettings is /settings in a group.
func (h *handling) groupSettings(ctx context.Context) error { return h.groups().Show(ctx, h.Answer) }

func (h *handling) groups() *groups.Desk {
	return &groups.Desk{People: h.s.People, Sessions: h.s.Sessions, Self: h.selfData(), Manner: h.s.Manner.IsOpen(), ReadsAll: h.req.Self.ReadsAll}
}
