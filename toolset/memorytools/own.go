package memorytools

import (
	"context"
	"fmt"
	"strings"

	"keepsake/memory"
	"keepsake/memory/grounds"
	"keepsake/phrase/verbatim"
	"keepsake/text"
	"keepsake/tool"
)

// reasonOwn is why a memory holds the person's words and not the model's.
const reasonOwn = "asked in conversation, kept in the person's own words"

// addOwnWords keeps what the person asked to keep in their own words, where a write waits because it words them otherwise. draft says
// where it goes and as what. ok is false where they did not ask: then the write waits.
func (t *Toolset) addOwnWords(ctx context.Context, c tool.Call, w grounds.Write, v grounds.Verdict, draft memory.Draft) (_ tool.Result, ok bool, err error) {
	words, err := t.Grounds.OwnWords(ctx, c, w, v)
	if err != nil || words == nil {
		return tool.Result{}, false, err
	}
	changes, err := t.Memory.TurnChanges(ctx, c.Actor.TurnID)
	if err != nil || isKept(changes, w.Content, words.Quote) {
		return tool.Result{}, false, err
	}
	for _, x := range changes { // what was kept of the same request is no reason to ask which of the two is meant
		draft.DistinctFrom = append(draft.DistinctFrom, x.MemoryID)
	}
	draft.Content, draft.Evidence = words.Content, words.Evidence
	draft.Reason, draft.SaidNow, draft.Limits = reasonOwn, words.SaidNow, memory.ToolLimits
	m, change, err := t.Memory.Add(ctx, c.Actor, draft)
	if err != nil {
		r, err := explainRefusal(err)
		return r, true, err
	}
	return tool.Result{
		Content: fmt.Sprintf("Remembered as [id:%s]: %s\nThese are the user's own words: they asked for it, and your sentence is not surely what they said, so it was dropped. "+
			"Do not store it again or ask about it.", m.ID, text.BlockLine(m.Content)),
		Changes: []memory.Change{change},
	}, true, nil
}

// isKept reports whether the changes of a turn have kept all that a claim and the person's words share: the model then adds to what they
// asked for.
func isKept(changes []memory.Change, claim, words string) bool {
	var kept []string
	for _, x := range changes {
		said, isOwn := verbatim.Read(x.After)
		if x.UndoneAt == nil && !(isOwn && said == words) { // the very same is known, and the model is told so
			kept = append(kept, said)
		}
	}
	return len(kept) > 0 && grounds.SharedWords(claim, words) <= grounds.SharedWords(claim, strings.Join(kept, "\n"))
}
