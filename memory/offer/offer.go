// Package offer takes a yes or no as the answer to what the bot asked last, or to the answer of the bot that it replies to.
//
// It spans memory, tasks and session and has no rules of its own: what a yes stores is in
// memory.Service.Save and task.Service.Accept, what a no leaves behind in their Decline and in Refuse. It calls no model: the model
// reads afterwards what has become of its question.
//
// Invariants: a yes stores the bytes that were shown; a message that says more of the matter than yes or no settles nothing, unless it asks not to keep it
// (phrase/request/reply); only what one answer of the bot asked is settled.
//
// Start reading at Settle.
package offer

import (
	"context"
	"errors"
	"slices"
	"strings"

	"keepsake/actor"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/phrase"
	"keepsake/phrase/request"
	"keepsake/phrase/request/reply"
	"keepsake/phrase/slot"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/trust"
)

// asksAbout is the share of a statement's words that a question must have to be about it.
const asksAbout = 0.5

// mostRefused is how many statements a wish not to keep them is about at most.
const mostRefused = 5

// Answer is what a person says to what the bot asked.
type Answer struct {
	Said string
	// To is the turn whose answer it replies to; "" = the last one.
	To string
}

// Outbox finds what the bot sent.
type Outbox interface {
	ByMessage(ctx context.Context, bot string, chat, message int64) (delivery.Outgoing, error)
}

// NewAnswer returns what a person says in a place as an answer to the message that it replies to, 0 = to none. ok is false where that is no answer of
// the bot's: then it is for somebody or something else.
func NewAnswer(ctx context.Context, sent Outbox, p session.Place, said string, to int64) (a Answer, ok bool, err error) {
	if to == 0 {
		return Answer{Said: said}, true, nil
	}
	shown, err := sent.ByMessage(ctx, p.Bot, p.Chat, to)
	if errors.Is(err, delivery.ErrNotFound) {
		return Answer{}, false, nil
	}
	return Answer{Said: said, To: shown.TurnID}, err == nil && shown.TurnID != "", err
}

// MayHaveSettled reports whether a message of a turn may have stored what the bot had offered.
func MayHaveSettled(ms []session.Message) bool {
	return slices.ContainsFunc(ms, func(m session.Message) bool { return m.Role == session.User && IsAnswer(m.Content) })
}

// FindAskedAgain returns what waits for a tap though the person said yes to it in a turn, whose messages are ms.
func FindAskedAgain(ctx context.Context, memories *memory.Service, scopes []scope.Scope, turnID string, ms []session.Message) ([]memory.Decision, error) {
	if !MayHaveSettled(ms) {
		return nil, nil
	}
	ds, err := memories.Decisions(ctx, scopes, memory.DecisionOpen, turnID)
	return slices.DeleteFunc(ds, func(d memory.Decision) bool { return !d.IsAskedAgain() }), err
}

// FindBefore returns what the memories say now that decisions are to change, by id.
func FindBefore(ctx context.Context, memories *memory.Service, scopes []scope.Scope, ds []memory.Decision) (map[string]string, error) {
	before := map[string]string{}
	for _, d := range ds {
		if d.Op != memory.OpUpdate {
			continue
		}
		m, err := memories.Get(ctx, scopes, d.MemoryID)
		if err != nil && !errors.Is(err, memory.ErrNotFound) {
			return nil, err
		}
		before[d.MemoryID] = m.Content
	}
	return before, nil
}

// FindBeforeMade is FindBefore of decisions that were made.
func FindBeforeMade(ctx context.Context, memories *memory.Service, made []memory.Made) (map[string]string, error) {
	decided, scopes := make([]memory.Decision, len(made)), make([]scope.Scope, len(made))
	for i, m := range made {
		decided[i], scopes[i] = m.Asked, m.Asked.Scope
	}
	return FindBefore(ctx, memories, scopes, decided)
}

// IsAnswer reports whether a text may settle a question.
func IsAnswer(said string) bool { return reply.Of(withoutNames(said)) != reply.Neither }

// IsBareAnswer reports whether a text says yes or no and nothing else.
func IsBareAnswer(said string) bool {
	said = withoutNames(said)
	return phrase.IsYes(said) || phrase.IsNo(said)
}

// withoutNames returns a text without the handles by which a group's message is addressed.
func withoutNames(said string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(said), func(f string) bool { return strings.HasPrefix(f, "@") }), " ")
}

