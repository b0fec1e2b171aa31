package bot

import (
	"context"
	"slices"
	"strconv"

	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/people"
	"keepsake/templates"
)

// This file is who may talk to the bot, and how somebody gets in: a stranger is turned
// away politely, the owners are asked, a tap decides.

// admitted reports whether a person may talk to the bot. It never follows from what a
// group they are in may do.
func (b *Bot) admitted(p people.Person) bool {
	switch {
	case p.Access == people.Blocked:
		return false
	case p.Access == people.Owner, b.cfg.Access == AccessOpen:
		return true
	case b.cfg.Access == AccessList:
		return slices.Contains(b.cfg.Allow, people.Number(p.ID))
	}
	return p.Access == people.Allowed
}

// turnAway gives a stranger one polite sentence: the first time they write, and, where
// owners decide, whenever they use a command (which is asking). Whoever was blocked hears
// nothing.
func (r *request) turnAway(ctx context.Context) error {
	if r.person.Access == people.Blocked {
		return nil
	}
	first, err := r.knock(ctx, r.person.ID, "")
	if err != nil {
		return err
	}
	if r.tap != nil {
		r.note = r.plain("access.denied", nil)
		return nil
	}
	if asked := r.message != nil && r.cfg.Access == AccessOwner; !first && !asked {
		return nil
	}
	return r.turnedAway(ctx, "access.denied", first)
}

// turnedAway says so; and that the owners hear of it, when they do.
func (r *request) turnedAway(ctx context.Context, id string, first bool) error {
	said := r.word(id, nil)
	if owners, err := r.cfg.People.Owners(ctx); err != nil {
		return err
	} else if first && len(owners) > 0 && r.cfg.Access == AccessOwner {
		said += " " + r.word("access.asked", nil)
	}
	return r.send(ctx, delivery.Body{Text: said})
}

// turnGroupAway is turnAway for a group.
func (r *request) turnGroupAway(ctx context.Context, title string) error {
	if r.chat.Access == people.Blocked {
		return nil
	}
	first, err := r.knock(ctx, people.ID(r.chat.ID), title)
	if err != nil || !first && r.cfg.Access != AccessOwner {
		return err
	}
	return r.turnedAway(ctx, "access.group_denied", first)
}

// knock notes that somebody was turned away; the first time the owners are asked about
// them, where it is theirs to say.
func (r *request) knock(ctx context.Context, subject, title string) (first bool, err error) {
	first, err = r.cfg.People.Knock(ctx, r.cfg.Name, subject, title)
	if err != nil || !first || r.cfg.Access != AccessOwner {
		return first, err
	}
	_, err = r.AskOwners(ctx)
	return first, err
}

// AskOwners asks the owners about who was turned away and waits: a few one by one, a crowd
// together (people.Service.Ask). What is too much now is asked by a later call; upkeep
// makes one now and then. It returns about how many it asked.
func (b *Bot) AskOwners(ctx context.Context) (int, error) {
	if b.cfg.Access != AccessOwner {
		return 0, nil
	}
	asked := 0
	err := b.cfg.Tx.InTx(ctx, func(ctx context.Context) error {
		owners, err := b.cfg.People.Owners(ctx)
		if err != nil || len(owners) == 0 {
			return err
		}
		// One asks at a time, whichever replica: the row is held until the commit.
		now := b.now()
		if mine, err := b.cfg.Delivery.TakeLease(ctx, "access:"+b.cfg.Name, b.cfg.Owner, now, now); err != nil || !mine {
			return err
		}
		alone, together, err := b.cfg.People.Ask(ctx, b.cfg.Name)
		if err != nil {
			return err
		}
		asked = len(alone) + together
		for _, owner := range owners {
			if err := b.askOwner(ctx, owner, alone, together); err != nil {
				return err
			}
		}
		return nil
	})
	return asked, fault.Op(err, "ask owners about strangers")
}

func (b *Bot) askOwner(ctx context.Context, owner people.Person, alone []people.Request, together int) error {
	r := b.toOwner(owner)
	for _, q := range alone {
		id := "access.ask_person"
		if q.Group() {
			id = "access.ask_group"
		}
		body := delivery.Body{Text: r.word(id, r.about(ctx, q)), Buttons: [][]delivery.Button{r.decisions(q, "")}}
		if err := r.send(ctx, body); err != nil {
			return err
		}
	}
	if together == 0 {
		return nil
	}
	return r.send(ctx, delivery.Body{
		Text:    r.word("access.ask_many", templates.Data{"Count": together}),
		Buttons: [][]delivery.Button{{r.button("button.show", "access", "")}},
	})
}

