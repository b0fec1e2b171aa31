package agent

import (
	"context"
	"strings"

	"keepsake/actor"
	"keepsake/agent/refusal"
	"keepsake/agent/turnlog"
	"keepsake/fault"
	"keepsake/internal/failpoint"
	"keepsake/llm"
	"keepsake/session"
	"keepsake/tool"
	"keepsake/tracing"
	"keepsake/trust"
	"keepsake/usage"
)

// runCalls runs the turn's tool calls that have no result yet, in order. stop reports whether
// the person asked to stop.
func (r *run) runCalls(ctx context.Context, ms []session.Message) (stop bool, err error) {
	for _, c := range turnlog.OpenCalls(ms) {
		if stop, err = r.stopAsked(ctx); err != nil || stop {
			return stop, err
		}
		if err = r.runCall(ctx, ms, c); err != nil {
			return false, err
		}
		failpoint.Hit(failpoint.AfterToolWrite)
	}
	return r.stopAsked(ctx)
}

func (r *run) stopAsked(ctx context.Context) (bool, error) {
	t, err := r.a.Sessions.Turn(ctx, r.turn.ID)
	return t.StopAsked, err
}

// runCall runs one tool call and commits its result together with what it changed. An error
// that the model can act upon rolls the tool's writes back and becomes the result.
func (r *run) runCall(ctx context.Context, ms []session.Message, c session.ToolCall) (err error) {
	ctx, span := tracing.Start(ctx, "tool")
	defer func() { span.End(err) }()
	if t, ok := r.a.Tools.Get(c.Name); ok { // else the model made the name up, of who knows what
		span.Text("gen_ai.tool.name", t.Def.Name)
	}
	result, ready := r.refusal(ms, c)
	var prepared any
	var refused error
	if !ready {
		prepared, refused = r.prepare(ctx, c)
		r.addSpent(prepared)
	}
	err = refused
	if err == nil {
		err = r.commitTurn(ctx, func(ctx context.Context, t *session.Turn) error {
			if !ready {
				var err error
				if result, err = r.execute(ctx, *t, c, prepared); err != nil {
					refused = err
					return err
				}
			}
			return r.appendResult(ctx, t, ms, c, result)
		})
	}
	if refused == nil || !refusal.IsReadable(refused) || ctx.Err() != nil {
		return err
	}
	return r.commitTurn(ctx, func(ctx context.Context, t *session.Turn) error {
		return r.appendResult(ctx, t, ms, c, tool.Result{Content: refusal.Failed + " " + refusal.Text(refused)})
	})
}

// appendResult appends a call's result. A result that is there already stays.
func (r *run) appendResult(ctx context.Context, t *session.Turn, ms []session.Message, c session.ToolCall, result tool.Result) error {
	content := result.Content
	if strings.TrimSpace(content) == "" {
		content = "Done."
	}
	if turnlog.IsExhausted(ms, r.cfg.MaxSteps) {
		content = turnlog.Join(content, refusal.LastStep)
	}
	m := turnlog.ToolMessage(t.ID, c, content)
	m.Structured = result.Detail
	if result.Trust != trust.Unknown {
		m.Trust = result.Trust
	}
	_, err := r.a.Sessions.Append(ctx, actor.OfSystem(), t.SessionID, m)
	return err
}

// refusal returns the result that the model reads instead when a call is not to be run.
func (r *run) refusal(ms []session.Message, c session.ToolCall) (_ tool.Result, refused bool) {
	if t, ok := r.a.Tools.Get(c.Name); !ok || t.Private && r.session.IsGroup() {
		return tool.Result{Content: refusal.Failed + " there is no tool of this name. There are: " + strings.Join(r.a.Tools.Names(r.session.IsGroup()), ", ") + "."}, true
	}
	if t, _ := r.a.Tools.Get(c.Name); r.session.Private && t.IsPersonal() {
		return tool.Result{Content: refusal.PrivateChat}, true
	}
	if turnlog.CountRepeats(ms, c) > 0 {
		return tool.Result{Content: refusal.Repeated}, true
	}
	if _, ok := turnlog.ParseObject(c.Arguments); !ok {
		return tool.Result{Content: refusal.BadArguments}, true
	}
	return tool.Result{}, false
}

// prepare does the part of a call that must not be done in a transaction.
func (r *run) prepare(ctx context.Context, c session.ToolCall) (any, error) {
	known, _ := r.a.Tools.Get(c.Name)
	if known.Prepare == nil {
		return nil, nil
	}
	call, err := r.toolCall(ctx, r.turn, c)
	if err != nil {
		return nil, err
	}
	return known.Prepare(ctx, call)
}

// addSpent counts what preparing a call used of a model: also when the call is refused after that.
func (r *run) addSpent(prepared any) {
	by, ok := prepared.(tool.Spender)
	if !ok {
		return
	}
	if purpose, u := by.Spent(); u != (llm.Usage{}) {
		r.turn.Usage.Add(u.Prompt, u.Cached, u.Answer, u.Cost, "")
		r.parts = usage.Count{Parts: r.parts}.Plus(usage.CountOf(purpose, u)).Parts
	}
}

func (r *run) execute(ctx context.Context, t session.Turn, c session.ToolCall, prepared any) (tool.Result, error) {
	call, err := r.toolCall(ctx, t, c)
	if err != nil {
		return tool.Result{}, err
	}
	call.Prepared = prepared
	known, _ := r.a.Tools.Get(c.Name)
	return known.Run(ctx, call)
}

// toolCall returns a call as a tool knows it.
func (r *run) toolCall(ctx context.Context, t session.Turn, c session.ToolCall) (tool.Call, error) {
	args, _ := turnlog.ParseObject(c.Arguments)
	window, err := r.a.Sessions.Window(ctx, r.session)
	if err != nil {
		return tool.Call{}, fault.Wrap(fault.Internal, "read the window", err)
	}
	return tool.Call{
		Actor:  toolActor(r.session, t, r.voice.person.ID, c.ID),
		Scopes: r.scopes, Place: r.session.Place, Args: args, Now: r.a.Now.UTC(), Zone: r.zone,
		Conversation: &tool.Conversation{Session: r.session, Turn: t, Window: window, Speaker: r.voice.person},
	}, nil
}

// toolActor returns the actor of a call that a turn makes for a person ("" = somebody
// without an id), who is their own admin in private and a member of their group.
func toolActor(s session.Session, t session.Turn, person, call string) actor.Actor {
	a := actor.Actor{Kind: actor.Tool, ID: person, SessionID: s.ID, TurnID: t.ID, CallID: call}
	switch {
	case !s.IsGroup():
		a.Standing = actor.Admin
	case person != "":
		a.Standing = actor.Member
	}
	return a
}
