package archtest_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"keepsake/internal/archtest"
)

// TestRoomsWithGoroutinesAreWatched proves that make test runs the tests of each room that starts goroutines with the race
// detector: the list of scripts/coverage.sh names them.
func TestRoomsWithGoroutinesAreWatched(t *testing.T) {
	script, err := os.ReadFile("../../scripts/coverage.sh")
	if err != nil {
		t.Fatal(err)
	}
	listed := func(name string) *regexp.Regexp {
		found := regexp.MustCompile(`(?m)^` + name + `='(.+)'$`).FindSubmatch(script)
		if found == nil {
			t.Fatalf("the script has no list %q", name)
		}
		return regexp.MustCompile(string(found[1]))
	}
	watched, measures := listed("watched"), listed("measures")
	files, err := archtest.Read("../..")
	if err != nil {
		t.Fatal(err)
	}
	var rooms []string
	for _, f := range files {
		if f.StartsGoroutine && !strings.HasSuffix(f.Name, "_test.go") && !slices.Contains(rooms, f.Dir) {
			rooms = append(rooms, f.Dir)
		}
	}
	if len(rooms) < 15 {
		t.Errorf("only %v start goroutines", rooms)
	}
	for _, dir := range rooms {
		if room := "keepsake/" + dir; !watched.MatchString(room) && !measures.MatchString(room) {
			t.Errorf("%s starts goroutines: add it to what scripts/coverage.sh watches for races", dir)
		}
	}
}
