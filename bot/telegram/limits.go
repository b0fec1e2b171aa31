package telegram

import (
	"context"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"keepsake/clock"
	"keepsake/delivery"
)

// Limits are how fast the bot may speak, in calls per second (edits count). Zero fields
// mean what Telegram tolerates; rate.Inf switches a limit off.
type Limits struct {
	Overall rate.Limit // 28
	Chat    rate.Limit // 1, in a private chat
	Group   rate.Limit // 1/3, in a group (20 a minute)
	Burst   int        // calls at once per private chat; 6, so that an answer right after another need not wait (U17)
	// GroupBurst is the same per group; 3.
	GroupBurst int
}

func (l Limits) withDefaults() Limits {
	setDefault := func(v *rate.Limit, d rate.Limit) {
		if *v == 0 {
			*v = d
		}
	}
	setDefault(&l.Overall, 28)
	setDefault(&l.Chat, 1)
	setDefault(&l.Group, 1.0/3)
	if l.Burst <= 0 {
		l.Burst = 6
	}
	if l.GroupBurst <= 0 {
		l.GroupBurst = 3
	}
	return l
}

// Wait returns when a call to the chat may be made, having taken its place.
func (c *Client) Wait(ctx context.Context, chat int64) error { return c.limits.wait(ctx, chat, 1) }

// WaitForTwo is Wait for two calls of which the second follows at once: a placeholder and what is edited into it. both is false
// where a chat may have only one call at a time, so that the second needs a Wait of its own.
func (c *Client) WaitForTwo(ctx context.Context, chat int64) (both bool, err error) {
	places := min(2, c.limits.burst(chat))
	return places == 2, c.limits.wait(ctx, chat, places)
}

// TryTake takes the place of a call that may as well be left out (a live edit) if there is
// one now, and kept further places stay free for what has to be said. Of those that the chat
// has at most, one may always be taken.
func (c *Client) TryTake(ctx context.Context, chat int64, kept int) bool {
	return c.limits.tryTake(ctx, chat, kept)
}

// TrySpare takes the place of a call that shows nothing that stays (typing): it counts
// for the bot as a whole only, and steps back behind everything that waits to be said.
func (c *Client) TrySpare(ctx context.Context, chat int64) bool { return c.limits.trySpare(ctx, chat) }

// limits holds back calls: per chat, then for the whole bot. A 429 pauses its chat for
// exactly the time Telegram named. Where several processes speak for one bot they share
// both in the database; each keeps its own besides, so that it seldom asks there in vain.
type limits struct {
	cfg    Limits
	all    *rate.Limiter
	shared sharedPaces

	mu    sync.Mutex
	chats map[int64]*chatLimit
}

type chatLimit struct {
	rate   *rate.Limiter
	closed time.Time // no call before; from a 429
	used   time.Time
}

func newLimits(cfg Limits, shared sharedPaces) *limits {
	cfg = cfg.withDefaults()
	return &limits{cfg: cfg, shared: shared, all: rate.NewLimiter(cfg.Overall, max(1, int(min(cfg.Overall, 1000)))), chats: map[int64]*chatLimit{}}
}

// wait takes a number of places, at most as many as the chat has at once.
func (l *limits) wait(ctx context.Context, chat int64, places int) error {
	for {
		closed := l.closedUntil(chat)
		if d := time.Until(closed); d > 0 {
			if !clock.Wait(ctx, d) {
				return context.Cause(ctx)
			}
			continue
		}
		if err := l.chat(chat).rate.WaitN(ctx, places); err != nil {
			return err
		}
		for range places {
			if err := l.shared.wait(ctx, l.chatPace(chat)); err != nil {
				return err
			}
			if err := l.all.Wait(ctx); err != nil {
				return err
			}
			if err := l.shared.wait(ctx, l.allPace()); err != nil {
				return err
			}
		}
		return nil
	}
}

func (l *limits) tryTake(ctx context.Context, chat int64, kept int) bool {
	c := l.chat(chat)
	kept = min(kept, l.burst(chat)-1)
	if time.Now().Before(l.closedUntil(chat)) || c.rate.Tokens() < float64(1+kept) {
		return false
	}
	pace := l.chatPace(chat)
	pace.Burst -= kept
	return l.all.Allow() && c.rate.Allow() && l.shared.tryTake(ctx, l.allPace()) && l.shared.tryTake(ctx, pace)
}

func (l *limits) trySpare(ctx context.Context, chat int64) bool {
	return !time.Now().Before(l.closedUntil(chat)) && l.all.Allow() && l.shared.tryTake(ctx, l.allPace())
}

// close forbids calls to the chat for a while.
func (l *limits) close(ctx context.Context, chat int64, d time.Duration) {
	l.shared.close(ctx, l.chatPace(chat).Name, d)
	c := l.chat(chat)
	l.mu.Lock()
	defer l.mu.Unlock()
	if until := time.Now().Add(d); until.After(c.closed) {
		c.closed = until
	}
}

func (l *limits) closedUntil(chat int64) time.Time {
	c := l.chat(chat)
	l.mu.Lock()
	defer l.mu.Unlock()
	return c.closed
}

func (l *limits) chat(id int64) *chatLimit {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if len(l.chats) > 10_000 {
		for k, c := range l.chats {
			if now.Sub(c.used) > time.Minute && now.After(c.closed) {
				delete(l.chats, k)
			}
		}
	}
	c := l.chats[id]
	if c == nil {
		c = &chatLimit{rate: rate.NewLimiter(l.chatRate(id), l.burst(id))}
		l.chats[id] = c
	}
	c.used = now
	return c
}

func (l *limits) chatRate(chat int64) rate.Limit {
	if chat < 0 {
		return l.cfg.Group
	}
	return l.cfg.Chat
}

// burst returns how many calls a chat may have at once after a pause.
func (l *limits) burst(chat int64) int {
	if chat < 0 {
		return l.cfg.GroupBurst
	}
	return l.cfg.Burst
}

func (l *limits) chatPace(chat int64) delivery.Pace {
	return delivery.Pace{Name: "chat:" + strconv.FormatInt(chat, 10), Every: interval(l.chatRate(chat)), Burst: l.burst(chat)}
}

func (l *limits) allPace() delivery.Pace {
	return delivery.Pace{Name: "all", Every: interval(l.cfg.Overall), Burst: max(1, int(min(l.cfg.Overall, 1000)))}
}

// interval returns the time between two calls at a rate, 0 when there is no limit.
func interval(limit rate.Limit) time.Duration {
	if limit <= 0 || limit == rate.Inf {
		return 0
	}
	return time.Duration(float64(time.Second) / float64(limit))
}
