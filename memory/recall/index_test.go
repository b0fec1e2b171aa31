package recall_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/llm/scripted"
	"keepsake/memory/recall"
	"keepsake/scope"
	"keepsake/store/storetest"
	"keepsake/tx"
)

func (w *world) recorded() recall.EmbeddingModel {
	w.t.Helper()
	m, err := w.db.Vectors().Model(w.t.Context(), "keepsake")
	w.must(err)
	return m
}

// I27, I28: nothing is known before the first vector, which tells model and dimensions.
func TestFirstVectorI28(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		if n, err := w.indexer.Step(t.Context()); n != 0 || err != nil || w.recorded() != (recall.EmbeddingModel{}) {
			t.Errorf("nothing to do: %d %v %+v", n, err, w.recorded())
		}
		w.add(alice, "Alec is the user's boss", "Alec")
		w.index()
		if m := w.recorded(); m.Identity != w.indexer.Embedder.Identity() || m.Dimensions != 256 {
			t.Errorf("recorded %+v", m)
		}
		if in := w.model.Embeddings()[0].Inputs; len(in) != 1 || in[0] != "Alec: Alec is the user's boss" {
			t.Errorf("embedded %q", in)
		}
	})
}

// accounts notes what is charged to whom.
type accounts struct {
	limit   error
	charged map[string]llm.Usage
}

func (a *accounts) Check(context.Context) error { return a.limit }
func (a *accounts) Charge(_ context.Context, owner scope.Scope, u llm.Usage) {
	sum := a.charged[owner.ID]
	a.charged[owner.ID] = llm.Usage{Prompt: sum.Prompt + u.Prompt, Cost: sum.Cost + u.Cost}
}

// What embeddings use is on the accounts of whom they serve, a batch in proportion to their texts and without
// a token lost to rounding; near a limit nothing is embedded and search goes by words.
func TestEmbeddingsAreCharged(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		paid := &accounts{charged: map[string]llm.Usage{}}
		w.indexer.Accounts, w.recall.Accounts = paid, paid
		w.add(alice, "Alec is the user's boss", "Alec")
		w.add(bob, strings.Repeat("Bob collects old maps of harbours and of the islands before them. ", 9), "Bob")
		near := errors.New("near the cap")
		paid.limit = near
		if n, err := w.indexer.Step(t.Context()); n != 0 || !errors.Is(err, near) {
			t.Errorf("near the cap %d were embedded: %v", n, err)
		}
		paid.limit = nil
		w.index()
		a, b := paid.charged[alice.ID].Prompt, paid.charged[bob.ID].Prompt
		sum := 0
		for _, q := range w.model.Embeddings() {
			sum += q.Usage.Prompt
		}
		if a <= 0 || b < 5*a || a+b != sum {
			t.Errorf("%d and %d of %d tokens", a, b, sum)
		}
		find := func() { w.find(recall.Query{Text: "who is my boss"}) }
		find()
		if now := paid.charged[alice.ID].Prompt; now <= a || paid.charged[bob.ID].Prompt != b {
			t.Errorf("a question is charged %d", now-a)
		}
		asked := len(w.model.Embeddings())
		paid.limit = near
		find()
		if n := len(w.model.Embeddings()); n != asked {
			t.Error("near the cap a question was embedded")
		}
	})
}

// K6: an Indexer that is not ready sends nothing; what was announced is kept, for each store.
func TestReadyK6(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		vectors, now := w.db.Vectors(), w.clock().Truncate(time.Second)
		w.indexer.Ready = func(ctx context.Context) (bool, error) {
			at, err := vectors.Announced(ctx, "keepsake")
			return at.Equal(now), err
		}
		w.add(alice, "Alec is the user's boss", "Alec")
		w.must(vectors.SetAnnounced(t.Context(), "other", now))
		if n, err := w.indexer.Step(t.Context()); n != 0 || err != nil || len(w.model.Embeddings()) > 0 {
			t.Errorf("not announced: %d %v", n, err)
		}
		w.must(vectors.SetAnnounced(t.Context(), "keepsake", now.Add(-time.Hour)))
		w.must(vectors.SetAnnounced(t.Context(), "keepsake", now))
		if n, err := w.indexer.Step(t.Context()); n != 1 || err != nil {
			t.Errorf("announced: %d %v", n, err)
		}
		if w.recorded().Dimensions != 256 {
			t.Errorf("recorded %+v", w.recorded())
		}
	})
}

