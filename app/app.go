// Package app is the composition root: it reads the settings, makes every room, hands
// each what it needs, and starts and stops them in order.
//
// It decides nothing about conversations, memories or messages; a rule found here is in
// the wrong room. It is the one place that knows which database, which model endpoint and
// which door there is.
//
// Invariants:
//   - Wrong settings are told by name, all at once, before anything is started.
//   - Run returns after an ordered stop: intake, lanes, outbox (bot), then the schedule,
//     then the database; within StopWithin of its context's end. What was cut off goes on
//     at the next start, because everything that waits is a row.
//   - No secret is in a log or an error.
//
// Start reading at New, then Run. Settings are in config.go and validate.go, upkeep in
// schedule.go, what short commands do in desk.go and
// memories.go, `keepsake doctor` in doctor.go.
package app

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"keepsake/bot"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/llm/openai"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/metrics"
	"keepsake/people"
	"keepsake/session"
	"keepsake/store"
	"keepsake/task"
	"keepsake/templates"
	"keepsake/tracing"
	"keepsake/usage"
)

// StopWithin bounds an ordered stop: the drain of the lanes and all that follows it.
const StopWithin = 30 * time.Second

// Options is what is not a setting. The zero value is what `keepsake serve` wants.
type Options struct {
	Log *slog.Logger     // nil = silent
	Now func() time.Time // nil = the database's clock (store.DB.Clock)
	Out io.Writer        // where the owner's link is printed; nil = none is made
}

// App is every room, wired: what the roles of the process share, and the roles. Its fields
// are for the demo and tests; serve needs only Run.
type App struct {
	Config   Config
	DB       *store.DB
	Words    *templates.Words
	People   *people.Service
	Memory   *memory.Service
	Sessions *session.Service
	Delivery *delivery.Service
	Tasks    *task.Service
	Usage    *usage.Service
	Forget   *forget.Service
	Metrics  *metrics.Metrics
	Log      *slog.Logger
	Now      func() time.Time

	Roles []*Role
	*Role // the first of them; without role files the only one

	hooks *bot.Hooks // nil = at most one bot, with a listener of its own
	owner string     // who we are in leases
	out   io.Writer
}

// New opens and migrates the database and wires everything. It starts nothing and does
// not talk to Telegram or the model. Close, or Run, gives the database back.
func New(ctx context.Context, c Config, o Options) (*App, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	a := &App{Config: c, Log: o.Log, Now: o.Now, owner: rand.Text()[:12], out: o.Out}
	if a.Log == nil {
		a.Log = slog.New(slog.DiscardHandler)
	}
	if a.Now == nil {
		a.Now = time.Now
	}
	var err error
	if a.Words, err = templates.LoadWords(); err != nil {
		return nil, err
	}
	if err := a.Words.Prefer(c.Language); err != nil {
		return nil, err
	}
	if a.DB, err = openDatabase(ctx, c, store.Options{Log: a.Log}); err != nil {
		return nil, err
	}
	if o.Now == nil {
		if a.Now, err = a.DB.Clock(ctx); err != nil {
			return nil, errors.Join(err, a.DB.Close())
		}
	}
	if loose := c.looseKey(); loose != "" {
		a.Log.Warn(loose)
	}
	if err := a.wire(ctx); err != nil {
		return nil, errors.Join(err, a.DB.Close())
	}
	return a, nil
}

func (a *App) wire(ctx context.Context) error {
	if err := a.DB.Migrate(ctx); err != nil {
		return err
	}
	zone, err := people.LoadZone(a.Config.TimeZone)
	if err != nil {
		return err
	}
	cast, err := a.Config.Cast()
	if err != nil {
		return err
	}
	a.wireNouns(cast, zone)
	for _, c := range cast {
		r, err := a.wireRole(c, zone)
		if err != nil {
			return err
		}
		a.Roles = append(a.Roles, r)
	}
	a.Role = a.Roles[0]
	a.introduce()
	a.Metrics.Watch(a.standing())
	return nil
}

