package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
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
// every tick. In a third of the ticks one of them is frozen (SIGSTOP) while it waits for a model, and wakes when its lease is
// over and others have done its work; in another third one is killed (SIGKILL) there or at any other moment, and started
// again. Each fact is one memory of one change, each directive and suggestion is kept once, each of them is told once, and each
// version of a digest is told once. `make kill` plays at least 100 ticks.
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
		w.pass(time.Duration(12+rand.IntN(60)) * time.Minute)
		w.tick(n)
	}
	for range 4 { // what was put off or waits for the night
		w.pass(25 * time.Hour)
		for _, p := range w.processes {
			w.works(p)
		}
	}
	w.judge(ticks)
}

// peopleTicks is how many ticks the same two people are spoken with.
const peopleTicks = 6

type tickingWorld struct {
	*world
	clock     string // see clockFile
	processes [3]*process
	front     [3]*app.App // with the clocks of the processes: what is said is stored through any of them
	rounds    []tickingRound
	froze     int // how often a process was frozen in its work
	taken     int // how often others did work meanwhile
	killed    int // how often one was killed in its work
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

func newTicking(t *testing.T) *tickingWorld {
	w := &tickingWorld{world: newDigesting(t, "auto"), clock: clockFile(t)}
	w.config.DatabaseURL = settings.Secret(storetest.PostgresURL(t))
	w.config.LongTerm.Shards, w.config.Telegram.GroupRate = true, 10_000
	w.config.LongTerm.Digests.Threshold, w.config.LongTerm.Digests.ShardSuggestions = 3, 3
	w.config.LongTerm.WritePolicy.PerHour, w.config.LongTerm.WritePolicy.PerSession = 0, 0
	w.model.Close()
	w.model = scripted.New(scripted.Options{Brain: scripted.BrainFunc(listEverything), Key: "sk-the-key", Models: []string{scripted.DefaultModel, "gpt-4o-mini", "gpt-4o"}})
	t.Cleanup(w.model.Close)
	w.config.Model.BaseURL = w.model.URL()
	w.pass(0)
	log := slog.New(slog.NewTextHandler(w, nil))
	for i, skew := range []time.Duration{-10 * time.Minute, 0, 10 * time.Minute} {
		var err error
		w.front[i], err = app.New(t.Context(), w.config, app.Options{Log: log, Now: func() time.Time { return w.now().Add(skew) }})
		must(t, err)
		t.Cleanup(func() { w.front[i].Close() })
		w.processes[i] = newProcess(t, w.config, w.clock, skew, w)
	}
	return w
}

// pass lets a time pass, also for the processes.
func (w *tickingWorld) pass(d time.Duration) {
	w.t.Helper()
	w.later(d)
	setClock(w.t, w.clock, time.Until(w.now()))
}

// begin lets another person and another group speak from now on.
func (w *tickingWorld) begin() {
	w.t.Helper()
	ctx, a, n := w.t.Context(), w.front[1], int64(len(w.rounds))
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
	w.pass(time.Hour) // whatever clock dates the first message, the shard is older
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
	ctx, a := w.t.Context(), w.front[rand.IntN(3)]
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

// works has a process do what is due, which nobody freezes or kills.
func (w *tickingWorld) works(p *process) (jobs int) {
	r, ok := p.work()
	if !ok || r.Error != "" {
		w.t.Errorf("a process ended by itself, or %s", r.Error)
	}
	return r.Jobs
}

// leftConnection is what the database answers who slept in a transaction for too long: it was taken back, with the connection.
var leftConnection = regexp.MustCompile(`refused: (SQLSTATE 25P03|away)`)

// tick lets all processes do what is due, side by side. One of them is frozen in it, killed in it, or neither.
func (w *tickingWorld) tick(n int) {
	w.t.Helper()
	order := rand.Perm(3)
	leader, others := w.processes[order[0]], []*process{w.processes[order[1]], w.processes[order[2]]}
	switch n % 3 {
	case 0:
		w.freeze(leader, others)
	case 1:
		w.kill(leader, others)
	default:
		w.worksTogether(append(others, leader))
	}
}

func (w *tickingWorld) worksTogether(ps []*process) int64 {
	var all sync.WaitGroup
	var jobs atomic.Int64
	for _, p := range ps {
		all.Go(func() { jobs.Add(int64(w.works(p))) })
	}
	all.Wait()
	return jobs.Load()
}

// freeze stops a process in its work until the others have done everything, also what it had claimed.
func (w *tickingWorld) freeze(leader *process, others []*process) {
	w.t.Helper()
	leader.arm(syscall.SIGSTOP)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if r, ok := leader.work(); !ok || r.Error != "" && !leftConnection.MatchString(r.Error) {
			w.t.Errorf("the frozen process ended by itself, or %s", r.Error)
		}
	}()
	select {
	case <-leader.struck:
		w.froze++
	case <-done: // little was due by its clock
		leader.disarm()
		w.worksTogether(others)
		return
	case <-time.After(time.Minute):
		w.t.Fatal("the leader does nothing")
	}
	w.pass(25 * time.Minute) // also by the clock that is slow, its claims are over
	if w.worksTogether(others) > 0 {
		w.taken++
	}
	must(w.t, leader.cmd.Process.Signal(syscall.SIGCONT))
	<-done
}

// kill ends a process in its work, where it waits for the model or after a few milliseconds, while the others work too, and
// starts another. What it had claimed is done when its lease is over.
func (w *tickingWorld) kill(leader *process, others []*process) {
	w.t.Helper()
	if rand.IntN(2) == 0 {
		leader.arm(syscall.SIGKILL)
	} else {
		after := time.AfterFunc(rand.N(60*time.Millisecond), func() { _ = leader.cmd.Process.Kill() })
		defer after.Stop()
	}
	done := make(chan bool, 1)
	go func() { _, ok := leader.work(); done <- ok }()
	w.worksTogether(others)
	if ok := <-done; !ok {
		w.killed++
	}
	leader.disarm()
	select {
	case <-leader.struck:
	default:
	}
	leader.kill()
	leader.begin()
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
