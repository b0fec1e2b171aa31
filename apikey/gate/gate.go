// Package gate lets in who shows a key: the one check before every door for programs.
//
// A key is let in when it is known, opens what is served here, belongs to nobody who is blocked, may do
// what is asked, and has not asked too often. What its holder may then do with memories is for package
// memory to say. The package knows no HTTP and no MCP.
//
// Start reading at Gate.LetIn.
package gate

import (
	"context"
	"errors"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"keepsake/apikey"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/people"
)

// Errors of LetIn, beside apikey.ErrUnknown, fault.Limited with how long to wait, and those of the stores.
var (
	// ErrNotServed means that the key opens a memory that this process does not serve.
	ErrNotServed = fault.New(fault.Denied, "what this key opens is not served here")
	// ErrBlocked means that an owner blocked the key's person.
	ErrBlocked = fault.New(fault.Denied, "the person of this key is blocked")
	// ErrReadOnly means that the key has no right to write.
	ErrReadOnly = fault.New(fault.Denied, "this key may only read")
)

// Gate lets in who shows a key.
type Gate struct {
	Keys   *apikey.Service
	People *people.Service
	// IsServed reports whether what a key opens is served here.
	IsServed func(apikey.Key) bool
	Now      clock.Now
	// Rate and Burst bound the requests of one key, per second and at once.
	Rate  rate.Limit
	Burst int

	mu    sync.Mutex
	byKey map[string]*rate.Limiter // what this process knows of
}

// LetIn returns the key with this secret, if it is let in; write says that what is asked needs that right.
func (g *Gate) LetIn(ctx context.Context, secret string, write bool) (apikey.Key, error) {
	key, err := g.Keys.Authenticate(ctx, secret)
	if err != nil {
		return apikey.Key{}, fault.Op(err, "gate: let in")
	}
	if wait := g.wait(key.ID, g.Now.UTC()); wait > 0 {
		return apikey.Key{}, &fault.Error{Kind: fault.Limited, Message: "these are too many requests", RetryAfter: wait}
	}
	if !g.IsServed(key) {
		return apikey.Key{}, ErrNotServed
	}
	if key.Person != "" {
		switch p, err := g.People.Get(ctx, key.Person); {
		case err != nil && !errors.Is(err, people.ErrNotFound):
			return apikey.Key{}, fault.Op(err, "gate: let in")
		case p.Access == people.Blocked:
			return apikey.Key{}, ErrBlocked
		}
	}
	if write && !key.Write {
		return apikey.Key{}, ErrReadOnly
	}
	return key, nil
}

// maxLimiters is how many keys are remembered; those that have not asked for a while are forgotten first.
const maxLimiters = 10_000

// wait returns how long a key has to wait before its next request; 0 = it may go on.
func (g *Gate) wait(key string, now time.Time) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.byKey == nil {
		g.byKey = map[string]*rate.Limiter{}
	}
	one := g.byKey[key]
	if one == nil {
		if len(g.byKey) >= maxLimiters {
			for id, other := range g.byKey {
				if other.TokensAt(now) >= float64(g.Burst) {
					delete(g.byKey, id)
				}
			}
		}
		one = rate.NewLimiter(g.Rate, g.Burst)
		g.byKey[key] = one
	}
	booked := one.ReserveN(now, 1)
	wait := booked.DelayFrom(now)
	if wait > 0 {
		booked.CancelAt(now)
	}
	return wait
}
