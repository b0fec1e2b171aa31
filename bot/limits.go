package bot

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits are how fast the bot may speak, in calls per second (edits count). Zero fields
// mean what Telegram tolerates; rate.Inf switches a limit off.
type Limits struct {
	Overall rate.Limit // 28
	Chat    rate.Limit // 1, in a private chat
	Group   rate.Limit // 1/3, in a group (20 a minute)
	Burst   int        // calls at once per chat; 3
}

func (l Limits) withDefaults() Limits {
	def := func(v *rate.Limit, d rate.Limit) {
		if *v == 0 {
			*v = d
		}
	}
	def(&l.Overall, 28)
	def(&l.Chat, 1)
	def(&l.Group, 1.0/3)
	if l.Burst <= 0 {
		l.Burst = 3
	}
	return l
}

// limits holds back calls: per chat, then for the whole bot. A 429 pauses its chat for
// exactly the time Telegram named.
type limits struct {
	cfg Limits
	all *rate.Limiter

	mu    sync.Mutex
	chats map[int64]*chatLimit
}

type chatLimit struct {
	rate   *rate.Limiter
	closed time.Time // no call before; from a 429
	used   time.Time
}

func newLimits(cfg Limits) *limits {
	cfg = cfg.withDefaults()
	return &limits{cfg: cfg, all: rate.NewLimiter(cfg.Overall, max(1, int(min(cfg.Overall, 1000)))), chats: map[int64]*chatLimit{}}
}

// wait returns when a call to the chat may be made.
func (l *limits) wait(ctx context.Context, chat int64) error {
	for {
		closed := l.closedUntil(chat)
		if d := time.Until(closed); d > 0 {
			if !pause(ctx, d) {
				return context.Cause(ctx)
			}
			continue
		}
		if err := l.chat(chat).rate.Wait(ctx); err != nil {
			return err
		}
		return l.all.Wait(ctx)
	}
}

// allow reports whether a call that may as well be left out (a live edit) can be made
// now, leaving the chat at least one call for what must be said.
func (l *limits) allow(chat int64) bool {
	c := l.chat(chat)
	if time.Now().Before(l.closedUntil(chat)) || c.rate.Tokens() < 1 {
		return false
	}
	return l.all.Allow() && c.rate.Allow()
}

// close forbids calls to the chat for a while.
func (l *limits) close(chat int64, d time.Duration) {
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
		limit := l.cfg.Chat
		if id < 0 {
			limit = l.cfg.Group
		}
		c = &chatLimit{rate: rate.NewLimiter(limit, l.cfg.Burst)}
		l.chats[id] = c
	}
	c.used = now
	return c
}
