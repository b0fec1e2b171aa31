// Package live shows an answer while a model makes it: it collects the chunks and tells a View the
// text so far. It knows no model and no door.
//
// Start reading at View, then Text.AddChunk.
package live

import (
	"strings"
	"sync"
	"time"
)

// View shows an answer while it is being made. Its methods are never called at the same
// time, must not block for long, and may be called again from the start after a retry.
type View interface {
	Text(whole string) // the answer so far, Markdown
	Slow()             // nothing to show for Config.SlowAfter; at most once per Respond
	// Rest returns when nothing is being shown any more, and nothing will be: the final text
	// is about to be committed, and whoever shows it must not be painted over.
	Rest()
}

// Text feeds a View from the chunks of a model's text. It holds the text so far and calls
// View.Slow once when nothing has come for too long.
type Text struct {
	mu     sync.Mutex
	view   View
	shown  func(whole string) string
	timer  *time.Timer
	prefix string // what earlier steps of the turn said
	step   strings.Builder
	over   bool // no Slow any more: something is shown, or the run is over
}

// New returns a Text whose timer runs. shown returns what may be shown of a text so far.
func New(view View, slowAfter time.Duration, shown func(whole string) string) *Text {
	s := &Text{view: view, shown: shown}
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

// Stop ends the timer. View.Slow is not called afterwards.
func (s *Text) Stop() {
	s.timer.Stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.over = true
}

// Finish ends the timer and waits until nothing is being shown.
func (s *Text) Finish() {
	s.Stop()
	s.view.Rest()
}

// SetPrefix sets the text of the earlier steps.
func (s *Text) SetPrefix(before string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prefix = before
	s.step.Reset()
}

// ResetStep drops the text of the present step, which is asked again.
func (s *Text) ResetStep() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.step.Reset()
}

// AddChunk appends one chunk of the model's text; it is the onText of llm.Chat.
func (s *Text) AddChunk(chunk string, reset bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if reset {
		s.step.Reset()
	}
	s.step.WriteString(chunk)
	if whole := s.shown(join(s.prefix, s.step.String())); whole != "" {
		s.over = true
		s.view.Text(whole)
	}
}

// Whole returns the text that is shown now.
func (s *Text) Whole() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.shown(join(s.prefix, s.step.String()))
}

// join joins what is not empty with a blank line.
func join(prefix, step string) string {
	prefix, step = strings.TrimSpace(prefix), strings.TrimSpace(step)
	if prefix == "" || step == "" {
		return prefix + step
	}
	return prefix + "\n\n" + step
}
