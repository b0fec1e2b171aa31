package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"os/user"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"keepsake/app"
	"keepsake/terminal"
)

// chatCmd talks in the terminal (I10 to I18, I35).
type chatCmd struct {
	Role   string `arg:"" optional:"" help:"A role file. Default: the agent of the settings." type:"existingfile" placeholder:"ROLE"`
	Resume bool   `help:"Go on with the last conversation."`
	List   bool   `help:"List the conversations that are kept, the last first, and leave."`
}

func (r chatCmd) Run(ctx context.Context, sh *shell) error {
	c, err := sh.load()
	if err != nil {
		return err
	}
	if r.List {
		return r.list(ctx, sh, c)
	}
	log := sh.logger(c)
	if c.LogLevel == app.Defaults().LogLevel { // what is printed is a conversation
		log = nil
	}
	interrupts, done := interruptions()
	defer done()
	o := app.ChatOptions{
		Role: r.Role, Resume: r.Resume, Again: "keepsake chat --resume",
		User: userName(sh.environ), Language: language(sh.environ), Log: log,
		Lines: terminal.Piped(sh.in, interrupts), Out: sh.out, Err: sh.err, Interrupts: interrupts,
	}
	if r.Role != "" {
		o.Again = "keepsake chat " + shortened(r.Role) + " --resume"
	}
	out, tty := sh.out.(*os.File)
	if tty && terminal.IsTerminal(out) {
		o.Live = true
		o.Color = sh.environ["NO_COLOR"] == "" && sh.environ["TERM"] != "dumb"
		if in, ok := sh.in.(*os.File); ok && terminal.IsTerminal(in) {
			e := terminal.NewEditor(in, out)
			defer e.Close()
			o.Lines, o.Out, o.Err, o.Interactive = e, e, e, true
		}
	}
	err = app.Chat(ctx, c, o)
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return nil // asked to end; what was said is kept
	}
	return err
}

// list shows the conversations by the ids that people see (I11).
func (r chatCmd) list(ctx context.Context, sh *shell, c app.Config) error {
	all, err := app.Conversations(ctx, c, r.Role, userName(sh.environ))
	if err != nil {
		return err
	}
	if len(all) == 0 {
		fmt.Fprintln(sh.out, "No conversations are kept.")
		return nil
	}
	w := tabwriter.NewWriter(sh.out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "ID\tSTARTED\tLAST")
	for _, s := range all {
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.PublicID, moment(s.StartedAt), moment(s.LastActiveAt))
	}
	return w.Flush()
}

// interruptions passes Ctrl-C on, which in a conversation stops an answer, not the process.
func interruptions() (<-chan struct{}, func()) {
	signals, out := make(chan os.Signal, 1), make(chan struct{}, 1)
	signal.Notify(signals, os.Interrupt)
	go func() {
		for range signals {
			select {
			case out <- struct{}{}:
			default:
			}
		}
	}()
	return out, func() { signal.Stop(signals); close(signals) }
}

// userName is who sits there, as the system says.
func userName(env map[string]string) string {
	if name := cmp.Or(env["USER"], env["USERNAME"]); name != "" {
		return name
	}
	if u, err := user.Current(); err == nil {
		return u.Username
	}
	return ""
}

// language is the system's: "de" of "de_DE.UTF-8".
func language(env map[string]string) string {
	name := cmp.Or(env["LC_ALL"], env["LC_MESSAGES"], env["LANG"])
	name, _, _ = strings.Cut(name, ".")
	return strings.ReplaceAll(name, "_", "-")
}

// shortened is a path as it would be typed here.
func shortened(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	if short, err := filepath.Rel(here, path); err == nil && !strings.HasPrefix(short, "..") {
		return short
	}
	return path
}
