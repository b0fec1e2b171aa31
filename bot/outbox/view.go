package outbox

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"keepsake/bot/panics"
	"keepsake/bot/telegram"
	"keepsake/clock"
	"keepsake/delivery"
	"keepsake/lease"
	"keepsake/markdown"
)

// How often a growing answer is shown, and the sign that we are at it.
const (
	paintEvery      = 1200 * time.Millisecond
	paintEveryGroup = 3500 * time.Millisecond

	// Messages of an answer that are shown while it grows. A longer one becomes a file.
	maxLiveParts = 4

	// How long a notice waits for the answer before it, and how often it looks.
	sayWithin = 5 * time.Second
	sayAgain  = 50 * time.Millisecond

	// How long Rest waits for a call under way. The answer is not to wait for long.
	restWithin = 1500 * time.Millisecond
)

// View shows the answer of one turn while it is being made (agent.View). Nothing of it
// has to arrive: the outbox paints the final text over it, here or in another process. So
// the view rests before the final text is committed.
type View struct {
	box   *Outbox
	paint *painter
	every time.Duration
	guard func(ctx context.Context, write func(ctx context.Context) error) error // by the lane's lease

	cancel context.CancelFunc
	// life is what the view's calls live on: they outlast its rest, not the outbox. A call that
	// is cut off might be carried out all the same, after what follows it.
	life context.Context
	kill context.CancelFunc
	poke chan struct{}
	done chan struct{}

	isPlacing  atomic.Bool // a placeholder is being sent, its id not stored
	isDetached atomic.Bool // it rests, but a call goes on
	isLost     bool        // it rests, and another owner has the lane; of Rest's caller only
	endOnce    sync.Once

	mu       sync.Mutex
	text     string // the answer so far, Markdown
	isSlow   bool
	isUnsure bool // an edit ended without an answer
}

// Live begins to show a turn's reply under the claim of its lane; the view ends with Rest.
// isNew says that the reply was put just now: of an older one that this process does not
// know, calls may still be carried out that a process made which has died since.
func (b *Outbox) Live(ctx context.Context, claim delivery.Claim, reply delivery.Outgoing, isNew bool) *View {
	life, kill := context.WithCancel(context.WithoutCancel(ctx))
	ctx, cancel := context.WithCancel(ctx)
	v := &View{
		box: b, every: paintEvery, cancel: cancel, life: life, kill: kill,
		poke: make(chan struct{}, 1), done: make(chan struct{}),
	}
	if reply.Chat < 0 {
		v.every = paintEveryGroup
	}
	v.guard = func(ctx context.Context, write func(context.Context) error) error {
		return b.cfg.Tx.InTx(ctx, func(ctx context.Context) error {
			if err := b.cfg.Delivery.Guard(ctx, claim); err != nil {
				return err
			}
			return write(ctx)
		})
	}
	v.paint = &painter{box: b, out: reply, view: v, guard: func(ctx context.Context, write func(context.Context) error) error {
		if v.isDetached.Load() { // the lane may be another turn's
			return b.guard(ctx, reply.ID, write)
		}
		return v.guard(ctx, write)
	}}
	if wasKnown := b.replies.begin(reply.ID, claim.Fence, v); !wasKnown && !isNew {
		v.noteFormer(ctx)
	}
	b.views.Go(func() { v.run(ctx) })
	return v
}

// noteFormer notes what a process may have left that showed this reply before. The first
// placeholder is noted at once, because the outbox of another process may send the next;
// that of a later part is noted before the part is placed again.
func (v *View) noteFormer(ctx context.Context) {
	note := delivery.AttemptNote{Strays: 1}
	if v.paint.hasFormer = len(v.paint.out.Messages) > 0; v.paint.hasFormer {
		note = delivery.AttemptNote{SettleUntil: v.box.cfg.Now.UTC().Add(settleFor), Repaint: true}
	}
	if err := v.note(ctx, note); err != nil {
		v.paint.hasFormer = true
		if ctx.Err() == nil {
			v.box.log.Warn("attempt not noted", "id", v.paint.out.ID, "error", err)
		}
		return
	}
	v.paint.out.Strays += note.Strays
}

// note writes to the reply's row under the lane's lease.
func (v *View) note(ctx context.Context, n delivery.AttemptNote) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return v.guard(ctx, func(ctx context.Context) error {
		return v.box.cfg.Delivery.NoteAttempt(ctx, v.paint.out.ID, n)
	})
}

// Text takes the answer so far.
func (v *View) Text(whole string) {
	v.mu.Lock()
	v.text, v.isSlow = whole, false
	v.mu.Unlock()
	v.nudge()
}

// Slow says that the model has not begun to answer.
func (v *View) Slow() {
	v.mu.Lock()
	v.isSlow = true
	v.mu.Unlock()
	v.nudge()
}

func (v *View) nudge() {
	select {
	case v.poke <- struct{}{}:
	default:
	}
}

// Whole returns the answer so far, Markdown.
func (v *View) Whole() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.text
}

