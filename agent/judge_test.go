package agent_test

import (
	"strings"
	"testing"

	"keepsake/agent"
	"keepsake/llm"
	"keepsake/session"
	"keepsake/trust"
	"keepsake/usage"
)

// The judge's prompts begin with these.
const (
	lists   = "You list what a person states"
	matches = "You compare what an assistant wants to note"
)

// countJudged returns how often the judge was asked, and fails when it saw one of these words.
func (w *world) countJudged(never ...string) (n int) {
	w.t.Helper()
	for _, r := range w.prompts() {
		if !strings.Contains(r.Prompt.System(), lists) && !strings.Contains(r.Prompt.System(), matches) {
			continue
		}
		n++
		for _, word := range never {
			if strings.Contains(r.Body, word) {
				w.t.Errorf("the judge read %q", word)
			}
		}
	}
	return n
}

func newJudged(t *testing.T) *world {
	w := newWorld(t, agent.Config{})
	w.judged = true
	w.restart()
	return w
}

// W1: what words do not settle is settled by a judge that sees the person's words alone, once a turn for
// all its writes; what it listed stands with the call, and its tokens are on the turn's account.
func TestAJudgeSettlesAParaphrase(t *testing.T) {
	w := newJudged(t)
	w.agent.Usage = usage.New(usage.Config{Store: w.db.Usage(), Now: w.agent.Now})
	w.rules.When("glutenfrei").AndSystem(lists).Say("```json\n" + `{"statements": [
		{"quote": "bei mir bitte nur glutenfrei", "fact": "Der Nutzer isst nur glutenfrei"},
		{"quote": "I can't eat peanuts", "fact": "User cannot eat peanuts"}]}` + "\n```")
	w.rules.When("glutenfrei").AndSystem(matches).Say(`{"matches": [{"claim": 1, "statements": [2]}, {"claim": 2, "statements": []}]}`)
	w.rules.When("glutenfrei").
		Call("add_to_memory", map[string]any{"content": "User is allergic to peanuts", "category": "context"}).
		Call("add_to_memory", map[string]any{"content": "User's peanuts cause a deadly shock", "category": "context"})
	w.rules.WhenResult("add_to_memory", "").Say("Noted.")
	w.rules.When("at the gate").Say("Nice.")
	in := w.arrive("Free peanuts at the gate today") // with words of others about it, words alone do not settle a paraphrase
	in.Messages[0].Trust = trust.Forwarded
	earlier, err := w.agent.Open(t.Context(), in)
	w.ok(err)
	w.ok(w.agent.Respond(t.Context(), w.claim, earlier.ID, &view{}))
	turn, _ := w.say("bei mir bitte nur glutenfrei. And remember I can't eat peanuts")
	if n := w.countJudged("at the gate", "add_to_memory"); n != 2 { // the blind list, and the claims
		t.Fatalf("asked %d times", n)
	}
	if turn.Usage.Calls != 3 { // two of the agent, one of the judge
		t.Errorf("%d calls on the account", turn.Usage.Calls)
	}
	day, _, err := w.agent.Usage.Today(t.Context(), usage.Payer{Bot: w.agent.Name})
	w.ok(err)
	if part := day.Parts[llm.Judging]; part.Calls != 1 || part.Tokens == 0 || day.Calls != 4 {
		t.Errorf("%+v of %d calls are the judge's", part, day.Calls)
	}
	// Others speak of peanuts, so the claim's own words are not believed: what the judge found is kept as it was said.
	if got := w.known(); len(got) != 1 || got[0].Content != "User said: “I can't eat peanuts”" {
		t.Errorf("kept %+v", got)
	}
	if ms, _ := w.agent.Sessions.TurnMessages(t.Context(), turn.ID); countDetails(ms) != 2 {
		t.Errorf("%d results tell how they were judged", countDetails(ms))
	}
}

