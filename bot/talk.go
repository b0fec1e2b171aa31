package bot

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"keepsake/agent"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/people"
	"keepsake/session"
	"keepsake/tracing"
	"keepsake/usage"
)

// talk works the rows of a chat's own lane: a turn is resumed, or the messages of a
// burst become a new one.
func (b *Bot) talk(ctx context.Context, claim delivery.Claim, rows []delivery.Update) (again bool, err error) {
	turn, open, err := b.cfg.Sessions.LaneTurn(ctx, claim.Lane)
	if err != nil {
		return false, err
	}
	// Order in the lane: what waits for another attempt, or for the model to come back,
	// holds what came later.
	if first := rows[0]; first.DueAt.After(b.now()) && (open || first.Attempts > 0) && !turn.StopAsked {
		return b.sleep(ctx, claim, first.DueAt)
	}
	var mine, fresh []delivery.Update
	for _, r := range rows {
		if open && r.TurnID == turn.ID {
			mine = append(mine, r)
		} else {
			fresh = append(fresh, r)
		}
	}
	fresh, undecided, err := b.decided(ctx, fresh)
	if err != nil {
		return false, err
	}
	if !open && len(fresh) == 0 { // look again soon: their fellows may come while we fall asleep
		return b.sleep(ctx, claim, b.now().Add(min(undecided.Sub(b.now()), time.Second)))
	}
	fresh = leading(fresh, turn, open)
	if !open && !fresh[0].StopAsked {
		if until := b.quietUntil(fresh); until.After(b.now()) {
			return b.sleep(ctx, claim, until)
		}
	}
	fresh = batchOf(fresh)
	ctx, span := working(ctx, append(slices.Clone(mine), fresh...))
	defer func() { span.End(err) }()
	turn, used, err := b.enter(ctx, claim, turn, fresh)
	if err != nil || turn.ID == "" {
		return err == nil, err
	}
	return b.answer(ctx, claim, turn, append(mine, used...))
}

// enter brings what was said into a turn: the lane's, or a new one when it has none. used
// are the rows that are the turn's now. Where a limit leaves room for some, the others
// wait for their own turn, and hear of it.
func (b *Bot) enter(ctx context.Context, claim delivery.Claim, turn session.Turn, rows []delivery.Update) (session.Turn, []delivery.Update, error) {
	in, used, err := b.incoming(ctx, claim, turn, rows)
	if err != nil {
		return turn, nil, b.blame(err, rows, "")
	}
	if len(in.Messages) == 0 {
		return turn, nil, nil
	}
	var next session.Turn
	err = b.inTx(ctx, claim, func(ctx context.Context) (err error) {
		if next = turn; turn.ID != "" {
			err = b.cfg.Agent.Join(ctx, turn, in)
		} else {
			next, err = b.cfg.Agent.Open(ctx, in)
		}
		if err != nil {
			return err
		}
		next.StopAsked, err = b.carryStop(ctx, next, in.UpdateIDs)
		return err
	})
	var over *usage.Exceeded
	switch {
	case err == nil:
		return next, used, nil
	case !errors.As(err, &over):
	case over.Room > 0 && over.Room < len(rows):
		return b.enter(ctx, claim, turn, rows[:over.Room])
	default:
		err = b.limited(ctx, claim, in, over)
	}
	if err != nil {
		err = b.blame(err, used, "")
	}
	return turn, nil, err
}

// limited keeps messages in their conversation that a limit leaves unanswered, and says so
// now and then (usage.Service.Tell).
func (b *Bot) limited(ctx context.Context, claim delivery.Claim, in agent.Incoming, over *usage.Exceeded) error {
	return b.inTx(ctx, claim, func(ctx context.Context) error {
		if err := b.cfg.Agent.Overhear(ctx, in); err != nil {
			return err
		}
		tell, err := b.cfg.Usage.Tell(ctx, b.cfg.Name, people.ID(in.Place.Chat), over)
		if err != nil || !tell {
			return err
		}
		r := &request{Bot: b, person: in.Person, place: in.Place}
		return r.put(ctx, delivery.Outgoing{
			ReplyTo: in.ReplyTo, Body: delivery.Body{Text: over.Say(b.cfg.Words, b.language(in.Person), r.zone(), false)},
		})
	})
}

