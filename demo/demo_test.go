package demo_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keepsake/demo"
	"keepsake/demo/script"
	"keepsake/store/storetest"
)

func newWorld(t *testing.T) *demo.World { return worldSince(t, 0) }

// worldSince is a world whose clock begins some time ago.
func worldSince(t *testing.T, ago time.Duration) *demo.World {
	t.Helper()
	return worldOf(t, demo.WorldOptions{Ago: ago})
}

func worldOf(t *testing.T, o demo.WorldOptions) *demo.World {
	t.Helper()
	o.Quick = true
	if o.Keep == "" {
		o.Keep = storetest.SQLiteFile(t)
	}
	w, err := demo.NewWorld(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if broken := w.Violations(); len(broken) > 0 && !t.Failed() {
			t.Errorf("the bot broke rules of Telegram or the model's protocol: %q", broken)
		}
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// TestConversations plays every conversation of testdata through the whole bot: P57–P61,
// P37–P39, P43, P52–P55, and every command.
func TestConversations(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) < 5 {
		t.Fatalf("where are the conversations? %v", err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".txtar"), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			s, err := script.Parse(f, data)
			if err != nil {
				t.Fatal(err)
			}
			if err := script.Play(t.Context(), s, worldOf(t, demo.WorldOptions{Files: s.Files})); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "talk.txtar")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRunPlaysAScript(t *testing.T) {
	var out bytes.Buffer
	kept := filepath.Join(t.TempDir(), "kept.db")
	talk := write(t, "alice: Remember that Sarah works on the Platform team\nbot: *\nmemory alice holds 1\n")
	if err := demo.Run(t.Context(), demo.Options{Script: talk, WorldOptions: demo.WorldOptions{Keep: kept}, Out: &out}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "every expectation") {
		t.Errorf("it says %q", out.String())
	}
	// A kept store is there for the next demo, whose messages are new ones to it.
	again := write(t, "memory alice has \"Sarah works on the Platform team\"\nalice: /memory\nbot: *Sarah*\n")
	if err := demo.Run(t.Context(), demo.Options{Script: again, WorldOptions: demo.WorldOptions{Keep: kept}}); err != nil {
		t.Fatal(err)
	}
}

func TestRunFailsWhenTheScriptDoes(t *testing.T) {
	talk := write(t, "alice: /help\nbot: I never say this\n")
	err := demo.Run(t.Context(), demo.Options{Script: talk})
	var failure *script.Failure
	if !errors.As(err, &failure) || failure.Line != 2 || !strings.Contains(err.Error(), "alice: /help") {
		t.Errorf("got %v", err)
	}
	var syntax *script.SyntaxError
	if err := demo.Run(t.Context(), demo.Options{Script: write(t, "Nonsense\n")}); !errors.As(err, &syntax) {
		t.Errorf("got %v", err)
	}
	if err := demo.Run(t.Context(), demo.Options{Script: "/nowhere/talk.txtar"}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// sink is a writer that tells when something was written that contains words.
type sink struct {
	words string
	found chan string
	all   bytes.Buffer
}

func (s *sink) Write(b []byte) (int, error) {
	s.all.Write(b)
	if strings.Contains(s.all.String(), s.words) {
		select {
		case s.found <- s.all.String():
		default:
		}
	}
	return len(b), nil
}

func TestRunServesThePageAndEnds(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out := &sink{words: "Ctrl+C", found: make(chan string, 1)}
	done := make(chan error, 1)
	go func() { done <- demo.Run(ctx, demo.Options{Addr: "127.0.0.1:0", Out: out}) }()
	select {
	case said := <-out.found:
		for _, want := range []string{"http://127.0.0.1:", "Telegram is simulated", "scripted stand-in"} {
			if !strings.Contains(said, want) {
				t.Errorf("no %q in %q", want, said)
			}
		}
	case err := <-done:
		t.Fatalf("it ended: %v", err)
	}
	cancel()
	if err := <-done; err != nil {
		t.Errorf("it ended with %v", err)
	}
}

func TestAnAddressThatIsTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := demo.Run(t.Context(), demo.Options{Addr: l.Addr().String()}); err == nil || !strings.Contains(err.Error(), "cannot be served") {
		t.Errorf("got %v", err)
	}
}

func TestAStoreThatCannotBeOpened(t *testing.T) {
	_, err := demo.NewWorld(t.Context(), demo.WorldOptions{Keep: write(t, "a file, not a folder") + "/kept.db", Quick: true})
	if err == nil {
		t.Error("it opened")
	}
}

func TestWithARealModelThePageSaysSo(t *testing.T) {
	w, err := demo.NewWorld(t.Context(), demo.WorldOptions{OpenAIKey: "sk-secret-secret", OpenAIURL: "http://127.0.0.1:1/v1", Model: "some-model", Quick: true})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if n := w.Notice(); !strings.Contains(n, "some-model") || strings.Contains(n, "secret") || strings.Contains(n, "stand-in") {
		t.Errorf("it says %q", n)
	}
	if w.Prompts() != nil || len(w.Violations()) != 0 {
		t.Error("there is no scripted model to look into")
	}
}

func TestABrowserIsOpenedOnlyWhereThereIsAScreen(t *testing.T) {
	with := func(pairs ...string) func(string) string {
		return func(k string) string {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == k {
					return pairs[i+1]
				}
			}
			return ""
		}
	}
	for _, c := range []struct {
		system string
		env    func(string) string
		want   string
	}{
		{"linux", with(), ""},
		{"linux", with("DISPLAY", ":0"), "xdg-open"},
		{"freebsd", with("WAYLAND_DISPLAY", "wayland-0"), "xdg-open"},
		{"darwin", with(), "open"},
		{"windows", with(), "rundll32"},
	} {
		if got, _ := demo.BrowserCommand(c.system, c.env); got != c.want {
			t.Errorf("%s: %q, want %q", c.system, got, c.want)
		}
	}
}
