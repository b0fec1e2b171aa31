package agent

import (
	"context"
	"errors"
	"strings"
	"time"

	"keepsake/agent/prompt"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/internal/failpoint"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/session"
	"keepsake/tracing"
	"keepsake/usage"
)

// run is one attempt at a turn. What it knows is read from the store; a run that dies is
// followed by another that reads the same.
type run struct {
	a     *Agent
	cfg   Config
	claim delivery.Claim
	voice voice
	zone  *time.Location
	began time.Time     // the "now" of the turn's late block
	model time.Duration // waited for the model
	shows *shows

	payer   usage.Payer
	counted session.Usage // of the turn: what its payer's account holds already
	turn    session.Turn
	session session.Session
	scopes  []memory.Scope

	// What the prompt is made of, see context.go.
	built   bool             // a prompt was built in this run
	builtAt time.Time        // when the last one was
	squeeze bool             // the endpoint refused a prompt as too long
	shown   []memory.Memory  // what the snapshot shows
	seen    map[string]int64 // revisions that the last prompt knew
	late    prompt.Late
}

// Respond answers a turn: it runs it from the start, or goes on where an earlier run was
// cut off. It returns nil when the turn has ended, in whatever way, also when it had
// before.
//
// Errors: fault.Unavailable, fault.Limited and llm.ErrSetup (the model is away; Wait, then
// call again: no attempt), llm.ErrRefused (GiveUp), *usage.Exceeded (EndLimited), delivery.ErrLeaseLost (another worker has the lane: stop silently), the
// context's own error; everything else counts as a failed attempt.
func (a *Agent) Respond(ctx context.Context, claim delivery.Claim, turnID string, view View) error {
	ctx, span := tracing.Start(ctx, "turn")
	span.Text("turn.id", turnID)
	r := &run{a: a, cfg: a.config(), claim: claim, began: a.now()}
	done, err := r.resume(ctx, turnID)
	if err == nil && !done {
		r.shows = watch(view, r.cfg.SlowAfter)
		defer r.shows.stop()
		err = r.work(ctx)
		r.settle(ctx)
	}
	span.End(err)
	return fault.Op(err, "respond to turn %s", turnID)
}

// resume loads the turn and marks it as worked on; done says that it has ended.
func (r *run) resume(ctx context.Context, turnID string) (done bool, err error) {
	a := r.a
	err = a.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := a.Delivery.Guard(ctx, r.claim); err != nil {
			return err
		}
		if r.turn, err = a.Sessions.Turn(ctx, turnID); err != nil {
			return err
		}
		if done = !r.turn.Unfinished(); done || r.turn.State == session.TurnOpen {
			return nil
		}
		r.turn.State, r.turn.RetryAt = session.TurnOpen, nil
		return a.Sessions.SaveTurn(ctx, r.turn)
	})
	if err != nil || done {
		return done, err
	}
	if r.session, err = a.Sessions.Get(ctx, r.turn.SessionID); err != nil {
		return false, err
	}
	p, err := a.answers(ctx, r.session, r.turn)
	if err != nil {
		return false, err
	}
	r.payer, r.counted = a.Payer(p, r.session.Place, r.session.Group()), r.turn.Usage
	r.voice, r.zone, r.scopes = a.voice(p), a.zone(p.TimeZone), Scopes(r.session)
	return false, nil
}

// zone returns the location of a person's time zone, or the operator's default.
func (a *Agent) zone(name string) *time.Location {
	if name != "" {
		if z, err := time.LoadLocation(name); err == nil {
			return z
		}
	}
	return a.config().Zone
}

// work goes through the turn's steps until it has ended: run what the model called, ask
// it again, until it answers in words.
func (r *run) work(ctx context.Context) error {
	for {
		ms, err := r.a.Sessions.TurnMessages(ctx, r.turn.ID)
		if err != nil {
			return err
		}
		r.shows.base(spoken(ms))
		stop, err := r.runCalls(ctx, ms)
		if err != nil {
			return err
		}
		if stop {
			r.shows.rest()
			return r.a.Stopped(ctx, r.claim, r.turn.ID, r.shows.whole())
		}
		if ms, err = r.a.Sessions.TurnMessages(ctx, r.turn.ID); err != nil {
			return err
		}
		answer, err := r.ask(ctx, done(ms))
		if err != nil {
			return err
		}
		failpoint.Hit(failpoint.AfterModelAnswer)
		if len(answer.ToolCalls) > 0 && !r.exhausted(ms) {
			if err := r.called(ctx, answer); err != nil {
				return err
			}
			continue
		}
		return r.answered(ctx, answer)
	}
}

