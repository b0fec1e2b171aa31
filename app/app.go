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
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/time/rate"

	"keepsake/agent"
	"keepsake/agent/tool"
	"keepsake/bot"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/llm/openai"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/memory/recall"
	memtools "keepsake/memory/toolset"
	"keepsake/metrics"
	"keepsake/people"
	"keepsake/session"
	"keepsake/store"
	"keepsake/task"
	tasktools "keepsake/task/toolset"
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

// App is every room, wired. Its fields are for the demo and tests; serve needs only Run.
type App struct {
	Config   Config
	DB       *store.DB
	Words    *templates.Words
	People   *people.Service
	Memory   *memory.Service
	Recall   *recall.Service
	Indexer  *recall.Indexer // nil = no embedder is set
	Sessions *session.Service
	Delivery *delivery.Service
	Tasks    *task.Service
	Usage    *usage.Service
	Forget   *forget.Service
	Agent    *agent.Agent
	Bot      *bot.Bot
	Metrics  *metrics.Metrics
	Log      *slog.Logger
	Now      func() time.Time

	owner string // who we are in leases
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
	a.wireNouns(zone)
	tools, err := agent.NewRegistry(a.tools()...)
	if err != nil {
		return err
	}
	a.Agent = &agent.Agent{
		Name: a.Config.Name, Chat: a.Metrics.Chat(a.model()), Sessions: a.Sessions, Memory: a.Memory, Recall: a.Recall,
		Delivery: a.Delivery, People: a.People, Words: a.Words, Tools: tools, Tx: a.DB, Log: a.Log, Now: a.Now,
		Answered: a.Metrics.Answered, Usage: a.Usage,
		Config: agent.Config{ConfirmNew: a.Config.Memory.ConfirmNew, Reactions: a.Config.Memory.Reactions, Zone: zone},
	}
	t := a.Config.Telegram
	a.Bot, err = bot.New(bot.Config{
		Name: a.Config.Name, Token: a.Config.Telegram.Token.Reveal(), APIURL: a.Config.Telegram.APIURL,
		Access: bot.Access(a.Config.Access), Allow: a.Config.Allow, Usage: a.Usage, Money: a.Config.Usage.Currency,
		Agent: a.Agent, Sessions: a.Sessions, Memory: a.Memory, Forget: a.Forget, People: a.People,
		Tasks: a.Tasks, Delivery: a.Delivery, Words: a.Words, Tx: a.DB, Now: a.Now, Log: a.Log,
		Owner: a.owner, Zone: zone, Kept: a.kept(), Media: a.media(), Reactions: a.Config.Memory.Reactions,
		Quiet: quiet(t.Quiet), PollTimeout: t.PollTimeout, Lease: t.Lease,
		Limits:  bot.Limits{Overall: rate.Limit(t.Rate), Chat: rate.Limit(t.ChatRate), Group: rate.Limit(t.GroupRate)},
		Webhook: bot.Webhook{URL: t.Webhook.URL, Listen: t.Webhook.Listen, Secret: a.Config.hookSecret()},
	})
	if err != nil {
		return err
	}
	standing := metrics.Standing{
		Heard:   a.Bot.Heard,
		Backlog: func(ctx context.Context) (delivery.Backlog, error) { return a.Delivery.Backlog(ctx, a.Config.Name) },
	}
	if a.Indexer != nil {
		standing.Embeddings = func(ctx context.Context) (memory.Backlog, error) { return a.DB.Vectors().Backlog(ctx, a.Config.Name) }
	}
	a.Metrics.Watch(standing)
	return nil
}

// askFirst is what add_to_memory tells the model about new facts; where they are kept
// without asking (R5), it would contradict the prompt's rules.
const askFirst = " Ask for confirmation before storing new information."

func (a *App) tools() []tool.Tool {
	all := slices.Concat(
		(&memtools.Toolset{Memory: a.Memory, Sessions: a.DB.Sessions(), Recall: a.Recall}).Tools(),
		(&tasktools.Toolset{Tasks: a.Tasks}).Tools(),
	)
	if a.Config.Memory.ConfirmNew == "auto" {
		for i := range all {
			all[i].Def.Description = strings.TrimSuffix(all[i].Def.Description, askFirst)
		}
	}
	return all
}

// quiet says "none" as the bot does.
func quiet(d time.Duration) time.Duration {
	if d == 0 {
		return -1
	}
	return d
}

