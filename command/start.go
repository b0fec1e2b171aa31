package command

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"keepsake/command/browser"
	"keepsake/people"
	"keepsake/templates"
)

// start is /start. It greets; with the code of a one-time link it first makes the person
// owner, with the payload of a link it opens what that is for.
func (h *handling) start(ctx context.Context) error {
	payload := h.line.Args
	if h.s.Admits(h.Person) {
		if opened, err := h.openLink(ctx, payload); opened || err != nil {
			return err
		}
	}
	if payload != "" && h.Person.Access != people.Owner {
		err := h.s.People.ClaimOwner(ctx, h.Actor(), payload)
		switch {
		case err == nil:
			h.s.log().Info("owner link used")
			h.Person.Access = people.Owner
			h.language = &h.Person.Language
			h.Reply("start.owner", h.greeting())
			return nil
		case !isRefusal(err):
			return err
		case !h.s.Admits(h.Person) && isPlace(payload):
			return h.turnAway(ctx, true)
		case !h.s.Admits(h.Person):
			h.Reply("start.bad_link", nil)
			return nil
		}
	}
	if h.Person.Access == people.Owner { // of an owner whose menu was never set, or is an older one
		h.language = &h.Person.Language
	}
	h.Reply("start.hello", h.greeting())
	return nil
}

// greeting is what greetings say. Self is the bot's name on the platform or, at a keyboard, in the house.
func (h *handling) greeting() templates.Data {
	return templates.Data{"Self": cmp.Or(h.req.Self.Name, h.s.Name), "Name": h.Person.FirstName(), "Forgets": h.s.Forgets, "Owner": h.Person.Access == people.Owner}
}

// isPlace reports whether a link's payload names something that openLink may open, and so is no code of an owner link: a button in a group
// gives it to people who are not let in as well.
func isPlace(payload string) bool {
	c, ok := find(payload)
	return ok && c.linked || slices.ContainsFunc([]string{"memory_", "decide_", "web_", "lang_"}, func(of string) bool { return strings.HasPrefix(payload, of) })
}

// openLink follows a link into the private chat, from a group's message or from anywhere:
// the name of a command that may be linked, "memory_ID" and "decide_ID", which show a memory and what
// another assistant asks to write, "web_NUMBER", which leads to the page of a group, or "lang_de", which sets the language and greets in it. It reports whether the payload was one.
func (h *handling) openLink(ctx context.Context, payload string) (bool, error) {
	if c, ok := find(payload); ok && c.linked {
		h.line = Line{Name: payload}
		return true, c.private(h, ctx)
	}
	if id, ok := strings.CutPrefix(payload, "memory_"); ok {
		return true, h.s.memories().ShowLinked(ctx, h.Answer, id)
	}
	if id, ok := strings.CutPrefix(payload, "decide_"); ok {
		return true, h.s.memories().ShowProposal(ctx, h.Answer, id)
	}
	if done, err := browser.Follow(ctx, h.Answer, h.s.PageLink, payload); done || err != nil {
		return true, err
	}
	lang, ok := strings.CutPrefix(payload, "lang_")
	if !ok || !slices.Contains(h.s.Words.Languages(), lang) {
		return false, nil
	}
	h.Person.Language = lang
	if err := h.s.People.SaveSettings(ctx, h.Actor(), h.Person); err != nil {
		return true, err
	}
	h.language = &lang
	h.Reply("start.hello", h.greeting())
	return true, nil
}

// groupStart is /start in a group that is served.
func (h *handling) groupStart(context.Context) error {
	h.Reply("group.hello", h.selfData())
	return nil
}
