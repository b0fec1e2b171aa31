package terminal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"keepsake/agent"
	"keepsake/agent/ending"
	"keepsake/clock"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/markdown"
	"keepsake/people"
	"keepsake/session"
	"keepsake/usage"
)

// Why the person ended a running answer.
var (
	errInterrupted = errors.New("terminal: interrupted by the person")
	errStopped     = errors.New("terminal: stopped by the person")
	errErased      = errors.New("terminal: the conversation was erased")
	errLeft        = errors.New("terminal: the person left")
)

// sendToAgent opens a turn with a line, or adds the line to a turn that is still open.
func (t *Terminal) sendToAgent(ctx context.Context, line string) error {
	if err := t.see(ctx); err != nil {
		return err
	}
	in := t.incoming(line)
	turn, open, err := t.cfg.Agent.Unfinished(ctx, t.laneName())
	if err != nil {
		return err
	}
	if open {
		err = t.cfg.Agent.Join(ctx, turn, in)
	} else {
		var opened agent.Opened
		opened, err = t.cfg.Agent.Open(ctx, in)
		turn = opened.Turn
	}
	var over *usage.Exceeded
	if errors.As(err, &over) { // store the line without answering it
		if err := t.cfg.Agent.Overhear(ctx, in); err != nil {
			return err
		}
		t.failed = true
		t.print(over.Say(t.cfg.Words, t.language(), people.ZoneOf(t.cfg.Person, nil), false))
		return nil
	}
	if err != nil {
		return err
	}
	return t.respond(ctx, turn)
}

// respond runs a new or an interrupted turn and handles its result.
func (t *Terminal) respond(ctx context.Context, turn session.Turn) error {
	t.view = &view{terminal: t, reply: turn.ReplyID}
	defer func() { t.view = nil }()
	select {
	case <-t.cfg.Interrupts: // drop a Ctrl-C that came before the turn
	default:
	}
	work, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	err := t.runBesideInput(ctx, work, stop, turn)
	var over *usage.Exceeded
	switch {
	case err == nil:
	case errors.As(err, &over):
		t.failed = true
		err = t.cfg.Agent.EndLimited(ctx, t.currentClaim(), turn.ID, over)
	case t.left: // --resume goes on with the turn
		t.view.endLine()
		return nil
	case errors.Is(context.Cause(work), errErased):
		err = nil
	case errors.Is(context.Cause(work), errInterrupted), errors.Is(context.Cause(work), errStopped):
		if errors.Is(context.Cause(work), errInterrupted) {
			t.interrupts = 1 // the next Ctrl-C leaves
		}
		err = t.cfg.Agent.EndStopped(ctx, t.currentClaim(), turn.ID, t.view.currentText())
	case ctx.Err() != nil, errors.Is(err, delivery.ErrLeaseLost):
		t.view.endLine()
		return err
	default:
		err = t.giveUp(ctx, turn, err)
	}
	if err == nil {
		err = t.flush(ctx)
	}
	t.view.endLine()
	return err
}

// runTurn runs a turn. It retries for up to Config.Patience while the model is unavailable.
func (t *Terminal) runTurn(ctx context.Context, turn session.Turn) error {
	for began, announced := time.Now(), false; ; {
		err := t.cfg.Agent.Respond(ctx, t.currentClaim(), turn.ID, t.view)
		kind := fault.KindOf(err)
		if err == nil || ctx.Err() != nil || kind != fault.Unavailable && kind != fault.Limited ||
			llm.TroubleOf(err) != "" || errors.As(err, new(*usage.Exceeded)) {
			return err
		}
		wait := max(fault.RetryAfter(err), t.cfg.Patience/20)
		if time.Since(began)+wait > t.cfg.Patience {
			return err
		}
		if !announced {
			announced = true
			fmt.Fprintln(t.cfg.Err, markdown.Render(t.say("reply.waiting", nil)).Text)
		}
		if !clock.Wait(ctx, wait) {
			return context.Cause(ctx)
		}
	}
}

// giveUp ends a turn that cannot be answered with a visible message. It also prints the error,
// unless the model refused the request, because the operator may be able to fix it.
func (t *Terminal) giveUp(ctx context.Context, turn session.Turn, cause error) error {
	reason, isFinal := ending.FinalReason(cause)
	switch kind := fault.KindOf(cause); {
	case isFinal:
	case llm.TroubleOf(cause) != "": // the model is not merely away
		reason = ending.Broken
	case kind == fault.Unavailable, kind == fault.Limited:
		reason = agent.ReasonAway
	default:
		reason = agent.ReasonFailed
	}
	t.failed = true
	if reason != agent.ReasonRefused {
		t.reportUnsaved(ctx, cause)
		if t.cfg.Advice != "" {
			fmt.Fprintln(t.cfg.Err, t.cfg.Advice)
		}
	}
	return t.cfg.Agent.GiveUp(ctx, t.currentClaim(), turn.ID, reason)
}
