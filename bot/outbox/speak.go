package outbox

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"keepsake/bot/panics"
	"keepsake/bot/telegram"
	"keepsake/clock"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/internal/failpoint"
	"keepsake/lease"
	"keepsake/markdown"
	"keepsake/tracing"
)

// voices are the answers that are being spoken, by row. They go beside the messages of their chats: to speak takes seconds, and the
// next answer is not to stand behind it.
type voices struct {
	mu      sync.Mutex
	rows    map[int64]*sending
	running sync.WaitGroup
}

const (
	maxVoices     = 8 // on their way at once
	maxVoiceTries = 3
	voiceLate     = time.Minute      // a voice that is older before anybody speaks it is left out
	voicePatience = 20 * time.Second // how long it waits for the text, and for a place by the limits that nothing written needs
)

// These mean that an answer stays text.
var (
	errVoiceLate = fault.New(fault.Limited, "the voice comes too late")
	errMute      = fault.New(fault.Invalid, "no model speaks")
)

// begin notes that a row is being spoken. ok is false when there are too many.
func (v *voices) begin(row int64, s *sending) (ok bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.rows == nil {
		v.rows = map[int64]*sending{}
	}
	if len(v.rows) >= maxVoices {
		return false
	}
	v.rows[row] = s
	return true
}

func (v *voices) end(row int64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	delete(v.rows, row)
}

// addRows adds the rows that are being spoken.
func (v *voices) addRows(to map[int64]bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for row := range v.rows {
		to[row] = true
	}
}

// join returns what is being sent, with what is being spoken.
func (v *voices) join(busy map[int64]*sending) []*sending {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.AppendSeq(slices.Collect(maps.Values(busy)), maps.Values(v.rows))
}

// speak begins to send a voice that was claimed at asked.
func (b *Outbox) speak(ctx context.Context, asked time.Time, o delivery.Outgoing) {
	ctx, hold := b.hold(ctx, asked)
	if !b.voices.begin(o.ID, &sending{hold: hold}) {
		return // a later claim finds it again
	}
	b.voices.running.Go(func() {
		defer b.voices.end(o.ID)
		b.deliverVoice(ctx, o)
	})
}

// deliverVoice sends one voice, at most once, and ends its row. What cannot be spoken is left out: its text is there.
func (b *Outbox) deliverVoice(ctx context.Context, o delivery.Outgoing) {
	ctx, span := tracing.Start(tracing.Continue(ctx, o.Trace), "send")
	span.Text("message.kind", string(o.Kind)).Count("message.attempt", o.Attempts+1)
	p := &painter{box: b, out: o, guard: func(ctx context.Context, write func(ctx context.Context) error) error {
		return b.guard(ctx, o.ID, write)
	}}
	gone := false
	err := panics.Catch(b.log, func() (err error) {
		if gone, err = b.isUnreachable(ctx, o); gone || err != nil {
			return err
		}
		if err := p.showVoice(ctx); err != nil {
			return err
		}
		failpoint.Hit(failpoint.BeforeMark)
		return b.cfg.Delivery.MarkSent(context.WithoutCancel(ctx), o.ID, b.cfg.Now.UTC())
	})
	span.End(err)
	switch v := telegram.VerdictOf(err); {
	case err == nil, errors.Is(err, delivery.ErrNotFound), errors.Is(err, lease.ErrLost), ctx.Err() != nil: // erased, another's, or for the next start
	case v == telegram.ChatMoved, v == telegram.ChatClosed:
		b.leaveChat(context.WithoutCancel(ctx), o, err)
	default:
		b.log.Warn("answer not spoken", "id", o.ID, "error", err)
		if err := b.cfg.Delivery.MarkFailed(context.WithoutCancel(ctx), o.ID, "not spoken"); err != nil && !errors.Is(err, delivery.ErrNotFound) {
			b.log.Error("outbox not written", "id", o.ID, "error", err)
		}
	}
}

// showVoice speaks the text and sends the recording, unless that was tried before with an unknown outcome. The recording is in memory
// only, so a call that is known to have sent nothing is repeated here.
func (p *painter) showVoice(ctx context.Context) error {
	b := p.box
	if p.out.Tried > 0 {
		return p.store(ctx, 0, 0)
	}
	if b.cfg.Speak == nil || b.client.Lacks(telegram.VoiceMethod) {
		return errMute
	}
	if b.cfg.Now.UTC().Sub(p.out.DueAt) > voiceLate {
		return errVoiceLate
	}
	voice, err := b.cfg.Speak(ctx, p.out)
	if err != nil {
		return err
	}
	for try := 1; ; try++ {
		if err := p.takeSpare(ctx); err != nil {
			return err
		}
		err = p.onceNow(ctx, 0, markdown.Text{}, func(ctx context.Context, t markdown.Text) (int64, error) {
			return b.client.SendVoice(ctx, p.message(0, t, nil), voice)
		})
		if v := telegram.VerdictOf(err); v != telegram.Flooded && v != telegram.Unsent || try == maxVoiceTries {
			return err
		}
		if !clock.Wait(ctx, max(telegram.RetryAfter(err), backoff(try))) {
			return context.Cause(ctx)
		}
	}
}

// takeSpare takes a place by the limits, once the answer is shown whole and there are more places than what is written may need.
func (p *painter) takeSpare(ctx context.Context) error {
	for began := time.Now(); time.Since(began) < voicePatience; {
		isEarly, err := p.box.cfg.Delivery.HasEarlierReply(ctx, p.out)
		if err != nil || !isEarly && p.box.client.TryTake(ctx, p.out.Chat, keptPlaces) {
			return err
		}
		if !clock.Wait(ctx, 100*time.Millisecond) {
			return context.Cause(ctx)
		}
	}
	return errVoiceLate
}
