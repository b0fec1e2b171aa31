package failpoint_test

import (
	"slices"
	"testing"

	"keepsake/internal/failpoint"
)

// TestAnOrdinaryBuildCannotBeKilled: whatever the environment says, only a binary built
// with the tag listens. That one is tested by internal/kill.
func TestAnOrdinaryBuildCannotBeKilled(t *testing.T) {
	if failpoint.Enabled {
		t.Fatal("these tests are built without the tag")
	}
	for _, name := range failpoint.Names {
		t.Setenv(failpoint.Env, name)
		failpoint.Hit(name)
	}
}

func TestNamesAreDistinct(t *testing.T) {
	names := slices.Sorted(slices.Values(failpoint.Names))
	if len(slices.Compact(names)) != len(failpoint.Names) {
		t.Errorf("a name stands twice in %v", failpoint.Names)
	}
}
