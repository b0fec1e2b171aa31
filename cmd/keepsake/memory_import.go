package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"keepsake/app"
	"keepsake/memory/archive"
)

// memoryImportCmd brings an archive back. Doing it twice is the same as once.
type memoryImportCmd struct {
	whose
	Args   []string `arg:"" name:"path" help:"What export --full wrote, after the role file when there is one (ROLE.yaml)."`
	DryRun bool     `help:"Only say what would be done."`
}

func (i memoryImportCmd) Run(ctx context.Context, sh *shell) error {
	role, paths := splitRole(i.Args)
	if len(paths) != 1 {
		return errors.New("name one archive: keepsake memory import [ROLE] PATH")
	}
	f, err := os.Open(paths[0])
	if err != nil {
		return err
	}
	defer f.Close()
	a, err := archive.Read(f)
	if err != nil {
		return err
	}
	err = needMemories(ctx, sh, role, func(m *app.Memories) error {
		bar := newProgress(sh.err)
		r, err := m.Import(ctx, a, i.Person, i.DryRun, bar.update)
		bar.finish()
		if err != nil {
			return err
		}
		return i.report(sh, r)
	})
	if errors.Is(err, app.ErrNoStore) {
		return errors.New(app.ErrNoStore.Message + " Make one with: keepsake migrate")
	}
	return err
}

func (i memoryImportCmd) report(sh *shell, r archive.Report) error {
	verb := "Imported"
	if i.DryRun {
		verb = "Would import"
	}
	fmt.Fprintf(sh.out, "%s %s; %d here already.\n", verb, count(r.Added, "memory", "memories"), r.Same)
	if len(r.Forgotten) > 0 {
		fmt.Fprintf(sh.out, "Forgotten here since, and left so: %s\n", strings.Join(r.Forgotten, " "))
	}
	if len(r.Differ) > 0 {
		fmt.Fprintf(sh.out, "Different here, and left so: %s\n", strings.Join(r.Differ, " "))
	}
	if len(r.Secret) > 0 {
		fmt.Fprintf(sh.out, "Left out, because they hold a secret: %s\n", strings.Join(r.Secret, " "))
	}
	return nil
}
