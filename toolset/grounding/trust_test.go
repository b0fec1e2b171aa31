package grounding_test

import (
	"testing"

	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/tool"
	"keepsake/toolset/grounding"
	"keepsake/trust"
)

// W6: in a memory that people share only what names the speaker is the speaker's own word.
func TestTrustOfAMemory(t *testing.T) {
	var c tool.Call
	c.Conversation = &tool.Conversation{}
	c.Conversation.Speaker.ID, c.Conversation.Speaker.Name = "telegram:42", "Alice"
	own := people.Label("Alice", "telegram:42")
	for name, x := range map[string]struct {
		m    memory.Memory
		want trust.Level
	}{
		"one's own":            {memory.Memory{Scope: scope.Scope{Kind: scope.User}, Trust: trust.Person}, trust.Person},
		"a forward":            {memory.Memory{Scope: scope.Scope{Kind: scope.User}, Trust: trust.Forwarded}, trust.Forwarded},
		"another member's":     {memory.Memory{Scope: scope.Scope{Kind: scope.Group}, Trust: trust.Person, Content: "Bob likes tea"}, trust.Member},
		"one's own in a group": {memory.Memory{Scope: scope.Scope{Kind: scope.Group}, Trust: trust.Person, Content: own + " likes tea"}, trust.Person},
		"everybody's":          {memory.Memory{Scope: scope.Scope{Kind: scope.Global}, Trust: trust.Person, Content: "The office opens at 9"}, trust.Member},
		"the bot's in a group": {memory.Memory{Scope: scope.Scope{Kind: scope.Group}, Trust: trust.Bot}, trust.Bot},
	} {
		if got := grounding.Trust(c, x.m); got != x.want {
			t.Errorf("%s: %s, want %s", name, got, x.want)
		}
	}
	if got := grounding.Trust(tool.Call{}, memory.Memory{Scope: scope.Scope{Kind: scope.Group}, Trust: trust.Person, Content: own}); got != trust.Member {
		t.Errorf("without a conversation: %s", got)
	}
}
