package bot

import (
	"context"
	"slices"

	"keepsake/people"
	"keepsake/templates"
)

// commands are what a person can type. Each runs inside the request's transaction.
var commands = map[string]func(r *request, ctx context.Context, c command) error{
	"start":    (*request).start,
	"help":     (*request).help,
	"memory":   (*request).memory,
	"tasks":    (*request).tasks,
	"new":      (*request).newTalk,
	"stop":     (*request).stop,
	"settings": (*request).settings,
	"privacy":  (*request).privacy,
	"usage":    (*request).usage,
	"access":   (*request).access,
}

// start greets; with the code of a one-time link it first makes the person owner.
func (r *request) start(ctx context.Context, c command) error {
	if r.admitted(r.person) {
		if ok, err := r.linked(ctx, c.Args); ok || err != nil {
			return err
		}
	}
	if c.Args != "" && r.person.Access != people.Owner {
		err := r.cfg.People.ClaimOwner(ctx, c.Args, r.person.ID)
		switch {
		case err == nil:
			r.log.Info("owner link used")
			return r.reply(ctx, "start.owner", templates.Data{"Name": r.person.Name})
		case !refusal(err):
			return err
		case !r.admitted(r.person):
			return r.reply(ctx, "start.bad_link", nil)
		}
	}
	return r.reply(ctx, "start.hello", templates.Data{"Name": r.person.Name})
}

func (r *request) help(ctx context.Context, _ command) error {
	return r.reply(ctx, "help.text", nil)
}

// privacy tells what is kept, where, and for how long.
func (r *request) privacy(ctx context.Context, _ command) error {
	k := r.cfg.Kept
	if !slices.Contains([]string{"sqlite", "encrypted", "postgres"}, k.Where) {
		k.Where = "other"
	}
	if k.Model == "" {
		k.Model = r.plain("privacy.model", nil)
	}
	meaning := ""
	if k.Meaning != "" {
		meaning = r.word("privacy.meaning", templates.Data{"Host": k.Meaning})
	}
	if k.Voices != "" {
		meaning += r.word("privacy.voices", templates.Data{"Host": k.Voices})
	}
	return r.reply(ctx, "privacy.text", templates.Data{
		"Meaning": templates.Markdown(meaning),
		"Where":   r.plain("privacy.where."+k.Where, nil), "Model": k.Model,
		"Restorable": templates.Markdown(r.word("privacy.restorable", templates.Data{"Count": days(k.Deleted)})),
		"Traces":     templates.Markdown(r.word("privacy.traces", templates.Data{"Count": days(k.Handled)})),
	})
}

// newTalk ends the conversation, so that the next message begins another. What is
// remembered stays.
func (r *request) newTalk(ctx context.Context, _ command) error {
	person := r.person.ID
	if r.chat.Group() {
		person = ""
	}
	ended, err := r.cfg.Sessions.End(ctx, r.place, person)
	if err != nil {
		return err
	}
	switch {
	case !ended:
		return r.reply(ctx, "new.fresh", nil)
	case r.chat.Group():
		return r.reply(ctx, "group.new", nil)
	}
	return r.reply(ctx, "new.done", nil)
}
