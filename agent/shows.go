package agent

import (
	"strings"
	"sync"
	"time"
)

// shows is a View fed from a model's pieces: it holds what was said so far and tells,
// once, when nothing has come for too long.
type shows struct {
	mu     sync.Mutex
	view   View
	timer  *time.Timer
	before string // what earlier steps of the turn said
	now    strings.Builder
	over   bool // no Slow any more: something is shown, or the run is over
}

func watch(view View, slowAfter time.Duration) *shows {
	s := &shows{view: view}
	s.timer = time.AfterFunc(slowAfter, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.over {
			s.over = true
			s.view.Slow()
		}
	})
	return s
}

// stop ends the watch; nothing is shown afterwards.
func (s *shows) stop() {
	s.timer.Stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
}

// rest ends the watch and waits until nothing is being shown.
func (s *shows) rest() {
	s.stop()
	s.view.Rest()
}

// base sets what earlier steps said.
func (s *shows) base(before string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before = before
	s.now.Reset()
}

// again forgets what the present step said: it is asked anew.
func (s *shows) again() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now.Reset()
}

// piece takes one piece of the model's text; it is the onText of llm.Chat.
func (s *shows) piece(piece string, reset bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if reset {
		s.now.Reset()
	}
	s.now.WriteString(piece)
	if whole := joinParts(s.before, s.now.String()); whole != "" {
		s.over = true
		s.view.Text(whole)
	}
}

// whole returns what is shown now.
func (s *shows) whole() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return joinParts(s.before, s.now.String())
}
