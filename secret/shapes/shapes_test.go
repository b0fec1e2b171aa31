package shapes_test

import (
	"regexp"
	"testing"

	"keepsake/secret/shapes"
)

// Each shape compiles and says what it is; what is given to a variable is a secret unless it goes on a sentence.
func TestAll(t *testing.T) {
	var assigned *shapes.Shape
	for _, s := range shapes.All(func(low string) bool { return low == "required" }) {
		if s.Kind == "" || s.Keywords == "" {
			t.Errorf("%q has the kind %q and the keywords %q", s.Pattern, s.Kind, s.Keywords)
		}
		re := regexp.MustCompile(s.Pattern)
		if m := re.FindStringSubmatch("DB_PASSWORD=hunter2x"); m != nil && m[len(m)-1] == "hunter2x" && s.Accept != nil {
			assigned = &s
		}
	}
	if assigned == nil {
		t.Fatal("no shape knows a password that is given to a variable")
	}
	for value, want := range map[string]bool{"hunter2x": true, "required": false, "${DB_PASSWORD}": false, "swordfish": true} {
		if got := assigned.Accept(value); got != want {
			t.Errorf("Accept(%q) = %v", value, got)
		}
	}
}
