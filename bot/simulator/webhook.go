package simulator

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// webhook is where updates go instead of getUpdates.
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
	address := q.params["url"]
	if address == "" {
		return s.deleteWebhook(q)
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Hostname() != "127.0.0.1" && u.Hostname() != "localhost" {
		return nil, bad("bad webhook: An HTTPS URL must be provided for webhook")
	}
	if !secretToken.MatchString(q.params["secret_token"]) {
		return nil, bad("secret token contains unallowed characters")
	}
	limit := 40
	if v := q.params["max_connections"]; v != "" {
		if limit, err = strconv.Atoi(v); err != nil || limit < 1 || limit > 100 {
			return nil, s.violate(q.method, "max_connections must be 1 to 100")
		}
	}
	if v := q.params["allowed_updates"]; v != "" {
		if fail := s.allow(q.method, v); fail != nil {
			return nil, fail
		}
	}
	s.dropPending(q)
	s.unhook()
	s.kick(&apiError{code: 409, description: "Conflict: terminated by setWebhook request"})
	ctx, stop := context.WithCancel(context.Background())
	s.hook = webhook{url: address, secret: q.params["secret_token"], max: limit, stop: stop}
	go s.deliver(ctx, address, s.hook.secret, limit)
	return true, nil
}

func (s *Server) deleteWebhook(q *request) (any, *apiError) {
	s.dropPending(q)
	s.unhook()
	return true, nil
}

func (s *Server) dropPending(q *request) {
	if q.params["drop_pending_updates"] == "true" {
		s.updates.waiting = nil
	}
}

func (s *Server) unhook() {
	if s.hook.stop != nil {
		s.hook.stop()
	}
	s.hook = webhook{}
	s.wake()
}

func (s *Server) webhookInfo(*request) (any, *apiError) {
	o := object{"url": s.hook.url, "has_custom_certificate": false, "pending_update_count": len(s.updates.waiting)}
	if s.hook.url != "" {
		o["max_connections"] = s.hook.max
	}
	if s.updates.allowed != nil {
		o["allowed_updates"] = s.updates.allowed
	}
	if s.hook.failed != "" {
		o["last_error_date"], o["last_error_message"] = s.hook.at.Unix(), s.hook.failed
	}
	return o, nil
}

// deliver posts updates until each is answered with 2xx: those of a chat one after the
// other, chats side by side up to limit at once, as the Bot API server does.
func (s *Server) deliver(ctx context.Context, address, secret string, limit int) {
	busy, under := map[int64]bool{}, 0 // chats with a delivery under way
	for {
		s.mu.Lock()
		s.expire()
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
				s.hand(ctx, address, secret, u)
				s.mu.Lock()
				defer s.mu.Unlock()
				delete(busy, u.chat)
				under--
				s.wake()
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

// hand posts one update until it is taken, with growing pauses after failures.
func (s *Server) hand(ctx context.Context, address, secret string, u update) {
	for pause := 10 * time.Millisecond; ; pause = min(2*pause, time.Minute) {
		why := post(ctx, address, secret, u.body)
		s.mu.Lock()
		is := func(other update) bool { return other.id == u.id }
		over := ctx.Err() != nil || !slices.ContainsFunc(s.updates.waiting, is)
		switch {
		case over:
		case why == "":
			s.updates.waiting = slices.DeleteFunc(s.updates.waiting, is)
			over = true
		default:
			s.hook.failed, s.hook.at = why, s.now()
			s.wake()
		}
		s.mu.Unlock()
		if over || !s.pause(ctx, pause) {
			return
		}
	}
}

// deliverer keeps connections open, as many as there may be deliveries at once.
var deliverer = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 100}}

// post sends one update; the answer is why it failed, in Telegram's words.
func post(ctx context.Context, address, secret string, body []byte) string {
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
