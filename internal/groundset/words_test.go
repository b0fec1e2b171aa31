package groundset_test

import (
	"testing"

	"keepsake/internal/groundset"
)

// What counts as the person's own words is told by letters alone.
func TestSetKeepsWords(t *testing.T) {
	for _, c := range []struct {
		said, claim string
		want        bool
	}{
		{"Remember that I live in Berlin", "User lives in Berlin", true},
		{"I can't eat peanuts", "User is allergic to peanuts", false},
		{"запомни, я живу в Москве", "Пользователь живёт в Москве", false}, // живу, живёт: three letters are the same
		{"запомни, что я левша", "Пользователь левша", true},
		{"记住我住在成都", "用户住在成都", true},
		{"the meter said 10442", "The meter reading is 10443", false},
	} {
		x := groundset.Case{Talk: []groundset.Utterance{{By: groundset.Person, Turn: true, Text: c.said}}, Write: groundset.Write{Content: c.claim}}
		if got := x.KeepsWords(); got != c.want {
			t.Errorf("%q → %q: %v", c.said, c.claim, got)
		}
	}
}
