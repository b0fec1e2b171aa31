package script_test

import (
	"testing"

	"keepsake/demo/script"
)

func TestSplitSeat(t *testing.T) {
	for who, want := range map[string][3]string{
		"alice": {"alice"}, "alice in kitchen": {"alice", "kitchen"}, "alice in kitchen/travel": {"alice", "kitchen", "travel"}, "": {},
	} {
		if person, group, topic := script.SplitSeat(who); [3]string{person, group, topic} != want {
			t.Errorf("%q: %q, %q, %q", who, person, group, topic)
		}
	}
}
