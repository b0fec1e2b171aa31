package app_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/delivery"
	"keepsake/llm/scripted"
	"keepsake/people"
	"keepsake/store/storetest"
	"keepsake/task"
)

// replicas starts n bots on one PostgreSQL, as different machines would.
func (w *world) replicas(n int) []*app.App {
	w.t.Helper()
	w.config.DatabaseURL = settings.Secret(storetest.PostgresURL(w.t))
	all := make([]*app.App, n)
	for i := range all {
		all[i], _ = w.start(nil)
	}
	return all
}

// beside opens what another process has on the same database, without a bot: whatever it
// writes has to reach the bots.
func (w *world) beside() *app.App {
	w.t.Helper()
	a, err := app.New(w.t.Context(), w.config, app.Options{})
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- a.Delivery.Listen(ctx) }()
	w.t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			w.t.Error(err)
		}
		a.Close()
	})
	return a
}

// TestStopReachesTheReplicaThatAnswers: /stop is handled by another process than the one
// whose model is talking (issue 3, point 3).
func TestStopReachesTheReplicaThatAnswers(t *testing.T) {
	w := newWorld(t)
	w.model.Close()
	w.model = scripted.New(scripted.Options{Brain: w.rules, Key: "sk-the-key", WordDelay: 50 * time.Millisecond})
	t.Cleanup(w.model.Close)
	w.config.Model.BaseURL = w.model.URL()
	w.rules.When("tell me").Say("It begins. " + strings.Repeat("And then it went on and on. ", 300))
	w.replicas(1)
	other := w.beside()
	ann := w.tg.Person(7, "Ann")
	ann.Say("tell me a long story")
	if _, err := ann.AwaitText(within(t), 0, "It begins."); err != nil {
		t.Fatal(err)
	}
	asked, err := other.Sessions.AskStop(t.Context(), actor.OfSystem(), delivery.Lane("keepsake", 7, 0))
	if !asked || err != nil {
		t.Fatal(asked, err)
	}
	began := time.Now()
	if _, err := ann.AwaitText(within(t), 0, "Stopped."); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 5*time.Second { // half a second, on a machine with time
		t.Errorf("the answer went on for %s", took)
	}
}

// TestStopReachesTheReplicaThatOpens: there is no turn yet, only rows whose voice is being
// written down by another process.
func TestStopReachesTheReplicaThatOpens(t *testing.T) {
	w := newWorld(t)
	w.config.Media.VoiceModel = scripted.DefaultVoiceModel
	w.rules.Otherwise().Say("Heard.")
	w.replicas(1)
	other := w.beside()
	w.tg.Fail(simulator.Fault{Method: "file", Hang: true, Times: -1})
	ann := w.tg.Person(7, "Ann")
	ann.VoiceOf(scripted.Recording("a long speech"), 60)
	if err := w.tg.WaitFor(within(t), func() bool { return len(w.tg.Calls("getFile")) > 0 }); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	n, err := other.Delivery.AskStop(t.Context(), delivery.Lane("keepsake", 7, 0))
	if n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if _, err := ann.AwaitText(within(t), 0, "Stopped."); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("it was opened for another %s", took)
	}
	if len(w.model.Requests()) > 0 {
		t.Error("the model was asked about what was stopped")
	}
}

// TestNewsOfAnotherProcess: what another process commits is sent at once, not when a bot
// looks again by itself.
func TestNewsOfAnotherProcess(t *testing.T) {
	w := newWorld(t)
	w.rules.Otherwise().Say("Hello.")
	w.replicas(2)
	ann := w.tg.Person(7, "Ann")
	ann.Say("hi")
	if _, err := ann.AwaitText(within(t), 0, "Hello."); err != nil {
		t.Fatal(err)
	}
	other := w.beside()
	var took []time.Duration
	for i := range 5 {
		text := fmt.Sprintf("Reminder %d", i)
		began := time.Now()
		if _, err := other.Delivery.Put(t.Context(), delivery.Outgoing{Bot: "keepsake", Chat: 7, Kind: delivery.Send, Body: delivery.Body{Text: text}}); err != nil {
			t.Fatal(err)
		}
		if _, err := ann.AwaitText(within(t), 0, text); err != nil {
			t.Fatal(err)
		}
		took = append(took, time.Since(began))
	}
	if slices.Sort(took); took[2] > time.Second {
		t.Errorf("news took %s to arrive: they were found, not heard", took[2])
	}
	for i := range 5 {
		if n := times(ann.Messages(), fmt.Sprintf("Reminder %d", i)); n != 1 {
			t.Errorf("reminder %d was sent %d times", i, n)
		}
	}
}

func times(ms []simulator.Message, text string) (n int) {
	for _, m := range ms {
		if m.IsFromBot() && strings.Contains(m.Text, text) {
			n++
		}
	}
	return n
}

