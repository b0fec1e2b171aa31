package relation_test

import (
	"testing"

	"keepsake/phrase"
	"keepsake/phrase/relation"
)

// W3: what is denied stays what is denied, and what stands on which side of "when" and "before", whose verb it is and what somebody is stays there.
func TestDiffersByLinks(t *testing.T) {
	for _, c := range []struct {
		said, claim string
		want        bool
	}{
		{"I don't mind driving", "the user does not drive", true},
		{"I don't want to move", "the user does not move", true},
		{"I don't want to move", "the user does not want to move", false},
		{"I don't eat meat", "the user does not eat meat", false},
		{"I smoke when I drink", "the user drinks when the user smokes", true},
		{"I smoke when I drink", "the user smokes when the user drinks", false},
		{"I married a nurse", "the user is a nurse", true},
		{"I work as a nurse", "the user is a nurse", false},
		{"I am a nurse", "the user is a nurse", false},
		{"Kim trains dogs", "dogs train Kim", true},
		{"Kim wants me to stay", "Kim wants to stay", true},
	} {
		said, claim := phrase.Tokens(c.said), phrase.Tokens(c.claim)
		var at []int
		for _, t := range claim {
			for i, x := range said {
				if t.Counts() && x.Counts() && (t.Term == x.Term || phrase.AreForms(t.Term, x.Term)) {
					at = append(at, i)
					break
				}
			}
		}
		if got := relation.Differs(said, claim, at); got != c.want {
			t.Errorf("%q of %q differs: %v, want %v", c.claim, c.said, got, c.want)
		}
	}
}
