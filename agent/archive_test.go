package agent_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/agent"
	"keepsake/agent/prompt"
	"keepsake/memory"
	"keepsake/toolset/memorytools"
)

// TestArchiveLeavesPrompts (R7): what goes to the archive is gone from the next prompt, is
// not brought up by itself, and is found by who searches.
func TestArchiveLeavesPrompts(t *testing.T) {
	w := newWorld(t, agent.Config{})
	*w.agent.Memory = *w.agent.Memory.WithCaps(memory.Caps{Explicit: 2})
	w.rules.When("look it up").Call("search_memories", map[string]any{"query": "who leads the Lisbon office"})
	w.rules.Otherwise().Say("ok")
	boss := w.remember("Alec leads the office in Lisbon", "person", "Alec")
	w.remember("User likes green tea", "preference", "")
	w.say("hello")
	whole := func() (s string) {
		for _, m := range w.last().Messages {
			s += m.Content + "\n"
		}
		return s
	}
	has(t, "prompt", whole(), prompt.Line(boss))
	for _, x := range w.last().Tools {
		if x.Name == memorytools.SearchMemories {
			t.Error("nothing is left out, and a search is offered")
		}
	}
	w.remember("User lives in Porto", "context", "")
	w.say("who leads the office in Lisbon?")
	if strings.Contains(whole(), boss.Content) {
		t.Errorf("the archive is in the prompt:\n%s", whole())
	}
	w.say("look it up")
	has(t, "tool result", whole(), "Remembered, the most fitting first:\n"+prompt.Line(boss)+" (archived)")
}

// TestExpiredLeavesPromptsAtOnce (R11): from the moment its time is over, whether or not
// the schedule has been by.
func TestExpiredLeavesPromptsAtOnce(t *testing.T) {
	w := newWorld(t, agent.Config{})
	w.rules.Otherwise().Say("ok")
	m := w.remember("The build is broken", "project", "")
	until := w.clock().Add(time.Hour)
	w.ok(w.db.Memories().SetExpires(t.Context(), m.ID, &until))
	holds := func() bool {
		for _, x := range w.last().Messages {
			if strings.Contains(x.Content, m.Content) {
				return true
			}
		}
		return false
	}
	w.say("hello")
	if !holds() {
		t.Error("not there while its time is running")
	}
	w.pass(time.Hour)
	w.say("hello again")
	if holds() {
		t.Error("still there")
	}
}
