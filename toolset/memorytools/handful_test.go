package memorytools_test

import (
	"fmt"
	"strings"
	"testing"

	"keepsake/memory"
	"keepsake/scope"
)

// X14: however often a model adds, a turn keeps or asks about a handful; the rest is told to it.
func TestATurnKeepsAHandful(t *testing.T) {
	for _, name := range []string{"add_to_memory", "remember"} {
		for what, says := range map[string]string{"said": "", "not said": "hello"} {
			t.Run(name+", "+what, func(t *testing.T) {
				k := start(t)
				if name == "remember" {
					k = role(t)
				}
				animals := []string{"otters", "bears", "foxes", "lynxes", "herons", "moths", "toads", "wolves", "hares", "moles", "newts", "storks", "eels", "wrens", "crabs", "goats"}
				if says == "" {
					says = "I like " + strings.Join(animals, ". I like ") + "."
				}
				k.says(says)
				last := ""
				for i, animal := range animals {
					args := map[string]any{"content": "User likes " + animal, "category": "preference"}
					if name == "add_to_memory" {
						args["subject"] = fmt.Sprintf("animal %d", i)
					}
					last = k.call(name, args).Content
				}
				waiting, err := k.memory.Decisions(t.Context(), []scope.Scope{alice}, memory.DecisionOpen, k.model().TurnID)
				must(t, err)
				if n := len(k.known()) + len(waiting); n == 0 || n > 8 || !strings.Contains(last, "the most for one message") {
					t.Errorf("%d kept or asked about; the last call was told %q", n, last)
				}
			})
		}
	}
}