// working traces the work on rows in their lane: as a part of the first one's trace, and
// linked to the others'.
func working(ctx context.Context, rows []delivery.Update) (context.Context, *tracing.Span) {
	if len(rows) > 0 {
		ctx = tracing.Continue(ctx, rows[0].Trace)
	}
	ctx, span := tracing.Start(ctx, "lane")
	for _, r := range rows[min(1, len(rows)):] {
		span.Link(r.Trace)
	}
	return ctx, span
}

// blame makes an error count against rows, unless it is about the lane or the stop.
func (b *Bot) blame(err error, rows []delivery.Update, turnID string) error {
	if errors.Is(err, delivery.ErrLeaseLost) || errors.Is(err, context.Canceled) || errors.Is(err, errDrained) {
		return err
	}
	return &attemptError{rows: rows, turnID: turnID, err: err}
}

// sleep puts the lane aside until a time.
func (b *Bot) sleep(ctx context.Context, claim delivery.Claim, until time.Time) (bool, error) {
	return false, b.inTx(ctx, claim, func(ctx context.Context) error {
		return b.cfg.Delivery.Delay(ctx, claim.Lane, until)
	})
}

// inTx runs one guarded transaction.
func (b *Bot) inTx(ctx context.Context, claim delivery.Claim, fn func(ctx context.Context) error) error {
	return b.cfg.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := b.cfg.Delivery.Guard(ctx, claim); err != nil {
			return err
		}
		return fn(ctx)
	})
}

// answer runs or resumes a turn and settles how it ended.
func (b *Bot) answer(ctx context.Context, claim delivery.Claim, turn session.Turn, rows []delivery.Update) (again bool, err error) {
	if turn.StopAsked {
		return true, b.cfg.Agent.Stopped(ctx, claim, turn.ID, "")
	}
	reply, err := b.cfg.Delivery.Out(ctx, turn.ReplyID)
	if err != nil {
		return false, b.blame(err, rows, turn.ID)
	}
	work, done := b.stoppable(ctx, claim.Lane, func(ctx context.Context) bool { return b.stopAsked(ctx, turn.ID) })
	defer done()
	view := b.startLive(work, claim, reply)
	err = b.cfg.Agent.Respond(work, claim, turn.ID, view)
	view.Rest()
	stopped := errors.Is(context.Cause(work), errStopped)
	kind := fault.KindOf(err)
	var over *usage.Exceeded
	switch {
	case err == nil:
		return true, nil
	case errors.Is(err, delivery.ErrLeaseLost), ctx.Err() != nil:
		return false, delivery.ErrLeaseLost
	case stopped || b.stopAsked(ctx, turn.ID):
		return true, b.cfg.Agent.Stopped(ctx, claim, turn.ID, view.whole())
	case errors.As(err, &over):
		return true, b.cfg.Agent.EndLimited(ctx, claim, turn.ID, over)
	case errors.Is(err, llm.ErrRefused): // asking again would be refused again
		b.log.Warn("turn refused by the model's filter", "lane", claim.Lane)
		return true, b.cfg.Agent.GiveUp(ctx, claim, turn.ID, agent.ReasonRefused)
	case kind == fault.Unavailable, kind == fault.Limited, errors.Is(err, llm.ErrSetup):
		return b.outage(ctx, claim, turn, view, err)
	}
	if attemptOf(rows) < b.cfg.Attempts {
		view.say(ctx, "reply.again")
	}
	return false, b.blame(err, rows, turn.ID)
}

// outage puts a turn aside while the model is away, honestly, and gives it up visibly
// after Config.GiveUpAfter. It is no attempt.
func (b *Bot) outage(ctx context.Context, claim delivery.Claim, turn session.Turn, view *live, cause error) (bool, error) {
	now := b.now()
	waited := now.Sub(turn.OpenedAt)
	if waited >= b.cfg.GiveUpAfter {
		b.log.Warn("turn given up", "lane", claim.Lane, "err", cause)
		return true, b.cfg.Agent.GiveUp(ctx, claim, turn.ID, agent.ReasonAway)
	}
	retry := max(fault.RetryAfter(cause), min(max(waited/4, 2*time.Second), time.Minute))
	retry = min(retry, max(b.cfg.GiveUpAfter-waited, time.Second))
	level := slog.LevelWarn
	if errors.Is(cause, llm.ErrSetup) {
		level = slog.LevelDebug // the operator was told what to mend, once
	}
	b.log.Log(ctx, level, "turn waits for the model", "lane", claim.Lane, "retry", retry, "err", cause)
	view.say(ctx, "reply.waiting")
	return false, b.cfg.Agent.Wait(ctx, claim, turn.ID, now.Add(retry))
}
