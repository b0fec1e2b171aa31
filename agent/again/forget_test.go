package again_test

import (
	"strings"
	"testing"

	"keepsake/agent/again"
	"keepsake/llm"
	"keepsake/session"
	"keepsake/trust"
)

// TestHintToForget: who asks to have something forgotten is offered it, whatever the model says; talk is left alone.
func TestHintToForget(t *testing.T) {
	for _, c := range []struct{ said, answer, about string }{
		{"Forget everything about Alec", "I have forgotten that.", "Alec"},
		{"Forget everything about Alec", "Sure.", "Alec"},
		{"Please forget that I like tea", "Done, I've deleted it. Anything else?", "I like tea"},
		{"Forget everything about me", "Okay, all forgotten.", "everything"},
		{"Vergiss bitte, dass ich Tee mag", "Erledigt, ich habe das vergessen.", "ich Tee mag"},
		{"Забудь всё про Алека", "Хорошо, я всё забыл.", "Алека"},
		{"忘掉关于李雷的一切", "好的，我已经忘掉了。", "李雷"},
		{"Forget Alec", "I've forgotten Alec.", "Alec"},
		{"Forget everything about Alec", "Which Alec, your boss or your cousin?", ""},
		{"Forget Alec", "He is not worth it.", ""},
		{"Forget it, never mind", "Okay, forgotten!", ""},
		{"Don't forget the milk", "I won't!", ""},
		{"Vergiss nicht, dass ich vegan bin", "Das vergesse ich nicht.", ""},
		{"Не забудь молоко", "Не забуду.", ""},
		{"别忘了买牛奶", "好的。", ""},
		{"Forget the milk, I have some", "Great, then only bread.", ""},
	} {
		talk := again.Talk{Said: []string{c.said}, Answer: c.answer, CanForget: true}
		if got := talk.Unforgotten(); got != c.about {
			t.Errorf("%q, %q: %q, want %q", c.said, c.answer, got, c.about)
		}
		if got := strings.Contains(talk.Hint(), "offer_to_forget"); got != (c.about != "") {
			t.Errorf("%q, %q: the hint is %q", c.said, c.answer, talk.Hint())
		}
		tools := []string{"offer_memory", "offer_to_forget"}
		if got := talk.Offer(llm.Response{Content: c.answer}, tools); len(got.ToolCalls) == 1 != (c.about != "") {
			t.Errorf("%q, %q: %+v", c.said, c.answer, got)
		}
		if talk.CanForget = false; talk.Hint() != "" {
			t.Errorf("%q, %q: though something was done, %q", c.said, c.answer, talk.Hint())
		}
	}
}

// TestForgettingInATurn: a tool that only looks something up does nothing about it, others do.
func TestForgettingInATurn(t *testing.T) {
	said := session.Message{TurnID: "t", Role: session.User, Trust: trust.Person, Content: "Forget everything about Alec"}
	const claim = "I have forgotten Alec."
	for tool, want := range map[string]bool{"search_memories": true, "offer_to_forget": false, "complete_task": false} {
		turn := []session.Message{said, {TurnID: "t", Role: session.Tool, Name: tool, Content: "…"}}
		if got := again.TalkOf(turn, "t", claim, true).Unforgotten() != ""; got != want {
			t.Errorf("after %s: %v", tool, got)
		}
	}
	for tool, want := range map[string]bool{"search_memories": true, "offer_to_forget": true, "complete_task": false} {
		turn := []session.Message{said, {TurnID: "t", Role: session.Tool, Name: tool, Content: "…"}}
		if got := again.ClaimsForgotten(turn, claim); got != want {
			t.Errorf("the claim after %s: %v", tool, got)
		}
	}
	if again.ClaimsForgotten([]session.Message{said}, "Tap what should go.") {
		t.Error("no claim")
	}
}
