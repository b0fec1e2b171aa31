package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"text/tabwriter"

	"keepsake/app"
	"keepsake/cmd/keepsake/remote"
	"keepsake/memory"
)

type memoryListCmd struct {
	roleArg
	whose
	Category string `help:"Only of this category."`
	Archived bool   `help:"Those in the archive: there were too many, or their time was over."`
	Limit    limit  `help:"How many at most." default:"100"`
	remote.Flags
}

func (l memoryListCmd) Run(ctx context.Context, sh *shell) error {
	if l.Remote != "" {
		there, err := sh.remote(l.Flags, l.Role, l.Person)
		if err != nil {
			return err
		}
		ms, total, err := there.List(ctx, l.Category, l.Archived, int(l.Limit))
		if err != nil {
			return err
		}
		return l.print(sh, ms, total)
	}
	return withMemories(ctx, sh, l.Role, func(m *app.Memories) error {
		scopes, err := m.Scopes(ctx, l.Person)
		if err != nil {
			return err
		}
		q := memory.ActiveQuery(scopes...)
		if l.Archived {
			q = memory.ArchivedQuery(scopes...)
		}
		q.Category, q.Limit = l.Category, int(l.Limit)
		ms, total, err := m.Memory.List(ctx, q)
		if err != nil {
			return err
		}
		if err := l.print(sh, ms, total); err != nil || total > 0 {
			return err
		}
		return l.pointElsewhere(ctx, sh, m)
	})
}

func (l memoryListCmd) print(sh *shell, ms []memory.Memory, total int) error {
	switch {
	case total > 0:
		return printMemories(sh, ms, total)
	case l.Archived:
		fmt.Fprintln(sh.out, "The archive is empty.")
	default:
		fmt.Fprintln(sh.out, "No memories.")
	}
	return nil
}

// pointElsewhere tells of other stores that have memories, when this one was listed whole and has none.
func (l memoryListCmd) pointElsewhere(ctx context.Context, sh *shell, m *app.Memories) error {
	if l.Person != "" || l.Category != "" || l.Archived {
		return nil
	}
	others, err := m.CountElsewhere(ctx)
	if err != nil || len(others) == 0 {
		return err
	}
	fmt.Fprintf(sh.out, "This is the store %s. The database has others:\n", m.Name())
	for _, name := range slices.Sorted(maps.Keys(others)) {
		fmt.Fprintf(sh.out, "  %s: %s\n", visible(name), count(others[name], "memory", "memories"))
	}
	fmt.Fprintln(sh.out, "Name its role file (keepsake memory list ROLE.yaml), or set KEEPSAKE_NAME.")
	return nil
}

// contentLine returns a memory's content, marked when it is in the archive.
func contentLine(m memory.Memory) string {
	if m.ArchivedAt != nil {
		return visible(m.Content) + " (archived)"
	}
	return visible(m.Content)
}

func printMemories(sh *shell, ms []memory.Memory, total int) error {
	w := tabwriter.NewWriter(sh.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tCATEGORY\tSINCE\tWHOSE\tMEMORY")
	for _, m := range ms {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", m.ID, visible(m.Category), formatDay(m.CreatedAt), visible(ownerName(m.Scope)), contentLine(m))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if len(ms) < total {
		fmt.Fprintf(sh.out, "\n%d of %s; --limit %d shows all.\n", len(ms), count(total, "memory", "memories"), total)
		return nil
	}
	fmt.Fprintf(sh.out, "\n%s.\n", count(total, "memory", "memories"))
	return nil
}
