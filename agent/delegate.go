package agent

import (
	"context"
	"errors"
	"slices"
	"strings"

	"keepsake/agent/prompt"
	"keepsake/agent/refusal"
	"keepsake/agent/turnlog"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/logs"
	"keepsake/session"
	"keepsake/text"
	"keepsake/tool"
	"keepsake/trust"
	"keepsake/tx"
)

// DelegateTool is the name of the tool with which a role asks another.
const DelegateTool = "delegate"

// Colleague is an agent that may be asked, and what it is good for.
type Colleague struct {
	Agent *Agent
	About string
}

// Bounds of a question to a colleague.
const (
	maxTask        = 4000 // runes of a question
	maxReply       = 6000 // runes of an answer that are handed on
	consultedSteps = 4    // model calls of one that is asked
)

// Delegate returns the tool with which an agent asks its colleagues, by these names. who
// is asked for when the tool is used, since colleagues may ask each other. A chain of
// questions has at most depth links, and nobody is asked who is waiting in it.
//
// Who is asked reads, and writes nothing: its answer is committed with the call's result,
// so a turn that was cut off reads it, or asks again. It sees what the same person (in a
// group: the group) has in its own store. Its answer is a tool's word (trust.Tool): what
// only it says becomes no memory without a tap.
func Delegate(who func() *Agent, names []string, depth int) tool.Tool {
	return tool.Define(tool.Tool{
		Def: llm.Tool{
			Name: DelegateTool, Schema: tool.Schema[delegateArgs](map[string][]string{"agent": names}),
			Description: "Ask another agent, who knows other things, and get its answer. Who they are stands in your notes.",
		},
		System: true, Tags: []string{tool.TagSystem}, Risk: tool.RiskLow, Reads: true,
	}, func(ctx context.Context, c tool.Call, args delegateArgs) (any, error) {
		return who().askColleague(ctx, c, args, depth)
	}, func(_ context.Context, c tool.Call, _ delegateArgs) (tool.Result, error) {
		a, ok := c.Prepared.(answer)
		if !ok {
			return tool.Result{}, fault.New(fault.Internal, "delegate: nothing was prepared")
		}
		return tool.Result{Content: a.text, Trust: trust.Tool}, nil
	})
}

type delegateArgs struct {
	Agent string `json:"agent" jsonschema:"Whom to ask"`
	Task  string `json:"task" len:"1..4000" jsonschema:"The whole question or task: the other sees nothing of this conversation"`
}

// answer is what a colleague said, and what that took.
type answer struct {
	text  string
	usage llm.Usage
}

// Spent implements tool.Spender.
func (a answer) Spent() (llm.Purpose, llm.Usage) { return llm.Conversation, a.usage }

// askColleague asks the colleague that a call names. It takes the network and writes nothing.
func (a *Agent) askColleague(ctx context.Context, c tool.Call, args delegateArgs, depth int) (any, error) {
	task := text.Cut(strings.TrimSpace(text.Clean(args.Task)), maxTask)
	i := slices.IndexFunc(a.Colleagues, func(x Colleague) bool { return x.Agent.Name == args.Agent })
	chain := append(slices.Clone(c.Chain), a.Name)
	switch {
	case c.Conversation == nil:
		return nil, fault.New(fault.Denied, "another agent can be asked only in a conversation")
	case i < 0:
		return nil, fault.Field("agent", "must be one of those that can be asked")
	case task == "":
		return nil, fault.Field("task", "must say what is asked")
	case slices.Contains(chain, args.Agent):
		return nil, fault.Field("agent", "is waiting for this answer and cannot be asked; answer with what you have")
	case len(chain) > depth:
		return nil, fault.New(fault.Denied, "this question has been handed on often enough; answer with what you have")
	}
	c.Chain = chain
	got, err := a.Colleagues[i].Agent.answerColleague(ctx, c, task)
	if isAway(err) && ctx.Err() == nil {
		logs.OrNone(a.Log).Warn("a colleague could not be asked", "bot", a.Name, "asked", args.Agent, "kind", fault.KindOf(err))
		got.text = args.Agent + " cannot be reached at the moment. Answer without it, and say so where it matters."
		return got, nil
	}
	return got, fault.Op(err, "ask %s", args.Agent)
}

// isAway reports whether a colleague's model cannot be reached. The turn goes on without it.
func isAway(err error) bool {
	switch fault.KindOf(err) {
	case fault.Unavailable, fault.Limited, fault.Denied, fault.Invalid:
		return err != nil
	}
	return errors.Is(err, llm.ErrSetup)
}

