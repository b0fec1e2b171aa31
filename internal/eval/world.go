package eval

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/phrase/request"
	"keepsake/scope"
)

// botName is the bot's role in a world without role files.
const botName = "keepsake"

// World is the whole app beside a simulated Telegram, on a SQLite file of its own, with a Tape as its model.
type World struct {
	tg    *simulator.Server
	model *scripted.Server
	app   *app.App
	dir   string
	stop  func() error
	next  int64 // id of the next person
	shift atomic.Int64
}

// noon is when all worlds begin: a Sunday, so that requests have the same dates in every run.
var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// NewWorld starts the app with a tape as its model.
func NewWorld(ctx context.Context, tape *Tape) (*World, error) {
	return newWorld(ctx, tape, func(*settings.Config) {})
}

// newWorld starts the app with settings that change makes of those of a world.
func newWorld(ctx context.Context, brain scripted.Brain, change func(*settings.Config)) (*World, error) {
	dir, err := os.MkdirTemp("", "keepsake-eval-")
	if err != nil {
		return nil, err
	}
	w := &World{dir: dir, next: 10_000}
	now := shifted{time.Now(), &w.shift}.now
	w.tg = simulator.New(simulator.Options{Now: now})
	w.model = scripted.New(scripted.Options{Brain: brain})
	c := settings.Defaults()
	c.Telegram.Token, c.Telegram.APIURL = settings.Secret(w.tg.Token()), w.tg.URL()
	c.Telegram.Quiet, c.Telegram.Rate, c.Telegram.ChatRate, c.Telegram.GroupRate = 0, 1e6, 1e6, 1e6
	c.Model.BaseURL, c.Model.Name = w.model.URL(), scripted.DefaultModel
	c.Model.Timeout, c.Model.FirstByte = patience, patience // the tape answers only once the model has
	c.DatabaseURL, c.Access = settings.Secret("sqlite:"+filepath.Join(dir, "keepsake.db")), settings.AccessOpen
	change(&c)
	if w.app, err = app.New(ctx, c, app.Options{Now: now}); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	done := make(chan error, 1)
	go func() { done <- w.app.Run(running) }()
	w.stop = func() error { cancel(); return <-done }
	return w, nil
}

// patience is how long one answer of a model may take: small models on a processor are slow.
const patience = 15 * time.Minute

// Close ends the app and removes its files. It returns which rules of Telegram and of Chat Completions were broken.
func (w *World) Close() (err error) {
	if w.stop != nil {
		err = w.stop()
		if v := append(w.tg.Violations(), w.model.Violations()...); len(v) > 0 {
			err = errors.Join(err, fmt.Errorf("rules were broken %d times: %.1000q", len(v), v[:min(len(v), 5)]))
		}
	}
	w.tg.Close()
	w.model.Close()
	return errors.Join(err, os.RemoveAll(w.dir))
}

// Seen is what became of one message of a person.
type Seen struct {
	Kinds   []string // sorted
	Facts   []string // contents stored, updated, offered or waiting
	Updated []string // what the updated memories held before
	Quotes  []string // what the facts rest on, as the store has it
	Tasks   []string // titles made or proposed
	Reply   string   // of the bot, without what stands under the line
}

// player is a person with what was true of them before their last message.
type player struct {
	w        *World
	d        Dialogue
	phone    *simulator.Person
	memories map[string]memory.Memory
	asked    map[string]bool // ids of decisions that were open
	last     int64           // id of the last message of the chat
	seen     []Seen
}

// Play plays dialogues, each with a person of its own, and returns what became of every message. parallel dialogues
// run side by side.
func (w *World) Play(ctx context.Context, ds []Dialogue, parallel int) (map[string][]Seen, error) {
	out := map[string][]Seen{}
	for some := range slices.Chunk(ds, max(1, parallel)) {
		players, err := w.talk(ctx, some, func(p *player, turn int) error { return p.look(ctx, turn) })
		if err != nil {
			return nil, err
		}
		for _, p := range players {
			out[p.d.ID] = p.seen
		}
	}
	return out, nil
}

// talk invites a person to each dialogue and lets all say what they say, side by side; look is called for each of them
// once a turn is answered.
func (w *World) talk(ctx context.Context, ds []Dialogue, look func(p *player, turn int) error) ([]*player, error) {
	players := make([]*player, len(ds))
	for i, d := range ds {
		var err error
		if players[i], err = w.invite(ctx, d); err != nil {
			return nil, fmt.Errorf("%s: %w", d.ID, err)
		}
	}
	w.shift.Add(int64(2 * time.Second)) // Telegram's dates have no fractions: what is known is to be older than what is said
	for turn, left := 0, true; left; turn++ {
		left = false
		for _, p := range players {
			left = p.say(turn) || left
		}
		if err := w.settle(ctx); err != nil {
			return nil, err
		}
		for _, p := range players {
			if err := look(p, turn); err != nil {
				return nil, fmt.Errorf("%s: %w", p.d.ID, err)
			}
		}
	}
	return players, nil
}

// invite makes a person with the memories that a dialogue begins with.
func (w *World) invite(ctx context.Context, d Dialogue) (*player, error) {
	p := &player{w: w, d: d, phone: w.tg.Person(w.next, "Ann").Rename("", "", d.Lang)}
	w.next++
	for _, f := range d.Known {
		draft := memory.Draft{Scope: p.scope(), Content: f.Note, Category: f.As, Subject: f.About}
		if _, _, err := w.app.Memory.Add(ctx, actor.OfPerson(p.scope().ID), draft); err != nil {
			return nil, err
		}
	}
	return p, p.note(ctx)
}

