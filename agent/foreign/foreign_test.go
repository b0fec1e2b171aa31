package foreign_test

import (
	"testing"

	"keepsake/agent/foreign"
)

func TestMissedLanguage(t *testing.T) {
	german, russian := "Ich wohne jetzt in Graz und suche ein gutes Café, was meinst du?", "Я переехал в Казань, что там посмотреть?"
	english := "That is a great choice! You can find a lot of cafés in the old town."
	for name, c := range map[string]struct {
		talk foreign.Talk
		want string
	}{
		"English for German":    {foreign.Talk{Said: []string{german}, Answer: english}, "German"},
		"English for Russian":   {foreign.Talk{Said: []string{russian}, Answer: english}, "Russian"},
		"Chinese for English":   {foreign.Talk{Said: []string{"What is the best time to visit your city?"}, Answer: "春天是最好的时候，天气很好。"}, "English"},
		"the same":              {foreign.Talk{Said: []string{german}, Answer: "Das ist eine gute Wahl, und die Altstadt hat viele Cafés."}, ""},
		"too short to tell":     {foreign.Talk{Said: []string{"ok"}, Answer: english}, ""},
		"a short answer":        {foreign.Talk{Said: []string{german}, Answer: "Okay!"}, ""},
		"it was asked for":      {foreign.Talk{Said: []string{german + " Antworte auf Englisch."}, Answer: english}, ""},
		"a translation":         {foreign.Talk{Said: []string{"Übersetze das bitte: " + german}, Answer: english}, ""},
		"a wish":                {foreign.Talk{Said: []string{german}, Around: []string{"[id:12345678] User wants answers in English"}, Answer: english}, ""},
		"asked for earlier":     {foreign.Talk{Said: []string{german}, Before: []string{"Lass uns Englisch üben"}, Answer: english}, ""},
		"they write in both":    {foreign.Talk{Said: []string{german}, Before: []string{"What is the weather like in your town?"}, Answer: english}, ""},
		"code":                  {foreign.Talk{Said: []string{german}, Answer: "```\n// This is the loop that you have to write for the list\n```\nDas ist die Schleife, die du brauchst."}, ""},
		"a name is no language": {foreign.Talk{Said: []string{"Was weißt du über die Band The Who und ihre Lieder?"}, Answer: "The Who ist eine Band, und die Lieder sind nicht alt."}, ""},
	} {
		if got := c.talk.MissedLanguage(); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
