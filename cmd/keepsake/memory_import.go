package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"keepsake/app"
	"keepsake/cmd/keepsake/files"
	"keepsake/cmd/keepsake/remote"
	"keepsake/memory/archive"
)

// memoryImportCmd brings an archive back, or a plain list of memories in. Doing it twice is the same
// as once.
type memoryImportCmd struct {
	Person     string   `help:"Only their memories; of a plain list: whose they become. Like telegram:42." placeholder:"ID"`
	Args       []string `arg:"" name:"path" help:"What export wrote, with or without --full, or InitRunner's list; after the role file when there is one (ROLE.yaml)."`
	DryRun     bool     `help:"Only say what would be done."`
	Foreign    bool     `name:"from-assistant" help:"The file is of another assistant: a list of mem0, an agent file of Letta, or the text that ChatGPT or Claude show of their memory, a fact on each line. Needs --person."`
	OtherStore bool     `name:"from-other-store" help:"The archive is of another store: bring its memories into this one."`
	remote.Flags
}

func (i memoryImportCmd) Run(ctx context.Context, sh *shell) error {
	role, paths := splitRole(i.Args)
	if len(paths) != 1 {
		return usageError("name one file: keepsake memory import [ROLE] PATH")
	}
	f, err := os.Open(paths[0])
	if err != nil {
		return err
	}
	defer f.Close()
	if i.Remote != "" {
		there, err := sh.remote(i.Flags, role, i.Person)
		if err != nil {
			return err
		}
		r, err := there.Import(ctx, f, i.Foreign, i.DryRun)
		if err == nil {
			i.report(sh, r)
		}
		return err
	}
	return withMemories(ctx, sh, role, func(m *app.Memories) error {
		bar := files.NewProgress(sh.err)
		r, err := m.Import(ctx, app.Import{File: f, Person: i.Person, OtherStore: i.OtherStore, Foreign: i.Foreign, DryRun: i.DryRun, Progress: bar.Update})
		bar.Finish()
		if err != nil {
			return fmt.Errorf("%s: %w", paths[0], err)
		}
		i.report(sh, r)
		return nil
	})
}

func (i memoryImportCmd) report(sh *shell, r archive.Report) {
	verb, went := "Imported", "went"
	if i.DryRun {
		verb, went = "Would import", "would go"
	}
	fmt.Fprintf(sh.out, "%s %s%s; %d here already.\n", verb, count(r.Added, "memory", "memories"), r.AndWishes(), r.Same)
	if r.MadeRoom > 0 {
		fmt.Fprintf(sh.out, "%s %s to the archive, because there are more than may stay out of it (KEEPSAKE_MAX_MEMORIES,\nKEEPSAKE_MAX_EXTRACTED): those that matter least. They are found and restored as ever (keepsake memory list --archived).\n",
			count(r.MadeRoom, "memory", "memories"), went)
	}
	printIDs(sh.out, "Forgotten here since, and left so:", r.Forgotten)
	printIDs(sh.out, "Different here, and left so:", r.Differ)
	printIDs(sh.out, "Left out, because they hold a secret:", r.Secret)
}

// printIDs prints ids below a heading, eight to a line; nothing when there are none.
func printIDs(w io.Writer, heading string, ids []string) {
	if len(ids) == 0 {
		return
	}
	fmt.Fprintln(w, heading)
	for i, id := range ids {
		separator := " "
		if i == len(ids)-1 || i%8 == 7 {
			separator = "\n"
		}
		if i%8 == 0 {
			fmt.Fprint(w, "  ")
		}
		fmt.Fprint(w, id, separator)
	}
}
