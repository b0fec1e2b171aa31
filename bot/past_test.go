package bot_test

import (
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/session"
)

// U18: what was said before is found by the model's tool and by a button under /search, with who said it and how far back that reaches:
// one's own words and the bot's answers; never another person's, nor what was forgotten.
func TestU18PastConversationsAreFound(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann, bob := w.person(11, "Ann"), w.person(12, "Bob")
	w.rules.When("Lisbon").Say("Lisbon has the best trams.")
	w.rules.When("What did I say of trams").Call("search_conversations", map[string]any{"query": "trams Lisbon"})
	w.rules.WhenResult("search_conversations", "you: Lisbon has the best trams").Say("You asked about Lisbon.")
	w.rules.WhenResult("search_conversations", "Nothing with these words was said").Say("I find nothing.")
	ann.says("Which trams are there in Lisbon?", "best trams")
	ann.says("/new", "")
	ann.says("What did I say of trams?", "You asked about Lisbon.")
	bob.says("What did I say of trams?", "I find nothing.")

	button := func() string {
		t.Helper()
		list := ann.says("/search Lisbon trams", "I found nothing")
		ann.taps(list, "In our conversations")
		return ann.hears(list.ID, "💬").Text
	}
	if got := button(); !strings.Contains(got, "you: Which trams are there in Lisbon?") || !strings.Contains(got, "I: Lisbon has the best trams.") || !strings.Contains(got, "since") {
		t.Errorf("found %s", got)
	}
	place := session.Place{Bot: botName, Chat: 11}
	owner := ann.scopes()[0]
	past, err := w.sessions.List(w.ctx(), place, owner.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range past {
		ms, err := w.sessions.Messages(w.ctx(), s.ID, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range ms {
			if _, err := w.sessions.Mask(w.ctx(), actor.OfPerson(owner.ID), owner, []string{m.ID}, nil, nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	if got := button(); strings.Contains(got, "Which trams") || !strings.Contains(got, "Nothing like that") {
		t.Errorf("forgotten, and found: %s", got)
	}
}