// exhausted reports whether the turn may call no more tools: it has made its steps, or
// kept repeating a call.
func (r *run) exhausted(ms []session.Message) bool {
	if steps(ms) >= r.cfg.MaxSteps {
		return true
	}
	for _, m := range ms {
		for _, c := range m.ToolCalls {
			if repeats(ms, c) > 1 {
				return true
			}
		}
	}
	return false
}

// ask makes one model call. A prompt that is too long is cut harder and tried once more;
// so is an answer with nothing in it, unless the tools have done what was asked: then it
// may be silent.
func (r *run) ask(ctx context.Context, silent bool) (llm.Response, error) {
	var resp llm.Response
	for try := 0; ; try++ {
		if err := r.a.Usage.May(ctx, r.payer); err != nil {
			return resp, err
		}
		request, err := r.build(ctx)
		if err != nil {
			return resp, err
		}
		r.shows.again()
		asked := r.a.Now()
		resp, err = r.a.Chat.Complete(ctx, request, r.shows.piece)
		r.model += r.a.Now().Sub(asked)
		if errors.Is(err, llm.ErrTooLong) && !r.squeeze {
			r.squeeze = true
			continue
		}
		if err != nil {
			return resp, err
		}
		u := resp.Usage
		r.turn.Usage.Add(u.Prompt, u.Cached, u.Answer, u.Cost, resp.Model)
		resp.Content = strings.TrimSpace(resp.Content)
		if resp.Content != "" || len(resp.ToolCalls) > 0 || silent || try > 0 {
			return resp, nil
		}
	}
}

// called commits what the model said and which tools it called, before any of them runs.
func (r *run) called(ctx context.Context, answer llm.Response) error {
	return r.write(ctx, func(ctx context.Context, t *session.Turn) error {
		window, err := r.a.Sessions.Window(ctx, r.session)
		if err != nil {
			return err
		}
		calls := make([]session.ToolCall, len(answer.ToolCalls))
		for i, c := range answer.ToolCalls {
			calls[i] = session.ToolCall(c)
		}
		m := assistantMessage(t.ID, answer.Content, named(calls, callIDs(window)))
		if m.Masked, err = r.stain(ctx); err != nil {
			return err
		}
		_, err = r.a.Sessions.Append(ctx, t.SessionID, *m)
		return err
	})
}

// answered commits the final answer: message, turn, reply and inbox rows in one.
func (r *run) answered(ctx context.Context, answer llm.Response) error {
	r.shows.rest()
	err := r.write(ctx, func(ctx context.Context, t *session.Turn) error {
		ms, err := r.a.Sessions.TurnMessages(ctx, t.ID)
		if err != nil {
			return err
		}
		content := answer.Content
		if content == "" {
			content = r.voice.say(silence(ms, answer))
		}
		last := assistantMessage(t.ID, content, nil)
		if last.Masked, err = r.stain(ctx); err != nil {
			return err
		}
		t.Close(session.TurnAnswered, r.a.now())
		return r.a.finish(ctx, *t, ms, last, joinParts(spoken(ms), content), r.voice)
	})
	if err == nil {
		u, took := r.turn.Usage, r.a.now().Sub(r.began)
		r.a.log().Info("turn answered", "turn", r.turn.ID, "session", r.turn.SessionID, "calls", u.Calls,
			"prompt_tokens", u.PromptTokens, "cached_tokens", u.CachedTokens, "answer_tokens", u.AnswerTokens,
			"cost", u.Cost, "model", u.Model, "took", took, "model_took", r.model)
		if r.a.Answered != nil {
			r.a.Answered(r.model, max(took-r.model, 0))
		}
		r.a.later(r.turn.SessionID)
	}
	return err
}

// silence returns the id of the words for an answer without any.
func silence(ms []session.Message, answer llm.Response) string {
	switch {
	case len(answer.ToolCalls) > 0:
		return "turn.stuck" // it wanted to go on calling tools
	case done(ms):
		return "turn.done"
	default:
		return "turn.empty"
	}
}

// write runs one guarded transaction of the run and saves the turn with its usage. A turn
// that ended meanwhile (stopped, erased) is fault.Conflict; nothing is written.
func (r *run) write(ctx context.Context, fn func(ctx context.Context, t *session.Turn) error) error {
	err := r.a.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := r.a.Delivery.Guard(ctx, r.claim); err != nil {
			return err
		}
		t, err := r.a.Sessions.Turn(ctx, r.turn.ID)
		if err != nil {
			return err
		}
		if !t.Unfinished() {
			return fault.New(fault.Conflict, "the turn has ended")
		}
		t.Usage = r.turn.Usage
		if err := fn(ctx, &t); err != nil {
			return err
		}
		if err := r.a.Sessions.SaveTurn(ctx, t); err != nil {
			return err
		}
		return r.a.Usage.Spend(ctx, r.payer, r.spent())
	})
	if err == nil {
		r.counted = r.turn.Usage
	}
	return err
}
