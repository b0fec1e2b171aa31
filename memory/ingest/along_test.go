package ingest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/llm"
	"keepsake/memory/candidate"
	"keepsake/memory/consolidate"
	"keepsake/memory/digest"
	"keepsake/memory/ingest"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/usage"
)

// newBoth is a world in which conversations are read for facts, and for wishes and episodes.
func newBoth(t *testing.T, db *store.DB) *world {
	w := newWorld(t, db)
	w.model.teach("I live in Graz", "User lives in Graz")
	w.model.wishes = []string{"always answer in metres", "never use slang"}
	w.both(w.Service)
	return w
}

// both gives a service a companion of its own, as each process has.
func (w *world) both(s *ingest.Service) *consolidate.Service {
	forming := &consolidate.Service{
		Store: s.Store, Setting: s.Setting, Fast: s.Chat, Slow: s.Chat, Digests: digest.New(w.db.Digests(), w.now),
		Memory: s.Memory, Sessions: s.Sessions, People: s.People, Usage: s.Usage, Tx: s.Tx, Now: s.Now, Zone: time.UTC, Log: s.Log, Payer: s.Payer,
	}
	s.Forming, forming.Along = forming, s.ReadAlong
	return forming
}

// talk ends a turn of a person: what they said, and an answer.
func (w *world) talkTo(talk session.Session, owner scope.Scope, said string) {
	w.t.Helper()
	w.turn++
	m, answer := typed(owner.ID, said), session.Message{Role: session.Assistant, Content: "I see."}
	m.TurnID, answer.TurnID = fmt.Sprintf("turn-%d", w.turn), fmt.Sprintf("turn-%d", w.turn)
	ms, err := w.Sessions.Append(w.t.Context(), actor.OfSystem(), talk.ID, m, answer)
	must(w.t, err)
	p, err := w.People.Get(w.t.Context(), owner.ID)
	must(w.t, err)
	turn, owners := session.Turn{ID: m.TurnID, SessionID: talk.ID}, func(session.Session) []scope.Scope { return []scope.Scope{owner} }
	must(w.t, w.Forming.EndTurn(w.t.Context(), turn, ms, p, owners))
	_, err = w.EndTurn(w.t.Context(), turn, ms[:1], p, owners)
	must(w.t, err)
}

func (w *world) tells(said ...string) {
	w.t.Helper()
	for _, s := range said {
		w.talkTo(w.talk, alice, s)
	}
}

// reads does all that is due, as the two workers of a process do.
func (w *world) reads() {
	w.t.Helper()
	_, err := w.Work(w.t.Context())
	must(w.t, err)
	_, err = w.Forming.Work(w.t.Context())
	must(w.t, err)
}

// wishes returns the directives of a person, and episodes those of a conversation.
func (w *world) wishes(owner scope.Scope) (out []string) {
	w.t.Helper()
	ds, err := w.Forming.Digests.Waiting(w.t.Context(), owner)
	must(w.t, err)
	for _, d := range ds {
		out = append(out, d.Content)
	}
	return out
}

func (w *world) episodes(talk session.Session) (out []string) {
	w.t.Helper()
	es, err := w.Forming.Digests.Episodes(w.t.Context(), talk.ID)
	must(w.t, err)
	for _, e := range es {
		out = append(out, fmt.Sprintf("%s (%d to %d)", e.Content, e.From, e.To))
	}
	return out
}

// calls returns how often the model was asked for a reading, and for what.
func (w *world) calls() (facts, wishes, both int) {
	w.model.mu.Lock()
	defer w.model.mu.Unlock()
	for _, told := range w.model.told {
		hasFacts, hasWishes := strings.Contains(told, `"facts": [`), strings.Contains(told, `"episode": "`)
		switch {
		case hasFacts && hasWishes:
			both++
		case hasFacts:
			facts++
		case hasWishes:
			wishes++
		}
	}
	return facts, wishes, both
}

func (w *world) called(facts, wishes, both int) {
	w.t.Helper()
	f, x, b := w.calls()
	if f != facts || x != wishes || b != both {
		w.t.Errorf("asked for facts alone, wishes alone, both: %d, %d, %d times; want %d, %d, %d", f, x, b, facts, wishes, both)
	}
}

func (w *world) spent() usage.Day {
	w.t.Helper()
	day, _, err := w.Usage.Today(w.t.Context(), usage.Payer{Bot: "keepsake", Subject: alice.ID})
	must(w.t, err)
	return day
}

// job and runs return how far both have read alice's conversation.
func (w *world) job() digest.Job {
	w.t.Helper()
	j, ok, err := w.Forming.Digests.OfSession(w.t.Context(), w.talk.ID)
	must(w.t, err)
	equal(w.t, "there is a job", ok, true)
	return j
}

