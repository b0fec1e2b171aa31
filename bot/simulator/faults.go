package simulator

import (
	"cmp"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

// Fault makes requests go wrong.
type Fault struct {
	Method string // "" is any method
	Chat   int64  // 0 is any chat
	Times  int    // how many requests; 0 is one, negative is until ClearFaults

	Code        int           // answer with this error instead of doing anything: 400, 403, 429, 500, 502 …
	Description string        // of the error; a fitting one by default
	RetryAfter  int           // seconds, with 429
	Delay       time.Duration // before anything else
	Hang        bool          // never answer
	CutBefore   bool          // the connection breaks before the request is accepted
	CutAfter    bool          // the request is accepted (a message is sent!), then the connection breaks
	Raw         string        // answer with this body, with status Code or 200
}

// error returns the answer that a fault orders, nil when it orders none.
func (f Fault) error() *apiError {
	e := &apiError{code: f.Code, description: http.StatusText(f.Code), retryAfter: f.RetryAfter}
	switch f.Code {
	case 0:
		return nil
	case http.StatusTooManyRequests:
		e = newLimitError(max(f.RetryAfter, 1))
	}
	e.description = cmp.Or(f.Description, e.description)
	return e
}

func newLimitError(seconds int) *apiError {
	return &apiError{code: http.StatusTooManyRequests, retryAfter: seconds, description: fmt.Sprintf("Too Many Requests: retry after %d", seconds)}
}

// Fail orders a fault; faults are used up in order.
func (s *Server) Fail(f Fault) {
	defer s.lock()()
	if f.Times == 0 {
		f.Times = 1
	}
	s.faults = append(s.faults, &f)
}

// ClearFaults takes back all faults ordered.
func (s *Server) ClearFaults() {
	defer s.lock()()
	s.faults = nil
}

// takeFault takes the fault ordered for a request.
func (s *Server) takeFault(method string, chat int64) Fault {
	defer s.lock()()
	for i, f := range s.faults {
		if f.Method != "" && !strings.EqualFold(f.Method, method) || f.Chat != 0 && f.Chat != chat {
			continue
		}
		hit := *f
		if f.Times--; f.Times == 0 {
			s.faults = slices.Delete(s.faults, i, i+1)
		}
		return hit
	}
	return Fault{}
}

// limits is Telegram's flood control, as far as it is documented: by chat, and 0 for all.
type limits map[int64]*rate.Limiter

// take counts one message to chat; the result is how many seconds to wait when it is too many.
func (l limits) take(chat int64, now time.Time) (seconds int) {
	for _, id := range []int64{chat, 0} {
		switch {
		case l[id] != nil:
		case id == 0:
			l[id] = rate.NewLimiter(30, 30)
		case id < 0:
			l[id] = rate.NewLimiter(rate.Every(3*time.Second), 20)
		default:
			l[id] = rate.NewLimiter(1, 3)
		}
		r := l[id].ReserveN(now, 1)
		if wait := r.DelayFrom(now); wait > 0 {
			r.CancelAt(now)
			return int(math.Ceil(wait.Seconds()))
		}
	}
	return 0
}
