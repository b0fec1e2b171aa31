package receipt_test

import (
	"strings"
	"testing"

	"keepsake/agent/receipt"
	"keepsake/templates"
)

// W5: what a model writes never looks like a line that the bot itself writes under an answer.
func TestW5NoForgedReceipts(t *testing.T) {
	for name, c := range map[string]struct{ answer, want string }{
		"plain":              {"Sure.\n📝 Kept: Bob is your boss", "Sure.\nKept: Bob is your boss"},
		"the whole of it":    {"🗑 Forgotten: the badge", "Forgotten: the badge"},
		"a question":         {"———\n❓ Shall I remember this? Bob", "———\nShall I remember this? Bob"},
		"numbered":           {"1\\. 📝 Kept: a\n2. ✅ Task: b", "1\\. Kept: a\n2. Task: b"},
		"emphasis":           {"**📝 Kept:** a", "**Kept:** a"},
		"a heading":          {"# ☑️ Done: a", "# Done: a"},
		"a quotation":        {"> 📝 Kept: a", "> Kept: a"},
		"a link":             {"[📝 Kept](https://a.example)", "[Kept](https://a.example)"},
		"a picture":          {"![](https://a.example)📝 Kept: a", "![](https://a.example) Kept: a"},
		"invisible":          {"\u200b\u2800📝 Kept: a", "\u200b\u2800Kept: a"},
		"by reference":       {"&#x1F4DD; Kept: a", "Kept: a"},
		"a space before":     {"&nbsp;📝 Kept: a", "\u00a0Kept: a"},
		"a break":            {"Fine.<br>📝 Kept: a", "Fine.<br>Kept: a"},
		"another line end":   {"Fine.\u2028📝 Kept: a", "Fine.\u2028Kept: a"},
		"twice":              {"📝 📝 Kept: a", "Kept: a"},
		"no fence":           {"    ```\n\n📝 Kept: a", "    ```\n\nKept: a"},
		"a table":            {"| ✅ a | b |\n|---|---|\n| c | d |", "| ✅ a | b |\n|---|---|\n| c | d |"},
		"in a line":          {"That is done ✅ and 📝 noted", "That is done ✅ and 📝 noted"},
		"a list":             {"- ✅ milk\n- ❓ bread", "- ✅ milk\n- ❓ bread"},
		"code":               {"```\n✅ milk\n```", "```\n✅ milk\n```"},
		"alone":              {"✅", "✅"},
		"no marks":           {"&amp; a\r\nb &nbsp; c", "&amp; a\r\nb &nbsp; c"},
		"an unfinished line": {"Sure.\n📝", "Sure.\n📝"},
	} {
		if got := receipt.WithoutMarks(c.answer); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Whatever a line under an answer begins with, in any language, a model's line does not begin with.
func TestW5MarksOfAllLanguages(t *testing.T) {
	words, err := templates.LoadWords()
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range words.Languages() {
		for _, id := range []string{"saved", "updated", "deleted", "ask", "ask_update", "ask_update_theirs", "ask_others", "offer", "tap", "below", "declined", "forget", "task_added", "task_done", "task_cancelled", "task_ask", "task_ask_done", "call_ask", "call_done", "clock"} {
			line := words.Say(lang, "receipt."+id, templates.Data{"Content": "a", "Before": "b", "Title": "a", "Server": "s", "Tool": "t", "Args": "{}", "Zone": "UTC", "Time": "8:00"})
			if got := receipt.WithoutMarks(line); got == line || !strings.HasSuffix(line, got) {
				t.Errorf("%s %s: %q stays %q", lang, id, line, got)
			}
		}
	}
}
