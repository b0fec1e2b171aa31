package agent

import (
	"strings"
	"sync"
	"time"
)

// liveText feeds a View from the chunks of a model's text. It holds the text so far and calls
// View.Slow once when nothing has come for too long.
type liveText struct {
	mu     sync.Mutex
	view   View
	timer  *time.Timer
	prefix string // what earlier steps of the turn said
	step   strings.Builder
	over   bool // no Slow any more: something is shown, or the run is over
}

// newLiveText returns a liveText whose timer runs.
func newLiveText(view View, slowAfter time.Duration) *liveText {
	s := &liveText{view: view}
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

// stop ends the timer. View.Slow is not called afterwards.
func (s *liveText) stop() {
	s.timer.Stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
}

// finish ends the timer and waits until nothing is being shown.
func (s *liveText) finish() {
	s.stop()
	s.view.Rest()
}

// setPrefix sets the text of the earlier steps.
func (s *liveText) setPrefix(before string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prefix = before
	s.step.Reset()
}

// resetStep drops the text of the present step, which is asked again.
func (s *liveText) resetStep() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.step.Reset()
}

// addChunk appends one chunk of the model's text; it is the onText of llm.Chat.
func (s *liveText) addChunk(chunk string, reset bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if reset {
		s.step.Reset()
	}
	s.step.WriteString(chunk)
	if whole := joinParts(s.prefix, s.step.String()); whole != "" {
		s.over = true
		s.view.Text(whole)
	}
}

// text returns the text that is shown now.
func (s *liveText) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return joinParts(s.prefix, s.step.String())
}
