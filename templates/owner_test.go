package templates_test

import (
	"strings"
	"testing"

	"keepsake/templates"
)

// C3, U12: in every language a role that keeps nothing does not say that it asks before it does, and
// owners are told of /access and of the link for one more owner, and nobody else is.
func TestHelpFitsWhoReadsIt(t *testing.T) {
	words, err := templates.LoadWords()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range words.Languages() {
		for _, id := range []string{"start.hello", "start.owner", "help.text", "terminal.help"} {
			keeps := words.Say(lang, id, templates.Data{"Name": "Ann"})
			forgets := words.Say(lang, id, templates.Data{"Name": "Ann", "Forgets": true})
			if !strings.Contains(keeps, "/memory") || strings.Contains(forgets, "/memory") || strings.Contains(forgets, "{{") {
				t.Errorf("%s %s of a role that keeps nothing: %s", lang, id, forgets)
			}
		}
		for _, id := range []string{"help.text", "settings.text"} {
			owner := words.Say(lang, id, templates.Data{"Owner": true})
			for _, word := range []string{"/access", "keepsake owner link"} {
				if !strings.Contains(owner, word) || strings.Contains(words.Say(lang, id, nil), word) {
					t.Errorf("%s %s of an owner lacks %s, or others read it: %s", lang, id, word, owner)
				}
			}
		}
	}
}
