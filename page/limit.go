package page

import (
	"net"
	"net/http"
	"strings"
)

// Bounds of signing in from one address. A code cannot be guessed; they keep a flood of tries from the database.
const (
	signInsPerSecond = 0.2
	signInsAtOnce    = 10
)

// limited registers a way in that is tried so often only.
func (r *Room) limited(pattern, name string, do http.HandlerFunc) {
	r.open(pattern, name, func(w http.ResponseWriter, req *http.Request) {
		if !r.tries.Allows(addressOf(req)) {
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
