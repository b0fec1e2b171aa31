package slot_test

import (
	"testing"

	"keepsake/phrase/slot"
)

// TestIsAbout: what names somebody is about them (R20); a name that only begins alike is not.
func TestIsAbout(t *testing.T) {
	for _, c := range []struct {
		said, about string
		want        bool
	}{
		{"Alec is the user's boss", "Alec", true},
		{"The user met Alec's wife in Rome", "alec", true},
		{"Alecs Frau heißt Eva", "Alec", true},
		{"Alexandra is the user's aunt", "Alec", false},
		{"Annabel likes tea", "Anna", false},
		{"Пользователь любит Анну", "Анна", true},
		{"用户的老板是李雷", "李雷", true},
		{"The user flew to Japan in May", "my trip to Japan", true},
		{"User has a peanut allergy", "allergy", true},
		{"User likes tea", "", false},
		{"User likes tea", "the user", false},
	} {
		if got := slot.IsAbout(c.said, c.about); got != c.want {
			t.Errorf("%q about %q: %v", c.said, c.about, got)
		}
	}
}
