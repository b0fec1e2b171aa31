package upgrade_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/scope"
)

// madeAt is a little after the old databases were made.
var madeAt = time.Date(2026, 11, 22, 3, 53, 30, 0, time.UTC)

// TestOldDatabases: a database of an earlier commit is brought up to date in place, nothing in
// it is lost, and the message that waited then is answered.
func TestOldDatabases(t *testing.T) {
	each(t, func(t *testing.T, url string) {
		began := time.Now()
		now := func() time.Time { return madeAt.Add(time.Since(began)) }
		w := newWorld(t, now)
		a, err := app.New(t.Context(), configOf(w, url), app.Options{Now: now})
		if err != nil {
			t.Fatal(err)
		}
		if err := a.DB.CheckSchema(t.Context()); err != nil {
			t.Errorf("the schema is not today's: %v", err)
		}
		w.reads(a)

		ctx, stop := context.WithCancel(context.Background())
		done := make(chan error, 1)
		ann, ben := w.tg.Person(101, "Ann"), w.tg.Person(102, "Ben")
		ann.Say("Still there?") // opens the chat for the bot
		go func() { done <- a.Run(ctx) }()
		within, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		if err := w.tg.WaitFor(within, func() bool {
			return slices.ContainsFunc(w.model.Requests(), func(r scripted.Request) bool {
				return strings.Contains(r.Prompt.Text, "what was the name of my boat?")
			}) && slices.ContainsFunc(w.tg.History(101), func(m simulator.Message) bool { return strings.Contains(m.Text, "That is all.") })
		}); err != nil {
			t.Errorf("the message that waited is not answered: %v", w.tg.History(101))
		}
		wants(t, "/memory", w.ask(ann, "/memory"), "tea without sugar", "spare key hangs in the kitchen")
		wants(t, "/tasks", w.ask(ann, "/tasks"), "water the tomatoes", "call the harbour master")
		wants(t, "/memory of the other", w.ask(ben, "/memory"), "play the trombone")
		w.ask(ben, "What do I play?")
		prompts := w.model.Requests()
		wants(t, "the prompt", prompts[len(prompts)-1].Prompt.Text, "play the trombone", "remember that I play the trombone")
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// configOf returns the settings of a bot in this world.
func configOf(w *world, url string) settings.Config {
	c := settings.Defaults()
	c.Telegram.Token, c.Telegram.APIURL = settings.Secret(w.tg.Token()), w.tg.URL()
	c.Telegram.Quiet, c.Telegram.Rate, c.Telegram.ChatRate = 0, 1e6, 1e6
	c.Model.BaseURL, c.Model.Name = w.model.URL(), scripted.DefaultModel
	c.Embedding.Model = scripted.DefaultEmbedModel
	c.DatabaseURL, c.Access = settings.Secret(url), settings.AccessOpen
	return c
}

// reads reads back what the services know of Ann.
func (w *world) reads(a *app.App) {
	w.t.Helper()
	ctx := w.t.Context()
	ok := func(err error) {
		w.t.Helper()
		if err != nil {
			w.t.Fatal(err)
		}
	}
	person, err := a.People.Get(ctx, "telegram:101")
	ok(err)
	if person.Name != "Ann" {
		w.t.Errorf("Ann is %+v", person)
	}
	anns := scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:101"}
	ms, err := a.Memory.Find(ctx, memory.ActiveQuery(anns))
	ok(err)
	for _, m := range ms {
		switch {
		case strings.Contains(m.Content, "kitchen") && m.Version != 2, !strings.Contains(m.Content, "kitchen") && m.Version != 1:
			w.t.Errorf("%q is version %d", m.Content, m.Version)
		}
	}
	open, err := a.Memory.Decisions(ctx, []scope.Scope{anns}, memory.DecisionOpen, "")
	ok(err)
	if len(ms) != 2 || len(open) != 1 || !strings.Contains(open[0].Content, "ferry goes at six") {
		w.t.Errorf("%d memories, decisions %+v", len(ms), open)
	}
	hits, err := a.Recall.Find(ctx, recall.Query{Scopes: []scope.Scope{anns}, Text: "Where does the spare key hang?"})
	ok(err)
	if len(hits) == 0 || !strings.Contains(hits[0].Memory.Content, "kitchen") {
		w.t.Errorf("found %+v", hits)
	}
}