// TestReplicasShareTelegramsLimits: three bots have many messages to send. Telegram, which
// counts strictly, refuses none, and each is sent once and in its chat's order.
func TestReplicasShareTelegramsLimits(t *testing.T) {
	w := newWorld(t)
	w.tg.Close()
	w.tg = simulator.New(simulator.Options{Limits: true})
	t.Cleanup(w.tg.Close)
	w.config.Telegram.APIURL = w.tg.URL()
	// Less than Telegram's 30, because a busy machine delays calls, so that some come closer
	// together than they were let through; three that do not share it would make 60.
	w.config.Telegram.Rate, w.config.Telegram.ChatRate = 20, 1
	w.rules.Otherwise().Say("Hello.")
	all := w.replicas(3)
	const chats, each = 40, 2
	for i := range chats {
		p := w.tg.Person(int64(100+i), "Somebody")
		p.Say("/start")
	}
	sent := func(n int) {
		t.Helper()
		eventually(t, "all is sent", func() bool {
			left, err := all[0].Delivery.Unsettled(t.Context(), "keepsake")
			return err == nil && left == 0 && len(w.tg.Calls("sendMessage")) >= n
		})
	}
	sent(chats)
	for n := range each {
		for i := range chats {
			o := delivery.Outgoing{Bot: "keepsake", Chat: int64(100 + i), Kind: delivery.Send, Body: delivery.Body{Text: fmt.Sprintf("News %d", n)}}
			if _, err := all[(n+i)%3].Delivery.Put(t.Context(), o); err != nil {
				t.Fatal(err)
			}
		}
	}
	sent(chats * (1 + each))
	refused := 0
	for _, c := range w.tg.Calls("") {
		if c.Code == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused > 0 {
		t.Errorf("Telegram refused %d calls", refused)
	}
	for i := range chats {
		var got []string
		for _, m := range w.tg.History(int64(100 + i)) {
			if m.IsFromBot() && strings.HasPrefix(m.Text, "News") {
				got = append(got, m.Text)
			}
		}
		if !slices.Equal(got, []string{"News 0", "News 1"}) {
			t.Errorf("chat %d reads %q", i, got)
		}
	}
}

// TestRetryAfterHoldsEverywhere: Telegram told one bot to leave a chat alone; none of the
// three says a word there before that.
func TestRetryAfterHoldsEverywhere(t *testing.T) {
	w := newWorld(t)
	w.config.Telegram.ChatRate, w.config.Telegram.Rate = 50, 50
	w.rules.Otherwise().Say("Hello.")
	all := w.replicas(3)
	ann := w.tg.Person(7, "Ann")
	ann.Say("hi")
	if _, err := ann.AwaitText(within(t), 0, "Hello."); err != nil {
		t.Fatal(err)
	}
	w.tg.Fail(simulator.Fault{Method: "sendMessage", Code: http.StatusTooManyRequests, RetryAfter: 2})
	for i, a := range all {
		for n := range 2 {
			o := delivery.Outgoing{Bot: "keepsake", Chat: 7, Kind: delivery.Send, Body: delivery.Body{Text: fmt.Sprintf("News %d", 2*i+n)}}
			if _, err := a.Delivery.Put(t.Context(), o); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.tg.WaitFor(within(t), func() bool { return times(ann.Messages(), "News") == 6 }); err != nil {
		t.Fatal(err)
	}
	var flooded time.Time
	for _, c := range w.tg.Calls("sendMessage") {
		if c.Code == http.StatusTooManyRequests {
			flooded = c.At
		} else if !flooded.IsZero() && c.At.Sub(flooded) < 2*time.Second {
			t.Errorf("a call %s after Telegram asked for two seconds", c.At.Sub(flooded))
		}
	}
	if flooded.IsZero() {
		t.Error("nothing was refused: this proves nothing")
	}
	until, err := all[0].Delivery.ClosedPace(t.Context(), "say:keepsake:chat:7")
	if err != nil || until.Sub(flooded) < 1900*time.Millisecond || until.Sub(flooded) > 4*time.Second {
		t.Errorf("the chat is closed for all until %s (%v), refused at %s", until, err, flooded)
	}
}

// TestAReminderComesOnce: three processes tick at the same time, and one even without
// asking for the lease.
func TestAReminderComesOnce(t *testing.T) {
	w := newWorld(t)
	w.config.DatabaseURL = settings.Secret(storetest.PostgresURL(t))
	var all []*app.App
	for range 3 {
		all = append(all, w.beside())
	}
	const tasks = 20
	at := time.Now().Add(time.Hour)
	for i := range tasks {
		_, err := all[0].Tasks.Create(t.Context(), actor.OfSystem(), task.Draft{Store: "keepsake", Person: people.ID(7), Title: fmt.Sprint("Task ", i),
			Due: at.UTC().Format("2006-01-02 15:04"), Zone: time.UTC, Bot: "keepsake", Chat: 7})
		must(t, err)
	}
	var each errgroup.Group
	for _, a := range all {
		each.Go(func() error { a.Upkeep(t.Context()); return nil })
		each.Go(func() error { _, err := a.Tasks.Remind(t.Context(), actor.OfSystem(), at.Add(time.Minute)); return err })
	}
	must(t, each.Wait())
	n, err := all[0].Delivery.Unsettled(t.Context(), "keepsake")
	if n != tasks || err != nil {
		t.Errorf("%d tasks, %d reminders (%v)", tasks, n, err)
	}
}

// eventually looks again and again until cond holds.
func eventually(t *testing.T, what string, cond func() bool) {
	t.Helper()
	ctx := within(t)
	for !cond() {
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			t.Fatalf("never: %s", what)
		}
	}
}