// quiet says "none" as the bot does.
func quiet(d time.Duration) time.Duration {
	if d == 0 {
		return -1
	}
	return d
}

func (a *App) wireNouns(cast []Config, zone *time.Location) {
	c := a.Config
	a.Metrics = metrics.New(metrics.Options{AfterCommit: a.DB.AfterCommit, Kind: bot.Kind, Kinds: bot.Kinds, Jobs: a.jobNames(), Now: a.Now})
	a.People = &people.Service{Store: a.Metrics.People(a.DB.People()), Now: a.Now}
	a.Memory = &memory.Service{
		Store: a.Metrics.Memories(a.DB.Memories()), Now: a.Now, Log: a.Log, Key: c.key(),
		ReadOnly: c.Memory.ReadOnly, KeepDeleted: c.Memory.KeepDeleted,
		Caps: c.Memory.caps(), Pruning: c.Memory.pruning(),
	}
	a.Sessions = &session.Service{Store: a.Metrics.Sessions(a.DB.Sessions()), Now: a.Now, Idle: c.Session.Idle}
	a.Delivery = &delivery.Service{Store: a.Metrics.Deliveries(a.DB.Deliveries()), Now: a.Now, Wire: a.DB.Wire()}
	a.Tasks = &task.Service{Store: a.DB.Tasks(), Delivery: a.Delivery, People: a.People, Words: a.Words, Now: a.Now, Log: a.Log}
	a.Usage = &usage.Service{Store: a.DB.Usage(), Limits: c.limits(), Zone: zone, Now: a.Now, Reached: a.Metrics.Limited}
	a.Forget = &forget.Service{
		Memory: a.Memory, Sessions: a.Sessions, Delivery: a.Delivery, People: a.People, Tasks: a.Tasks, Usage: a.Usage,
		Tx: a.DB, Scrubber: a.DB, Stores: storesOf(cast), Bots: botsOf(cast), Now: a.Now, Log: a.Log,
	}
}

func (c Config) endpoint(log *slog.Logger, now func() time.Time) openai.Config {
	return openai.Config{
		BaseURL: c.Model.BaseURL, APIKey: c.Model.APIKey.Reveal(), Model: c.Model.Name,
		FallbackModel: c.Model.Fallback, Timeout: c.Model.Timeout, FirstByte: c.Model.FirstByte, Blind: !c.Model.Vision,
		Prices: c.prices(), Log: log, Now: now,
	}
}

