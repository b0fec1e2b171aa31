package bot

import (
	"context"
	"sync"
	"time"

	"keepsake/bot/markdown"
	"keepsake/delivery"
	"keepsake/people"
)

// How often a growing answer is shown, and the sign that we are at it.
const (
	paintEvery      = 1200 * time.Millisecond
	paintEveryGroup = 3500 * time.Millisecond

	// How long a notice waits for the answer before it, and how often it looks.
	sayWithin = 5 * time.Second
	sayAgain  = 50 * time.Millisecond
)

// live shows the answer of one turn while it is being made (agent.View). Nothing of it
// has to arrive: the outbox paints the final text over it, here or in another process. So
// the view rests before the final text is committed.
type live struct {
	bot   *Bot
	claim delivery.Claim
	paint *painter
	every time.Duration

	cancel context.CancelFunc
	poke   chan struct{}
	done   chan struct{}

	mu   sync.Mutex
	text string // the answer so far, Markdown
	slow bool
}

func (b *Bot) startLive(ctx context.Context, claim delivery.Claim, reply delivery.Outgoing) *live {
	ctx, cancel := context.WithCancel(ctx)
	v := &live{
		bot: b, claim: claim, every: paintEvery, cancel: cancel,
		poke: make(chan struct{}, 1), done: make(chan struct{}),
	}
	if reply.Chat < 0 {
		v.every = paintEveryGroup
	}
	v.paint = &painter{bot: b, out: reply, guard: func(ctx context.Context, fn func(context.Context) error) error {
		return b.inTx(ctx, claim, fn)
	}}
	go v.run(ctx)
	return v
}

// Text takes the answer so far.
func (v *live) Text(whole string) {
	v.mu.Lock()
	v.text, v.slow = whole, false
	v.mu.Unlock()
	v.nudge()
}

// Slow says that the model has not begun to answer.
func (v *live) Slow() {
	v.mu.Lock()
	v.slow = true
	v.mu.Unlock()
	v.nudge()
}

func (v *live) nudge() {
	select {
	case v.poke <- struct{}{}:
	default:
	}
}

func (v *live) whole() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.text
}

// Rest stops showing and waits for a call under way.
func (v *live) Rest() {
	v.cancel()
	<-v.done
}

func (v *live) run(ctx context.Context) {
	defer close(v.done)
	// A fault in showing must not end the process: the final text is the outbox's.
	_, _ = v.bot.guarded(func() (bool, error) { v.loop(ctx); return false, nil })
}

// loop shows the answer as it grows, and that we are at it, until ctx ends.
func (v *live) loop(ctx context.Context) {
	o := v.paint.out
	if len(o.Messages) == 0 {
		v.bot.typing(ctx, o.Chat, o.Topic)
	}
	typing := time.NewTicker(v.bot.cfg.Typing)
	defer typing.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-typing.C:
			v.bot.typing(ctx, o.Chat, o.Topic)
			continue
		case <-v.poke:
		}
		if err := v.show(ctx); err != nil && ctx.Err() == nil {
			v.bot.log.Debug("live answer not shown", "err", err)
		}
		if !pause(ctx, v.every) {
			return
		}
		if v.paint.behind {
			v.nudge()
		}
	}
}

func (v *live) show(ctx context.Context) error {
	if !v.mayPlace(ctx) {
		v.nudge() // again in a moment
		return nil
	}
	v.mu.Lock()
	md, slow := v.text, v.slow
	v.mu.Unlock()
	if slow && md == "" {
		return v.speak(ctx, "reply.slow")
	}
	t := markdown.Preview(md)
	if parts := split(t); !blank(parts) {
		return v.paint.paint(ctx, parts, nil, false)
	}
	return nil
}

// say shows a sentence of the house in the placeholder, once the view rests.
func (v *live) say(ctx context.Context, id string) {
	v.Rest()
	for waited := time.Duration(0); !v.mayPlace(ctx); waited += sayAgain {
		if waited >= sayWithin || !pause(ctx, sayAgain) {
			return // Telegram does not take the answer before this one either
		}
	}
	if err := v.speak(ctx, id); err != nil && ctx.Err() == nil {
		v.bot.log.Warn("notice not shown", "err", err)
	}
}

// mayPlace reports whether the reply may begin to show: a first message placed while the
// outbox still has the answer before this one would stand above it for ever.
func (v *live) mayPlace(ctx context.Context) bool {
	if len(v.paint.out.Messages) > 0 {
		return true
	}
	behind, err := v.bot.cfg.Delivery.Behind(ctx, v.paint.out)
	return err == nil && !behind
}

func (v *live) speak(ctx context.Context, id string) error {
	p, err := v.bot.cfg.People.Get(ctx, v.paint.out.Person)
	if err != nil {
		p = people.Person{}
	}
	return v.paint.paint(ctx, render(v.bot.say(p, id, nil)), nil, true)
}
