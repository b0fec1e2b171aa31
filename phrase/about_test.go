package phrase_test

import (
	"testing"

	"keepsake/phrase"
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
		if got := phrase.IsAbout(c.said, c.about); got != c.want {
			t.Errorf("%q about %q: %v", c.said, c.about, got)
		}
	}
}

// TestAskedFact: the fact that a question in words is about is found, in other questions none (R18).
func TestAskedFact(t *testing.T) {
	for said, want := range map[string]string{
		"Nice. Would you like me to remember that Alec is your boss?": "that Alec is your boss",
		"Do you like tea?":                               "",
		"I will remember that.":                          "",
		"Shall I note that Eva lives in Rome? It helps.": "that Eva lives in Rome",
	} {
		if got := phrase.AskedFact(said); got != want || phrase.AsksToKeep(said) != (want != "") {
			t.Errorf("%q: %q", said, got)
		}
	}
}

// TestRepeats: what repeats a refused statement in another order, form or tense is told apart from
// what denies it or is about something else (R18).
func TestRepeats(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Alec is my boss", "The user's boss was Alec", true},
		{"that Alec is your boss", "Alec is the user's boss", true},
		{"User lives in Berlin", "The user resides in Berlin", true},
		{"Начальник пользователя — Алек", "Алек был начальником пользователя", true},
		{"User eats meat", "User does not eat meat", false},
		{"Alec is my boss", "Maria is the user's boss", false},
		{"Alec is my boss", "Alec likes chess", false},
	} {
		if got := phrase.Repeats(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %v", c.a, c.b, got)
		}
	}
}
