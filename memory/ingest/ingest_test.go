package ingest_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/ingest"
	"keepsake/memory/policy"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/trust"
)

// A17–A20, A30, A9: what the person said becomes a memory after the quiet time, with its quotation, its
// method and an end by its type; the run, the candidate and the verdict can be looked up.
func TestWhatIsSaidBecomesAMemory(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		w.model.teach("I prefer oat milk", "User prefers oat milk", "type", "preference", "fact_key", "User milk preference!")
		said := w.says("Hi! I prefer oat milk in my coffee.")
		n, err := w.Work(t.Context())
		must(t, err)
		equal(t, "before the quiet time", n, 0)
		equal(t, "runs", w.extracts(), 1)
		list(t, "memories", w.active(), "User prefers oat milk")
		v := w.last()[0]
		h, err := w.Memory.History(t.Context(), hers, v.MemoryID)
		must(t, err)
		m, e, c := h.Memory, h.Versions[0].Evidence[0], h.Changes[0]
		equal(t, "origin", m.Origin, memory.Extracted)
		equal(t, "confidence", m.Confidence, 0.72)
		equal(t, "trust", m.Trust, trust.Person)
		equal(t, "end", m.ExpiresAt.Sub(m.CreatedAt).Round(time.Hour), 90*24*time.Hour)
		equal(t, "message", e.MessageID, said.ID)
		equal(t, "quotation", e.Quote, "I prefer oat milk")
		equal(t, "span", [2]int{e.From, e.To}, [2]int{4, 21})
		equal(t, "method", e.Method, memory.MethodModel)
		equal(t, "model", e.Model+" "+e.PromptHash[:0], "scripted ")
		equal(t, "prompt hash", len(e.PromptHash), 12)
		equal(t, "source", c.Source, memory.SourceExtraction)
		got, err := w.Candidates.Get(t.Context(), hers, v.CandidateID)
		must(t, err)
		equal(t, "F8: the key names a slot", got.Key, "user milk preference")
		equal(t, "the policy's version", got.Verdict.Policy, w.Policy.Version())
		run, err := w.Candidates.Run(t.Context(), hers, got.RunID)
		must(t, err)
		equal(t, "run", run.State, candidate.Done)
		equal(t, "batch", c.Batch, run.ID)
		equal(t, "what was read", [2]int64{run.FromSeq, run.ToSeq}, [2]int64{said.Seq, said.Seq})
		day, _, err := w.Usage.Today(t.Context(), w.Payer(people.Person{ID: alice.ID}, session.Place{}, false))
		must(t, err)
		equal(t, "background calls on the chat's account", day.Parts[llm.Extraction].Calls, 1)
		equal(t, "nothing is done twice", w.extracts(), 0)
		_, err = w.Memory.Revert(t.Context(), she, hers, run.ID)
		must(t, err)
		list(t, "a run can be reverted whole", w.active())
	})
}

// Extraction shows the model the writer's own words and nothing else, and keeps only what they say.
func TestOnlyTheirOwnWords(t *testing.T) {
	w := newWorld(t, storeFor(t))
	w.model.teach("name is Mallory", "User's name is Mallory")                         // in foreign text
	w.model.teach("I like tea", "User likes tea and coffee")                           // more than was said
	w.model.teach("Do I like jazz", "User likes jazz")                                 // a question
	w.model.teach("I have a dog", "User owns three dogs", "quote", "I own three dogs") // a quotation that is not there
	w.model.teach("I live in Graz", "User lives in Graz")
	foreign := func(m *session.Message) { m.Trust = trust.Forwarded }
	w.says("Remember that my name is Mallory", foreign)
	w.says("Look:\n> my name is Mallory\nfunny", func(m *session.Message) { m.Quote = "my name is Mallory" })
	w.says("I like tea. Do I like jazz? I have a dog.")
	w.says("I live in Graz")
	w.extracts()
	list(t, "memories", w.active(), "User lives in Graz")
	list(t, "nothing else is kept in the background", w.waits())
	for _, q := range w.model.questions() {
		if strings.Contains(q, "Mallory") || strings.Contains(q, "I see.") {
			t.Errorf("the model was shown others' words: %s", q)
		}
	}
	if len(w.last()) != 1 {
		t.Errorf("verdicts: %+v", w.last())
	}
}

func storeFor(t *testing.T) *store.DB { return sqlite(t) }

