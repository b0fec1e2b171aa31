package command_test

import (
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/command/manner"
	"keepsake/people"
)

// Issue 14.4: a chat's model and tone are chosen by a tap, by its person or the admins of a group; only what the operator offers can
// be chosen, and forgetting everything forgets it.
func TestModelAndToneOfAChat(t *testing.T) { onBoth(t, modelAndToneOfAChat) }

func modelAndToneOfAChat(t *testing.T, w *world) {
	ann, bob := w.private(11, "Ann"), w.private(12, "Bob")
	ann.types("/model", "nothing to choose")
	w.commands.Manner = manner.Desk{Usual: "gpt-small", Models: []string{"gpt-large", "vendor/free:1"}, Tones: true, Speaks: true}
	reply, message := ann.types("/model", `Model: gpt\-small`)
	ann.holds("the tone", reply, "Tone: as usual")
	action, ref := button(t, reply, "gpt-large")
	reply = ann.taps(message, action, ref, `Model: gpt\-large`)
	action, ref = button(t, reply, "warmer")
	reply = ann.taps(message, action, ref, "Tone: warmer")
	ann.holds("the voice", reply, "Voice: 🔊 when you speak to me")
	action, ref = button(t, reply, "always")
	reply = ann.taps(message, action, ref, "Voice: 🔊 always")
	for _, row := range reply.Out[0].Body.Buttons {
		for _, b := range row {
			if b.Text == "warmer" || strings.Contains(b.Text, "gpt-large") || len(b.Action+":"+b.Ref) > 64 {
				t.Errorf("the button %+v", b)
			}
		}
	}
	ann.taps(message, "manner", "m.gpt-huge", "no longer works")
	ann.taps(message, "manner", "t.rude", "no longer works")
	ann.taps(message, "manner", "v.loud", "no longer works")
	ann.types("/settings", "Settings")
	if got := w.chat(t, 11).Manner; got != (people.Manner{Model: "gpt-large", Tone: "warm", Voice: people.VoiceAlways}) {
		t.Errorf("chosen: %+v", got)
	}
	if got := w.chat(t, 12).Manner; got != (people.Manner{}) {
		t.Errorf("Bob's: %+v", got)
	}
	c := w.chat(t, 11)
	c.Manner.Tone = "short"
	if err := w.people.SaveChat(t.Context(), bob.actor(), c); err == nil {
		t.Error("Bob chose Ann's tone")
	}
	loud := c
	if loud.Manner.Voice = "loud"; w.people.SaveChat(t.Context(), ann.actor(), loud) == nil {
		t.Error("a choice that there is not was kept")
	}
	if c.Closed = true; w.people.SaveChat(t.Context(), ann.actor(), c) == nil {
		t.Error("Ann wrote what Telegram reports")
	}

	admin, member := ann.in(-100, actor.Admin), bob.in(-100, actor.Member)
	admin.types("/start", "remembers")
	member.types("/model", "Only admins")
	_, settings := admin.types("/settings", "Settings")
	member.taps(settings, "manner", "t.short", "somebody else")
	admin.taps(5, "manner", "t.short", "Tone: shorter")
	if got := w.chat(t, -100).Manner; got != (people.Manner{Tone: "short"}) {
		t.Errorf("the group's: %+v", got)
	}

	if err := w.people.Erase(t.Context(), actor.OfSystem(), ann.scope()); err != nil {
		t.Fatal(err)
	}
	if got := w.chat(t, 11).Manner; got != (people.Manner{}) {
		t.Errorf("after erasure: %+v", got)
	}
	w.commands.Manner.Models, w.commands.Manner.Speaks = nil, false
	ann.types("/model", "Tone: as usual")
}

func (w *world) chat(t *testing.T, id int64) people.Chat {
	t.Helper()
	c, err := w.people.Chat(t.Context(), botName, id)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
