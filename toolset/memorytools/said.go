package memorytools

import (
	"context"

	"keepsake/memory"
	"keepsake/memory/offer"
	"keepsake/memory/recall"
	"keepsake/phrase"
	"keepsake/session"
	"keepsake/tool"
)

// nearby is how many memories close in meaning are compared with a new one.
const nearby = 8

// findNear returns the ids of the memories that are close in meaning to a content. It runs before
// the transaction, since it may ask an embedding model; without an answer words alone are compared.
func (t *Toolset) findNear(ctx context.Context, c tool.Call, content string) []string {
	if t.Recall == nil || t.Recall.Embedder == nil {
		return nil
	}
	hits, err := t.Recall.Find(ctx, recall.Query{Scopes: c.Scopes[:min(1, len(c.Scopes))], Text: content, Limit: nearby})
	if err != nil {
		return nil
	}
	ids := make([]string, len(hits))
	for i, h := range hits {
		ids[i] = h.Memory.ID
	}
	return ids
}

// isRepeatedYes returns the memory that a bare yes of this turn has stored from the bot's offer: the
// offer's own words count, so a call that says the same in others adds nothing (R19).
func (t *Toolset) isRepeatedYes(ctx context.Context, c tool.Call) (memory.Memory, bool, error) {
	if c.Conversation == nil || !isBareYes(c.Conversation) {
		return memory.Memory{}, false, nil
	}
	changes, err := t.Memory.TurnChanges(ctx, c.Conversation.Turn.ID)
	if err != nil {
		return memory.Memory{}, false, err
	}
	for _, change := range changes {
		if change.Actor.CallID == "" && change.Op == memory.OpAdd && change.UndoneAt == nil {
			m, err := t.Memory.Get(ctx, c.Scopes, change.MemoryID)
			return m, err == nil, err
		}
	}
	return memory.Memory{}, false, nil
}

// supersede closes what waited to be kept and is kept now, because the person said yes to it.
func (t *Toolset) supersede(ctx context.Context, c tool.Call, content, memoryID string) error {
	if c.Conversation == nil || !isBareYes(c.Conversation) {
		return nil
	}
	return t.Memory.Supersede(ctx, c.Actor, c.Scopes[0], content, memoryID)
}

// isBareYes reports whether the person said nothing but yes in this turn.
func isBareYes(talk *tool.Conversation) bool {
	said := 0
	for _, m := range talk.Window {
		if m.TurnID != talk.Turn.ID || m.Role != session.User {
			continue
		}
		if said++; !offer.IsBareAnswer(m.Content) || phrase.IsNo(m.Content) {
			return false
		}
	}
	return said > 0
}
