// Package app is the composition root: it makes every room from the settings (package
// app/settings), hands each what it needs, and starts and stops them in order.
//
// It decides nothing about conversations, memories or messages; a rule found here is in
// the wrong room. It is the one place that knows which database, which model endpoint and
// which door there is.
//
// Invariants:
//   - Nothing is started with wrong settings.
//   - Run returns after an ordered stop: intake, lanes, outbox (bot), then the schedule,
//     then the database; within StopWithin of its context's end, whatever hangs. Work that was cut off goes
//     on at the next start, because everything that waits is a row.
//   - No secret is in a log or an error.
//
// Start reading at New, then Run. Upkeep is in schedule.go, the work of short commands in
// desk.go and memories.go, `keepsake doctor` in doctor.go.
package app

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/app/database"
	"keepsake/app/doors"
	"keepsake/app/extraction"
	"keepsake/app/outsiders"
	"keepsake/app/settings"
	"keepsake/bot/intake"
	"keepsake/bot/update"
	"keepsake/delivery"
	"keepsake/httproom"
	"keepsake/logs"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/digest"
	"keepsake/memory/forget"
	"keepsake/memory/policy"
	"keepsake/memory/shard"
	"keepsake/memory/writeswitch"
	"keepsake/metrics"
	"keepsake/outside"
	"keepsake/people"
	"keepsake/secret"
	"keepsake/session"
	"keepsake/signin"
	"keepsake/store"
	"keepsake/task"
	"keepsake/templates"
	"keepsake/toolset/mcptools"
	"keepsake/tracing"
	"keepsake/usage"
)

// StopWithin bounds a stop, whatever hangs: a container is killed ten seconds after it was asked to
// stop. The drain of the lanes and all that follows it take less when nothing hangs.
const StopWithin = 9 * time.Second

// closeWithin bounds what follows an ordered stop: the last traces, and closing the database.
const closeWithin = time.Second

// Options is what is not a setting. The zero value is what `keepsake serve` wants.
type Options struct {
	Log *slog.Logger     // nil = silent
	Now func() time.Time // nil = the database's clock (store.DB.Clock)
	// Out is the operator's terminal, where the owner's link is printed. nil = there is no terminal: no link is made,
	// because a log would keep it, and the log says how to make one.
	Out     io.Writer
	Version string // of the program, for the log; "" = unknown
	// Observe is called for every statement that is sent to the database; nil = nothing is called.
	Observe func(store.Statement)
}

// App is every room, wired: what the roles of the process share, and the roles. Its fields
// are for the demo and tests; serve needs only Run.
type App struct {
	Config   settings.Config
	DB       *store.DB
	Words    *templates.Words
	People   *people.Service
	Memory   *memory.Service
	Sessions *session.Service
	Delivery *delivery.Service
	Tasks    *task.Service
	Usage    *usage.Service
	Forget   *forget.Service
	Finds    *candidate.Service // the runs of extraction and what they found
	Policies *policy.Service    // the policies by which extraction decides
	Shards   *shard.Service     // what people keep together
	Digests  *digest.Service    // what is made of people's wishes
	Writes   *writeswitch.Service
	Keys     *apikey.Service  // of the HTTP interface
	SignIns  *signin.Service  // of the page
	Outside  *outside.Service // what tools of other programs may do
	Servers  *mcptools.Servers
	Metrics  *metrics.Metrics
	Log      *slog.Logger
	Now      func() time.Time

	Roles []*Role
	*Role // the first of them; without role files the only one

	watched watch
	hooks   *intake.Webhooks // of all bots with a webhook; nil = there is none
	owner   string           // names this process in leases
	began   time.Time        // by Now
	out     io.Writer

	version string
	closed  func() error
}

// New opens and migrates the database and wires everything. It starts nothing and does
// not talk to Telegram or the model. Close and Run close the database.
func New(ctx context.Context, c settings.Config, o Options) (*App, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	a := &App{Config: c, Log: o.Log, Now: o.Now, owner: rand.Text()[:12], out: o.Out, version: o.Version}
	a.Log = logs.OrNone(a.Log)
	if a.Now == nil {
		a.Now = time.Now
	}
	var err error
	if a.Words, err = templates.LoadWords(); err != nil {
		return nil, err
	}
	if err := a.Words.SetPreferred(c.Language); err != nil {
		return nil, err
	}
	if a.DB, err = database.Open(ctx, c, store.Options{Log: a.Log, Observe: o.Observe}); err != nil {
		return nil, err
	}
	a.closed = sync.OnceValue(a.DB.Close)
	if o.Now == nil {
		if a.Now, err = a.DB.Clock(ctx); err != nil {
			return nil, errors.Join(err, a.DB.Close())
		}
	}
	a.began = a.Now()
	if loose := c.KeyWarning(); loose != "" {
		a.Log.Warn("others may read the database's key", "advice", loose)
	}
	if err := a.wire(ctx); err != nil {
		return nil, errors.Join(err, a.DB.Close())
	}
	return a, nil
}

