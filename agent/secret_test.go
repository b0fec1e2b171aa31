package agent_test

import (
	"testing"

	"keepsake/agent"
)

// TestSecretIsNotRemembered: a person asks to remember a password, and a model that does
// as it is told calls the tool. Nothing is stored, no receipt claims it, and no prompt
// holds the password.
func TestSecretIsNotRemembered(t *testing.T) {
	w := newWorld(t, agent.Config{})
	w.rules.When("password").Call("add_to_memory", map[string]any{"content": "The user password is hunter2Secret9", "category": "context"})
	w.rules.WhenResult("add_to_memory", "this looks like a secret").Say("I do not keep passwords.")
	_, body := w.say("remember that my password is hunter2Secret9")
	if got := w.known(); len(got) != 0 {
		t.Errorf("known %+v", got)
	}
	if body.Text != "I do not keep passwords." || len(body.Buttons) != 0 {
		t.Errorf("the reply shows %+v", body)
	}
	for _, r := range w.prompts() {
		lacks(t, "prompt", r.Body, "hunter2")
	}
	// The model may repeat the masked wording it reads.
	w.rules.When("again").Call("add_to_memory", map[string]any{"content": "The user password is •••", "category": "context"})
	_, body = w.say("again, please")
	if len(w.known()) != 0 || len(body.Buttons) != 0 {
		t.Errorf("known %+v, the reply shows %+v", w.known(), body)
	}
}

// TestSecretInTwoMessages: what somebody tells in answer to a question, or in a second message behind "the wifi password is", is masked where it is
// stored and in every prompt, as if it stood in one.
func TestSecretInTwoMessages(t *testing.T) {
	for name, c := range map[string]struct {
		asks    string // what the person writes first
		replies string // what the model says to it
		tells   string
		secret  string
	}{
		"asked by the bot":    {"I moved into the new flat", "Congratulations! Wie lautet das WLAN-Passwort?", "Rosenblatt77", "Rosenblatt77"},
		"asked by the person": {"what's the password of my netflix again?", "I do not know it.", "ah it is tulip77rose", "tulip77rose"},
		"begun":               {"the wifi password is", "Yes?", "Kirschbaum92", "Kirschbaum92"},
		"a label":             {"my bank PIN:", "Hm?", "9318", "9318"},
		"to be kept":          {"hi", "Wie lautet der Türcode?", "8820 merk dir das", "8820"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, agent.Config{})
			w.rules.When(c.asks).Say(c.replies)
			w.rules.When("•••").Call("add_to_memory", map[string]any{"content": "The door opens with •••", "category": "context"})
			w.rules.WhenResult("add_to_memory", "this looks like a secret").Say("I keep no secrets.")
			w.say(c.asks)
			w.say(c.tells)
			if got := w.known(); len(got) != 0 {
				t.Errorf("known %+v", got)
			}
			for _, r := range w.prompts() {
				lacks(t, "prompt", r.Body, c.secret)
			}
		})
	}
}
