package bench_test

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/store"
	"keepsake/store/storetest"
)

// tally counts what a database is asked.
type tally struct {
	mu         sync.Mutex
	statements map[string]int // by their text, BEGIN, COMMIT and ROLLBACK apart
	commits    int            // that made a write durable
	order      []string
}

func (c *tally) observe(s store.Statement) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.order = append(c.order, s.SQL)
	if s.Commits {
		c.commits++
	}
	if !s.IsBoundary() {
		c.statements[s.SQL]++
	}
}

// take returns what was counted since the last time.
func (c *tally) take() (statements map[string]int, commits int, order []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	statements, commits, order = c.statements, c.commits, c.order
	c.statements, c.commits, c.order = map[string]int{}, 0, nil
	return statements, commits, order
}

func sum(counts map[string]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

// TestStatementsOfATurn counts what the database is asked for one plain answer, from the
// update to the answer that is out and everything released: of a later message of a session,
// without a quiet time, limits or tools, in one process.
func TestStatementsOfATurn(t *testing.T) {
	for _, c := range []struct {
		name, url           string
		statements, commits int
	}{
		{"sqlite", "sqlite:" + t.TempDir() + "/keepsake.db", 35, 7},
		{"postgres", storetest.PostgresURL(t), 44, 10},
	} {
		t.Run(c.name, func(t *testing.T) {
			count := &tally{statements: map[string]int{}}
			w := newObservedWorld(t, c.url, count.observe)
			ann := w.person()
			w.ask(ann, "Good morning.")
			w.ask(ann, "And how was the harbour?")
			count.settle()
			// The least of some turns: now and then, on a busy machine often, a worker looks once more by itself.
			var statements, commits []int
			var texts map[string]int
			var order []string
			for i := range 9 {
				w.ask(ann, fmt.Sprintf("And on day %d, was it as busy as ever?", i))
				var n int
				texts, n, order = count.settle()
				statements, commits = append(statements, sum(texts)), append(commits, n)
			}
			slices.Sort(statements)
			slices.Sort(commits)
			t.Logf("statements %v, writing commits %v", statements, commits)
			if os.Getenv("KEEPSAKE_BENCH") == "" {
				texts, order = nil, nil
			}
			for _, text := range slices.SortedFunc(maps.Keys(texts), func(a, b string) int {
				return cmp.Or(texts[b]-texts[a], strings.Compare(a, b))
			}) {
				t.Logf("%3d %s", texts[text], strings.Join(strings.Fields(text), " "))
			}
			for _, text := range order {
				t.Logf("- %.160s", strings.Join(strings.Fields(text), " "))
			}
			if n := statements[0]; n > c.statements {
				t.Errorf("a turn asks the database %d times, at most %d are wanted", n, c.statements)
			}
			if n := commits[0]; n > c.commits {
				t.Errorf("a turn has %d writing commits, at most %d are wanted", n, c.commits)
			}
		})
	}
}

// settle returns once nothing has been asked for a while, and forgets what was.
func (c *tally) settle() (statements map[string]int, commits int, order []string) {
	tick := time.NewTicker(calm)
	defer tick.Stop()
	for before := -1; ; <-tick.C {
		c.mu.Lock()
		now := len(c.order)
		c.mu.Unlock()
		if now == before {
			return c.take()
		}
		before = now
	}
}

// calm is how long nothing is asked when a turn is over.
const calm = 80 * time.Millisecond
