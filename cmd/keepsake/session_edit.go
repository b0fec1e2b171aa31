package main

import (
	"context"
	"fmt"

	"keepsake/session"
)

// sessionAddCmd appends a message (M3).
type sessionAddCmd struct {
	Args []string `arg:"" name:"id" help:"The conversation's id and the text, after the role file when there is one (ROLE.yaml)."`
	By   string   `help:"Who says it: user or assistant." enum:"user,assistant" default:"user"`
}

func (a sessionAddCmd) Run(ctx context.Context, sh *shell) error {
	const usage = "add [ROLE] ID TEXT"
	return withLog(ctx, sh, a.Args, usage, func(log *session.Log, rest []string) error {
		if len(rest) != 1 {
			return usageError("say one text: keepsake session " + usage)
		}
		id, err := log.Add(ctx, session.Message{Role: session.Role(a.By), Content: rest[0]})
		if err == nil {
			fmt.Fprintln(sh.out, id)
		}
		return err
	})
}

// sessionEditCmd changes what is shown of a message (M4).
type sessionEditCmd struct {
	Args []string `arg:"" name:"id" help:"The conversation's id, the message's and the text, after the role file when there is one (ROLE.yaml)."`
}

func (e sessionEditCmd) Run(ctx context.Context, sh *shell) error {
	const usage = "edit [ROLE] ID MESSAGE TEXT"
	return withLog(ctx, sh, e.Args, usage, func(log *session.Log, rest []string) error {
		if len(rest) != 2 {
			return usageError("name a message and say one text: keepsake session " + usage)
		}
		err := log.Update(ctx, rest[0], func(r *session.Revision) { r.Content = rest[1] })
		return sayDone(sh, err)
	})
}

// sessionRemoveCmd takes messages out of what is shown (M10, M11).
type sessionRemoveCmd struct {
	Args []string `arg:"" name:"id" help:"The conversation's id and the messages', after the role file when there is one (ROLE.yaml)."`
	All  bool     `help:"All messages but the system message."`
}

func (r sessionRemoveCmd) Run(ctx context.Context, sh *shell) error {
	const usage = "remove [ROLE] ID MESSAGE…, or --all"
	return withLog(ctx, sh, r.Args, usage, func(log *session.Log, rest []string) error {
		if r.All == (len(rest) > 0) {
			return usageError("name messages: keepsake session " + usage)
		}
		if r.All {
			return sayDone(sh, log.Reset(ctx))
		}
		for _, id := range rest {
			if err := log.Remove(ctx, id); err != nil {
				return err
			}
		}
		return sayDone(sh, nil)
	})
}

func sayDone(sh *shell, err error) error {
	if err == nil {
		fmt.Fprintln(sh.out, "Done.")
	}
	return err
}
