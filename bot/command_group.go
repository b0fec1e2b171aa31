package bot

import (
	"context"
	"slices"
	"strings"

	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/templates"
)

// groupCommands are what a member can type in a group. A nil one is only for private
// chats.
var groupCommands = map[string]func(r *request, ctx context.Context, c command) error{
	"start":    (*request).groupStart,
	"help":     (*request).groupHelp,
	"memory":   (*request).memory,
	"tasks":    (*request).privately,
	"usage":    (*request).usage,
	"new":      (*request).newTalk,
	"stop":     (*request).stop,
	"settings": (*request).groupSettings,
	"privacy":  (*request).groupPrivacy,
}

// groupTaps are the actions that a button in a group may have.
var groupTaps = map[string]bool{
	"undo": true, "edit": true, "save": true, "amend": true, "never": true,
	"list": true, "open": true, "hist": true, "pin": true, "unpin": true, "del": true, "restore": true, "archive": true,
	"find": true, "forget": true, "set": true,
}

// routeGroup is route for a group.
func (r *request) routeGroup(ctx context.Context) error {
	if r.tap != nil {
		return r.routeGroupTap(ctx)
	}
	c, isCommand := r.commandFor(r.message)
	if isCommand && c.Name == "start" && r.person.Access == people.Owner && r.chat.Access == people.None {
		// The owner's word in the group is what lets a group in.
		r.chat.Access = people.Allowed
		if err := r.cfg.People.SaveChat(ctx, r.chat); err != nil {
			return err
		}
	}
	switch {
	case r.person.Access == people.Blocked:
		return nil
	case !r.serves(r.chat):
		if isCommand {
			return r.turnGroupAway(ctx, r.message.Chat.Title)
		}
		return nil
	case isCommand:
		return r.command(ctx, c, groupCommands)
	}
	return r.answer(ctx)
}

func (r *request) routeGroupTap(ctx context.Context) error {
	refusal, err := r.tapIsFor(ctx)
	if err != nil {
		return err
	}
	handle := taps[r.tap.action]
	switch {
	case !r.serves(r.chat):
		refusal = "access.group_denied"
	case refusal == "" && (handle == nil || !groupTaps[r.tap.action]):
		refusal = "tap.unknown"
	}
	if refusal != "" {
		r.note = r.plain(refusal, nil)
		return nil
	}
	return handle(r, ctx)
}

func (r *request) groupStart(ctx context.Context, _ command) error {
	return r.reply(ctx, "group.hello", r.groupData())
}

func (r *request) groupHelp(ctx context.Context, _ command) error {
	return r.reply(ctx, "group.help", r.groupData())
}

func (r *request) groupPrivacy(ctx context.Context, _ command) error {
	body := delivery.Body{Text: r.word("group.privacy", nil)}
	if r.chat.Listening {
		body.Text += "\n\n" + r.word("group.privacy_listening", nil)
	}
	return r.send(ctx, body)
}

// privately answers in a group what belongs into the private chat.
func (r *request) privately(ctx context.Context, c command) error {
	return r.send(ctx, delivery.Body{
		Text: r.word("group.privately", nil), Buttons: [][]delivery.Button{r.privateButton(c.Name)},
	})
}

// privateButton leads into the private chat; payload is what is shown there.
func (r *request) privateButton(payload string) []delivery.Button {
	id := "button.my_memory"
	if payload == "tasks" {
		id = "button.my_tasks"
	}
	return []delivery.Button{{
		Text: r.plain(id, nil), URL: "https://t.me/" + r.Username() + "?start=" + payload,
	}}
}

// links are the commands that a link may open: t.me/bot?start=memory.
var links = map[string]func(r *request, ctx context.Context, c command) error{
	"memory":   (*request).memory,
	"tasks":    (*request).tasks,
	"help":     (*request).help,
	"settings": (*request).settings,
	"privacy":  (*request).privacy,
}

// linked follows a link into the private chat, from a group's message or from anywhere:
// one of links, or "lang_de", which sets the language and greets in it.
func (r *request) linked(ctx context.Context, payload string) (bool, error) {
	if open := links[payload]; open != nil {
		return true, open(r, ctx, command{Name: payload})
	}
	lang, ok := strings.CutPrefix(payload, "lang_")
	if !ok || !slices.Contains(r.cfg.Words.Languages(), lang) {
		return false, nil
	}
	r.person.Language = lang
	if err := r.cfg.People.Save(ctx, r.person); err != nil {
		return true, err
	}
	r.renameCommands(ctx, lang)
	return true, r.reply(ctx, "start.hello", templates.Data{"Name": r.person.Name})
}

// saidBy returns the names of who said what a memory holds; "" in a private chat, and when
// nobody knows.
func (r *request) saidBy(ctx context.Context, m memory.Memory) (string, error) {
	if !r.chat.Group() {
		return "", nil
	}
	h, err := r.cfg.Memory.History(ctx, r.scopes(), m.ID)
	if err != nil {
		return "", err
	}
	var names []string
	for _, id := range authors(h) {
		names = append(names, r.nameOf(ctx, id))
	}
	return strings.Join(names, ", "), nil
}

// nameOf is how somebody is called now.
func (r *request) nameOf(ctx context.Context, id string) string {
	if p, err := r.cfg.People.Get(ctx, id); err == nil && p.Name != "" {
		return p.Name
	}
	return r.plain("group.somebody", nil)
}