func (p *player) scope() scope.Scope {
	return scope.Scope{Store: botName, Kind: scope.User, ID: people.ID(p.phone.ID())}
}

// say says what a turn says; false when the dialogue is over.
func (p *player) say(turn int) bool {
	if turn >= len(p.d.Turns) {
		return false
	}
	if t := p.d.Turns[turn]; t.Forward != "" {
		p.phone.Forward("Somebody", t.Forward)
	} else {
		p.phone.Say(t.Say)
	}
	return true
}

// note notes what is true before the next message.
func (p *player) note(ctx context.Context) error {
	ms, ds, err := p.state(ctx)
	if err != nil {
		return err
	}
	p.memories, p.asked = map[string]memory.Memory{}, map[string]bool{}
	for _, m := range ms {
		p.memories[m.ID] = m
	}
	for _, d := range ds {
		p.asked[d.ID] = true
	}
	if all := p.phone.Messages(); len(all) > 0 {
		p.last = all[len(all)-1].ID
	}
	return nil
}

func (p *player) state(ctx context.Context) ([]memory.Memory, []memory.Decision, error) {
	ms, _, err := p.w.app.Memory.List(ctx, memory.ActiveQuery(p.scope()))
	if err != nil {
		return nil, nil, err
	}
	ds, err := p.w.app.Memory.Decisions(ctx, []scope.Scope{p.scope()}, memory.DecisionOpen, "")
	return ms, ds, err
}

// look notes what became of a turn.
func (p *player) look(ctx context.Context, turn int) error {
	if turn >= len(p.d.Turns) {
		return nil
	}
	ms, ds, err := p.state(ctx)
	if err != nil {
		return err
	}
	var s Seen
	for _, m := range ms {
		before, ok := p.memories[m.ID]
		delete(p.memories, m.ID)
		switch {
		case !ok:
			s.add(Stored, m.Content)
		case before.Content != m.Content:
			s.add(Updated, m.Content)
			s.Updated = append(s.Updated, before.Content)
		default:
			continue
		}
		h, err := p.w.app.Memory.History(ctx, []scope.Scope{p.scope()}, m.ID)
		if err != nil {
			return err
		}
		s.quote(h.Versions[len(h.Versions)-1].Evidence)
	}
	if len(p.memories) > 0 {
		s.add(Deleted, "")
	}
	for _, d := range ds {
		switch {
		case p.asked[d.ID]:
		case d.Op == memory.OpDelete:
			s.add(Forgetful, "")
		case d.IsOffer():
			s.add(Asked, d.Content)
			s.quote(d.Evidence)
		default:
			s.add(Waiting, d.Content)
			s.quote(d.Evidence)
		}
	}
	if err := p.lookAtChat(ctx, &s); err != nil {
		return err
	}
	if len(s.Kinds) == 0 {
		s.Kinds = []string{Silent}
	}
	slices.Sort(s.Kinds)
	p.seen = append(p.seen, s)
	return p.note(ctx)
}

// taskButton is what the buttons under an answer that made or proposes a task say of it.
var taskButton = regexp.MustCompile(`^(?:untask|addtask):(\w{8})$`)

// lookAtChat adds what the answer shows: its words, the tasks under it, and a question that no offer goes with.
func (p *player) lookAtChat(ctx context.Context, s *Seen) error {
	for _, m := range p.phone.Messages() {
		if m.ID <= p.last || !m.IsFromBot() {
			continue
		}
		words, _, _ := strings.Cut(m.Text, "\n\n———")
		s.Reply = strings.TrimSpace(s.Reply + "\n" + words)
		for _, row := range m.Buttons {
			for _, b := range row {
				id := taskButton.FindStringSubmatch(b.Data)
				if id == nil {
					continue
				}
				t, err := p.w.app.Tasks.Get(ctx, botName, p.scope().ID, id[1])
				if err != nil {
					return err
				}
				s.add(Tasked, "")
				s.Tasks = append(s.Tasks, t.Title)
			}
		}
	}
	if request.AsksToKeep(s.Reply) {
		s.add(Asked, "")
	}
	return nil
}

// add notes a kind, with its content if it has one.
func (s *Seen) add(kind, content string) {
	if !slices.Contains(s.Kinds, kind) {
		s.Kinds = append(s.Kinds, kind)
	}
	if content != "" {
		s.Facts = append(s.Facts, content)
	}
}

// quote notes what a fact rests on.
func (s *Seen) quote(es []memory.Evidence) {
	for _, e := range es {
		s.Quotes = append(s.Quotes, e.Quote)
	}
}

// settle returns when the bot has nothing left to do.
func (w *World) settle(ctx context.Context) error {
	return w.until(ctx, func() (bool, error) {
		if w.tg.PendingUpdates() > 0 {
			return false, nil
		}
		n, err := w.app.Delivery.Unsettled(ctx, botName)
		return n == 0, err
	})
}

// until returns when something holds. What is marked in the store tells nobody, so it looks again and again.
func (w *World) until(ctx context.Context, holds func() (bool, error)) error {
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for {
		if ok, err := holds(); ok || err != nil {
			return err
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return fmt.Errorf("the bot did not come to rest: %w", ctx.Err())
		}
	}
}
