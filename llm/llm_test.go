package llm_test

import (
	"errors"
	"fmt"
	"testing"

	"keepsake/llm"
)

// X12: a trouble is found in an error's chain, has words of its own, and is one of the setup unless it
// may end by itself.
func TestTroubles(t *testing.T) {
	seen := map[string]bool{}
	for _, trouble := range llm.Troubles {
		err := fmt.Errorf("complete: %w", trouble)
		if got := llm.TroubleOf(err); got != trouble {
			t.Errorf("TroubleOf(%v) = %q", err, got)
		}
		if errors.Is(err, llm.ErrSetup) == (trouble == llm.TroubleCredit) {
			t.Errorf("%s: ErrSetup %v", trouble, errors.Is(err, llm.ErrSetup))
		}
		if words := trouble.Error(); words == string(trouble) || seen[words] {
			t.Errorf("%s says %q", trouble, words)
		}
		seen[trouble.Error()] = true
	}
	if got := llm.TroubleOf(errors.New("away")); got != "" {
		t.Errorf("an error that passes is a trouble: %q", got)
	}
	if got := llm.Trouble("other").Error(); got != "other" {
		t.Errorf("an unknown one says %q", got)
	}
}
