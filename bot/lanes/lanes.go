package lanes

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"keepsake/agent"
	"keepsake/bot/attach"
	"keepsake/bot/outbox"
	"keepsake/bot/telegram"
	"keepsake/bot/update"
	"keepsake/clock"
	"keepsake/command"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/session"
	"keepsake/tx"
	"keepsake/usage"
)

// Config is what lanes are made of.
type Config struct {
	Bot         string // the bot's name in the database
	Owner       string // names this process in leases
	Agent       *agent.Agent
	Commands    *command.Service
	Client      *telegram.Client
	Outbox      *outbox.Outbox
	Attachments *attach.Reader
	Taps        *TapDeadlines
	Sessions    *session.Service
	People      *people.Service
	Delivery    *delivery.Service
	Usage       *usage.Service // nil = nothing is counted, nothing limited
	Tx          tx.Runner
	Now         clock.Now
	Log         *slog.Logger

	// Identity returns who Telegram says the bot is.
	Identity func() update.Identity
	// FindQuestion returns the question of the bot that a message answers.
	FindQuestion func(ctx context.Context, in *update.Incoming) (asked delivery.Outgoing, ok bool, err error)
	// MenuChanged is called when the menu of a private chat is to change, with its language ("" = that of the person's
	// app) and whether the person owns the bot.
	MenuChanged func(ctx context.Context, chat int64, language string, owner bool)

	Quiet       time.Duration // pause that ends a burst of messages; negative = none
	Rejoin      time.Duration // see follow.go; 0 = never
	MaxBurst    time.Duration // a burst is answered after this even without a pause
	Lease       time.Duration // of a lane
	GiveUpAfter time.Duration // how long a turn waits for a model that is away
	Attempts    int           // after which a failing update is a dead letter
	Parallel    int           // turns at once in this process
}

// Lanes works the lanes of one bot. Make them with New.
type Lanes struct {
	Config
	room    chan struct{} // one element for each lane of talk being worked
	freed   chan struct{} // signalled when one of them has ended
	running runningWork
	waits   waits
}

// New returns the lanes of a bot; Run works them.
func New(cfg Config) *Lanes {
	return &Lanes{Config: cfg, room: make(chan struct{}, cfg.Parallel), freed: make(chan struct{}, 1)}
}

// ErrDrained cancels work that had to be cut off; it is resumed at the next start.
var ErrDrained = errors.New("lanes: stopping")

// Run claims lanes that have something due and works each in its own goroutine, until ctx
// ends; then it waits for the lanes being worked. The work itself lives on life.
//
// Lanes of talk are bounded (Config.Parallel): what there is no room for is left to other
// processes, and costs no memory. Control lanes are not.
func (l *Lanes) Run(ctx, life context.Context) error {
	var lanes sync.WaitGroup
	defer lanes.Wait()
	for ctx.Err() == nil {
		asked := time.Now()
		if wait := l.untilDue(ctx); wait > 0 {
			l.awaitWork(ctx, wait)
			continue
		}
		claim, hasRoom, err := l.claim(ctx)
		if claim.Lane != "" {
			lanes.Go(func() {
				defer func() {
					if hasRoom {
						l.freeRoom()
					}
				}()
				l.workLane(ctx, life, claim, asked)
			})
			continue
		}
		wait := lookAgain // another process was faster, or it is all talk that there is no room for
		if err != nil && ctx.Err() == nil {
			l.Log.Error("lane not claimed", "error", err)
			wait = time.Second
		}
		if hasRoom {
			<-l.room
		}
		l.awaitWork(ctx, wait)
	}
	return nil
}

// claim takes the next lane, none ("") when nothing is due. hasRoom says that there was room
// for talk, and that it is taken; without, only control lanes are looked at.
func (l *Lanes) claim(ctx context.Context) (claim delivery.Claim, hasRoom bool, err error) {
	take := l.Delivery.ClaimControl
	select {
	case l.room <- struct{}{}:
		take, hasRoom = l.Delivery.ClaimLane, true
	default:
	}
	claim, _, err = take(ctx, l.Bot, l.Owner, l.Now.UTC(), l.Lease)
	if hasRoom && delivery.IsControl(claim.Lane) {
		<-l.room
		hasRoom = false
	}
	return claim, hasRoom, err
}

// freeRoom makes room for another lane of talk, and says so when there was none.
func (l *Lanes) freeRoom() {
	wasFull := len(l.room) == cap(l.room)
	<-l.room
	if !wasFull {
		return
	}
	select {
	case l.freed <- struct{}{}:
	default:
	}
}

// lookAgain is how soon the lanes look again after something was due and not to be had.
const lookAgain = 250 * time.Millisecond

// untilDue returns how long there is surely nothing to do, unless a signal says otherwise:
// until the next row is due, and not much longer than a lease of somebody who died. 0 =
// something is due now, or perhaps.
func (l *Lanes) untilDue(ctx context.Context) time.Duration {
	wait := min(5*time.Second, l.Lease/2)
	due, ok, err := l.Delivery.NextDue(ctx, l.Bot)
	if err != nil {
		return 0 // claiming says why
	}
	if ok {
		wait = min(wait, due.Sub(l.Now.UTC()))
	}
	return max(wait, 0)
}

// awaitWork returns after a signal, a time, or the end of ctx.
func (l *Lanes) awaitWork(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-l.Delivery.InboxSignal(l.Bot):
	case <-l.freed:
	case <-t.C:
	}
}
