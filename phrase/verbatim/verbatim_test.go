package verbatim_test

import (
	"strings"
	"testing"

	"keepsake/phrase/verbatim"
)

// A person's own words come out of a memory as they went in, in every language that has a form, and in a group.
func TestRoundTrip(t *testing.T) {
	for _, code := range []string{"en", "de", "ru", "zh", "fr", "es", "pt", "it", "nl", "pl", "uk", "tr", "ja", "ko", "ar", "he", ""} {
		for _, words := range []string{"my sister is vegan", "“The Shed” is my office", "«Шеф» — это Тамара", "x"} {
			for _, day := range []string{"", "2026-11-27"} {
				content := verbatim.Write(words, code, "", day)
				if got, ok := verbatim.Read(content); !ok || got != words || content == words || !strings.Contains(content, day) {
					t.Errorf("%s: %q reads %q, %v", code, content, got, ok)
				}
			}
		}
	}
	if got := verbatim.Write("the tent is green", "en", "Ann (u11)", ""); got != "Ann (u11): “the tent is green”" {
		t.Errorf("in a group: %q", got)
	} else if words, ok := verbatim.Read(got); !ok || words != "the tent is green" {
		t.Errorf("%q reads %q, %v", got, words, ok)
	}
}

// What was not written so stays as it is.
func TestOthers(t *testing.T) {
	for _, content := range []string{"", "User lives in Porto", "User lives in Porto (2026-11-27)", "User said: “", "User said: “”", "Ann (u11) pays: “nothing”", "Ann: “hello”", "Note: “a (u1)”"} {
		if words, ok := verbatim.Read(content); ok || words != content {
			t.Errorf("%q reads %q, %v", content, words, ok)
		}
	}
}

// Screens say "you" in the languages of the program; other languages, and a group, which several people read, keep the third person.
func TestToUser(t *testing.T) {
	for content, want := range map[string]string{
		"User said: “I like tea”":                   "You said: “I like tea”",
		"Der Nutzer sagte: „ich mag Tee“":           "Du hast gesagt: „ich mag Tee“",
		"Слова пользователя: «я люблю чай»":         "Твои слова: «я люблю чай»",
		"用户说：“我喜欢茶”":                                "你说：“我喜欢茶”",
		"User said: “I move tomorrow” (2026-11-27)": "You said: “I move tomorrow” (2026-11-27)",
		"L'utilisateur a dit : « du thé »":          "",
		"Ann (u11): “the tent is green”":            "",
		"User likes tea":                            "",
		"User said: “I like tea” and coffee":        "",
	} {
		got, ok := verbatim.ToUser(content)
		if ok != (want != "") || ok && got != want || !ok && got != content {
			t.Errorf("%q is said %q, %v, want %q", content, got, ok, want)
		}
	}
}
