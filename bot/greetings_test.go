package bot_test

import (
	"strings"
	"testing"

	"keepsake/bot/simulator"
)

// Issue 14.4: under the answer that keeps the first birthday it is asked once whether the person wants to be told on the day; a
// tap switches it on, and a second birthday asks nothing.
func TestTheFirstBirthdayIsAskedAbout(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	w.rules.When("Anna's birthday").Call("add_to_memory", map[string]any{"category": "person", "content": "Anna's birthday is 3 May"})
	w.rules.When("Ben's birthday").Call("add_to_memory", map[string]any{"category": "person", "content": "Ben's birthday is 4 June"})
	w.rules.WhenResult("add_to_memory", "").Say("Noted.")
	first := ann.says("Remember that Anna's birthday is 3 May", "Noted.")
	asked := ann.shows(first.ID, "the question", func(m simulator.Message) bool { return strings.Contains(m.Text, "when it is a birthday you told me") })
	ann.taps(asked, "Yes, please")
	ann.hears(first.ID, "I'll tell you on the day")
	w.idle()
	g, err := w.people.Greeting(w.ctx(), "keepsake", ann.scopes()[0].ID)
	if err != nil || !g.Birthdays || g.NextAt == nil || g.Asked == "" {
		t.Fatalf("%+v, %v", g, err)
	}
	second := ann.says("Remember that Ben's birthday is 4 June", "Noted.")
	w.idle()
	if m := ann.shows(second.ID, "the receipt", func(m simulator.Message) bool { return strings.Contains(m.Text, "Ben's") }); strings.Contains(m.Text, "🎂") {
		t.Errorf("asked again: %s", m.Text)
	}
}