func (a *App) wire(ctx context.Context) error {
	if err := a.checkPages(ctx); err != nil {
		return err
	}
	if err := a.DB.Migrate(ctx); err != nil {
		return a.DB.ExplainDisk(err)
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
	if err := a.recovery().CatchUp(ctx); err != nil {
		return err
	}
	for _, c := range cast {
		r, err := a.wireRole(c, zone)
		if err != nil {
			return err
		}
		a.Roles = append(a.Roles, r)
	}
	a.Role = a.Roles[0]
	extraction.AdoptSettings(ctx, a.Policies, cast, a.Log)
	a.connectColleagues()
	a.Metrics.Watch(a.scrapeSources())
	a.Metrics.WatchCondition(a.condition())
	return nil
}

// noneAsNegative returns a duration as bot.Config means it: 0 becomes negative, which is none.
func noneAsNegative(d time.Duration) time.Duration {
	if d == 0 {
		return -1
	}
	return d
}

func (a *App) wireNouns(cast []settings.Config, zone *time.Location) {
	c := a.Config
	a.Metrics = metrics.New(metrics.Options{Kinds: update.Kinds, Jobs: a.jobNames(), Now: a.Now})
	a.People = people.New(people.Config{Store: a.DB.People(), Now: a.Now, Events: a.Metrics.People(), KeepApart: !c.LongTerm.Identity.ReadLegacy})
	a.Memory = memory.New(memory.Config{
		Store: a.DB.Memories(), Now: a.Now, Log: a.Log, Key: c.TombstoneKey(),
		ReadOnly: c.IsReadOnly(), KeepDeleted: c.Memory.KeepDeleted,
		Caps: c.MemoryCaps(), IsAbout: people.HasLabel,
		OnChange: a.Metrics.Changed, OnDecision: a.Metrics.Decided,
	})
	a.Sessions = session.New(session.Config{Store: a.DB.Sessions(), Now: a.Now, Idle: c.Session.Idle, Events: a.Metrics.Sessions()})
	a.Delivery = delivery.New(delivery.Config{Store: a.DB.Deliveries(), Now: a.Now, Wire: a.DB.Wire(), Events: a.Metrics.Deliveries()})
	a.Tasks = task.New(task.Config{Store: a.DB.Tasks(), Delivery: a.Delivery, People: a.People, Words: a.Words, Now: a.Now, Log: a.Log})
	a.Usage = usage.New(usage.Config{Store: a.DB.Usage(), Limits: c.UsageLimits(), Zone: zone, Now: a.Now, Reached: a.Metrics.Limited})
	a.Finds = candidate.New(a.DB.Candidates(), a.Now)
	a.Policies = &policy.Service{Store: a.DB.Policies(), Centroids: a.DB.Centroids(), Now: a.Now}
	limits := a.Config.LongTerm.Digests
	a.Shards = shard.New(a.DB.Shards(), a.Now).WithLimits(limits.ShardFacts, limits.ShardSuggestions).WithRoles(settings.StoresByName(cast))
	a.Digests = digest.New(a.DB.Digests(), a.Now)
	a.Writes = &writeswitch.Service{Store: a.DB.Switches(), Now: a.Now}
	a.Keys = &apikey.Service{Store: a.DB.Keys(), Now: a.Now}
	a.SignIns = &signin.Service{Store: a.DB.SignIns(), Now: a.Now}
	a.Outside = &outside.Service{Store: a.DB.Outside(), Now: a.Now}
	a.Servers = outsiders.New(c, outsiders.House{
		Outside: a.Outside, Metrics: a.Metrics, Now: a.Now, Log: a.Log, Version: a.version, Changed: a.offerTools,
		Tell: func(ctx context.Context, asked []outside.Pin) error { return a.Commands.AskOwnersOfTools(ctx, asked) },
	})
	a.Forget = &forget.Service{
		Keys: a.Keys, SignIns: a.SignIns, Outside: a.Outside, Memory: a.Memory, Candidates: a.Finds, Digests: a.Digests, Shards: a.Shards, Sessions: a.Sessions, Delivery: a.Delivery, People: a.People, Tasks: a.Tasks, Usage: a.Usage,
		Tx: a.DB, Scrubber: a.DB, Stores: settings.Stores(cast), Bots: settings.Bots(cast), Now: a.Now, Log: a.Log,
	}
}

// Run serves until ctx ends, then stops in order. It returns nil when nothing was lost, also when
// something hung and was left behind: what it was about waits as a row.
func (a *App) Run(ctx context.Context) error {
	defer a.closeSoon()
	tracer, err := a.newTracer(ctx)
	if err != nil {
		return err
	}
	defer a.flushTraces(tracer)
	ctx = tracing.With(ctx, tracer)
	room := a.httpRoom()
	if err := room.Listen(); err != nil {
		return err
	}
	defer room.Close()
	if a.DB.Dialect() == "sqlite" { // the file lock says we are alone: what is leased is nobody's
		if err := a.Delivery.ReleaseAll(context.WithoutCancel(ctx)); err != nil {
			return err
		}
	}
	done := make(chan error, 1)
	go func() { done <- a.serve(ctx, room) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	late := time.NewTimer(StopWithin - 2*closeWithin)
	defer late.Stop()
	select {
	case err := <-done:
		a.Log.Info("stopped")
		return errors.Join(err, a.lostUsage())
	case <-late.C:
		a.Log.Warn("stopped before everything had ended; what was cut off goes on at the next start")
		return a.lostUsage()
	}
}

// lostUsage returns an error when usage is lost that could not be stored.
func (a *App) lostUsage() error {
	owed := a.Usage.Owed()
	if owed.Calls == 0 {
		return nil
	}
	return fmt.Errorf("nothing could be stored at the end: %d calls of the model with %d tokens are not counted", owed.Calls, owed.Tokens())
}

// closeSoon closes the database, and leaves that to the end of the process when it hangs.
func (a *App) closeSoon() {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		logFailure(context.Background(), a.Log, "database not closed", a.Close())
	}()
	select {
	case <-closed:
	case <-time.After(closeWithin):
	}
}

// serve runs doors and upkeep. The schedule and the HTTP room stop once the bots have:
// while lanes drain, both still serve. A bot that has stopped takes no delivery any more.
func (a *App) serve(ctx context.Context, room *httproom.Room) error {
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	defer stop()
	g, background := errgroup.WithContext(background)
	g.Go(func() error { secret.Load(); return nil })
	g.Go(func() error { a.greetOperator(background); return nil })
	g.Go(func() error { return a.runWatch(background) })
	g.Go(func() error { return a.runSchedule(background) })
	g.Go(func() error { return a.Delivery.Listen(background) })
	g.Go(func() error { return a.Servers.Run(background) })
	g.Go(func() error { return room.Serve(background) })
	var bots sync.WaitGroup
	for _, r := range a.Roles {
		g.Go(func() error { return r.Agent.Run(background) })
		if forms := r.Agent.Ingest; forms != nil {
			g.Go(func() error { return forms.Run(background) })
		}
		g.Go(func() error { return r.Agent.Forming.Run(background) })
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
			return doors.NameSetting(r.Config, r.Bot.Run(botCtx))
		})
	}
	g.Go(func() error { bots.Wait(); stop(); return nil })
	err := g.Wait()
	soon, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	logFailure(soon, a.Log, "usage not counted yet", a.Usage.Settle(soon))
	return err
}

