package terminal_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/llm/scripted"
	"keepsake/store/storetest"
	"keepsake/terminal"
)

// world is a terminal with a real agent, a real database and a scripted model behind HTTP.
type world struct {
	t          *testing.T
	config     settings.Config
	rules      *scripted.Rules
	model      *scripted.Server
	out, err   screen
	interrupts chan struct{}
}

func newWorld(t *testing.T, database string) *world {
	t.Helper()
	w := &world{t: t, rules: scripted.NewRules(), interrupts: make(chan struct{}, 1)}
	w.model = scripted.New(scripted.Options{Brain: w.rules})
	t.Cleanup(w.model.Close)
	c := settings.Defaults()
	c.Model.APIKey, c.Model.BaseURL, c.Model.Name = "sk-test", w.model.URL(), scripted.DefaultModel
	if database == "" {
		database = "sqlite:" + storetest.SQLiteFile(t)
	}
	c.DatabaseURL = settings.Secret(database)
	c.Telegram.Lease = 500 * time.Millisecond
	w.config = c
	return w
}

// options returns the options of an interactive terminal with color.
func (w *world) options(lines ...any) app.ChatOptions {
	return app.ChatOptions{User: "ann", Screen: terminal.Screen{
		Again: "keepsake chat --resume", Lines: &typist{w: w, lines: lines}, Out: &w.out, Err: &w.err,
		Interactive: true, Live: true, Color: true, Interrupts: w.interrupts, Dir: w.t.TempDir(),
		Patience: 200 * time.Millisecond,
	}}
}

// talk runs a terminal with these lines as its input; see typist.
func (w *world) talk(lines ...any) {
	w.t.Helper()
	w.run(w.options(lines...))
}

func (w *world) run(o app.ChatOptions) {
	w.t.Helper()
	if err := w.chat(o); err != nil {
		w.t.Fatalf("%v\n%s", err, w.out.String())
	}
}

func (w *world) chat(o app.ChatOptions) error {
	ctx, cancel := context.WithTimeout(w.t.Context(), 30*time.Second)
	defer cancel()
	return app.Chat(ctx, w.config, o)
}

// typist implements terminal.Lines. It returns strings as lines, calls functions, and returns
// errors as those of Read. At the end it returns io.EOF.
type typist struct {
	w     *world
	lines []any
}

func (p *typist) Read(_ context.Context, prompt string) (string, error) {
	for len(p.lines) > 0 {
		next := p.lines[0]
		p.lines = p.lines[1:]
		switch next := next.(type) {
		case string:
			_, _ = p.w.out.Write([]byte(prompt + next + "\n"))
			return next, nil
		case error:
			return "", next
		case func():
			next()
		}
	}
	return "", io.EOF
}

// screen records output. It is safe for concurrent use.
type screen struct {
	mu     sync.Mutex
	text   strings.Builder
	pieces int
	waits  map[string]chan struct{}
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pieces++
	s.text.Write(p)
	for words, seen := range s.waits {
		if strings.Contains(s.text.String(), words) {
			close(seen)
			delete(s.waits, words)
		}
	}
	return len(p), nil
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// await waits until the output contains the words.
func (s *screen) await(t *testing.T, words string) {
	s.mu.Lock()
	if strings.Contains(s.text.String(), words) {
		s.mu.Unlock()
		return
	}
	if s.waits == nil {
		s.waits = map[string]chan struct{}{}
	}
	seen := make(chan struct{})
	s.waits[words] = seen
	s.mu.Unlock()
	select {
	case <-seen:
	case <-time.After(time.Minute):
		t.Errorf("%q was not printed:\n%s", words, s.String())
	}
}

func (w *world) has(words ...string) {
	w.t.Helper()
	for _, x := range words {
		if !strings.Contains(w.out.String(), x) {
			w.t.Errorf("%q is not in\n%s", x, w.out.String())
		}
	}
}

var ctrlC = terminal.ErrInterrupted

var errGone = errors.New("the keyboard is gone")
