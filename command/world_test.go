package command_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/command"
	"keepsake/command/shards"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/digest"
	"keepsake/memory/forget"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/task"
	"keepsake/templates"
	"keepsake/usage"
)

const botName = "keepsake"

// world is the service on a real database, and a door that puts replies into the outbox and
// notes where they went.
type world struct {
	t        *testing.T
	at       time.Time
	db       *store.DB
	words    *templates.Words
	commands *command.Service
	memory   *memory.Service
	digests  *digest.Service
	people   *people.Service
	sessions *session.Service
	delivery *delivery.Service
	tasks    *task.Service
	usage    *usage.Service
	messages int64 // the platform's number of the message sent last
}

func newWorld(t *testing.T) *world {
	t.Helper()
	return newWorldOn(t, storetest.SQLite(t))
}

func newWorldOn(t *testing.T, db *store.DB) *world {
	t.Helper()
	words, err := templates.LoadWords()
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, at: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC), db: db, words: words, messages: 100}
	now := func() time.Time { return w.at }
	w.people = people.New(people.Config{Store: w.db.People(), Now: now})
	w.memory = memory.New(memory.Config{Store: w.db.Memories(), Now: now, Key: []byte("k")})
	w.sessions = session.New(session.Config{Store: w.db.Sessions(), Now: now})
	w.delivery = delivery.New(delivery.Config{Store: w.db.Deliveries(), Now: now})
	w.tasks = task.New(task.Config{Store: w.db.Tasks(), Delivery: w.delivery, People: w.people, Words: words, Now: now})
	w.usage = usage.New(usage.Config{Store: w.db.Usage(), Now: now})
	w.digests = digest.New(w.db.Digests(), now)
	w.commands = &command.Service{
		Name: botName, Store: botName, Access: command.AccessOpen,
		Agent:    &agent.Agent{Name: botName, People: w.people, Usage: w.usage, Now: now},
		Sessions: w.sessions, Memory: w.memory, Digests: w.digests, Shards: shards.Desk{Store: botName, Shards: shard.New(w.db.Shards(), now), Digests: w.digests, Now: now}, People: w.people, Tasks: w.tasks, Delivery: w.delivery, Usage: w.usage,
		Forget: &forget.Service{
			Memory: w.memory, Sessions: w.sessions, Delivery: w.delivery, People: w.people, Tasks: w.tasks, Usage: w.usage,
			Tx: w.db, Scrubber: w.db, Stores: []string{botName}, Now: now,
		},
		Words: words, Tx: w.db, Now: now, Process: "test", Money: "USD",
		Privacy: command.Privacy{Where: "sqlite", Model: "models.example", Deleted: 48 * time.Hour},
	}
	return w
}

// onBoth runs a test in a world on each database.
func onBoth(t *testing.T, run func(t *testing.T, w *world)) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, newWorldOn(t, open(t)))
		})
	}
}

// speaker is somebody at a place, with what they are there.
type speaker struct {
	w        *world
	person   people.Person
	place    session.Place
	standing actor.Standing
	asked    delivery.Outgoing // the question asked last
}

// private is a person in their private chat.
func (w *world) private(id int64, name string) *speaker {
	return &speaker{
		w: w, person: people.Person{ID: people.ID(id), Name: name, ClientLang: "en"},
		place: session.Place{Bot: botName, Chat: id}, standing: actor.Admin,
	}
}

// in returns the same person in a group.
func (s *speaker) in(group int64, standing actor.Standing) *speaker {
	there := *s
	there.place.Chat, there.standing = group, standing
	return &there
}

// asks hands a request in, and returns the reply and the platform's number of its first
// message.
func (s *speaker) asks(req command.Request) (command.Reply, int64) {
	s.w.t.Helper()
	req.Person, req.Place, req.Standing = s.person, s.place, s.standing
	req.Self = command.Self{Name: "Keepsake", Username: "keepsake_bot", Link: func(p string) string { return "https://chat.example/" + p }}
	var ids []int64
	reply, err := s.w.commands.Handle(s.w.t.Context(), req, func(ctx context.Context, r command.Reply) error {
		ids = nil
		for _, o := range r.Out {
			id, err := s.w.delivery.Put(ctx, o)
			if err != nil {
				return err
			}
			ids = append(ids, id)
		}
		return nil
	})
	if err != nil {
		s.w.t.Fatalf("%+v: %v", req, err)
	}
	first := s.w.messages + 1
	for i, id := range ids {
		s.w.messages++
		if err := s.w.delivery.SetMessages(s.w.t.Context(), id, []int64{s.w.messages}); err != nil {
			s.w.t.Fatal(err)
		}
		if o := reply.Out[i]; o.Body.ForceReply {
			s.asked = o
		}
	}
	return reply, first
}

