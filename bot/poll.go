package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"
)

// batch is how many updates one getUpdates may bring.
const batch = 100

// wanted are the kinds of updates we handle; Telegram sends no others.
var wanted = []string{"message", "edited_message", "callback_query", "my_chat_member"}

// poll takes updates into the inbox until ctx ends. The offset lives in memory only: it
// moves once the batch is committed, and asking for the next batch is what confirms it.
// A batch that was committed but not confirmed comes again and is known by its ids.
func (b *Bot) poll(ctx context.Context) error {
	defer b.dropPollLease(ctx)
	var offset int64
	quick := 0 // empty answers in a row that came much sooner than asked
	for wait := time.Duration(0); ; {
		if !pause(ctx, wait) {
			b.confirm(ctx, offset)
			return nil
		}
		asked := time.Now()
		next, err := b.pollOnce(ctx, offset)
		if err == nil || errors.Is(err, errNotPoller) {
			b.heard.Store(time.Now().UnixNano())
		}
		if err == nil {
			if next != offset || time.Since(asked) >= b.cfg.PollTimeout/4 {
				quick = 0
			} else {
				quick++
			}
			offset, wait = next, unhurried(quick)
			continue
		}
		if ctx.Err() == nil {
			b.log.Warn("updates not taken", "err", err)
		}
		wait = min(max(2*wait, 200*time.Millisecond), 5*time.Second)
		var e *apiError
		if errors.As(err, &e) {
			wait = max(wait, e.retryAfter)
		}
		if verdictOf(err) == rivalPolls { // if it is a webhook, nobody but us takes it away
			b.dropWebhook(ctx)
		}
		if errors.Is(err, errNotPoller) {
			wait = b.cfg.Lease / 6 // so that a dead poller is replaced within 7/6 of its lease
		}
	}
}

// unhurried is the pause after empty answers of a server that does not hold them back
// until there is something to tell: after a few, it is asked less and less often.
func unhurried(quick int) time.Duration {
	return min(max(0, time.Duration(quick-3))*200*time.Millisecond, time.Second)
}

// errNotPoller says that another process polls for this bot.
var errNotPoller = errors.New("another process polls for this bot")

// errNoIDs says that a batch could not be confirmed: asking again at full speed helps
// nobody.
var errNoIDs = errors.New("updates without a readable id")

// pollOnce asks for one batch, commits it and returns the next offset.
func (b *Bot) pollOnce(ctx context.Context, offset int64) (int64, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if err := b.holdPollLease(ctx, cancel); err != nil {
		return offset, err
	}
	raws, err := b.getUpdates(ctx, offset, int(b.cfg.PollTimeout/time.Second), batch)
	if err != nil {
		if errors.Is(context.Cause(ctx), errNotPoller) {
			return offset, errNotPoller
		}
		return offset, err
	}
	next := offset
	var ins []arrival
	for _, raw := range raws {
		in, ok, err := b.read(ctx, raw)
		if err != nil {
			return offset, err
		}
		if in.id == 0 {
			b.log.Error("update without a readable id")
			continue
		}
		next = max(next, in.id+1)
		if ok {
			ins = append(ins, in)
		}
	}
	// What Telegram has handed over is stored even if we are asked to stop meanwhile.
	if err := b.take(context.WithoutCancel(ctx), ins); err != nil {
		return offset, err
	}
	if len(raws) > 0 && next == offset {
		return offset, errNoIDs
	}
	return next, nil
}

// confirm tells Telegram about the last batch when we stop. Failing costs nothing.
func (b *Bot) confirm(ctx context.Context, offset int64) {
	if offset == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 3*time.Second)
	defer cancel()
	if _, err := b.getUpdates(ctx, offset, 0, 1); err != nil {
		b.log.Debug("last updates not confirmed", "err", err)
	}
}

func (b *Bot) pollLease() string { return "poll:" + b.cfg.Name }

// holdPollLease takes the poller's lease and keeps it while ctx lives; it cancels ctx
// when another process got it.
func (b *Bot) holdPollLease(ctx context.Context, lost context.CancelCauseFunc) error {
	take := func() error {
		now := b.now()
		ok, err := b.cfg.Delivery.TakeLease(ctx, b.pollLease(), b.cfg.Owner, now, now.Add(b.cfg.Lease))
		if err == nil && !ok {
			return errNotPoller
		}
		return err
	}
	if err := take(); err != nil {
		return err
	}
	go func() {
		for pause(ctx, b.cfg.Lease/3) {
			if err := take(); errors.Is(err, errNotPoller) {
				lost(errNotPoller)
				return
			}
		}
	}()
	return nil
}

func (b *Bot) dropPollLease(ctx context.Context) {
	now := b.now()
	_, _ = b.cfg.Delivery.TakeLease(context.WithoutCancel(ctx), b.pollLease(), b.cfg.Owner, now, now)
}

// getUpdates is the raw call: the library confirms updates before they are handled.
func (b *Bot) getUpdates(ctx context.Context, offset int64, timeout, limit int) ([]json.RawMessage, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(timeout)*time.Second+20*time.Second)
	defer cancel()
	body, err := json.Marshal(map[string]any{
		"offset": offset, "limit": limit, "timeout": timeout, "allowed_updates": wanted,
	})
	if err != nil {
		return nil, err
	}
	fail := func(v verdict, after int) error {
		if ctx.Err() != nil && context.Cause(ctx) != context.DeadlineExceeded {
			return context.Cause(ctx)
		}
		return &apiError{method: "getUpdates", verdict: v, retryAfter: time.Duration(after) * time.Second}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.cfg.APIURL+"/bot"+b.cfg.Token+"/getUpdates", bytes.NewReader(body))
	if err != nil {
		return nil, fail(away, 0)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := b.cfg.HTTP.Do(req)
	if err != nil {
		return nil, fail(away, 0)
	}
	defer func() { _ = resp.Body.Close() }()
	var reply apiReply
	if err := json.NewDecoder(io.LimitReader(resp.Body, 64<<20)).Decode(&reply); err != nil {
		return nil, fail(away, 0)
	}
	if !reply.OK {
		v := map[int]verdict{401: tokenBad, 404: tokenBad, 409: rivalPolls, 429: flooded}[reply.ErrorCode]
		if v == "" {
			v = away
		}
		return nil, fail(v, reply.Parameters.RetryAfter)
	}
	return reply.Result, nil
}
