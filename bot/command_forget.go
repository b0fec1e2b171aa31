package bot

import (
	"context"
	"strconv"
	"time"

	"keepsake/agent"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/templates"
)

// forgetWithin is how long the buttons of "/memory forget all" are good for.
const forgetWithin = 10 * time.Minute

// forgetAsk is "/memory forget all": it asks, asks again, and only then erases.
func (r *request) forgetAsk(ctx context.Context) error {
	if r.chat.Group() && !r.standing.admin {
		return errAdminOnly
	}
	_, total, err := r.cfg.Memory.List(ctx, memory.Kept(r.scopes()...))
	if err != nil {
		return err
	}
	id := "forget.ask"
	if r.chat.Group() {
		id = "group.forget.ask"
	}
	return r.show(ctx, r.forgetQuestion(id, "button.erase_yes", "sure", templates.Data{"Count": total}))
}

func (r *request) forgetQuestion(id, yes, step string, data templates.Data) delivery.Body {
	return delivery.Body{Text: r.word(id, data), Buttons: [][]delivery.Button{
		{r.button(yes, "forget", step+"."+strconv.FormatInt(r.now().Unix(), 10))},
		{r.button("button.keep", "forget", "no")},
	}}
}

func (r *request) tapForget(ctx context.Context) error {
	if r.chat.Group() && !r.standing.admin {
		return errAdminOnly
	}
	step, when := head(r.tap.ref)
	asked, _ := strconv.ParseInt(when, 10, 64)
	switch {
	case step == "no":
		return r.show(ctx, delivery.Body{Text: r.word("forget.kept", nil)})
	case r.now().Sub(time.Unix(asked, 0)) > forgetWithin:
		return r.show(ctx, delivery.Body{Text: r.word("forget.too_late", nil)})
	case step == "sure":
		return r.show(ctx, r.forgetQuestion("forget.ask_again", "button.erase_now", "now", nil))
	case step == "now":
		r.instead = r.forgetEverything
	}
	return nil
}

// forgetEverything erases all there is about the person, or the group. It is its own transaction,
// because the database is scrubbed after its commit, and it ends the lane's lease and the
// inbox row of the tap: finish joins it.
func (r *request) forgetEverything(ctx context.Context, finish func(ctx context.Context) error) error {
	if r.person.Language != "" {
		r.renameCommands(ctx, "")
	}
	told := false
	say := func(ctx context.Context, e forget.Receipt) error {
		told = true
		id := "forget.receipt"
		if r.chat.Group() {
			id = "group.forget.receipt"
		}
		if err := r.show(ctx, delivery.Body{Text: r.word(id, templates.Data{
			"Memories": e.Memory.Memories, "Versions": e.Memory.Versions, "Messages": e.Sessions.Messages,
			"Sessions": e.Sessions.Sessions, "Tasks": e.Tasks, "Updates": e.Delivery.Updates, "Outgoing": e.Delivery.Outgoing,
			"Changes": e.Memory.Changes, "Decisions": e.Memory.Decisions + e.Memory.Tombstones,
		})}); err != nil {
			return err
		}
		return finish(ctx)
	}
	var err error
	if r.chat.Group() {
		_, err = r.cfg.Forget.Group(ctx, agent.GroupScope(r.cfg.Store, r.place, false), r.place, say)
	} else {
		_, err = r.cfg.Forget.Everything(ctx, r.person.ID, r.place, say)
	}
	r.runs.stop(delivery.Lane(r.place.Bot, r.place.Chat, r.place.Topic))
	if err != nil && told {
		// Erased and told; only the scrub of the files failed, which is logged and made
		// up for by the next one. If the commit failed, the row is still there.
		return nil
	}
	return err
}
