package metrics_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/metrics"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
)

// world is a registry over a real database, with a clock of its own.
type world struct {
	t   *testing.T
	m   *metrics.Metrics
	db  *store.DB
	now time.Time
}

func newMetrics(now func() time.Time) *metrics.Metrics {
	return metrics.New(metrics.Options{Kinds: []string{"message"}, Jobs: []string{"reminders"}, Now: now})
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, db: storetest.SQLite(t), now: time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)}
	w.m = newMetrics(func() time.Time { return w.now })
	w.m.Watch(metrics.Standing{
		Bots: []metrics.Bot{{Name: "k", Heard: func() time.Time { return time.Now().Add(-time.Minute) }}},
		Backlog: func(ctx context.Context, bot string) (delivery.Backlog, error) {
			return w.db.Deliveries().Backlog(ctx, bot)
		},
		Embeddings: func(context.Context) (recall.Backlog, error) { return recall.Backlog{Waiting: 3, Failing: 1}, nil },
	})
	w.m.WatchCondition(metrics.Condition{
		BackupAge: func() float64 { return 3600 }, BackupEvery: 24 * time.Hour,
		Ailments: []string{"full", "gone"}, Ailment: func() string { return "full" },
		Troubles: []string{"key", "credit"}, IsBroken: func(trouble string) bool { return trouble == "key" },
		Owed:          func() int { return 17 },
		JournalFaults: []string{"damaged", "lost", "key", "unreadable"}, JournalFault: func(cause string) float64 { return float64(len(cause)) },
	})
	// One origin that only appears with the first memory.
	_, _, err := w.memories().Add(t.Context(), actor.OfPerson(owner.ID), memory.Draft{Scope: owner, Content: "Cleo plays chess"})
	must(t, err)
	return w
}

// memories returns the service of one process, counted by w.
func (w *world) memories() *memory.Service {
	return memory.New(memory.Config{
		Store: w.db.Memories(), Now: func() time.Time { return w.now }, Key: []byte("k"), OnChange: w.m.Changed, OnDecision: w.m.Decided,
	})
}

var owner = scope.Scope{Store: "k", Kind: scope.User, ID: "telegram:7"}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (w *world) scrape() string {
	rec := httptest.NewRecorder()
	w.m.Handler().ServeHTTP(rec, httptest.NewRequest("GET", "/metrics", nil))
	if rec.Code != 200 {
		w.t.Fatalf("HTTP %d: %s", rec.Code, rec.Body)
	}
	return rec.Body.String()
}

// tells fails the test unless the page has each series with its value.
func (w *world) tells(want ...string) {
	w.t.Helper()
	page := "\n" + w.scrape()
	for _, line := range want {
		if !strings.Contains(page, "\n"+line+"\n") {
			name, _, _ := strings.Cut(line, " ")
			name, _, _ = strings.Cut(name, "{")
			w.t.Errorf("want %s, have %q", line, lines(page, name))
		}
	}
}

// deliveries returns the service of one process, counted by w.
func (w *world) deliveries() *delivery.Service {
	return delivery.New(delivery.Config{Store: w.db.Deliveries(), Now: func() time.Time { return w.now }, Events: w.m.Deliveries()})
}

func update(id int64, kind string, received time.Time) delivery.Update {
	return delivery.Update{
		Bot: "k", UpdateID: id, Kind: kind, Lane: "k:7:0", Chat: 7, Person: owner.ID, Payload: []byte("{}"),
		ReceivedAt: received, DueAt: received, State: delivery.Waiting,
	}
}

var errNo = errors.New("no")

