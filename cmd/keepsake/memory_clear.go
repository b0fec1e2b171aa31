package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"keepsake/app"
)

// memoryClearCmd destroys (I36). It asks first.
type memoryClearCmd struct {
	roleArg
	whose
	Force        bool `help:"Do not ask."`
	SessionsOnly bool `help:"Only the conversations." xor:"only"`
	MemoriesOnly bool `help:"Only the memories." xor:"only"`
}

func (c memoryClearCmd) Run(ctx context.Context, sh *shell) error {
	return withMemories(ctx, sh, c.Role, func(m *app.Memories) error {
		if _, err := m.Scopes(ctx, c.Person); err != nil {
			return err
		}
		if !c.Force {
			if err := sh.confirm(c.question(m.Name()), "nothing was cleared"); err != nil {
				return err
			}
		}
		r, clean, err := m.Clear(ctx, c.Person, !c.MemoriesOnly, !c.SessionsOnly)
		if err != nil {
			return err
		}
		var parts []string
		if !c.SessionsOnly {
			parts = append(parts, fmt.Sprintf("%s (%s)", count(r.Memory.Memories, "memory", "memories"), count(r.Memory.Versions, "version", "versions")))
		}
		if !c.MemoriesOnly {
			parts = append(parts, fmt.Sprintf("%s (%s)", count(r.Sessions.Sessions, "conversation", "conversations"), count(r.Sessions.Messages, "message", "messages")))
		}
		fmt.Fprintf(sh.out, "Cleared %s.\n", strings.Join(parts, " and "))
		if !clean {
			fmt.Fprintln(sh.out, "The database was too busy to be rewritten; the bot does so at its next upkeep.")
		}
		return nil
	})
}

func (c memoryClearCmd) question(store string) string {
	what := "all memories and conversations"
	switch {
	case c.SessionsOnly:
		what = "all conversations"
	case c.MemoriesOnly:
		what = "all memories"
	}
	who := "of everybody in the store " + store
	if c.Person != "" {
		who = "of " + c.Person
	}
	return fmt.Sprintf("Destroy %s %s, for good?", what, who)
}

// confirm asks a question and returns nil for y or yes. Anything else, and no answer at all, is an error that
// begins with what was left undone: a script must see by the exit code that it was.
func (s *shell) confirm(question, undone string) error {
	fmt.Fprintf(s.out, "%s [y/N] ", question)
	answer, err := bufio.NewReader(s.in).ReadString('\n')
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	case "":
		if err != nil {
			fmt.Fprintln(s.out)
			return errors.New(undone + ": nobody answered. With --force it does not ask")
		}
	}
	return errors.New(undone + ": the answer was not y")
}
