package upgrade_test

import (
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
	"keepsake/store/storetest"
)

// madeBy is the commit whose databases are kept.
const madeBy = "802717f5159a3df54153136170c088829eb86c0f"

// fixture returns a file of testdata, unpacked.
func fixture(t *testing.T, name string) []byte {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", madeBy[:7], name+".gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// each runs a test on a copy of each of the old databases.
func each(t *testing.T, fn func(t *testing.T, url string)) {
	t.Run("sqlite", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "keepsake.db")
		if err := os.WriteFile(path, fixture(t, "keepsake.db"), 0o600); err != nil {
			t.Fatal(err)
		}
		fn(t, "sqlite:"+path)
	})
	t.Run("postgres", func(t *testing.T) {
		url := storetest.EmptyPostgresURL(t)
		storetest.Execute(t, url, string(fixture(t, "postgres.sql")))
		fn(t, url)
	})
}

// world is what surrounds the bot.
type world struct {
	t     *testing.T
	tg    *simulator.Server
	model *scripted.Server
}

func newWorld(t *testing.T, now func() time.Time) *world {
	w := &world{t: t, tg: simulator.New(simulator.Options{Now: now})}
	t.Cleanup(w.tg.Close)
	w.tg.SetNextUpdateID(1000) // the old ones are known
	w.model = scripted.New(scripted.Options{Brain: scripted.BrainFunc(think)})
	t.Cleanup(w.model.Close)
	return w
}

func think(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
	if _, fact, ok := strings.Cut(p.Person(), "remember that "); ok && p.Last().Role == "user" {
		claim := "The user says: " + fact
		if rest, ok := strings.CutPrefix(fact, "I "); ok {
			claim = "User " + rest
		}
		return scripted.Answer{Calls: []scripted.Call{{Name: "add_to_memory", Args: map[string]any{"content": claim, "category": "context"}}}}, nil
	}
	return scripted.Answer{Text: modelAnswer}, nil
}

// modelAnswer is what the model says to everything.
const modelAnswer = "A quiet day. That is all."

// ask says something and returns the answer: the model's, whole, or that of a command. An answer of the model to something
// said before may still be growing, so its beginnings are no answer of a command.
func (w *world) ask(p *simulator.Person, words string) string {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 30*time.Second)
	defer cancel()
	said := p.Say(words)
	m, err := p.Await(ctx, said.ID, func(m simulator.Message) bool {
		if strings.HasPrefix(words, "/") {
			return m.Text != "…" && !strings.HasPrefix(modelAnswer, m.Text) && !strings.Contains(m.Text, modelAnswer)
		}
		return strings.Contains(m.Text, modelAnswer)
	})
	if err != nil {
		w.t.Fatalf("%q is not answered: %v", words, err)
	}
	return m.Text
}

// wants fails the test for each part that a text lacks.
func wants(t *testing.T, what, text string, parts ...string) {
	t.Helper()
	parts = slices.DeleteFunc(parts, func(p string) bool { return strings.Contains(text, p) })
	if len(parts) > 0 {
		t.Errorf("%s lacks %q:\n%s", what, parts, text)
	}
}
