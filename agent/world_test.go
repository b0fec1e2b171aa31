package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/shortid"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/task"
	"keepsake/templates"
	"keepsake/tool"
	"keepsake/toolset/memorytools"
	"keepsake/trust"
)

// world is the agent with everything real below it: SQLite in a file, the services, the
// memory tools, and a model behind HTTP that does what the test's rules say.
type world struct {
	t     *testing.T
	path  string
	db    *store.DB
	model *scripted.Server
	rules *scripted.Rules
	agent *agent.Agent
	tools []tool.Tool

	embeds  bool // an embedder is set, from the next open on
	indexer *recall.Indexer

	mu      sync.Mutex
	now     time.Time
	updates int64
	claim   delivery.Claim
	cfg     agent.Config
}

var place = session.Place{Bot: "keepsake", Chat: 42}

var alice = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:42"}

func newWorld(t *testing.T, cfg agent.Config, tools ...tool.Tool) *world {
	t.Helper()
	w := &world{
		t: t, path: storetest.SQLiteFile(t), rules: scripted.NewRules(), cfg: cfg, tools: tools,
		now: time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC),
	}
	w.model = scripted.New(scripted.Options{Brain: w.rules})
	t.Cleanup(func() {
		w.model.Close()
		if v := w.model.Violations(); len(v) > 0 {
			t.Errorf("the endpoint was spoken to wrongly: %v", v)
		}
	})
	w.open()
	if _, err := w.agent.People.See(t.Context(), actor.OfSystem(), people.Person{ID: "telegram:42", Name: "Alice"}); err != nil {
		t.Fatal(err)
	}
	return w
}

// open makes the agent over the database file: at the start, and again as a restart.
func (w *world) open() {
	w.t.Helper()
	if w.db != nil {
		if err := w.db.Close(); err != nil {
			w.t.Fatal(err)
		}
	}
	w.db = storetest.OpenSQLite(w.t, w.path)
	words, err := templates.LoadWords()
	if err != nil {
		w.t.Fatal(err)
	}
	memories := memory.New(memory.Config{Store: w.db.Memories(), Now: w.clock, Key: []byte("key")})
	recaller := &recall.Service{Memories: memories, Vectors: w.db.Vectors(), Now: w.clock}
	if w.embeds {
		recaller.Embedder = openai.NewEmbedder(openai.EmbedConfig{Endpoint: openai.Endpoint{BaseURL: w.model.URL(), APIKey: "test", Model: scripted.DefaultEmbedModel}})
	}
	w.indexer = &recall.Indexer{Vectors: recaller.Vectors, Embedder: recaller.Embedder, Store: "keepsake", Now: w.clock}
	set := &memorytools.Toolset{Memory: memories, Sessions: w.db.Sessions(), Recall: recaller}
	registry, err := tool.NewRegistry(append(set.Tools(), w.tools...)...)
	if err != nil {
		w.t.Fatal(err)
	}
	w.agent = &agent.Agent{
		Name:     "keepsake",
		Chat:     openai.New(openai.Config{Endpoint: openai.Endpoint{BaseURL: w.model.URL(), APIKey: "test", Model: scripted.DefaultModel}}),
		Sessions: session.New(session.Config{Store: w.db.Sessions(), Now: w.clock}),
		Memory:   memories,
		Recall:   recaller,
		Delivery: delivery.New(delivery.Config{Store: w.db.Deliveries(), Now: w.clock}),
		People:   people.New(people.Config{Store: w.db.People(), Now: w.clock}),
		Words:    words, Tools: registry, Tx: w.db, Config: w.cfg, Now: w.clock,
	}
}

// restart is the end of this process and the start of another.
func (w *world) restart() {
	w.t.Helper()
	w.open()
	w.claim = delivery.Claim{}
}

// clock moves on by a little with every look, so that no two things are at one time.
func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(time.Millisecond)
	return w.now
}

func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

