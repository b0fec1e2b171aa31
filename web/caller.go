package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"golang.org/x/time/rate"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/fault"
	"keepsake/people"
	"keepsake/scope"
)

// caller is who makes a request: the holder of a key.
type caller struct {
	key   apikey.Key
	actor actor.Actor
	agent Agent
}

func (c caller) scopes() []scope.Scope { return scopesOf(c.key) }

type callerKey struct{}

// callerOf returns who makes the request of a context. Every operation has one: identify sees to it.
func callerOf(ctx context.Context) caller {
	c, _ := ctx.Value(callerKey{}).(caller)
	return c
}

// security names the way to show a key in the description.
const security = "key"

// writes marks an operation that needs a key with the right to write.
const writes = "writes"

// identify lets a request pass whose key is known, may do what the operation does, and has not asked for too much.
func (r *Room) identify(ctx huma.Context, next func(huma.Context)) {
	c, problem := r.callerOf(ctx)
	if problem == nil {
		next(huma.WithValue(ctx, callerKey{}, c))
		return
	}
	for name, values := range problem.GetHeaders() {
		for _, v := range values {
			ctx.SetHeader(name, v)
		}
	}
	ctx.SetHeader("Content-Type", problem.ContentType(""))
	ctx.SetStatus(problem.Status)
	_ = huma.DefaultJSONFormat.Marshal(ctx.BodyWriter(), problem)
}

func (r *Room) callerOf(ctx huma.Context) (caller, *Problem) {
	scheme, token, _ := strings.Cut(ctx.Header("Authorization"), " ")
	token = strings.TrimSpace(token)
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return caller{}, newProblem(http.StatusUnauthorized, "unauthorized", "Show a key: Authorization: Bearer ks_…")
	}
	key, err := r.cfg.Keys.Authenticate(ctx.Context(), token)
	switch {
	case errors.Is(err, apikey.ErrUnknown):
		return caller{}, newProblem(http.StatusUnauthorized, "unauthorized", "The key is not known. It may have been revoked.")
	case err != nil:
		return caller{}, r.problem(ctx.Context(), err)
	}
	if wait := r.limits.wait(key.ID, r.cfg.Now.UTC()); wait > 0 {
		p := newProblem(http.StatusTooManyRequests, string(fault.Limited), "These are too many requests. Retry-After says when to go on.")
		p.retryAfter = wait
		return caller{}, p
	}
	agent, served := r.agentOf(key)
	if !served {
		return caller{}, newProblem(http.StatusForbidden, string(fault.Denied), "What this key opens is not served here.")
	}
	if key.Person != "" {
		switch p, err := r.cfg.People.Get(ctx.Context(), key.Person); {
		case err != nil && !errors.Is(err, people.ErrNotFound):
			return caller{}, r.problem(ctx.Context(), err)
		case p.Access == people.Blocked:
			return caller{}, newProblem(http.StatusForbidden, string(fault.Denied), "The person of this key is blocked.")
		}
	}
	if ctx.Operation().Metadata[writes] != nil && !key.Write {
		return caller{}, newProblem(http.StatusForbidden, "read_only_key", "This key may only read.")
	}
	return caller{key: key, actor: key.Actor(), agent: agent}, nil
}

// problem is problemOf for what is a problem in any case.
func (r *Room) problem(ctx context.Context, err error) *Problem {
	var p *Problem
	errors.As(problemOf(ctx, r.cfg.Log, err), &p)
	return p
}

// limits bounds how fast each key may ask. What it knows is this process's own.
type limits struct {
	rate  rate.Limit
	burst int

	mu    sync.Mutex
	byKey map[string]*rate.Limiter
}

// maxLimiters is how many keys are remembered; those that have not asked for a while are forgotten first.
const maxLimiters = 10_000

// wait returns how long a key has to wait before its next request; 0 = it may go on.
func (l *limits) wait(key string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.byKey == nil {
		l.byKey = map[string]*rate.Limiter{}
	}
	one := l.byKey[key]
	if one == nil {
		if len(l.byKey) >= maxLimiters {
			for id, other := range l.byKey {
				if other.TokensAt(now) >= float64(l.burst) {
					delete(l.byKey, id)
				}
			}
		}
		one = rate.NewLimiter(l.rate, l.burst)
		l.byKey[key] = one
	}
	booked := one.ReserveN(now, 1)
	wait := booked.DelayFrom(now)
	if wait > 0 {
		booked.CancelAt(now)
	}
	return wait
}
