package main

import (
	"context"
	"fmt"
	"strings"

	"keepsake/app"
)

type memorySearchCmd struct {
	whose
	Words []string `arg:"" help:"What to look for."`
	Limit int      `help:"How many at most." default:"20"`
}

func (s memorySearchCmd) Run(ctx context.Context, sh *shell) error {
	return withMemories(ctx, sh, func(m *app.Memories) error {
		scopes, err := m.Scopes(ctx, s.Person)
		if err != nil {
			return err
		}
		ms, total, err := m.Memory.Search(ctx, scopes, strings.Join(s.Words, " "), s.Limit, 0)
		if err != nil {
			return err
		}
		if total == 0 {
			fmt.Fprintln(sh.out, "Nothing found.")
			return nil
		}
		return printMemories(sh, ms, total)
	})
}