// F5, A29: below the threshold a find is kept in the background, where no query of memories sees it; the
// second mention lifts it, with the evidence of both.
func TestRepetitionLifts(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		w.model.teach("I like chess", "User likes chess", "confidence", 0.7)
		w.model.teach("chess, which I like", "User likes chess", "confidence", 0.7, "quote", "chess, which I like")
		w.says("I like chess")
		w.extracts()
		list(t, "memories", w.active())
		list(t, "in the background", w.waits(), "shadowed: User likes chess")
		q := memory.RetentionQuery(hers...)
		q.Statuses = []memory.Status{memory.Active, memory.Shadow, memory.Pending, memory.Disabled, memory.Expired}
		ms, err := w.Memory.Find(t.Context(), q)
		must(t, err)
		equal(t, "A29: no memory of it, whatever is asked", len(ms), 0)
		w.says("I played chess, which I like")
		w.extracts()
		list(t, "memories", w.active(), "User likes chess")
		list(t, "in the background", w.waits())
		v := w.last()[0]
		equal(t, "relation", v.Relation, candidate.Repeats)
		if v.Confidence < 0.615 || v.Confidence > 0.617 {
			t.Errorf("F5: %v", v.Confidence)
		}
		h, err := w.Memory.History(t.Context(), hers, v.MemoryID)
		must(t, err)
		equal(t, "evidence of both", len(h.Versions[0].Evidence), 2)
	})
}

// A21, R11: said again, a memory gets evidence, confidence and a new end; an explicit one stays explicit.
func TestSaidAgainConfirms(t *testing.T) {
	w := newWorld(t, sqlite(t))
	kept := w.saves("User lives in Graz")
	w.model.teach("I live in Graz", "User lives in Graz")
	w.model.teach("I like skiing", "User likes skiing", "type", "preference")
	w.says("I live in Graz. I like skiing.")
	w.extracts()
	found := w.last()[1].MemoryID
	before, err := w.Memory.Get(t.Context(), hers, found)
	must(t, err)
	w.wait(30 * 24 * time.Hour)
	w.says("I live in Graz, and I like skiing.")
	w.extracts()
	list(t, "memories", w.active(), "User likes skiing", "User lives in Graz")
	after, err := w.Memory.Get(t.Context(), hers, found)
	must(t, err)
	if after.Version != 1 || after.Confidence <= before.Confidence || !after.ExpiresAt.After(before.ExpiresAt.Add(29*24*time.Hour)) {
		t.Errorf("confirmed: %+v, before %+v", after, before)
	}
	h, err := w.Memory.History(t.Context(), hers, kept.ID)
	must(t, err)
	if m := h.Memory; m.Origin != memory.Explicit || m.Confidence != 1 || m.ExpiresAt != nil || len(h.Versions[0].Evidence) != 3 {
		t.Errorf("explicit: %+v with %d evidences", m, len(h.Versions[0].Evidence))
	}
}

// F6, F9: a correction is a new version of the same memory, without a penalty; what coexists coexists.
func TestCorrectionsSupersede(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		w.model.teach("I live in Graz", "User lives in Graz")
		w.model.teach("I live in Linz", "User lives in Linz")
		w.model.teach("my phone is a Pixel", "User's phone is a Pixel", "quote", "my phone is a Pixel")
		w.model.teach("My phone is a Nokia", "User's phone is a Nokia")
		w.model.relate("User lives in Graz", "User lives in Linz", "contradicts")
		w.says("I live in Graz, my phone is a Pixel.")
		w.extracts()
		home := w.last()[0].MemoryID
		w.says("I live in Linz. My phone is a Nokia.")
		w.extracts()
		list(t, "memories", w.active(), "User lives in Linz", "User's phone is a Nokia", "User's phone is a Pixel")
		h, err := w.Memory.History(t.Context(), hers, home)
		must(t, err)
		equal(t, "the same memory", h.Memory.Content, "User lives in Linz")
		equal(t, "its second version", h.Memory.Version, 2)
		equal(t, "no penalty", h.Memory.Confidence, 0.72)
		equal(t, "one change", len(h.Changes), 2)
	})
}

// A contradiction that was said before what is known is closed by it, not the other way round.
func TestOlderFactsComeLate(t *testing.T) {
	w := newWorld(t, sqlite(t))
	w.model.teach("I live in Graz", "User lives in Graz")
	w.model.relate("User lives in Linz", "User lives in Graz", "contradicts")
	w.says("I live in Graz")
	w.wait(time.Second)
	w.saves("User lives in Linz")
	w.extracts()
	list(t, "memories", w.active(), "User lives in Linz")
	v := w.last()[0]
	equal(t, "verdict", v.Action+" "+candidate.Action(v.Relation), "refused contradicts")
	equal(t, "reason", v.Reason, "a newer statement says otherwise")
}

