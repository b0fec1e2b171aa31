package bot

import (
	"context"
	"slices"
	"time"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"keepsake/bot/markdown"
	"keepsake/delivery"
	"keepsake/internal/failpoint"
)

// placeholder is what a reply shows before there is a text.
const placeholder = "…"

// painter shows an answer by placeholder: for each part a message is sent empty, its id
// stored, then the text is edited in. Doing it again changes nothing, so whoever resumes
// a turn just paints.
type painter struct {
	bot *Bot
	out delivery.Outgoing // its Messages grow
	// guard wraps the storing of ids: in a live turn it checks the lane's lease.
	guard func(ctx context.Context, fn func(ctx context.Context) error) error
	shown []markdown.Text // what each part shows, as far as we know
	// behind is set when the limits left something out.
	behind bool
	// final is set where the text has to arrive, by whatever way there is.
	final *trouble
	// moved and blind are a live view's: its message was gone once and placed again; it
	// cannot be edited, so only the final text is shown.
	moved, blind bool
}

// paint makes the messages of the reply show the parts; the keyboard goes under the last.
// hurry=false leaves out what the limits do not allow now: a live edit can wait.
func (p *painter) paint(ctx context.Context, parts []markdown.Text, keyboard *models.InlineKeyboardMarkup, hurry bool) error {
	p.behind = false
	noEdits := p.bot.lacking.has(editMethod)
	if p.final == nil && (p.blind || noEdits) {
		return nil
	}
	for i, part := range parts {
		if i < len(p.out.Messages) && p.final.wrote(p.out.Messages[i]) {
			continue
		}
		if i >= len(p.out.Messages) && !noEdits {
			if !hurry && !p.bot.limits.allow(ctx, p.out.Chat) {
				p.behind = true
				return nil
			}
			if err := p.place(ctx, i, hurry); err != nil {
				return err
			}
		}
		var markup *models.InlineKeyboardMarkup
		if i == len(parts)-1 {
			markup = keyboard
		}
		if markup == nil && p.shows(i, part) {
			continue
		}
		if !hurry && !p.bot.limits.allow(ctx, p.out.Chat) {
			p.behind = true
			return nil
		}
		if err := p.fill(ctx, i, part, markup, hurry); err != nil || p.blind {
			return err
		}
		for len(p.shown) <= i {
			p.shown = append(p.shown, markdown.Text{})
		}
		p.shown[i] = part
	}
	return nil
}

// fill edits a part into its message. When Telegram says that the message is gone, or
// cannot be edited, it is placed again, once; when that does not help either, or there is
// no such thing as an edit here, a final text is sent as a message of its own.
func (p *painter) fill(ctx context.Context, i int, part markdown.Text, k *models.InlineKeyboardMarkup, hurry bool) error {
	if p.final != nil && p.bot.lacking.has(editMethod) {
		return p.write(ctx, i, part, k)
	}
	err := p.bot.edit(ctx, p.out.Chat, p.out.Messages[i], part, k, hurry)
	if verdictOf(err) == messageGone && !p.moved {
		p.moved = p.final == nil
		old := p.out.Messages[i]
		if err = p.place(ctx, i, true); err == nil {
			if p.out.Kind == delivery.Reply { // perhaps it is there still, and only cannot be edited
				p.unplace(ctx, int(old))
			}
			err = p.bot.edit(ctx, p.out.Chat, p.out.Messages[i], part, k, true)
		}
	}
	switch v := verdictOf(err); {
	case v != messageGone && v != noMethod:
		return err
	case p.final == nil:
		p.blind = true
		return nil
	}
	return p.write(ctx, i, part, k)
}

// write sends part i as a message of its own, in the place of one that cannot be edited.
// A crash just now may show it twice; the other way would be to lose it.
func (p *painter) write(ctx context.Context, i int, part markdown.Text, k *models.InlineKeyboardMarkup) error {
	id, err := p.bot.send(ctx, p.out, part, markup(p.out, k), i == 0)
	if err != nil {
		return err
	}
	failpoint.Hit(failpoint.AfterSend)
	p.final.write(id)
	ids := slices.Clone(p.out.Messages)
	if i < len(ids) {
		if p.out.Kind == delivery.Reply { // it says "…", or half of the answer
			p.unplace(ctx, int(ids[i]))
		}
		ids[i] = id
	} else {
		ids = append(ids, id)
	}
	return p.store(ctx, ids)
}