// Issue 12 clause 1, E6, E7, E9, E13, F14: what a conversation comes to is one question where facts, wishes and episodes are
// wanted, after the pause or at a size; one transaction moves both cursors, and it is paid for once. On both databases.
func TestOneReading(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newBoth(t, db)
		w.tells("I live in Graz", "Please always answer in metres.")
		w.wait(2 * time.Minute)
		w.reads()
		w.called(0, 0, 0) // it is read when it is due for both
		w.wait(9 * time.Minute)
		w.reads()
		w.called(0, 0, 1)
		list(t, "memories", w.active(), "User lives in Graz")
		list(t, "wishes", w.wishes(alice), "always answer in metres")
		list(t, "episodes", w.episodes(w.talk), "The writer spoke 2 times (1 to 4)")
		j := w.job()
		equal(t, "position", j.Position, 4)
		equal(t, "messages", j.Messages, 0)
		n, _, err := w.Candidates.Pending(t.Context(), alice.Store)
		must(t, err)
		equal(t, "runs that wait", n, 0)
		day := w.spent()
		equal(t, "calls on the account", day.Calls, 1)
		equal(t, "of extraction", day.Parts[llm.Extraction].Calls, 1)
		equal(t, "of consolidation", day.Parts[llm.Consolidation].Calls, 0)

		// At a size, and by the worker of either: nobody waits for the pause.
		w.Forming.Trigger.Messages = 4
		w.tells("And never use slang.", "Thanks.")
		_, err = w.Forming.Work(t.Context())
		must(t, err)
		w.called(0, 0, 2)
		list(t, "wishes", w.wishes(alice), "always answer in metres", "never use slang")
		list(t, "episodes", w.episodes(w.talk), "The writer spoke 2 times (1 to 4)", "The writer spoke 2 times (5 to 8)")
		w.wait(24 * time.Hour)
		w.reads()
		w.called(0, 0, 2)
	})
}

// E7: fewer than four messages are read for facts alone, and later, with what follows, for wishes and the episode: each message
// once for each.
func TestTooFewForAnEpisode(t *testing.T) {
	w := newBoth(t, sqlite(t))
	w.tells("I live in Graz. Please always answer in metres.")
	w.wait(11 * time.Minute)
	w.reads()
	w.called(1, 0, 0)
	list(t, "memories", w.active(), "User lives in Graz")
	list(t, "wishes", w.wishes(alice))
	before := w.last()
	w.tells("I see, too.")
	w.wait(11 * time.Minute)
	w.reads()
	w.called(1, 0, 1)
	list(t, "wishes", w.wishes(alice), "always answer in metres")
	list(t, "episodes", w.episodes(w.talk), "The writer spoke 2 times (1 to 4)")
	equal(t, "verdicts of the first", len(before), 1)
	equal(t, "and of the second: nothing is found again", len(w.last()), 0)
}

// R5, 12.1: only what is on is asked for.
func TestOnlyWhatIsOnIsAskedFor(t *testing.T) {
	for name, c := range map[string]struct {
		mode    string
		change  func(w *world)
		has, no []string
		calls   int
	}{
		"both":               {"auto", nil, []string{`"facts": [`, `"directives": [`, `"episode": "`}, nil, 1},
		"who is asked":       {"ask", nil, []string{`"facts": [`, `"episode": "`}, []string{`"directives": [`}, 1},
		"off":                {"off", nil, nil, nil, 0},
		"no digests":         {"auto", func(w *world) { w.Forming = nil }, []string{`"facts": [`}, []string{`"directives": [`, `"episode": "`}, 1},
		"digests are paused": {"auto", func(w *world) { w.Forming.ReadOnly = true }, []string{`"facts": [`}, []string{`"directives": [`, `"episode": "`}, 1},
		"facts are off":      {"auto", func(w *world) { w.Policy.Enable = false }, []string{`"directives": [`, `"episode": "`}, []string{`"facts": [`}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			w := newBoth(t, sqlite(t))
			p, err := w.People.Get(t.Context(), alice.ID)
			must(t, err)
			p.MemoryMode = c.mode
			must(t, w.People.SaveSettings(t.Context(), she, p))
			forming := w.Forming
			w.tells("I live in Graz", "Please always answer in metres.")
			if c.change != nil {
				c.change(w)
			}
			w.wait(11 * time.Minute)
			_, err = w.Work(t.Context())
			must(t, err)
			if w.Forming != nil {
				_, err = forming.Work(t.Context())
				must(t, err)
			}
			w.model.mu.Lock()
			defer w.model.mu.Unlock()
			told := slices.DeleteFunc(slices.Clone(w.model.told), func(s string) bool { return strings.Contains(s, "pairs of notes") })
			if len(told) != c.calls {
				t.Fatalf("%d calls, want %d", len(told), c.calls)
			}
			for _, want := range c.has {
				if !strings.Contains(told[0], want) {
					t.Errorf("%s is not asked for", want)
				}
			}
			for _, no := range c.no {
				if strings.Contains(told[0], no) {
					t.Errorf("%s is asked for", no)
				}
			}
		})
	}
}

const (
	goodFacts  = `"facts":[{"quote":"I live in Graz","fact":"User lives in Graz","type":"profile","fact_key":"","subject":"","confidence":0.9,"importance":0.5,"triples":[]}]`
	goodWishes = `"directives":[{"quote":"always answer in metres","directive":"always answer in metres"}],"episode":"They spoke of Graz"`
)

