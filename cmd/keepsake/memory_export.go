package main

import (
	"context"
	"fmt"
	"io"

	"keepsake/app"
	"keepsake/memory"
	"keepsake/memory/archive"
	"keepsake/scope"
)

// memoryExportCmd writes memories to a file (I38, I39).
type memoryExportCmd struct {
	roleArg
	whose
	Output string `short:"o" help:"The file to write; - is the output." default:"memories.json" placeholder:"PATH"`
	Full   bool   `help:"An archive: every version, evidence and scope, with checksums, for import."`
}

func (e memoryExportCmd) Run(ctx context.Context, sh *shell) error {
	return withMemories(ctx, sh, e.Role, func(m *app.Memories) error {
		scopes, err := m.Scopes(ctx, e.Person)
		if err != nil {
			return err
		}
		if e.Full {
			return e.full(ctx, sh, m, scopes)
		}
		ms, _, err := m.Memory.List(ctx, memory.ActiveQuery(scopes...))
		if err != nil {
			return err
		}
		out := make([]archive.Plain, len(ms))
		for i, x := range ms {
			out[i] = archive.NewPlain(x)
		}
		err = writeFile(sh, e.Output, func(w io.Writer) error { return archive.WriteReadable(w, out) })
		return e.report(sh, count(len(out), "memory", "memories"), err)
	})
}

func (e memoryExportCmd) full(ctx context.Context, sh *shell, m *app.Memories, scopes []scope.Scope) error {
	a, err := m.Archive.Export(ctx, m.Name(), scopes)
	if err != nil {
		return err
	}
	versions := 0
	for _, x := range a.Memories {
		versions += len(x.Versions)
	}
	what := fmt.Sprintf("%s (%s)", count(len(a.Memories), "memory", "memories"), count(versions, "version", "versions"))
	return e.report(sh, what, writeFile(sh, e.Output, a.Write))
}

func (e memoryExportCmd) report(sh *shell, what string, err error) error {
	if err == nil && e.Output != "-" {
		fmt.Fprintf(sh.out, "Exported %s to %s.\n", what, e.Output)
	}
	return err
}
