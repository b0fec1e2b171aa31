package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"sync"
	"time"

	"keepsake/bot"
	"keepsake/memory/recall"
	"keepsake/people"
	"keepsake/role"
	"keepsake/session"
	"keepsake/terminal"
)

// ChatOptions is a person at a keyboard. See terminal.Config for what is not said here.
type ChatOptions struct {
	Role     string // file of the role to talk to; "" = the agent of the settings
	Resume   bool
	Again    string // the command that goes on with the conversation
	User     string // whose terminal it is, of those who use this machine
	Language string // of their system, like "de"; "" unknown

	Lines       terminal.Lines
	Out, Err    io.Writer
	Interactive bool
	Live        bool
	Color       bool
	Interrupts  <-chan struct{}
	Patience    time.Duration // with a model that is away; 0 = the terminal's default

	Dir string
	Log *slog.Logger
	Now func() time.Time
}

// Local returns the person id of somebody at this machine's keyboard.
func Local(user string) string { return "local:" + cmp.Or(user, "user") }

// Chat talks in a terminal until the person leaves: the same agent, memory and tools as the
// bot's, beside it on PostgreSQL, instead of it on SQLite. Upkeep goes on meanwhile.
func Chat(ctx context.Context, c Config, o ChatOptions) (err error) {
	c, name, err := c.forChat(o.Role)
	if err != nil {
		return err
	}
	a, err := New(ctx, c, Options{Log: o.Log, Now: o.Now})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	if a.DB.Dialect() == "sqlite" { // the file lock says we are alone: what is leased is nobody's
		if err := a.Delivery.ReleaseAll(ctx); err != nil {
			return err
		}
	}
	r := a.named(name)
	t, err := a.terminal(r, o)
	if err != nil {
		return err
	}
	if err := a.suits(ctx, r, o); err != nil {
		return err
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	var upkeep sync.WaitGroup
	defer upkeep.Wait()
	defer stop()
	upkeep.Go(func() { logFailure(background, a.Log, "upkeep failed", a.runSchedule(background)) })
	upkeep.Go(func() { logFailure(background, a.Log, "other processes not heard", a.Delivery.Listen(background)) })
	for _, r := range a.Roles {
		upkeep.Go(func() { _ = r.Agent.Run(background) }) // nil, as the Indexer's
		if r.Indexer != nil {
			upkeep.Go(func() { _ = r.Indexer.Run(background) })
		}
	}
	return t.Run(ctx)
}

// forChat returns the settings of a process that starts no bot and has this role, among
// those of the settings when it is one of them, and the role's name.
func (c Config) forChat(file string) (Config, string, error) {
	c.mute = true
	if file == "" {
		if len(c.Roles) > 0 {
			cast, err := c.Cast()
			if err != nil {
				return c, "", err
			}
			return c, cast[0].Name, nil
		}
		return c, c.Name, nil
	}
	one, err := role.Load(file)
	if err != nil {
		return c, "", roleProblems(err)
	}
	if cast, err := c.Cast(); err == nil {
		for _, x := range cast {
			if x.role != nil && x.role.Name == one.Name {
				return c, one.Name, nil
			}
		}
	}
	c.Roles = []string{file}
	return c, one.Name, nil
}

// Conversations returns those of somebody's terminal that are kept, the last active first,
// also beside a running process.
func Conversations(ctx context.Context, c Config, file, user string) (all []session.Session, err error) {
	c, name, err := c.forChat(file)
	if err == nil {
		err = c.ValidateDatabase()
	}
	if err != nil {
		return nil, err
	}
	if path, ok := strings.CutPrefix(c.DatabaseURL.Reveal(), "sqlite:"); ok {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
	}
	db, err := openShared(ctx, c)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	s := &session.Service{Store: db.Sessions(), Now: time.Now}
	return s.List(ctx, terminal.Place(name, Local(user)), Local(user))
}

func (a *App) named(name string) *Role {
	for _, r := range a.Roles {
		if r.Name == name {
			return r
		}
	}
	return a.Role
}

// terminal wires the door for one role.
func (a *App) terminal(r *Role, o ChatOptions) (*terminal.Terminal, error) {
	most := session.DefaultResume
	if r.Config.role != nil && r.Config.role.Memory != nil {
		most = r.Config.role.Memory.MaxResume
		a.Sessions.Most = r.Config.role.Memory.MaxSessions
	}
	r.Agent.Config.WindowMessages = 2 * most // I15
	zone, err := people.LoadZone(a.Config.TimeZone)
	if err != nil {
		return nil, err
	}
	person := people.Person{ID: Local(o.User), Name: o.User, ClientLang: o.Language}
	place := terminal.Place(r.Name, person.ID)
	typed, err := bot.NewTyped(bot.Config{
		Name: place.Bot, Store: r.Config.Store(), Agent: r.Agent, Sessions: a.Sessions, Memory: r.Memory, Forget: a.Forget,
		People: a.People, Tasks: a.Tasks, Delivery: a.Delivery, Words: a.Words, Tx: a.DB, Now: a.Now, Log: a.Log,
		Owner: a.owner, Zone: zone, Kept: a.kept(r.Config), Reactions: r.Config.Memory.Reactions,
		Usage: a.Usage, Money: r.Config.Usage.Currency,
	})
	if err != nil {
		return nil, err
	}
	return terminal.New(terminal.Config{
		Name: r.Name, Place: place, Person: person,
		Agent: r.Agent, Sessions: a.Sessions, People: a.People, Delivery: a.Delivery, Typed: typed, Words: a.Words,
		Now: a.Now, Owner: a.owner, Resume: o.Resume, Most: most, Again: o.Again, Dir: o.Dir,
		Lines: o.Lines, Out: o.Out, Err: o.Err, Interactive: o.Interactive, Live: o.Live, Color: o.Color,
		Interrupts: o.Interrupts, Patience: o.Patience, Lease: a.Config.Telegram.Lease,
	}), nil
}

// suits asks what to do when the vectors are another model's than the one that is set (I29).
// Where nobody sits who could be asked, it tells the way out.
func (a *App) suits(ctx context.Context, r *Role, o ChatOptions) error {
	if r.Recall.Embedder == nil || r.Indexer == nil {
		return nil
	}
	recorded, err := a.DB.Vectors().Model(ctx, r.Config.Store())
	if err != nil {
		return err
	}
	set := recorded
	set.Identity = r.Recall.Embedder.Identity()
	changed := recall.Suits(recorded, set)
	if changed == nil {
		return nil
	}
	fmt.Fprintln(o.Err, "keepsake:", changed)
	if !o.Interactive {
		return nil
	}
	answer, err := o.Lines.Read(ctx, "Make the vectors anew now? [y/N] ")
	if err != nil && !errors.Is(err, terminal.ErrInterrupted) && !errors.Is(err, io.EOF) {
		return err
	}
	if y := strings.ToLower(strings.TrimSpace(answer)); y != "y" && y != "yes" {
		fmt.Fprintln(o.Err, "Until then recall goes by words.")
		return nil
	}
	err = r.Indexer.Reembed(ctx, func(done, total int) { fmt.Fprintf(o.Err, "%d of %d\n", done, total) })
	if err != nil && ctx.Err() == nil { // talking needs no vectors
		fmt.Fprintln(o.Err, "keepsake:", err)
		return nil
	}
	return err
}
