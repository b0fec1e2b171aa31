package agent_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/llm/scripted"
	"keepsake/memory"
)

type ctxt = context.Context

func (w *world) knownIn(ctx ctxt) []memory.Memory {
	w.t.Helper()
	ms, _, err := w.agent.Memory.List(ctx, memory.ActiveQuery(alice))
	w.ok(err)
	return ms
}

// long lets the two talk until there is something to fold away.
func long(w *world, turns int) {
	w.t.Helper()
	w.rules.When("Messages to fold in").AndSystem("You keep the running summary").Say("They talked about words.")
	w.rules.Otherwise().Say("said " + strings.Repeat("word ", 50))
	for range turns {
		w.say(fmt.Sprintf("turn %d %s", w.updates, strings.Repeat("word ", 50)))
	}
}

var small = agent.Config{WindowTrigger: 600, WindowTarget: 250}

// TestSummaryP50F16: below the trigger nothing is cut; above it the window is cut to the
// target and what scrolled away is in the summary, in the prompt's place for it.
func TestSummaryP50F16(t *testing.T) {
	w := newWorld(t, small)
	long(w, 4)
	w.ok(w.agent.Tidy(t.Context(), w.session().ID))
	if s := w.session(); s.WindowFrom != 1 || s.Summary != "" {
		t.Fatalf("cut below the trigger: %+v", s)
	}
	long(w, 2)
	asked := len(w.prompts())
	w.ok(w.agent.Tidy(t.Context(), w.session().ID))
	s := w.session()
	if s.WindowFrom == 1 || s.SummaryTo != s.WindowFrom || s.Summary != "They talked about words." {
		t.Fatalf("after tidying: %+v", s)
	}
	w.ok(w.agent.Tidy(t.Context(), s.ID)) // nothing more to do
	if n := len(w.prompts()); n != asked+1 {
		t.Errorf("the model was asked %d times", n-asked)
	}
	w.say("and now?")
	p := head(w.last())
	if i, j := strings.Index(p, "## Your memory"), strings.Index(p, "They talked about words."); i < 0 || j < i {
		t.Errorf("the summary stands at %d, the rules at %d", j, i)
	}
	if first := w.last().Messages[1].Content; !strings.HasPrefix(first, "turn ") || strings.HasPrefix(first, "turn 0 ") {
		t.Errorf("the window begins with %.10q", first)
	}
}

// TestSummaryIsMadeInTheBackground: Run does it after the answer.
func TestSummaryIsMadeInTheBackground(t *testing.T) {
	w := newWorld(t, small)
	long(w, 8)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.agent.Run(ctx) }()
	err := w.model.WaitFor(ctx, func(rs []scripted.Request) bool {
		for _, r := range rs {
			if strings.Contains(r.Body, "You keep the running summary") && r.Status == 200 {
				return true
			}
		}
		return false
	})
	w.ok(err)
	cancel()
	w.ok(<-done)
}

// TestSummaryAfterMasking: a summary that could tell what was forgotten is dropped, and
// made anew without it.
func TestSummaryAfterMasking(t *testing.T) {
	w := newWorld(t, small)
	w.rules.When("Zanzibar").AndSystem("You keep the running summary").Say("The user was born in Zanzibar.")
	w.rules.When("I was born").Say("I see.")
	w.say("I was born in Zanzibar")
	long(w, 8)
	w.ok(w.agent.Tidy(t.Context(), w.session().ID))
	has(t, "summary", w.session().Summary, "Zanzibar")
	_, err := w.agent.Sessions.Mask(t.Context(), actor.OfSystem(), alice, nil, nil, inZanzibar)
	w.ok(err)
	w.say("hello")
	lacks(t, "prompt", w.last().Text, "Zanzibar")
	w.ok(w.agent.Tidy(t.Context(), w.session().ID))
	lacks(t, "request for the new summary", w.last().Text, "Zanzibar")
	s := w.session()
	if s.Summary != "They talked about words." || s.SummaryTo != s.WindowFrom {
		t.Errorf("after tidying again: %+v", s)
	}
}

// TestSummaryRace: what is forgotten while the model writes a summary is not in it.
func TestSummaryRace(t *testing.T) {
	w := newWorld(t, small)
	w.rules.Next().Say("I see.")
	w.say("I was born in Zanzibar")
	long(w, 8)
	w.model.SetBrain(scripted.BrainFunc(func(ctx context.Context, _ scripted.Prompt) (scripted.Answer, error) {
		_, err := w.agent.Sessions.Mask(ctx, actor.OfSystem(), alice, nil, nil, inZanzibar)
		return scripted.Answer{Text: "The user was born in Zanzibar."}, err
	}))
	w.ok(w.agent.Tidy(t.Context(), w.session().ID))
	if s := w.session(); s.Summary != "" || s.WindowFrom != 1 {
		t.Errorf("stored all the same: %+v", s)
	}
}

// TestWindowFarOverTheTrigger: a prompt does not wait for a summary that does not come.
func TestWindowFarOverTheTrigger(t *testing.T) {
	w := newWorld(t, small)
	long(w, 30)
	s := w.session()
	if s.WindowFrom == 1 || s.Summary != "" {
		t.Fatalf("window from %d, summary %q", s.WindowFrom, s.Summary)
	}
	w.ok(w.agent.Tidy(t.Context(), s.ID)) // catches up from the beginning
	if s = w.session(); s.SummaryTo < s.WindowFrom || s.Summary == "" {
		t.Errorf("after tidying: %+v", s)
	}
}

func TestTidyLeavesEndedSessions(t *testing.T) {
	w := newWorld(t, small)
	long(w, 8)
	s := w.session()
	_, err := w.agent.Sessions.End(t.Context(), actor.OfSystem(), place, "telegram:42")
	w.ok(err)
	asked := len(w.prompts())
	w.ok(w.agent.Tidy(t.Context(), s.ID))
	if len(w.prompts()) != asked {
		t.Error("the model was asked")
	}
	if err := w.agent.Tidy(t.Context(), "no such session"); err == nil {
		t.Error("no error for a session that is not there")
	}
}

func inZanzibar(said string) bool { return strings.Contains(said, "Zanzibar") }
