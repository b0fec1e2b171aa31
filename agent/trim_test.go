package agent_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/session"
)

// TestWindowTrimmedByNumberI15R13: after each turn the window holds at most so many messages,
// the newest, beginning with the person's, a call with its result; what scrolled away is
// folded into the summary now and then, not one turn at a time.
func TestWindowTrimmedByNumberI15R13(t *testing.T) {
	w := newWorld(t, agent.Config{WindowMessages: 8})
	w.rules.When("Messages to fold in").AndSystem("You keep the running summary").Say("They counted.")
	w.rules.When("keep").Call("add_to_memory", map[string]any{"content": "The user counts", "category": "context"})
	w.rules.WhenResult("add_to_memory", "").Say("Kept.")
	w.rules.Otherwise().Say("Yes.")
	summaries := 0
	for i := range 12 {
		said := fmt.Sprintf("number %d", i)
		if i%5 == 4 {
			said = "keep " + said
		}
		w.say(said)
		s := w.session()
		window, err := w.agent.Sessions.Window(t.Context(), s)
		w.ok(err)
		if n := len(window); n > 8 || i > 4 && n < 6 || window[0].Role != session.User || window[n-1].Role != session.Assistant {
			t.Errorf("after turn %d: %d messages, from %s", i, len(window), window[0].Role)
		}
		w.ok(w.agent.Tidy(t.Context(), s.ID))
		if next := w.session(); next.SummaryTo != s.SummaryTo {
			summaries++
			if next.SummaryTo != s.WindowFrom || next.Summary != "They counted." {
				t.Errorf("after turn %d: %+v", i, next)
			}
		}
	}
	if summaries < 2 || summaries > 5 {
		t.Errorf("%d summaries of 12 turns", summaries)
	}
	w.say("and now?")
	if p := head(w.last()); !strings.Contains(p, "They counted.") {
		t.Error("the summary is not in the prompt")
	}
}

// TestSessionsPrunedAfterARunI17: in the daemon the oldest conversations go after each turn.
func TestSessionsPrunedAfterARunI17(t *testing.T) {
	w := newWorld(t, agent.Config{Keep: session.Retention{Most: session.DefaultMost}})
	w.rules.Otherwise().Say("Yes.")
	ctx := t.Context()
	for range 12 {
		w.say("hello")
		w.ok(w.agent.Tidy(ctx, w.session().ID))
		_, err := w.agent.Sessions.End(ctx, actor.OfSystem(), place, alice.ID)
		w.ok(err)
	}
	w.say("hello")
	w.ok(w.agent.Tidy(ctx, w.session().ID))
	all, err := w.agent.Sessions.List(ctx, place, alice.ID)
	w.ok(err)
	if len(all) != session.DefaultMost {
		t.Errorf("%d conversations are left", len(all))
	}
}

// A conversation that shows everything (M15) is cut only where the endpoint calls a prompt
// too long, and then to half of what it is.
func TestUnboundedWindowIsCutByTheEndpointOnly(t *testing.T) {
	w := newWorld(t, agent.Config{Unbounded: true})
	shown, limit := 0, 1000
	chat := w.agent.Chat
	w.agent.Chat = chatFunc(func(ctx context.Context, r request, on onText) (response, error) {
		if shown = len(r.Messages); shown > limit {
			return response{}, tooLong
		}
		return chat.Complete(ctx, r, on)
	})
	w.rules.Otherwise().Say("ok " + strings.Repeat("word ", 4000))
	for i := range 10 { // 40,000 tokens: more than twice the house's own window
		w.say(fmt.Sprint("message ", i))
		w.ok(w.agent.Tidy(t.Context(), w.session().ID))
	}
	if s := w.session(); s.WindowFrom != 1 || s.Summary != "" || shown < 19 {
		t.Errorf("cut at %d; the model was shown %d messages", s.WindowFrom, shown)
	}
	limit = 15
	w.say("one more")
	if s := w.session(); s.WindowFrom == 1 || shown < 8 || shown > 15 {
		t.Errorf("cut at %d; the model was shown %d messages", s.WindowFrom, shown)
	}
}
