package agent

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/agent/again"
	"keepsake/agent/ending"
	"keepsake/agent/receipt"
	"keepsake/agent/turnlog"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory/forget"
	"keepsake/memory/offer"
	"keepsake/people"
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

// Opened is a turn that has just been opened, with what was read on the way. Until the lane
// is given up, only its holder changes a turn and its conversation; what can be forgotten in
// the meantime moves the revision of its scope, and is read again (run.build).
type Opened struct {
	session.Turn
	Reply delivery.Outgoing // the draft that will show the answer

	session  session.Session
	person   people.Person
	manner   people.Manner
	messages []session.Message // what the turn answers
}

// Open begins a turn, all in one transaction: the session goes on (or a new one begins
// after a long pause), the messages join it, the inbox rows belong to the turn, and the
// reply that will show the answer exists as a draft. Respond does the rest.
//
// Errors: ErrBusy; *usage.Exceeded, then nothing is stored; delivery.ErrLeaseLost.
func (a *Agent) Open(ctx context.Context, in Incoming) (Opened, error) {
	var o Opened
	err := a.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := a.Delivery.Guard(ctx, in.Claim); err != nil {
			return err
		}
		if !in.Free {
			if _, busy, err := a.Sessions.LaneTurn(ctx, in.Claim.Lane); err != nil || busy {
				return cmp.Or(err, error(ErrBusy))
			}
		}
		s, err := a.beginSession(ctx, in)
		if err != nil {
			return err
		}
		o = Opened{Turn: a.Sessions.NewTurn(s.ID, in.Claim.Lane, in.Person.ID), session: s, person: in.Person, manner: in.Manner}
		in.noteHeard(&o.Turn)
		o.Reply = delivery.Outgoing{
			Bot: in.Place.Bot, Chat: in.Place.Chat, Topic: in.Place.Topic, Person: in.Person.ID,
			Kind: delivery.Reply, State: delivery.Drafting, DueAt: a.Now.UTC(),
			TurnID: o.ID, ReplyTo: in.ReplyTo, After: in.newestExternal(),
		}
		if o.Reply.ID, err = a.Delivery.Put(ctx, o.Reply); err != nil {
			return err
		}
		o.ReplyID = o.Reply.ID
		if err := a.Sessions.OpenTurn(ctx, in.speaker(s.ID), o.Turn); err != nil {
			return err
		}
		if o.messages, o.StopAsked, err = a.appendIncoming(ctx, o.Turn, in); err != nil {
			return err
		}
		if err := a.settleOffer(ctx, in, s, o.ID); err != nil {
			return err
		}
		return a.countIncoming(ctx, in)
	})
	return o, fault.Op(err, "open turn")
}

// beginSession returns the conversation that an incoming message continues or begins.
func (a *Agent) beginSession(ctx context.Context, in Incoming) (session.Session, error) {
	person := in.Person.ID
	if in.Group {
		person = ""
	}
	if in.Person.Private && !in.Group {
		return a.Sessions.BeginPrivate(ctx, in.speaker(""), in.Place, person, a.store())
	}
	return a.Sessions.Begin(ctx, in.speaker(""), in.Place, person, a.store(), in.TopicMemory)
}

// Overhear appends messages that nobody answers to a conversation, to be talked about
// later: what members of a group say to each other, as a member's words whoever they are
// (trust.Member), and what came while a limit held. Its inbox rows are done with it.
func (a *Agent) Overhear(ctx context.Context, in Incoming) error {
	err := a.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := a.Delivery.Guard(ctx, in.Claim); err != nil {
			return err
		}
		s, err := a.beginSession(ctx, in)
		if err != nil {
			return err
		}
		ms := userMessages(in, "")
		for i := range ms {
			if in.Group {
				ms[i].Trust = min(ms[i].Trust, trust.Member)
			}
		}
		if _, err := a.Sessions.Append(ctx, in.speaker(s.ID), s.ID, ms...); err != nil {
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
		if !now.IsUnfinished() {
			return fault.New(fault.Conflict, "the turn has ended")
		}
		if _, _, err := a.appendIncoming(ctx, now, in); err != nil {
			return err
		}
		if len(in.Heard) > 0 {
			in.noteHeard(&now)
			if err := a.Sessions.SaveTurn(ctx, actor.OfSystem(), now); err != nil {
				return err
			}
		}
		return a.countIncoming(ctx, in)
	})
	return fault.Op(err, "join turn %s", turn.ID)
}

