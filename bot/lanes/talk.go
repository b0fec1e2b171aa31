package lanes

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"keepsake/agent"
	"keepsake/agent/ending"
	"keepsake/bot/outbox"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/people"
	"keepsake/session"
	"keepsake/tracing"
	"keepsake/tx"
	"keepsake/usage"
)

// talk works the rows of a chat's own lane: a turn is resumed, or the messages of a
// burst become a new one.
func (l *Lanes) talk(ctx context.Context, claim delivery.Claim, rows []delivery.Update) (again bool, err error) {
	turn, open, err := l.Sessions.LaneTurn(ctx, claim.Lane)
	if err != nil {
		return false, err
	}
	now := l.Now.UTC()
	var mine, fresh []delivery.Update
	for _, r := range rows {
		if open && r.TurnID == turn.ID {
			mine = append(mine, r)
		} else {
			fresh = append(fresh, r)
		}
	}
	// Order in the lane: what waits for another attempt, or for the model to come back,
	// holds what came later.
	due := rows[0].DueAt
	if open && turn.State == session.TurnWaiting {
		due = l.waits.due(claim.Lane, rows[0], fresh)
	}
	if due.After(now) && (open || rows[0].Attempts > 0) && !turn.StopAsked {
		return l.delayLane(ctx, claim, due)
	}
	fresh, decidedAt, err := l.dropUndecided(ctx, fresh)
	if err != nil {
		return false, err
	}
	if !open && len(fresh) == 0 { // look again soon: the other pieces may come while we fall asleep
		return l.delayLane(ctx, claim, now.Add(min(decidedAt.Sub(now), time.Second)))
	}
	fresh = limitSender(fresh, turn, open)
	if !open && !fresh[0].StopAsked {
		if until := l.burstEnd(fresh); until.After(now) {
			return l.delayLane(ctx, claim, until)
		}
	}
	fresh = limitBatch(fresh)
	ctx, span := startSpan(ctx, append(slices.Clone(mine), fresh...))
	defer func() { span.End(err) }()
	entered, used, err := l.enterTurn(ctx, claim, turn, fresh)
	if err != nil || entered.ID == "" {
		return err == nil, err
	}
	return l.runTurn(ctx, claim, entered, append(mine, used...))
}

// startSpan traces the work on rows in their lane: as a part of the first one's trace, and
// linked to the others'.
func startSpan(ctx context.Context, rows []delivery.Update) (context.Context, *tracing.Span) {
	if len(rows) > 0 {
		ctx = tracing.Continue(ctx, rows[0].Trace)
	}
	ctx, span := tracing.Start(ctx, "lane")
	for _, r := range rows[min(1, len(rows)):] {
		span.Link(r.Trace)
	}
	return ctx, span
}

// enterTurn brings what was said into a turn: the lane's, or a new one when it has none. used
// are the rows that are the turn's now. Where a limit leaves room for some, the others
// wait for their own turn, and hear of it.
func (l *Lanes) enterTurn(ctx context.Context, claim delivery.Claim, turn session.Turn, rows []delivery.Update) (entered agent.Opened, used []delivery.Update, err error) {
	unfinished := agent.Opened{Turn: turn}
	in, used, err := l.readRows(ctx, claim, turn, rows)
	if err != nil {
		return unfinished, nil, countAgainst(rows, "", err)
	}
	if len(in.Messages) == 0 {
		return unfinished, nil, nil
	}
	next := unfinished
	err = l.inTx(ctx, claim, func(ctx context.Context) (err error) {
		if turn.ID != "" {
			err = l.Agent.Join(ctx, turn, in)
		} else {
			in.Free = true
			next, err = l.Agent.Open(ctx, in)
		}
		if err != nil {
			return err
		}
		next.StopAsked, err = l.carryStop(ctx, next.Turn, turn.ID == "", in.UpdateIDs)
		return err
	})
	var over *usage.Exceeded
	if err != nil {
		l.oweHeard(in, in.Heard...)
	}
	switch {
	case err == nil:
		return next, used, nil
	case !errors.As(err, &over):
	case over.Remaining > 0 && over.Remaining < len(rows):
		return l.enterTurn(ctx, claim, turn, rows[:over.Remaining])
	default:
		err = l.keepUnanswered(ctx, claim, in, over)
	}
	if err != nil {
		err = countAgainst(used, "", err)
	}
	return unfinished, nil, err
}