// TestUpdates: in, repeated, worked off, given up, each by kind and once.
func TestUpdates(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	d := w.deliveries()
	us := []delivery.Update{
		update(1, "message", w.now), update(2, "message", w.now), update(3, "other", w.now), update(4, "message", w.now),
	}
	dead := update(5, "", w.now)
	dead.State = delivery.DeadMail
	for range 2 {
		_, err := d.Receive(ctx, append(us, dead))
		must(t, err)
	}
	w.tells(
		`keepsake_updates_received_total{kind="message"} 6`, `keepsake_updates_received_total{kind="other"} 2`,
		`keepsake_updates_received_total{kind="undecodable"} 2`, `keepsake_updates_repeated_total 5`,
		`keepsake_inbox_waiting{bot="k"} 4`, `keepsake_inbox_lanes{bot="k"} 1`, `keepsake_inbox_lane_depth_max{bot="k"} 4`, `keepsake_dead_letters{bot="k"} 1`,
		`keepsake_updates_handled_total{kind="message"} 0`,
	)
	w.now = w.now.Add(3 * time.Second)
	rows, err := d.LaneUpdates(ctx, "k:7:0")
	must(t, err)
	_, err = d.Assign(ctx, []int64{rows[0].ID}, "turn")
	must(t, err)
	w.tells(`keepsake_inbox_oldest_seconds{bot="k"} 3`,
		`keepsake_turn_seconds_count{part="waiting"} 1`, `keepsake_turn_seconds_sum{part="waiting"} 3`)
	must(t, d.FinishTurn(ctx, "turn"))
	must(t, d.Finish(ctx, []int64{rows[0].ID, rows[2].ID})) // the first is done already
	must(t, d.Bury(ctx, []int64{rows[1].ID}, "poison"))
	if err := w.db.InTx(ctx, func(ctx context.Context) error {
		return errors.Join(d.Bury(ctx, []int64{rows[3].ID}, "poison"), errNo)
	}); !errors.Is(err, errNo) {
		t.Fatal(err)
	}
	w.tells(
		`keepsake_updates_handled_total{kind="message"} 1`, `keepsake_updates_handled_total{kind="other"} 1`,
		`keepsake_updates_buried_total{kind="message"} 1`, `keepsake_dead_letters{bot="k"} 2`, `keepsake_inbox_waiting{bot="k"} 1`,
	)
}

// H7: what is erased was not handled.
func TestErasedUpdatesAreNotHandled(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	d := w.deliveries()
	_, err := d.Receive(ctx, []delivery.Update{update(1, "message", w.now)})
	must(t, err)
	_, err = d.LaneUpdates(ctx, "k:7:0")
	must(t, err)
	e, err := d.Erase(ctx, actor.OfPerson(owner.ID), owner)
	if err != nil || e.Updates != 1 {
		t.Fatal(e, err)
	}
	_, err = d.LaneUpdates(ctx, "k:7:0")
	must(t, err)
	w.tells(`keepsake_updates_handled_total{kind="message"} 0`)
}

// H7: an update that is finished just before its lane is given back counts.
func TestUpdatesFinishedBeforeReleaseAreHandled(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	d := w.deliveries()
	_, err := d.Receive(ctx, []delivery.Update{update(1, "message", w.now)})
	must(t, err)
	claim, ok, err := d.ClaimLane(ctx, "k", "me", w.now, time.Minute)
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	rows, err := d.LaneUpdates(ctx, "k:7:0")
	must(t, err)
	must(t, d.Finish(ctx, []int64{rows[0].ID}))
	must(t, d.Release(ctx, claim))
	w.tells(`keepsake_updates_handled_total{kind="message"} 1`)
}

// H7: a second process that has looked at an update does not count it again.
func TestUpdatesAreHandledInOneProcess(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	first := w.deliveries()
	other := newMetrics(func() time.Time { return w.now })
	second := delivery.New(delivery.Config{Store: w.db.Deliveries(), Events: other.Deliveries()})
	_, err := first.Receive(ctx, []delivery.Update{update(1, "message", w.now), update(2, "message", w.now)})
	must(t, err)
	var rows []delivery.Update
	look := func() {
		for _, d := range []*delivery.Service{second, first} {
			rows, err = d.LaneUpdates(ctx, "k:7:0")
			must(t, err)
		}
	}
	look()
	must(t, first.Finish(ctx, []int64{rows[0].ID}))
	must(t, first.Bury(ctx, []int64{rows[1].ID}, "poison"))
	look()
	must(t, second.Finish(ctx, []int64{1, 2}))
	w.tells(`keepsake_updates_handled_total{kind="message"} 1`, `keepsake_updates_buried_total{kind="message"} 1`)
	(&world{t: t, m: other}).tells(`keepsake_updates_handled_total{kind="message"} 0`, `keepsake_updates_buried_total{kind="message"} 0`)
}

// H7: what waits for a closed chat fails, each message once, and nothing is left of it that
// a later event could count.
func TestMessagesOfAClosedChatFail(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	d := w.deliveries()
	for range 2 {
		_, err := d.Put(ctx, delivery.Outgoing{Bot: "k", Chat: 7, Kind: delivery.Send})
		must(t, err)
	}
	due, err := d.ClaimOut(ctx, "k", "me", w.now, w.now, nil, 10)
	must(t, err)
	claimed := due.Messages
	n, err := d.FailChat(ctx, "k", 7, "closed")
	if n != 2 || err != nil || len(claimed) != 1 {
		t.Fatal(n, err, claimed)
	}
	n, err = d.FailChat(ctx, "k", 7, "closed")
	if n != 0 || err != nil {
		t.Error(n, err)
	}
	w.tells(`keepsake_messages_total{kind="send",outcome="failed"} 2`, `keepsake_messages_total{kind="send",outcome="sent"} 0`)
}

