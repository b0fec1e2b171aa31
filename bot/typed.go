package bot

import (
	"context"

	"github.com/go-telegram/bot/models"

	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/people"
	"keepsake/session"
)

// Typed is the bot's commands, buttons and questions for a door where everything is typed:
// the same words, the same writes, the answers in the outbox under the door's own
// Config.Name, for it to show. It talks to nobody. Access is the door's business.
type Typed struct{ bot *Bot }

// At says whose words they are, where, and by what right they are written.
type At struct {
	Claim  delivery.Claim
	Place  session.Place
	Person people.Person
}

// NewTyped needs no token. Of the Config it uses what commands need.
func NewTyped(cfg Config) (*Typed, error) {
	if cfg.Name == "" {
		return nil, fault.Field("name", "the door needs a name")
	}
	cfg = cfg.withDefaults()
	return &Typed{&Bot{cfg: cfg, log: cfg.Log.With("bot", cfg.Name)}}, nil
}

// Command runs a line that is a command; ok=false: it is talk.
func (t *Typed) Command(ctx context.Context, at At, line string) (ok bool, err error) {
	line = maskWritten(line)
	c, ok := parseCommand(line)
	if !ok {
		return false, nil
	}
	_, err = t.perform(ctx, at, &request{message: &models.Message{Text: line}}, func(ctx context.Context, r *request) error {
		return r.command(ctx, c, commands)
	})
	return true, err
}

// Tap presses a button of a message (one of Outgoing.Messages) under which there are these
// rows. note is what a phone would show for a moment.
func (t *Typed) Tap(ctx context.Context, at At, message int64, rows [][]delivery.Button, pressed delivery.Button) (note string, err error) {
	r, err := t.perform(ctx, at, &request{tap: &tap{
		message: message, action: pressed.Action, ref: pressed.Ref, keyboard: rows,
	}}, func(ctx context.Context, r *request) error {
		handle := taps[pressed.Action]
		if handle == nil {
			r.note = r.plain("tap.unknown", nil)
			return nil
		}
		return handle(r, ctx)
	})
	if err != nil {
		return "", err
	}
	return r.note, nil
}

// Answer answers a question: an outgoing message with Body.ForceReply.
func (t *Typed) Answer(ctx context.Context, at At, asked delivery.Outgoing, answer string) error {
	_, err := t.perform(ctx, at, &request{message: &models.Message{Text: maskWritten(answer)}}, func(ctx context.Context, r *request) error {
		handle := forms[asked.Purpose]
		if handle == nil {
			return r.reply(ctx, "tap.unknown", nil)
		}
		return handle(r, ctx, asked)
	})
	return err
}

func (t *Typed) perform(ctx context.Context, at At, like *request, do func(ctx context.Context, r *request) error) (*request, error) {
	b := t.bot
	return b.perform(ctx, at.Claim, job{
		begin: func(ctx context.Context) (*request, error) {
			r := *like
			r.Bot, r.place = b, at.Place
			var err error
			if r.person, err = b.cfg.People.See(ctx, at.Person); err != nil {
				return nil, err
			}
			r.chat, err = b.cfg.People.Chat(ctx, r.place.Bot, r.place.Chat)
			return &r, err
		},
		do:     do,
		finish: func(context.Context) error { return nil },
	})
}
