package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"keepsake/app"
	"keepsake/cmd/keepsake/remote"
	"keepsake/memory"
	"keepsake/memory/provenance"
)

type memoryShowCmd struct {
	whose
	Args []string `arg:"" name:"id" help:"The id from the list, after the role file when there is one (ROLE.yaml)."`
	remote.Flags
}

func (s memoryShowCmd) Run(ctx context.Context, sh *shell) error {
	role, ids := splitRole(s.Args)
	if len(ids) != 1 {
		return usageError("name one memory by its id: keepsake memory show [ROLE] ID")
	}
	if s.Remote != "" {
		there, err := sh.remote(s.Flags, role, s.Person)
		if err != nil {
			return err
		}
		h, err := there.History(ctx, ids[0])
		if err == nil {
			printHistory(sh.out, h)
		}
		return err
	}
	return withMemories(ctx, sh, role, func(m *app.Memories) error {
		scopes, err := m.Scopes(ctx, s.Person)
		if err != nil {
			return err
		}
		h, err := m.Memory.History(ctx, scopes, ids[0])
		if errors.Is(err, memory.ErrNotFound) {
			return fmt.Errorf("%w %s in the store %s (keepsake memory list shows the ids; upper and lower case count)", memory.ErrNotFound, visible(ids[0]), m.Name())
		}
		if err != nil {
			return err
		}
		printHistory(sh.out, h)
		return nil
	})
}

func printHistory(w io.Writer, h memory.History) {
	m, row := h.Memory, func(label, value string) { fmt.Fprintf(w, "%-10s%s\n", label, value) }
	row("id", m.ID)
	row("whose", visible(ownerName(m.Scope)))
	row("category", visible(m.Category))
	if m.Subject != "" {
		row("subject", visible(m.Subject))
	}
	row("status", string(m.Status)+", "+string(m.Origin))
	if m.Pinned {
		row("pinned", "yes")
	}
	if m.ExpiresAt != nil {
		row("until", formatTime(*m.ExpiresAt))
	}
	if m.ArchivedAt != nil {
		row("archived", formatTime(*m.ArchivedAt))
	}
	if m.DeletedAt != nil {
		row("deleted", formatTime(*m.DeletedAt))
	}
	for _, v := range h.Versions {
		fmt.Fprintf(w, "\nversion %d, %s\n  %s\n", v.Number, formatTime(v.CreatedAt), visible(v.Content))
		for _, e := range v.Evidence {
			fmt.Fprintf(w, "  because (%s, %s): %s\n", provenance.Words(e), formatTime(e.SaidAt), visible(e.Quote))
		}
		fmt.Fprint(w, provenance.Of(h, v).More())
	}
}