// full is a disk on which nothing can be stored, while it is true.
type full bool

func (f *full) Ready(context.Context) error {
	if *f {
		return fmt.Errorf("the disk is full: %w", tx.ErrStorage)
	}
	return nil
}

// X1: no vectors are paid for that cannot be stored.
func TestNothingIsEmbeddedThatCannotBeStored(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		disk := full(true)
		w.indexer.Storage = &disk
		w.add(alice, "Alec is the user's boss", "Alec")
		if n, err := w.indexer.Step(t.Context()); n != 0 || !errors.Is(err, tx.ErrStorage) || len(w.model.Embeddings()) > 0 {
			t.Errorf("%d, %v, %d calls", n, err, len(w.model.Embeddings()))
		}
		disk = false
		if n, err := w.indexer.Step(t.Context()); n != 1 || err != nil {
			t.Errorf("once there is room: %d %v", n, err)
		}
	})
}

// I29, R8: another model, and other dimensions, are errors that name the way out; nothing
// is lost or counted as a failure meanwhile, and the way out works.
func TestModelChangedI29(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.add(alice, "Alec is the user's boss", "Alec")
		w.index()
		w.embedWith("other")
		w.add(alice, "Sarah is a designer", "Sarah")
		n, err := w.indexer.Step(t.Context())
		var changed *recall.ModelChangedError
		if n != 0 || !errors.As(err, &changed) || fault.KindOf(err) != fault.Conflict || !strings.Contains(err.Error(), "keepsake memory reembed") {
			t.Errorf("another model: %d %v", n, err)
		}
		if b := w.backlog(); b != (recall.Backlog{Waiting: 1}) {
			t.Errorf("backlog %+v", b)
		}
		var told []string
		w.must(w.indexer.Reembed(t.Context(), func(done, total int) { told = append(told, fmt.Sprint(done, "/", total)) }))
		if got := strings.Join(told, " "); got != "0/2 2/2" {
			t.Errorf("progress %q", got)
		}
		if m := w.recorded(); m.Identity != w.indexer.Embedder.Identity() || m.Dimensions != 256 {
			t.Errorf("recorded %+v", m)
		}
		if got := w.find(recall.Query{Text: "Who is a designer?"}); len(got) == 0 || got[0] != "Sarah is a designer" {
			t.Errorf("found %q", got)
		}

		// The same name, other dimensions.
		w.add(alice, "James plays chess", "James")
		short := fixed{w.indexer.Embedder.Identity(), func(texts []string) (out [][]float32, err error) {
			for _, s := range texts {
				out = append(out, scripted.Embed(s, 64))
			}
			return out, nil
		}}
		w.indexer.Embedder = short
		n, err = w.indexer.Step(t.Context())
		var mismatch *recall.DimensionMismatchError
		if n != 1 || !errors.As(err, &mismatch) || mismatch.Recorded != 256 || mismatch.Got != 64 || !strings.Contains(err.Error(), "keepsake memory reembed") {
			t.Errorf("other dimensions: %d %v", n, err)
		}
		if b := w.backlog(); b != (recall.Backlog{Waiting: 1}) {
			t.Errorf("backlog %+v", b)
		}
		w.must(w.indexer.Reembed(t.Context(), nil))
		w.recall.Embedder = short
		if m := w.recorded(); m.Dimensions != 64 {
			t.Errorf("recorded %+v", m)
		}
		if got := w.find(recall.Query{Text: "chess"}); len(got) == 0 || got[0] != "James plays chess" {
			t.Errorf("found %q", got)
		}
	})
}

// While vectors are made anew, search is right at every step (R8): what has the new
// model's vector is found by it, everything by its words.
func TestSearchWhileReembedding(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for i := range 12 {
			w.add(alice, fmt.Sprintf("Travelled through reg%d by car%d", i, i), "")
		}
		w.index()
		w.embedWith("other")
		w.indexer.Batch = 2
		steps := 0
		w.must(w.indexer.Reembed(t.Context(), func(int, int) {
			steps++
			for i := range 12 {
				got := w.find(recall.Query{Text: fmt.Sprintf("reg%d", i), Limit: 1})
				if len(got) != 1 || !strings.Contains(got[0], fmt.Sprintf("reg%d ", i)) {
					t.Errorf("step %d, region %d: %q", steps, i, got)
				}
			}
		}))
		if steps != 7 {
			t.Errorf("%d steps", steps)
		}
	})
}

