package simulator

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// keepUpdates is how long Telegram keeps an update nobody asked for.
const keepUpdates = 24 * time.Hour

// queue holds the updates the bot has not confirmed.
type queue struct {
	next    int64
	waiting []update
	allowed []string // as last asked for; nil: all but optIn
	poll    *poll    // the getUpdates that is waiting
	asked   time.Time
}

type update struct {
	id   int64
	at   time.Time
	chat int64 // whose updates a webhook gets one after the other
	body json.RawMessage
}

// poll is one waiting getUpdates.
type poll struct{ ended *apiError } // the error with which another call ended it

// optIn are the kinds of updates that come only when asked for by name.
var optIn = []string{"chat_member", "message_reaction", "message_reaction_count"}

// push gives the bot an update. The caller holds mu.
func (s *Server) push(kind string, payload any) {
	if s.updates.allowed == nil && slices.Contains(optIn, kind) ||
		s.updates.allowed != nil && !slices.Contains(s.updates.allowed, kind) {
		return
	}
	body, err := json.Marshal(object{"update_id": s.updates.next, kind: payload})
	if err != nil {
		panic("simulator: " + err.Error())
	}
	s.enqueue(body)
}

func (s *Server) enqueue(body []byte) {
	s.updates.waiting = append(s.updates.waiting, update{id: s.updates.next, at: s.now(), chat: chatOf(body), body: body})
	s.updates.next++
	s.signalChange()
}

// chatOf returns the chat that an update is about, 0 when it is about none.
func chatOf(body []byte) int64 {
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(body, &fields)
	for _, field := range fields {
		var about struct {
			Chat, From struct{ ID int64 }
		}
		_ = json.Unmarshal(field, &about)
		if id := cmp.Or(about.Chat.ID, about.From.ID); id != 0 {
			return id
		}
	}
	return 0
}

// Push gives the bot an update of any kind, as Telegram would if it had news that this
// package knows nothing of. It returns the update's id.
func (s *Server) Push(kind string, payload any) int64 {
	defer s.lock()()
	s.push(kind, payload)
	return s.updates.next - 1
}

// PushRaw gives the bot an update whose fields are this JSON, e.g. `"message": 7`, which
// need not make sense. It returns the update's id.
func (s *Server) PushRaw(fields string) int64 {
	defer s.lock()()
	id := s.updates.next
	s.enqueue([]byte(`{"update_id":` + strconv.FormatInt(id, 10) + "," + fields + "}"))
	return id
}

// SetNextUpdateID makes ids jump, as Telegram's do after a week of silence: even backwards.
func (s *Server) SetNextUpdateID(id int64) {
	defer s.lock()()
	s.updates.next = id
}

// PendingUpdates returns how many updates wait to be confirmed.
func (s *Server) PendingUpdates() int {
	defer s.lock()()
	s.dropExpired()
	return len(s.updates.waiting)
}

// HasPoll reports whether a getUpdates is waiting right now.
func (s *Server) HasPoll() bool {
	defer s.lock()()
	return s.updates.poll != nil
}

// LastPoll returns when a getUpdates last began; zero = never.
func (s *Server) LastPoll() time.Time {
	defer s.lock()()
	return s.updates.asked
}

func (s *Server) dropExpired() {
	old := s.now().Add(-keepUpdates)
	s.updates.waiting = slices.DeleteFunc(s.updates.waiting, func(u update) bool { return u.at.Before(old) })
}

var pollConflict = &apiError{code: 409, description: "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"}

// getUpdates returns the waiting updates from offset on, or waits for one. It confirms the
// updates below offset. mu is held, and released while waiting.
func (s *Server) getUpdates(q *request) (any, *apiError) {
	if s.webhook.url != "" {
		return nil, &apiError{code: 409, description: "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"}
	}
	if q.args.Timeout < 0 || q.args.Limit < 0 {
		return nil, s.violate(q.method, "limit and timeout are not below 0")
	}
	s.setAllowedUpdates(q)
	limit, timeout := min(max(q.args.Limit, 1), 100), time.Duration(min(q.args.Timeout, 50))*time.Second
	s.endPoll(pollConflict)
	me := &poll{}
	s.updates.poll, s.updates.asked = me, s.now()
	s.signalChange()
	defer func() {
		if s.updates.poll == me {
			s.updates.poll = nil
			s.signalChange()
		}
	}()
	offset := s.confirm(q.args.Offset)
	ctx, cancel := context.WithTimeout(q.ctx, timeout)
	defer cancel()
	var got []json.RawMessage
	s.mu.Unlock()
	_ = s.WaitFor(ctx, func() bool {
		defer s.lock()()
		s.dropExpired()
		got = s.updatesFrom(offset, limit)
		return len(got) > 0 || me.ended != nil
	})
	s.mu.Lock()
	return got, me.ended
}

// setAllowedUpdates sets the kinds of updates the bot wants from now on, if the request names
// any. An empty list means the default kinds.
func (s *Server) setAllowedUpdates(q *request) {
	if q.params["allowed_updates"] != "" {
		s.updates.allowed = q.args.AllowedUpdates
	}
	if len(s.updates.allowed) == 0 {
		s.updates.allowed = nil
	}
}

// endPoll ends a waiting getUpdates.
func (s *Server) endPoll(why *apiError) {
	if p := s.updates.poll; p != nil {
		p.ended, s.updates.poll = why, nil
		s.signalChange()
	}
}

// confirm drops the updates below offset and returns the first id to send. A negative offset
// counts from the end. An offset far above all ids is from before they jumped backwards and
// confirms nothing.
func (s *Server) confirm(offset int64) int64 {
	w := s.updates.waiting
	switch n := int64(len(w)); {
	case offset < 0 && n == 0, offset > s.updates.next+10:
		return 0
	case offset < 0:
		offset = w[max(0, n+offset)].id
	}
	if offset > 0 {
		s.updates.waiting = slices.DeleteFunc(w, func(u update) bool { return u.id < offset })
		if len(s.updates.waiting) != len(w) {
			s.signalChange()
		}
	}
	return offset
}

func (s *Server) updatesFrom(offset int64, limit int) []json.RawMessage {
	out := []json.RawMessage{}
	for _, u := range s.updates.waiting {
		if u.id >= offset && len(out) < limit {
			out = append(out, u.body)
		}
	}
	return out
}

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
	busy := map[int64]bool{} // chats with a delivery under way
	_ = s.WaitFor(ctx, func() bool {
		defer s.lock()()
		s.dropExpired()
		for _, u := range s.updates.waiting {
			if len(busy) >= limit {
				break
			}
			if busy[u.chat] {
				continue
			}
			busy[u.chat] = true
			go func() {
				s.deliverOne(ctx, address, secret, u)
				defer s.lock()()
				delete(busy, u.chat)
				s.signalChange()
			}()
		}
		return false
	})
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
