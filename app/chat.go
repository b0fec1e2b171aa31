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

	"keepsake/app/database"
	"keepsake/app/embedding"
	"keepsake/app/settings"
	"keepsake/command"
	"keepsake/fault"
	"keepsake/memory/recall"
	"keepsake/people"
	"keepsake/secret"
	"keepsake/session"
	"keepsake/terminal"
)

// ChatOptions is a person at a keyboard.
type ChatOptions struct {
	Role     string // file of the role to talk to; "" = the agent of the settings
	User     string // whose terminal it is, of those who use this machine
	Language string // of their system, like "de"; "" unknown
	terminal.Screen

	Log *slog.Logger
	Now func() time.Time
}

// Local returns the person id of somebody at this machine's keyboard.
func Local(user string) string { return "local:" + cmp.Or(user, "user") }

// Chat talks in a terminal until the person leaves: the same agent, memory and tools as the
// bot's, beside it on PostgreSQL, instead of it on SQLite. Upkeep goes on meanwhile.
func Chat(ctx context.Context, c settings.Config, o ChatOptions) (err error) {
	c, name, err := c.ForChat(o.Role)
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
	r := a.roleNamed(name)
	t, err := a.newTerminal(r, o)
	if err != nil {
		return err
	}
	if err := a.offerReembedding(ctx, r, o); err != nil {
		return err
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	var upkeep sync.WaitGroup
	defer upkeep.Wait()
	defer stop()
	upkeep.Go(secret.Load)
	upkeep.Go(func() { logFailure(background, a.Log, "upkeep failed", a.runSchedule(background)) })
	upkeep.Go(func() { logFailure(background, a.Log, "other processes not heard", a.Delivery.Listen(background)) })
	for _, r := range a.Roles {
		upkeep.Go(func() { _ = r.Agent.Run(background) }) // nil, as the Indexer's
		if r.Indexer != nil {
			upkeep.Go(func() { _ = r.Indexer.Run(background) })
		}
	}
	err = t.Run(ctx)
	if errors.Is(err, terminal.ErrNoConversation) {
		return a.explainConversation(ctx, r, o.Conversation)
	}
	return err
}

// explainConversation says why a conversation cannot go on in this terminal, when it is known.
func (a *App) explainConversation(ctx context.Context, r *Role, publicID string) error {
	s, err := a.Sessions.ByPublicID(ctx, r.Config.Store(), publicID)
	if err != nil {
		return terminal.ErrNoConversation
	}
	name, _, inTerminal := strings.Cut(s.Place.Bot, "/terminal-")
	where := "in Telegram"
	if inTerminal {
		where = "in a terminal"
	}
	return fault.New(fault.NotFound, fmt.Sprintf("the conversation %s is one with %s %s, of another place than this terminal. "+
		"keepsake session show %s shows it, and keepsake session export %s --text writes it to a file", publicID, name, where, publicID, publicID))
}

// Conversations returns those of somebody's terminal that are kept, the last active first,
// also beside a running process.
func Conversations(ctx context.Context, c settings.Config, file, user string) (all []session.Session, err error) {
	c, name, err := c.ForChat(file)
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
	db, err := database.OpenShared(ctx, c)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	s := session.New(session.Config{Store: db.Sessions(), Now: time.Now})
	return s.List(ctx, terminal.Place(name, Local(user)), Local(user))
}

func (a *App) roleNamed(name string) *Role {
	for _, r := range a.Roles {
		if r.Name == name {
			return r
		}
	}
	return a.Role
}

// newTerminal returns the terminal of one role.
func (a *App) newTerminal(r *Role, o ChatOptions) (*terminal.Terminal, error) {
	most, keep := session.DefaultResume, r.Config.Retention()
	if r.Config.Role() != nil && r.Config.Role().Memory != nil {
		most = r.Config.Role().Memory.MaxResume
	}
	r.Agent.Config.WindowMessages = 2 * most // I15
	r.Agent.Config.ShowWhole, r.Agent.Config.NoRetry = true, true
	zone, err := people.LoadZone(a.Config.TimeZone)
	if err != nil {
		return nil, err
	}
	person := people.Person{ID: Local(o.User), Name: o.User, ClientLang: o.Language}
	place := terminal.Place(r.Name, person.ID)
	commands := a.newCommands(r, zone)
	commands.Access = command.AccessOpen // whoever sits here is let in
	return terminal.New(terminal.Config{
		Name: r.Name, Place: place, Person: person,
		Agent: r.Agent, Sessions: a.Sessions, People: a.People, Delivery: a.Delivery, Commands: commands, Words: a.Words,
		Now: a.Now, Owner: a.owner, Most: most, Keep: keep, Lease: a.Config.Telegram.Lease, Screen: o.Screen,
		Advice: fmt.Sprintf("The model is %s at %s. %s says what to mend.", r.Config.Model.Name, hostOf(r.Config.Model.BaseURL), strings.TrimSpace("keepsake doctor --chat "+o.Role)),
	}), nil
}

// offerReembedding asks what to do when the vectors are another model's than the one that is set (I29).
// Where nobody sits who could be asked, it tells the way out.
func (a *App) offerReembedding(ctx context.Context, r *Role, o ChatOptions) error {
	if r.Recall.Embedder == nil || r.Indexer == nil {
		return nil
	}
	recorded, err := a.DB.Vectors().Model(ctx, r.Config.Store())
	if err != nil {
		return err
	}
	set := recorded
	set.Identity = r.Recall.Embedder.Identity()
	changed := recall.CheckModel(recorded, set, embedding.Command(r.Config))
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
