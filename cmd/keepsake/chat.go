package main

import (
	"cmp"
	"context"
	"errors"
	"os"
	"os/signal"
	"os/user"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"

	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/terminal"
	"keepsake/terminal/edit"
)

// chatCmd talks in the terminal (I10 to I18, I35).
type chatCmd struct {
	Role   string `arg:"" optional:"" help:"A role file. Default: the agent of the settings." type:"existingfile" placeholder:"ROLE"`
	Resume resume `help:"Go on with the last conversation, or with the one of an id."`
	List   bool   `help:"List the conversations that are kept, the last first, and leave."`
}

// resume is a flag that may be followed by the public id of a conversation.
type resume struct {
	wanted bool
	id     string // "" = the last conversation
}

var publicID = regexp.MustCompile(`^[0-9a-f]{12}$`)

// Decode reads --resume, --resume ID and --resume=ID; what follows and is no id is the next
// argument.
func (r *resume) Decode(c *kong.DecodeContext) error {
	r.wanted = true
	next := c.Scan.Peek()
	text, _ := next.Value.(string)
	switch {
	case next.Type == kong.FlagValueToken && !publicID.MatchString(text):
		return errors.New("is followed by the id of a conversation (keepsake chat --list), or by nothing")
	case next.Type == kong.FlagValueToken, next.IsValue() && publicID.MatchString(text):
		r.id = text
		c.Scan.Pop()
	}
	return nil
}

// IsBool says that the flag needs no value.
func (r *resume) IsBool() bool { return true }

func (r chatCmd) Run(ctx context.Context, sh *shell) error {
	c, err := sh.load()
	if err != nil {
		return err
	}
	if r.List {
		return r.list(ctx, sh, c)
	}
	interrupts, done := watchInterrupts()
	defer done()
	o := app.ChatOptions{
		Role: r.Role, User: userName(sh.environ), Language: systemLanguage(sh.environ),
		Screen: terminal.Screen{
			Resume: r.Resume.wanted, Conversation: r.Resume.id, Again: resumeCommand(r.Role),
			Lines: terminal.NewPipe(sh.in, interrupts), Out: sh.out, Err: sh.err, Interrupts: interrupts,
		},
	}
	if out, isTerminal := sh.terminal(); isTerminal {
		o.Live = true
		o.Color = sh.environ["NO_COLOR"] == "" && sh.environ["TERM"] != "dumb"
		if in, ok := sh.in.(*os.File); ok && edit.IsTerminal(in) {
			e := edit.New(in, out)
			defer e.Close()
			o.Lines, o.Out, o.Err, o.Interactive = e, e, e, true
			sh.err = e // a line of the log goes above what is being typed
		}
	}
	if c.LogLevel != settings.Defaults().LogLevel { // by default only the conversation is printed
		o.Log = sh.logger(c)
	}
	err = app.Chat(ctx, c, o)
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return nil // asked to end; what was said is kept
	}
	return err
}

// resumeCommand returns what to type to go on with a conversation of a role; "" = of the
// settings' own agent.
func resumeCommand(role string) string {
	if role == "" {
		return "keepsake chat --resume"
	}
	return "keepsake chat " + shortenPath(role) + " --resume"
}

// list shows the conversations by the ids that people see (I11).
func (r chatCmd) list(ctx context.Context, sh *shell, c settings.Config) error {
	all, err := app.Conversations(ctx, c, r.Role, userName(sh.environ))
	if err != nil {
		return err
	}
	return printSessions(sh, all, false)
}

// watchInterrupts passes Ctrl-C on, which in a conversation stops an answer, not the process.
func watchInterrupts() (<-chan struct{}, func()) {
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

// systemLanguage returns the language of the system: "de" of "de_DE.UTF-8".
func systemLanguage(env map[string]string) string {
	name := cmp.Or(env["LC_ALL"], env["LC_MESSAGES"], env["LANG"])
	name, _, _ = strings.Cut(name, ".")
	return strings.ReplaceAll(name, "_", "-")
}

// shortenPath returns a path as it would be typed in the present folder.
func shortenPath(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	if short, err := filepath.Rel(here, path); err == nil && !strings.HasPrefix(short, "..") {
		return short
	}
	return path
}
