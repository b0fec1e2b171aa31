package forget

import (
	"context"
	"errors"
	"slices"
	"strings"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/phrase/forgetting"
	"keepsake/phrase/slot"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/text"
)

// scanned is how many memories of a scope are looked through.
const scanned = 5000

// Match returns the memories of a scope that a wish to forget means, archived ones too: those of these ids and those that name
// what it is about. A wish that means all (isAll) means all in a person's own scope, and in a group what the actor said or
// what is about them. It forgets nothing.
func Match(ctx context.Context, memories *memory.Service, a actor.Actor, owner scope.Scope, about string, ids []string) (ms []memory.Memory, isAll bool, err error) {
	q := memory.RetentionQuery(owner) // what a linked account keeps is forgotten there
	q.Limit = scanned
	found, err := memories.Find(ctx, q)
	if err != nil {
		return nil, false, err
	}
	whom, isAll := forgetting.Whom(about)
	for _, m := range found {
		isMeant := slices.Contains(ids, m.ID)
		switch {
		case isMeant || whom == "" && !isAll:
		case isAll:
			if isMeant, err = isOwn(ctx, memories, a, m); err != nil {
				return nil, false, err
			}
		default:
			isMeant = slot.IsAbout(m.Content+"\n"+m.Subject, whom) || text.Fold(m.Subject) == text.Fold(whom)
		}
		if isMeant {
			ms = append(ms, m)
		}
	}
	return ms, isAll, nil
}

// isOwn reports whether a memory is the actor's to forget: it stands in a person's scope, or they said it or are whom it names.
func isOwn(ctx context.Context, memories *memory.Service, a actor.Actor, m memory.Memory) (bool, error) {
	if m.Scope.Kind == scope.User {
		return true, nil
	}
	h, err := memories.History(ctx, []scope.Scope{m.Scope}, m.ID)
	return err == nil && memories.IsOwn(a, h.Memory, h.Versions), err
}

// PageRows is how much of what could be forgotten one message shows.
const PageRows = 8

// WhoMay returns who may have forgotten what is offered on one page, by the id of the offer, where the actor may not: who said it and whom
// its subject names. Others are admins of the group. theOne stands for those whom nobody knows.
func WhoMay(ctx context.Context, memories *memory.Service, persons *people.Service, a actor.Actor, decisions []memory.Decision, theOne string) (map[string]string, error) {
	who := map[string]string{}
	offers := slices.DeleteFunc(slices.Clone(decisions), func(d memory.Decision) bool { return d.Op != memory.OpDelete || d.Scope.Kind == scope.User })
	for _, d := range offers[:min(len(offers), PageRows)] {
		if d.State != memory.DecisionOpen || a.IsAdmin() {
			continue
		}
		h, err := memories.History(ctx, []scope.Scope{d.Scope}, d.MemoryID)
		if errors.Is(err, memory.ErrNotFound) { // purged
			continue
		}
		if err != nil {
			return nil, err
		}
		if memories.IsOwn(a, h.Memory, h.Versions) {
			continue
		}
		names, err := holders(ctx, persons, h)
		if err != nil {
			return nil, err
		}
		if len(names) == 0 {
			names = []string{theOne}
		}
		who[d.ID] = strings.Join(names, ", ")
	}
	return who, nil
}

// holders returns the names of who said what a memory holds now, and of the person whom its subject names.
func holders(ctx context.Context, persons *people.Service, h memory.History) (names []string, err error) {
	add := func(name string) {
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, v := range h.Versions {
		for _, e := range v.Evidence {
			if v.Number != h.Memory.Version || e.Author == "" {
				continue
			}
			p, err := persons.Get(ctx, e.Author)
			if err != nil && !errors.Is(err, people.ErrNotFound) {
				return nil, err
			}
			add(p.Name)
		}
	}
	if name := people.WithoutTags(h.Memory.Subject); name != h.Memory.Subject { // it names a member
		add(name)
	}
	return names, nil
}

// HasActed reports whether something was forgotten since a turn began, or was offered to be in it.
func HasActed(ctx context.Context, memories *memory.Service, scopes []scope.Scope, t session.Turn) (bool, error) {
	ds, err := memories.Decisions(ctx, scopes, "", t.ID)
	if err != nil || slices.ContainsFunc(ds, func(d memory.Decision) bool { return d.Op == memory.OpDelete }) {
		return err == nil, err
	}
	changes, err := memories.ChangesSince(ctx, scopes, t.OpenedAt, scanned)
	return HasForgotten(changes), err
}

// HasForgotten reports whether one of the changes was a wish to forget. The undo of an addition is none: the conversation may go on
// about it.
func HasForgotten(changes []memory.Change) bool {
	return slices.ContainsFunc(changes, func(c memory.Change) bool { return c.Op == memory.OpDelete && c.Undoes == "" })
}
