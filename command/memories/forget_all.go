package memories

import (
	"context"
	"strconv"
	"time"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/templates"
)

// forgetWithin is how long the buttons of "/memory forget all" are good for.
const forgetWithin = 10 * time.Minute

// TapForgetAll is the list's button for "/memory forget all".
func (d *Desk) TapForgetAll(ctx context.Context, a *answer.Answer) error {
	return d.askForgetAll(ctx, a)
}

// askForgetAll is "/memory forget all": it asks, asks again, and only then erases.
func (d *Desk) askForgetAll(ctx context.Context, a *answer.Answer) error {
	if a.Chat.IsGroup() && !a.IsAdmin() {
		return actor.ErrAdminsOnly
	}
	_, total, err := d.Memory.List(ctx, memory.RetentionQuery(d.scopes(a)...))
	if err != nil {
		return err
	}
	id := "forget.ask"
	if a.Chat.IsGroup() {
		id = "group.forget.ask"
	}
	question := forgetQuestion(a, id, "button.erase_yes", "sure", templates.Data{"Count": total})
	if groups := answer.GroupsStay(a); groups != "" {
		question.Text += "\n\n" + groups
	}
	a.Show(question)
	return nil
}

// forgetQuestion asks whether everything is to be erased; its button leads to the next step.
func forgetQuestion(a *answer.Answer, id, yes, step string, data templates.Data) delivery.Body {
	return delivery.Body{Text: a.Say(id, data), Buttons: [][]delivery.Button{
		{a.Button(yes, "forget", step+"."+strconv.FormatInt(a.Now.Unix(), 10))},
		{a.Button("button.keep", "forget", "no")},
	}}
}

// TapForget is a button of such a question: no, the second question, or the erasure. erase
// says that everything is to be erased now (EraseAll), which needs its own transaction.
func (d *Desk) TapForget(_ context.Context, a *answer.Answer) (erase bool, err error) {
	if a.Chat.IsGroup() && !a.IsAdmin() {
		return false, actor.ErrAdminsOnly
	}
	step, when := answer.CutRef(a.Tap.Ref)
	asked, _ := strconv.ParseInt(when, 10, 64)
	switch {
	case step == "no":
		a.Show(delivery.Body{Text: a.Say("forget.kept", nil)})
	case a.Now.Sub(time.Unix(asked, 0)) > forgetWithin:
		a.Show(delivery.Body{Text: a.Say("forget.too_late", nil)})
	case step == "sure":
		a.Show(forgetQuestion(a, "forget.ask_again", "button.erase_now", "now", nil))
	case step == "now":
		return true, nil
	}
	return false, nil
}

// EraseAll erases all there is about the person, or the group. It is its own transaction,
// because the database is scrubbed after its commit, and it ends the lane's lease and the
// inbox row of the tap: finish joins it, when the receipt is in the answer.
func (d *Desk) EraseAll(ctx context.Context, a *answer.Answer, finish func(ctx context.Context) error) error {
	said := false
	say := func(ctx context.Context, r forget.Receipt) error {
		said, a.Out = true, nil
		id := "forget.receipt"
		if a.Chat.IsGroup() {
			id = "group.forget.receipt"
		}
		a.Show(delivery.Body{Text: a.Say(id, templates.Data{
			"Memories": r.Memory.Memories, "Versions": r.Memory.Versions, "Messages": r.Sessions.Messages,
			"Sessions": r.Sessions.Sessions, "Tasks": r.Tasks, "Updates": r.Delivery.Updates, "Outgoing": r.Delivery.Outgoing,
			"Groups": templates.Markdown(answer.GroupsStay(a)), "Backups": templates.Markdown(answer.BackupsKept(a, d.Backups)),
			"Changes": r.Memory.Changes, "Decisions": r.Memory.Decisions + r.Memory.Tombstones,
		})})
		return finish(ctx)
	}
	var err error
	if a.Chat.IsGroup() {
		_, err = d.Forget.Group(ctx, a.Actor(), agent.GroupScope(d.Store, a.Place, false), a.Place, say)
	} else {
		_, err = d.Forget.Everything(ctx, a.Actor(), a.Person.ID, a.Place, say)
	}
	if err != nil && said {
		// Erased and told; only the scrub of the files failed, which is logged and made
		// up for by the next one. If the commit failed, the row is still there.
		return nil
	}
	return err
}