// appendIncoming stores what came in as messages of a turn, which the inbox rows belong to then. A
// mark on the rows, that they are to be stopped, is the turn's from then on.
func (a *Agent) appendIncoming(ctx context.Context, turn session.Turn, in Incoming) (ms []session.Message, stopAsked bool, err error) {
	if ms, err = a.Sessions.Append(ctx, in.speaker(turn.SessionID), turn.SessionID, userMessages(in, turn.ID)...); err != nil {
		return nil, false, err
	}
	if stopAsked, err = a.Delivery.Assign(ctx, in.UpdateIDs, turn.ID); err == nil && stopAsked {
		_, err = a.Sessions.AskStop(ctx, in.speaker(turn.SessionID), turn.Lane)
	}
	return ms, stopAsked, err
}

// noteHeard notes on a turn that its person spoke, and what writing that down cost. The usage's
// model stays the one that answers.
func (in Incoming) noteHeard(t *session.Turn) {
	t.Spoken = t.Spoken || in.Spoken
	for _, h := range in.Heard {
		t.Usage.Add(h.Usage.Prompt, h.Usage.Cached, h.Usage.Answer, h.Usage.Cost, "")
	}
}

// speaker returns the actor for the person who sent the messages, who speaks in a session (""
// = one that is still to begin). The door has checked that they may.
func (in Incoming) speaker(sessionID string) actor.Actor {
	a := actor.Actor{Kind: actor.Person, ID: in.Person.ID, Standing: actor.Member, SessionID: sessionID}
	if !in.Group {
		a.Standing = actor.Admin
	}
	return a
}

// userMessages returns the messages that came in as records of a turn, "" = of none.
func userMessages(in Incoming, turnID string) []session.Message {
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
	return a.endTurn(ctx, claim, turnID, "wait", func(ctx context.Context, t *session.Turn, _ []session.Message) error {
		at := retryAt.UTC().Truncate(time.Microsecond)
		t.State, t.RetryAt = session.TurnWaiting, &at
		return a.Delivery.Delay(ctx, claim.Lane, at)
	})
}

// Reasons for GiveUp, see package ending.
const (
	ReasonAway    = ending.Away
	ReasonFailed  = ending.Failed
	ReasonRefused = ending.Refused
)

// GiveUp ends a turn without an answer, visibly; reason is one of the above, or the
// id of other words. What the turn's tools did stays done and is shown.
func (a *Agent) GiveUp(ctx context.Context, claim delivery.Claim, turnID, reason string) error {
	return a.giveUp(ctx, claim, turnID, session.TurnGivenUp, func(v voice) string { return v.say(reason) })
}

func (a *Agent) giveUp(ctx context.Context, claim delivery.Claim, turnID string, state session.TurnState, words func(v voice) string) error {
	return a.endTurn(ctx, claim, turnID, "give up", func(ctx context.Context, t *session.Turn, ms []session.Message) error {
		voice, err := a.voiceOf(ctx, *t)
		if err != nil {
			return err
		}
		t.Close(state, a.Now.UTC())
		return a.writeEnd(ctx, *t, ms, nil, turnlog.Join(receipt.CloseFences(turnlog.TextBesideCalls(ms)), words(voice)), voice)
	})
}

// EndStopped ends a turn because the person said /stop. textSoFar is the part of the answer
// that they have seen (Markdown, may be ""); it stays, with a word that it ends there.
func (a *Agent) EndStopped(ctx context.Context, claim delivery.Claim, turnID, textSoFar string) error {
	return a.endTurn(ctx, claim, turnID, "stop", func(ctx context.Context, t *session.Turn, ms []session.Message) error {
		voice, err := a.voiceOf(ctx, *t)
		if err != nil {
			return err
		}
		t.Close(session.TurnStopped, a.Now.UTC())
		said := turnlog.TextBesideCalls(ms)
		shown := strings.TrimSpace(textSoFar)
		if shown == "" {
			shown = said
		}
		// What was committed with tool calls is in the log already; the rest is new.
		var last *session.Message
		if fresh := strings.TrimSpace(strings.TrimPrefix(shown, said)); fresh != "" {
			last = turnlog.AssistantMessage(t.ID, fresh, nil)
			if last.Masked, err = a.maskTime(ctx, *t); err != nil {
				return err
			}
		}
		return a.writeEnd(ctx, *t, ms, last, turnlog.Join(receipt.CloseFences(shown), voice.say("turn.stopped")), voice)
	})
}

// endTurn runs one guarded transaction on an unfinished turn and saves it. A turn that has
// ended already is left as it is.
func (a *Agent) endTurn(ctx context.Context, claim delivery.Claim, turnID, op string,
	fn func(ctx context.Context, t *session.Turn, ms []session.Message) error) error {
	err := a.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := a.Delivery.Guard(ctx, claim); err != nil {
			return err
		}
		t, err := a.Sessions.Turn(ctx, turnID)
		if err != nil || !t.IsUnfinished() {
			return err
		}
		ms, err := a.Sessions.TurnMessages(ctx, turnID)
		if err != nil {
			return err
		}
		if err := fn(ctx, &t, ms); err != nil {
			return err
		}
		return a.Sessions.SaveTurn(ctx, actor.OfSystem(), t)
	})
	return fault.Op(err, "%s turn %s", op, turnID)
}

