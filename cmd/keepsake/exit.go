package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/alecthomas/kong"

	"keepsake/app/settings"
	"keepsake/cmd/keepsake/grammar"
	"keepsake/text"
)

// The exit codes. exitCodes tells what they mean.
const (
	exitDone    = 0
	exitFailure = 1
	exitUsage   = 2
)

const exitCodes = `Exit codes of keepsake:

  0    It was done, or there was nothing to do. Of serve and chat: an orderly end.
  1    It was not done. The error stream says why, and what to do.
       chat: something was not answered (only when no person sits there).
       doctor: something needs mending.   healthcheck: the bot is not well.
       demo --script: something was not as written.
       restore, erasures apply, memory clear: nobody said yes to the question.
  2    The command line cannot be understood. Nothing was done.
  130  A second Ctrl-C ended it before its orderly end (143: a second SIGTERM). Nothing
       that was answered is lost; what was cut off goes on at the next start.
`

// usageError is a command line that kong accepts and the command does not.
type usageError string

func (e usageError) Error() string { return string(e) }

// silentError ends a command that has said itself why, with a code.
type silentError int

func (e silentError) Error() string { return fmt.Sprint("exit code ", int(e)) }

// exitCode prints why a command failed and returns its exit code.
func exitCode(sh *shell, parsed *kong.Context, err error) int {
	var usage usageError
	var silent silentError
	var unknown noCommandError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &silent):
		return int(silent)
	case errors.As(err, &unknown):
		parent := parsed.Selected().Parent
		fmt.Fprintf(sh.err, "keepsake: %v", unknown)
		if near, ok := text.Nearest(string(unknown), grammar.Commands(parent)); ok {
			fmt.Fprintf(sh.err, ". Did you mean %s?", strings.TrimSpace(grammar.Path(parent)+" "+near))
		}
		fmt.Fprintf(sh.err, "\nTry: keepsake help %s\n", grammar.Path(parent))
		return exitUsage
	case errors.As(err, &usage):
		fmt.Fprintf(sh.err, "keepsake: %v\nTry: keepsake help %s\n", usage, grammar.Path(parsed.Selected()))
		return exitUsage
	}
	printError(sh.err, err)
	return exitFailure
}

// printError prints an error for a person: wrong settings one to a line.
func printError(w io.Writer, err error) {
	var wrong settings.Problems
	if errors.As(err, &wrong) {
		fmt.Fprintln(w, "keepsake: these settings are not right:")
		for _, p := range wrong {
			fmt.Fprintln(w, "  -", p)
		}
		return
	}
	fmt.Fprintln(w, "keepsake:", err)
}
