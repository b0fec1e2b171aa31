package corrected_test

import (
	"testing"

	"keepsake/command/corrected"
	"keepsake/text"
)

// W14: a corrected statement is formed only where nobody could read it otherwise.
func TestW14Reword(t *testing.T) {
	for name, c := range map[string]struct{ content, before, after, want string }{
		"one word":             {"User lives in Berlin", "I live in Berlin.", "I live in Munich!", "User lives in Munich"},
		"some words":           {"User lives in New York", "hey, I live in New York now", "hey, I live in Los Angeles now", "User lives in Los Angeles"},
		"a number":             {"The door code of the gym is 4711", "the gym's door is 4711, ok", "the gym's door is 4712, ok", "The door code of the gym is 4712"},
		"capitals beside it":   {"User lives in Berlin", "remember: I live in Berlin", "Remember, I live in Rome", "User lives in Rome"},
		"Russian":              {"Пользователь живёт в Москве", "я живу в Москве", "я живу в Твери", "Пользователь живёт в Твери"},
		"not in the memory":    {"User lives in Germany's capital", "I live in Berlin", "I live in Rome", ""},
		"twice in the memory":  {"Berlin is user's home, Berlin", "I live in Berlin", "I live in Rome", ""},
		"amid a word":          {"User is a Berliner", "I love Berlin", "I love Rome", ""},
		"only added":           {"User lives in Berlin", "I live in Berlin", "I live in Berlin no more", ""},
		"only removed":         {"User does not eat meat", "I do not eat meat", "I do eat meat", ""},
		"turned round":         {"Alice owes Bob 500", "Alice owes Bob 500", "Bob owes Alice 500", "Bob owes Alice 500"},
		"at both ends":         {"User lives in Berlin with Sarah", "Sarah and I live in Berlin", "Anna and I live in Rome", ""},
		"a secret":             {"User's code is 4711", "my code is 4711", "my code is " + text.Mask, ""},
		"in a quotation":       {"User lives in Berlin", "I live in Berlin", "> I live in Rome", ""},
		"the same":             {"User lives in Berlin", "I live in Berlin", "I live in berlin.", ""},
		"nothing left":         {"User lives in Berlin", "I live in Berlin", "", ""},
		"too much":             {"a b c d e f g", "a b c d e f g", "h i j k l m n", ""},
		"the word means more":  {"User's son Max is 7", "Max is 7", "Max is 8", "User's son Max is 8"},
		"no spaces in between": {"用户住在北京", "我住在北京", "我住在上海", ""},
	} {
		if got := corrected.Reword(c.content, c.before, c.after); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// W14: what only mends the spelling asks nothing; what may be another fact does.
func TestW14SaysTheSame(t *testing.T) {
	for name, c := range map[string]struct {
		content, before, after string
		want                   bool
	}{
		"a comma":                  {"User lives in Berlin", "I live in Berlin", "I live, in berlin!", true},
		"a word beside it":         {"User lives in Berlin", "remembr I live in Berlin", "remember I live in Berlin", true},
		"two words beside it":      {"User lives in Berlin", "plase remembr I live in Berlin", "please remember I live in Berlin", true},
		"letters swapped":          {"User lives in Berlin", "teh city I live in is Berlin", "the city I live in is Berlin", true},
		"mended by the model":      {"User lives in Berlin", "I live in Berlim", "I live in Berlin", true},
		"Russian":                  {"Пользователь живёт в Твери", "запомн, я живу в Твери", "запомни, я живу в Твери", true},
		"kept with the slip":       {"User lives in Berln", "I live in Berln", "I live in Berlin", false},
		"another word":             {"User dislikes cats", "I hate cats", "I have cats", false},
		"a number":                 {"User's bus is late", "my bus 4711 is late", "my bus 4712 is late", false},
		"a negation":               {"User is fond of cats", "Ich mag eine Katze", "Ich mag keine Katze", false},
		"a negation with a letter": {"User eats nuts", "I can eat nuts", "I cant eat nuts", false},
		"a name":                   {"User's sister is a vet", "my sister Lea is a vet", "my sister Leo is a vet", false},
		"a script without spaces":  {"用户住在首都", "我住在北京", "我住在南京", false},
		"a word more":              {"User lives in Berlin", "I live in Berlin", "I live in Berlin again", false},
	} {
		if got := corrected.SaysTheSame(c.content, c.before, c.after); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
