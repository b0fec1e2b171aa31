package bot

import (
	"context"
	"errors"

	"keepsake/bot/telegram"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/people"
	"keepsake/session"
	"keepsake/usage"
)

// speak has the text of a message spoken, on the account of whoever the answer is for. A limit that is near leaves what is left of it
// to conversations: the answer stays written.
func (b *Bot) speak(ctx context.Context, o delivery.Outgoing) (telegram.Voice, error) {
	if b.cfg.Speaker == nil {
		return telegram.Voice{}, fault.New(fault.Invalid, "no model speaks")
	}
	person, err := b.cfg.People.Get(ctx, o.Person)
	if err != nil && !errors.Is(err, people.ErrNotFound) {
		return telegram.Voice{}, err
	}
	payer := b.cfg.Agent.Payer(person, session.Place{Bot: o.Bot, Chat: o.Chat, Topic: o.Topic}, o.Chat < 0)
	if err := b.cfg.Usage.CheckSide(ctx, payer); err != nil {
		return telegram.Voice{}, err
	}
	speech, err := b.cfg.Speaker.Speak(ctx, o.Body.Text)
	if err != nil {
		return telegram.Voice{}, err
	}
	if err := b.cfg.Usage.SpendOrOwe(context.WithoutCancel(ctx), payer, usage.CountOf(llm.Speaking, speech.Usage)); err != nil {
		b.log.Warn("usage is counted later", "id", o.ID, "error", err)
	}
	return telegram.Voice{Data: speech.Data, Long: speech.Long}, nil
}
