package privacy_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"
)

// steps and seed come from the environment, so that `make privacy` is the same test.
func number(t *testing.T, name string, otherwise uint64) uint64 {
	t.Helper()
	v := os.Getenv(name)
	if v == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(v, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

func TestPrivacy(t *testing.T) {
	steps := number(t, "KEEPSAKE_PRIVACY_STEPS", 200)
	seed := number(t, "KEEPSAKE_PRIVACY_SEED", uint64(time.Now().UnixNano()))
	t.Logf("KEEPSAKE_PRIVACY_SEED=%d KEEPSAKE_PRIVACY_STEPS=%d", seed, steps)
	w := newWorld(t, rand.New(rand.NewPCG(seed, 0)))
	done := map[string]int{}
	for i := uint64(0); i < steps && !t.Failed(); i++ {
		name := w.step()
		done[name]++
		w.settle()
		w.look(name)
		if i%500 == 499 {
			w.searchFiles()
		}
	}
	w.searchFiles()
	t.Logf("steps %v; %d canaries, %d prompts and %d events searched", done, len(w.canaries), w.prompts, w.seen)
	if w.prompts == 0 || len(w.canaries) == 0 {
		t.Error("nothing was searched")
	}
	for name := range actions {
		if steps >= 3000 && done[name] == 0 {
			t.Errorf("no step was %q", name)
		}
	}
}
