package templates_test

import (
	"strings"
	"testing"

	"keepsake/templates"
)

// C3, U12: in every language a role that keeps nothing does not say that it asks before it does, and
// owners are told of /access and of the link for one more owner, and nobody else is. What whoever opens the
// link reads first tells of /access, too.
func TestHelpFitsWhoReadsIt(t *testing.T) {
	words, err := templates.LoadWords()
	if err != nil {
		t.Fatal(err)
	}
	if hello := words.Say("en", "start.hello", templates.Data{"Forgets": true}); strings.Contains(hello, "remembers") {
		t.Errorf("a role that keeps nothing says that it remembers: %s", hello)
	}
	for _, lang := range words.Languages() {
		for _, id := range []string{"start.hello", "start.owner", "help.text", "terminal.help"} {
			keeps := words.Say(lang, id, templates.Data{"Name": "Ann"})
			forgets := words.Say(lang, id, templates.Data{"Name": "Ann", "Forgets": true})
			if !strings.Contains(keeps, "/memory") || strings.Contains(forgets, "/memory") || strings.Contains(forgets, "{{") {
				t.Errorf("%s %s of a role that keeps nothing: %s", lang, id, forgets)
			}
		}
		if first := words.Say(lang, "start.owner", templates.Data{"Owner": true}); !strings.Contains(first, "/access") {
			t.Errorf("%s start.owner: %s", lang, first)
		}
		for _, id := range []string{"start.hello", "help.text", "settings.text"} {
			owner := words.Say(lang, id, templates.Data{"Owner": true})
			for _, word := range []string{"/access", "keepsake owner link"} {
				if id == "start.hello" && word != "/access" {
					continue // one line there
				}
				if !strings.Contains(owner, word) || strings.Contains(words.Say(lang, id, nil), word) {
					t.Errorf("%s %s of an owner lacks %s, or others read it: %s", lang, id, word, owner)
				}
			}
		}
	}
}
