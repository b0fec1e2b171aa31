package agent

import (
	"context"
	"errors"
	"time"

	"keepsake/actor"
	"keepsake/agent/again"
	"keepsake/agent/digested"
	"keepsake/agent/live"
	"keepsake/agent/prompt"
	"keepsake/agent/receipt"
	"keepsake/agent/refusal"
	"keepsake/agent/spoken"
	"keepsake/agent/turnlog"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/internal/failpoint"
	"keepsake/lease"
	"keepsake/llm"
	"keepsake/logs"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/tracing"
	"keepsake/tx"
	"keepsake/usage"
)

// run is one attempt at a turn. Everything it holds is read from the store, so after a crash
// another run reads the same.
type run struct {
	a      *Agent
	cfg    Config
	claim  delivery.Claim
	voice  voice
	zone   *time.Location
	manner people.Manner // chosen for the chat
	began  time.Time     // the "now" of the turn's late block
	model  time.Duration // spent waiting for the model
	live   *live.Text

	payer    usage.Payer
	counted  session.Usage // the turn's usage that is on the payer's account already
	parts    usage.Parts   // what of the rest was used for other work than the conversation
	turn     session.Turn
	session  session.Session
	messages []session.Message // of the turn; nil = to be read
	scopes   []scope.Scope
	// fresh says that the turn was opened just now, and that session and messages are as
	// they were then: nobody but forgetting has changed them.
	fresh bool

	// What the prompt is made of, see context.go.
	built    bool              // a prompt was built in this run
	builtAt  time.Time         // when the last one was
	squeeze  bool              // the endpoint refused a prompt as too long
	hint     string            // what was wrong with the answer that is asked for again; "" = nothing
	window   []session.Message // what it shows of the conversation
	shown    []memory.Memory   // what the snapshot shows
	seen     map[string]int64  // revisions that the last prompt knew
	late     prompt.Late
	contents string             // what the snapshot shows of digests and shards
	memories string             // what the prompt's prefix shows of what is remembered
	blocks   digested.Blocks    // where that is read
	refused  []memory.Tombstone // what the person did not want kept

	withdrawn   []string        // what the last answer asked about, until its message was changed
	everybody   []memory.Memory // what everybody is told, at a revision of its scope
	everybodyAt int64
}

// RespondTo is Respond for a turn that was opened just now under the same claim: it does not
// read again what Open has read.
func (a *Agent) RespondTo(ctx context.Context, claim delivery.Claim, o Opened, view View) error {
	r := &run{a: a, cfg: a.config(), claim: claim, began: a.Now.UTC(), fresh: true}
	r.turn, r.session, r.messages, r.manner = o.Turn, o.session, o.messages, o.manner
	return r.respond(ctx, view, func(context.Context) (bool, error) {
		r.setPerson(o.person)
		return false, nil
	})
}

// Respond answers a turn: it runs it from the start, or goes on where an earlier run was
// cut off. It returns nil when the turn has ended, in whatever way, also when it had
// before.
//
// Errors: tx.ErrStorage (nothing can be stored; call again later, nothing is to be written about
// it), fault.Unavailable, fault.Limited and llm.ErrSetup (the model is away; Wait, then
// call again: no attempt), those with a FinalReason (GiveUp), *usage.Exceeded (EndLimited), delivery.ErrLeaseLost (another worker has the lane: stop silently), the
// context's own error; everything else counts as a failed attempt.
func (a *Agent) Respond(ctx context.Context, claim delivery.Claim, turnID string, view View) error {
	r := &run{a: a, cfg: a.config(), claim: claim, began: a.Now.UTC()}
	r.turn.ID = turnID
	return r.respond(ctx, view, r.resume)
}

// respond runs a turn once begin has filled in what is known of it. begin reports whether
// the turn has ended already.
func (r *run) respond(ctx context.Context, view View, begin func(ctx context.Context) (done bool, err error)) error {
	ctx, span := tracing.Start(ctx, "turn")
	span.Text("turn.id", r.turn.ID)
	done, err := begin(ctx)
	if err == nil && !done {
		r.live = live.New(view, r.cfg.SlowAfter, receipt.WithoutMarks)
		defer r.live.Stop()
		err = r.work(ctx)
		r.countRemaining(ctx)
	}
	span.End(err)
	return fault.Op(err, "respond to turn %s", r.turn.ID)
}

