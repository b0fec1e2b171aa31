package shards

import (
	"context"
	"strconv"
	"strings"

	"keepsake/actor"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory/shard"
	"keepsake/scope"
	"keepsake/templates"
	"keepsake/text"
)

// PointFrom puts the way to what a group keeps together under its list of memories, where there is something.
func (d Desk) PointFrom(ctx context.Context, a *answer.Answer) error {
	if d.Shards == nil || !a.Chat.IsGroup() || len(a.Out) == 0 {
		return nil
	}
	all, err := d.Shards.Seen(ctx, d.here(a))
	if err != nil || len(all) == 0 {
		return err
	}
	body := &a.Out[len(a.Out)-1].Body
	body.Buttons = append(body.Buttons, []delivery.Button{a.Button("button.shards", Action, doList)})
	return nil
}

// list shows the shards that the chat sees.
func (d Desk) list(ctx context.Context, a *answer.Answer) error {
	all, err := d.Shards.Seen(ctx, d.here(a))
	if err != nil {
		return err
	}
	offered, err := d.Shards.Offered(ctx, a.Actor(), d.here(a))
	if err != nil {
		return err
	}
	if len(all)+len(offered) == 0 {
		a.Show(delivery.Body{Text: a.Say("shards.none", nil)})
		return nil
	}
	body := delivery.Body{Text: a.Say("shards.title", nil)}
	for _, s := range all {
		body.Buttons = append(body.Buttons, []delivery.Button{{Text: text.Cut(text.Visible(s.Name), answer.TapRunes), Action: Action, Ref: doShow + "." + s.ID}})
	}
	for _, s := range offered {
		button := a.Button("button.shard_attach", Action, doAttach+"."+s.ID)
		button.Text = text.Cut(button.Text+text.Visible(" “"+s.Name+"”"), answer.TapRunes)
		body.Buttons = append(body.Buttons, []delivery.Button{button})
	}
	if len(offered) > 0 {
		body.Text += "\n\n" + a.Say("shards.offered", nil)
	}
	a.Show(body)
	return nil
}

func (d Desk) open(ctx context.Context, a *answer.Answer, id string) error {
	s, err := d.Shards.Find(ctx, d.here(a), id)
	if err != nil {
		return err
	}
	return d.show(ctx, a, s)
}

// show shows a shard. To who may change what belongs in it, it says what makes good instructions while there are none.
func (d Desk) show(ctx context.Context, a *answer.Answer, s shard.Shard) error {
	return d.showGuided(ctx, a, s, s.Instructions == "")
}