func (p *painter) shows(i int, part markdown.Text) bool {
	return i < len(p.shown) && p.shown[i].Text == part.Text && slices.Equal(p.shown[i].Entities, part.Entities)
}

// place sends the placeholder of part i and stores its id.
func (p *painter) place(ctx context.Context, i int, hurry bool) error {
	if hurry {
		if err := p.bot.limits.wait(ctx, p.out.Chat); err != nil {
			return err
		}
	}
	params := &tg.SendMessageParams{
		ChatID: p.out.Chat, MessageThreadID: p.out.Topic, Text: placeholder,
		DisableNotification: p.out.Body.Silent,
	}
	if i == 0 {
		params.ReplyParameters = replyTo(p.out.ReplyTo)
	}
	placed, err := p.bot.placing(ctx)
	if err != nil {
		return err
	}
	defer placed()
	// Not to be cut short by the end of a live view: Telegram may have taken it already,
	// and a placeholder whose id nobody learned would stay.
	m, err := p.bot.api.SendMessage(context.WithoutCancel(ctx), params)
	if err != nil {
		return p.bot.call(ctx, "sendMessage", p.out.Chat, err)
	}
	failpoint.Hit(failpoint.AfterSend)
	ids := append(slices.Clone(p.out.Messages[:i]), int64(m.ID))
	if i < len(p.out.Messages) {
		ids = append(ids, p.out.Messages[i+1:]...)
	}
	if err := p.store(ctx, ids); err != nil {
		p.unplace(ctx, m.ID)
		return err
	}
	return nil
}

// unplace takes back a placeholder that is of no use: its id could not be stored (the
// lane was lost meanwhile, whoever goes on sends their own), or it cannot be edited. Best
// effort.
func (p *painter) unplace(ctx context.Context, id int) {
	if p.bot.lacking.has("deleteMessage") {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	_, err := p.bot.api.DeleteMessage(ctx, &tg.DeleteMessageParams{ChatID: p.out.Chat, MessageID: id})
	if err = p.bot.call(ctx, "deleteMessage", p.out.Chat, err); err != nil && verdictOf(err) != messageGone {
		p.bot.log.Warn("placeholder not taken back", "err", err)
	}
}

// placing lets one placeholder at a time be on its way: sent, its id not stored yet. So a
// crash leaves one empty message at most, not one for every busy chat. It costs little:
// Telegram's limit for the whole bot allows no more than some ten answers a second anyway.
// Each process has its own turn: one that is killed strands its own message only.
// Only a call that hangs is overtaken. It fails when ctx ends first; the function it
// returns otherwise is called when the id is stored.
func (b *Bot) placing(ctx context.Context) (placed func(), err error) {
	patience := time.NewTimer(30 * time.Second)
	defer patience.Stop()
	select {
	case b.place <- struct{}{}:
		return func() { <-b.place }, nil
	case <-patience.C:
		return func() {}, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// store keeps the ids of the parts. They are stored even if we are asked to stop
// meanwhile: the message is there.
func (p *painter) store(ctx context.Context, ids []int64) error {
	err := p.guard(context.WithoutCancel(ctx), func(ctx context.Context) error {
		return p.bot.cfg.Delivery.SetMessages(ctx, p.out.ID, ids)
	})
	if err == nil {
		p.out.Messages = ids
	}
	return err
}

// trim deletes the messages that the final answer has no part for: an answer begun again
// came out shorter.
func (p *painter) trim(ctx context.Context, parts int) error {
	if len(p.out.Messages) <= parts {
		return nil
	}
	for _, id := range p.out.Messages[parts:] {
		if err := p.bot.limits.wait(ctx, p.out.Chat); err != nil {
			return err
		}
		_, err := p.bot.api.DeleteMessage(ctx, &tg.DeleteMessageParams{ChatID: p.out.Chat, MessageID: int(id)})
		switch err = p.bot.call(ctx, "deleteMessage", p.out.Chat, err); verdictOf(err) {
		case noMethod, refused: // at least it shall not show a part of another answer
			blank := markdown.Text{Text: placeholder}
			if err := p.bot.edit(ctx, p.out.Chat, id, blank, nil, true); err != nil {
				p.bot.log.Debug("surplus part not emptied", "err", err)
			}
		case messageGone:
		default:
			if err != nil {
				return err
			}
		}
	}
	return p.store(ctx, slices.Clone(p.out.Messages[:parts]))
}
