package demo

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"keepsake/agent"
	"keepsake/app"
	"keepsake/bot/simulator"
	"keepsake/demo/script"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/scope"
	"keepsake/session"
)

// World is what scripts are played on.
var _ script.Stage = (*World)(nil)

// Act lets a person do a step of a script.
func (w *World) Act(_ context.Context, s script.Step, on int64, button string) error {
	p := w.seat(s.Who).phone
	switch s.Verb {
	case script.Say:
		p.Say(s.Text)
	case script.Reply:
		p.Reply(on, s.Text)
	case script.Edit:
		p.Edit(on, s.Text)
	case script.Forward:
		p.Forward(s.What, s.Text)
	case script.Tap:
		_, err := p.Press(on, button)
		return err
	case script.React:
		w.react(p, on, s.Text)
	case script.Send:
		senders[s.What](p.WithForward(s.From), s)
	}
	return nil
}

// senders send what a script calls by a name.
var senders = map[string]func(*simulator.Person, script.Step){
	"photo":    func(p *simulator.Person, s script.Step) { p.Photo(s.Text) },
	"album":    func(p *simulator.Person, s script.Step) { p.Album(s.Text, "") },
	"sticker":  func(p *simulator.Person, _ script.Step) { p.Sticker("🙂") },
	"voice":    func(p *simulator.Person, s script.Step) { p.VoiceOf(scripted.Recording(s.Text), 3) },
	"location": func(p *simulator.Person, _ script.Step) { p.Location(48.21, 16.37) }, // Vienna
	"document": func(p *simulator.Person, s script.Step) { p.Document("notes.txt", []byte("some notes\n"), s.Text) },
	"file":     func(p *simulator.Person, s script.Step) { p.Document(s.File, []byte(s.Data), s.Text) },
}

// react lets a person react to a message, as Telegram tells a bot of it.
func (w *World) react(p *simulator.Person, message int64, emoji string) {
	w.telegram.Push("message_reaction", map[string]any{
		"chat": map[string]any{"id": p.Chat(), "type": "private"}, "message_id": message, "date": w.Now().Unix(),
		"user": map[string]any{"id": p.ID(), "is_bot": false, "first_name": "A person"}, "old_reaction": []any{},
		"new_reaction": []any{map[string]any{"type": "emoji", "emoji": emoji}},
	})
}

// Settle returns when the bot has nothing left to do: every update is taken, handled and
// answered, every tap answered, every message shown.
func (w *World) Settle(ctx context.Context) error {
	again := time.NewTicker(10 * time.Millisecond) // what is marked in the store tells nobody
	defer again.Stop()
	for {
		changed := w.telegram.NextChange()
		rest, err := w.atRest(ctx)
		if rest || err != nil {
			return err
		}
		select {
		case <-changed:
		case <-again.C:
		case err := <-w.failed:
			return err
		case <-ctx.Done():
			return fmt.Errorf("%d updates are not taken, %d taps not answered: %w",
				w.telegram.PendingUpdates(), len(w.telegram.UnansweredTaps()), ctx.Err())
		}
	}
}

func (w *World) atRest(ctx context.Context) (bool, error) {
	if w.telegram.PendingUpdates() > 0 || len(w.telegram.UnansweredTaps()) > 0 {
		return false, nil
	}
	for _, r := range w.App().Roles {
		if n, err := w.App().Delivery.Unsettled(ctx, r.Name); err != nil || n > 0 {
			return false, err
		}
	}
	return true, nil
}

// Chat returns what a person's chat, or a topic of a group, shows, for a script.
func (w *World) Chat(who string) []simulator.Message {
	s := w.seat(who)
	return slices.DeleteFunc(s.phone.Messages(), func(m simulator.Message) bool { return m.Topic != s.topic })
}

// Toasts returns the texts that a person's taps were answered with.
func (w *World) Toasts(who string) []string {
	id := w.seat(who).ownPhone().ID()
	var out []string
	for _, e := range w.telegram.Events(0) {
		if e.Kind == "answer" && e.Tap != nil && e.Tap.From.ID == id && e.Tap.Text != "" {
			out = append(out, e.Tap.Text)
		}
	}
	return out
}

// Memories returns what is kept about a person or of a group, or what was deleted.
func (w *World) Memories(ctx context.Context, who string, deleted bool) ([]memory.Memory, error) {
	owner, err := w.ownerOf(ctx, who)
	if err != nil {
		return nil, err
	}
	q := memory.ActiveQuery(owner)
	q.Deleted = deleted
	ms, _, err := w.App().Memory.List(ctx, q)
	return ms, err
}

// ownerOf returns whose memory a person of a script speaks of: theirs, their group's, or its topic's where each has its own.
func (w *World) ownerOf(ctx context.Context, who string) (scope.Scope, error) {
	s := w.seat(who)
	if s.topic == 0 {
		return s.owner, nil
	}
	place := session.Place{Bot: w.role().Name, Chat: s.phone.Chat(), Topic: s.topic}
	c, err := w.App().People.Chat(ctx, place.Bot, place.Chat)
	return agent.GroupScope(s.owner.Store, place, c.TopicMemory), err
}

// Finds returns what was noticed in what a person or a group said and is not kept, once everything that is due was read.
func (w *World) Finds(ctx context.Context, who string) ([]string, error) {
	if err := w.read(ctx); err != nil {
		return nil, err
	}
	owner, err := w.ownerOf(ctx, who)
	if err != nil {
		return nil, err
	}
	found, err := w.App().Finds.Living(ctx, owner)
	contents := make([]string, len(found))
	for i, f := range found {
		contents[i] = f.Content
	}
	return contents, err
}

// read reads the conversations that are due and makes the digests that are due, until nothing more can be done, and waits
// for the conversations that the bot's own worker is reading; of each store once.
func (w *World) read(ctx context.Context) error {
	var stores []string
	for _, r := range append([]*app.Role{w.role()}, w.App().Roles...) {
		if store := r.Config.Store(); !slices.Contains(stores, store) {
			stores = append(stores, store)
			if err := w.readStore(ctx, r); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *World) readStore(ctx context.Context, role *app.Role) error {
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for {
		finds, err1 := role.Agent.Ingest.Work(ctx)
		_, err2 := role.Agent.Forming.Wake(ctx)
		digests, err3 := role.Agent.Forming.Work(ctx)
		recent, err4 := w.App().Finds.Recent(ctx, role.Config.Store(), 100)
		if err := errors.Join(err1, err2, err3, err4); err != nil {
			return err
		}
		isRunning := slices.ContainsFunc(recent, func(o candidate.Outcome) bool { return o.State == candidate.Running })
		if finds+digests == 0 && !isRunning {
			return nil
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Tasks returns the titles of a person's open tasks.
func (w *World) Tasks(ctx context.Context, who string) ([]string, error) {
	scope := w.scope(w.Actor(who))
	ts, err := w.App().DB.Tasks().List(ctx, scope.Store, scope.ID, false, 100, 0)
	titles := make([]string, len(ts))
	for i, t := range ts {
		titles[i] = t.Title
	}
	return titles, err
}

// Prompts returns the requests that the scripted model got; none with a real one.
func (w *World) Prompts() (out []scripted.Prompt) {
	if w.model == nil {
		return nil
	}
	for _, r := range w.model.Requests() {
		if r.Prompt.Person() != "" && len(r.Prompt.Tools) > 0 {
			out = append(out, r.Prompt)
		}
	}
	return out
}