// Settle applies a yes or no of the person (a.TurnID is the turn of that answer) to an
// answer of the bot: a yes stores what it offered (R19), a no leaves a tombstone of
// what it offered or proposed, or asked about only in words (R18). A proposal that the person's words
// do not support is no offer: it waits for a tap, and a yes only has it asked once more under the next answer (R21); a bare yes stores a find of
// extraction that they have stated themselves, where the answer that it stands under asks nothing else (R5). A wish not to keep something leaves, where nothing was asked, a tombstone of what the person had said.
// What cannot be stored (known in
// the meantime, switched off) is left for the model to find out. It returns the decisions that were
// made or are asked again.
func Settle(ctx context.Context, memories *memory.Service, a actor.Actor, scopes []scope.Scope, window []session.Message, answer Answer) (made []memory.Made, err error) {
	asked, ok := answer.findAsked(window, a.TurnID)
	if !ok || !IsAnswer(answer.Said) || len(scopes) == 0 {
		return nil, nil
	}
	open, err := memories.Decisions(ctx, scopes, memory.DecisionOpen, asked.TurnID)
	if err != nil {
		return nil, err
	}
	saysYes := answer.isYes()
	for _, d := range open {
		switch {
		case saysYes && d.IsOffer() && answer.isPlainFor(d.Content):
			_, _, err = memories.Save(ctx, a, scopes, d.ID, "")
		case !saysYes && d.Op != memory.OpDelete:
			_, err = memories.Decline(ctx, a, scopes, d.ID)
		case saysYes && d.Op != memory.OpDelete && answer.isFor(d, asked):
			if isOwnFind(d, a.ID) {
				_, _, err = memories.Save(ctx, a, scopes, d.ID, "")
			} else {
				err = memories.AskAgain(ctx, a, scopes, d.ID)
			}
		default:
			continue
		}
		switch {
		case err == nil:
			now, err := memories.Decision(ctx, scopes, d.ID)
			if err != nil {
				return made, err
			}
			made = append(made, memory.Made{Asked: d, Now: now})
		case ignoreRefusal(err) != nil:
			return made, err
		}
	}
	var about []string
	switch {
	case saysYes || len(made) > 0:
	case request.AsksToKeep(asked.Content):
		about = askedAbout(window, asked)
	case phrase.RefusesKeeping(answer.Said) && !reply.Drops(answer.Said):
		if about = statedIn(window, asked.TurnID, a.ID); len(about) > mostRefused {
			about = nil
		}
	}
	return made, ignoreRefusal(memories.Refuse(ctx, a, scopes[0], about...))
}

// NotKept returns what the person did not want kept, and, where a turn may answer yes or no, what the answer before it asked
// about and no longer holds: the results of tools say that a yes stores it.
func NotKept(ctx context.Context, memories *memory.Service, scopes []scope.Scope, window []session.Message, turnID string) (refused []memory.Tombstone, withdrawn []string, err error) {
	refused, err = memories.Refused(ctx, scopes)
	if err != nil {
		return nil, nil, err
	}
	asked, ok := Answer{}.findAsked(window, turnID)
	isOther := func(m session.Message) bool { return m.TurnID != turnID }
	if !ok || !MayHaveSettled(slices.DeleteFunc(slices.Clone(window), isOther)) {
		return refused, nil, nil
	}
	ds, err := memories.Decisions(ctx, scopes, memory.DecisionWithdrawn, asked.TurnID)
	for _, d := range ds {
		withdrawn = append(withdrawn, d.Content)
	}
	return refused, withdrawn, err
}

// isYes reports whether an answer says yes.
func (a Answer) isYes() bool { return reply.Of(withoutNames(a.Said)) == reply.Yes }

// isPlainFor reports whether a yes says nothing else that may be about the fact that was offered: "Yes. I live in Bruges now".
func (a Answer) isPlainFor(fact string) bool {
	return IsBareAnswer(a.Said) || !reply.IsNear(a.Said, fact)
}

// isFor reports whether a yes can only be for what waits under an answer of the bot: it says nothing else, that answer asks nothing else, and what waits
// was not asked again before.
func (a Answer) isFor(d memory.Decision, asked session.Message) bool {
	return IsBareAnswer(a.Said) && !d.IsOffer() && !d.IsAskedAgain() &&
		(!strings.ContainsAny(asked.Content, "?？؟") || request.AsksToKeep(asked.Content))
}

// isOwnFind reports whether a decision is about a find of extraction that a person stated, all of it, in their own words.
func isOwnFind(d memory.Decision, person string) bool {
	isOther := func(e memory.Evidence) bool { return e.Trust != trust.Person || e.Author != person }
	return d.Reason == memory.ReasonFound && person != "" && len(d.Evidence) > 0 && !slices.ContainsFunc(d.Evidence, isOther)
}

// findAsked returns the message of the bot that an answer in a turn is for: of the turn that it replies to, also where the window does not show
// that any more, else the last one before; false when it is masked or of no turn.
func (a Answer) findAsked(window []session.Message, turnID string) (session.Message, bool) {
	for _, m := range slices.Backward(window) {
		if m.Role == session.Assistant && m.TurnID != turnID && m.Content != "" && (a.To == "" || m.TurnID == a.To) {
			return m, m.Masked == nil && m.TurnID != ""
		}
	}
	return session.Message{TurnID: a.To}, a.To != ""
}

// askedAbout returns the statements that a question in words was about: what the person had said
// of it in the turn that was answered, and what the question itself names.
func askedAbout(window []session.Message, asked session.Message) []string {
	var out []string
	for _, s := range statedIn(window, asked.TurnID, "") {
		if slot.ShareOfParts(asked.Content, s) >= asksAbout {
			out = append(out, s)
		}
	}
	if fact := phrase.AskedFact(asked.Content); fact != "" {
		out = append(out, fact)
	}
	return out
}

// statedIn returns what a person ("" = anybody) stated in a turn.
func statedIn(window []session.Message, turnID, author string) (out []string) {
	for _, m := range window {
		if m.TurnID != turnID || m.Role != session.User || m.Masked != nil || m.Trust.Foreign() || author != "" && m.Author != author {
			continue
		}
		out = append(out, phrase.Statements(m.Content)...)
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
