package lanes

import (
	"context"

	"keepsake/actor"
	"keepsake/bot/update"
	"keepsake/command"
	"keepsake/delivery"
)

// recordEdit notes the last wording of a message in its conversation, and says what follows
// from it (command.Service.AnswerEdit). The record keeps its trust, so a wording that is trusted
// less stands in it as a quotation.
func (l *Lanes) recordEdit(ctx context.Context, claim delivery.Claim, e message) error {
	in := &e.in
	return l.inTx(ctx, claim, func(ctx context.Context) error {
		place := in.Place(l.Bot)
		stored, isKept, err := l.Sessions.FindMessage(ctx, place, in.Message.ID)
		if err != nil {
			return err
		}
		_, reason := l.Attachments.Find(in)
		wording := record(in, reason).Content
		if in.Message.Trust < stored.Trust {
			wording = update.MarkQuoted(wording)
		}
		if _, err := l.Sessions.RecordEdit(ctx, actor.OfSystem(), place, in.Message.ID, wording); err != nil {
			return err
		}
		if isKept && in.Sender.ID != "" && in.Sender.ID == stored.Author {
			// A member may change what rests on their own words: nobody needs to be asked for more.
			req := command.Request{Person: in.Sender, Place: place, Standing: actor.Member, ReplyTo: in.Message.ID, Self: l.self()}
			if !in.IsGroup() {
				req.Standing = actor.Admin
			}
			reply, err := l.Commands.AnswerEdit(ctx, req, stored)
			if err != nil {
				return err
			}
			if err := reply.PutUnasked(ctx, l.Delivery); err != nil {
				return err
			}
		}
		return l.Delivery.Finish(ctx, rowIDs(e.rows))
	})
}