// resume loads the turn and marks it as worked on; done says that it has ended.
func (r *run) resume(ctx context.Context) (done bool, err error) {
	a, turnID := r.a, r.turn.ID
	err = a.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := a.Delivery.Guard(ctx, r.claim); err != nil {
			return err
		}
		t, err := a.Sessions.Turn(ctx, turnID)
		if err != nil {
			return err
		}
		r.turn = t
		if done = !r.turn.IsUnfinished(); done || r.turn.State == session.TurnOpen {
			return nil
		}
		r.turn.State, r.turn.RetryAt = session.TurnOpen, nil
		return a.Sessions.SaveTurn(ctx, actor.OfSystem(), r.turn)
	})
	if err != nil || done {
		return done, err
	}
	if r.session, err = a.Sessions.Get(ctx, r.turn.SessionID); err != nil {
		return false, err
	}
	p, err := a.answeredPerson(ctx, r.session, r.turn)
	if err != nil {
		return false, err
	}
	r.setPerson(p)
	chat, err := a.People.Chat(ctx, r.session.Place.Bot, r.session.Place.Chat)
	r.manner = chat.Manner
	return false, err
}

// setPerson fills in what follows from the person whom the turn answers. The usage of the turn
// so far is on the payer's account already.
func (r *run) setPerson(p people.Person) {
	if p.ID == "" {
		p = people.Person{Receipts: true} // nobody in particular, see Agent.answeredPerson
	}
	r.payer, r.counted = r.a.Payer(p, r.session.Place, r.session.IsGroup()), r.turn.Usage
	r.voice, r.zone, r.scopes = r.a.voice(p), people.ZoneOf(p, r.cfg.Zone), people.ReadScopes(p, Scopes(r.session))
}

// work runs the turn's steps until it has ended: it runs the tools that the model called and
// asks the model again, until the model answers in words.
func (r *run) work(ctx context.Context) error {
	for {
		stop, err := r.catchUp(ctx)
		if err != nil {
			return err
		}
		if stop {
			r.live.Finish()
			return r.a.EndStopped(ctx, r.claim, r.turn.ID, r.live.Whole())
		}
		ms := r.messages
		answer, err := r.ask(ctx, refusal.HasResult(ms))
		if err != nil {
			return err
		}
		failpoint.Hit(failpoint.AfterModelAnswer)
		if len(answer.ToolCalls) > 0 && !turnlog.IsExhausted(ms, r.cfg.MaxSteps) {
			if err := r.commitCalls(ctx, answer); err != nil {
				return err
			}
			continue
		}
		return r.commitAnswer(ctx, answer)
	}
}

// catchUp reads the turn's messages and runs the calls among them that have no result yet.
// stop says that the person asked to stop.
func (r *run) catchUp(ctx context.Context) (stop bool, err error) {
	if r.fresh {
		return false, nil // Open has read them, there are no calls, and nobody said stop yet
	}
	ms, err := r.a.Sessions.TurnMessages(ctx, r.turn.ID)
	if err != nil {
		return false, err
	}
	r.live.SetPrefix(turnlog.TextBesideCalls(ms))
	if stop, err = r.runCalls(ctx, ms); err != nil || stop {
		return stop, err
	}
	if len(turnlog.OpenCalls(ms)) > 0 {
		ms, err = r.a.Sessions.TurnMessages(ctx, r.turn.ID)
	}
	r.messages = ms
	return false, err
}

// ask asks the model for the next step. A prompt that is too long is cut harder and tried once more; so is an answer with
// nothing in it, unless the tools have done what was asked: then it may be silent. An answer in another language than the
// person's, and one that only says that something is kept, are asked for once more; the first one stands where that mends nothing.
func (r *run) ask(ctx context.Context, silent bool) (llm.Response, error) {
	var first llm.Response
	r.hint = ""
	for try := 0; ; try++ {
		resp, err := r.askOnce(ctx)
		isNothing := err != nil || resp.Content == "" && len(resp.ToolCalls) == 0
		r.talkWith(first.Content).Tell(r.a.AskedAgain, resp, err)
		switch {
		case errors.Is(err, llm.ErrTooLong) && !r.squeeze:
			r.squeeze = true
		case first.Content != "" && ctx.Err() == nil && (isNothing || len(resp.ToolCalls) == 0 && !r.talkWith(first.Content).Mends(resp.Content)):
			return r.talkWith(first.Content).Offer(first, r.session.Snapshot.Tools), nil
		case err != nil || len(resp.ToolCalls) > 0 || try > 0 || isNothing && silent:
			return r.talkWith(resp.Content).Offer(resp, r.session.Snapshot.Tools), err
		case !isNothing:
			if r.hint = r.talkWith(resp.Content).Hint(); r.hint == "" {
				return resp, nil
			}
			first = resp
		}
	}
}

