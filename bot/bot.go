package bot

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/bot/attach"
	"keepsake/bot/intake"
	"keepsake/bot/lanes"
	"keepsake/bot/outbox"
	"keepsake/bot/telegram"
	"keepsake/bot/update"
	"keepsake/clock"
	"keepsake/command"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/logs"
	"keepsake/people"
	"keepsake/session"
	"keepsake/templates"
	"keepsake/tx"
	"keepsake/usage"
)

// Config is what the bot is made of. A zero field means the default that its comment names; a field without one is needed.
type Config struct {
	Name     string // the bot's name in the database (session.Place.Bot, delivery rows), not its name in Telegram
	Token    string
	Commands *command.Service // what people ask for without a model, and who may
	Agent    *agent.Agent
	Sessions *session.Service
	People   *people.Service
	Delivery *delivery.Service
	Usage    *usage.Service // nil = nothing is counted, nothing limited
	Words    *templates.Words
	Tx       tx.Runner
	Now      clock.Now
	Log      *slog.Logger

	Webhook intake.Webhook // how updates arrive; zero = the bot asks for them
	// PageApp is the address of the Mini App that the menu button of private chats opens; "" = the button stays as it is.
	PageApp string

	APIURL string       // https://api.telegram.org
	HTTP   *http.Client // a client with a timeout
	Owner  string       // names this process in leases; a random string
	Media  attach.Media // which attachments the bot can read; zero = none
	// Speaker speaks answers; nil = they are only written.
	Speaker llm.Speaker

	Quiet       time.Duration // pause that ends a burst of messages; 300 ms, negative = none
	Rejoin      time.Duration // how long after its beginning an answer is begun again when its person adds something; 0 = never
	MaxBurst    time.Duration // a burst is answered after this even without a pause; 5 s
	Lease       time.Duration // of a lane and of the poller; 15 s
	PollTimeout time.Duration // long poll, whole seconds; 25 s
	GiveUpAfter time.Duration // how long a turn waits for a model that is away; 1 h
	TapWithin   time.Duration // how long a tap waits for its note; 600 ms
	Typing      time.Duration // how often "typing" is shown again; 4.5 s
	Attempts    int           // after which a failing update is a dead letter; 5
	Parallel    int           // turns at once in this process; 32
	Drain       time.Duration // how long running turns may go on after Run's ctx has ended; 4 s
	Limits      telegram.Limits
}

// Bot is the running door. Make one with New.
type Bot struct {
	cfg     Config
	log     *slog.Logger
	client  *telegram.Client
	intake  *intake.Intake
	lanes   *lanes.Lanes
	taps    *lanes.TapDeadlines
	outbox  *outbox.Outbox
	taking  atomic.Bool   // see Taking
	greeted chan struct{} // see Greeted

	mu sync.Mutex
	me update.Identity
}

// New checks the configuration. It talks to nobody; Run does.
func New(cfg Config) (*Bot, error) {
	switch {
	case cfg.Token == "":
		return nil, fault.Field("token", "a bot token is needed")
	case cfg.Name == "":
		return nil, fault.Field("name", "the bot needs a name")
	case cfg.Commands == nil:
		return nil, fault.Field("commands", "the bot needs its commands")
	}
	if err := cfg.Commands.Check(); err != nil {
		return nil, err
	}
	if err := cfg.Webhook.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	log := cfg.Log.With("bot", cfg.Name)
	client, err := telegram.New(telegram.Config{
		Token: cfg.Token, APIURL: cfg.APIURL, HTTP: cfg.HTTP, Limits: cfg.Limits,
		Bot: cfg.Name, Paces: cfg.Delivery, Now: cfg.Now, Log: log,
	})
	if err != nil {
		return nil, err
	}
	b := &Bot{
		cfg: cfg, log: log, client: client, greeted: make(chan struct{}),
	}
	b.taps = lanes.NewTapDeadlines(client, cfg.TapWithin, func(ctx context.Context, in *update.Incoming) (string, error) {
		return b.lanes.TapRefusal(ctx, in)
	}, log)
	b.outbox = outbox.New(outbox.Config{
		Bot: cfg.Name, Owner: cfg.Owner, Client: client, Delivery: cfg.Delivery, People: cfg.People, Chats: chats{b},
		Words: cfg.Words, Tx: cfg.Tx, Now: cfg.Now, Log: log, Lease: cfg.Lease, Typing: cfg.Typing,
		Speak: b.speak,
	})
	b.intake = intake.New(intake.Config{
		Bot: cfg.Name, Owner: cfg.Owner, Client: client, Commands: cfg.Commands, Delivery: cfg.Delivery,
		People: cfg.People, Sessions: cfg.Sessions, Identity: b.identity, Tapped: b.taps.Start, Arrived: b.noteArrived, Now: cfg.Now, Log: log,
		Webhook: cfg.Webhook, Quiet: cfg.Quiet, Lease: cfg.Lease, PollTimeout: cfg.PollTimeout,
	})
	b.lanes = lanes.New(lanes.Config{
		Bot: cfg.Name, Owner: cfg.Owner, Agent: cfg.Agent, Commands: cfg.Commands, Client: client, Outbox: b.outbox,
		Attachments: attach.New(cfg.Media, files{client}, log), Taps: b.taps, Sessions: cfg.Sessions, People: cfg.People,
		Delivery: cfg.Delivery, Usage: cfg.Usage, Tx: cfg.Tx, Now: cfg.Now, Log: log,
		Identity: b.identity, FindQuestion: b.intake.FindQuestion, MenuChanged: b.renameMenu,
		Quiet: cfg.Quiet, MaxBurst: cfg.MaxBurst, Rejoin: cfg.Rejoin, Lease: cfg.Lease, GiveUpAfter: cfg.GiveUpAfter,
		Attempts: cfg.Attempts, Parallel: cfg.Parallel,
	})
	return b, nil
}

