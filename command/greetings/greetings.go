// Package greetings is what people asked to be sent unasked: a good morning with what the day holds, and a word on
// birthdays that they told. Nobody gets any of it who did not switch it on; the question whether they want a word on
// birthdays comes once, when the first one is kept.
//
// A birthday is read from the memory itself each morning (package phrase/moment), as it was said when it was kept: so what
// is forgotten, corrected or archived needs no second look anywhere.
//
// What is sent and that it was sent are one commit (people.Greeting.LastDay): it comes once a day, whatever is killed in
// between. It never comes in quiet hours, and a good morning at most four hours late.
//
// Start reading at Desk.SendDue (the schedule) and Desk.Tap (the buttons).
package greetings

import (
	"context"
	"slices"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/agent/receipt"
	"keepsake/clock"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/phrase/moment"
	"keepsake/phrase/spoken"
	"keepsake/scope"
	"keepsake/task"
	"keepsake/templates"
	"keepsake/text"
	"keepsake/tx"
)

const (
	// batch is how many people one transaction looks after.
	batch = 20
	// late is how long after its time a good morning is still said.
	late = 4 * time.Hour
	// soon is how long nobody looks at most, so that another clock or other quiet hours are heard of.
	soon = time.Hour
	// mostTasks is how many tasks of the day are named.
	mostTasks = 10
)

// Desk sends what people want to be sent, and asks what that is.
type Desk struct {
	Bot, Store string
	Memory     *memory.Service
	People     *people.Service
	Tasks      *task.Service
	Delivery   *delivery.Service
	Words      *templates.Words
	Zone       *time.Location // of people who chose none
	Quiet      people.Hours   // of people who chose none
	Forgets    bool           // nothing is remembered here
	Admits     func(people.Person) bool
	Tx         tx.Runner
	Now        clock.Now
}

// SendDue puts what is due into the outbox and returns how many messages that were.
func (d *Desk) SendDue(ctx context.Context) (sent int, err error) {
	for {
		var n, put int
		err := d.Tx.InTx(ctx, func(ctx context.Context) error {
			n, put = 0, 0
			due, err := d.People.DueGreetings(ctx, actor.OfSystem(), d.Bot, batch)
			for _, g := range due {
				isPut, err := d.send(ctx, g)
				if err != nil {
					return err
				}
				if isPut {
					put++
				}
			}
			n = len(due)
			return err
		})
		if err != nil {
			return sent, err
		}
		if sent += put; n < batch {
			return sent, nil
		}
	}
}

// send sends a person what this day holds, and plans when to look again.
func (d *Desk) send(ctx context.Context, g people.Greeting) (put bool, err error) {
	p, err := d.People.Get(ctx, g.Person)
	if err != nil {
		return false, err
	}
	chat, err := d.People.Chat(ctx, g.Bot, g.Chat)
	if err != nil {
		return false, err
	}
	now := d.Now.UTC().In(people.ZoneOf(p, d.Zone))
	quiet := people.QuietHoursOf(p, d.Quiet)
	today, at := people.DayOf(now), dueOn(now, g.Hour, quiet)
	if g.LastDay != today && !now.Before(at) && !quiet.Contains(now) {
		g.LastDay = today
		if d.Admits(p) && !p.Private && !chat.Closed {
			body, err := d.compose(ctx, g, p, now, now.Sub(at) > late)
			if err != nil {
				return false, err
			}
			if put = body.Text != ""; put {
				if _, err := d.Delivery.Put(ctx, delivery.Outgoing{
					Bot: g.Bot, Chat: g.Chat, Person: g.Person, Kind: delivery.Send, State: delivery.Ready, DueAt: now.UTC(), Body: body,
				}); err != nil {
					return false, err
				}
			}
		}
	}
	g.NextAt = nextLook(g, now, quiet)
	return put, d.People.SaveGreeting(ctx, actor.OfSystem(), g)
}

// dueOn returns when a person is greeted on the day of a time, by the clock of its zone: at their hour, or when their quiet
// hours are over.
func dueOn(day time.Time, hour int, quiet people.Hours) time.Time {
	y, m, d := day.Date()
	return quiet.After(time.Date(y, m, d, hour, 0, 0, 0, day.Location()))
}

// nextLook returns when to look again.
func nextLook(g people.Greeting, now time.Time, quiet people.Hours) *time.Time {
	next := dueOn(now, g.Hour, quiet)
	if g.LastDay == people.DayOf(now) || !next.After(now) {
		next = dueOn(now.AddDate(0, 0, 1), g.Hour, quiet)
	}
	if most := now.Add(soon); next.After(most) {
		next = most
	}
	next = next.UTC()
	return &next
}

