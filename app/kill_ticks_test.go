package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store/storetest"
	"keepsake/trust"
)

// Issues 11 and 12, Proof: three processes on one PostgreSQL, their clocks ten minutes apart, read, merge and do upkeep at
// every tick. In every other tick one of them freezes while it waits for a model, and wakes when its lease is over and others
// have done its work. Each fact is one memory of one change, each directive and suggestion is kept once, each of them is told
// once, and each version of a digest is told once. `make kill` plays at least 100 ticks.
func TestKillTicks(t *testing.T) {
	t.Parallel()
	ticks := 9
	if s := os.Getenv("KEEPSAKE_KILLS"); s != "" {
		n, err := strconv.Atoi(s)
		must(t, err)
		ticks = max(100, n)
	}
	w := newTicking(t)
	for n := range ticks {
		if n%peopleTicks == 0 {
			w.begin()
		}
		w.say(n)
		w.later(time.Duration(12+rand.IntN(60)) * time.Minute)
		w.tick(n)
	}
	for range 4 { // what was put off or waits for the night
		w.later(25 * time.Hour)
		for _, r := range w.machines {
			w.work(r)
		}
	}
	w.judge(ticks)
}

// peopleTicks is how many ticks the same two people are spoken with.
const peopleTicks = 6

type tickingWorld struct {
	*world
	machines [3]*machine
	rounds   []tickingRound
	froze    int // how often a process froze in its work
	taken    int // how often others did work meanwhile
}

// tickingRound is a person and a group of theirs, and what was said in both.
type tickingRound struct {
	name     string
	person   *simulator.Person
	group    *simulator.Group
	own      session.Session
	together session.Session
	said     []int
}

// machine is one process: an app whose clock is wrong, and whose way to the model can freeze.
type machine struct {
	*app.App
	mu      sync.Mutex
	frozen  chan struct{} // closed when it wakes; nil = awake
	passes  int           // how many calls a frozen one still makes
	entered chan struct{} // receives when a call of the frozen one arrives
}

func newTicking(t *testing.T) *tickingWorld {
	w := &tickingWorld{world: newDigesting(t, "auto")}
	w.config.DatabaseURL = settings.Secret(storetest.PostgresURL(t))
	w.config.LongTerm.Shards, w.config.Telegram.GroupRate = true, 10_000
	w.config.LongTerm.Digests.Threshold, w.config.LongTerm.Digests.ShardSuggestions = 3, 3
	w.config.LongTerm.WritePolicy.PerHour, w.config.LongTerm.WritePolicy.PerSession = 0, 0
	w.model.Close()
	w.model = scripted.New(scripted.Options{Brain: scripted.BrainFunc(listEverything), Key: "sk-the-key", Models: []string{scripted.DefaultModel, "gpt-4o-mini", "gpt-4o"}})
	t.Cleanup(w.model.Close)
	target, err := url.Parse(w.model.URL())
	must(t, err)
	log := slog.New(slog.NewTextHandler(w, nil))
	for i, skew := range []time.Duration{-10 * time.Minute, 0, 10 * time.Minute} {
		m := &machine{entered: make(chan struct{}, 100)}
		forward := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(&url.URL{Scheme: target.Scheme, Host: target.Host}) }}
		gate := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			m.pass()
			forward.ServeHTTP(rw, r)
		}))
		t.Cleanup(gate.Close)
		c := w.config
		c.Model.BaseURL = gate.URL + target.Path
		m.App, err = app.New(t.Context(), c, app.Options{Log: log, Now: func() time.Time { return w.now().Add(skew) }})
		must(t, err)
		t.Cleanup(func() { m.Close() })
		w.machines[i] = m
	}
	w.config.Model.BaseURL = w.model.URL()
	return w
}

// pass holds a call of a frozen process until it wakes.
func (m *machine) pass() {
	m.mu.Lock()
	frozen := m.frozen
	m.passes--
	passes := m.passes >= 0
	m.mu.Unlock()
	if frozen != nil && !passes {
		m.entered <- struct{}{}
		<-frozen
	}
}

