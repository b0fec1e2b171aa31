package bot

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	tg "github.com/go-telegram/bot"
	"golang.org/x/sync/errgroup"

	"keepsake/agent"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/people"
	"keepsake/session"
	"keepsake/task"
	"keepsake/templates"
	"keepsake/usage"
)

// Access says who may talk to the bot.
type Access string

const (
	AccessOwner Access = "owner"     // owners (by one-time link), people they allowed, groups they let us into
	AccessList  Access = "allowlist" // owners, and the people and groups of Config.Allow
	AccessOpen  Access = "open"      // everyone, in private chats and groups
)

// Tx runs a unit of work that spans nouns.
type Tx interface {
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
}

// Config is what the bot is made of. Zero fields of the second half mean the defaults
// named beside them.
type Config struct {
	Name     string // the bot's name in the house: session.Place.Bot, delivery rows
	Store    string // the memory store, see memory.Scope; "" = Name
	Token    string
	Access   Access  // "" = owner
	Allow    []int64 // for AccessList: Telegram's numbers of people, and of groups (below 0)
	Agent    *agent.Agent
	Sessions *session.Service
	Memory   *memory.Service
	Forget   *forget.Service
	People   *people.Service
	Tasks    *task.Service
	Delivery *delivery.Service
	Usage    *usage.Service // nil = nothing is counted, nothing limited
	Words    *templates.Words
	Tx       Tx
	Now      func() time.Time
	Log      *slog.Logger

	Webhook Webhook // how updates arrive; zero = we ask for them

	APIURL    string         // https://api.telegram.org
	HTTP      *http.Client   // one with sane timeouts
	Owner     string         // who we are in leases; random
	Zone      *time.Location // of people who chose none; UTC
	Kept      Kept           // what /privacy tells
	Media     Media          // what it can do with what is attached
	Reactions bool           // as agent.Config.Reactions, for /settings
	Money     string         // what the price table's amounts are in, e.g. "USD"

	Quiet       time.Duration // pause that ends a burst of messages; 1 s, negative = none
	MaxBurst    time.Duration // a burst is answered after this even without a pause; 5 s
	Lease       time.Duration // of a lane and of the poller; 15 s
	PollTimeout time.Duration // long poll, whole seconds; 25 s
	GiveUpAfter time.Duration // a turn whose model stays away; 1 h
	Typing      time.Duration // how often the sign that we write is shown again; 4.5 s
	Attempts    int           // of a poison update; 5
	Parallel    int           // turns at once in this process; 32
	Drain       time.Duration // how long running turns may end after Run's ctx did; 20 s
	Limits      Limits
}

// Kept is what the operator promises about keeping, for /privacy.
type Kept struct {
	Where   string        // where the data lives: "sqlite", "encrypted" (a SQLite file) or "postgres"
	Model   string        // who reads the prompts, e.g. "api.openai.com"
	Meaning string        // who reads memories to compare what they mean; "" = nobody
	Voices  string        // who writes down voice messages; "" = nobody
	Deleted time.Duration // how long a deleted memory can be restored; 30 days
	Handled time.Duration // how long traces of delivered messages stay; 7 days
}

// Bot is the running door. Make one with New.
type Bot struct {
	cfg      Config
	log      *slog.Logger
	api      *tg.Bot
	limits   *limits
	gate     chan struct{} // lanes of talk at once
	freed    chan struct{} // signalled when one of them has ended
	large    chan struct{} // large files held in memory at once
	place    chan struct{} // see placing
	lacking  lacking
	troubles troubles
	faces    faces
	runs     runs
	hurries  hurries
	heard    atomic.Int64  // see Heard
	taking   atomic.Bool   // see Taking
	greeted  chan struct{} // see Greeted

	mu sync.Mutex
	me identity
}

// identity is who Telegram says we are.
type identity struct {
	ID       int64
	Username string
	Name     string
	ReadsAll bool // privacy mode is off: we are shown all that groups say
}