func (c Config) withDefaults() Config {
	duration := func(v *time.Duration, d time.Duration) {
		if *v == 0 {
			*v = d
		}
	}
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
	c.Log = logs.OrNone(c.Log)
	duration(&c.Quiet, 300*time.Millisecond)
	duration(&c.MaxBurst, 5*time.Second)
	duration(&c.Lease, 15*time.Second)
	duration(&c.PollTimeout, 25*time.Second)
	duration(&c.GiveUpAfter, time.Hour)
	duration(&c.Drain, 4*time.Second)
	duration(&c.TapWithin, lanes.AnswerWithin)
	duration(&c.Typing, 4500*time.Millisecond) // Telegram shows it for five
	if c.Attempts <= 0 {
		c.Attempts = 5
	}
	if c.Parallel <= 0 {
		c.Parallel = 32
	}
	return c
}

// flush is how long ready messages may still go out once the last turn has ended. With Config.Drain
// it stays below the ten seconds after which containers are killed.
const flush = 2 * time.Second

// Run works until ctx ends, then stops in order: the intake takes nothing new, running
// turns and commands end (at most Config.Drain), the outbox sends what is ready. It
// returns nil after an ordered stop; what was cut off goes on at the next start.
func (b *Bot) Run(ctx context.Context) error {
	ctx, halt := context.WithCancel(ctx)
	defer halt()
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
		time.AfterFunc(b.cfg.Drain, func() { kill(lanes.ErrDrained) })
	})
	defer stopping()

	lanesDone := make(chan struct{})
	var g errgroup.Group
	g.Go(func() error { b.nameCommands(ctx); b.setMenuButton(ctx); return nil })
	g.Go(func() error {
		defer halt() // without an intake there is no bot
		b.taking.Store(true)
		defer b.taking.Store(false)
		return b.intake.Run(ctx)
	})
	g.Go(func() error {
		defer close(lanesDone)
		defer b.taps.Close()
		return b.lanes.Run(ctx, life)
	})
	g.Go(func() error { return b.outbox.Run(context.WithoutCancel(ctx), lanesDone, flush) })
	err := g.Wait()
	if errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return nil
	}
	return err
}

// noteArrived tells the lanes of an update that has come in. What is to be answered is shown as being answered at
// once: its lane waits for the end of the burst.
func (b *Bot) noteArrived(in *update.Incoming, row delivery.Update) {
	b.lanes.NoteArrived(row.Lane)
	if row.Addressed && !delivery.IsControl(row.Lane) {
		b.outbox.TypingAtOnce(in.Chat.ID, in.Topic)
	}
}

func (b *Bot) identity() update.Identity {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.me
}

// Greeted is closed once Telegram has told Run who we are; from then on Username is known.
func (b *Bot) Greeted() <-chan struct{} { return b.greeted }

// Username returns the bot's Telegram name without "@", "" until Run knows it.
func (b *Bot) Username() string { return b.identity().Username }

// Self returns who the bot is on Telegram, for texts that name it; without names until Run knows them.
func (b *Bot) Self() command.Self { return lanes.SelfOf(b.identity()) }

// Standing asks Telegram what a person is in a group. An error means that Telegram did not say.
func (b *Bot) Standing(ctx context.Context, chat int64, person string) (actor.Standing, error) {
	return lanes.StandingOf(ctx, b.client, chat, person)
}

// WebhookHandler answers Telegram's deliveries, whatever their path. While the bot runs,
// Config.Webhook.Door passes them to it.
func (b *Bot) WebhookHandler() http.Handler { return b.intake.Handler() }

// HeardAt returns when the intake last heard from Telegram, for health checks.
func (b *Bot) HeardAt() time.Time { return b.intake.HeardAt() }

// IsRefused reports whether Telegram refused the bot's token the last time it was asked for
// updates.
func (b *Bot) IsRefused() bool { return b.intake.IsRefused() }

// IsTaking reports whether the intake runs: not before Telegram knows us, and not any more
// once Run's context has ended.
func (b *Bot) IsTaking() bool { return b.taking.Load() }