// Close closes the database, and returns once it is closed. Run closes it itself, and leaves a close that takes long to the
// end of the process: whoever lives on and opens the same database again calls Close after Run.
func (a *App) Close() error { return a.closed() }

// greetOperator says that we run, once Telegram knows all bots, and while nobody owns them
// prints the link that makes an owner, of all of them. The link is a secret: it goes to a
// terminal, never to a log.
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
		a.Log.Info("keepsake runs", "name", r.Name, "bot", "@"+r.Bot.Username(), "version", cmp.Or(a.version, "unknown"), "database", a.DB.Dialect(),
			"model", r.Config.Model.Name, "access", a.Config.Access)
	}
	owners, err := a.People.Owners(ctx)
	if err != nil || len(owners) > 0 {
		logFailure(ctx, a.Log, "owners not read", err)
		return
	}
	if a.out == nil {
		a.Log.Warn("nobody owns this bot yet; keepsake owner link makes the link that changes that")
		return
	}
	code, err := a.People.NewOwnerLink(ctx, actor.OfSystem(), 24*time.Hour)
	if err != nil {
		logFailure(ctx, a.Log, "owner link not made; try: keepsake owner link", err)
		return
	}
	fmt.Fprintf(a.out, "Nobody owns this bot yet. Open this link in Telegram and press Start (once, within 24 hours):\n\n  %s\n\n", doors.StartLink(a.Bot.Username(), code))
}
