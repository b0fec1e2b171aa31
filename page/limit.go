package page

import (
	"net"
	"net/http"
	"strings"
	"sync"

	"golang.org/x/time/rate"

	"keepsake/clock"
)

// Bounds of signing in from one address, of one person's questions to the platform about groups, and of how many addresses
// and persons are told apart.
const (
	signInsPerSecond = 0.2
	signInsAtOnce    = 10
	ranksPerSecond   = 1
	ranksAtOnce      = 30
	maxAddresses     = 10_000
)

// limiter counts tries by the address or the person they come from. A code cannot be guessed; it keeps a flood of tries from
// the database and from the platform.
type limiter struct {
	now       clock.Now
	perSecond rate.Limit
	atOnce    int

	mu   sync.Mutex
	from map[string]*rate.Limiter
}

// allows reports whether an address or a person may try once more, and counts the try.
func (l *limiter) allows(address string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	one := l.from[address]
	if one == nil {
		if l.from == nil || len(l.from) >= maxAddresses { // to begin anew is kinder than to refuse everybody
			l.from = map[string]*rate.Limiter{}
		}
		one = rate.NewLimiter(l.perSecond, l.atOnce)
		l.from[address] = one
	}
	return one.AllowN(l.now.UTC(), 1)
}

// limited registers a way in that is tried so often only.
func (r *Room) limited(pattern, name string, do http.HandlerFunc) {
	r.open(pattern, name, func(w http.ResponseWriter, req *http.Request) {
		if !r.tries.allows(addressOf(req)) {
			w.Header().Set("Retry-After", "5")
			r.refuse(w, req, http.StatusTooManyRequests, "page.in.too_often")
			return
		}
		do(w, req)
	})
}

// addressOf returns where a request comes from. A proxy on this computer or in its network says so in X-Forwarded-For, where the last
// address is its own word; from elsewhere that header may hold anything.
func addressOf(req *http.Request) string {
	host, _, err := net.SplitHostPort(req.RemoteAddr)
	if err != nil {
		return req.RemoteAddr
	}
	if near := net.ParseIP(host); near != nil && (near.IsLoopback() || near.IsPrivate()) {
		all := req.Header.Values("X-Forwarded-For")
		if len(all) > 0 {
			last := all[len(all)-1]
			if ip := net.ParseIP(strings.TrimSpace(last[strings.LastIndex(last, ",")+1:])); ip != nil {
				return ip.String()
			}
		}
	}
	return host
}