// Rest stops showing and waits a moment for a call under way. One that takes longer goes
// on: the row says so, and the final text is painted again when it has ended.
func (v *View) Rest() {
	v.cancel()
	if v.isDetached.Load() || v.isLost {
		return
	}
	patience := time.NewTimer(restWithin)
	defer patience.Stop()
	select {
	case <-v.done:
		v.noteUnsure()
		return
	case <-patience.C:
	}
	now := v.box.cfg.Now.UTC()
	err := v.note(context.Background(), delivery.AttemptNote{
		SettleUntil: now.Add(settleFor), Repaint: true,
		Owner: v.box.cfg.Owner, HeldUntil: now.Add(v.box.cfg.Lease),
	})
	switch {
	case errors.Is(err, lease.ErrLost), errors.Is(err, delivery.ErrNotFound):
		v.isLost = true // whoever goes on expects such calls
		return
	case err != nil:
		<-v.done // nobody would know of the call
		return
	}
	v.isDetached.Store(true)
	select {
	case <-v.done: // it ended before it could see that nobody waits
		v.endOnce.Do(v.ended)
	default:
	}
}

// noteUnsure notes calls that ended without an answer.
func (v *View) noteUnsure() {
	v.mu.Lock()
	isUnsure := v.isUnsure
	v.isUnsure = false
	v.mu.Unlock()
	note := delivery.AttemptNote{Strays: v.paint.unsaved}
	if isUnsure {
		note.SettleUntil, note.Repaint = v.box.cfg.Now.UTC().Add(settleFor), true
	}
	if note == (delivery.AttemptNote{}) {
		return
	}
	if err := v.note(context.Background(), note); err != nil {
		v.box.log.Warn("attempt not noted", "id", v.paint.out.ID, "error", err)
		return
	}
	v.paint.unsaved = 0
}

func (v *View) run(ctx context.Context) {
	// A fault in showing must not end the process: the final text is the outbox's.
	_ = panics.Catch(v.box.log, func() error { v.loop(ctx); return nil })
	v.box.replies.end(v.paint.out.ID, v)
	if v.life.Err() != nil { // the outbox ends: the next start looks after the row
		v.endOnce.Do(func() {})
	}
	close(v.done)
	if v.isDetached.Load() {
		v.endOnce.Do(v.ended)
	}
}

// ended has the final text painted again, once, where a call of a view that rests has ended
// with an answer; for a while, where it has not.
func (v *View) ended() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	now, o := v.box.cfg.Now.UTC(), v.paint.out
	v.mu.Lock()
	isUnsure := v.isUnsure
	v.mu.Unlock()
	note := delivery.AttemptNote{SettleUntil: now, Strays: v.paint.unsaved}
	if isUnsure {
		note.SettleUntil = now.Add(settleFor)
	}
	err := v.box.cfg.Delivery.NoteAttempt(ctx, o.ID, note)
	if err == nil {
		o, err = v.box.cfg.Delivery.Out(ctx, o.ID)
	}
	if err == nil {
		err = v.box.cfg.Delivery.Resettle(ctx, o.ID, now, o.Strays)
	}
	if err != nil && !errors.Is(err, delivery.ErrNotFound) {
		v.box.log.Warn("late call not noted", "id", o.ID, "error", err)
	}
}

// loop shows the answer as it grows, and that we are at it, until ctx ends.
func (v *View) loop(ctx context.Context) {
	o := v.paint.out
	if len(o.Messages) == 0 {
		v.box.Typing(o.Chat, o.Topic)
	}
	typing := time.NewTicker(v.box.cfg.Typing)
	defer typing.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-typing.C:
			v.box.Typing(o.Chat, o.Topic)
			continue
		case <-v.poke:
		}
		err := v.show(ctx)
		if telegram.IsEdit(err) && telegram.VerdictOf(err) == telegram.Unknown {
			v.mu.Lock()
			v.isUnsure = true
			v.mu.Unlock()
		}
		if err != nil && ctx.Err() == nil {
			v.box.log.Debug("live answer not shown", "error", err)
		}
		if !clock.Wait(ctx, v.every) {
			return
		}
		if v.paint.isBehind {
			v.nudge()
		}
	}
}

func (v *View) show(ctx context.Context) error {
	if !v.canPlace(ctx) {
		v.nudge() // again in a moment
		return nil
	}
	v.mu.Lock()
	md, isSlow := v.text, v.isSlow
	v.mu.Unlock()
	if isSlow && md == "" {
		return v.speak(ctx, "reply.slow")
	}
	t := markdown.Preview(md)
	parts := split(t)
	if parts = parts[:min(len(parts), maxLiveParts)]; !isBlank(parts) {
		return v.paint.paint(ctx, parts, nil, true)
	}
	return nil
}

// Say shows a sentence of the house in the placeholder, once the view rests.
func (v *View) Say(ctx context.Context, id string) {
	v.Rest()
	if v.isDetached.Load() || v.isLost {
		return // Telegram does not take the call before it
	}
	for waited := time.Duration(0); !v.canPlace(ctx); waited += sayAgain {
		if waited >= sayWithin || !clock.Wait(ctx, sayAgain) {
			return // nor the answer before this one
		}
	}
	if err := v.speak(ctx, id); err != nil && ctx.Err() == nil {
		v.box.log.Warn("notice not shown", "error", err)
	}
	v.noteUnsure()
}

// canPlace reports whether the reply may begin to show: a first message placed while the
// outbox still has the answer before this one would stand above it for ever.
func (v *View) canPlace(ctx context.Context) bool {
	if len(v.paint.out.Messages) > 0 {
		return true
	}
	behind, err := v.box.cfg.Delivery.HasEarlierReply(ctx, v.paint.out)
	return err == nil && !behind
}

func (v *View) speak(ctx context.Context, id string) error {
	p := v.box.person(ctx, v.paint.out.Person)
	return v.paint.paint(ctx, render(v.box.say(p, id, nil)), nil, false)
}