// compose writes what a day holds for a person, "" = nothing.
func (d *Desk) compose(ctx context.Context, g people.Greeting, p people.Person, now time.Time, isLate bool) (delivery.Body, error) {
	lang := d.Words.Match(p.Languages()...)
	say := func(id string, data templates.Data) string { return d.Words.Say(lang, id, data) }
	var lines []string
	var row []delivery.Button
	if g.Mornings && !isLate {
		lines = append(lines, say("greet.morning", templates.Data{"Name": p.FirstName()}))
		row = append(row, delivery.Button{Text: say("button.greet_stop_mornings", nil), Action: Action, Ref: refStopMornings})
	}
	if g.Birthdays {
		birthdays, err := d.birthdays(ctx, p, now)
		if err != nil {
			return delivery.Body{}, err
		}
		for _, b := range birthdays {
			if b.own {
				lines = append(lines, say("greet.own", templates.Data{"Name": p.FirstName()}))
				continue
			}
			data := templates.Data{"Content": b.content}
			if !b.told.IsZero() {
				data["Told"] = d.Words.FormatTime(lang, templates.DueDay, b.told)
			}
			lines = append(lines, say("greet.birthday", data))
		}
		if len(birthdays) > 0 {
			row = append(row, delivery.Button{Text: say("button.greet_stop_birthdays", nil), Action: Action, Ref: refStopBirthdays})
		}
	}
	if len(lines) == 0 {
		return delivery.Body{}, nil
	}
	if g.Mornings && !isLate {
		tasks, err := d.tasks(ctx, p, now)
		if err != nil {
			return delivery.Body{}, err
		}
		for i, t := range tasks {
			if i == 0 {
				lines = append(lines, "\n"+say("greet.tasks", nil))
			}
			at := ""
			if !t.AllDay {
				at = d.Words.FormatTime(lang, templates.Clock, t.DueAt.In(now.Location()))
			}
			lines = append(lines, say("greet.task", templates.Data{"Title": answer.Literal(text.OneLine(t.Title)), "Time": at}))
		}
	}
	return delivery.Body{Text: strings.Join(lines, "\n"), Buttons: rows(row)}, nil
}

// rows returns each button in a row of its own.
func rows(buttons []delivery.Button) (rows [][]delivery.Button) {
	for _, b := range buttons {
		rows = append(rows, []delivery.Button{b})
	}
	return rows
}

// birthday is one that is today.
type birthday struct {
	content templates.Markdown
	own     bool
	told    time.Time // when it was kept, where the day follows from that
}

// birthdays returns those of a day, the person's own first and once.
func (d *Desk) birthdays(ctx context.Context, p people.Person, now time.Time) (today []birthday, err error) {
	if d.Forgets {
		return nil, nil
	}
	ms, err := d.Memory.Find(ctx, memory.ActiveQuery(scope.Scope{Store: d.Store, Kind: scope.User, ID: p.ID}))
	for _, m := range ms {
		b, ok := moment.FindBirthday(m.Content, m.UpdatedAt.In(now.Location()))
		isOwn := func(o birthday) bool { return o.own }
		if !ok || !b.IsOn(now) || b.Own && slices.ContainsFunc(today, isOwn) {
			continue
		}
		x := birthday{content: templates.Markdown(text.Escape(text.Visible(spoken.ToUser(m.Content)))), own: b.Own}
		if b.Near {
			x.told = m.UpdatedAt.In(now.Location())
		}
		if b.Own {
			today = slices.Insert(today, 0, x)
			continue
		}
		today = append(today, x)
	}
	return today, err
}

// tasks returns the first tasks that are due on a day.
func (d *Desk) tasks(ctx context.Context, p people.Person, now time.Time) (due []task.Task, err error) {
	ts, _, err := d.Tasks.List(ctx, d.Store, p.ID, false, 0, 0)
	for _, t := range ts {
		if t.DueAt != nil && people.DayOf(t.DueAt.In(now.Location())) == people.DayOf(now) && len(due) < mostTasks {
			due = append(due, t)
		}
	}
	return due, err
}

// AfterKeeping asks, once ever, whether the person wants a word on birthdays, when one was kept by a tap.
func (d *Desk) AfterKeeping(ctx context.Context, a *answer.Answer, content string) error {
	if _, ok := moment.FindBirthday(content, a.Now); !ok || a.Chat.IsGroup() || d.Forgets || !people.MayAsk(a.Person, scope.Scope{Kind: scope.User}) {
		return nil
	}
	ask, err := d.People.AskAboutBirthdays(ctx, actor.OfSystem(), d.Bot, a.Person.ID, "")
	if err == nil && ask {
		v := receipt.Voice{Words: a.Words, Lang: a.Language()}
		line, row := receipt.BirthdayQuestion(v)
		a.Send(delivery.Body{Text: line, Buttons: [][]delivery.Button{row}})
	}
	return err
}