// writeEnd writes the end of a turn inside the caller's transaction: calls that never ran
// get a result that says so (M18: no call stays open), last joins the log when there is
// one, the reply becomes ready with its receipts, the inbox rows are done.
func (a *Agent) writeEnd(ctx context.Context, t session.Turn, ms []session.Message, last *session.Message, shown string, voice voice) error {
	var rows []session.Message
	for _, c := range turnlog.OpenCalls(ms) {
		rows = append(rows, turnlog.ToolMessage(t.ID, c, "This call did not run: the turn ended first."))
	}
	if last != nil {
		rows = append(rows, *last)
	}
	if len(rows) > 0 {
		if _, err := a.Sessions.Append(ctx, actor.OfSystem(), t.SessionID, rows...); err != nil {
			return err
		}
	}
	if len(rows) == 0 || a.Config.WindowMessages > 0 { // else Append has marked it active
		if _, err := a.Sessions.Update(ctx, actor.OfSystem(), t.SessionID, a.markActive); err != nil {
			return err
		}
	}
	var whole *delivery.File
	if !a.Config.ShowWhole {
		shown, whole = ending.Shorten(shown, voice.say("turn.shortened"))
	}
	if err := a.Forming.EndTurn(ctx, t, append(slices.Clip(ms), rows...), voice.person, Scopes); err != nil {
		return err
	}
	below, err := a.Ingest.EndTurn(ctx, t, ms, voice.person, Scopes)
	if err != nil {
		return err
	}
	body := delivery.Body{Text: shown}
	isPlain := below.IsEmpty() && !turnlog.HasCalls(ms) && !offer.MayHaveSettled(ms) && !a.showsUsed(t)
	if !isPlain {
		if body, err = a.buildBody(ctx, t, shown, voice); err != nil {
			return err
		}
	} else if last != nil && again.ClaimsKept(last.Content) {
		body.Text = turnlog.Join(shown, voice.say("turn.unkept"))
	}
	if t.State == session.TurnGivenUp && voice.retries && !a.Config.NoRetry {
		body.Buttons = append(body.Buttons, receipt.AgainRow(receipt.Voice{Words: voice.words, Lang: voice.lang}, t.ID))
	}
	if err := a.putReply(ctx, t, body, whole); err != nil {
		return err
	}
	if !isPlain {
		if err := a.react(ctx, t, ms, voice.person); err != nil {
			return err
		}
	}
	return a.Delivery.FinishTurn(ctx, t.ID)
}

// putReply makes a turn's reply ready, and puts the whole answer behind it as a file.
func (a *Agent) putReply(ctx context.Context, t session.Turn, body delivery.Body, whole *delivery.File) error {
	if err := a.Delivery.Ready(ctx, t.ReplyID, body, a.Now.UTC()); err != nil || whole == nil {
		return err
	}
	reply, err := a.Delivery.Out(ctx, t.ReplyID)
	if err != nil {
		return err
	}
	_, err = a.Delivery.Put(ctx, delivery.Outgoing{
		Bot: reply.Bot, Chat: reply.Chat, Topic: reply.Topic, Person: reply.Person, Kind: delivery.Send,
		Purpose: ending.WholeAnswer, Body: delivery.Body{File: whole, Silent: true},
	})
	return err
}

// maskTime returns the time to mask a new message of this turn with when something was
// forgotten since the turn began, because the model may have said it; nil when nothing was.
func (a *Agent) maskTime(ctx context.Context, t session.Turn) (*time.Time, error) {
	s, err := a.Sessions.Get(ctx, t.SessionID)
	if err != nil {
		return nil, err
	}
	changes, err := a.Memory.ChangesSince(ctx, Scopes(s), t.OpenedAt, lookBack)
	if err != nil || !forget.HasForgotten(changes) {
		return nil, err
	}
	now := a.Now.UTC()
	return &now, nil
}

// lookBack bounds how many changes a question about the past looks at.
const lookBack = 1000

// markActive moves the session's last activity to now and trims its window when it is bounded
// by a number of messages.
func (a *Agent) markActive(ctx context.Context, s *session.Session) error {
	s.LastActiveAt = a.Now.UTC()
	if most := a.Config.WindowMessages; most > 0 {
		return a.Sessions.Trim(ctx, s, most)
	}
	return nil
}

// newestExternal returns the platform's id of the last message, 0 when none is known.
func (in Incoming) newestExternal() (id int64) {
	for _, m := range in.Messages {
		id = max(id, m.External)
	}
	return id
}