// TestMessages: by what became of each attempt; the delivery of an answer is measured
// from its commit, however often it was tried, by whichever process.
func TestMessages(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	d := w.deliveries()
	put := func(kind delivery.Kind, chat int64) int64 {
		id, err := d.Put(ctx, delivery.Outgoing{Bot: "k", Chat: chat, Kind: kind, State: delivery.Ready, DueAt: w.now, TurnID: string(kind)})
		must(t, err)
		return id
	}
	reply, err := d.Put(ctx, delivery.Outgoing{Bot: "k", Chat: 1, Kind: delivery.Reply, State: delivery.Drafting, TurnID: "turn"})
	must(t, err)
	send, edit := put(delivery.Send, 2), put(delivery.Edit, 3)
	w.now = w.now.Add(time.Second)
	must(t, d.Ready(ctx, reply, delivery.Body{Text: "x"}, w.now))
	w.now = w.now.Add(time.Second)
	w.tells(`keepsake_outbox_ready{bot="k"} 3`, `keepsake_outbox_lag_seconds{bot="k"} 2`)
	must(t, d.RetryOut(ctx, reply, w.now.Add(time.Second), "flood"))
	must(t, d.MarkFailed(ctx, send, "closed"))
	w.now = w.now.Add(3 * time.Second)
	again := w.deliveries() // after a restart
	must(t, again.MarkSent(ctx, reply, w.now))
	must(t, again.MarkSent(ctx, edit, w.now))
	if err := d.MarkSent(ctx, 999, w.now); !errors.Is(err, delivery.ErrNotFound) {
		t.Errorf("an error was swallowed: %v", err)
	}
	w.tells(
		`keepsake_messages_total{kind="reply",outcome="retried"} 1`, `keepsake_messages_total{kind="reply",outcome="sent"} 1`,
		`keepsake_messages_total{kind="send",outcome="failed"} 1`, `keepsake_messages_total{kind="edit",outcome="sent"} 1`,
		`keepsake_turn_seconds_count{part="delivery"} 1`, `keepsake_turn_seconds_sum{part="delivery"} 4`,
		`keepsake_outbox_ready{bot="k"} 0`, `keepsake_outbox_lag_seconds{bot="k"} 0`,
	)
}

// model answers what it is told to.
type model struct {
	resp llm.Response
	err  error
}

func (m model) Complete(context.Context, llm.Request, func(string, bool)) (llm.Response, error) {
	return m.resp, m.err
}

func TestModelCalls(t *testing.T) {
	w := newWorld(t)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	late, end := context.WithTimeout(t.Context(), 0)
	defer end()
	for _, c := range []struct {
		ctx context.Context
		model
	}{
		{t.Context(), model{resp: llm.Response{Content: "hi", Usage: llm.Usage{Prompt: 100, Cached: 60, Answer: 7, Cost: 0.25}}}},
		{t.Context(), model{resp: llm.Response{Usage: llm.Usage{Prompt: 1, Cached: -1, Cost: -1}}}}, // a wild endpoint
		{t.Context(), model{err: fault.New(fault.Unavailable, "away")}},
		{t.Context(), model{err: fault.New(fault.Limited, "slow down")}},
		{t.Context(), model{err: llm.ErrTooLong}},
		{stopped, model{err: fault.New(fault.Unavailable, "cut")}},
		{late, model{err: fault.New(fault.Unavailable, "timed out")}},
	} {
		resp, err := w.m.Chat("k", c.model).Complete(c.ctx, llm.Request{}, nil)
		if !errors.Is(err, c.err) || resp.Content != c.resp.Content {
			t.Errorf("the answer was changed: %v %v", resp, err)
		}
	}
	w.m.Answered(2*time.Second, 30*time.Millisecond)
	w.tells(
		`keepsake_model_calls_total{bot="k",outcome="ok"} 2`, `keepsake_model_calls_total{bot="k",outcome="unavailable"} 2`,
		`keepsake_model_calls_total{bot="k",outcome="limited"} 1`, `keepsake_model_calls_total{bot="k",outcome="invalid"} 1`,
		`keepsake_model_calls_total{bot="k",outcome="stopped"} 1`, `keepsake_model_calls_total{bot="k",outcome="denied"} 0`,
		`keepsake_model_tokens_total{bot="k",kind="prompt"} 101`, `keepsake_model_tokens_total{bot="k",kind="cached"} 60`,
		`keepsake_model_tokens_total{bot="k",kind="answer"} 7`, `keepsake_model_cost_total{bot="k"} 0.25`, `keepsake_model_call_seconds_count 2`,
		`keepsake_turn_seconds_sum{part="model"} 2`, `keepsake_turn_seconds_sum{part="own"} 0.03`,
	)
}

