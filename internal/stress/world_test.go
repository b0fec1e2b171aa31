package stress_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/internal/faulty"
	"keepsake/llm/scripted"
)

// full reports whether this is `make stress`.
func full() bool { return os.Getenv("KEEPSAKE_STRESS") != "" }

// world is a bot with everything around it, and a proxy before each neighbour.
type world struct {
	t           *testing.T
	tg          *simulator.Server
	toTG, toLLM *faulty.Proxy
	model       *scripted.Server
	config      settings.Config
	app         *app.App
	brain       scripted.BrainFunc // of the model
	stop        func() error       // ends the bot and returns what Run returned

	mu  sync.Mutex
	log bytes.Buffer
}

// newWorld returns a world whose bot is not started, with its database at an address ("" = a file
// of the test).
func newWorld(t *testing.T, url string) *world {
	t.Helper()
	w := &world{t: t, tg: simulator.New(simulator.Options{}), brain: echo}
	t.Cleanup(w.tg.Close)
	w.model = scripted.New(scripted.Options{Brain: scripted.BrainFunc(func(ctx context.Context, p scripted.Prompt) (scripted.Answer, error) { return w.brain(ctx, p) }), Key: "sk-the-key"})
	t.Cleanup(w.model.Close)
	w.toTG, w.toLLM = faulty.New(w.tg.URL()), faulty.New(strings.TrimSuffix(w.model.URL(), "/v1"))
	t.Cleanup(w.toTG.Close)
	t.Cleanup(w.toLLM.Close)
	c := settings.Defaults()
	c.Telegram.Token, c.Telegram.APIURL = settings.Secret(w.tg.Token()), w.toTG.URL()
	c.Telegram.Quiet, c.Telegram.Rejoin, c.Telegram.Rate, c.Telegram.ChatRate = 10*time.Millisecond, 0, 10_000, 10_000
	c.Telegram.PollTimeout = 2 * time.Second
	c.Model.APIKey, c.Model.BaseURL, c.Model.Name = "sk-the-key", w.toLLM.URL()+"/v1", scripted.DefaultModel
	c.Model.Prices = map[string]settings.Price{scripted.DefaultModel: {Prompt: 1, Answer: 1}}
	c.Embedding.Model = "off"
	if url == "" {
		url = "sqlite:" + filepath.Join(t.TempDir(), "keepsake.db")
	}
	c.DatabaseURL, c.Access, c.HTTPAddr = settings.Secret(url), settings.AccessOpen, freeAddress(t)
	w.config = c
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("log of the bot:\n%s", tail(w.logged(), 6000))
		}
	})
	return w
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer l.Close()
	return l.Addr().String()
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func tail(s string, n int) string { return s[max(0, len(s)-n):] }

// Write is the log's.
func (w *world) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.log.Write(p)
}

func (w *world) logged() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.log.String()
}

// start runs the bot; its end must be in order unless the test ended it itself.
func (w *world) start() {
	w.t.Helper()
	a, err := app.New(w.t.Context(), w.config, app.Options{Log: slog.New(slog.NewTextHandler(w, nil))})
	must(w.t, err)
	w.app = a
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	var once sync.Once
	var result error
	w.stop = func() error {
		once.Do(func() {
			cancel()
			result = <-done
		})
		return result
	}
	w.t.Cleanup(func() { _ = w.stop() })
	w.until("the bot runs", 20*time.Second, func() bool { return w.health().Status == "ok" && a.Ready(context.Background()).Status == "ok" })
}

// health asks over HTTP, as a container's check does.
func (w *world) health() (h app.Health) {
	res, err := http.Get("http://" + w.config.HTTPAddr + "/healthz")
	if err != nil {
		return app.Health{Status: "none"}
	}
	defer res.Body.Close()
	if json.NewDecoder(res.Body).Decode(&h) == nil && (h.Status == "ok") != (res.StatusCode == http.StatusOK) {
		w.t.Errorf("HTTP %d with %+v", res.StatusCode, h)
	}
	return h
}

// metrics returns the page of the metrics.
func (w *world) metrics() string {
	res, err := http.Get("http://" + w.config.HTTPAddr + "/metrics")
	must(w.t, err)
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	must(w.t, err)
	return string(b)
}

// until waits for a condition.
func (w *world) until(what string, within time.Duration, is func() bool) {
	w.t.Helper()
	for end := time.Now().Add(within); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			w.t.Fatalf("waiting until %s", what)
		}
	}
}

// answers returns the texts that a person sees from the bot, oldest first.
func answers(p *simulator.Person) (texts []string) {
	for _, m := range p.Messages() {
		if m.IsFromBot() && !m.Deleted {
			texts = append(texts, m.Text)
		}
	}
	return texts
}

// echo is a model that repeats what the person said last.
func echo(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
	said := p.Person()
	return scripted.Answer{Text: "re: " + said[strings.LastIndex(said, "\n")+1:]}, nil
}

// settled reports whether nothing waits and nothing is being sent.
func (w *world) settled() bool {
	b, err := w.app.Delivery.Backlog(context.Background(), w.app.Role.Name)
	return err == nil && b.Waiting == 0 && b.Unsent == 0
}

// calls returns how many calls of the model are counted for the bot.
func (w *world) calls() int {
	month, err := w.app.Usage.Month(context.Background(), w.app.Role.Name)
	must(w.t, err)
	return month.Calls
}

// answeredInOrder asserts that each of n numbered messages of a person was answered, once and in
// order: messages that came together may share an answer, which then repeats the last.
func (w *world) answeredInOrder(p *simulator.Person, n int) {
	w.t.Helper()
	last := -1
	for _, text := range answers(p) {
		var i int
		if _, err := fmt.Sscanf(text, "re: m%d", &i); err != nil {
			w.t.Errorf("%d reads %q", p.ID(), text)
			continue
		}
		if i <= last {
			w.t.Errorf("%d reads %d after %d", p.ID(), i, last)
		}
		last = i
	}
	if last != n-1 {
		w.t.Errorf("%d reads answers up to %d of %d", p.ID(), last, n-1)
	}
}

// crowd returns n people.
func (w *world) crowd(n int) (all []*simulator.Person) {
	for i := range n {
		all = append(all, w.tg.Person(int64(100+i), fmt.Sprintf("P%d", i)))
	}
	return all
}