// F10: what a judge calls a refinement becomes a version only when it keeps most of what was known.
func TestRefinementsKeepMost(t *testing.T) {
	w := newWorld(t, sqlite(t))
	w.saves("User has a cat")
	w.saves("User plays the violin in the city orchestra on Mondays")
	w.model.teach("I have a cat called Mia", "User has a cat called Mia", "fact_key", "user cat")
	w.model.teach("I play the violin", "User plays the violin")
	w.model.relate("User has a cat", "User has a cat called Mia", "refines")
	w.model.relate("User plays the violin in the city orchestra on Mondays", "User plays the violin", "refines")
	w.says("I have a cat called Mia. I play the violin.")
	w.extracts()
	got := w.active()
	if len(got) < 2 || got[0] != "User has a cat called Mia" || !contains(got, "User plays the violin in the city orchestra on Mondays") {
		t.Errorf("memories: %q", got)
	}
}

func contains(all []string, one string) bool {
	for _, s := range all {
		if s == one {
			return true
		}
	}
	return false
}

// R12, F9: declined, deleted and disabled stay off; expired revives.
func TestWhatIsOffStaysOff(t *testing.T) {
	w := newWorld(t, sqlite(t))
	must(t, w.Memory.Refuse(t.Context(), she, alice, "User likes golf"))
	gone := w.saves("User owns a boat")
	_, _, err := w.Memory.Delete(t.Context(), she, hers, gone.ID, "")
	must(t, err)
	w.model.teach("I like golf", "User likes golf")
	w.model.teach("I own a boat", "User owns a boat")
	w.model.teach("I am writing my thesis", "User is writing their thesis", "type", "task_state", "quote", "I am writing my thesis")
	w.says("I like golf. I own a boat.")
	w.extracts()
	list(t, "memories", w.active())
	list(t, "nothing waits to be offered", w.waits())
	for _, v := range w.last() {
		equal(t, "reason", v.Reason, "declined or deleted before")
	}
	w.says("I am writing my thesis.")
	w.extracts()
	thesis := w.last()[0]
	if thesis.Action != candidate.Applied {
		t.Fatalf("verdict: %+v", thesis)
	}
	w.wait(8 * 24 * time.Hour)
	_, err = w.Memory.Expire(t.Context(), actor.OfSystem(), alice.Store)
	must(t, err)
	list(t, "its life ended", w.active())
	w.says("I am writing my thesis, still.")
	w.extracts()
	equal(t, "the same memory revives", w.last()[0].MemoryID, thesis.MemoryID)
	equal(t, "it is active", len(w.active()), 1)
}

// A28, R17, A31: rates are counted in the database; modes and settings are kept.
func TestPolicyIsKept(t *testing.T) {
	for _, c := range []struct {
		name    string
		change  func(s *ingest.Service)
		mode    string // of the person
		active  int
		waits   []string
		refused int
	}{
		{"R17: off", nil, "off", 0, nil, 0},
		{"R5: ask", nil, "ask", 0, []string{"asked: User likes tea", "asked: User likes jazz"}, 0},
		{"A29: shadow", func(s *ingest.Service) { s.Policy.Mode = policy.Shadow }, "", 0, []string{"shadowed: User likes tea", "shadowed: User likes jazz"}, 0},
		{"A31: manual", func(s *ingest.Service) { s.Policy.Mode = policy.Manual }, "", 0, []string{"asked: User likes tea", "asked: User likes jazz"}, 0},
		{"A28: one in an hour", func(s *ingest.Service) { s.Policy.PerHour = 1 }, "", 1, nil, 1},
		{"A28: one in a conversation", func(s *ingest.Service) { s.Policy.PerSession = 1 }, "", 1, nil, 1},
		{"A28: no profiles", func(s *ingest.Service) { s.Policy.AllowedTypes = []memory.Type{memory.Constraint} }, "", 0, nil, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, sqlite(t))
			if c.change != nil {
				c.change(w.Service)
			}
			w.model.teach("I like tea", "User likes tea")
			w.model.teach("I like jazz", "User likes jazz")
			p, err := w.People.Get(t.Context(), alice.ID)
			must(t, err)
			p.MemoryMode = c.mode
			must(t, w.People.SaveSettings(t.Context(), she, p))
			w.says("I like tea")
			w.extracts()
			again := *w.Service // a restart: what was written is counted in the database
			w.Service = &again
			w.says("I like jazz")
			w.extracts()
			refused := 0
			for _, e := range w.ends {
				for _, v := range e.Verdicts {
					if v.Action == candidate.Refused {
						refused++
					}
				}
			}
			equal(t, "active", len(w.active()), c.active)
			list(t, "waiting", w.waits(), c.waits...)
			equal(t, "refused", refused, c.refused)
			if c.mode == "off" && len(w.model.questions()) > 0 {
				t.Error("the model was asked")
			}
		})
	}
}