func (w *world) ok(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// arrive puts an update into the inbox, takes the lane, and returns what to open a turn
// with.
func (w *world) arrive(said ...string) agent.Incoming {
	w.t.Helper()
	ctx := w.t.Context()
	w.updates++
	lane := delivery.Lane(place.Bot, place.Chat, place.Topic)
	_, err := w.agent.Delivery.Receive(ctx, []delivery.Update{{
		Bot: place.Bot, UpdateID: w.updates, Lane: lane, Chat: place.Chat, Person: "telegram:42",
		Payload: []byte("{}"), ReceivedAt: w.clock(), DueAt: w.clock(), State: delivery.Waiting,
	}})
	w.ok(err)
	if w.claim.Lane == "" {
		w.take()
	}
	rows, err := w.agent.Delivery.LaneUpdates(ctx, lane)
	w.ok(err)
	in := agent.Incoming{Claim: w.claim, Place: place, UpdateIDs: []int64{rows[len(rows)-1].ID}, ReplyTo: w.updates}
	in.Person, err = w.agent.People.Get(ctx, "telegram:42")
	w.ok(err)
	for _, s := range said {
		in.Messages = append(in.Messages, session.Message{
			Content: s, Trust: trust.Person, Author: "telegram:42", External: w.updates, At: w.clock(),
		})
	}
	return in
}

// take claims the lane for a new owner, as after a crash or a takeover.
func (w *world) take() {
	w.t.Helper()
	ctx := w.t.Context()
	w.ok(w.agent.Delivery.ReleaseAll(ctx))
	c, ok, err := w.agent.Delivery.ClaimLane(ctx, place.Bot, fmt.Sprint("owner", w.updates), w.clock().Add(time.Hour), time.Hour)
	w.ok(err)
	if !ok {
		w.t.Fatal("no lane to claim")
	}
	w.claim = c
}

// say lets the person say something and returns the turn and what its reply shows.
func (w *world) say(said ...string) (session.Turn, delivery.Body) {
	w.t.Helper()
	turn, err := w.agent.Open(w.t.Context(), w.arrive(said...))
	w.ok(err)
	w.ok(w.agent.RespondTo(w.t.Context(), w.claim, turn, &view{}))
	return w.reply(turn.ID)
}

func (w *world) reply(turnID string) (session.Turn, delivery.Body) {
	w.t.Helper()
	turn, err := w.agent.Sessions.Turn(w.t.Context(), turnID)
	w.ok(err)
	out, err := w.agent.Delivery.Out(w.t.Context(), turn.ReplyID)
	w.ok(err)
	if !turn.IsUnfinished() && out.State != delivery.Ready {
		w.t.Errorf("the turn is %s, its reply %s", turn.State, out.State)
	}
	if n := len(w.waiting()); !turn.IsUnfinished() && n > 0 {
		w.t.Errorf("%d inbox rows wait still", n)
	}
	return turn, out.Body
}

func (w *world) waiting() []delivery.Update {
	w.t.Helper()
	rows, err := w.agent.Delivery.LaneUpdates(w.t.Context(), w.claim.Lane)
	w.ok(err)
	return rows
}

func (w *world) session() session.Session {
	w.t.Helper()
	s, err := w.agent.Sessions.Current(w.t.Context(), place, "telegram:42")
	w.ok(err)
	return s
}

func (w *world) remember(content, category, subject string) memory.Memory {
	w.t.Helper()
	m, _, err := w.agent.Memory.Add(w.t.Context(), actor.Actor{Kind: actor.Person, ID: "telegram:42"}, memory.Draft{
		Scope: alice, Content: content, Category: category, Subject: subject, Importance: 0.5, // equal: the newest stay shown
	})
	w.ok(err)
	return m
}

func (w *world) known() []memory.Memory {
	w.t.Helper()
	ms, _, err := w.agent.Memory.List(w.t.Context(), memory.ActiveQuery(alice))
	w.ok(err)
	return ms
}

// prompts returns the prompts asked so far as the endpoint got them.
func (w *world) prompts() []scripted.Request { return w.model.Requests() }

func (w *world) last() scripted.Prompt {
	w.t.Helper()
	all := w.prompts()
	if len(all) == 0 {
		w.t.Fatal("nothing was asked")
	}
	return all[len(all)-1].Prompt
}

// head and late are the two system messages of a prompt.
func head(p scripted.Prompt) string { return p.Messages[0].Content }

func late(p scripted.Prompt) string {
	for _, m := range p.Messages[1:] {
		if m.Role == "system" {
			return m.Content
		}
	}
	return ""
}

// view notes what it is shown.
type view struct {
	mu    sync.Mutex
	texts []string
	slow  chan struct{}
	on    func(whole string)
}

func (v *view) Text(whole string) {
	v.mu.Lock()
	v.texts = append(v.texts, whole)
	v.mu.Unlock()
	if v.on != nil {
		v.on(whole)
	}
}

func (v *view) Rest() {}

func (v *view) Slow() {
	if v.slow != nil {
		close(v.slow)
	}
}

func (v *view) shown() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.texts) == 0 {
		return ""
	}
	return v.texts[len(v.texts)-1]
}

// counter is a domain tool that writes through the store (a task a call), so that a test
// sees what was done twice or rolled back.
type counter struct {
	w    *world
	name string
	hook func(ctx context.Context, c tool.Call) error // after the write
}

func (c *counter) tool(tags ...string) tool.Tool {
	return tool.Tool{
		Def: llm.Tool{
			Name: c.name, Description: "Notes something to do.",
			Schema: json.RawMessage(`{"type":"object","properties":{"title":{"type":"string","description":"What to do"}}}`),
		},
		Tags: tags, Risk: tool.RiskLow,
		Run: func(ctx context.Context, call tool.Call) (tool.Result, error) {
			var args struct{ Title string }
			if err := json.Unmarshal(call.Args, &args); err != nil {
				return tool.Result{}, fault.New(fault.Invalid, "no title")
			}
			err := c.w.db.Tasks().Insert(ctx, task.Task{
				ID: shortid.New(8), Person: call.Actor.ID, Store: "keepsake", Title: args.Title,
				CreatedAt: call.Now, SourceTurn: call.Actor.TurnID, SourceCall: call.Actor.CallID,
			})
			if err != nil {
				return tool.Result{}, err
			}
			if c.hook != nil {
				if err := c.hook(ctx, call); err != nil {
					return tool.Result{}, err
				}
			}
			return tool.Result{Content: "Noted: " + args.Title}, nil
		},
	}
}

func (w *world) tasks() []string {
	w.t.Helper()
	ts, err := w.db.Tasks().List(w.t.Context(), "keepsake", "telegram:42", false, 0, 0)
	w.ok(err)
	out := make([]string, len(ts))
	for i, x := range ts {
		out[i] = x.Title
	}
	return out
}

var errBoom = errors.New("boom")

func has(t *testing.T, what, s string, words ...string) {
	t.Helper()
	for _, x := range words {
		if !strings.Contains(s, x) {
			t.Errorf("%s lacks %q:\n%s", what, x, tail(s))
		}
	}
}

func lacks(t *testing.T, what, s string, words ...string) {
	t.Helper()
	for _, x := range words {
		if strings.Contains(s, x) {
			t.Errorf("%s holds %q:\n%s", what, x, tail(s))
		}
	}
}

func tail(s string) string { return s[max(0, len(s)-1200):] }
