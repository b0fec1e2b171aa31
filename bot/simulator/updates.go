package simulator

import (
	"cmp"
	"encoding/json"
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

// poll is one waiting getUpdates; why is what it is told when it is kicked out.
type poll struct {
	kicked chan struct{}
	why    *apiError
}

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
	s.wake()
}

// chatOf is the chat that an update is about, 0 when it is about none.
func chatOf(body []byte) int64 {
	var fields map[string]json.RawMessage
	_ = json.Unmarshal(body, &fields)
	for _, field := range fields {
		var about struct {
			Chat, From struct{ ID int64 }
		}
		if json.Unmarshal(field, &about) == nil && about.Chat.ID+about.From.ID != 0 {
			return cmp.Or(about.Chat.ID, about.From.ID)
		}
	}
	return 0
}

// Push gives the bot an update of any kind, as Telegram would if it had news that this
// package knows nothing of. It returns the update's id.
func (s *Server) Push(kind string, payload any) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.push(kind, payload)
	return s.updates.next - 1
}

// PushRaw gives the bot an update whose fields are this JSON, e.g. `"message": 7`, which
// need not make sense. It returns the update's id.
func (s *Server) PushRaw(fields string) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.updates.next
	s.enqueue([]byte(`{"update_id":` + strconv.FormatInt(id, 10) + "," + fields + "}"))
	return id
}

// SetNextUpdateID makes ids jump, as Telegram's do after a week of silence: even backwards.
func (s *Server) SetNextUpdateID(id int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.updates.next = id
}

// Pending is how many updates wait to be confirmed.
func (s *Server) Pending() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expire()
	return len(s.updates.waiting)
}

// Polling says whether a getUpdates is waiting right now.
func (s *Server) Polling() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.updates.poll != nil
}

// Asked is when a getUpdates last began; zero = never.
func (s *Server) Asked() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.updates.asked
}

func (s *Server) expire() {
	old := s.now().Add(-keepUpdates)
	s.updates.waiting = slices.DeleteFunc(s.updates.waiting, func(u update) bool { return u.at.Before(old) })
}

var pollConflict = &apiError{code: 409, description: "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"}

// getUpdates gives what waits, from offset on, and waits for more when there is nothing.
// What lies below offset is confirmed by asking. mu is held, and released while waiting.
func (s *Server) getUpdates(q *request) (any, *apiError) {
	if s.hook.url != "" {
		return nil, &apiError{code: 409, description: "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"}
	}
	offset, limit, timeout, fail := s.pollParams(q)
	if fail != nil {
		return nil, fail
	}
	s.kick(pollConflict)
	me := &poll{kicked: make(chan struct{})}
	s.updates.poll, s.updates.asked = me, s.now()
	s.wake()
	defer func() {
		if s.updates.poll == me {
			s.updates.poll = nil
			s.wake()
		}
	}()
	offset = s.confirm(offset)
	deadline := time.NewTimer(timeout)
	defer deadline.Stop()
	for {
		s.expire()
		if got := s.from(offset, limit); len(got) > 0 || timeout == 0 {
			return got, nil
		}
		changed := s.changed
		s.mu.Unlock()
		over := false
		select {
		case <-changed:
		case <-me.kicked:
		case <-deadline.C:
			over = true
		case <-q.ctx.Done():
			over = true
		case <-s.done:
			over = true
		}
		s.mu.Lock()
		if me.why != nil {
			return nil, me.why
		}
		if over {
			return []json.RawMessage{}, nil
		}
	}
}

func (s *Server) pollParams(q *request) (offset int64, limit int, timeout time.Duration, fail *apiError) {
	limit = 100
	var seconds int
	for name, to := range map[string]*int{"limit": &limit, "timeout": &seconds} {
		if v, ok := q.params[name]; ok {
			n, err := strconv.Atoi(v)
			if err != nil || n < 0 {
				return 0, 0, 0, s.violate(q.method, name+" must be a number")
			}
			*to = n
		}
	}
	if v := q.params["offset"]; v != "" {
		n, err := strconv.ParseInt(v, 10, 64)
		if err != nil {
			return 0, 0, 0, s.violate(q.method, "offset must be a number")
		}
		offset = n
	}
	if v := q.params["allowed_updates"]; v != "" {
		if fail := s.allow(q.method, v); fail != nil {
			return 0, 0, 0, fail
		}
	}
	return offset, min(max(limit, 1), 100), time.Duration(min(seconds, 50)) * time.Second, nil
}

// allow sets the kinds of updates the bot wants from now on.
func (s *Server) allow(method, list string) *apiError {
	var kinds []string
	if err := json.Unmarshal([]byte(list), &kinds); err != nil {
		return s.violate(method, "allowed_updates must be an array of strings")
	}
	if len(kinds) == 0 {
		kinds = nil
	}
	s.updates.allowed = kinds
	return nil
}

// kick ends a waiting getUpdates.
func (s *Server) kick(why *apiError) {
	if p := s.updates.poll; p != nil {
		p.why = why
		close(p.kicked)
		s.updates.poll = nil
	}
}

// confirm forgets what lies below offset, and returns where to begin. A negative offset
// counts from the end. One from before the ids jumped backwards lies in the future: it
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
			s.wake()
		}
	}
	return offset
}

func (s *Server) from(offset int64, limit int) []json.RawMessage {
	out := []json.RawMessage{}
	for _, u := range s.updates.waiting {
		if u.id >= offset && len(out) < limit {
			out = append(out, u.body)
		}
	}
	return out
}
