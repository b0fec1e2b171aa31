package demo

import (
	"context"
	"fmt"
	"time"

	"keepsake/bot/simulator"
	"keepsake/demo/script"
	"keepsake/llm/scripted"
	"keepsake/memory"
)

// World is what scripts are played on.
var _ script.Stage = (*World)(nil)

// Act lets a person do a step of a script.
func (w *World) Act(_ context.Context, s script.Step, on int64, button string) error {
	p := w.Actor(s.Who).phone
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
	"document": func(p *simulator.Person, s script.Step) { p.Document("notes.txt", []byte("some notes\n"), s.Text) },
	"file":     func(p *simulator.Person, s script.Step) { p.Document(s.File, []byte(s.Data), s.Text) },
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

// Chat returns what a person's chat shows, for a script.
func (w *World) Chat(who string) []simulator.Message { return w.Actor(who).phone.Messages() }

// Toasts returns the texts that a person's taps were answered with.
func (w *World) Toasts(who string) []string {
	id := w.Actor(who).phone.ID()
	var out []string
	for _, e := range w.telegram.Events(0) {
		if e.Kind == "answer" && e.Tap != nil && e.Tap.From.ID == id && e.Tap.Text != "" {
			out = append(out, e.Tap.Text)
		}
	}
	return out
}

// Memories returns what is kept about a person, or what was deleted.
func (w *World) Memories(ctx context.Context, who string, deleted bool) ([]memory.Memory, error) {
	q := memory.ActiveQuery(w.scope(w.Actor(who)))
	q.Deleted = deleted
	ms, _, err := w.App().Memory.List(ctx, q)
	return ms, err
}

// Finds returns what was noticed in what a person said and is not kept, once everything that is due was read.
func (w *World) Finds(ctx context.Context, who string) ([]string, error) {
	role := w.role()
	for {
		if _, err := role.Agent.Ingest.Work(ctx); err != nil {
			return nil, err
		}
		due, err := w.App().Finds.Due(ctx, role.Config.Store(), 1)
		if err != nil {
			return nil, err
		}
		if len(due) == 0 {
			break
		}
	}
	found, err := w.App().Finds.Living(ctx, w.scope(w.Actor(who)))
	contents := make([]string, len(found))
	for i, f := range found {
		contents[i] = f.Content
	}
	return contents, err
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
