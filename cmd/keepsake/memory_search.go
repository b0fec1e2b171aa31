package main

import (
	"context"
	"fmt"
	"strings"

	"keepsake/app"
	"keepsake/cmd/keepsake/remote"
	"keepsake/memory"
)

type memorySearchCmd struct {
	whose
	Words []string `arg:"" help:"What to look for, after the role file when there is one (ROLE.yaml)."`
	Limit limit    `help:"How many at most." default:"20"`
	remote.Flags
}

func (s memorySearchCmd) Run(ctx context.Context, sh *shell) error {
	role, words := splitRole(s.Words)
	if len(words) == 0 {
		return usageError("say what to look for: keepsake memory search [ROLE] WORDS")
	}
	if s.Remote != "" {
		there, err := sh.remote(s.Flags, role, s.Person)
		if err != nil {
			return err
		}
		ms, total, err := there.Search(ctx, strings.Join(words, " "), int(s.Limit))
		if err != nil {
			return err
		}
		return printFound(sh, ms, total)
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
		return printFound(sh, ms, total)
	})
}

func printFound(sh *shell, ms []memory.Memory, total int) error {
	if total == 0 {
		fmt.Fprintln(sh.out, "Nothing found.")
		return nil
	}
	return printMemories(sh, ms, total)
}