// types sends a line; the reply must hold words.
func (s *speaker) types(line, words string) (command.Reply, int64) {
	s.w.t.Helper()
	reply, message := s.asks(command.Request{Text: line, ReplyTo: 7})
	s.holds(line, reply, words)
	return reply, message
}

// taps presses a button; the reply, or its note, must hold words.
func (s *speaker) taps(message int64, action, ref, words string) command.Reply {
	s.w.t.Helper()
	reply, _ := s.asks(command.Request{Tap: &command.Tap{
		Message: message, Action: action, Ref: ref,
		Keyboard: [][]delivery.Button{{{Text: "it", Action: action, Ref: ref}}, {{Text: "other", Action: "x", Ref: "y"}}},
	}})
	s.holds(action+":"+ref, reply, words)
	return reply
}

// answers answers the question asked last.
func (s *speaker) answers(text, words string) command.Reply {
	s.w.t.Helper()
	reply, _ := s.asks(command.Request{Form: &command.Form{Asked: s.asked, Answer: text}})
	s.holds("the answer "+text, reply, words)
	return reply
}

func (s *speaker) holds(what string, reply command.Reply, words string) {
	s.w.t.Helper()
	if got := textOf(reply); !strings.Contains(got, words) || words == "" && got != "" {
		s.w.t.Errorf("%s is answered with %q, want %q", what, got, words)
	}
}

// textOf is all that a reply says.
func textOf(reply command.Reply) string {
	said := reply.Note
	for _, o := range reply.Out {
		said += "\n" + o.Body.Text
	}
	return strings.TrimSpace(said)
}

// button returns the action and reference of the first button of a reply with this label.
func button(t *testing.T, reply command.Reply, label string) (action, ref string) {
	t.Helper()
	for _, o := range reply.Out {
		for _, row := range o.Body.Buttons {
			for _, b := range row {
				if strings.Contains(b.Text, label) {
					return b.Action, b.Ref
				}
			}
		}
	}
	t.Fatalf("no button %q in %+v", label, reply)
	return "", ""
}

// scope is whose memories they are at the place.
func (s *speaker) scope() scope.Scope {
	if s.place.Chat < 0 {
		return scope.Scope{Store: botName, Kind: scope.Group, ID: people.ID(s.place.Chat)}
	}
	return scope.Scope{Store: botName, Kind: scope.User, ID: s.person.ID}
}

func (s *speaker) actor() actor.Actor {
	return actor.Actor{Kind: actor.Person, ID: s.person.ID, Standing: s.standing}
}

// keeps stores a memory that the person said.
func (s *speaker) keeps(category, content string) memory.Memory {
	s.w.t.Helper()
	m, _, err := s.w.memory.Add(s.w.t.Context(), s.actor(), memory.Draft{
		Scope: s.scope(), Category: category, Content: content, Reason: "test",
		Evidence: []memory.Evidence{{Author: s.person.ID, Quote: content, SaidAt: s.w.at}},
	})
	if err != nil {
		s.w.t.Fatal(err)
	}
	return m
}

// proposes stores a proposal that waits for the person's tap.
func (s *speaker) proposes(content string) memory.Decision {
	s.w.t.Helper()
	d, err := s.w.memory.Propose(s.w.t.Context(), s.actor(), []scope.Scope{s.scope()}, memory.Decision{
		Op: memory.OpAdd, Scope: s.scope(), Category: "context", Content: content, Reason: "test",
	}, memory.Limits{})
	if err != nil {
		s.w.t.Fatal(err)
	}
	return d
}

// remembered returns the contents that are kept at the place.
func (s *speaker) remembered() (contents []string) {
	s.w.t.Helper()
	ms, _, err := s.w.memory.List(s.w.t.Context(), memory.ActiveQuery(s.scope()))
	if err != nil {
		s.w.t.Fatal(err)
	}
	for _, m := range ms {
		contents = append(contents, m.Content)
	}
	return contents
}

// becomesOwner makes the person an owner by a link.
func (s *speaker) becomesOwner() {
	s.w.t.Helper()
	code, err := s.w.people.NewOwnerLink(s.w.t.Context(), actor.OfSystem(), time.Hour)
	if err != nil {
		s.w.t.Fatal(err)
	}
	s.types("/start "+code, "You are now my owner")
}

// limit sets what may be used from now on.
func (w *world) limit(l usage.Limits) {
	w.usage = usage.New(usage.Config{Store: w.db.Usage(), Limits: l, Now: func() time.Time { return w.at }})
	w.commands.Usage, w.commands.Agent.Usage, w.commands.Forget.Usage = w.usage, w.usage, w.usage
}
