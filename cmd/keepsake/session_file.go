package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"keepsake/app"
	"keepsake/cmd/keepsake/files"
	"keepsake/session"
)

// sessionExportCmd writes a conversation to a file (M16).
type sessionExportCmd struct {
	Args   []string `arg:"" name:"id" help:"The id from the list, after the role file when there is one (ROLE.yaml)."`
	Output string   `short:"o" help:"The file to write; - is the output. Default: session.json, as text session.txt." placeholder:"PATH"`
	Text   bool     `help:"As text for people, which import does not take."`
}

func (e sessionExportCmd) Run(ctx context.Context, sh *shell) error {
	return withLog(ctx, sh, e.Args, "export [ROLE] ID", func(log *session.Log, _ []string) error {
		file, write := cmp.Or(e.Output, "session.json"), func(w io.Writer) error { return log.Save(ctx, w) }
		if e.Text {
			file, write = cmp.Or(e.Output, "session.txt"), func(w io.Writer) error { return writeText(ctx, w, log) }
		}
		err := files.Write(sh.out, file, write)
		if err == nil && file != "-" {
			fmt.Fprintf(sh.out, "Exported to %s.\n", file)
		}
		return err
	})
}

// writeText writes a conversation as people read it: who said what, and when.
func writeText(ctx context.Context, w io.Writer, log *session.Log) error {
	ms, err := log.All(ctx)
	if err != nil {
		return err
	}
	checked := &output{to: w}
	for _, m := range ms {
		if m.Role != session.User && m.Role != session.Assistant || m.Content == "" {
			continue
		}
		words := m.Content
		if m.Masked != nil {
			words = session.Forgotten
		}
		fmt.Fprintf(checked, "%s (%s):\n  %s\n\n", cmp.Or(visible(m.Name), string(m.Role)), formatTime(m.At), indentText(words))
	}
	return checked.err
}

// sessionImportCmd makes a conversation of what sessionExportCmd wrote.
type sessionImportCmd struct {
	Args        []string `arg:"" name:"path" help:"What export wrote, after the role file when there is one (ROLE.yaml). What it says you said counts as your words."`
	Description string   `help:"The system message of a file that has none." placeholder:"TEXT"`
}

func (i sessionImportCmd) Run(ctx context.Context, sh *shell) error {
	role, paths := splitRole(i.Args)
	if len(paths) != 1 {
		return usageError("name one file: keepsake session import [ROLE] PATH")
	}
	f, err := os.Open(paths[0])
	if err != nil {
		return err
	}
	defer f.Close()
	return withMemories(ctx, sh, role, func(m *app.Memories) error {
		s, err := m.ImportLog(ctx, userName(sh.environ), i.Description, f)
		if errors.Is(err, session.ErrLoaded) {
			return fmt.Errorf("%s: this conversation, or a part of it, is in the database already (keepsake session list shows it); another database takes it", paths[0])
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(sh.out, "Imported as %s. Go on with it: %s %s\n", s.PublicID, resumeCommand(role), s.PublicID)
		return nil
	})
}
