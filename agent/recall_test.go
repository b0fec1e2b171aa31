package agent_test

import (
	"fmt"
	"testing"
	"time"

	"keepsake/agent"
	"keepsake/agent/prompt"
	"keepsake/llm/scripted"
	"keepsake/scope"
	"keepsake/toolset/memorytools"
)

// TestRecallByMeaning: with an embedder the late block of an over-full snapshot holds what
// is meant, also when the only common word is one that everything has; bringing up counts
// and is no change (R1, P65).
func TestRecallByMeaning(t *testing.T) {
	w := newWorld(t, agent.Config{MaxMemories: 5})
	w.embeds = true
	w.restart()
	w.rules.Otherwise().Say("ok")
	boss := w.remember("Alec leads the office in Lisbon", "person", "")
	for i := range 20 {
		w.remember(fmt.Sprintf("The office has a room called town%d", i), "context", "")
	}
	if n, err := w.indexer.Step(t.Context()); n != 21 || err != nil {
		t.Fatal(n, err)
	}
	w.say("who leads the Lisbon office?")
	has(t, "late block", late(w.last()), "More of Your Memory", prompt.Line(boss))
	got, err := w.agent.Memory.Get(t.Context(), []scope.Scope{alice}, boss.ID)
	w.ok(err)
	if got.AccessCount != 0 || got.ShownCount != 1 { // W15: nobody asked for it
		t.Errorf("asked for %d times, shown on %d days", got.AccessCount, got.ShownCount)
	}
	before := head(w.last())
	w.say("and the Lisbon office again?")
	if head(w.last()) != before {
		t.Error("bringing up a memory changed the prefix")
	}
	// The endpoint of the embedder goes away; the words do it.
	w.model.Fail(scripted.Fault{Trouble: scripted.Status, Times: 1})
	w.say("tell me of Alec")
	has(t, "late block", late(w.last()), prompt.Line(boss))
}

// TestSearchMemories: the tool is there only where the snapshot leaves memories out; it
// finds those, and a failing embedder does not fail the turn.
func TestSearchMemories(t *testing.T) {
	w := newWorld(t, agent.Config{MaxMemories: 5})
	w.embeds = true
	w.restart()
	w.rules.When("look it up").Call("search_memories", map[string]any{"query": "who leads the Lisbon office"})
	w.rules.Otherwise().Say("ok")
	boss := w.remember("Alec leads the office in Lisbon", "person", "Alec")
	offered := func() bool {
		for _, x := range w.last().Tools {
			if x.Name == memorytools.SearchMemories {
				return true
			}
		}
		return false
	}
	w.say("hello")
	if offered() {
		t.Error("all memories are shown, and a search is offered")
	}
	for i := range 20 {
		w.remember(fmt.Sprintf("User visited town%d last summer", i), "context", "")
	}
	w.pass(time.Hour)
	w.say("hello")
	if !offered() {
		t.Fatal("memories are left out, and no search is offered")
	}
	_, err := w.indexer.Step(t.Context())
	w.ok(err)
	w.say("look it up")
	last := w.last()
	has(t, "tool result", last.Messages[len(last.Messages)-1].Content, "Remembered, the most fitting first:\n"+prompt.Line(boss))
	got, err := w.agent.Memory.Get(t.Context(), []scope.Scope{alice}, boss.ID)
	w.ok(err)
	if got.AccessCount == 0 {
		t.Error("not counted")
	}
	w.say("look it up", "again")
}