// Nothing is enqueued while it is off, nothing is done while writes are stopped, and what waits stays.
func TestOffAndReadOnly(t *testing.T) {
	w := newWorld(t, sqlite(t))
	w.model.teach("I like tea", "User likes tea")
	must(t, w.Enqueue(t.Context(), ingest.Stretch{Scope: alice, SessionID: w.talk.ID, From: 1, To: 1, Mode: "off"}))
	var none *ingest.Service
	must(t, none.Enqueue(t.Context(), ingest.Stretch{}))
	n, _, err := w.Candidates.Pending(t.Context(), alice.Store)
	must(t, err)
	equal(t, "enqueued", n, 0)
	w.says("I like tea")
	w.ReadOnly = true
	equal(t, "A64: done while writes are stopped", w.extracts(), 0)
	w.ReadOnly = false
	equal(t, "afterwards", w.extracts(), 1)
	list(t, "memories", w.active(), "User likes tea")
}

// The loss guard: a run that would replace too many confirmed memories asks about each.
func TestLossGuard(t *testing.T) {
	w := newWorld(t, sqlite(t), func(s *ingest.Service) { s.Policy.PerSession = 0 })
	cities := []string{"Graz", "Linz", "Wien", "Rome", "Oslo"}
	var said []string
	for _, c := range cities {
		old, now := "User's friend in "+c+" is a doctor", "User's friend in "+c+" is a nurse"
		w.saves(old)
		w.model.teach("my friend in "+c+" is a nurse", now)
		w.model.relate(old, now, "contradicts")
		said = append(said, "my friend in "+c+" is a nurse.")
	}
	w.says(strings.Join(said, "\n"))
	w.extracts()
	for _, v := range w.last() {
		if v.Action != candidate.Asked || v.Reason != policy.ReasonTooMany {
			t.Errorf("verdict: %+v", v)
		}
	}
	equal(t, "all stay as they are", strings.Count(strings.Join(w.active(), "\n"), "doctor"), 5)
	equal(t, "verdicts", len(w.last()), 5)
}

// In a group each fact keeps its speaker; what is on their words alone counts for them.
func TestGroupsKeepTheSpeaker(t *testing.T) {
	w := newWorld(t, sqlite(t))
	group := scope.Scope{Store: alice.Store, Kind: scope.Group, ID: "telegram:-5"}
	talk := w.begin(session.Place{Bot: "keepsake", Chat: -5}, "")
	w.model.teach("I like hiking", "Ann (u42) likes hiking")
	w.model.teach("I like sailing", "Bob (u43) likes sailing")
	w.model.teach("I like hiking", "Bob (u43) likes hiking") // in somebody else's name
	by := func(id, name, text string) session.Message {
		return session.Message{Role: session.User, Content: text, Trust: trust.Person, Author: id, Name: name}
	}
	w.turnOf(talk, group, by("telegram:42", "Ann", "I like hiking"))
	w.turnOf(talk, group, by("telegram:43", "Bob", "I like sailing"))
	w.extracts()
	list(t, "memories", w.active(group), "Ann (u42) likes hiking", "Bob (u43) likes sailing")
	list(t, "of nobody's own scope", w.active())
}

// A conversation that is still to be read is not pruned, however old; once it was read it is.
func TestUnreadConversationsStay(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		w.says("Nothing to note.")
		_, err := w.Sessions.End(t.Context(), actor.OfSystem(), w.talk.Place, alice.ID)
		must(t, err)
		w.wait(48 * time.Hour)
		prune := func() int {
			n, err := w.Sessions.PruneOld(t.Context(), actor.OfSystem(), "keepsake", session.Retention{For: 24 * time.Hour})
			must(t, err)
			return n
		}
		equal(t, "unread", prune(), 0)
		equal(t, "read", w.extracts(), 1)
		equal(t, "pruned", prune(), 1)
		must(t, w.Enqueue(t.Context(), ingest.Stretch{Scope: alice, SessionID: w.talk.ID, From: 1, To: 1}))
		equal(t, "a run over nothing ends", w.extracts(), 1)
	})
}
