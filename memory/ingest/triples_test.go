package ingest_test

import (
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/graph"
	"keepsake/memory/ingest"
	"keepsake/memory/policy"
	"keepsake/store"
)

func withGraph(db *store.DB) func(s *ingest.Service) {
	return func(s *ingest.Service) { s.Graph = graph.New(db.Triples()) }
}

// triples returns those that hold, as "subject predicate object".
func (w *world) triples() (out []string) {
	w.t.Helper()
	ts, err := w.Graph.Picture(w.t.Context(), hers)
	must(w.t, err)
	for _, t := range ts {
		if t.ValidTo == nil {
			out = append(out, t.SubjectKey+" "+t.Predicate+" "+t.ObjectKey)
		}
	}
	return out
}

func triple(subject, predicate, object string) []map[string]any {
	return []map[string]any{{"subject": subject, "predicate": predicate, "object": object, "subject_is": "person", "object_is": "person"}}
}

// F17: triples come with the memory that says them, in the run that makes it, and go with it: undo takes them back, a
// memory that was made by hand gets its own when the turn is read, and what grounds refuses has none.
func TestTriplesComeWithTheMemory(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db, withGraph(db))
		w.model.teach("my boss is Alec", "User's boss is Alec", "triples", triple("User", "boss", "Alec"))
		w.model.teach("I have a dog", "User owns three dogs", "quote", "I own three dogs", "triples", triple("User", "owns", "dogs"))
		w.model.teach("My sister is Mia", "User's sister is Mia", "triples", triple("User", "sister", "Nobody"))
		w.model.teach("I live in Graz", "User lives in Graz", "triples", "none")
		w.says("Well, my boss is Alec. I have a dog. My sister is Mia. I live in Graz.")
		equal(t, "runs", w.extracts(), 1)
		list(t, "triples", w.triples(), "@self boss alec")
		run := w.last()[0]
		_, _, err := w.Memory.Delete(t.Context(), she, hers, run.MemoryID, "asked")
		must(t, err)
		list(t, "of what was forgotten", w.triples())

		m, _, err := w.Memory.Add(t.Context(), she, memory.Draft{Scope: alice, Content: "User's dog is Rex"})
		must(t, err)
		w.model.teach("my dog is Rex", "User's dog is Rex", "triples", triple("User", "dog", "Rex"))
		w.says("By the way, my dog is Rex")
		equal(t, "runs", w.extracts(), 1)
		list(t, "of a memory made by hand", w.triples(), "@self dog rex")
		_, _, c, err := w.Memory.Update(t.Context(), she, hers, m.ID, memory.Edit{Content: "User's dog is Bello"})
		must(t, err)
		list(t, "of other words", w.triples())
		_, _, err = w.Memory.Undo(t.Context(), she, hers, c.ID)
		must(t, err)
		list(t, "of words that returned", w.triples(), "@self dog rex")
	})
}

// The triples of what a person is asked about come when they save it.
func TestTriplesOfWhatWasAsked(t *testing.T) {
	db := sqlite(t)
	w := newWorld(t, db, withGraph(db), func(s *ingest.Service) { s.Setting = policy.Ask })
	w.model.teach("my boss is Alec", "User's boss is Alec", "triples", triple("User", "boss", "Alec"))
	w.says("So, my boss is Alec")
	w.extracts()
	list(t, "before the tap", w.triples())
	found, err := w.Candidates.Living(t.Context(), alice)
	must(t, err)
	equal(t, "candidates", len(found), 1)
	d, err := w.Memory.Propose(t.Context(), she, hers, memory.Decision{Op: memory.OpAdd, Scope: alice, Content: found[0].Content}, memory.Limits{})
	must(t, err)
	v := found[0].Verdict
	v.DecisionID = d.ID
	must(t, w.Candidates.Decide(t.Context(), actor.Actor{Kind: actor.Extraction}, v))
	_, _, err = w.Memory.Save(t.Context(), she, hers, d.ID, "")
	must(t, err)
	w.model.teach("I live in Graz", "User lives in Graz")
	w.wait(time.Minute)
	w.says("I live in Graz")
	w.extracts()
	list(t, "after the tap", w.triples(), "@self boss alec")
}

// A judge says whether a shorter name means an entity that is known; where it does not answer, names stay apart.
func TestNamesAreJudged(t *testing.T) {
	for answer, want := range map[string]string{
		`{"names": [{"pair": 1, "same": true}], "reasoning": ""}`:  "alec brandt lives in graz",
		`{"names": [{"pair": 1, "same": false}], "reasoning": ""}`: "alec lives in graz",
		`nonsense`: "alec lives in graz",
	} {
		t.Run(answer, func(t *testing.T) {
			db := sqlite(t)
			w := newWorld(t, db, withGraph(db))
			w.model.teach("My boss is Alec Brandt", "User's boss is Alec Brandt", "triples", triple("User", "boss", "Alec Brandt"))
			w.says("My boss is Alec Brandt")
			w.extracts()
			w.model.teach("Alec lives in Graz", "Alec lives in Graz", "triples", triple("Alec", "lives in", "Graz"), "subject", "Alec")
			w.says("Alec lives in Graz")
			w.model.names = answer
			w.extracts()
			list(t, "triples", w.triples(), want, "@self boss alec brandt")
		})
	}
}