func (m *machine) freeze() (wake func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	frozen := make(chan struct{})
	m.frozen, m.passes = frozen, rand.IntN(3)
	return sync.OnceFunc(func() {
		m.mu.Lock()
		m.frozen = nil
		m.mu.Unlock()
		close(frozen)
	})
}

// begin lets another person and another group speak from now on.
func (w *tickingWorld) begin() {
	w.t.Helper()
	ctx, a, n := w.t.Context(), w.machines[1], int64(len(w.rounds))
	r := tickingRound{name: fmt.Sprintf("Ann%d", n)}
	r.person = w.tg.Person(101+n, r.name)
	r.group = w.tg.Group(-100500-n, "Kitchen").Join(r.person).Promote(r.person).AddBot(r.person)
	id := people.ID(r.person.ID())
	_, err := a.People.See(ctx, actor.OfSystem(), people.Person{ID: id, Name: r.name})
	must(w.t, err)
	r.own, err = a.Sessions.Begin(ctx, actor.OfSystem(), session.Place{Bot: "keepsake", Chat: r.person.ID()}, id, "keepsake", false)
	must(w.t, err)
	r.together, err = a.Sessions.Begin(ctx, actor.OfSystem(), session.Place{Bot: "keepsake", Chat: r.group.ID()}, "", "keepsake", false)
	must(w.t, err)
	here := w.scopeOf(r)
	_, err = a.Shards.Make(ctx, actor.Actor{Kind: actor.Person, ID: id, Standing: actor.Admin}, here, "Trip", "what we take")
	must(w.t, err)
	r.person.Say("/help") // a bot may write to who wrote to it
	w.rounds = append(w.rounds, r)
	w.later(time.Hour) // whatever clock dates the first message, the shard is older
}

func (w *tickingWorld) scopeOf(r tickingRound) scope.Scope {
	return scope.Scope{Store: "keepsake", Kind: scope.Group, ID: people.ID(r.group.ID())}
}

// say has the person of the present round say a fact and a wish in private, and something to take along in the group.
func (w *tickingWorld) say(n int) {
	w.t.Helper()
	r := &w.rounds[len(w.rounds)-1]
	r.said = append(r.said, n)
	w.turn(*r, r.own, ofPerson(r.person), fmt.Sprintf("I collect stamps of %d. Always write about heron%d.", 1000+n, n))
	w.turn(*r, r.own, ofPerson(r.person), "Thank you.")
	w.turn(*r, r.together, w.scopeOf(*r), fmt.Sprintf("we could take tent%d", n))
	w.turn(*r, r.together, w.scopeOf(*r), "Thank you.")
}

// turn stores a message and its answer as the end of a turn does.
func (w *tickingWorld) turn(r tickingRound, x session.Session, owner scope.Scope, words string) {
	w.t.Helper()
	ctx, a := w.t.Context(), w.machines[rand.IntN(3)]
	id := people.ID(r.person.ID())
	must(w.t, a.DB.InTx(ctx, func(ctx context.Context) error {
		ms, err := a.Sessions.Append(ctx, actor.OfSystem(), x.ID,
			session.Message{Role: session.User, Content: words, Trust: trust.Person, Author: id, Name: r.name},
			session.Message{Role: session.Assistant, Content: "I see.", Trust: trust.Bot})
		if err != nil {
			return err
		}
		known, err := a.People.Get(ctx, id)
		if err != nil {
			return err
		}
		t := session.Turn{SessionID: x.ID}
		of := func(session.Session) []scope.Scope { return []scope.Scope{owner} }
		if _, err := a.Agent.Ingest.EndTurn(ctx, t, ms, known, of); err != nil {
			return err
		}
		return a.Agent.Forming.EndTurn(ctx, t, ms, known, of)
	}))
}

