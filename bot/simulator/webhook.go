package simulator

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"time"
)

// webhook is the address that gets updates instead of getUpdates.
type webhook struct {
	url    string
	secret string
	max    int
	stop   context.CancelFunc
	failed string // the last failure
	at     time.Time
}

var secretToken = regexp.MustCompile(`^[A-Za-z0-9_-]{0,256}$`)

// setWebhook accepts HTTPS, as Telegram does, and plain HTTP on the loopback.
func (s *Server) setWebhook(q *request) (any, *apiError) {
	address := q.args.URL
	if address == "" {
		return s.deleteWebhook(q)
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Hostname() != "127.0.0.1" && u.Hostname() != "localhost" {
		return nil, badRequest("bad webhook: An HTTPS URL must be provided for webhook")
	}
	if !secretToken.MatchString(q.args.SecretToken) {
		return nil, badRequest("secret token contains unallowed characters")
	}
	limit := q.args.MaxConnections
	if limit < 1 || limit > 100 {
		return nil, s.violate(q.method, "max_connections must be 1 to 100")
	}
	s.setAllowedUpdates(q)
	s.dropPending(q)
	s.removeWebhook()
	s.endPoll(&apiError{code: 409, description: "Conflict: terminated by setWebhook request"})
	ctx, stop := context.WithCancel(context.Background())
	s.webhook = webhook{url: address, secret: q.args.SecretToken, max: limit, stop: stop}
	go s.deliver(ctx, address, s.webhook.secret, limit)
	return true, nil
}

func (s *Server) deleteWebhook(q *request) (any, *apiError) {
	s.dropPending(q)
	s.removeWebhook()
	return true, nil
}

func (s *Server) dropPending(q *request) {
	if q.args.DropPending {
		s.updates.waiting = nil
	}
}

func (s *Server) removeWebhook() {
	if s.webhook.stop != nil {
		s.webhook.stop()
	}
	s.webhook = webhook{}
	s.signalChange()
}

func (s *Server) webhookInfo(*request) (any, *apiError) {
	o := object{"url": s.webhook.url, "has_custom_certificate": false, "pending_update_count": len(s.updates.waiting)}
	setNonZero(o, "max_connections", s.webhook.max, "allowed_updates", s.updates.allowed, "last_error_message", s.webhook.failed)
	if s.webhook.failed != "" {
		o["last_error_date"] = s.webhook.at.Unix()
	}
	return o, nil
}

// deliver posts updates until each is answered with 2xx. Updates of one chat go one after the
// other and chats go side by side, at most limit at once, as in the Bot API server.
func (s *Server) deliver(ctx context.Context, address, secret string, limit int) {
	busy, under := map[int64]bool{}, 0 // chats with a delivery under way
	for {
		s.mu.Lock()
		s.dropExpired()
		changed := s.changed
		for _, u := range s.updates.waiting {
			if under >= limit {
				break
			}
			if busy[u.chat] {
				continue
			}
			busy[u.chat] = true
			under++
			go func() {
				s.deliverOne(ctx, address, secret, u)
				defer s.lock()()
				delete(busy, u.chat)
				under--
				s.signalChange()
			}()
		}
		s.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return
		case <-s.done:
			return
		}
	}
}

// deliverOne posts one update until it is taken, with growing pauses after failures.
func (s *Server) deliverOne(ctx context.Context, address, secret string, u update) {
	for pause := 10 * time.Millisecond; ; pause = min(2*pause, time.Minute) {
		why := postUpdate(ctx, address, secret, u.body)
		s.mu.Lock()
		is := func(other update) bool { return other.id == u.id }
		over := ctx.Err() != nil || !slices.ContainsFunc(s.updates.waiting, is)
		switch {
		case over:
		case why == "":
			s.updates.waiting = slices.DeleteFunc(s.updates.waiting, is)
			over = true
		default:
			s.webhook.failed, s.webhook.at = why, s.now()
			s.signalChange()
		}
		s.mu.Unlock()
		if over || !s.pause(ctx, pause) {
			return
		}
	}
}

// deliverer keeps connections open, as many as there may be deliveries at once.
var deliverer = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}}

// postUpdate sends one update. It returns the reason of a failure in Telegram's words, "" for none.
func postUpdate(ctx context.Context, address, secret string, body []byte) string {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return "Bad URL"
	}
	r.Header.Set("Content-Type", "application/json")
	if secret != "" {
		r.Header.Set("X-Telegram-Bot-Api-Secret-Token", secret)
	}
	resp, err := deliverer.Do(r)
	if err != nil {
		return "Connection refused"
	}
	_ = resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return "Wrong response from the webhook: " + resp.Status
	}
	return ""
}
