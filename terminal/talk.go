package terminal

import (
	"context"
	"errors"
	"fmt"
	"time"

	"keepsake/agent"
	"keepsake/bot/markdown"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/session"
	"keepsake/trust"
	"keepsake/usage"
)

var errStopped = errors.New("terminal: stopped by the person")

// talk says a line to the agent; it joins a turn that could not be ended before.
func (t *Terminal) talk(ctx context.Context, line string) error {
	p, err := t.cfg.People.See(ctx, t.cfg.Person) // who had all forgotten is new
	if err != nil {
		return err
	}
	t.cfg.Person = p
	in := agent.Incoming{
		Claim: t.right(), Place: t.cfg.Place, Person: p,
		Messages: []session.Message{{Content: line, Name: p.Name, Trust: trust.Person, Author: p.ID, At: t.now()}},
	}
	turn, open, err := t.cfg.Agent.Unfinished(ctx, t.lane())
	if err != nil {
		return err
	}
	if open {
		err = t.cfg.Agent.Join(ctx, turn, in)
	} else {
		turn, err = t.cfg.Agent.Open(ctx, in)
	}
	var over *usage.Exceeded
	if errors.As(err, &over) { // kept, not answered
		if err := t.cfg.Agent.Overhear(ctx, in); err != nil {
			return err
		}
		t.failed = true
		t.print(over.Say(t.cfg.Words, t.language(), t.zone(), false))
		return nil
	}
	if err != nil {
		return err
	}
	return t.respond(ctx, turn)
}

// respond answers a turn, or goes on with one that was cut off, and settles how it ended.
func (t *Terminal) respond(ctx context.Context, turn session.Turn) error {
	t.view = &view{terminal: t, reply: turn.ReplyID}
	defer func() { t.view = nil }()
	select {
	case <-t.cfg.Interrupts: // was about nothing
	default:
	}
	work, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	go func() {
		select {
		case <-t.cfg.Interrupts:
			stop(errStopped)
		case <-work.Done():
		}
	}()
	err := t.work(work, turn)
	var over *usage.Exceeded
	switch {
	case err == nil:
	case errors.As(err, &over):
		t.failed = true
		err = t.cfg.Agent.EndLimited(ctx, t.right(), turn.ID, over)
	case errors.Is(context.Cause(work), errStopped):
		t.interrupts = 1 // the next one leaves
		err = t.cfg.Agent.Stopped(ctx, t.right(), turn.ID, t.view.said())
	case ctx.Err() != nil, errors.Is(err, delivery.ErrLeaseLost):
		t.view.end()
		return err
	default:
		err = t.giveUp(ctx, turn, err)
	}
	if err == nil {
		err = t.flush(ctx)
	}
	t.view.end()
	return err
}

// work runs the turn, again while the model is away and Config.Patience lasts.
func (t *Terminal) work(ctx context.Context, turn session.Turn) error {
	for began, told := time.Now(), false; ; {
		err := t.cfg.Agent.Respond(ctx, t.right(), turn.ID, t.view)
		kind := fault.KindOf(err)
		if err == nil || ctx.Err() != nil || kind != fault.Unavailable && kind != fault.Limited ||
			errors.Is(err, llm.ErrSetup) || errors.Is(err, llm.ErrRefused) || errors.As(err, new(*usage.Exceeded)) {
			return err
		}
		wait := max(fault.RetryAfter(err), t.cfg.Patience/20)
		if time.Since(began)+wait > t.cfg.Patience {
			return err
		}
		if !told {
			told = true
			fmt.Fprintln(t.cfg.Err, markdown.Render(t.say("reply.waiting", nil)).Text)
		}
		if !pause(ctx, wait) {
			return context.Cause(ctx)
		}
	}
}

// giveUp ends a turn that cannot be answered, visibly. What the operator can mend is told.
func (t *Terminal) giveUp(ctx context.Context, turn session.Turn, cause error) error {
	reason := agent.ReasonFailed
	switch kind := fault.KindOf(cause); {
	case errors.Is(cause, llm.ErrRefused):
		reason = agent.ReasonRefused
	case errors.Is(cause, llm.ErrSetup): // waiting would not have helped
	case kind == fault.Unavailable, kind == fault.Limited:
		reason = agent.ReasonAway
	}
	t.failed = true
	if reason != agent.ReasonRefused {
		t.unsaved(ctx, cause)
	}
	return t.cfg.Agent.GiveUp(ctx, t.right(), turn.ID, reason)
}
