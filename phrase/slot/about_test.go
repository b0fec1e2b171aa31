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
		{"Jörg Müller is the user's dentist", "Joerg Mueller", true},
		{"Joerg Mueller is the user's dentist", "Jörg Müller", true},
		{"Jörg Müller is the user's dentist", "Joerg Muller", true},
		{"JÖRG MÜLLER is the user's dentist", "joerg muller", true},
		{"Jorg Muller is the user's dentist", "Jörg Müller", true},
		{"Der Nutzer kennt Jörgs Frau", "Joerg", true},
		{"Søren plays chess", "Soren", true},
		{"Soren plays chess", "Søren", true},
		{"Søren plays chess", "Soeren", true},
		{"François is a cook", "Francois", true},
		{"Francois is a cook", "François", true},
		{"Frau Weiß wohnt nebenan", "Weiss", true},
		{"Frau Weiss wohnt nebenan", "Weiß", true},
		{"Håkon sails", "Haakon", true},
		{"Æsa and Łukasz sail", "Aesa Lukasz", true},
		{"Семён играет", "Семен", true},
		{"Jo is the user's niece", "Joe", false},
		{"Sue is the user's niece", "Su", false},
		{"User likes tea", "", false},
		{"User likes tea", "the user", false},
	} {
		if got := slot.IsAbout(c.said, c.about); got != c.want {
			t.Errorf("%q about %q: %v", c.said, c.about, got)
		}
	}
}