// showGuided shows a shard, and to who may change what belongs in it also what makes good instructions if isGuided.
func (d Desk) showGuided(ctx context.Context, a *answer.Answer, s shard.Shard, isGuided bool) error {
	facts, err := d.Shards.Items(ctx, d.here(a), s.ID, shard.Fact, false)
	if err != nil {
		return err
	}
	lines := []string{a.Say("shards.head", data(s))}
	if s.Paused {
		lines = append(lines, a.Say("shards.is_paused", nil))
	}
	if names := d.Shards.Roles(s); names != nil {
		lines = append(lines, a.Say("shards.roles", templates.Data{"Names": answer.Literal(strings.Join(names, ", "))}))
	}
	if s.Instructions != "" {
		lines = append(lines, "", string(answer.Literal(s.Instructions)))
	}
	cites, citedRow, err := d.citedLine(ctx, a, s)
	if err != nil {
		return err
	}
	if cites != "" {
		lines = append(lines, "", cites)
	}
	ideas, err := d.Shards.Items(ctx, d.here(a), s.ID, shard.Suggestion, false)
	if err != nil {
		return err
	}
	digests, err := d.Shards.Newest(ctx, []shard.Shard{s})
	if err != nil {
		return err
	}
	lines = append(lines, "", a.Say("shards.holds", templates.Data{"Facts": strconv.Itoa(len(facts)), "Most": strconv.Itoa(s.MaxFacts)}))
	row := []delivery.Button{a.Button("button.shard_facts", Action, doFacts+"."+s.ID+".1")}
	if len(ideas) > 0 {
		lines = append(lines, a.Say("shards.waiting", templates.Data{"Number": strconv.Itoa(len(ideas))}))
		row = append(row, a.Button("button.shard_ideas", Action, doIdeas+"."+s.ID+".1"))
	}
	if v := digests[s.ID]; v.Version > 0 {
		lines = append(lines, a.Say("shards.grown", templates.Data{"Number": strconv.Itoa(v.Version), "Lines": strconv.Itoa(len(v.Lines)), "When": templates.Markdown(a.Moment(v.At))}))
		row = append(row, a.Button("button.shard_digest", Action, doDigest+"."+s.ID))
	}
	if len(ideas) > 0 || s.Schedule != "" {
		lines = append(lines, d.when(a, s))
	}
	failed, err := d.failure(ctx, a, s)
	if err != nil {
		return err
	}
	if failed != "" {
		lines = append(lines, failed)
	}
	pause := a.Button("button.shard_pause", Action, doPause+"."+s.ID+".on")
	if s.Paused {
		pause = a.Button("button.shard_resume", Action, doPause+"."+s.ID+".off")
	}
	body := delivery.Body{Text: strings.Join(lines, "\n"), Buttons: [][]delivery.Button{row}}
	for _, b := range citedRow {
		body.Buttons = append(body.Buttons, []delivery.Button{b})
	}
	right := d.Shards.RightOf(a.Actor(), d.here(a), s)
	if right >= shard.Edit && isGuided {
		body.Text += "\n\n" + a.Say("shards.guidance", nil)
		for _, o := range offered {
			body.Buttons = append(body.Buttons, []delivery.Button{a.Button(o.button, Action, doUse+"."+s.ID+"."+o.name)})
		}
	}
	if right >= shard.Manage {
		row := []delivery.Button{a.Button("button.shard_when", Action, doWhen+"."+s.ID), pause}
		if shard.CanManage(a.Actor(), d.here(a), s) {
			row = append(row, a.Button("button.shard_forget", Action, doForget+"."+s.ID))
		}
		body.Buttons = append(body.Buttons, row, []delivery.Button{a.Button("button.shard_rights", Action, doRights+"."+s.ID)})
	}
	body.Buttons = append(body.Buttons, []delivery.Button{a.Button("button.back", Action, doList)})
	a.Show(body)
	return nil
}

// pause pauses a shard, or lets it count again.
func (d Desk) pause(ctx context.Context, a *answer.Answer, id string, on bool) error {
	s, err := d.Shards.Change(ctx, a.Actor(), d.here(a), id, func(s *shard.Shard) { s.Paused = on })
	if err != nil {
		return err
	}
	return d.show(ctx, a, s)
}

// tapItems turns the pages of the facts or suggestions.
func (d Desk) tapItems(ctx context.Context, a *answer.Answer, id, what string, kind shard.Kind) error {
	s, err := d.Shards.Find(ctx, d.here(a), id)
	if err != nil {
		return err
	}
	return d.items(ctx, a, s, answer.PageNumber(what), kind)
}

