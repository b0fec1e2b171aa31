// Package feedback is what a person says of an answer without words: a thumb down offers to take back what was done
// there, and a question that was changed, or never answered, is asked again by a tap.
//
// It goes straight to the nouns: no model. In a group there is none of it.
//
// Start reading at Desk.Dislike and Desk.Again.
package feedback

import (
	"context"
	"errors"
	"strings"

	"keepsake/agent/receipt"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/session"
	"keepsake/task"
	"keepsake/text"
	"keepsake/trust"
)

// ActionAgain is the action of the button that asks again; its reference is the turn. Package agent/receipt names it.
const ActionAgain = receipt.ActionAgain

// Desk is what it is done with.
type Desk struct {
	Store    string
	Delivery *delivery.Service
	Memory   *memory.Service
	Tasks    *task.Service // nil = there are none
	Sessions *session.Service
}

// Question is what a door is to take for said again.
type Question struct {
	Turn    string
	Message int64 // the platform's id of the message that asked it last
	Text    string
}

// Dislike answers a thumb down under a message of ours: what the turn kept, made and completed is shown with the buttons that
// take it back; where it did nothing, it is offered to answer anew. It reports whether it said anything.
func (d *Desk) Dislike(ctx context.Context, a *answer.Answer, message int64) (bool, error) {
	out, err := d.Delivery.ByMessage(ctx, a.Place.Bot, a.Place.Chat, message)
	if errors.Is(err, delivery.ErrNotFound) || err == nil && (out.TurnID == "" || out.Person != a.Person.ID) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	changes, err := d.Memory.TurnChanges(ctx, out.TurnID)
	if err != nil {
		return false, err
	}
	acts := receipt.Acts{Changes: receipt.Remaining(changes)}
	if d.Tasks != nil {
		ts, err := d.Tasks.OfTurn(ctx, d.Store, a.Person.ID, out.TurnID)
		if err != nil {
			return false, err
		}
		acts.Tasks = receipt.TaskActs(out.TurnID, ts, true)
	}
	if len(acts.Changes)+len(acts.Tasks) > 0 {
		a.Send(receipt.Under(a.Say("feedback.take_back", nil), acts, receipt.Voice{Words: a.Words, Lang: a.Language(), Zone: a.Clock()}))
		return true, nil
	}
	if _, ok, err := d.question(ctx, a, out.TurnID); err != nil || !ok {
		return false, err
	}
	a.Send(delivery.Body{Text: a.Say("feedback.sorry", nil), Buttons: [][]delivery.Button{{a.Button("button.again", ActionAgain, out.TurnID)}}})
	return true, nil
}

// Offer offers to answer a question anew whose wording was changed, when it is the last one that was said.
func (d *Desk) Offer(ctx context.Context, a *answer.Answer, edited session.Message) (bool, error) {
	t, err := d.Sessions.Turn(ctx, edited.TurnID)
	if errors.Is(err, session.ErrNotFound) || err == nil && t.IsUnfinished() {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	s, err := d.Sessions.Get(ctx, edited.SessionID)
	if err != nil {
		return false, err
	}
	window, err := d.Sessions.Window(ctx, s)
	if err != nil {
		return false, err
	}
	for i := len(window) - 1; i >= 0; i-- {
		if window[i].Role != session.User {
			continue
		}
		if window[i].TurnID != edited.TurnID {
			return false, nil
		}
		break
	}
	if _, ok, err := d.question(ctx, a, edited.TurnID); err != nil || !ok {
		return false, err
	}
	a.Send(delivery.Body{Text: a.Say("feedback.edited", nil), Buttons: [][]delivery.Button{{a.Button("button.again", ActionAgain, edited.TurnID)}}})
	return true, nil
}

// Again returns what is to be asked again by the tap of its button; ok=false when it cannot be, which the note says.
func (d *Desk) Again(ctx context.Context, a *answer.Answer) (q Question, ok bool, err error) {
	if q, ok, err = d.question(ctx, a, a.Tap.Ref); err != nil {
		return q, false, err
	}
	a.RetireButton()
	if !ok {
		a.Note = a.Plain("feedback.gone", nil)
	}
	return q, ok, nil
}

// question returns what the person said in a turn of theirs, as it reads now: their own words, and only where they stand alone.
func (d *Desk) question(ctx context.Context, a *answer.Answer, turn string) (q Question, ok bool, err error) {
	t, err := d.Sessions.Turn(ctx, turn)
	if errors.Is(err, session.ErrNotFound) {
		return q, false, nil
	}
	if err != nil {
		return q, false, err
	}
	s, err := d.Sessions.Get(ctx, t.SessionID)
	if err != nil || s.IsGroup() || s.Person != a.Person.ID || s.Place.Chat != a.Place.Chat || s.Place.Bot != a.Place.Bot {
		return q, false, err
	}
	ms, err := d.Sessions.TurnMessages(ctx, turn)
	if err != nil {
		return q, false, err
	}
	var said []string
	for _, m := range ms {
		if m.Role != session.User {
			continue
		}
		view := m.View()
		if m.Masked != nil || m.Removed != nil || m.Trust != trust.Person || len(view.Images) > 0 || strings.TrimSpace(view.Content) == "" {
			return q, false, nil
		}
		said, q.Message = append(said, view.Content), m.External
	}
	q.Turn, q.Text = turn, strings.Join(said, "\n\n")
	return q, len(said) > 0 && text.Len(q.Text) <= mostAgain, nil
}

// mostAgain is how long a message of a platform may be, in runes.
const mostAgain = 4000
