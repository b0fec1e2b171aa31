// Package groups is /settings in a group: what its admins choose for all, and what everybody is told of it.
//
// It does not decide who is an admin: answer.Answer.IsAdmin does. Start reading at Desk.Show, then Desk.Tap.
package groups

import (
	"context"
	"maps"

	"keepsake/actor"
	"keepsake/command/answer"
	"keepsake/command/manner"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/session"
	"keepsake/templates"
)

// Desk shows and changes the settings of a group.
type Desk struct {
	People   *people.Service
	Sessions *session.Service
	Self     templates.Data // the bot's Name and Username
	Manner   bool           // there is a model or a tone to choose
	ReadsAll bool           // Telegram brings the bot all that is said in groups
}

// Show shows the settings to admins: listening, the bot's name, memory per topic.
func (d *Desk) Show(_ context.Context, a *answer.Answer) error {
	if !a.IsAdmin() {
		return actor.ErrAdminsOnly
	}
	state := func(on bool) templates.Markdown {
		if on {
			return templates.Markdown(a.Say("settings.on", nil))
		}
		return templates.Markdown(a.Say("settings.off", nil))
	}
	// A button names the state it leads to: a second finger changes nothing.
	toggle := func(on bool, name string) delivery.Button {
		id, ref := "group.settings."+name+"_on", name+".on"
		if on {
			id, ref = "group.settings."+name+"_off", name+".off"
		}
		return a.Button(id, "set", ref)
	}
	where := "group.settings.memory_group"
	if a.Chat.TopicMemory {
		where = "group.settings.memory_topic"
	}
	data := maps.Clone(d.Self)
	data["Listening"], data["ByName"] = state(a.Chat.Listening), state(a.Chat.ByName)
	data["Memory"] = templates.Markdown(a.Say(where, nil))
	rows := [][]delivery.Button{{toggle(a.Chat.Listening, "listen")}, {toggle(a.Chat.ByName, "name")}, {toggle(a.Chat.TopicMemory, "topics")}}
	if d.Manner {
		rows = append(rows, []delivery.Button{a.Button("settings.manner", manner.Action, "")})
	}
	a.Show(delivery.Body{Text: a.Say("group.settings.text", data), Buttons: rows})
	return nil
}

// Tap sets one of them, for admins (people.Service.SaveChat). What changes for everybody is told to everybody.
func (d *Desk) Tap(ctx context.Context, a *answer.Answer) error {
	c := a.Chat
	switch a.Tap.Ref {
	case "listen.on", "listen.off":
		c.Listening = a.Tap.Ref == "listen.on"
	case "name.on", "name.off":
		c.ByName = a.Tap.Ref == "name.on"
	case "topics.on", "topics.off":
		c.TopicMemory = a.Tap.Ref == "topics.on"
	}
	was := a.Chat
	a.Chat = c
	if err := d.People.SaveChat(ctx, a.Actor(), c); err != nil {
		return err
	}
	if err := d.announce(ctx, a, was.Listening != c.Listening, was.TopicMemory != c.TopicMemory); err != nil {
		return err
	}
	a.Note = a.Plain("settings.saved_note", nil)
	return d.Show(ctx, a)
}

// announce tells the group what was switched. Another memory begins other conversations:
// no prompt mixes two.
func (d *Desk) announce(ctx context.Context, a *answer.Answer, listening, topics bool) error {
	if listening {
		body := delivery.Body{Text: a.Say("group.listen.off", nil)}
		if a.Chat.Listening {
			body.Text = a.Say("group.listen.on", nil)
			if !d.ReadsAll {
				body.Text += "\n\n" + a.Say("group.listen.hidden", nil)
			}
		}
		a.Send(body)
	}
	if !topics {
		return nil
	}
	if _, err := d.Sessions.EndChat(ctx, a.Actor(), a.Place.Bot, a.Place.Chat); err != nil {
		return err
	}
	id := "group.topics.off"
	if a.Chat.TopicMemory {
		id = "group.topics.on"
	}
	a.Reply(id, nil)
	return nil
}