// W3: an update that a judge finds in what the person said is kept in their own words where the code doubts how it is worded, and these
// lose nothing of the memory.
func TestAJudgedUpdateIsKeptAsItWasSaid(t *testing.T) {
	w := newJudged(t)
	id := w.remember("User's landlord is Mr Ames", "person", "").ID
	w.rules.When("Ms Blum").AndSystem(lists).Say(`{"statements": [{"quote": "my landlord is Ms Blum now", "fact": "The user's landlord is Ms Blum"}]}`)
	w.rules.When("Ms Blum").AndSystem(matches).Say(`{"matches": [{"claim": 1, "statements": [1]}]}`)
	w.rules.When("Ms Blum").Call("update_memory", map[string]any{"memory_id": id, "content": "User's landlord is Ms Bloom"})
	w.rules.WhenResult("update_memory", "the user's own words").Say("Changed.")
	w.say("hi, my landlord is Ms Blum now")
	if got := w.known(); len(got) != 1 || got[0].ID != id || got[0].Content != "User said: “hi, my landlord is Ms Blum now”" {
		t.Errorf("kept %+v", got)
	}
}

func countDetails(ms []session.Message) (n int) {
	for _, m := range ms {
		if m.Role == session.Tool && strings.Contains(string(m.Structured), `"allowed":`) {
			n++
		}
	}
	return n
}

// What words settle needs no judge, and what has nothing in common with the person's words is not shown to one.
func TestAJudgeIsAskedOnlyWhereItCanHelp(t *testing.T) {
	w := newJudged(t)
	w.rules.When("Alec is my boss").Call("add_to_memory", map[string]any{"content": "Alec is the user's boss", "category": "person"})
	w.rules.When("hello").Call("add_to_memory", map[string]any{"content": "User earns 90000 euros", "category": "context"})
	w.rules.WhenResult("add_to_memory", "").Say("All right.")
	w.say("remember that Alec is my boss")
	w.say("hello there")
	if n := w.countJudged(); n != 0 {
		t.Errorf("asked %d times", n)
	}
	if got := w.known(); len(got) != 1 {
		t.Errorf("kept %+v", got)
	}
}

// A judge that answers nonsense, or invents quotations, keeps nothing, and is not asked again in the turn.
func TestABrokenJudgeKeepsNothing(t *testing.T) {
	for name, answer := range map[string]string{
		"nonsense": "I think the person likes dogs.",
		"invented": `{"statements": [{"quote": "my spaniel eats only raw food", "fact": "User's spaniel is fed raw food"}], "matches": [{"claim": 1, "statements": [1]}, {"claim": 2, "statements": [1]}]}`,
		"another":  `{"statements": [{"quote": "my spaniel", "fact": "User's spaniel is fed raw food by Mallory"}], "matches": [{"claim": 1, "statements": [7, 0]}, {"claim": 9, "statements": [1]}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			w := newJudged(t)
			w.rules.When("spaniel").AndSystem(lists).Say(answer)
			w.rules.When("spaniel").AndSystem(matches).Say(answer)
			w.rules.When("cannot be used").AndSystem(lists).Say(answer)
			w.rules.When("spaniel").Call("add_to_memory", map[string]any{"content": "User's spaniel is fed raw food by Mallory", "category": "context"}).
				Call("add_to_memory", map[string]any{"content": "Mallory feeds the user's spaniel raw food", "category": "context"})
			w.rules.WhenResult("add_to_memory", "").Say("All right.")
			w.say("my spaniel likes his walks")
			if n := w.countJudged(); n != 2 { // a list, and once more; or a list, and the claims of what is listed
				t.Errorf("asked %d times", n)
			}
			if got := w.known(); len(got) != 0 {
				t.Errorf("kept %+v", got)
			}
			w.say("remember my spaniel likes his walks") // asked to keep something, the bot keeps that, in the person's own words
			if got := w.known(); len(got) != 1 || got[0].Content != "User said: “my spaniel likes his walks”" {
				t.Errorf("kept %+v", got)
			}
		})
	}
}
