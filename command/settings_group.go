package command

import (
	"context"

	"keepsake/actor"
	"keepsake/delivery"
	"keepsake/templates"
)

// groupSettings is /settings in a group, for its admins: listening, the bot's name, memory
// per topic.
func (h *handling) groupSettings(context.Context) error {
	if !h.IsAdmin() {
		return actor.ErrAdminsOnly
	}
	state := func(on bool) templates.Markdown {
		if on {
			return templates.Markdown(h.Say("settings.on", nil))
		}
		return templates.Markdown(h.Say("settings.off", nil))
	}
	// A button names the state it leads to: a second finger changes nothing.
	toggle := func(on bool, name string) delivery.Button {
		id, ref := "group.settings."+name+"_on", name+".on"
		if on {
			id, ref = "group.settings."+name+"_off", name+".off"
		}
		return h.Button(id, "set", ref)
	}
	where := "group.settings.memory_group"
	if h.Chat.TopicMemory {
		where = "group.settings.memory_topic"
	}
	data := h.selfData()
	data["Listening"], data["ByName"] = state(h.Chat.Listening), state(h.Chat.ByName)
	data["Memory"] = templates.Markdown(h.Say(where, nil))
	h.Show(delivery.Body{
		Text: h.Say("group.settings.text", data),
		Buttons: [][]delivery.Button{
			{toggle(h.Chat.Listening, "listen")}, {toggle(h.Chat.ByName, "name")}, {toggle(h.Chat.TopicMemory, "topics")},
		},
	})
	return nil
}

// tapGroupSettings sets one of them, for admins (people.Service.SaveChat). What changes for everybody is told to everybody.
func (h *handling) tapGroupSettings(ctx context.Context) error {
	c := h.Chat
	switch h.Tap.Ref {
	case "listen.on", "listen.off":
		c.Listening = h.Tap.Ref == "listen.on"
	case "name.on", "name.off":
		c.ByName = h.Tap.Ref == "name.on"
	case "topics.on", "topics.off":
		c.TopicMemory = h.Tap.Ref == "topics.on"
	}
	was := h.Chat
	h.Chat = c
	if err := h.s.People.SaveChat(ctx, h.Actor(), c); err != nil {
		return err
	}
	if err := h.announce(ctx, was.Listening != c.Listening, was.TopicMemory != c.TopicMemory); err != nil {
		return err
	}
	h.Note = h.Plain("settings.saved_note", nil)
	return h.groupSettings(ctx)
}

// announce tells the group what was switched. Another memory begins other conversations:
// no prompt mixes two.
func (h *handling) announce(ctx context.Context, listening, topics bool) error {
	if listening {
		body := delivery.Body{Text: h.Say("group.listen.off", nil)}
		if h.Chat.Listening {
			body.Text = h.Say("group.listen.on", nil)
			if !h.req.Self.ReadsAll {
				body.Text += "\n\n" + h.Say("group.listen.hidden", nil)
			}
		}
		h.Send(body)
	}
	if !topics {
		return nil
	}
	if _, err := h.s.Sessions.EndChat(ctx, h.Actor(), h.Place.Bot, h.Place.Chat); err != nil {
		return err
	}
	id := "group.topics.off"
	if h.Chat.TopicMemory {
		id = "group.topics.on"
	}
	h.Reply(id, nil)
	return nil
}
