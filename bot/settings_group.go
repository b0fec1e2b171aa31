package bot

import (
	"context"

	"keepsake/delivery"
	"keepsake/templates"
)

// groupData fills what sentences about a group need.
func (r *request) groupData() templates.Data {
	me := r.identity()
	return templates.Data{"Name": me.Name, "Username": me.Username}
}

// groupSettings is /settings in a group, for its admins: listening, the bot's name, memory
// per topic.
func (r *request) groupSettings(ctx context.Context, _ command) error {
	if !r.standing.admin {
		return errAdminOnly
	}
	state := func(on bool) templates.Markdown {
		if on {
			return templates.Markdown(r.word("settings.on", nil))
		}
		return templates.Markdown(r.word("settings.off", nil))
	}
	// A button names the state it leads to: a second finger changes nothing.
	toggle := func(on bool, name string) delivery.Button {
		id, ref := "group.settings."+name+"_on", name+".on"
		if on {
			id, ref = "group.settings."+name+"_off", name+".off"
		}
		return r.button(id, "set", ref)
	}
	where := "group.settings.memory_group"
	if r.chat.TopicMemory {
		where = "group.settings.memory_topic"
	}
	data := r.groupData()
	data["Listening"], data["ByName"] = state(r.chat.Listening), state(r.chat.ByName)
	data["Memory"] = templates.Markdown(r.word(where, nil))
	return r.show(ctx, delivery.Body{
		Text: r.word("group.settings.text", data),
		Buttons: [][]delivery.Button{
			{toggle(r.chat.Listening, "listen")}, {toggle(r.chat.ByName, "name")}, {toggle(r.chat.TopicMemory, "topics")},
		},
	})
}

// tapGroupSettings sets one of them. What changes for everybody is told to everybody.
func (r *request) tapGroupSettings(ctx context.Context) error {
	if !r.standing.admin {
		return errAdminOnly
	}
	c := r.chat
	switch r.tap.ref {
	case "listen.on", "listen.off":
		c.Listening = r.tap.ref == "listen.on"
	case "name.on", "name.off":
		c.ByName = r.tap.ref == "name.on"
	case "topics.on", "topics.off":
		c.TopicMemory = r.tap.ref == "topics.on"
	}
	was := r.chat
	r.chat = c
	if err := r.cfg.People.SaveChat(ctx, c); err != nil {
		return err
	}
	if err := r.announce(ctx, was.Listening != c.Listening, was.TopicMemory != c.TopicMemory); err != nil {
		return err
	}
	r.note = r.plain("settings.saved_note", nil)
	return r.groupSettings(ctx, command{})
}

// announce tells the group what was switched. Another memory begins other conversations:
// no prompt mixes two.
func (r *request) announce(ctx context.Context, listening, topics bool) error {
	if listening {
		body := delivery.Body{Text: r.word("group.listen.off", nil)}
		if r.chat.Listening {
			body.Text = r.word("group.listen.on", nil)
			if !r.identity().ReadsAll {
				body.Text += "\n\n" + r.word("group.listen.hidden", nil)
			}
		}
		if err := r.send(ctx, body); err != nil {
			return err
		}
	}
	if !topics {
		return nil
	}
	if _, err := r.cfg.Sessions.EndChat(ctx, r.place.Bot, r.place.Chat); err != nil {
		return err
	}
	id := "group.topics.off"
	if r.chat.TopicMemory {
		id = "group.topics.on"
	}
	return r.reply(ctx, id, nil)
}