// keepUnanswered keeps messages in their conversation that a limit leaves unanswered, and
// says so now and then (usage.Service.Tell).
func (l *Lanes) keepUnanswered(ctx context.Context, claim delivery.Claim, in agent.Incoming, over *usage.Exceeded) error {
	return l.inTx(ctx, claim, func(ctx context.Context) error {
		if err := l.Agent.Overhear(ctx, in); err != nil {
			return err
		}
		tell, err := l.Usage.Tell(ctx, l.Bot, people.ID(in.Place.Chat), over)
		if err != nil || !tell {
			return err
		}
		return l.putNotice(ctx, in, l.Commands.LimitNotice(in.Person, over))
	})
}

// runTurn runs or resumes a turn and settles how it ended.
func (l *Lanes) runTurn(ctx context.Context, claim delivery.Claim, entered agent.Opened, rows []delivery.Update) (again bool, err error) {
	turn, reply, opened := entered.Turn, entered.Reply, entered.Reply.ID != 0
	if turn.StopAsked {
		return true, l.Agent.EndStopped(ctx, claim, turn.ID, "")
	}
	if !opened {
		if reply, err = l.Delivery.Out(ctx, turn.ReplyID); err != nil {
			return false, countAgainst(rows, turn.ID, err)
		}
	}
	work, done := l.watchStop(ctx, claim.Lane, func(ctx context.Context) bool { return l.isStopAsked(ctx, turn.ID) })
	defer done()
	view, tried := l.Outbox.Live(work, claim, reply, opened), l.Now.UTC()
	work, unfollow := l.watchFollowing(work, claim.Lane, turn, reply, view)
	defer unfollow()
	if opened {
		err = l.Agent.RespondTo(work, claim, entered, view)
	} else {
		err = l.Agent.Respond(work, claim, turn.ID, view)
	}
	view.Rest()
	l.waits.end(claim.Lane)
	stopped := errors.Is(context.Cause(work), errStopped)
	kind := fault.KindOf(err)
	reason, isFinal := ending.FinalReason(err)
	var over *usage.Exceeded
	switch {
	case err == nil:
		return true, nil
	case errors.Is(err, delivery.ErrLeaseLost), ctx.Err() != nil:
		return false, delivery.ErrLeaseLost
	case stopped || l.isStopAsked(ctx, turn.ID):
		return true, l.Agent.EndStopped(ctx, claim, turn.ID, view.Whole())
	case errors.Is(context.Cause(work), errFollowed):
		return true, nil // with what was added, which waits in the lane
	case errors.As(err, &over):
		return true, l.Agent.EndLimited(ctx, claim, turn.ID, over)
	case errors.Is(err, tx.ErrStorage): // nor could be stored that it waits
		return false, err
	case isFinal: // asking again would end in the same way
		l.Log.Warn("turn ended by the model", "lane", claim.Lane, "reason", reason)
		return true, l.Agent.GiveUp(ctx, claim, turn.ID, reason)
	case kind == fault.Unavailable, kind == fault.Limited, errors.Is(err, llm.ErrSetup):
		return l.postpone(ctx, claim, turn, view, tried, err)
	}
	if attemptOf(rows) < l.Attempts {
		view.Say(ctx, "reply.again")
	}
	return false, countAgainst(rows, turn.ID, err)
}

// postpone puts a turn aside while the model is away, says so, and gives it up visibly
// after Config.GiveUpAfter. It is no attempt. tried is when asking the model began.
func (l *Lanes) postpone(ctx context.Context, claim delivery.Claim, turn session.Turn, view *outbox.View, tried time.Time, cause error) (again bool, err error) {
	now := l.Now.UTC()
	waited := now.Sub(turn.OpenedAt)
	if waited >= l.GiveUpAfter {
		l.Log.Warn("turn given up", "lane", claim.Lane, "error", cause)
		return true, l.Agent.GiveUp(ctx, claim, turn.ID, ending.AwayReason(cause))
	}
	retry := max(fault.RetryAfter(cause), min(max(waited/4, 2*time.Second), time.Minute))
	level, triedInTrouble := slog.LevelWarn, time.Time{}
	if llm.TroubleOf(cause) != "" { // trying again soon cannot help; the operator was told what to mend, once
		retry, level, triedInTrouble = max(retry, troublePause), slog.LevelDebug, tried
	}
	retry = min(retry, max(l.GiveUpAfter-waited, time.Second))
	l.waits.begin(claim.Lane, triedInTrouble)
	l.Log.Log(ctx, level, "turn waits for the model", "lane", claim.Lane, "retry", retry, "error", cause)
	view.Say(ctx, ending.WaitingWords(cause))
	return false, l.Agent.Wait(ctx, claim, turn.ID, now.Add(retry))
}
