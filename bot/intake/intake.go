package intake

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"keepsake/bot/telegram"
	"keepsake/bot/update"
	"keepsake/clock"
	"keepsake/command"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/session"
)

// Config is what an intake is made of.
type Config struct {
	Bot      string // the bot's name in the database
	Owner    string // names this process in leases
	Client   *telegram.Client
	Commands *command.Service
	Delivery *delivery.Service
	People   *people.Service
	Sessions *session.Service
	// Identity returns who Telegram says the bot is. It is asked only after Run has begun.
	Identity func() update.Identity
	// Tapped, when set, is called for every tap before it is stored, because a person waits for its note. It also
	// answers taps that name no chat; those are not stored.
	Tapped func(ctx context.Context, in *update.Incoming)
	// Arrived, when set, is called with each update and its row after the commit.
	Arrived func(in *update.Incoming, row delivery.Update)
	Now     clock.Now
	Log     *slog.Logger

	Webhook     Webhook       // how updates arrive; zero = the intake asks for them
	Quiet       time.Duration // pause that ends a burst of messages; 0 or less = none
	Lease       time.Duration // of the poller
	PollTimeout time.Duration // how long Telegram may hold one getUpdates, whole seconds
}

// Intake receives updates and stores them. Make one with New.
type Intake struct {
	Config
	heard   atomic.Int64 // see HeardAt
	refused atomic.Bool  // see IsRefused
	stopped chan struct{}
	wrong   slowdown
}

// New returns an intake; it talks to nobody.
func New(cfg Config) *Intake {
	if cfg.Webhook.Check == 0 {
		cfg.Webhook.Check = time.Minute
	}
	i := &Intake{Config: cfg, stopped: make(chan struct{})}
	i.noteHeard()
	return i
}

// Prepare tells Telegram how updates reach the bot: it registers the webhook, or removes one
// that would take them from the poller. It waits as long as Telegram is away. Errors: the
// cause of ctx's end, telegram.ErrToken, ErrWebhook, ErrNoWebhooks.
func (i *Intake) Prepare(ctx context.Context) error {
	if i.Webhook.URL == "" {
		i.dropWebhook(ctx)
		return nil
	}
	return i.register(ctx)
}

// Run takes updates in until ctx ends. It may be called once, after Prepare.
func (i *Intake) Run(ctx context.Context) error {
	if i.Webhook.URL == "" {
		return i.poll(ctx)
	}
	leave := i.Webhook.Door.join(i.Bot, i.Handler())
	i.Log.Info("webhook is open")
	i.watchWebhook(ctx)
	close(i.stopped) // nothing under way waits any longer
	leave()
	return nil
}

// HeardAt returns when the intake last heard from Telegram: an answer to the poller (or it
// left polling to another process), a delivery, or the word that deliveries still come to
// us; before the first, when the intake was made. It is for health checks, by the machine's
// clock.
func (i *Intake) HeardAt() time.Time { return time.Unix(0, i.heard.Load()) }

// IsRefused reports whether Telegram refused the bot's token the last time the poller asked.
func (i *Intake) IsRefused() bool { return i.refused.Load() }

func (i *Intake) noteHeard() { i.heard.Store(time.Now().UnixNano()) }

// FindQuestion returns the question of ours (asked with ForceReply) that a message answers;
// in a group only who was asked can answer it, and nowhere what an inline bot wrote.
func (i *Intake) FindQuestion(ctx context.Context, in *update.Incoming) (asked delivery.Outgoing, ok bool, err error) {
	if !in.IsAnswer() {
		return delivery.Outgoing{}, false, nil
	}
	place := in.Place(i.Bot)
	asked, ok, err = i.Commands.Question(ctx, place, in.Reply.ID, in.Sender.ID)
	// A quick answer may overtake the storing of the question's id.
	for until := in.Reply.SentAt.Add(3 * time.Second); errors.Is(err, delivery.ErrNotFound) && i.Now.UTC().Before(until); {
		if !clock.Wait(ctx, 20*time.Millisecond) {
			break
		}
		asked, ok, err = i.Commands.Question(ctx, place, in.Reply.ID, in.Sender.ID)
	}
	if errors.Is(err, delivery.ErrNotFound) {
		return delivery.Outgoing{}, false, nil
	}
	return asked, ok, err
}
