package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"keepsake/app"
	"keepsake/app/database"
	"keepsake/app/settings"
	"keepsake/cmd/keepsake/files"
	"keepsake/cmd/keepsake/remote"
	"keepsake/scope"
	"keepsake/text"
)

// memoryCmd is what an operator can do with the memories, beside the running bot.
type memoryCmd struct {
	List   memoryListCmd   `cmd:"" default:"withargs" help:"List memories."`
	Show   memoryShowCmd   `cmd:"" help:"Show a memory with its versions, and why each was kept."`
	Search memorySearchCmd `cmd:"" help:"Find memories by words."`
	Clear  memoryClearCmd  `cmd:"" help:"Destroy memories and conversations."`
	Export memoryExportCmd `cmd:"" help:"Write memories to a file."`
	Import memoryImportCmd `cmd:"" help:"Bring in what export wrote, or a list of InitRunner's."`

	Runs              memoryRunsCmd     `cmd:"" help:"Show what waits to be read for memories that form by themselves, and what failed."`
	ReadOnly          memoryReadOnlyCmd `cmd:"" help:"Switch the writing of memories off or on, at once; forgetting always works."`
	ReadOnlyInOneWord memoryReadOnlyCmd `cmd:"" name:"readonly" hidden:"" help:"Switch the writing of memories off or on, at once; forgetting always works."`
	Reembed           reembedCmd        `cmd:"" help:"Make all vectors anew with the embedding model that is set, beside the running bot."`
}

// whose is the flag of those that are about one person's memories.
type whose struct {
	Person string `help:"Whose memories, like telegram:42. Default: everybody's." placeholder:"ID"`
}

// roleArg is the argument of those that take no other (I3).
type roleArg struct {
	Role string `arg:"" optional:"" help:"The role file whose store is meant. Default: the bot of the settings." placeholder:"ROLE"`
}

// limit is how many are shown at most.
type limit int

// Validate is called when the command line is read.
func (l limit) Validate() error {
	if l < 1 {
		return errors.New("must be 1 or more")
	}
	return nil
}

// noCommandError is a word where a role file may stand, but that names none: most likely a mistyped
// command.
type noCommandError string

func (e noCommandError) Error() string { return string(e) + " is neither a command nor a role file" }

// splitRole takes a role file off the front of a command's other arguments.
func splitRole(args []string) (role string, rest []string) {
	if len(args) > 0 && files.IsRole(args[0]) {
		return args[0], args[1:]
	}
	return "", args
}

// loadRole returns the settings of a role file, or with "" those of the process.
func (s *shell) loadRole(role string) (settings.Config, error) {
	if _, err := os.Stat(role); role != "" && err != nil && !files.IsRole(role) {
		return settings.Config{}, noCommandError(role)
	}
	c, err := s.load()
	switch {
	case err != nil:
		return c, err
	case role != "":
		c, err = c.ForRole(role)
	default:
		c, err = c.OneStore()
	}
	if err != nil {
		return c, err
	}
	return c, c.ValidateDatabase()
}

// withMemories runs fn with the store of a role file, or with "" the configured one. Where there is
// none it says so (I37), and where it was looked for.
func withMemories(ctx context.Context, sh *shell, role string, fn func(*app.Memories) error) error {
	c, err := sh.loadRole(role)
	if err != nil {
		return err
	}
	m, err := app.OpenMemories(ctx, c)
	if errors.Is(err, app.ErrNoStore) {
		fmt.Fprintln(sh.out, app.ErrNoStore)
		return fmt.Errorf("nothing is kept yet in %s. Is that the right place (DATABASE_URL)? keepsake serve makes the store, and so does keepsake migrate", database.Describe(c))
	}
	if err != nil {
		return err
	}
	return errors.Join(fn(m), m.Close())
}

// remote returns the memory that flags name. What else names one excludes them.
func (s *shell) remote(f remote.Flags, role, person string) (*remote.Server, error) {
	other := role
	if person != "" {
		other = "--person"
	}
	return remote.Open(f, s.environ, other)
}

// formatDay and formatTime return a time as the commands write it: absolute, in UTC (R11).
func formatDay(t time.Time) string  { return t.UTC().Format(time.DateOnly) }
func formatTime(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05-07:00") }

// ownerName returns a short name of a scope.
func ownerName(s scope.Scope) string {
	if s.ID == "" {
		return string(s.Kind)
	}
	if s.Kind == scope.User {
		return s.ID
	}
	return string(s.Kind) + " " + s.ID
}

// count says how many there are of something.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// visible shows invisible characters: a terminal would obey some of them.
func visible(s string) string { return text.Visible(text.OneLine(s)) }
