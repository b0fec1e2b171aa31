package answertext_test

import (
	"fmt"
	"strings"
	"testing"

	"keepsake/llm/answertext"
)

func TestFindLoop(t *testing.T) {
	const begin = "Graz is a lovely city. "
	for name, c := range map[string]struct{ text, person, want string }{
		"a sentence":          {begin + strings.Repeat("You can visit the old town. ", 40), "", begin + "You can visit the old town."},
		"broken off":          {begin + strings.Repeat("You can visit the old town. ", 40) + "You can vi", "", begin + "You can visit the old town."},
		"two sentences":       {begin + strings.Repeat("I am here. How are you? ", 50), "", begin + "I am here. How are you?"},
		"lines":               {"1.\n" + strings.Repeat("- the memory\n", 90), "", "1.\n- the memory"},
		"one character":       {"是" + strings.Repeat("的", 400), "", "是的"},
		"Russian":             {"Да. " + strings.Repeat("Я помню это. ", 60), "", "Да. Я помню это."},
		"blanks":              {"Yes." + strings.Repeat("\n", 900), "", "Yes."},
		"too few":             {begin + strings.Repeat("You can visit the old town. ", 7), "", ""},
		"a divider":           {begin + strings.Repeat("-", 200), "", ""},
		"a verse":             {strings.Repeat("Row, row, row your boat, gently down the stream.\n", 4), "", ""},
		"a list":              {list(200), "", ""},
		"asked for":           {strings.Repeat("I must not talk in class.\n", 100), `Write "I must not talk in class" a hundred times`, ""},
		"over before its end": {strings.Repeat("You can visit the old town. ", 40) + "But the castle is closed.", "", ""},
	} {
		end, ok := answertext.FindLoop(c.text, c.person)
		if got := strings.TrimSpace(c.text[:end]); got != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func list(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d. is a name\n", i)
	}
	return b.String()
}
