// Package offer takes a bare yes or no as the answer to what the bot asked last.
//
// It spans memory, tasks and session and has no rules of its own: what a yes stores is in
// memory.Service.Save and task.Service.Accept, what a no leaves behind in their Decline and in Refuse. It calls no model: the model
// reads afterwards what has become of its question.
//
// Invariants: a yes stores the bytes that were shown; a message that says more than yes or no
// settles nothing; only the last thing that was asked is settled.
//
// Start reading at Settle.
package offer

import (
	"context"
	"slices"
	"strings"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/phrase"
	"keepsake/phrase/request"
	"keepsake/phrase/slot"
	"keepsake/scope"
	"keepsake/session"
)

// asksAbout is the share of a statement's words that a question must have to be about it.
const asksAbout = 0.5

// IsAnswer reports whether a text may settle a question.
func IsAnswer(said string) bool {
	said = withoutNames(said)
	return phrase.IsYes(said) || phrase.IsNo(said)
}

// withoutNames returns a text without the handles by which a group's message is addressed.
func withoutNames(said string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(said), func(f string) bool { return strings.HasPrefix(f, "@") }), " ")
}

// Settle applies a bare yes or no of the person (a.TurnID is the turn of that answer) to the last
// answer of the bot in the window: a yes stores what it offered (R19), a no leaves a tombstone of
// what it offered or proposed, or asked about only in words (R18). A proposal that the person's words
// do not support is no offer: it waits for a tap. What cannot be stored (known in
// the meantime, switched off) is left for the model to find out. It returns the decision that was
// made; its ID is "" when there was none.
func Settle(ctx context.Context, memories *memory.Service, a actor.Actor, scopes []scope.Scope, window []session.Message, said string) (memory.Decision, error) {
	asked, ok := lastAnswer(window, a.TurnID)
	if !ok || !IsAnswer(said) || len(scopes) == 0 {
		return memory.Decision{}, nil
	}
	open, err := memories.Decisions(ctx, scopes, memory.DecisionOpen, asked.TurnID)
	if err != nil {
		return memory.Decision{}, err
	}
	saysYes := isYes(said)
	var made memory.Decision
	for _, d := range open {
		switch {
		case saysYes && d.IsOffer():
			_, _, err = memories.Save(ctx, a, scopes, d.ID, "")
		case !saysYes && d.Op != memory.OpDelete:
			_, err = memories.Decline(ctx, a, scopes, d.ID)
		default:
			continue
		}
		switch {
		case err == nil:
			made = d
		case ignoreRefusal(err) != nil:
			return made, err
		}
	}
	if saysYes || made.ID != "" || !request.AsksToKeep(asked.Content) {
		return made, nil
	}
	return memory.Decision{}, ignoreRefusal(memories.Refuse(ctx, a, scopes[0], askedAbout(window, asked)...))
}

// isYes reports whether a text that IsAnswer says yes.
func isYes(said string) bool { return phrase.IsYes(withoutNames(said)) }

// lastAnswer returns the last message of the bot before a turn; false when it is masked or of no turn.
func lastAnswer(window []session.Message, turnID string) (session.Message, bool) {
	for _, m := range slices.Backward(window) {
		if m.Role == session.Assistant && m.TurnID != turnID && m.Content != "" {
			return m, m.Masked == nil && m.TurnID != ""
		}
	}
	return session.Message{}, false
}

// askedAbout returns the statements that a question in words was about: what the person had said
// of it in the turn that was answered, and what the question itself names.
func askedAbout(window []session.Message, asked session.Message) []string {
	var out []string
	for _, m := range window {
		if m.TurnID != asked.TurnID || m.Role != session.User || m.Masked != nil || m.Trust.Foreign() {
			continue
		}
		for _, s := range phrase.Statements(m.Content) {
			if slot.ShareOfParts(asked.Content, s) >= asksAbout {
				out = append(out, s)
			}
		}
	}
	if fact := phrase.AskedFact(asked.Content); fact != "" {
		out = append(out, fact)
	}
	return out
}

// ignoreRefusal returns nil for an error that says why something was not stored.
func ignoreRefusal(err error) error {
	switch fault.KindOf(err) {
	case fault.Invalid, fault.NotFound, fault.Conflict, fault.Denied:
		return nil
	}
	return err
}
