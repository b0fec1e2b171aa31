package command

import (
	"context"

	"keepsake/agent/receipt"
	"keepsake/command/answer"
	"keepsake/command/calls"
	"keepsake/outside"
	"keepsake/people"
)

// allowCall lets a call of another program's tool run, before the transaction that tells of it.
func (h *handling) allowCall(context.Context) error {
	h.instead = func(ctx context.Context, finish Finish) error {
		ran, err := h.s.Calls.Allow(ctx, h.Answer)
		if err != nil {
			return err
		}
		return h.s.inTx(ctx, h.req.Claim, func(ctx context.Context) error {
			if err := h.s.Calls.Tell(ctx, h.Answer, ran); err != nil {
				return err
			}
			return finish(ctx, h.reply())
		})
	}
	return nil
}

// callTaps are the buttons about calls of other programs' tools.
func callTaps() []tap {
	return []tap{
		{receipt.ActionCallOnce, (*handling).allowCall, false},        // call
		{receipt.ActionCallAlways, (*handling).allowCall, false},      // call
		{receipt.ActionCallNo, onCalls((*calls.Desk).TapNo), false},   // call
		{receipt.ActionCallAsk, onCalls((*calls.Desk).TapAsk), false}, // call
		{calls.ActionUse, onCalls((*calls.Desk).TapUse), false},       // definition
		{calls.ActionLeave, onCalls((*calls.Desk).TapLeave), false},   // definition
	}
}

// onCalls returns the handler of a button of calls.
func onCalls(do func(d *calls.Desk, ctx context.Context, a *answer.Answer) error) handler {
	return func(h *handling, ctx context.Context) error { return do(&h.s.Calls, ctx, h.Answer) }
}

// AskOwnersOfTools asks all owners about tools of other programs. It joins the caller's transaction.
func (s *Service) AskOwnersOfTools(ctx context.Context, pins []outside.Pin) error {
	owners, err := s.People.Owners(ctx)
	for _, owner := range owners {
		h := s.sayingTo(owner, people.Number(owner.ID))
		for _, p := range pins {
			calls.AskOwner(h.Answer, p)
		}
		h.waitForMorning()
		if err := h.reply().PutUnasked(ctx, s.Delivery); err != nil {
			return err
		}
	}
	return err
}
