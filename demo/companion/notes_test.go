package companion_test

import (
	"encoding/json"
	"strings"
	"testing"

	"keepsake/llm/scripted"
	"keepsake/templates"
)

// answerOf returns the companion's answer to instructions without tools.
func answerOf(t *testing.T, instructions, question string) string {
	t.Helper()
	a, err := demos().Answer(t.Context(), scripted.Prompt{Messages: []scripted.Message{
		{Role: "system", Content: instructions}, {Role: "user", Content: question},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return a.Text
}

// R10, A17: the stand-in lists what messages state, with the sentence that states it; questions and small talk are left out.
func TestNotes(t *testing.T) {
	got := answerOf(t, templates.Prompt("extract.md"), `The writer's messages:
1. (Friday, 2026-11-20) "What is the capital of France? My sister Nina is allergic to peanuts."
2. (Friday, 2026-11-20) "> Bob is my boss\nI live in \"old\" Lisbon"
3. (Friday, 2026-11-20) "Thanks!"`)
	var listed struct {
		Facts []struct{ Quote, Fact, Type, Fact_key, Subject string }
	}
	if err := json.Unmarshal([]byte(got), &listed); err != nil {
		t.Fatalf("%s: %v", got, err)
	}
	want := [][5]string{
		{"My sister Nina is allergic to peanuts", "Nina is the user's sister", "profile", "", "Nina"},
		{"My sister Nina is allergic to peanuts", "Nina is allergic to peanuts", "profile", "", "Nina"},
		{`I live in "old" Lisbon`, `User lives in "old" Lisbon`, "profile", "user lives", ""},
	}
	if len(listed.Facts) != len(want) {
		t.Fatalf("%+v", listed.Facts)
	}
	for i, f := range listed.Facts {
		if got := [5]string{f.Quote, f.Fact, f.Type, f.Fact_key, f.Subject}; got != want[i] {
			t.Errorf("%d: %q, want %q", i, got, want[i])
		}
	}
	if got := answerOf(t, templates.Prompt("extract.md"), "The writer's messages:\n1. (Friday, 2026-11-20) \"Thanks!\""); got != `{"facts":[],"reasoning":"These are lasting."}` {
		t.Error(got)
	}
}

// Issue 12: where several things are asked for, the stand-in answers with all of them and nothing else.
func TestNotesOfSeveralThings(t *testing.T) {
	asked := func(forms string) string {
		return strings.NewReplacer("{{form}}", forms, "{{rules}}", "").Replace(templates.Prompt("reading.md"))
	}
	question := "The writer's messages:\n1. (Friday, 2026-11-20) \"My sister Nina is allergic to peanuts. Please always answer in German.\""
	all := answerOf(t, asked(`"facts": [], "directives": [], "episode": "…"`), question)
	for _, want := range []string{"Nina is allergic to peanuts", `"directive":"Always answer in German"`, `"episode":"`} {
		if !strings.Contains(all, want) {
			t.Errorf("%s lacks %s", all, want)
		}
	}
	if some := answerOf(t, asked(`"facts": [], "episode": "…"`), question); strings.Contains(some, "directive") || !strings.Contains(some, `"facts":[{`) {
		t.Error(some)
	}
}

// A21: one thing can be true of a matter: the newer replaces it; the same is the same, all else goes side by side.
func TestRelations(t *testing.T) {
	got := answerOf(t, templates.Prompt("relate.md"), `Pair 1
 known: "User lives in Berlin"
 new: "User lives in Munich"
Pair 2
 known: "Nina is the user's sister"
 new: "Mia is the user's sister"
Pair 3
 known: "User prefers tea"
 new: "User prefers tea"`)
	want := `{"reasoning":"By their matters.","relations":[{"pair":1,"relation":"contradicts"},{"pair":2,"relation":"unrelated"},{"pair":3,"relation":"same"}]}`
	if got != want {
		t.Error(got)
	}
}

// F22: the stand-in lists what it can read of a person's words, and a claim is the statement that has its words; where it cannot
// judge it says so in words.
func TestJudging(t *testing.T) {
	list := templates.Prompt("judge.md")
	if got := answerOf(t, list, "The person's messages:\n1. \"My sister Nina lives in \\\"old\\\" Lisbon. Thanks!\""); got !=
		`{"statements":[{"quote":"My sister Nina lives in \"old\" Lisbon","fact":"Nina is the user's sister"},{"quote":"My sister Nina lives in \"old\" Lisbon","fact":"Nina lives in \"old\" Lisbon"}]}` {
		t.Error(got)
	}
	if got := answerOf(t, list, "The person's messages:\n1. \"Thanks!\""); got != "I cannot tell." {
		t.Error(got)
	}
	const stated = "The statements:\n1. \"Nina is the user's sister\", in their words: \"my sister Nina\"\n2. \"Nina lives in Lisbon\", in their words: \"Nina lives in Lisbon\"\n\nThe claims:\n"
	if got := answerOf(t, templates.Prompt("judge_match.md"), stated+"1. note: \"Nina lives in Lisbon.\", until now: \"Nina lives in Rome\""); got != `{"matches":[{"claim":1,"statements":[2]}]}` {
		t.Error(got)
	}
	if got := answerOf(t, templates.Prompt("judge_match.md"), stated+"1. note: \"Nina lives in Rome\""); got != "I cannot tell." {
		t.Error(got)
	}
}