// askOnce makes one model call.
func (r *run) askOnce(ctx context.Context) (resp llm.Response, err error) {
	if err := tx.Ready(ctx, r.a.Storage); err != nil {
		return resp, err
	}
	if err := r.a.Usage.Check(ctx, r.payer); err != nil {
		return resp, err
	}
	request, err := r.build(ctx)
	if err != nil {
		return resp, err
	}
	// A process that was frozen may have read what the lane's next owner wrote.
	if err := lease.Check(ctx); err != nil {
		return resp, err
	}
	r.live.ResetStep()
	asked := r.a.Now()
	resp, err = r.a.Chat.Complete(ctx, request, r.live.AddChunk)
	r.model += r.a.Now().Sub(asked)
	if u := resp.Usage; err == nil || u != (llm.Usage{}) { // what failed is paid for, too
		r.turn.Usage.Add(u.Prompt, u.Cached, u.Answer, u.Cost, resp.Model)
	}
	resp.Content = receipt.WithoutMarks(again.WithoutMark(resp.Content))
	return resp, err
}

// commitCalls commits what the model said and which tools it called, before any of them runs.
func (r *run) commitCalls(ctx context.Context, answer llm.Response) error {
	return r.commitPaid(ctx, func(ctx context.Context, t *session.Turn) error {
		window, err := r.a.Sessions.Window(ctx, r.session)
		if err != nil {
			return err
		}
		calls := make([]session.ToolCall, len(answer.ToolCalls))
		for i, c := range answer.ToolCalls {
			calls[i] = session.ToolCall(c)
		}
		m := turnlog.AssistantMessage(t.ID, answer.Content, turnlog.AssignIDs(calls, turnlog.CallIDs(window)))
		if m.Masked, _, err = r.checkForgotten(ctx); err != nil {
			return err
		}
		_, err = r.a.Sessions.Append(ctx, actor.OfSystem(), t.SessionID, *m)
		return err
	})
}

// commitAnswer commits the final answer: message, turn, reply and inbox rows in one
// transaction.
func (r *run) commitAnswer(ctx context.Context, answer llm.Response) error {
	r.live.Finish()
	var last *session.Message
	err := r.commitPaid(ctx, func(ctx context.Context, t *session.Turn) error {
		masked, changed, err := r.checkForgotten(ctx)
		if err != nil {
			return err
		}
		ms := r.messages
		if changed { // something of them may be masked now
			if ms, err = r.a.Sessions.TurnMessages(ctx, t.ID); err != nil {
				return err
			}
		}
		content := answer.Content
		if content == "" {
			content = r.voice.say(refusal.SilenceWords(ms, len(answer.ToolCalls) > 0))
		}
		last = turnlog.AssistantMessage(t.ID, content, nil)
		last.Masked = masked
		t.Close(session.TurnAnswered, r.a.Now.UTC())
		shown := turnlog.Join(turnlog.TextBesideCalls(ms), content)
		if answer.Cut != llm.CutNone {
			shown = turnlog.Join(receipt.CloseFences(shown), r.voice.say("turn.cut."+string(answer.Cut)))
		}
		if !r.session.Private && !r.cfg.Forgetful && again.ClaimsForgotten(ms, content) {
			if acted, err := forget.HasActed(ctx, r.a.Memory, r.scopes, *t); err != nil {
				return err
			} else if !acted {
				shown = turnlog.Join(receipt.CloseFences(shown), r.voice.say("turn.unforgotten"))
			}
		}
		err = r.a.writeEnd(ctx, *t, ms, last, shown, r.voice)
		if err == nil && r.cfg.Speaks && answer.Cut == llm.CutNone && masked == nil {
			err = spoken.Put(ctx, r.a.Delivery, r.session.Place, *t, r.manner, content)
		}
		return err
	})
	if err == nil {
		u, took := r.turn.Usage, r.a.Now.UTC().Sub(r.began)
		logs.OrNone(r.a.Log).Info("turn answered", "turn", r.turn.ID, "session", r.turn.SessionID, "calls", u.Calls,
			"prompt_tokens", u.PromptTokens, "cached_tokens", u.CachedTokens, "answer_tokens", u.AnswerTokens,
			usage.CostAttr(u.Cost), "model", u.Model, "took", took, "model_took", r.model)
		if r.a.Answered != nil {
			r.a.Answered(r.model, max(took-r.model, 0))
		}
		if r.needsTidying(*last) {
			r.a.enqueueTidy(r.turn.SessionID)
		}
	}
	return err
}

// commitTurn runs one guarded transaction of the run and saves the turn with its usage. A turn
// that ended in the meantime (stopped, erased) is an error; nothing is written.
func (r *run) commitTurn(ctx context.Context, fn func(ctx context.Context, t *session.Turn) error) error {
	err := r.a.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := r.a.Delivery.Guard(ctx, r.claim); err != nil {
			return err
		}
		t := r.turn // its state is checked when it is saved
		if err := fn(ctx, &t); err != nil {
			return err
		}
		if err := r.a.Sessions.SaveTurn(ctx, actor.OfSystem(), t); err != nil {
			return err
		}
		return r.a.Usage.Spend(ctx, r.payer, r.uncounted())
	})
	if err == nil {
		r.noteCounted()
	}
	return err
}
