package bot

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/go-telegram/bot/models"

	"keepsake/agent"
	"keepsake/bot/markdown"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/session"
	"keepsake/templates"
)

// request is one command, tap or answer being handled, inside one transaction that also
// stores what it answers and ends its inbox row: it is executed once. Handlers make no
// network call.
type request struct {
	*Bot
	person   people.Person // without an ID: somebody anonymous, a channel
	chat     people.Chat
	standing standing
	place    session.Place
	message  *models.Message // the command or the answer; nil for a tap
	tap      *tap            // nil otherwise
	note     string          // what a tap shows for a moment
	after    []func()        // once committed
	// instead, when set, is the work itself, with a transaction of its own that finish
	// joins; the request's transaction then only looked.
	instead func(ctx context.Context, finish func(ctx context.Context) error) error
}

// tap is a button pressed.
type tap struct {
	id      string // Telegram's, to be answered
	message int64  // the message the button is under
	action  string
	ref     string
	// keyboard is what stands under the message now.
	keyboard [][]delivery.Button
	face     markdown.Text // what it shows now
}

// readTap takes callback data apart: "action:ref".
func readTap(q *models.CallbackQuery, m *models.Message) *tap {
	t := &tap{id: q.ID, message: int64(m.ID), face: faceOf(m)}
	t.action, t.ref, _ = strings.Cut(q.Data, ":")
	if m.ReplyMarkup == nil {
		return t
	}
	for _, row := range m.ReplyMarkup.InlineKeyboard {
		var line []delivery.Button
		for _, k := range row {
			x := delivery.Button{Text: k.Text, URL: k.URL}
			x.Action, x.Ref, _ = strings.Cut(k.CallbackData, ":")
			line = append(line, x)
		}
		t.keyboard = append(t.keyboard, line)
	}
	return t
}

// control works the first row of a control lane; repeated taps on the same button that
// wait behind it are done with it.
func (b *Bot) control(ctx context.Context, claim delivery.Claim, rows []delivery.Update) (again bool, err error) {
	row := rows[0]
	if row.DueAt.After(b.now()) {
		return b.sleep(ctx, claim, row.DueAt)
	}
	u, err := decode(row)
	if err != nil {
		return false, b.blame(err, rows[:1], "")
	}
	done, taps := b.repeated(rows, u)
	ctx, span := working(ctx, done)
	defer func() { span.End(err) }()
	if err := b.execute(ctx, claim, u, done, taps); err != nil {
		return false, b.blame(err, done, "")
	}
	return true, nil
}

// execute handles one request and ends its rows, in one transaction.
func (b *Bot) execute(ctx context.Context, claim delivery.Claim, u *models.Update, rows []delivery.Update, taps []string) error {
	rank, err := b.standingOf(ctx, u, messageOf(u))
	if err != nil {
		return err
	}
	r, err := b.perform(ctx, claim, job{
		begin:  func(ctx context.Context) (*request, error) { return b.newRequest(ctx, u, rank) },
		do:     func(ctx context.Context, r *request) error { return r.route(ctx, u) },
		finish: func(ctx context.Context) error { return b.cfg.Delivery.Finish(ctx, rowIDs(rows)) },
	})
	if err != nil {
		return err
	}
	for _, id := range taps {
		if b.hurries.done(id) {
			b.answerTap(ctx, id, r.note)
		}
	}
	return nil
}

// job is a request to be performed: how it begins, what it does, and what ends it.
type job struct {
	begin  func(ctx context.Context) (*request, error)
	do     func(ctx context.Context, r *request) error
	finish func(ctx context.Context) error
}

// perform does a request in one transaction. One that may not be done is rolled back and
// answered with the reason instead.
func (b *Bot) perform(ctx context.Context, claim delivery.Claim, j job) (r *request, err error) {
	err = b.inTx(ctx, claim, func(ctx context.Context) (err error) {
		if r, err = j.begin(ctx); err != nil {
			return err
		}
		if err := j.do(ctx, r); err != nil || r.instead != nil {
			return err
		}
		return j.finish(ctx)
	})
	if err == nil && r.instead != nil {
		err = r.instead(ctx, j.finish)
	}
	if refusal(err) {
		cause := err
		err = b.inTx(ctx, claim, func(ctx context.Context) (err error) {
			if r, err = j.begin(ctx); err != nil {
				return err
			}
			if err := r.refuse(ctx, cause); err != nil {
				return err
			}
			return j.finish(ctx)
		})
	}
	if err != nil {
		return nil, err
	}
	for _, f := range r.after {
		f()
	}
	return r, nil
}

// repeated returns the first row with those behind it that are the same tap again, and
// the ids of all these taps.
func (b *Bot) repeated(rows []delivery.Update, first *models.Update) (done []delivery.Update, taps []string) {
	done = rows[:1:1]
	if first.CallbackQuery == nil {
		return done, nil
	}
	taps = []string{first.CallbackQuery.ID}
	for _, row := range rows[1:] {
		u, err := decode(row)
		if err != nil || u.CallbackQuery == nil || u.CallbackQuery.Data != first.CallbackQuery.Data ||
			messageOf(u) == nil || messageOf(u).ID != messageOf(first).ID {
			continue
		}
		done, taps = append(done, row), append(taps, u.CallbackQuery.ID)
	}
	return done, taps
}