// Run serves until ctx ends, then stops in order. It returns nil after an ordered stop.
func (a *App) Run(ctx context.Context) error {
	defer a.Close()
	tracer, err := a.tracer(ctx)
	if err != nil {
		return err
	}
	defer a.flushTraces(tracer)
	ctx = tracing.With(ctx, tracer)
	var health net.Listener
	if a.Config.HTTPAddr != "" {
		if health, err = a.listenHTTP(); err != nil {
			return err
		}
	}
	if a.DB.Dialect() == "sqlite" { // the file lock says we are alone: what is leased is nobody's
		if err := a.Delivery.ReleaseAll(context.WithoutCancel(ctx)); err != nil {
			return err
		}
	}
	done := make(chan error, 1)
	go func() { done <- a.serve(ctx, health) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	late := time.NewTimer(StopWithin - 4*time.Second)
	defer late.Stop()
	select {
	case err := <-done:
		a.Log.Info("stopped")
		return err
	case <-late.C:
		return errors.New("stopping took too long; what was cut off goes on at the next start")
	}
}

// serve runs doors and upkeep. The schedule and the health page stop once the bot has:
// while lanes drain, both still serve.
func (a *App) serve(ctx context.Context, health net.Listener) error {
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	g, background := errgroup.WithContext(background)
	g.Go(func() error { a.greetOperator(background); return nil })
	g.Go(func() error { return a.runSchedule(background) })
	g.Go(func() error { return a.Delivery.Listen(background) })
	if a.hooks != nil {
		g.Go(func() error {
			l, err := net.Listen("tcp", a.Config.Telegram.Webhook.Listen)
			if err != nil {
				return namedSetting(a.Config, fmt.Errorf("%w: %w", bot.ErrListen, err))
			}
			return a.hooks.Serve(background, l, a.Log)
		})
	}
	var bots sync.WaitGroup
	for _, r := range a.Roles {
		g.Go(func() error { return r.Agent.Run(background) })
		if r.Indexer != nil {
			g.Go(func() error { return r.Indexer.Run(background) })
		}
		if r.Bot == nil {
			continue
		}
		bots.Add(1)
		g.Go(func() error {
			defer bots.Done()
			botCtx, cancel := context.WithCancel(ctx)
			defer cancel()
			defer context.AfterFunc(background, cancel)() // a failed neighbour stops the bot too
			return namedSetting(r.Config, r.Bot.Run(botCtx))
		})
	}
	if health != nil {
		g.Go(func() error { return a.serveHTTP(background, health) })
	}
	g.Go(func() error { bots.Wait(); stop(); return nil })
	return g.Wait()
}

// namedSetting says which setting an error of a bot is about.
func namedSetting(c Config, err error) error {
	switch {
	case errors.Is(err, bot.ErrListen):
		return fmt.Errorf("KEEPSAKE_WEBHOOK_LISTEN: choose another address: %w", err)
	case errors.Is(err, bot.ErrToken):
		return fmt.Errorf("%s: %w. Copy it again from @BotFather (/mybots, API Token); a revoked token never works again", c.tokenEnv(), err)
	case errors.Is(err, bot.ErrWebhook), errors.Is(err, bot.ErrNoWebhooks):
		return fmt.Errorf("KEEPSAKE_WEBHOOK_URL: %w", err)
	}
	return err
}

// Close closes the database. Run does so itself.
func (a *App) Close() error { return a.DB.Close() }

// greetOperator says that we run, once Telegram knows all bots, and while nobody owns them
// prints the link that makes an owner, of all of them. The link is a secret: it goes to
// Out, not to the log.
func (a *App) greetOperator(ctx context.Context) {
	for _, r := range a.Roles {
		if r.Bot == nil {
			continue
		}
		select {
		case <-r.Bot.Greeted():
		case <-ctx.Done():
			return
		}
		a.Log.Info("keepsake runs", "name", r.Name, "database", a.DB.Dialect(),
			"model", r.Config.Model.Name, "access", a.Config.Access)
	}
	if a.out == nil {
		return
	}
	owners, err := a.People.Owners(ctx)
	if err != nil || len(owners) > 0 {
		logFailure(ctx, a.Log, "owners not read", err)
		return
	}
	code, err := a.People.NewOwnerLink(ctx, 24*time.Hour)
	if err != nil {
		logFailure(ctx, a.Log, "owner link not made; try: keepsake owner link", err)
		return
	}
	fmt.Fprintf(a.out, "Nobody owns this bot yet. Open this link in Telegram and press Start (once, within 24 hours):\n\n  %s\n\n", startLink(a.Bot.Username(), code))
}

// openDatabase opens the database of the settings; where that fails, it says which
// setting it is about.
func openDatabase(ctx context.Context, c Config, o store.Options) (*store.DB, error) {
	o, err := c.storeOptions(o)
	if err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, o)
	if err == nil || strings.HasPrefix(o.URL, "sqlite:") {
		return db, err
	}
	// What the driver says is long, and names the user: doctor shows it.
	return nil, &fault.Error{Kind: fault.KindOf(err), Field: "DATABASE_URL", Message: "the database cannot be opened. " +
		"Is the Postgres server running, and are the address, the user, the password and the database's name right? " +
		"(keepsake doctor says more)"}
}
