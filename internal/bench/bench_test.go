package bench_test

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/bot/simulator"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/store/storetest"
)

// counts says how often things are measured: in full with KEEPSAKE_BENCH, else just so
// often that the code is run.
func counts() (turns, firsts, lists int, sizes []int) {
	if os.Getenv("KEEPSAKE_BENCH") != "" {
		return 300, 30, 100, []int{10, 100, 1000}
	}
	return 5, 2, 2, []int{10, 100}
}

func TestBenchSQLite(t *testing.T) { measure(t, "sqlite:"+t.TempDir()+"/keepsake.db") }

func TestBenchPostgres(t *testing.T) { measure(t, storetest.PostgresURL(t)) }

func measure(t *testing.T, url string) {
	w := newWorld(t, url)
	turns, firsts, lists, sizes := counts()

	ann := w.person()
	w.ask(ann, "Good morning.") // the first turn takes the snapshot
	var own []time.Duration
	for i := range turns {
		own = append(own, w.ask(ann, fmt.Sprintf("And what about the harbour on day %d, was it as busy as ever?", i)))
	}
	report(t, "turn", own)

	for _, n := range sizes {
		p := w.person()
		w.remember(p, n)
		own = nil
		for range firsts {
			w.command(p, "/new")
			own = append(own, w.ask(p, "Good morning."))
		}
		report(t, fmt.Sprintf("first turn of a session, snapshot of %d memories", n), own)
		own = nil
		for range lists {
			own = append(own, w.command(p, "/memory"))
		}
		report(t, fmt.Sprintf("/memory with %d memories", n), own)
	}
}

func report(t *testing.T, what string, ds []time.Duration) {
	slices.Sort(ds)
	at := func(q float64) time.Duration {
		return ds[min(len(ds)-1, int(q*float64(len(ds))))].Round(10 * time.Microsecond)
	}
	t.Logf("%-55s p50 %8s  p99 %8s  (n=%d)", what, at(0.5), at(0.99), len(ds))
}

// remember gives a person n memories, straight into the service.
func (w *world) remember(p *simulator.Person, n int) {
	w.t.Helper()
	scope := scope.Scope{Store: w.app.Config.Name, Kind: scope.User, ID: people.ID(p.ID())}
	for i := range n {
		_, _, err := w.app.Memory.Add(w.t.Context(), actor.Actor{Kind: actor.Person, ID: scope.ID}, memory.Draft{
			Scope:    scope,
			Content:  fmt.Sprintf("Colleague number %d works in building %d and likes to be called before noon", i, i%7),
			Category: memory.Categories[i%len(memory.Categories)],
		})
		if err != nil {
			w.t.Fatal(err)
		}
	}
}

// TestCachedPrefix measures the common start of each prompt with the one before, as a part
// of the one before: what a provider's prefix cache can pay for (P6, DESIGN section 4).
func TestCachedPrefix(t *testing.T) {
	w := newWorld(t, "sqlite:"+t.TempDir()+"/keepsake.db")
	ann := w.person()
	w.remember(ann, 20)
	for i := range 40 {
		words := fmt.Sprintf("I walked along the river again on day %d and thought about the plans for the new workshop.", i)
		switch i % 5 {
		case 2:
			words = fmt.Sprintf("Please remember that my shelf number %d holds the blue paint", i)
		case 4:
			words = fmt.Sprintf("Please make a task: call the painter about wall %d", i)
		}
		w.ask(ann, words)
	}
	var ratios []float64
	var shared, whole int
	prompts := w.prompts()
	for i := 1; i < len(prompts); i++ {
		n := common(prompts[i-1], prompts[i])
		shared, whole = shared+n, whole+len(prompts[i-1])
		ratios = append(ratios, float64(n)/float64(len(prompts[i-1])))
	}
	if len(ratios) < 40 {
		t.Fatalf("%d prompts are too few", len(prompts))
	}
	slices.Sort(ratios)
	mean := float64(shared) / float64(whole)
	t.Logf("common prefix over %d prompts: %.3f of all text, median %.3f, worst %.3f (the last prompt has %d bytes)",
		len(prompts), mean, ratios[len(ratios)/2], ratios[0], len(prompts[len(prompts)-1]))
	if mean < 0.95 || ratios[len(ratios)/2] < 0.95 {
		t.Error("the goal is 0.95")
	}
}

func common(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return cmp.Or(n, 0)
}