// work does everything that is due by the clock of a process, and returns how many readings and merges that were.
func (w *tickingWorld) work(m *machine) (jobs int) {
	ctx := w.t.Context()
	m.Upkeep(ctx)
	both := []func(context.Context) (int, error){m.Agent.Ingest.Work, m.Agent.Forming.Work}
	if rand.IntN(2) == 0 {
		slices.Reverse(both)
	}
	for _, do := range both {
		n, err := do(ctx)
		if jobs += n; err != nil {
			w.t.Error(err)
		}
	}
	return jobs
}

// tick lets all processes do what is due, side by side. Every other time one of them freezes in it until the others have
// done everything, also what it had claimed.
func (w *tickingWorld) tick(n int) {
	w.t.Helper()
	order := rand.Perm(3)
	leader, others := w.machines[order[0]], []*machine{w.machines[order[1]], w.machines[order[2]]}
	together := func(ms ...*machine) int64 {
		var all sync.WaitGroup
		var jobs atomic.Int64
		for _, m := range ms {
			all.Go(func() { jobs.Add(int64(w.work(m))) })
		}
		all.Wait()
		return jobs.Load()
	}
	if n%2 == 1 {
		together(append(others, leader)...)
		return
	}
	wake, done := leader.freeze(), make(chan struct{})
	defer wake()
	go func() { defer close(done); w.work(leader) }()
	select {
	case <-leader.entered:
		w.froze++
	case <-done: // nothing was due by its clock
		together(others...)
		return
	case <-time.After(time.Minute):
		w.t.Fatal("the leader does nothing")
	}
	w.later(25 * time.Minute) // also by the clock that is slow, its claims are over
	if together(others...) > 0 {
		w.taken++
	}
	wake()
	<-done
}

var (
	tickFacts   = regexp.MustCompile(`I collect stamps of (\d+)`)
	tickWishes  = regexp.MustCompile(`Always write about heron\d+`)
	tickTents   = regexp.MustCompile(`(?m)^(\d+)\. .*(we could take tent\d+)`)
	tickSources = regexp.MustCompile(`(?m)^([kn]\d+): "([^"]*)"$`)
)

// listEverything is a model that finds everything that is said, and merges nothing.
func listEverything(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
	system, asked := p.Messages[0].Content, p.Messages[len(p.Messages)-1].Content
	list, answer := []any{}, map[string]any{"reasoning": ""}
	switch {
	case strings.Contains(system, reader):
		for _, f := range tickFacts.FindAllStringSubmatch(asked, -1) {
			list = append(list, map[string]any{"quote": f[0], "fact": "User collects stamps of " + f[1], "type": "profile", "fact_key": "stamps of " + f[1], "subject": "", "confidence": 0.9, "importance": 0.5})
		}
		answer["facts"] = list
	case strings.Contains(system, "You compare pairs of notes"):
		for i := range strings.Count(asked, "Pair ") {
			list = append(list, map[string]any{"pair": i + 1, "relation": "unrelated"})
		}
		answer["relations"] = list
	case strings.Contains(system, former):
		for _, d := range tickWishes.FindAllString(asked, -1) {
			list = append(list, map[string]any{"quote": d, "directive": d})
		}
		answer["directives"], answer["episode"] = list, "They spoke of stamps"
	case strings.Contains(system, shardReader):
		for _, m := range tickTents.FindAllStringSubmatch(asked, -1) {
			list = append(list, map[string]any{"message": json.Number(m[1]), "quote": m[2], "text": m[2]})
		}
		answer["facts"], answer["suggestions"] = []any{}, list
	default:
		for _, m := range tickSources.FindAllStringSubmatch(asked, -1) {
			list = append(list, map[string]any{"text": m[2], "from": []string{m[1]}})
		}
		answer["lines"], answer["dropped"] = list, []any{}
	}
	b, err := json.Marshal(answer)
	return scripted.Answer{Text: string(b)}, err
}