// A failed embedding is tried again, later and later, and can be seen; it is never
// forgotten.
func TestFailuresAreKept(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		w.add(alice, "Alec is the user's boss", "Alec")
		w.model.Down(scripted.Fault{Trouble: scripted.Status, Message: "Alec"})
		tried := 0
		for range 200 { // every 5 minutes
			n, err := w.indexer.Step(t.Context())
			tried += n
			if n > 0 && fault.KindOf(err) != fault.Unavailable {
				t.Fatal(err)
			}
			w.pass(5 * time.Minute)
		}
		if tried < 15 || tried > 30 {
			t.Errorf("tried %d times in 17 hours", tried)
		}
		if b := w.backlog(); b.Waiting != 1 || b.Failing != 1 || b.Error != "the model's endpoint failed" {
			t.Errorf("backlog %+v", b)
		}
		w.model.Up()
		w.pass(time.Hour + time.Minute)
		w.index()
		if b := w.backlog(); b != (recall.Backlog{}) {
			t.Errorf("backlog %+v", b)
		}
	})
}

// One text that the endpoint refuses does not hold up its neighbours.
func TestOneIsRefused(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		real := w.indexer.Embedder
		w.indexer.Embedder = fixed{real.Identity(), func(texts []string) ([][]float32, error) {
			if strings.Contains(strings.Join(texts, " "), "Voldemort") {
				return nil, fault.New(fault.Invalid, "not this one")
			}
			made, err := real.Embed(t.Context(), texts)
			return made.Vectors, err
		}}
		w.add(alice, "Alec is the user's boss", "Alec")
		w.add(alice, "Voldemort is feared", "Voldemort")
		w.add(alice, "Sarah is a designer", "Sarah")
		w.index()
		if b := w.backlog(); b != (recall.Backlog{Waiting: 1, Failing: 1, Error: "not this one"}) {
			t.Errorf("backlog %+v", b)
		}
		if err := w.indexer.Reembed(t.Context(), nil); fault.KindOf(err) != fault.Unavailable || !strings.Contains(err.Error(), "not this one") {
			t.Errorf("re-embed: %v", err)
		}
		w.indexer.Embedder = fixed{real.Identity(), func([]string) ([][]float32, error) { return [][]float32{{0}}, nil }}
		w.pass(24 * time.Hour)
		if n, err := w.indexer.Step(t.Context()); n != 1 || fault.KindOf(err) != fault.Unavailable {
			t.Errorf("no direction: %d %v", n, err)
		}
	})
}

// Re-embedding that cannot go on says so and leaves the rest in the queue.
func TestReembedGivesUp(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	w.fill(3)
	w.indexer.Batch = 1
	w.model.Down(scripted.Fault{Trouble: scripted.Status})
	if err := w.indexer.Reembed(t.Context(), nil); fault.KindOf(err) != fault.Unavailable {
		t.Errorf("down: %v", err)
	}
	if b := w.backlog(); b.Waiting != 3 || b.Failing != 3 {
		t.Errorf("backlog %+v", b)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := w.indexer.Reembed(ctx, nil); err == nil {
		t.Error("cancelled")
	}
}

// Run begins with what waits and goes on with what is written; it ends when told to, and
// gives back what it had taken.
func TestRun(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		w.add(alice, "Alec is the user's boss", "Alec")
		go func() { done <- w.indexer.Run(ctx) }()
		embedded := func(n int) {
			t.Helper()
			wait, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			w.must(w.model.WaitFor(wait, func([]scripted.Request) bool { return len(w.model.Embeddings()) >= n }))
		}
		embedded(1)
		w.add(alice, "Sarah is a designer", "Sarah")
		embedded(2)
		// The fault is for the next request: this one's vector must be stored before.
		for end := time.Now().Add(time.Minute); w.backlog().Waiting > 0; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("backlog %+v", w.backlog())
			}
		}
		w.model.Fail(scripted.Fault{Trouble: scripted.Hang})
		w.add(alice, "James plays chess", "James")
		embedded(3)
		stop()
		w.must(<-done)
		w.embedWith("one")
		w.index()
		if b := w.backlog(); b != (recall.Backlog{}) {
			t.Errorf("backlog %+v", b)
		}
	})
}