// answerColleague answers a colleague's question with this agent's role, the person's memories
// in its store, and its tools that only read. It writes nothing.
func (a *Agent) answerColleague(ctx context.Context, c tool.Call, task string) (answer, error) {
	cfg := a.config()
	talk := *c.Conversation
	talk.Session.Store, talk.Session.Summary, talk.Window = a.store(), "", nil
	s := talk.Session
	c.Conversation, c.Scopes, c.ReadOnly = &talk, Scopes(s), true
	late := prompt.Late{Now: c.Now, Zone: c.Zone, Private: s.Private}
	shown, err := a.rememberFor(ctx, &late, s, task)
	if err = errors.Join(err, tx.Ready(ctx, a.Storage)); err != nil {
		return answer{}, err
	}
	request := llm.Request{MaxTokens: cfg.AnswerTokens, Conversation: s.ID, Tools: a.Tools.Reading(s.IsGroup()), Messages: prompt.Build(prompt.Prompt{
		Rules: a.rules(s.IsGroup()), Memory: prompt.MemoryIn(s.IsGroup(), shown),
		Window: []session.Message{{Role: session.User, TurnID: c.Actor.TurnID, Content: colleagueQuestion(c, task)}},
		TurnID: c.Actor.TurnID, Late: late,
	})}
	var out answer
	for step := 0; ; step++ {
		if step == consultedSteps {
			request.Tools = nil
		}
		resp, err := a.Chat.Complete(ctx, request, nil)
		out.usage = out.usage.Plus(resp.Usage)
		if err != nil {
			return out, err
		}
		if len(resp.ToolCalls) == 0 || step == consultedSteps {
			if out.text = text.Cut(strings.TrimSpace(resp.Content), maxReply); out.text == "" {
				out.text = a.Name + " had nothing to say."
			}
			return out, nil
		}
		request.Messages = append(request.Messages, llm.Message{Role: string(session.Assistant), Content: resp.Content, ToolCalls: resp.ToolCalls})
		for _, call := range resp.ToolCalls {
			content, err := a.runReadingTool(ctx, c, call, &out.usage)
			if err != nil {
				return out, err
			}
			request.Messages = append(request.Messages, llm.Message{Role: string(session.Tool), Name: call.Name, ToolCallID: call.ID, Content: content})
		}
	}
}

// colleagueQuestion returns a question in the words that the asked agent reads.
func colleagueQuestion(c tool.Call, task string) string {
	return "[Another agent, " + c.Chain[len(c.Chain)-1] + ", asks you this for the user. You cannot ask back, and you store nothing: answer it in full.]\n\n" + task
}

// runReadingTool runs one tool that only reads, for answerColleague. A refusal of the tool is
// returned as its content, for the model to read.
func (a *Agent) runReadingTool(ctx context.Context, c tool.Call, call llm.ToolCall, used *llm.Usage) (string, error) {
	t, ok := a.Tools.Get(call.Name)
	args, object := turnlog.ParseObject(call.Arguments)
	switch {
	case !ok || !t.Reads || t.Private && c.Conversation.Session.IsGroup():
		return refusal.Failed + " this tool cannot be used while another agent asks you.", nil
	case !object:
		return refusal.BadArguments, nil
	}
	if c.Conversation.Session.Private && t.IsPersonal() {
		return refusal.PrivateChat, nil
	}
	c.Args, c.Actor.CallID = args, call.ID
	var result tool.Result
	var err error
	if t.Prepare != nil {
		c.Prepared, err = t.Prepare(ctx, c)
		if by, ok := c.Prepared.(tool.Spender); ok {
			_, spent := by.Spent()
			*used = used.Plus(spent)
		}
	}
	if err == nil {
		result, err = t.Run(ctx, c)
	}
	if err != nil && refusal.IsReadable(err) && ctx.Err() == nil {
		return refusal.Failed + " " + refusal.Text(err), nil
	}
	return result.Content, err
}

// rules returns the static part of the prompt.
func (a *Agent) rules(group bool) prompt.Rules {
	r := prompt.Rules{
		Role: a.Config.Role, Auto: a.Config.ConfirmNew == "auto", Group: group,
		Named: a.Config.Named, Forgetful: a.Config.Forgetful,
	}
	for _, c := range a.Colleagues {
		r.Colleagues = append(r.Colleagues, prompt.Colleague{Name: c.Agent.Name, About: c.About})
	}
	return r
}
