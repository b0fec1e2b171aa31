// Command keepsake is a Telegram bot that remembers.
//
// It is a thin shell: each command is one small file that reads the settings and calls
// package app (or demo). Start reading at cli.
package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/cmd/keepsake/grammar"
	"keepsake/cmd/keepsake/policies"
	"keepsake/cmd/keepsake/programs"
	"keepsake/secret"

	"github.com/alecthomas/kong"
)

// version is set by the linker.
var version = "dev"

// cli is every command.
type cli struct {
	Config      string      `help:"Configuration file (YAML). Default: $$KEEPSAKE_CONFIG, else ${config}." type:"path" placeholder:"FILE"`
	ShowVersion versionFlag `name:"version" help:"Say which version this is."`

	Serve       serveCmd            `cmd:"" default:"withargs" help:"Run the bot (the default)."`
	Chat        chatCmd             `cmd:"" help:"Talk in the terminal: the same agent, without Telegram."`
	Init        initCmd             `cmd:"" help:"Write a role file, ready to run."`
	Demo        demoCmd             `cmd:"" help:"Try it in a browser: no token, no key, nothing to set up."`
	Migrate     migrateCmd          `cmd:"" help:"Bring the database up to date (serve does so itself)."`
	Doctor      doctorCmd           `cmd:"" help:"Check token, model, database and clock, and say what to do."`
	Memory      memoryCmd           `cmd:"" help:"What is kept: list, show, search, clear, export, import, runs, read-only, reembed."`
	Policy      policies.Command    `cmd:"" help:"By which policy memories form: show, history, set, rollback, compare, tune, replay, calibration."`
	Session     sessionCmd          `cmd:"" help:"Conversations: list, show, export, import, add, edit, remove."`
	Inbox       inboxCmd            `cmd:"" help:"Messages that could not be handled."`
	Owner       ownerCmd            `cmd:"" help:"Who owns the bot."`
	Dashboard   programs.Dashboard  `cmd:"" help:"Make a link that opens a person's page once, the owner's by default."`
	Key         programs.KeyCommand `cmd:"" help:"Keys of the HTTP interface: create, list, revoke."`
	MCP         programs.MCP        `cmd:"" name:"mcp" help:"Open one memory to another assistant, on standard input and output."`
	Backup      backupCmd           `cmd:"" help:"Copy the database while the bot runs."`
	Restore     restoreCmd          `cmd:"" help:"Put a backup in the SQLite database's place (the bot must be stopped)."`
	Encrypt     encryptCmd          `cmd:"" help:"Encrypt the SQLite database with a key, change the key, or decrypt it (the bot must be stopped)."`
	Erasures    erasuresCmd         `cmd:"" help:"What was erased for good: forget it again after a restore."`
	Version     versionCmd          `cmd:"" help:"Say which version this is."`
	Healthcheck healthcheckCmd      `cmd:"" help:"Ask the running bot whether it is well (for Docker)."`
	Completion  completionCmd       `cmd:"" help:"Print what makes a shell complete commands, flags, role files and ids."`
	Complete    completeCmd         `cmd:"" name:"__complete" hidden:"" passthrough:""`
	Help        helpCmd             `cmd:"" help:"Say what a command does, or what the exit codes mean (help exit-codes)."`
}

// shell is what commands share.
type shell struct {
	in      io.Reader
	out     *output
	err     io.Writer
	config  string
	environ map[string]string

	model *kong.Application                            // all commands
	again func(ctx context.Context, args []string) int // runs another command
}

func main() {
	if os.Getenv("GOGC") == "" {
		// The heap is small, and most garbage is a turn's: collecting half as often takes some
		// MiB of memory and saves some percent of the CPU time.
		debug.SetGCPercent(200)
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends at once
	os.Exit(run(ctx, os.Args[1:], environ(), os.Stdout, os.Stderr))
}

// run is main without the process: it returns the exit code.
func run(ctx context.Context, args []string, env map[string]string, out, errOut io.Writer) int {
	return runFrom(ctx, os.Stdin, args, env, out, errOut)
}

// runFrom is run with the answers to what a command may ask.
func runFrom(ctx context.Context, in io.Reader, args []string, env map[string]string, out, errOut io.Writer) int {
	var c cli
	left := -1 // the code of a flag that answers by itself, such as --help
	parser, err := kong.New(&c,
		kong.Name("keepsake"),
		kong.Description("A Telegram bot that remembers."),
		kong.Vars{"config": settings.DefaultPath()},
		kong.Writers(out, errOut),
		kong.Exit(func(n int) { left = n }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
	)
	if err != nil {
		fmt.Fprintln(errOut, "keepsake:", err)
		return exitFailure
	}
	checked := &output{to: out}
	parser.Stdout = checked
	parsed, err := parser.Parse(args)
	switch {
	case left >= 0 && checked.err == nil:
		return left
	case left >= 0:
		printError(errOut, checked.failure())
		return exitFailure
	case err != nil:
		fmt.Fprintf(errOut, "keepsake: %s\nTry: %s\n", grammar.Explain(parser.Model, err), grammar.HelpFor(err))
		return exitUsage
	}
	if c := parsed.Selected(); c == nil || c.Name != "chat" { // there Ctrl-C stops an answer
		var stop context.CancelFunc
		ctx, stop = signal.NotifyContext(ctx, os.Interrupt)
		context.AfterFunc(ctx, stop) // a second one ends at once
	}
	parsed.BindTo(ctx, (*context.Context)(nil))
	sh := &shell{
		in: in, out: checked, err: errOut, config: cmp.Or(c.Config, env["KEEPSAKE_CONFIG"]), environ: env, model: parser.Model,
		again: func(ctx context.Context, args []string) int { return runFrom(ctx, in, args, env, out, errOut) },
	}
	parsed.Bind(programs.Shell{In: in, Out: checked, Version: versionName(), Load: sh.loadForDatabase})
	parsed.Bind(policies.Shell{Out: checked, Open: func(ctx context.Context, role string, do func(m *app.Memories) error) error {
		return withMemories(ctx, sh, role, do)
	}})
	err = parsed.Run(sh)
	if err == nil {
		err = sh.out.failure()
	}
	return exitCode(sh, parsed, err)
}

// load reads the settings without judging them.
func (s *shell) load() (settings.Config, error) { return settings.Load(s.config, s.environ) }

// logger writes to the error stream, so that a command's output stays its own.
func (s *shell) logger(c settings.Config) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(c.LogLevel)) // validated; an unknown one is info
	o := &slog.HandlerOptions{Level: level, ReplaceAttr: secret.MaskAttr}
	if c.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(s.err, o))
	}
	return slog.New(slog.NewTextHandler(s.err, o))
}

func environ() map[string]string {
	m := map[string]string{}
	for _, kv := range os.Environ() {
		if k, v, ok := strings.Cut(kv, "="); ok {
			m[k] = v
		}
	}
	return m
}
