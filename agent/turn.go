package agent

import (
	"context"
	"strings"
	"time"

	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/session"
	"keepsake/trust"
)

// ErrBusy is returned by Open while the lane has an unfinished turn: join that one.
var ErrBusy = fault.New(fault.Conflict, "the lane has an unfinished turn")

// Unfinished returns the lane's turn that is still to be worked on, to be resumed by
// Respond; ok is false when there is none.
func (a *Agent) Unfinished(ctx context.Context, lane string) (t session.Turn, ok bool, err error) {
	return a.Sessions.LaneTurn(ctx, lane)
}

// Open begins a turn, all in one transaction: the session goes on (or a new one begins
// after a long pause), the messages join it, the inbox rows belong to the turn, and the
// reply that will show the answer exists as a draft. Respond does the rest.
//
// Errors: ErrBusy; *usage.Exceeded, then nothing is stored; delivery.ErrLeaseLost.
func (a *Agent) Open(ctx context.Context, in Incoming) (session.Turn, error) {
	var turn session.Turn
	err := a.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := a.Delivery.Guard(ctx, in.Claim); err != nil {
			return err
		}
		if _, busy, err := a.Sessions.LaneTurn(ctx, in.Claim.Lane); err != nil || busy {
			if busy {
				return ErrBusy
			}
			return err
		}
		s, err := a.begin(ctx, in)
		if err != nil {
			return err
		}
		turn, err = a.Sessions.OpenTurn(ctx, s.ID, in.Claim.Lane, in.Person.ID)
		if err != nil {
			return err
		}
		if err := a.append(ctx, turn, in); err != nil {
			return err
		}
		in.cost(&turn.Usage)
		turn.ReplyID, err = a.Delivery.Put(ctx, delivery.Outgoing{
			Bot: in.Place.Bot, Chat: in.Place.Chat, Topic: in.Place.Topic, Person: in.Person.ID,
			Kind: delivery.Reply, State: delivery.Drafting, DueAt: a.now(),
			TurnID: turn.ID, ReplyTo: in.ReplyTo,
		})
		if err != nil {
			return err
		}
		if err := a.Sessions.SaveTurn(ctx, turn); err != nil {
			return err
		}
		return a.take(ctx, in)
	})
	return turn, fault.Op(err, "open turn")
}

// begin returns the conversation that an incoming message goes on or begins.
func (a *Agent) begin(ctx context.Context, in Incoming) (session.Session, error) {
	person := in.Person.ID
	if in.Group {
		person = ""
	}
	return a.Sessions.Begin(ctx, in.Place, person, a.store(), in.TopicMemory)
}

// Overhear appends messages that nobody answers to a conversation, to be talked about
// later: what members of a group say to each other, as a member's words whoever they are
// (trust.Member), and what came while a limit held. Its inbox rows are done with it.
func (a *Agent) Overhear(ctx context.Context, in Incoming) error {
	err := a.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := a.Delivery.Guard(ctx, in.Claim); err != nil {
			return err
		}
		s, err := a.begin(ctx, in)
		if err != nil {
			return err
		}
		ms := spokenBy(in, "")
		for i := range ms {
			if in.Group {
				ms[i].Trust = min(ms[i].Trust, trust.Member)
			}
		}
		if _, err := a.Sessions.Append(ctx, s.ID, ms...); err != nil {
			return err
		}
		return a.Delivery.Finish(ctx, in.UpdateIDs)
	})
	return fault.Op(err, "overhear")
}

// Join adds later messages to a turn that has not been answered: one that waits for the
// model, or is about to be resumed. A turn that ended meanwhile is fault.Conflict: open
// another. *usage.Exceeded is as for Open.
func (a *Agent) Join(ctx context.Context, turn session.Turn, in Incoming) error {
	err := a.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := a.Delivery.Guard(ctx, in.Claim); err != nil {
			return err
		}
		now, err := a.Sessions.Turn(ctx, turn.ID)
		if err != nil {
			return err
		}
		if !now.Unfinished() {
			return fault.New(fault.Conflict, "the turn has ended")
		}
		if err := a.append(ctx, now, in); err != nil {
			return err
		}
		if len(in.Heard) > 0 {
			in.cost(&now.Usage)
			if err := a.Sessions.SaveTurn(ctx, now); err != nil {
				return err
			}
		}
		return a.take(ctx, in)
	})
	return fault.Op(err, "join turn %s", turn.ID)
}

func (a *Agent) append(ctx context.Context, turn session.Turn, in Incoming) error {
	if _, err := a.Sessions.Append(ctx, turn.SessionID, spokenBy(in, turn.ID)...); err != nil {
		return err
	}
	return a.Delivery.Assign(ctx, in.UpdateIDs, turn.ID)
}

// cost adds what writing down voices cost to a turn's usage. Its model is the one that
// answers.
func (in Incoming) cost(u *session.Usage) {
	for _, h := range in.Heard {
		u.Add(h.Usage.Prompt, h.Usage.Cached, h.Usage.Answer, h.Usage.Cost, "")
	}
}

// spokenBy returns the messages that came in as records of a turn, "" = of none.
func spokenBy(in Incoming, turnID string) []session.Message {
	ms := make([]session.Message, len(in.Messages))
	for i, m := range in.Messages {
		m.Role, m.TurnID = session.User, turnID
		m.ToolCalls, m.ToolCallID, m.Masked = nil, "", nil
		ms[i] = m
	}
	return ms
}

// Wait puts a turn aside until a time: something it needs is away. Nothing counts as an
// attempt; Respond goes on where it was.
func (a *Agent) Wait(ctx context.Context, claim delivery.Claim, turnID string, retryAt time.Time) error {
	return a.close(ctx, claim, turnID, "wait", func(ctx context.Context, t *session.Turn, _ []session.Message) error {
		at := retryAt.UTC().Truncate(time.Microsecond)
		t.State, t.RetryAt = session.TurnWaiting, &at
		return a.Delivery.Delay(ctx, claim.Lane, at)
	})
}