// TestTurnsAndMemories: what was rolled back is not counted.
func TestTurnsAndMemories(t *testing.T) {
	w, ctx := newWorld(t), t.Context()
	svc := session.New(session.Config{Store: w.db.Sessions(), Events: w.m.Sessions(), Now: func() time.Time { return w.now }})
	s, err := svc.Begin(ctx, actor.OfSystem(), session.Place{Bot: "k", Chat: 7}, "telegram:7", "k", false)
	must(t, err)
	for _, state := range []session.TurnState{
		session.TurnOpen, session.TurnWaiting, session.TurnWaiting, session.TurnAnswered, session.TurnStopped, session.TurnGivenUp, session.TurnAnswered,
	} {
		turn := svc.NewTurn(s.ID, "k:7:0", "telegram:7")
		err := svc.OpenTurn(ctx, actor.OfSystem(), turn)
		must(t, err)
		turn.State = state
		must(t, svc.SaveTurn(ctx, actor.OfSystem(), turn))
	}
	ms := w.memories()
	who := actor.Actor{Kind: actor.Tool, ID: "telegram:7"}
	add := func(ctx context.Context, content string) error {
		_, _, err := ms.Add(ctx, who, memory.Draft{Scope: owner, Content: content, Category: "context"})
		return err
	}
	must(t, add(ctx, "Ann likes tea"))
	err = w.db.InTx(ctx, func(ctx context.Context) error {
		turn := svc.NewTurn(s.ID, "k:7:0", "telegram:7")
		err := svc.OpenTurn(ctx, actor.OfSystem(), turn)
		turn.State = session.TurnAnswered
		return errors.Join(err, svc.SaveTurn(ctx, actor.OfSystem(), turn), add(ctx, "Ben drinks coffee"), errNo)
	})
	if !errors.Is(err, errNo) {
		t.Fatal(err)
	}
	_, err = ms.Propose(ctx, who, []scope.Scope{owner}, memory.Decision{Scope: owner, Op: memory.OpAdd, Content: "Dan sails"}, memory.Limits{})
	must(t, err)
	w.tells(
		`keepsake_turns_total{outcome="answered"} 2`, `keepsake_turns_total{outcome="stopped"} 1`,
		`keepsake_turns_total{outcome="given_up"} 1`, `keepsake_turn_waits_total 2`,
		`keepsake_memory_writes_total{actor="tool",op="add"} 1`, `keepsake_memories_added_total{origin="explicit"} 2`,
		`keepsake_memory_decisions_total{state="open"} 1`,
	)
}

// TestDatabaseAway: the rest is still told.
func TestDatabaseAway(t *testing.T) {
	w := newWorld(t)
	w.tells(`keepsake_database_up 1`, `keepsake_inbox_oldest_seconds{bot="k"} 0`)
	must(t, w.db.Close())
	w.tells(`keepsake_database_up 0`, `keepsake_turn_waits_total 0`)
	page := w.scrape()
	if len(lines(page, "keepsake_inbox_waiting")) != 0 || len(lines(page, "keepsake_telegram_heard_seconds")) != 1 {
		t.Error("what is not known is told, or what is known is not")
	}
}

type embedder struct{ err error }

func (e embedder) Embed(context.Context, []string) (llm.Embeddings, error) {
	return llm.Embeddings{}, e.err
}
func (embedder) Identity() string { return "openai:x" }

// What runs in the background is seen: the embedding model by outcome, the queue before it,
// and the jobs of upkeep.
func TestBackground(t *testing.T) {
	w := newWorld(t)
	away := fault.New(fault.Unavailable, "away")
	for _, err := range []error{nil, nil, away} {
		e := w.m.Embedder("k", embedder{err})
		if _, got := e.Embed(t.Context(), []string{"x"}); got != err || e.Identity() != "openai:x" {
			t.Errorf("%v became %v", err, got)
		}
	}
	w.m.Upkept("reminders", nil)
	w.m.Upkept("reminders", away)
	w.m.Upkept("reminders", away)
	page := w.scrape()
	for _, want := range []string{
		`keepsake_embedding_calls_total{outcome="ok"} 2`, `keepsake_embedding_calls_total{outcome="unavailable"} 1`,
		`keepsake_upkeep_runs_total{job="reminders",outcome="done"} 1`, `keepsake_upkeep_runs_total{job="reminders",outcome="failed"} 2`,
		`keepsake_embedding_waiting 3`, `keepsake_embedding_failing 1`,
	} {
		if !strings.Contains(page, want+"\n") {
			t.Errorf("no %q", want)
		}
	}
}
