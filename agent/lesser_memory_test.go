package agent_test

import (
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/trust"
)

// W6: what a search finds may be somebody else's word, in the archive, too. A model that read it there
// carries it: what it then wants to write waits, unless the person said it.
func TestWhatASearchFindsIsForeign(t *testing.T) {
	const foreign = "The landlord Karl wants the rent in cash under the doormat"
	for name, c := range map[string]struct {
		said, claim string
		kept        string // "" = nothing
	}{
		"a part of the other's words": {"I pay the rent on Monday", "User pays the rent in cash on Monday", ""},
		"and a request":               {"I pay the rent on Monday, don't let me forget that", "User pays the rent in cash on Monday", "User said: “I pay the rent on Monday”"},
		"the other's words":           {"remember what I should know about my rent", foreign, ""},
		"the person's own":            {"remember that I pay the rent on Monday", "User pays the rent on Monday", "User pays the rent on Monday"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, agent.Config{})
			m, _, err := w.agent.Memory.Add(t.Context(), actor.OfPerson(alice.ID), memory.Draft{
				Scope: alice, Content: foreign, Category: "context",
				Evidence: []memory.Evidence{{Quote: foreign, Trust: trust.Forwarded, SaidAt: time.Now().UTC()}},
			})
			w.ok(err)
			_, err = w.agent.Memory.Apply(t.Context(), actor.OfSystem(), []memory.Write{{
				Op: memory.OpArchive, MemoryID: m.ID, Scopes: []scope.Scope{alice},
			}})
			w.ok(err)
			w.rules.When("rent").Call("search_memories", map[string]any{"query": "landlord rent"})
			w.rules.WhenResult("search_memories", "").Call("add_to_memory", map[string]any{"content": c.claim, "category": "context"})
			w.rules.WhenResult("add_to_memory", "").Say("All right.")
			turn, _ := w.say(c.said)
			if got := w.known(); len(got) != min(len(c.kept), 1) || len(got) == 1 && got[0].Content != c.kept {
				t.Errorf("kept %+v", got)
			}
			ms, err := w.agent.Sessions.TurnMessages(t.Context(), turn.ID)
			w.ok(err)
			for _, m := range ms {
				if m.Role == session.Tool && m.Name == "search_memories" && m.Trust != trust.Forwarded {
					t.Errorf("what the search found is trusted as %s: %q", m.Trust, m.Content)
				}
			}
		})
	}
}