// Reasons for GiveUp: ids of the words that the person reads.
const (
	ReasonAway    = "turn.gave_up" // the model was away for too long
	ReasonFailed  = "turn.failed"  // every attempt failed
	ReasonRefused = "turn.refused" // the endpoint's content filter took it
)

// GiveUp ends a turn without an answer, visibly; reason is one of the above, or the
// id of other words. What the turn's tools did stays done and is shown.
func (a *Agent) GiveUp(ctx context.Context, claim delivery.Claim, turnID, reason string) error {
	return a.giveUp(ctx, claim, turnID, session.TurnGivenUp, func(v voice) string { return v.say(reason) })
}

func (a *Agent) giveUp(ctx context.Context, claim delivery.Claim, turnID string, state session.TurnState, words func(v voice) string) error {
	return a.close(ctx, claim, turnID, "give up", func(ctx context.Context, t *session.Turn, ms []session.Message) error {
		voice, err := a.voiceOf(ctx, *t)
		if err != nil {
			return err
		}
		t.Close(state, a.now())
		return a.finish(ctx, *t, ms, nil, joinParts(closeFences(spoken(ms)), words(voice)), voice)
	})
}

// Stopped ends a turn because the person said /stop. textSoFar is what they have seen of
// the answer (Markdown, may be ""); it stays, with a word that it ends there.
func (a *Agent) Stopped(ctx context.Context, claim delivery.Claim, turnID, textSoFar string) error {
	return a.close(ctx, claim, turnID, "stop", func(ctx context.Context, t *session.Turn, ms []session.Message) error {
		voice, err := a.voiceOf(ctx, *t)
		if err != nil {
			return err
		}
		t.Close(session.TurnStopped, a.now())
		said := spoken(ms)
		shown := strings.TrimSpace(textSoFar)
		if shown == "" {
			shown = said
		}
		// What was committed with tool calls is in the log already; the rest is new.
		var last *session.Message
		if fresh := strings.TrimSpace(strings.TrimPrefix(shown, said)); fresh != "" {
			last = assistantMessage(t.ID, fresh, nil)
			if last.Masked, err = a.stain(ctx, *t); err != nil {
				return err
			}
		}
		return a.finish(ctx, *t, ms, last, joinParts(closeFences(shown), voice.say("turn.stopped")), voice)
	})
}

// close runs one guarded transaction on an unfinished turn and saves it. A turn that has
// ended already is left as it is.
func (a *Agent) close(ctx context.Context, claim delivery.Claim, turnID, op string,
	fn func(ctx context.Context, t *session.Turn, ms []session.Message) error) error {
	err := a.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := a.Delivery.Guard(ctx, claim); err != nil {
			return err
		}
		t, err := a.Sessions.Turn(ctx, turnID)
		if err != nil || !t.Unfinished() {
			return err
		}
		ms, err := a.Sessions.TurnMessages(ctx, turnID)
		if err != nil {
			return err
		}
		if err := fn(ctx, &t, ms); err != nil {
			return err
		}
		return a.Sessions.SaveTurn(ctx, t)
	})
	return fault.Op(err, "%s turn %s", op, turnID)
}

// finish writes the end of a turn inside the caller's transaction: calls that never ran
// get a result that says so (M18: no call stays open), last joins the log when there is
// one, the reply becomes ready with its receipts, the inbox rows are done.
func (a *Agent) finish(ctx context.Context, t session.Turn, ms []session.Message, last *session.Message, shown string, voice voice) error {
	var rows []session.Message
	for _, c := range openCalls(ms) {
		rows = append(rows, toolMessage(t.ID, c, "This call did not run: the turn ended first."))
	}
	if last != nil {
		rows = append(rows, *last)
	}
	if len(rows) > 0 {
		if _, err := a.Sessions.Append(ctx, t.SessionID, rows...); err != nil {
			return err
		}
	}
	if _, err := a.Sessions.Update(ctx, t.SessionID, a.active); err != nil {
		return err
	}
	body, err := a.body(ctx, t, shown, voice)
	if err != nil {
		return err
	}
	if err := a.Delivery.Ready(ctx, t.ReplyID, body, a.now()); err != nil {
		return err
	}
	if err := a.react(ctx, t, ms, voice.person); err != nil {
		return err
	}
	return a.Delivery.FinishTurn(ctx, t.ID)
}

// stain returns when a message of this turn is masked as soon as it is written: something
// was forgotten since the turn began, and the model may have said it. nil: nothing was.
func (a *Agent) stain(ctx context.Context, t session.Turn) (*time.Time, error) {
	s, err := a.Sessions.Get(ctx, t.SessionID)
	if err != nil {
		return nil, err
	}
	changes, err := a.Memory.Store.ChangesSince(ctx, Scopes(s), t.OpenedAt, lookBack)
	if err != nil || !forgets(changes) {
		return nil, err
	}
	now := a.now()
	return &now, nil
}

// lookBack bounds how many changes a question about the past looks at.
const lookBack = 1000

// forgets reports whether one of the changes was a wish to forget. Undo of an addition is
// none: what was said may go on being talked about.
func forgets(changes []memory.Change) bool {
	for _, c := range changes {
		if c.Op == memory.OpDelete && c.Undoes == "" {
			return true
		}
	}
	return false
}

func (a *Agent) active(ctx context.Context, s *session.Session) error {
	s.LastActiveAt = a.now()
	if most := a.Config.WindowMessages; most > 0 {
		return a.Sessions.Trim(ctx, s, most)
	}
	return nil
}
