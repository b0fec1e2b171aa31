package main

import (
	"context"
	"fmt"

	"github.com/alecthomas/kong"
)

// helpCmd is --help of a command, and the page of exit codes.
type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command, such as memory list; or exit-codes."`
}

func (h helpCmd) Run(ctx context.Context, sh *shell) error {
	if len(h.Command) == 1 && h.Command[0] == "exit-codes" {
		fmt.Fprint(sh.out, exitCodes)
		return nil
	}
	if code := sh.again(ctx, append(h.Command, "--help")); code != exitDone {
		return silentError(code)
	}
	return nil
}

// versionFlag is --version.
type versionFlag bool

// BeforeReset answers the flag before the rest of the command line is looked at.
func (versionFlag) BeforeReset(app *kong.Kong) error {
	fmt.Fprintln(app.Stdout, versionLine())
	app.Exit(exitDone)
	return nil
}
