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
