package opposite_test

import (
	"testing"

	"keepsake/phrase/opposite"
)

// Words on two sides turn a statement round, in any of their forms and in either order; others do not.
func TestAre(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"start", "finish", true}, {"finishes", "starts", true}, {"buy", "sell", true}, {"morning", "evening", true},
		{"months", "years", true}, {"bruder", "schwester", true}, {"утром", "вечером", true}, {"frère", "sœur", true},
		{"start", "begin", false}, {"buy", "purchase", false}, {"tea", "coffee", false}, {"", "start", false}, {"hate", "", false},
	} {
		if got := opposite.Are(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}
