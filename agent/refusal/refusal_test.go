package refusal_test

import (
	"errors"
	"fmt"
	"testing"

	"keepsake/agent/refusal"
	"keepsake/delivery"
	"keepsake/fault"
)

// What the model may act upon it reads, in constant words; anything else it does not.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		err        error
		isReadable bool
		text       string
	}{
		{fault.New(fault.NotFound, "there is no such memory"), true, "there is no such memory."},
		{fault.Field("content", "must not be empty"), true, "content: must not be empty."},
		{fmt.Errorf("update: %w", fault.New(fault.Conflict, "it has changed")), true, "it has changed."},
		{fault.New(fault.Unavailable, "the database is away"), false, "the database is away."},
		{errors.New("pq: Ann's words"), false, "the call failed."},
		{delivery.ErrLeaseLost, false, ""},
	} {
		if got := refusal.IsReadable(c.err); got != c.isReadable {
			t.Errorf("%v: readable %v", c.err, got)
		}
		if got := refusal.Text(c.err); c.text != "" && got != c.text {
			t.Errorf("%v: %q, want %q", c.err, got, c.text)
		}
	}
}
