package memorytools

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"keepsake/memory"
	"keepsake/memory/grounds"
	"keepsake/people"
	"keepsake/phrase/slot"
	"keepsake/phrase/verbatim"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/text"
	"keepsake/tool"
)

// reasonOwn is why a memory holds the person's words and not the model's.
const reasonOwn = "said in conversation, kept in the person's own words"

// whoseWords tells the model whose words were kept.
const whoseWords = "These are the user's own words: your sentence is not surely what they said, so it was dropped. Do not store it again or ask about it."

// addOwnWords keeps in the person's own words what they asked to keep, or what a judge found in them, where a write waits because it words
// them otherwise. draft says where it goes and as what. ok is false where there are none: then the write waits.
func (t *Toolset) addOwnWords(ctx context.Context, c tool.Call, w grounds.Write, v grounds.Verdict, draft memory.Draft) (_ tool.Result, ok bool, err error) {
	words, err := t.Grounds.OwnWords(ctx, c, w, v)
	if err != nil || words == nil {
		return tool.Result{}, false, err
	}
	if !words.SaidNow { // what was refused is not kept in other words either
		for _, said := range []string{w.Content, words.Quote} {
			refused, err := t.Memory.IsRefused(ctx, draft.Scope, w.Subject, said)
			if err != nil || refused {
				return tool.Result{Content: declined}, refused, err
			}
		}
	}
	changes, err := t.Memory.TurnChanges(ctx, c.Actor.TurnID)
	if err != nil || isKept(changes, w.Content, words.Quote) {
		return tool.Result{}, false, err
	}
	for _, x := range changes { // what was kept of the same request is no reason to ask which of the two is meant
		draft.DistinctFrom = append(draft.DistinctFrom, x.MemoryID)
	}
	draft.Content, draft.Evidence, draft.Subject = words.Content, words.Evidence, namedMember(c, w.Subject, words.Quote)
	draft.Reason, draft.SaidNow, draft.Limits = reasonOwn, words.SaidNow, memory.ToolLimits
	m, change, err := t.Memory.Add(ctx, c.Actor, draft)
	if others := otherFacts(err, draft.Content); len(others) > 0 && draft.Subject != "" {
		draft.DistinctFrom = append(draft.DistinctFrom, others...)
		m, change, err = t.Memory.Add(ctx, c.Actor, draft)
	}
	if err != nil {
		r, err := explainRefusal(err)
		return r, true, err
	}
	if err := t.Memory.Supersede(ctx, c.Actor, draft.Scope, w.Content, m.ID); err != nil {
		return tool.Result{}, true, err
	}
	return tool.Result{
		Content: fmt.Sprintf("Remembered as [id:%s]: %s\n%s", m.ID, text.BlockLine(m.Content), whoseWords),
		Changes: []memory.Change{change},
	}, true, nil
}

// namedMember returns the label of the member of a group whom a write's subject means, where the words name them: so they may have it
// forgotten. It is "" where the conversation does not show such a member.
func namedMember(c tool.Call, subject, words string) string {
	if c.Conversation == nil || c.Scopes[0].Kind != scope.Group {
		return ""
	}
	for _, m := range slices.Backward(c.Conversation.Window) {
		isMeant := m.Role == session.User && people.HasLabel(subject, m.Author)
		if isMeant && slices.ContainsFunc(strings.Fields(m.Name), func(name string) bool { return slot.IsAbout(words, name) }) {
			return people.Label(m.Name, m.Author)
		}
	}
	return ""
}

// refuse leaves a tombstone of what the person asks in this turn not to keep (R18).
func (t *Toolset) refuse(ctx context.Context, c tool.Call, content string) (tool.Result, error) {
	if err := t.Memory.Refuse(ctx, c.Actor, c.Scopes[0], content); err != nil {
		return explainRefusal(err)
	}
	return tool.Result{Content: declined}, nil
}

// updateOwnWords puts the person's own words, in which a judge found an update, in the place of a memory. ok is false where there are none, or
// where they would lose what the memory says besides: then the update waits.
func (t *Toolset) updateOwnWords(ctx context.Context, c tool.Call, w grounds.Write, v grounds.Verdict, id string) (_ tool.Result, ok bool, err error) {
	words, err := t.Grounds.OwnWords(ctx, c, w, v)
	if err != nil || words == nil {
		return tool.Result{}, false, err
	}
	before, after, change, err := t.Memory.Update(ctx, c.Actor, c.Scopes, id, memory.Edit{
		Content: words.Content, Evidence: words.Evidence, Limits: memory.ToolLimits, SaidNow: words.SaidNow, Reason: reasonOwn,
	})
	if err != nil {
		r, err := explainRefusal(err)
		return r, true, err
	}
	return tool.Result{
		Content: fmt.Sprintf("Updated [id:%s]: %s → %s\n%s", id, text.BlockLine(before.Content), text.BlockLine(after.Content), whoseWords),
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
