package bot

import (
	"context"
	"errors"
	"time"

	"keepsake/bot/markdown"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/task"
	"keepsake/templates"
	"keepsake/text"
)

func (b *Bot) language(p people.Person) string {
	return b.cfg.Words.Match(p.Language, p.ClientLang)
}

// say returns a sentence as Markdown, in the person's language.
func (b *Bot) say(p people.Person, id string, data templates.Data) string {
	return b.cfg.Words.Say(b.language(p), id, data)
}

// plain returns a sentence as plain text, for buttons, notes and hints, which have no
// formatting.
func (r *request) plain(id string, data templates.Data) string {
	return markdown.Render(r.say(r.person, id, data)).Text
}

// when says a moment in the person's language, on their clock.
func (r *request) when(style templates.DateStyle, t time.Time) string {
	return r.cfg.Words.When(r.language(r.person), style, t.In(r.zone()))
}

func (r *request) moment(t time.Time) string { return r.when(templates.Moment, t) }

// heading is a category as people read it, plain: the usual ones in their language, any
// other as it was named.
func (r *request) heading(category string) string {
	if id := "category." + text.Fold(category); r.cfg.Words.Has(id) {
		return r.plain(id, nil)
	}
	return titled(category)
}

// shown is what somebody wrote, as Markdown that shows it exactly, hidden characters too.
func shown(s string) templates.Markdown {
	return templates.Markdown(text.Escape(text.Visible(s)))
}

// refusals are the words for errors that are a person's business, most precise first.
var refusals = []struct {
	err error
	say string
}{
	{errNotMine, "group.not_mine"},
	{errAdminOnly, "group.admins_only"},
	{memory.ErrNotFound, "memory.not_found"},
	{memory.ErrSecret, "memory.secret"},
	{memory.ErrReadOnly, "memory.read_only"},
	{memory.ErrUnchanged, "memory.unchanged"},
	{memory.ErrUndone, "memory.undone_before"},
	{memory.ErrDecided, "memory.decided_before"},
	{memory.ErrKnown, "memory.known"},
	{memory.ErrSimilar, "memory.known"},
	{memory.ErrConflict, "memory.conflict"},
	{task.ErrNotFound, "tasks.not_found"},
	{task.ErrDone, "tasks.done_before"},
	{task.ErrOpen, "tasks.open_before"},
	{people.ErrLink, "start.bad_link"},
	{people.ErrOwner, "access.is_owner"},
	{people.ErrNotFound, "access.gone"},
	{errOwnerOnly, "access.owners_only"},
}

// refuse tells the person why a request was not done; to a tap as a short note.
func (r *request) refuse(ctx context.Context, cause error) error {
	id := "error.generic"
	var f *fault.Error
	if errors.As(cause, &f) && f.Kind == fault.Invalid {
		switch f.Field {
		case "content":
			id = "memory.bad_content"
		case "time_zone":
			id = "settings.bad_zone"
		}
	}
	for _, known := range refusals {
		if errors.Is(cause, known.err) {
			id = known.say
			break
		}
	}
	if r.tap != nil {
		r.note = text.Cut(r.plain(id, nil), 190)
		return nil
	}
	return r.reply(ctx, id, nil)
}

// apologize tells the people of rows that were given up.
func (b *Bot) apologize(ctx context.Context, rows []delivery.Update) error {
	told := map[string]bool{}
	for _, row := range rows {
		if row.Person == "" || told[row.Person] {
			continue
		}
		told[row.Person] = true
		p, err := b.cfg.People.Get(ctx, row.Person)
		if err != nil {
			p = people.Person{ID: row.Person}
		}
		_, _, topic, _ := delivery.LanePlace(row.Lane)
		_, err = b.cfg.Delivery.Put(ctx, delivery.Outgoing{
			Bot: b.cfg.Name, Chat: row.Chat, Topic: topic, Person: row.Person, Kind: delivery.Send,
			Body: delivery.Body{Text: b.say(p, "error.given_up", nil)},
		})
		if err != nil {
			return err
		}
	}
	return nil
}
