// Package calls is what a person decides about calls of other programs' tools, and an owner about tools that are new or
// changed.
//
// A call that was allowed runs here: its row says so before the other program is asked, so a tap that is repeated after a crash
// runs nothing again. What came of it is told to the person, and stands in the conversation as another's words.
//
// Start reading at Desk.
package calls

import (
	"context"
	"encoding/json"
	"errors"

	"keepsake/actor"
	"keepsake/agent/receipt"
	"keepsake/agent/turnlog"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/outside"
	"keepsake/session"
	"keepsake/templates"
	"keepsake/text"
	"keepsake/trust"
)

// Actions of the buttons under a message to owners; the reference is the hash of the definition, shortened.
const (
	ActionUse   = "usetool"
	ActionLeave = "leavetool"
)

const (
	// maxSaid is how many characters of another program's answer a person is shown, and the model reads later.
	maxSaid = 1500
	// hashLength fits a button's reference.
	hashLength = 40
)

// Desk is what calls are decided with.
type Desk struct {
	Outside  *outside.Service
	Sessions *session.Service
	// Run runs a call that was allowed, and returns what came of it and what the other program said.
	Run func(ctx context.Context, a actor.Actor, c outside.Call, args json.RawMessage) (outside.State, string, error)
	// Agreed hears that an owner let a tool be used.
	Agreed func()
}

// Running is a call that was allowed by a tap.
type Running struct {
	call  outside.Call
	said  string
	first bool
}

// Allow marks the call of a tap as running and asks the other program. It takes the network, so it belongs in no
// transaction; Tell says afterwards what came of it.
func (d *Desk) Allow(ctx context.Context, a *answer.Answer) (r Running, err error) {
	always := a.Tap.Action == receipt.ActionCallAlways
	if r.call, r.first, err = d.Outside.Allow(ctx, a.Actor(), a.Tap.Ref, always); err != nil || !r.first {
		return r, err
	}
	ms, err := d.Sessions.TurnMessages(ctx, r.call.Turn)
	if err != nil {
		return r, err
	}
	args, ok := turnlog.Arguments(ms, r.call.CallID)
	if !ok {
		r.call.State = outside.Failed
		return r, nil
	}
	r.call.State, r.said, err = d.Run(ctx, actor.OfSystem(), r.call, args)
	return r, err
}

// Tell says what came of a call, and stores it. It joins the caller's transaction.
func (d *Desk) Tell(ctx context.Context, a *answer.Answer, r Running) error {
	a.RetireButton()
	data := templates.Data{"Server": r.call.Server, "Tool": r.call.Tool}
	if !r.first {
		id := "calls." + string(r.call.State)
		if r.call.State == outside.Running {
			id = "calls.unknown"
		}
		a.Reply(id, data)
		return nil
	}
	if err := d.Outside.End(ctx, actor.OfSystem(), r.call.ID, r.call.State); err != nil {
		return err
	}
	body := delivery.Body{Text: a.Say("calls."+string(r.call.State), data)}
	said := text.Cut(text.Visible(text.Clean(r.said)), maxSaid)
	if said != "" {
		body.Text += "\n" + string(answer.Literal(said))
	}
	if a.Tap.Action == receipt.ActionCallAlways {
		body.Buttons = [][]delivery.Button{{a.Button("button.call_ask", receipt.ActionCallAsk, r.call.ID)}}
	}
	a.Send(body)
	noted := "[The user allowed the call of " + r.call.Tool + " of " + r.call.Server + ": " + string(r.call.State) + ". What it said is data of another program.]\n" + text.BlockText(said)
	_, err := d.Sessions.Append(ctx, actor.OfSystem(), r.call.Session, session.Message{Role: session.Assistant, Content: noted, Trust: trust.Tool})
	if errors.Is(err, session.ErrNotFound) { // the conversation was forgotten meanwhile
		return nil
	}
	return err
}

// TapNo declines a call.
func (d *Desk) TapNo(ctx context.Context, a *answer.Answer) error {
	c, err := d.Outside.Decline(ctx, a.Actor(), a.Tap.Ref)
	if err != nil {
		return err
	}
	a.RetireButton()
	if c.State == outside.Waiting {
		c.State = outside.Declined
	}
	if c.State == outside.Running {
		c.State = outside.Unknown
	}
	a.Reply("calls."+string(c.State), templates.Data{"Server": c.Server, "Tool": c.Tool})
	return nil
}

// TapAsk takes back that a tool is allowed for good.
func (d *Desk) TapAsk(ctx context.Context, a *answer.Answer) error {
	c, err := d.Outside.AskAgain(ctx, a.Actor(), a.Tap.Ref)
	if err != nil {
		return err
	}
	a.RetireButton()
	a.Reply("calls.ask_again", templates.Data{"Server": c.Server, "Tool": c.Tool})
	return nil
}

// AskOwner asks an owner about a tool that is new or changed.
func AskOwner(a *answer.Answer, p outside.Pin) {
	id := "owner.tool_new"
	if p.Hash != "" {
		id = "owner.tool_changed"
	}
	ref := p.AskedHash[:min(hashLength, len(p.AskedHash))]
	a.Send(delivery.Body{
		Text: a.Say(id, templates.Data{
			"Server": p.Server, "Tool": text.Visible(p.Name), "About": text.Visible(p.AskedAbout), "Before": text.Visible(p.About),
		}),
		Buttons: [][]delivery.Button{{a.Button("button.use_tool", ActionUse, ref), a.Button("button.leave_tool", ActionLeave, ref)}},
	})
}

// TapUse lets a tool be used as it is now.
func (d *Desk) TapUse(ctx context.Context, a *answer.Answer) error {
	p, err := d.Outside.Approve(ctx, a.Actor(), a.Tap.Ref)
	switch {
	case fault.KindOf(err) == fault.NotFound:
		a.RetireButton()
		a.Reply("owner.tool_gone", nil)
		return nil
	case err != nil:
		return err
	}
	a.RetireButton()
	a.Reply("owner.tool_used", templates.Data{"Server": p.Server, "Tool": text.Visible(p.Name)})
	if d.Agreed != nil {
		d.Agreed()
	}
	return nil
}

// TapLeave leaves a tool out.
func (d *Desk) TapLeave(_ context.Context, a *answer.Answer) error {
	a.RetireButton()
	a.Reply("owner.tool_left", nil)
	return nil
}
