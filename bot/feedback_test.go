package bot_test

import (
	"strings"
	"testing"

	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
)

// thumb puts a thumb down under a message.
func (c *chatter) thumb(id int64) {
	c.w.tele.Push("message_reaction", map[string]any{
		"chat": map[string]any{"id": c.ID(), "type": "private"}, "message_id": id, "date": c.w.now().Unix(),
		"user": map[string]any{"id": c.ID(), "is_bot": false, "first_name": "Ann"}, "old_reaction": []any{},
		"new_reaction": []any{map[string]any{"type": "emoji", "emoji": "👎"}},
	})
}

// U18: a thumb down under an answer that kept something offers to take it back, once; under one that did nothing it
// offers to answer again; a thumb up, and one under a message of the person's own, say nothing.
func TestU18AThumbDownIsHeard(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.remembers("green tea", "User likes green tea", "")
	w.rules.When("tallest").Say("Mont Blanc.").Times(1)
	w.rules.When("tallest").Say("Mount Everest.")
	ann := w.person(11, "Ann")
	said := ann.Say("remember that I like green tea")
	kept := ann.hears(said.ID, "All right.")
	w.settled()
	ann.thumb(said.ID)
	ann.thumb(kept.ID)
	back := ann.hears(kept.ID, "undo what is wrong")
	if !strings.Contains(back.Text, "You like green tea") {
		t.Errorf("shown %s", back.Text)
	}
	ann.thumb(kept.ID)
	ann.taps(back, "Undo")
	last := ann.hears(back.ID, "Undone")
	if got := ann.remembered(); len(got) != 0 {
		t.Errorf("still %q", got)
	}
	wrong := ann.says("Which mountain is the tallest?", "Mont Blanc.")
	w.settled()
	if last.ID+2 != wrong.ID { // the question and its answer: the second thumb said nothing
		t.Errorf("something was said between %d and %d", last.ID, wrong.ID)
	}
	ann.thumb(wrong.ID)
	sorry := ann.hears(wrong.ID, "Shall I answer once more?")
	w.restart()
	ann.taps(sorry, "Answer again")
	ann.hears(sorry.ID, "Mount Everest.")
	ann.shows(sorry.ID, "no buttons", func(m simulator.Message) bool { return len(m.Buttons) == 0 })
}

// U16: the last question that was changed is answered anew by a tap, with its new wording, once; an earlier one is only noted.
func TestU16AChangedQuestionIsAnsweredAnew(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.When("Graz").Say("In Graz it rains.")
	w.rules.When("Wien").Say("In Wien the sun shines.")
	w.rules.Otherwise().Say("Hm.")
	ann := w.person(11, "Ann")
	first := ann.Say("Good morning?")
	ann.hears(first.ID, "Hm.")
	said := ann.Say("What is the weather like in Graz?")
	ann.hears(said.ID, "it rains")
	w.settled()
	ann.Edit(said.ID, "What is the weather like in Wien?")
	offer := ann.hears(said.ID, "Shall I answer it anew?")
	w.restart()
	for range 2 { // a second finger asks nothing again
		if _, err := ann.Press(offer.ID, "🔁 Answer again"); err != nil {
			t.Fatal(err)
		}
	}
	answer := ann.hears(offer.ID, "the sun shines")
	w.settled()
	if n := len(w.model.Requests()); n != 3 {
		t.Errorf("%d answers were asked for", n)
	}
	ann.Edit(first.ID, "Good evening, is it?")
	ann.hears(answer.ID, "Your change is noted")
}

// U18: a turn that was given up offers to try again, which answers the same words.
func TestU18TryAgainAfterGivingUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.When("poem").Fail(scripted.Fault{Trouble: scripted.Status, Status: 400, Code: "content_filter"}).Times(1)
	w.rules.When("poem").Say("Roses are red.")
	ann := w.person(11, "Ann")
	said := ann.Say("Write me a poem")
	failed := ann.shows(ann.hears(said.ID, "").ID, "a button", func(m simulator.Message) bool { _, ok := m.Button("🔁 Answer again"); return ok })
	ann.taps(failed, "Answer again")
	ann.hears(failed.ID, "Roses are red.")
}
