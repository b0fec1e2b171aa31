package simulator

import (
	"context"
	"slices"
	"time"
)

// Event is something that happened, as a phone or an onlooker sees it.
type Event struct {
	Seq  int64     `json:"seq"` // from 1, without gaps
	At   time.Time `json:"at"`
	Kind string    `json:"kind"` // message, edit, delete, action, tap, answer, reaction, blocked, unblocked
	Chat int64     `json:"chat"`
	// Message is how it was at that moment.
	Message *Message `json:"message,omitempty"`
	Tap     *Tap     `json:"tap,omitempty"`
	Action  string   `json:"action,omitempty"` // e.g. "typing": shown for 5 s or until the next message
}

// event records e and wakes whoever waits. The caller holds mu.
func (s *Server) event(e Event) {
	e.Seq, e.At = int64(len(s.events)+1), s.now()
	if e.Message != nil {
		m := *e.Message
		e.Message = &m
	}
	if e.Tap != nil {
		t := *e.Tap
		e.Tap = &t
	}
	s.events = append(s.events, e)
	s.wake()
}

// wake tells whoever waits to look again. The caller holds mu.
func (s *Server) wake() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// Events is the log after the event number after (0: all of it).
func (s *Server) Events(after int64) []Event {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.events[min(max(after, 0), int64(len(s.events))):])
}

// Subscribe sends every event after the event number after, past ones first, until ctx
// ends; then the channel is closed. A slow reader misses nothing and holds up nobody.
func (s *Server) Subscribe(ctx context.Context, after int64) <-chan Event {
	out := make(chan Event)
	go func() {
		defer close(out)
		for {
			changed := s.Changed()
			for _, e := range s.Events(after) {
				select {
				case out <- e:
					after = e.Seq
				case <-ctx.Done():
					return
				case <-s.done:
					return
				}
			}
			select {
			case <-changed:
			case <-ctx.Done():
				return
			case <-s.done:
				return
			}
		}
	}()
	return out
}

// Changed is closed at the next change of anything: take it first, then look, then wait.
func (s *Server) Changed() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.changed
}

// WaitFor returns once cond holds, looking again whenever something changed; with ctx's
// error when that ends first. cond may call every method of the Server.
func (s *Server) WaitFor(ctx context.Context, cond func() bool) error {
	for {
		changed := s.Changed()
		if cond() {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