// items shows a page of the facts, or of the suggestions that wait, the newest first, each with a button that takes it
// back.
func (d Desk) items(ctx context.Context, a *answer.Answer, s shard.Shard, page int, kind shard.Kind) error {
	turnTo, remove, below := doFacts, doRemove, "shards.facts_below"
	if kind == shard.Suggestion {
		turnTo, remove, below = doIdeas, doDrop, "shards.ideas_below"
	}
	all, err := d.Shards.Items(ctx, d.here(a), s.ID, kind, false)
	if err != nil {
		return err
	}
	back := []delivery.Button{a.Button("button.back", Action, doShow+"."+s.ID)}
	if len(all) == 0 {
		a.Show(delivery.Body{Text: a.Say("shards.no_facts", data(s)), Buttons: [][]delivery.Button{back}})
		return nil
	}
	pages := answer.LastPage(len(all))
	page = min(page, pages)
	lines := []string{a.Say("shards.facts", data(s)), ""}
	var less []delivery.Button
	for n := (page - 1) * answer.PageRows; n < min(page*answer.PageRows, len(all)); n++ {
		i := all[len(all)-1-n]
		number := strconv.Itoa(n + 1)
		lines = append(lines, number+". "+string(answer.Literal(i.Says()))+" · "+a.Moment(i.SaidAt))
		less = append(less, delivery.Button{Text: "🗑 " + number, Action: Action, Ref: remove + "." + s.ID + "." + i.ID})
	}
	body := delivery.Body{Text: strings.Join(append(lines, "", a.Say(below, nil)), "\n")}
	for len(less) > 0 {
		row := less[:min(4, len(less))]
		body.Buttons, less = append(body.Buttons, row), less[len(row):]
	}
	if turn := answer.Pager(page, pages, func(n int) (string, string) { return Action, turnTo + "." + s.ID + "." + strconv.Itoa(n) }); turn != nil {
		body.Buttons = append(body.Buttons, turn)
	}
	body.Buttons = append(body.Buttons, back)
	a.Show(body)
	return nil
}

// tapRemove takes a fact or a suggestion back.
func (d Desk) tapRemove(ctx context.Context, a *answer.Answer, id, what string, kind shard.Kind) error {
	if _, err := d.remove(ctx, a, id, what); err != nil {
		return err
	}
	a.Note = a.Plain("wishes.forgotten_note", nil)
	s, err := d.Shards.Find(ctx, d.here(a), id)
	if err != nil {
		return err
	}
	return d.items(ctx, a, s, 1, kind)
}

func (d Desk) remove(ctx context.Context, a *answer.Answer, id, item string) (shard.Item, error) {
	return d.Remove(ctx, a.Actor(), d.here(a), id, item)
}

// Remove takes an item back for good, for somebody who acts in a chat, and returns what it said: nothing forms it again
// where it was said (R18). It joins the caller's transaction.
func (d Desk) Remove(ctx context.Context, who actor.Actor, here scope.Scope, id, item string) (shard.Item, error) {
	gone, err := d.Shards.Remove(ctx, who, here, id, item)
	if err != nil || d.Memory == nil {
		return gone, err
	}
	// Who may remove it was asked; the tombstone binds the chat in which it was said, which need not be this one, with each
	// role that shares the shard there.
	chats, err := d.Shards.SameChat(ctx, id, gone.Scope)
	for _, chat := range chats {
		if err == nil {
			err = d.Memory.Refuse(ctx, actor.Actor{Kind: actor.Consolidation}, chat, gone.Content)
		}
	}
	return gone, err
}

// question asks whoever may destroy a shard whether it is to go with all that is in it.
func (d Desk) question(a *answer.Answer, s shard.Shard) (delivery.Body, error) {
	if !shard.CanManage(a.Actor(), d.here(a), s) {
		return delivery.Body{}, shard.ErrNotAllowed
	}
	return delivery.Body{Text: a.Say("shards.forget", data(s)), Buttons: [][]delivery.Button{
		{a.Button("button.shard_forget", Action, doForget+"."+s.ID+".yes"), a.Button("button.back", Action, doShow+"."+s.ID)},
	}}, nil
}

// tapForget asks whether a shard is to go, and then destroys it.
func (d Desk) tapForget(ctx context.Context, a *answer.Answer, id, what string) error {
	if what == "" {
		s, err := d.Shards.Find(ctx, d.here(a), id)
		if err != nil {
			return err
		}
		body, err := d.question(a, s)
		if err == nil {
			a.Show(body)
		}
		return err
	}
	s, err := d.Shards.Delete(ctx, a.Actor(), d.here(a), id)
	if err != nil {
		return err
	}
	a.Show(delivery.Body{Text: a.Say("shards.forgotten", data(s))})
	return nil
}
