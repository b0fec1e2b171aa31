package eval

import (
	"path/filepath"
	"testing"

	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
	"keepsake/memory/grounds"
	"keepsake/memory/grounds/judge"
	"keepsake/session"
	"keepsake/trust"
)

// What a recorded judge says of a claim is not the last word: nothing that is labelled as not said is kept by it, though the small
// model of the recordings says yes to most of these.
func TestAWrongJudgeKeepsNothing(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(recordings, "*.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for _, file := range names {
		all, err := ReadRecording(file)
		if err != nil {
			t.Fatal(err)
		}
		server := scripted.New(scripted.Options{Brain: NewTape(nil, all)})
		chat := openai.New(openai.Config{Endpoint: openai.Endpoint{BaseURL: server.URL(), Model: scripted.DefaultModel}})
		for _, x := range loadItems(t) {
			if x.Part != Judging || x.Did != NotSaid {
				continue
			}
			isMatched, isKept, ok := holdsUp(t, chat, x)
			if ok && isMatched {
				wrong++
			}
			if isKept {
				t.Errorf("%s: %s keeps %q of %q", file, x.ID, x.Claim, x.Says)
			}
		}
		server.Close()
	}
	if wrong == 0 {
		t.Error("no recorded judge is wrong: nothing is shown by this test")
	}
}

// holdsUp asks the judge about an item. It returns whether the judge matches the claim, and whether the claim is then kept; ok is false
// when the judge was not recorded.
func holdsUp(t *testing.T, chat llm.Chat, x Item) (isMatched, isKept, ok bool) {
	t.Helper()
	w := grounds.Write{Content: x.Claim, Before: x.Before, Task: x.IsTask}
	claim := grounds.ClaimOf(x.Claim)
	listing, err := (&judge.Judge{Chat: chat}).List(t.Context(), x.Says, []judge.Claim{{Text: claim, Before: x.Before, Task: x.IsTask}})
	if err != nil {
		return false, false, false
	}
	v := grounds.View{TurnID: "now", Stated: listing.Statements, Asked: []string{claim}}
	for i, s := range x.Says {
		v.Window = append(v.Window, session.Message{ID: string(rune('a' + i)), Seq: int64(i + 1), At: noon, TurnID: "now", Role: session.User, Trust: trust.Person, Content: s})
	}
	for _, s := range listing.Statements {
		isMatched = isMatched || len(s.Claims) > 0
	}
	return isMatched, grounds.Judge(w, v).Allowed, true
}