// New checks the configuration. It talks to nobody; Run does.
func New(cfg Config) (*Bot, error) {
	switch {
	case cfg.Token == "":
		return nil, fault.Field("token", "a bot token is needed")
	case cfg.Name == "":
		return nil, fault.Field("name", "the bot needs a name")
	case cfg.Access != "" && cfg.Access != AccessOwner && cfg.Access != AccessList && cfg.Access != AccessOpen:
		return nil, fault.Field("access", `must be "owner", "allowlist" or "open"`)
	}
	if err := cfg.Webhook.check(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	api, err := tg.New(cfg.Token, tg.WithSkipGetMe(), tg.WithServerURL(cfg.APIURL),
		tg.WithHTTPClient(time.Minute, plain404{cfg.HTTP}), tg.WithErrorsHandler(func(error) {}))
	if err != nil {
		return nil, fault.New(fault.Invalid, "the Telegram client refused the configuration")
	}
	b := &Bot{
		cfg: cfg, log: cfg.Log.With("bot", cfg.Name), api: api,
		gate: make(chan struct{}, cfg.Parallel), freed: make(chan struct{}, 1), large: make(chan struct{}, largeFiles),
		place: make(chan struct{}, 1), greeted: make(chan struct{}),
	}
	b.limits = newLimits(cfg.Limits, sharedPaces{cfg.Delivery, cfg.Name, b.now, b.log})
	b.heard.Store(time.Now().UnixNano())
	return b, nil
}

func (c Config) withDefaults() Config {
	duration := func(v *time.Duration, d time.Duration) {
		if *v == 0 {
			*v = d
		}
	}
	if c.Access == "" {
		c.Access = AccessOwner
	}
	c.Store = cmp.Or(c.Store, c.Name)
	if c.APIURL == "" {
		c.APIURL = "https://api.telegram.org"
	}
	c.APIURL = strings.TrimRight(c.APIURL, "/")
	if c.HTTP == nil {
		c.HTTP = &http.Client{Timeout: 90 * time.Second}
	}
	if c.Owner == "" {
		c.Owner = rand.Text()[:12]
	}
	if c.Zone == nil {
		c.Zone = time.UTC
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	duration(&c.Quiet, time.Second)
	duration(&c.MaxBurst, 5*time.Second)
	duration(&c.Lease, 15*time.Second)
	duration(&c.PollTimeout, 25*time.Second)
	duration(&c.Webhook.Check, time.Minute)
	duration(&c.GiveUpAfter, time.Hour)
	duration(&c.Drain, 20*time.Second)
	duration(&c.Typing, 4500*time.Millisecond) // Telegram shows it for five
	duration(&c.Kept.Deleted, 30*24*time.Hour)
	duration(&c.Kept.Handled, 7*24*time.Hour)
	duration(&c.Media.Longest, 15*time.Minute)
	duration(&c.Media.Stall, 15*time.Second)
	if c.Media.DocTokens <= 0 {
		c.Media.DocTokens = 8000
	}
	if c.Attempts <= 0 {
		c.Attempts = 5
	}
	if c.Parallel <= 0 {
		c.Parallel = 32
	}
	return c
}

// flush is how long ready messages may still go out once the last turn has ended.
const flush = 5 * time.Second

// Run works until ctx ends, then stops in order: the intake takes nothing new, running
// turns and commands end (at most Config.Drain), the outbox sends what is ready. It
// returns nil after an ordered stop; what was cut off goes on at the next start.
func (b *Bot) Run(ctx context.Context) error {
	ctx, halt := context.WithCancel(ctx)
	defer halt()
	intake := b.poll
	switch {
	case b.cfg.Webhook.URL == "":
	case b.cfg.Webhook.Shared != nil:
		intake = b.takeShared
	default:
		l, err := net.Listen("tcp", b.cfg.Webhook.Listen)
		if err != nil {
			return fmt.Errorf("%w: %w", ErrListen, err)
		}
		defer l.Close()
		intake = func(ctx context.Context) error { return b.takeDeliveries(ctx, l) }
	}
	if err := b.greetTelegram(ctx); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	close(b.greeted)
	// life is what running work lives on: it outlasts ctx by the time to drain.
	life, kill := context.WithCancelCause(context.WithoutCancel(ctx))
	defer kill(nil)
	stopping := context.AfterFunc(ctx, func() {
		time.AfterFunc(b.cfg.Drain, func() { kill(errDrained) })
	})
	defer stopping()

	lanesDone := make(chan struct{})
	var g errgroup.Group
	g.Go(func() error { b.nameCommands(ctx); return nil })
	g.Go(func() error {
		defer halt() // without an intake there is no bot
		b.taking.Store(true)
		defer b.taking.Store(false)
		return intake(ctx)
	})
	g.Go(func() error { defer close(lanesDone); return b.work(ctx, life) })
	g.Go(func() error { return b.dispatch(context.WithoutCancel(ctx), lanesDone) })
	err := g.Wait()
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return nil
	}
	return err
}

// errDrained cancels work that outlived Config.Drain; it is resumed at the next start.
var errDrained = errors.New("bot: stopping")

func (b *Bot) now() time.Time { return b.cfg.Now().UTC().Truncate(time.Microsecond) }

func (b *Bot) identity() identity {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.me
}

// Greeted is closed once Telegram has told Run who we are; from then on Username is known.
func (b *Bot) Greeted() <-chan struct{} { return b.greeted }

// Username returns the bot's Telegram name without "@", "" until Run knows it.
func (b *Bot) Username() string { return b.identity().Username }

// Heard returns when the intake last heard from Telegram: an answer to the poller (or it
// left polling to another process), a delivery, or the word that deliveries still come to
// us; before the first, when the bot was made. It is for health checks, by the machine's
// clock.
func (b *Bot) Heard() time.Time { return time.Unix(0, b.heard.Load()) }

// Taking reports whether the intake runs: not before Telegram knows us, and not any more
// once Run's context has ended.
func (b *Bot) Taking() bool { return b.taking.Load() }

// pause waits, or returns false when ctx ended first.
func pause(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}
