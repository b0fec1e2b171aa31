package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"keepsake/app"
	"keepsake/cmd/keepsake/remote"
)

// memoryClearCmd destroys (I36). It asks first.
type memoryClearCmd struct {
	roleArg
	whose
	Force        bool `help:"Do not ask."`
	SessionsOnly bool `help:"Only the conversations." xor:"only"`
	MemoriesOnly bool `help:"Only the memories." xor:"only"`
	remote.Flags
}

func (c memoryClearCmd) Run(ctx context.Context, sh *shell) error {
	if c.Remote != "" {
		there, err := sh.remote(c.Flags, c.Role, c.Person)
		if err != nil {
			return err
		}
		if err := c.ask(sh, "that the key opens at "+there.Name()); err != nil {
			return err
		}
		done, err := there.Clear(ctx, !c.SessionsOnly, !c.MemoriesOnly)
		return c.report(sh, done, err)
	}
	return withMemories(ctx, sh, c.Role, func(m *app.Memories) error {
		if _, err := m.Scopes(ctx, c.Person); err != nil {
			return err
		}
		who := "of everybody in the store " + m.Name()
		if c.Person != "" {
			who = "of " + c.Person
		}
		if err := c.ask(sh, who); err != nil {
			return err
		}
		r, clean, err := m.Clear(ctx, c.Person, !c.MemoriesOnly, !c.SessionsOnly)
		return c.report(sh, remote.Cleared{
			Memories: r.Memory.Memories, Versions: r.Memory.Versions, Conversations: r.Sessions.Sessions, Messages: r.Sessions.Messages, Scrubbed: clean,
		}, err)
	})
}

// report says what was destroyed, if err is nil.
func (c memoryClearCmd) report(sh *shell, done remote.Cleared, err error) error {
	if err != nil {
		return err
	}
	var parts []string
	if !c.SessionsOnly {
		parts = append(parts, fmt.Sprintf("%s (%s)", count(done.Memories, "memory", "memories"), count(done.Versions, "version", "versions")))
	}
	if !c.MemoriesOnly {
		parts = append(parts, fmt.Sprintf("%s (%s)", count(done.Conversations, "conversation", "conversations"), count(done.Messages, "message", "messages")))
	}
	fmt.Fprintf(sh.out, "Cleared %s.\n", strings.Join(parts, " and "))
	if !done.Scrubbed {
		fmt.Fprintln(sh.out, "The database was too busy to be rewritten; the bot does so at its next upkeep.")
	}
	return nil
}

// ask asks whether this is meant, unless --force says so.
func (c memoryClearCmd) ask(sh *shell, who string) error {
	if c.Force {
		return nil
	}
	what := "all memories and conversations"
	switch {
	case c.SessionsOnly:
		what = "all conversations"
	case c.MemoriesOnly:
		what = "all memories"
	}
	return sh.confirm(fmt.Sprintf("Destroy %s %s, for good?", what, who), "nothing was cleared")
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
