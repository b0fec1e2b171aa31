package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"keepsake/app/settings"
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
		if near, ok := text.Nearest(string(unknown), commandNames(parent)); ok {
			fmt.Fprintf(sh.err, ". Did you mean %s?", strings.TrimSpace(commandPath(parent)+" "+near))
		}
		fmt.Fprintf(sh.err, "\nTry: keepsake help %s\n", commandPath(parent))
		return exitUsage
	case errors.As(err, &usage):
		fmt.Fprintf(sh.err, "keepsake: %v\nTry: keepsake help %s\n", usage, commandPath(parsed.Selected()))
		return exitUsage
	}
	printError(sh.err, err)
	return exitFailure
}

// commandPath returns a command as it is typed after keepsake.
func commandPath(n *kong.Node) string {
	if n == nil || n.Type != kong.CommandNode {
		return ""
	}
	return strings.TrimSpace(commandPath(n.Parent) + " " + n.Name)
}

// helpFor returns which help to read after a wrong command line.
func helpFor(err error) string {
	var parse *kong.ParseError
	if errors.As(err, &parse) {
		if path := commandPath(parse.Context.Selected()); path != "" && path != "serve" {
			return "keepsake help " + path
		}
	}
	return "keepsake help"
}

// explainUsage returns what is wrong with a command line, with the command or flag that may be meant.
func explainUsage(all *kong.Application, err error) string {
	message := err.Error()
	if strings.Contains(message, "did you mean") {
		return message
	}
	node := all.Node
	var parse *kong.ParseError
	if errors.As(err, &parse) && parse.Context.Selected() != nil {
		node = parse.Context.Selected()
	}
	if word, ok := strings.CutPrefix(message, "unexpected argument "); ok {
		for n := node; n != nil; n = n.Parent {
			if near, ok := text.Nearest(word, commandNames(n)); ok {
				return fmt.Sprintf("%s: there is no command %s. Did you mean %s?", message, word, strings.TrimSpace(commandPath(n)+" "+near))
			}
		}
	}
	if word, ok := strings.CutPrefix(message, "unexpected argument "); ok {
		var below []string // export is one of memory and one of session
		for _, n := range all.Children {
			if slices.Contains(commandNames(n), word) {
				below = append(below, n.Name+" "+word)
			}
		}
		if len(below) > 0 {
			return fmt.Sprintf("%s: there is no command %s. Did you mean %s?", message, word, strings.Join(below, " or "))
		}
	}
	if argument, ok := strings.CutPrefix(message, "expected "); ok {
		return "an argument is missing: " + strings.Trim(argument, `"`)
	}
	if flag, ok := strings.CutPrefix(message, "unknown flag "); ok {
		if near, ok := text.Nearest(flag, flagNames(node)); ok {
			return message + ". Did you mean " + near + "?"
		}
	}
	return message
}

// commandNames returns the commands below a command.
func commandNames(n *kong.Node) (names []string) {
	for _, c := range n.Children {
		if c.Type == kong.CommandNode && !c.Hidden {
			names = append(names, c.Name)
		}
	}
	return names
}

func flagNames(n *kong.Node) (names []string) {
	for _, group := range n.AllFlags(true) {
		for _, f := range group {
			names = append(names, "--"+f.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
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
