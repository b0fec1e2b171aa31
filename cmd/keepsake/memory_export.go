package main

import (
	"context"
	"fmt"
	"io"

	"keepsake/app"
	"keepsake/cmd/keepsake/files"
	"keepsake/cmd/keepsake/remote"
	"keepsake/memory"
	"keepsake/memory/archive"
)

// memoryExportCmd writes memories to a file (I38, I39).
type memoryExportCmd struct {
	roleArg
	whose
	Output string `short:"o" help:"The file to write; - is the output." default:"memories.json" placeholder:"PATH"`
	Full   bool   `help:"An archive: every version, evidence and scope, with checksums. Import brings it back exactly; of the plain list it brings back the present words, to the person that is named."`
	remote.Flags
}

func (e memoryExportCmd) Run(ctx context.Context, sh *shell) error {
	if e.Remote != "" {
		return e.fromRemote(ctx, sh)
	}
	return withMemories(ctx, sh, e.Role, func(m *app.Memories) error {
		scopes, err := m.Scopes(ctx, e.Person)
		if err != nil {
			return err
		}
		if e.Full {
			a, err := m.Archive.Export(ctx, m.Name(), scopes)
			if err != nil {
				return err
			}
			return e.full(sh, a)
		}
		ms, _, err := m.Memory.List(ctx, memory.RetentionQuery(scopes...)) // also those in the archive
		if err != nil {
			return err
		}
		return e.plain(sh, ms)
	})
}

// fromRemote writes what the memory elsewhere has.
func (e memoryExportCmd) fromRemote(ctx context.Context, sh *shell) error {
	there, err := sh.remote(e.Flags, e.Role, e.Person)
	if err != nil {
		return err
	}
	if e.Full {
		a, err := there.Export(ctx)
		if err != nil {
			return err
		}
		return e.full(sh, a)
	}
	ms, err := there.All(ctx)
	if err != nil {
		return err
	}
	return e.plain(sh, ms)
}

func (e memoryExportCmd) plain(sh *shell, ms []memory.Memory) error {
	out := make([]archive.Plain, len(ms))
	archived := 0
	for i, x := range ms {
		if out[i] = archive.NewPlain(x); out[i].ArchivedAt != "" {
			archived++
		}
	}
	err := files.Write(sh.out, e.Output, func(w io.Writer) error { return archive.WriteReadable(w, out) })
	return e.report(sh, count(len(out), "memory", "memories")+ofArchive(archived), err)
}

func (e memoryExportCmd) full(sh *shell, a archive.Archive) error {
	versions, archived := 0, 0
	for _, x := range a.Memories {
		if versions += len(x.Versions); x.ArchivedAt != nil {
			archived++
		}
	}
	what := fmt.Sprintf("%s (%s)%s", count(len(a.Memories), "memory", "memories"), count(versions, "version", "versions"), ofArchive(archived))
	return e.report(sh, what, files.Write(sh.out, e.Output, a.Write))
}

// ofArchive says how many of what was exported are in the archive.
func ofArchive(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", %d of them in the archive,", n)
}

func (e memoryExportCmd) report(sh *shell, what string, err error) error {
	if err == nil && e.Output != "-" {
		fmt.Fprintf(sh.out, "Exported %s to %s.\n", what, e.Output)
	}
	return err
}
