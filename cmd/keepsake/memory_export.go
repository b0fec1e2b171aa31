package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"keepsake/app"
	"keepsake/memory"
)

// memoryExportCmd writes memories to a file (I38, I39).
type memoryExportCmd struct {
	roleArg
	whose
	Output string `short:"o" help:"The file to write; - is the output." default:"memories.json" placeholder:"PATH"`
	Full   bool   `help:"An archive: every version, evidence and scope, with checksums, for import."`
}

// exported is a memory in the short form (I39).
type exported struct {
	ID        string `json:"id"`
	Content   string `json:"content"`
	Category  string `json:"category"`
	CreatedAt string `json:"created_at"`
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
		ms, _, err := m.Memory.List(ctx, memory.Known(scopes...))
		if err != nil {
			return err
		}
		out := make([]exported, len(ms))
		for i, x := range ms {
			out[i] = exported{x.ID, x.Content, x.Category, moment(x.CreatedAt)}
		}
		err = writeFile(sh, e.Output, func(w io.Writer) error {
			enc := json.NewEncoder(w)
			enc.SetEscapeHTML(false)
			enc.SetIndent("", "  ")
			return enc.Encode(out)
		})
		return e.tell(sh, count(len(out), "memory", "memories"), err)
	})
}

func (e memoryExportCmd) full(ctx context.Context, sh *shell, m *app.Memories, scopes []memory.Scope) error {
	a, err := m.Archive.Export(ctx, m.Name(), scopes)
	if err != nil {
		return err
	}
	versions := 0
	for _, x := range a.Memories {
		versions += len(x.Versions)
	}
	what := fmt.Sprintf("%s (%s)", count(len(a.Memories), "memory", "memories"), count(versions, "version", "versions"))
	return e.tell(sh, what, writeFile(sh, e.Output, a.Write))
}

func (e memoryExportCmd) tell(sh *shell, what string, err error) error {
	if err == nil && e.Output != "-" {
		fmt.Fprintf(sh.out, "Exported %s to %s.\n", what, e.Output)
	}
	return err
}
