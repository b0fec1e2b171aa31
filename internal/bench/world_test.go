package bench_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
	"keepsake/store"
)

// world is a running bot with everything around it.
type world struct {
	t     *testing.T
	app   *app.App
	tg    *simulator.Server
	model *scripted.Server
	spent atomic.Int64 // nanoseconds the model's endpoint has taken
	next  int64        // the next person's id
}

func newWorld(t *testing.T, url string) *world { return newObservedWorld(t, url, nil) }

// newObservedWorld is newWorld with somebody who hears of every statement, and with other settings.
func newObservedWorld(t *testing.T, url string, observe func(store.Statement), change ...func(*settings.Config)) *world {
	w := &world{t: t, next: 100}
	w.tg = simulator.New(simulator.Options{})
	t.Cleanup(w.tg.Close)
	w.model = scripted.New(scripted.Options{Brain: scripted.BrainFunc(think)})
	t.Cleanup(w.model.Close)
	endpoint := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		began := time.Now()
		w.model.Handler().ServeHTTP(rw, r)
		w.spent.Add(int64(time.Since(began)))
	}))
	t.Cleanup(endpoint.Close)

	c := settings.Defaults()
	c.Telegram.Token, c.Telegram.APIURL = settings.Secret(w.tg.Token()), w.tg.URL()
	c.Telegram.Quiet, c.Telegram.Rate, c.Telegram.ChatRate = 0, 1e6, 1e6
	c.Model.BaseURL, c.Model.Name = endpoint.URL+"/v1", scripted.DefaultModel
	c.DatabaseURL, c.Access = settings.Secret(url), settings.AccessOpen
	for _, f := range change {
		f(&c)
	}
	a, err := app.New(t.Context(), c, app.Options{Observe: observe})
	if err != nil {
		t.Fatal(err)
	}
	w.app = a
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	return w
}

func (w *world) person() *simulator.Person {
	w.next++
	return w.tg.Person(w.next, fmt.Sprintf("Person %d", w.next))
}

// ask says something and returns what the answer took apart from the model.
func (w *world) ask(p *simulator.Person, words string) time.Duration {
	w.t.Helper()
	return w.until(p, words, func(m simulator.Message) bool { return strings.Contains(m.Text, "That is all.") })
}

// command sends a command and returns what its answer took.
func (w *world) command(p *simulator.Person, words string) time.Duration {
	w.t.Helper()
	return w.until(p, words, func(simulator.Message) bool { return true })
}

func (w *world) until(p *simulator.Person, words string, match func(simulator.Message) bool) time.Duration {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 30*time.Second)
	defer cancel()
	before, began := w.spent.Load(), time.Now()
	said := p.Say(words)
	if _, err := p.Await(ctx, said.ID, match); err != nil {
		w.t.Fatalf("%q is not answered: %v", words, err)
	}
	return time.Since(began) - time.Duration(w.spent.Load()-before)
}

// prompts returns the text of every prompt of a turn, in order; summaries are left out.
func (w *world) prompts() (texts []string) {
	for _, r := range w.model.Requests() {
		if len(r.Prompt.Tools) > 0 {
			texts = append(texts, r.Prompt.Text)
		}
	}
	if v := w.model.Violations(); len(v) > 0 {
		w.t.Errorf("rules of the endpoint were broken: %q", v)
	}
	return texts
}

// think answers like a model that talks a little, and uses a tool when asked to.
func think(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
	if p.Last().Role == "user" {
		if _, fact, ok := strings.Cut(p.Person(), "remember that "); ok {
			return scripted.Answer{Calls: []scripted.Call{{Name: "add_to_memory", Args: map[string]any{"content": "The user says: " + fact, "category": "context"}}}}, nil
		}
		if _, title, ok := strings.Cut(p.Person(), "make a task: "); ok && p.Has("create_task") {
			return scripted.Answer{Calls: []scripted.Call{{Name: "create_task", Args: map[string]any{"title": title}}}}, nil
		}
	}
	return scripted.Answer{Text: "It was a quiet day there, with a little wind from the west and two boats coming in before noon. " +
		"If you like, I can tell you more about either of them. That is all."}, nil
}