// toOwner is a request that says something to an owner, in their private chat.
func (b *Bot) toOwner(owner people.Person) *request {
	number := people.Number(owner.ID)
	r := &request{Bot: b, person: owner, chat: people.NewChat(b.cfg.Name, number)}
	r.place.Bot, r.place.Chat = b.cfg.Name, number
	return r
}

// about fills sentences about who waits: what they call themselves, and what they cannot
// choose.
func (r *request) about(ctx context.Context, q people.Request) templates.Data {
	number := people.Number(q.Subject)
	name, handle := q.Title, ""
	if p, err := r.cfg.People.Get(ctx, q.Subject); err == nil && !q.Group() {
		if name = p.Name; p.Username != "" {
			handle = "@" + p.Username + ", "
		}
	}
	if name == "" {
		name = strconv.FormatInt(number, 10)
	}
	return templates.Data{"Name": shown(name), "Handle": shown(handle), "ID": strconv.FormatInt(number, 10)}
}

func (r *request) decisions(q people.Request, where string) []delivery.Button {
	ref := strconv.FormatInt(people.Number(q.Subject), 10) + where
	return []delivery.Button{r.button("button.allow", "allow", ref), r.button("button.block", "block", ref)}
}

var errOwnerOnly = fault.New(fault.Denied, "only owners may")

func (r *request) tapAllow(ctx context.Context) error { return r.decide(ctx, people.Allowed) }
func (r *request) tapBlock(ctx context.Context) error { return r.decide(ctx, people.Blocked) }

// decide is an owner's tap. Who is let in hears of it; who is not, nothing. The other
// button stays, so that an owner can change their mind.
func (r *request) decide(ctx context.Context, access people.Access) error {
	if r.person.Access != people.Owner {
		return errOwnerOnly
	}
	ref, where := head(r.tap.ref)
	number, err := strconv.ParseInt(ref, 10, 64)
	if err != nil || number == 0 {
		return people.ErrNotFound
	}
	q, err := r.cfg.People.Request(ctx, r.cfg.Name, people.ID(number))
	if err != nil {
		return err
	}
	data := r.about(ctx, q)
	changed, err := r.cfg.People.Decide(ctx, q.Bot, q.Subject, access)
	if err != nil {
		return err
	}
	if changed && access == people.Allowed {
		if err := r.welcome(ctx, q); err != nil {
			return err
		}
	}
	r.note = r.plain("settings.saved_note", nil)
	if where != "" {
		return r.accessList(ctx)
	}
	id, other := "access.allowed", r.decisions(q, "")[1:]
	if access == people.Blocked {
		id, other = "access.blocked", r.decisions(q, "")[:1]
	}
	return r.show(ctx, delivery.Body{Text: r.word(id, data), Buttons: [][]delivery.Button{other}})
}

// welcome tells somebody that they, or a group that it, may talk to us now.
func (r *request) welcome(ctx context.Context, q people.Request) error {
	id, words := "access.welcome", &request{Bot: r.Bot}
	if q.Group() {
		id = "group.hello"
	} else if p, err := r.cfg.People.Get(ctx, q.Subject); err == nil {
		words.person = p
	}
	words.place.Bot, words.place.Chat = r.cfg.Name, people.Number(q.Subject)
	return words.reply(ctx, id, r.groupData())
}

// access is /access, for owners: who waits to be let in.
func (r *request) access(ctx context.Context, _ command) error {
	if r.person.Access != people.Owner {
		return r.reply(ctx, "command.unknown", templates.Data{"Name": "access"})
	}
	return r.accessList(ctx)
}

func (r *request) tapAccess(ctx context.Context) error {
	if r.person.Access != people.Owner {
		return errOwnerOnly
	}
	return r.accessList(ctx)
}

// accessList shows those who have waited longest; each decision makes room for the next.
func (r *request) accessList(ctx context.Context) error {
	waiting, n, err := r.cfg.People.Waiting(ctx, r.cfg.Name, pageRows)
	if err != nil {
		return err
	}
	if n == 0 {
		return r.show(ctx, delivery.Body{Text: r.word("access.nobody", nil)})
	}
	body := delivery.Body{Text: r.word("access.waiting", templates.Data{"Count": n}) + "\n"}
	for i, q := range waiting {
		data := r.about(ctx, q)
		data["Number"] = strconv.Itoa(i + 1)
		id := "access.row"
		if q.Group() {
			id = "access.group_row"
		}
		body.Text += "\n" + r.word(id, data)
		row := r.decisions(q, ".list")
		for k := range row {
			row[k].Text += " " + strconv.Itoa(i+1)
		}
		body.Buttons = append(body.Buttons, row)
	}
	return r.show(ctx, body)
}