// F14: a part of an answer that cannot be used is asked for once more and loses no other; what stays bad is tried again alone,
// by the ladder of its own pipeline, and what was good is not asked for again. On both databases.
func TestABadPartLosesNoOther(t *testing.T) {
	both := "{" + goodFacts + "," + goodWishes + `,"reasoning":""}`
	for name, c := range map[string]struct {
		answers                    []string // to the question for both, and to its repair
		facts, wishes              bool     // are there after it
		factsTries, wishesTries    int      // attempts that failed
		moreFacts, moreWishes, all int      // questions for facts alone, wishes alone, and all of them, in the end
	}{
		"good":                     {[]string{both}, true, true, 0, 0, 0, 0, 1},
		"repaired":                 {[]string{"no", both}, true, true, 0, 0, 0, 0, 2},
		"truncated":                {[]string{both[:80], both}, true, true, 0, 0, 0, 0, 2},
		"the second has the rest":  {[]string{"{" + goodFacts + "}", "{" + goodWishes + "}"}, true, true, 0, 0, 0, 0, 2},
		"the second spoils a part": {[]string{"{" + goodFacts + "}", `{"facts":[],` + goodWishes + "}"}, true, true, 0, 0, 0, 0, 2},
		"no wishes":                {[]string{"{" + goodFacts + "}", "{" + goodFacts + "}"}, true, false, 0, 1, 0, 1, 3},
		"wishes of another schema": {[]string{"{" + goodFacts + `,"directives":"metres","episode":""}`, "no"}, true, false, 0, 1, 0, 1, 3},
		"an episode too long":      {[]string{"{" + goodFacts + `,"directives":[],"episode":"` + strings.Repeat("x", 900) + `"}`, "no"}, true, false, 0, 1, 0, 1, 3},
		"no facts":                 {[]string{"{" + goodWishes + "}", "{" + goodWishes + "}"}, false, true, 1, 0, 1, 0, 3},
		"neither":                  {[]string{"{}", "[]"}, false, false, 1, 1, 1, 1, 4},
		"malformed":                {[]string{"{", "}"}, false, false, 1, 1, 1, 1, 4},
	} {
		t.Run(name, func(t *testing.T) {
			on(t, func(t *testing.T, db *store.DB) {
				w := newBoth(t, db)
				w.tells("I live in Graz", "Please always answer in metres.")
				w.wait(11 * time.Minute)
				w.model.say(c.answers...)
				w.reads()
				equal(t, "facts", len(w.active()) == 1, c.facts)
				equal(t, "wishes", len(w.wishes(alice)) == 1, c.wishes)
				equal(t, "attempts at wishes", w.job().Attempts, c.wishesTries)
				if c.factsTries > 0 {
					equal(t, "attempts at facts", w.runOf(w.talk).Attempts, c.factsTries)
				}
				equal(t, "calls on the account", w.spent().Calls, len(c.answers))
				w.wait(29 * time.Second)
				w.reads()
				equal(t, "before the next attempt", w.spent().Calls, len(c.answers))
				w.wait(2 * time.Second)
				w.reads()
				list(t, "memories", w.active(), "User lives in Graz")
				list(t, "wishes", w.wishes(alice), "always answer in metres")
				w.wait(10 * time.Hour)
				w.reads()
				equal(t, "all calls", w.spent().Calls, c.all)
				f, x, _ := w.calls()
				equal(t, "for facts alone", f, c.moreFacts)
				equal(t, "for wishes alone", x, c.moreWishes)
			})
		})
	}
}

// runOf returns the run over a conversation that waits.
func (w *world) runOf(talk session.Session) candidate.Run {
	w.t.Helper()
	r, ok, err := w.Candidates.OfSession(w.t.Context(), talk.ID)
	must(w.t, err)
	equal(w.t, "a run waits", ok, true)
	return r
}

// F14: answers that stay bad park both, five times later, each by its own ladder; nothing is lost when the operator lets it go on.
func TestBothPark(t *testing.T) {
	w := newBoth(t, sqlite(t))
	w.tells("I live in Graz", "Please always answer in metres.")
	for range 24 {
		w.model.say("no")
	}
	w.wait(11 * time.Minute)
	w.reads()
	for _, wait := range []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute, 4 * time.Minute, 8 * time.Minute} {
		w.wait(wait + time.Second)
		w.reads()
	}
	parked, err := w.Candidates.Parked(t.Context(), alice.Store, 2)
	must(t, err)
	equal(t, "runs parked", len(parked), 1)
	equal(t, "jobs", w.job().State, digest.Parked)
	equal(t, "calls: the first for both, then five for each, with a repair each", w.spent().Calls, 22)
	equal(t, "position", w.job().Position, 0)
	w.model.mu.Lock()
	w.model.raw = nil
	w.model.mu.Unlock()
	must(t, w.Candidates.Retry(t.Context(), actorOf(parked[0]), parked[0]))
	w.reads()
	list(t, "memories", w.active(), "User lives in Graz")
}
