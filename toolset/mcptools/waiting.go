package mcptools

import (
	"context"
	"encoding/json"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/outside"
	"keepsake/text"
	"keepsake/tool"
	"keepsake/trust"
)

// maxShown is how many characters of arguments a person is shown. What is longer cannot be asked about.
const maxShown = 1500

// asking returns a tool that changes something outside: it waits for a tap, unless the person has allowed it for good.
func (s *Servers) asking(t tool.Tool, each *server, d definition) tool.Tool {
	t.Private = true
	t.Prepare = func(ctx context.Context, c tool.Call) (any, error) {
		allowed, err := s.cfg.Agreed.IsAllowed(ctx, c.Actor.ID, each.at.Name, d.name, d.hash)
		if err != nil || !allowed || c.Conversation == nil {
			return nil, err
		}
		begun, first, err := s.cfg.Agreed.Begin(ctx, c.Actor, callOf(each, d, c))
		if err != nil {
			return nil, err
		}
		if !first {
			return answer{text: interrupted(begun)}, nil
		}
		a, err := s.call(ctx, each, d, c.Args)
		if ended := s.cfg.Agreed.End(context.WithoutCancel(ctx), c.Actor, begun.ID, stateOf(a)); err == nil {
			err = ended
		}
		return a, err
	}
	t.Run = func(ctx context.Context, c tool.Call) (tool.Result, error) {
		switch {
		case c.Prepared != nil:
			return resultOf(c)
		case c.Conversation == nil:
			return tool.Result{}, fault.New(fault.Denied, "this tool needs the user's tap, which is asked for in a conversation")
		case !canBeShown(c.Args):
			return tool.Result{}, fault.New(fault.Invalid, "the arguments are too long to be shown to the user, who must agree: make them shorter")
		}
		if _, err := s.cfg.Agreed.Ask(ctx, c.Actor, callOf(each, d, c)); err != nil {
			return tool.Result{}, err
		}
		return tool.Result{Content: "Not done yet: the user is shown this call under your reply with the buttons Allow once, Always and No. " +
			"Do not say that it is done, and do not ask about it again.", Trust: trust.Bot}, nil
	}
	return t
}

func callOf(each *server, d definition, c tool.Call) outside.Call {
	return outside.Call{Person: c.Actor.ID, Server: each.at.Name, Tool: d.name, Hash: d.hash}
}

// interrupted says of a call that was begun before a crash what is known of it.
func interrupted(c outside.Call) string {
	switch c.State {
	case outside.Done:
		return "It was done before this turn was interrupted; what it answered is lost. Do not do it again."
	case outside.Failed:
		return "Error: it failed before this turn was interrupted."
	}
	return "Nobody knows whether it was done: this turn was interrupted. Do not repeat it; tell the user to look."
}

// stateOf returns what a call came to.
func stateOf(a answer) outside.State {
	switch a.outcome {
	case outcomeOK:
		return outside.Done
	case outcomeRefused, outcomeResting:
		return outside.Failed
	}
	return outside.Unknown
}

// canBeShown reports whether a person can be shown arguments as they are sent.
func canBeShown(args json.RawMessage) bool {
	plain, ok := tool.Plain(args)
	return ok && text.Len(string(plain)) <= maxShown
}

// RunAllowed runs a call that its person has just allowed, and returns what came of it and what the other program
// said. It takes the network. Only the system may call it.
func (s *Servers) RunAllowed(ctx context.Context, a actor.Actor, c outside.Call, args json.RawMessage) (outside.State, string, error) {
	if !a.IsPart() {
		return outside.Failed, "", outside.ErrDenied
	}
	for _, each := range s.servers {
		if each.at.Name != c.Server {
			continue
		}
		d, ok := each.find(c.Tool, c.Hash)
		if !ok {
			break // it was changed or taken away since
		}
		got, err := s.call(ctx, each, d, args)
		return stateOf(got), got.said, err
	}
	return outside.Failed, "", nil
}
