package grounds_test

import (
	"os"
	"strings"
	"testing"

	"keepsake/memory/grounds"
)

// W3: forms of words, particles, relatives and owners of seven languages tell a claim that nearly repeats what was said from one that
// says it. A red team wrote both; 122 of the first 642 got through by words before.
func TestNearlySaid(t *testing.T) {
	for file, want := range map[string]bool{"nearly": false, "others": false, "redteam": false, "said": true, "basics": true, "retold": true, "turned": false} {
		data, err := os.ReadFile("testdata/" + file + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for line := range strings.Lines(string(data)) {
			said, claim, ok := strings.Cut(strings.TrimSpace(line), " => ")
			if !ok || strings.HasPrefix(line, "#") {
				continue
			}
			n++
			w := window{}.says(said)
			if v := grounds.Judge(grounds.Write{Content: claim}, w.view()); v.Allowed != want {
				t.Errorf("%q says %q: %v (%s)", said, claim, v.Allowed, v.Reason)
			}
		}
		if n < 50 {
			t.Errorf("%d lines of %s", n, file)
		}
	}
}