func (a *App) wireNouns(zone *time.Location) {
	c := a.Config
	a.Metrics = metrics.New(metrics.Options{AfterCommit: a.DB.AfterCommit, Kind: bot.Kind, Kinds: bot.Kinds, Jobs: a.jobNames(), Now: a.Now})
	a.People = &people.Service{Store: a.Metrics.People(a.DB.People()), Now: a.Now}
	a.Memory = &memory.Service{
		Store: a.Metrics.Memories(a.DB.Memories()), Now: a.Now, Log: a.Log, Key: c.key(),
		ReadOnly: c.Memory.ReadOnly, KeepDeleted: c.Memory.KeepDeleted,
		Caps: c.Memory.caps(), Pruning: c.Memory.pruning(),
	}
	a.Recall = &recall.Service{Memories: a.Memory.Store, Vectors: a.DB.Vectors(), Now: a.Now, Log: a.Log}
	if e := c.embedder(a.Log, a.Now); e != nil {
		watched := a.Metrics.Embedder(e)
		a.Recall.Embedder, a.Indexer = watched, c.indexer(a.DB, watched, a.Log, a.Now)
	}
	a.Sessions = &session.Service{Store: a.Metrics.Sessions(a.DB.Sessions()), Now: a.Now, Idle: c.Session.Idle}
	a.Delivery = &delivery.Service{Store: a.Metrics.Deliveries(a.DB.Deliveries()), Now: a.Now, Wire: a.DB.Wire()}
	a.Tasks = &task.Service{Store: a.DB.Tasks(), Delivery: a.Delivery, People: a.People, Words: a.Words, Now: a.Now, Log: a.Log}
	a.Usage = &usage.Service{Store: a.DB.Usage(), Limits: c.limits(), Zone: zone, Now: a.Now, Reached: a.Metrics.Limited}
	a.Forget = &forget.Service{
		Memory: a.Memory, Sessions: a.Sessions, Delivery: a.Delivery, People: a.People, Tasks: a.Tasks, Usage: a.Usage,
		Tx: a.DB, Scrubber: a.DB, Store: c.Name, Now: a.Now, Log: a.Log,
	}
}

// model makes the client of the model's endpoint.
func (a *App) model() *openai.Client {
	return openai.New(a.Config.endpoint(a.Log, a.Now))
}

func (c Config) endpoint(log *slog.Logger, now func() time.Time) openai.Config {
	return openai.Config{
		BaseURL: c.Model.BaseURL, APIKey: c.Model.APIKey.Reveal(), Model: c.Model.Name,
		FallbackModel: c.Model.Fallback, Timeout: c.Model.Timeout, FirstByte: c.Model.FirstByte, Blind: !c.Model.Vision,
		Prices: c.prices(), Log: log, Now: now,
	}
}

// kept is what /privacy tells: where the data lives and who reads along.
func (a *App) kept() bot.Kept {
	where := a.DB.Dialect()
	if a.DB.Encrypted() {
		where = "encrypted"
	}
	hostname := func(address string) string {
		if u, err := url.Parse(address); err == nil {
			return u.Hostname()
		}
		return address
	}
	meaning := ""
	if a.Config.Embedding.Model != "" {
		meaning = hostname(cmp.Or(a.Config.Embedding.BaseURL, a.Config.Model.BaseURL))
	}
	return bot.Kept{
		Where: where, Voices: a.Config.listener(), Model: hostname(a.Config.Model.BaseURL), Meaning: meaning,
		Deleted: a.Config.Memory.KeepDeleted, Handled: a.Config.Session.KeepHandled,
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
	g.Go(func() error { return a.Agent.Run(background) })
	g.Go(func() error { return a.Delivery.Listen(background) })
	if a.Indexer != nil {
		g.Go(func() error { return a.Indexer.Run(background) })
	}
	if health != nil {
		g.Go(func() error { return a.serveHTTP(background, health) })
	}
	g.Go(func() error {
		defer stop()
		botCtx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(background, cancel)() // a failed neighbour stops the bot too
		return namedSetting(a.Bot.Run(botCtx))
	})
	return g.Wait()
}

// namedSetting says which setting an error of the bot is about.
func namedSetting(err error) error {
	switch {
	case errors.Is(err, bot.ErrListen):
		return fmt.Errorf("KEEPSAKE_WEBHOOK_LISTEN: choose another address: %w", err)
	case errors.Is(err, bot.ErrToken):
		return fmt.Errorf("TELEGRAM_BOT_TOKEN: %w. Copy it again from @BotFather (/mybots, API Token); a revoked token never works again", err)
	case errors.Is(err, bot.ErrWebhook), errors.Is(err, bot.ErrNoWebhooks):
		return fmt.Errorf("KEEPSAKE_WEBHOOK_URL: %w", err)
	}
	return err
}

// Close closes the database. Run does so itself.
func (a *App) Close() error { return a.DB.Close() }

// greetOperator says that we run, once Telegram knows us, and while nobody owns the bot
// prints the link that makes an owner. The link is a secret: it goes to Out, not to the log.
func (a *App) greetOperator(ctx context.Context) {
	select {
	case <-a.Bot.Greeted():
	case <-ctx.Done():
		return
	}
	a.Log.Info("keepsake runs", "name", a.Config.Name, "database", a.DB.Dialect(),
		"model", a.Config.Model.Name, "access", a.Config.Access)
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
