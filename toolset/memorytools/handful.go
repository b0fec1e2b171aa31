package memorytools

import (
	"context"
	"fmt"

	"keepsake/memory"
	"keepsake/tool"
)

// handful is how many new memories one turn may keep or ask about. A person can read so many cards
// under an answer, and a model that goes on adding does it for nobody.
const handful = 8

// refuseMore returns what the model reads instead when a turn has kept or asked about a handful
// already; full reports that it has.
func (t *Toolset) refuseMore(ctx context.Context, c tool.Call) (_ tool.Result, full bool, err error) {
	changes, err := t.Memory.TurnChanges(ctx, c.Actor.TurnID)
	if err != nil {
		return tool.Result{}, false, err
	}
	kept := 0
	for _, x := range changes {
		if x.Op == memory.OpAdd && x.UndoneAt == nil {
			kept++
		}
	}
	waiting, err := t.Memory.Decisions(ctx, c.Scopes, memory.DecisionOpen, c.Actor.TurnID)
	if err != nil || kept+len(waiting) < handful {
		return tool.Result{}, false, err
	}
	return tool.Result{Content: fmt.Sprintf("Not stored: %d new memories are the most for one message. "+
		"Call no memory tool any more. Tell the user what is kept, name the rest in a sentence, and say that they can send it again in another message.", handful)}, true, nil
}