func (b *Bot) newRequest(ctx context.Context, u *models.Update, rank standing) (*request, error) {
	m := messageOf(u)
	if m == nil || sender(u) == nil && m.SenderChat == nil {
		return nil, errors.New("stored update has no sender")
	}
	p, err := b.personIn(ctx, sender(u), m)
	if err != nil {
		return nil, err
	}
	r := &request{Bot: b, person: p, standing: rank, place: b.placeOf(m), message: m}
	if r.chat, err = b.cfg.People.Chat(ctx, r.place.Bot, r.place.Chat); err != nil {
		return nil, err
	}
	if u.CallbackQuery != nil {
		r.message, r.tap = nil, readTap(u.CallbackQuery, m)
	}
	return r, nil
}

// personIn returns who writes: a person, or whoever writes in the name of a chat.
func (b *Bot) personIn(ctx context.Context, from *models.User, m *models.Message) (people.Person, error) {
	if from == nil {
		return stranger(m), nil
	}
	return b.cfg.People.See(ctx, personOf(from))
}

// route decides what a request is and whether its sender may.
func (r *request) route(ctx context.Context, u *models.Update) error {
	if u.MyChatMember != nil {
		return r.memberChanged(ctx, u.MyChatMember)
	}
	if r.message != nil {
		if from, to, ok := moved(r.message); ok {
			return r.moveChat(ctx, from, to)
		}
	}
	if err := r.reopen(ctx, &r.chat); err != nil {
		return err
	}
	if r.chat.Group() {
		return r.routeGroup(ctx)
	}
	c, isCommand := command{}, false
	if r.message != nil {
		c, isCommand = r.commandFor(r.message)
	}
	// The owner link is how somebody without access gets it.
	if isCommand && c.Name == "start" && c.Args != "" && r.person.Access != people.Blocked {
		return r.start(ctx, c)
	}
	if !r.admitted(r.person) {
		return r.turnAway(ctx)
	}
	switch {
	case r.tap != nil:
		handle := taps[r.tap.action]
		if handle == nil {
			r.note = r.plain("tap.unknown", nil)
			return nil
		}
		return handle(r, ctx)
	case isCommand:
		return r.command(ctx, c, commands)
	}
	return r.answer(ctx)
}

// command runs a command of those there are in this kind of chat.
func (r *request) command(ctx context.Context, c command, known map[string]func(r *request, ctx context.Context, c command) error) error {
	if handle := known[c.Name]; handle != nil {
		return handle(r, ctx, c)
	}
	return r.reply(ctx, "command.unknown", templates.Data{"Name": c.Name})
}

// answer takes a message as the answer to a question of ours, if it is one.
func (r *request) answer(ctx context.Context) error {
	asked, ok, err := r.question(ctx, r.message)
	if err != nil || !ok {
		return err
	}
	return forms[asked.Purpose](r, ctx, asked)
}

// refusal reports whether an error is something to tell the person, not to try again.
func refusal(err error) bool {
	if err == nil || errors.Is(err, delivery.ErrLeaseLost) {
		return false
	}
	switch fault.KindOf(err) {
	case fault.Invalid, fault.NotFound, fault.Conflict, fault.Denied:
		return true
	}
	return false
}

// scopes returns whose memories the person may see and change here: in a group the
// group's, and nobody's own.
func (r *request) scopes() []memory.Scope {
	if r.chat.Group() {
		return []memory.Scope{agent.GroupScope(r.cfg.Store, r.place, r.chat.TopicMemory)}
	}
	return []memory.Scope{{Store: r.cfg.Store, Kind: memory.User, ID: r.person.ID}}
}

func (r *request) actor() memory.Actor {
	return memory.Actor{Kind: memory.ActorPerson, ID: r.person.ID}
}

// put stores a message to this person here.
func (r *request) put(ctx context.Context, o delivery.Outgoing) error {
	o.Bot, o.Chat, o.Topic, o.Person = r.place.Bot, r.place.Chat, r.place.Topic, r.person.ID
	if o.Kind == "" {
		o.Kind = delivery.Send
		if r.chat.Group() && r.message != nil { // among many it must be seen whom it answers
			o.ReplyTo = int64(r.message.ID)
		}
	}
	_, err := r.cfg.Delivery.Put(ctx, o)
	return err
}

// send answers with a new message.
func (r *request) send(ctx context.Context, body delivery.Body) error {
	return r.put(ctx, delivery.Outgoing{Body: body})
}

// show answers a tap by replacing the message it is under, a command by a new message.
func (r *request) show(ctx context.Context, body delivery.Body) error {
	if r.tap == nil {
		return r.send(ctx, body)
	}
	return r.put(ctx, delivery.Outgoing{Kind: delivery.Edit, Target: r.tap.message, Body: body})
}

// reply answers with a sentence.
func (r *request) reply(ctx context.Context, id string, data templates.Data) error {
	return r.send(ctx, delivery.Body{Text: r.say(r.person, id, data)})
}

// ask asks a question whose answer the form of this purpose takes.
func (r *request) ask(ctx context.Context, purpose, ref, question, hint string) error {
	return r.put(ctx, delivery.Outgoing{
		Purpose: purpose, Ref: ref,
		Body: delivery.Body{Text: question, ForceReply: true, Hint: hint},
	})
}

// word says a sentence to this person.
func (r *request) word(id string, data templates.Data) string { return r.say(r.person, id, data) }

// button is a button of one of our actions.
func (r *request) button(id, action, ref string) delivery.Button {
	return delivery.Button{Text: r.plain(id, nil), Action: action, Ref: ref}
}

// zone is the person's time zone.
func (r *request) zone() *time.Location {
	if z, err := people.LoadZone(r.person.TimeZone); err == nil {
		return z
	}
	return r.cfg.Zone
}
