package command

import (
	"context"

	"keepsake/command/privacy"
)

func (h *handling) privacy(context.Context) error {
	privacy.Show(h.Answer, h.s.Privacy, h.formsMemories())
	return nil
}

func (h *handling) groupPrivacy(context.Context) error {
	privacy.ShowGroup(h.Answer, h.s.Privacy, h.formsMemories())
	return nil
}

// formsMemories reports whether memories form by themselves unless the chat switches that off.
func (h *handling) formsMemories() bool { return h.s.Agent != nil && h.s.Agent.Ingest != nil }
