package app_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
	"keepsake/people"
	"keepsake/store/storetest"
)

// world is what surrounds a bot: Telegram, a model, a database file.
type world struct {
	t      *testing.T
	tg     *simulator.Server
	rules  *scripted.Rules
	model  *scripted.Server
	config settings.Config
	// digestsByHand leaves digests to the method digests alone.
	digestsByHand bool

	mu    sync.Mutex
	shift time.Duration // how far the clock is moved
	log   bytes.Buffer
}

func newWorld(t *testing.T, embeds ...string) *world {
	w := &world{t: t, rules: scripted.NewRules()}
	w.tg = simulator.New(simulator.Options{Now: w.now})
	t.Cleanup(w.tg.Close)
	w.model = scripted.New(scripted.Options{Brain: w.rules, Key: "sk-the-key", Models: []string{scripted.DefaultModel, "gpt-4o-mini", "gpt-4o"}, EmbedModels: append([]string{scripted.DefaultEmbedModel}, embeds...)})
	t.Cleanup(w.model.Close)
	c := settings.Defaults()
	c.Telegram.Token, c.Telegram.APIURL = settings.Secret(w.tg.Token()), w.tg.URL()
	c.Telegram.TapWithin = time.Minute
	c.Telegram.Quiet, c.Telegram.Rejoin, c.Telegram.Rate, c.Telegram.ChatRate = 10*time.Millisecond, 0, 10_000, 10_000
	c.Model.APIKey, c.Model.BaseURL, c.Model.Name = "sk-the-key", w.model.URL(), scripted.DefaultModel
	c.DatabaseURL = settings.Secret("sqlite:" + storetest.SQLiteFile(t))
	c.Access = settings.AccessOpen
	c.LongTerm.QuietHours = people.NoHours // tests run at any hour
	w.config = c
	return w
}

// withoutDatabase makes the database one that is not there yet: the first start makes it, with the key of
// the settings. Otherwise it is there, migrated and empty, which is quicker.
func (w *world) withoutDatabase() {
	w.config.DatabaseURL = settings.Secret("sqlite:" + filepath.Join(w.t.TempDir(), "keepsake.db"))
}

func (w *world) now() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return time.Now().Add(w.shift)
}

func (w *world) later(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.shift += d
}

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

// start runs the bot; stop ends it in order and fails the test when it does not.
func (w *world) start(out io.Writer) (a *app.App, stop func()) {
	w.t.Helper()
	o := app.Options{Log: slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug})), Now: w.now}
	o.Out = out
	a, err := app.New(w.t.Context(), w.config, o)
	if err != nil {
		w.t.Fatal(err)
	}
	if w.digestsByHand {
		a.Agent.Forming.Storage = hand{a.Agent.Forming.Storage}
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-done:
			if err != nil {
				w.t.Errorf("the bot did not stop in order: %v", err)
			}
			_ = a.Close() // on a busy machine the bot ends before its database is closed
		case <-time.After(app.StopWithin + time.Minute): // it gives up by itself before that, and says so
			w.t.Error("the bot did not stop in time")
		}
	})
	w.t.Cleanup(stop)
	return a, stop
}

// within is a deadline for what should take no time: a test that waits for longer has failed, and is not on a busy machine.
func within(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// upkept waits until the first round of upkeep is over: its last job has its lease then. On a busy machine the round would
// else meet what the test writes, and queue work of its own about it.
func (w *world) upkept(a *app.App) {
	w.t.Helper()
	for ctx := within(w.t); ; time.Sleep(5 * time.Millisecond) {
		free, err := a.Delivery.TakeLease(ctx, "cron:"+a.Config.Name+":database", "nobody", a.Now(), time.Unix(0, 0))
		if err != nil {
			w.t.Fatal(err)
		}
		if !free {
			return
		}
	}
}

// press taps a button, which may come with a later edit of the message, and waits for the answer.
func (w *world) press(p *simulator.Person, m simulator.Message, label string) {
	w.t.Helper()
	button := ""
	_, err := p.Await(within(w.t), m.ID-1, func(x simulator.Message) bool {
		all := slices.Concat(x.Buttons...)
		i := slices.IndexFunc(all, func(b simulator.Button) bool { return strings.Contains(b.Text, label) })
		if x.ID != m.ID || i < 0 {
			return false
		}
		button = all[i].Text
		return true
	})
	if err != nil {
		now, _ := w.tg.Message(p.Chat(), m.ID)
		w.t.Fatalf("no button %q under %q: %v, %v", label, now.Text, now.Buttons, err)
	}
	tap, err := p.Press(m.ID, button)
	if err == nil {
		_, err = p.AwaitAnswer(within(w.t), tap)
	}
	if err != nil {
		w.t.Fatalf("the button %q: %v", label, err)
	}
}
