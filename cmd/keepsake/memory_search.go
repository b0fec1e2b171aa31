package main

import (
	"context"
	"fmt"
	"strings"

	"keepsake/app"
)

type memorySearchCmd struct {
	whose
	Words []string `arg:"" help:"What to look for, after the role file when there is one (ROLE.yaml)."`
	Limit limit    `help:"How many at most." default:"20"`
}

func (s memorySearchCmd) Run(ctx context.Context, sh *shell) error {
	role, words := splitRole(s.Words)
	if len(words) == 0 {
		return usageError("say what to look for: keepsake memory search [ROLE] WORDS")
	}
	return withMemories(ctx, sh, role, func(m *app.Memories) error {
		scopes, err := m.Scopes(ctx, s.Person)
		if err != nil {
			return err
		}
		ms, total, err := m.Memory.Search(ctx, scopes, strings.Join(words, " "), int(s.Limit), 0)
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
