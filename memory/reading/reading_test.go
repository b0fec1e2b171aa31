package reading_test

import (
	"errors"
	"math"
	"testing"

	"keepsake/fault"
	"keepsake/memory/reading"
)

// A policy that cannot be meant is refused by the name of its field.
func TestReadPolicyIsChecked(t *testing.T) {
	for field, change := range map[string]func(*reading.Policy){
		"read_policy.max_items": func(p *reading.Policy) { p.MaxItems = 0 }, "read_policy.max_tokens": func(p *reading.Policy) { p.MaxTokens = 0 },
		"read_policy.max_per_type": func(p *reading.Policy) { p.MaxPerType = 0 }, "read_policy.min_confidence": func(p *reading.Policy) { p.MinConfidence = math.NaN() },
		"read_policy": func(p *reading.Policy) { p.Weights = reading.Weights{} },
	} {
		p := reading.Default()
		if err := p.Check(); err != nil {
			t.Error(err)
		}
		change(&p)
		var wrong *fault.Error
		if !errors.As(p.Check(), &wrong) || wrong.Field != field {
			t.Errorf("%s: %v", field, p.Check())
		}
	}
}
