package simulator

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Event is something that happened, as a phone or an onlooker sees it.
type Event struct {
	Seq  int64     `json:"seq"` // from 1, without gaps
	At   time.Time `json:"at"`
	Kind string    `json:"kind"` // message, edit, delete, action, tap, answer, reaction, blocked, unblocked
	Chat int64     `json:"chat"`
	// Message and Tap are as they were at that moment.
	Message *Message `json:"message,omitempty"`
	Tap     *Tap     `json:"tap,omitempty"`
	Action  string   `json:"action,omitempty"` // e.g. "typing": shown for 5 s or until the next message
}

// recordEvent records e and wakes whoever waits. The caller holds mu.
func (s *Server) recordEvent(e Event) {
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
	s.signalChange()
}

// signalChange tells whoever waits to look again. The caller holds mu.
func (s *Server) signalChange() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// Events returns the log after the event number after (0: all of it).
func (s *Server) Events(after int64) []Event {
	defer s.lock()()
	return slices.Clone(s.events[min(max(after, 0), int64(len(s.events))):])
}

// Subscribe sends every event after the event number after, past ones first, until ctx or
// the Server ends; then the channel is closed. A slow reader misses nothing and holds up nobody.
func (s *Server) Subscribe(ctx context.Context, after int64) <-chan Event {
	out := make(chan Event)
	go func() {
		defer close(out)
		var fresh []Event
		for s.WaitFor(ctx, func() bool { fresh = s.Events(after); return len(fresh) > 0 }) == nil {
			for _, e := range fresh {
				select {
				case out <- e:
					after = e.Seq
				case <-ctx.Done():
					return
				case <-s.done:
					return
				}
			}
		}
	}()
	return out
}

// NextChange returns a channel that is closed at the next change of anything. Take it before
// looking, then wait for it.
func (s *Server) NextChange() <-chan struct{} {
	defer s.lock()()
	return s.changed
}

var errClosed = errors.New("simulator: closed")

// WaitFor returns nil once cond holds. It asks again whenever something changed, and returns
// an error when ctx or the Server ends first. cond may call every method of the Server.
func (s *Server) WaitFor(ctx context.Context, cond func() bool) error {
	for {
		changed := s.NextChange()
		if cond() {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		case <-s.done:
			return errClosed
		}
	}
}
