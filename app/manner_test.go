package app_test

import (
	"strings"
	"testing"

	"keepsake/app/settings"
	"keepsake/usage"
)

// Issue 14.4: the model that was chosen for a chat answers there and nowhere else, and the tone is said in the late block only, so that
// the start of the prompt stays as it was.
func TestTheChosenModelAndToneAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.rules.Otherwise().Say("I see.")
	w.config.Model.Choices = []string{"gpt-4o-mini", "gone"}
	w.config.Model.Prices = map[string]settings.Price{"gpt-4o-mini": {Prompt: 1000, Answer: 1000}}
	a, stop := w.start(nil)
	ann, bob := w.tg.Person(11, "Ann"), w.tg.Person(12, "Bob")
	w.hears(ann, ann.Say("Hello"), "I see.")
	before := w.model.Requests()[len(w.model.Requests())-1].Prompt
	for _, label := range []string{"gpt-4o-mini", "shorter"} {
		m := w.hears(ann, ann.Say("/model"), "How I answer")
		w.press(ann, m, label)
		w.shows(ann, m.ID, label)
	}
	w.hears(ann, ann.Say("How are you?"), "I see.")
	after := w.model.Requests()[len(w.model.Requests())-1].Prompt
	if after.Model != "gpt-4o-mini" || before.Model == after.Model {
		t.Errorf("%q answered, then %q", before.Model, after.Model)
	}
	if after.Messages[0].Content != before.Messages[0].Content || !strings.Contains(after.Text, "answer briefly") || strings.Contains(after.Messages[0].Content, "answer briefly") {
		t.Errorf("the tone is not in the late block alone:\n%s", after.Text)
	}
	eventually(t, "what the chosen model costs is counted", func() bool { // in the commit that ends the turn, after the text is shown
		day, _, err := a.Usage.Today(t.Context(), usage.Payer{Bot: w.config.Name, Subject: "telegram:11"})
		return err == nil && day.Cost != 0
	})
	w.hears(bob, bob.Say("Hello"), "I see.")
	if p := w.model.Requests()[len(w.model.Requests())-1].Prompt; p.Model != before.Model || strings.Contains(p.Text, "answer briefly") {
		t.Errorf("Bob is answered by %q:\n%s", p.Model, p.Text)
	}
	m := w.hears(bob, bob.Say("/model"), "How I answer")
	w.press(bob, m, "gone")
	w.shows(bob, m.ID, "Model: gone")
	w.hears(bob, bob.Say("Are you there?"), "I see.") // the endpoint has none of this name any more

	stop()
	w.config.Model.Choices = nil
	w.start(nil) // the operator has taken the models off the list
	w.hears(ann, ann.Say("And now?"), "I see.")
	if p := w.model.Requests()[len(w.model.Requests())-1].Prompt; p.Model != before.Model || !strings.Contains(p.Text, "answer briefly") {
		t.Errorf("off the list, %q answers:\n%s", p.Model, p.Text)
	}
	w.hears(ann, ann.Say("/model"), "Tone: shorter")
}
