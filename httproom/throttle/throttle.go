// Package throttle bounds how often somebody may try something, such as to sign in from one address.
//
// It keeps what it counts in the memory of the process. Start reading at Limiter.
package throttle

import (
	"sync"

	"golang.org/x/time/rate"

	"keepsake/clock"
)

// maxNames is how many names are told apart.
const maxNames = 10_000

// Limiter counts tries by a name: an address, or a person. Its exported fields are set before it is used.
type Limiter struct {
	Now       clock.Now
	PerSecond rate.Limit
	AtOnce    int

	mu   sync.Mutex
	from map[string]*rate.Limiter
}

// Allows reports whether a name may try once more, and counts the try.
func (l *Limiter) Allows(name string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	one := l.from[name]
	if one == nil {
		if l.from == nil || len(l.from) >= maxNames { // to begin anew is kinder than to refuse everybody
			l.from = map[string]*rate.Limiter{}
		}
		one = rate.NewLimiter(l.PerSecond, l.AtOnce)
		l.from[name] = one
	}
	return one.AllowN(l.Now.UTC(), 1)
}
