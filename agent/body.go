package agent

import (
	"context"
	"slices"

	"keepsake/actor"
	"keepsake/agent/receipt"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/memory/offer"
	"keepsake/people"
	"keepsake/session"
	"keepsake/templates"
)

// voice says the house's sentences in one person's language.
type voice struct {
	words  *templates.Words
	lang   string
	person people.Person
	// retries says that what a turn was to answer may be asked again by a tap: not in a group.
	retries bool
}

func (v voice) say(id string) string { return v.words.Say(v.lang, id, nil) }

func (a *Agent) voice(p people.Person) voice {
	return voice{words: a.Words, lang: a.Words.Match(p.Languages()...), person: p}
}

// voiceOf returns the voice for the person a turn answers.
func (a *Agent) voiceOf(ctx context.Context, t session.Turn) (voice, error) {
	s, err := a.Sessions.Get(ctx, t.SessionID)
	if err != nil {
		return voice{}, err
	}
	p, err := a.answeredPerson(ctx, s, t)
	v := a.voice(p)
	v.retries = !s.IsGroup()
	return v, err
}

// answeredPerson returns the person whom a turn answers: the person of a private chat, or the
// writer in a group. A writer without an id (an anonymous admin) is an empty Person.
func (a *Agent) answeredPerson(ctx context.Context, s session.Session, t session.Turn) (people.Person, error) {
	id := t.Person
	if !s.IsGroup() {
		id = s.Person
	}
	if id == "" {
		return people.Person{Receipts: true}, nil
	}
	return a.People.Get(ctx, id)
}

// buildBody returns the body of a turn's reply: the text, a receipt for each memory that the turn's tools changed and each
// task they made or completed (unless the person switched receipts off), what was kept unasked, and each write that waits
// for a tap, shown exactly as it would be stored.
func (a *Agent) buildBody(ctx context.Context, t session.Turn, shown string, v voice) (delivery.Body, error) {
	s, err := a.Sessions.Get(ctx, t.SessionID)
	if err != nil {
		return delivery.Body{}, err
	}
	changes, err := a.Memory.TurnChanges(ctx, t.ID)
	if err != nil {
		return delivery.Body{}, err
	}
	decisions, err := a.Memory.Decisions(ctx, Scopes(s), memory.DecisionOpen, t.ID)
	if err != nil {
		return delivery.Body{}, err
	}
	asks := !s.IsGroup() && receipt.KeepsBirthday(changes, v.person, a.Now.UTC().In(people.ZoneOf(v.person, a.Config.Zone)))
	if asks {
		if asks, err = a.People.AskAboutBirthdays(ctx, actor.OfSystem(), s.Place.Bot, s.Person, t.ID); err != nil {
			return delivery.Body{}, err
		}
	}
	if !v.person.Receipts {
		changes = nil
	}
	acts := receipt.Acts{Birthday: asks, Turn: t.ID, ShowUsed: a.Config.ShowUsed, Changes: receipt.Remaining(changes), Decisions: decisions}
	if acts.Forgettable, err = forget.WhoMay(ctx, a.Memory, a.People, toolActor(s, t, v.person.ID, ""), decisions, v.say("group.the_one")); err != nil {
		return delivery.Body{}, err
	}
	if acts.Before, err = offer.FindBefore(ctx, a.Memory, Scopes(s), decisions); err != nil {
		return delivery.Body{}, err
	}
	told, err := a.Ingest.Told(ctx, Scopes(s)[0], t.ID)
	if err != nil {
		return delivery.Body{}, err
	}
	acts.Kept = len(told)
	if acts.Used, err = a.usedMemories(ctx, people.ReadScopes(v.person, Scopes(s)), t); err != nil {
		return delivery.Body{}, err
	}
	if acts.Calls, err = a.waitingCalls(ctx, t); err != nil {
		return delivery.Body{}, err
	}
	if a.Tasks != nil && !s.IsGroup() {
		ts, err := a.Tasks.OfTurn(ctx, a.store(), s.Person, t.ID)
		if err != nil {
			return delivery.Body{}, err
		}
		acts.Tasks = receipt.TaskActs(t.ID, ts, v.person.Receipts)
		if receipt.NeedsClock(t.ID, ts, v.person) {
			acts.Now = a.Now.UTC()
			if err := a.People.NoteZoneAsked(ctx, actor.OfSystem(), s.Person, t.ID); err != nil {
				return delivery.Body{}, err
			}
		}
	}
	return receipt.Under(shown, acts, receipt.Voice{Words: v.words, Lang: v.lang, Zone: people.ZoneOf(v.person, a.Config.Zone)}), nil
}

// waitingCalls returns the calls of other programs' tools that a turn asks about or that its person had allowed for good.
func (a *Agent) waitingCalls(ctx context.Context, t session.Turn) ([]receipt.CallAct, error) {
	if a.Outside == nil {
		return nil, nil
	}
	calls, err := a.Outside.OfTurn(ctx, t.ID)
	if err != nil || len(calls) == 0 {
		return nil, err
	}
	ms, err := a.Sessions.TurnMessages(ctx, t.ID)
	return receipt.CallActs(calls, ms), err
}

// Remembered is the reaction to a message from which something was remembered. It is one of
// those that Telegram lets bots use.
const Remembered = "✍"

// react puts Remembered on the last message that a turn answers when the turn's tools
// remembered something, unless the person switched that off.
func (a *Agent) react(ctx context.Context, t session.Turn, ms []session.Message, p people.Person) error {
	if !p.Reactions.Or(a.Config.Reactions) {
		return nil
	}
	changes, err := a.Memory.TurnChanges(ctx, t.ID)
	if err != nil || !slices.ContainsFunc(receipt.Remaining(changes), receipt.IsRemembering) {
		return err
	}
	for _, m := range slices.Backward(ms) {
		if m.Role != session.User || m.External == 0 {
			continue
		}
		reply, err := a.Delivery.Out(ctx, t.ReplyID)
		if err != nil {
			return err
		}
		_, err = a.Delivery.Put(ctx, delivery.Outgoing{
			Bot: reply.Bot, Chat: reply.Chat, Topic: reply.Topic, Person: reply.Person,
			Kind: delivery.React, Target: m.External, Body: delivery.Body{Text: Remembered},
		})
		return err
	}
	return nil
}
