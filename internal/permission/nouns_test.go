package permission_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/task"
	"keepsake/templates"
	"keepsake/usage"
)

const (
	alice = "telegram:1"
	bob   = "telegram:2"
	bot   = "keepsake"
	group = -100
)

var (
	now         = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	private     = session.Place{Bot: bot, Chat: 1}
	room        = session.Place{Bot: bot, Chat: group}
	ofAlice     = scope.Scope{Store: bot, Kind: scope.User, ID: alice}
	ofGroup     = scope.Scope{Store: bot, Kind: scope.Group, ID: people.ID(group)}
	errRollback = errors.New("roll back")
)

// house is the nouns over a real store, with a task, a conversation, a turn and a message of
// Alice's, and a conversation of the group's.
type house struct {
	db       *store.DB
	tasks    *task.Service
	people   *people.Service
	sessions *session.Service
	delivery *delivery.Service
	usage    *usage.Service

	task, done     task.Task
	proposed       task.Task
	reminded       task.Task
	moved          task.Task
	talk, together session.Session
	turn           session.Turn
	code           string
}

func newHouse(t *testing.T) *house {
	t.Helper()
	ctx, house := t.Context(), actor.OfSystem()
	db, clock := storetest.SQLite(t), func() time.Time { return now }
	words, err := templates.LoadWords()
	must(t, err)
	h := newNouns(db, words, clock)
	for _, id := range []string{alice, bob} {
		_, err = h.people.See(ctx, house, people.Person{ID: id, Name: "Somebody"})
		must(t, err)
	}
	h.code, err = h.people.NewOwnerLink(ctx, house, time.Hour)
	must(t, err)
	h.task, err = h.tasks.Create(ctx, house, task.Draft{Store: bot, Person: alice, Title: "Call Mum"})
	must(t, err)
	h.proposed, err = h.tasks.Create(ctx, house, task.Draft{Store: bot, Person: alice, Title: "Call Mallory", Proposed: true})
	must(t, err)
	h.done, err = h.tasks.Create(ctx, house, task.Draft{Store: bot, Person: alice, Title: "Call Dad"})
	must(t, err)
	h.reminded, err = h.tasks.Create(ctx, house, task.Draft{Store: bot, Person: alice, Title: "Call Aunt", Due: now.Format(time.RFC3339)})
	must(t, err)
	_, err = h.tasks.Remind(ctx, house, now.Add(time.Second))
	must(t, err)
	_, err = h.tasks.Complete(ctx, house, bot, alice, h.done.ID)
	must(t, err)
	h.moved, err = h.tasks.Create(ctx, house, task.Draft{Store: bot, Person: alice, Title: "Call Uncle"})
	must(t, err)
	h.moved, err = h.tasks.Move(ctx, house, bot, alice, h.moved.ID, task.Change{Due: "2100-01-01"})
	must(t, err)
	h.talk, err = h.sessions.Begin(ctx, house, private, alice, bot, false)
	must(t, err)
	h.together, err = h.sessions.Begin(ctx, house, room, "", bot, false)
	must(t, err)
	h.turn = h.sessions.NewTurn(h.talk.ID, "lane", alice)
	must(t, h.sessions.OpenTurn(ctx, house, h.turn))
	for _, s := range []session.Session{h.talk, h.together} {
		_, err = h.sessions.Append(ctx, house, s.ID, session.Message{Role: session.User, Content: "hi", Author: alice, External: 7})
		must(t, err)
	}
	return h
}

func newNouns(db *store.DB, words *templates.Words, clock func() time.Time) *house {
	h := &house{
		db: db, people: people.New(people.Config{Store: db.People(), Now: clock}),
		sessions: session.New(session.Config{Store: db.Sessions(), Now: clock}),
		delivery: delivery.New(delivery.Config{Store: db.Deliveries(), Now: clock}),
		usage:    usage.New(usage.Config{Store: db.Usage(), Now: clock}),
	}
	h.tasks = task.New(task.Config{Store: db.Tasks(), Delivery: h.delivery, People: h.people, Words: words, Now: clock})
	return h
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// actors are who may ask, by name: toward Alice's private chat, or toward the group.
func (h *house) actors(inGroup bool) map[string]actor.Actor {
	all := map[string]actor.Actor{
		"nobody": {}, "house": actor.OfSystem(), "import": {Kind: actor.Import}, "extraction": {Kind: actor.Extraction},
	}
	if inGroup {
		in := h.together.ID
		all["stranger"] = actor.Actor{Kind: actor.Person, ID: bob, SessionID: in}
		all["alice"] = actor.Actor{Kind: actor.Person, ID: alice, Standing: actor.Member, SessionID: in}
		all["tool"] = actor.Actor{Kind: actor.Tool, ID: alice, Standing: actor.Member, SessionID: in}
		all["admin"] = actor.Actor{Kind: actor.Person, ID: bob, Standing: actor.Admin, SessionID: in}
		all["admin's tool"] = actor.Actor{Kind: actor.Tool, ID: bob, Standing: actor.Admin, SessionID: in}
		all["owner"] = actor.Actor{Kind: actor.Person, ID: bob, Standing: actor.Member, Owner: true, SessionID: in}
		return all
	}
	me, other := actor.OfPerson(alice), actor.OfPerson(bob)
	me.SessionID, other.SessionID = h.talk.ID, "another"
	all["alice"], all["bob"] = me, other
	all["tool"] = actor.Actor{Kind: actor.Tool, ID: alice, Standing: actor.Admin, SessionID: h.talk.ID}
	all["bob's tool"] = actor.Actor{Kind: actor.Tool, ID: bob, Standing: actor.Admin, SessionID: "another"}
	other.Owner = true
	all["owner"] = other
	return all
}

// parts are the actors that are the house itself; everywhere they may.
const parts = "house import extraction"

// operation is one write, and who but the parts may do it.
type operation struct {
	name, may string
	do        func(ctx context.Context, h *house, a actor.Actor) error
}

func only[T any](_ T, err error) error { return err }

var inPrivate = []operation{
	{"task create", "alice tool", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.tasks.Create(ctx, a, task.Draft{Store: bot, Person: alice, Title: "x"}))
	}},
	{"task complete", "alice tool", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.tasks.Complete(ctx, a, bot, alice, h.task.ID))
	}},
	{"task move", "alice tool", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.tasks.Move(ctx, a, bot, alice, h.task.ID, task.Change{Due: "2100-01-01"}))
	}},
	{"task cancel", "alice tool", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.tasks.Cancel(ctx, a, bot, alice, h.task.ID))
	}},
	{"task take back", "alice tool", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.tasks.TakeBack(ctx, a, bot, alice, h.moved.ID, h.moved.Revision.ID))
	}},
	{"task snooze", "alice tool", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.tasks.Snooze(ctx, a, bot, alice, h.reminded.ID, task.SnoozeHour))
	}},
	{"task reopen", "alice tool", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.tasks.Reopen(ctx, a, bot, alice, h.done.ID))
	}},
	{"task accept", "alice", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.tasks.Accept(ctx, a, bot, alice, h.proposed.ID))
	}},
	{"task decline", "alice", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.tasks.Decline(ctx, a, bot, alice, h.proposed.ID))
	}},
	{"task ask done", "alice tool", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.tasks.AskDone(ctx, a, bot, alice, h.task.ID))
	}},
	{"task leave open", "alice tool", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.tasks.LeaveOpen(ctx, a, bot, alice, h.task.ID))
	}},
	{"task delete", "alice tool", func(ctx context.Context, h *house, a actor.Actor) error {
		return h.tasks.Delete(ctx, a, bot, alice, h.task.ID)
	}},
	{"task remind", "", func(ctx context.Context, h *house, a actor.Actor) error { return only(h.tasks.Remind(ctx, a, now)) }},
	{"task erase", "alice", func(ctx context.Context, h *house, a actor.Actor) error { return only(h.tasks.Erase(ctx, a, ofAlice)) }},

	{"people see", "alice", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.people.See(ctx, a, people.Person{ID: alice}))
	}},
	{"people settings", "alice", func(ctx context.Context, h *house, a actor.Actor) error {
		return h.people.SaveSettings(ctx, a, people.Person{ID: alice, Language: "de"})
	}},
	{"people new owner link", "owner", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.people.NewOwnerLink(ctx, a, time.Hour))
	}},
	{"people purge links", "", func(ctx context.Context, h *house, a actor.Actor) error { return only(h.people.PurgeLinks(ctx, a)) }},
	{"people decide", "owner", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.people.Decide(ctx, a, bot, alice, people.Allowed))
	}},
	{"people knock", "", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.people.Knock(ctx, a, bot, alice, ""))
	}},
	{"people ask", "", func(ctx context.Context, h *house, a actor.Actor) error {
		_, _, err := h.people.Ask(ctx, a, bot)
		return err
	}},
	{"people close chat", "", func(ctx context.Context, h *house, a actor.Actor) error {
		c := people.NewChat(bot, 1)
		c.Closed = true
		return h.people.SaveChat(ctx, a, c)
	}},
	{"people move chat", "", func(ctx context.Context, h *house, a actor.Actor) error {
		return h.people.MoveChat(ctx, a, bot, -1, -2)
	}},
	{"people erase", "alice", func(ctx context.Context, h *house, a actor.Actor) error { return h.people.Erase(ctx, a, ofAlice) }},

	{"session begin", "alice tool", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.Begin(ctx, a, private, alice, bot, false))
	}},
	{"session end", "alice", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.End(ctx, a, private, alice))
	}},
	{"session resume", "alice", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.Resume(ctx, a, private, alice, "", 0))
	}},
	{"session append", "alice tool", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.Append(ctx, a, h.talk.ID, session.Message{Role: session.User, Content: "x"}))
	}},
	{"session log", "alice tool", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.Log(ctx, a, h.talk.ID, session.LogOptions{}))
	}},
	{"session open turn", "alice tool", func(ctx context.Context, h *house, a actor.Actor) error {
		return h.sessions.OpenTurn(ctx, a, h.sessions.NewTurn(h.talk.ID, "other lane", alice))
	}},
	{"session save turn", "alice tool", func(ctx context.Context, h *house, a actor.Actor) error {
		return h.sessions.SaveTurn(ctx, a, h.turn)
	}},
	{"session stop", "alice bob owner", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.AskStop(ctx, a, "lane"))
	}},
	{"session update", "", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.Update(ctx, a, h.talk.ID, func(context.Context, *session.Session) error { return nil }))
	}},
	{"session prune", "", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.Prune(ctx, a, private, alice, session.Retention{Most: 1}))
	}},
	{"session prune old", "", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.PruneOld(ctx, a, private.Bot, session.Retention{For: 24 * time.Hour}))
	}},
	{"session purge remains", "", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.PurgeRemains(ctx, a))
	}},
	{"session move", "", func(ctx context.Context, h *house, a actor.Actor) error { return h.sessions.Move(ctx, a, bot, -1, -2) }},
	{"session end idle", "", func(ctx context.Context, h *house, a actor.Actor) error { return only(h.sessions.EndIdle(ctx, a)) }},
	{"session edit", "alice", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.RecordEdit(ctx, a, private, 7, "ho"))
	}},
	{"session mask", "alice tool", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.Mask(ctx, a, ofAlice, nil, nil, nil))
	}},
	{"session erase", "alice", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.Erase(ctx, a, ofAlice))
	}},
	{"delivery erase", "alice", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.delivery.Erase(ctx, a, ofAlice))
	}},
	{"usage erase", "alice", func(ctx context.Context, h *house, a actor.Actor) error { return h.usage.Erase(ctx, a, ofAlice) }},
}

// settings changes what is set for the group.
func settings(change func(c *people.Chat)) func(ctx context.Context, h *house, a actor.Actor) error {
	return func(ctx context.Context, h *house, a actor.Actor) error {
		c := people.NewChat(bot, group)
		change(&c)
		return h.people.SaveChat(ctx, a, c)
	}
}

var inGroup = []operation{
	{"listening", "admin", settings(func(c *people.Chat) { c.Listening = true })},
	{"by name", "admin", settings(func(c *people.Chat) { c.ByName = false })},
	{"topic memory", "admin", settings(func(c *people.Chat) { c.TopicMemory = true })},
	{"access", "owner", settings(func(c *people.Chat) { c.Access = people.Allowed })},
	{"closed", "", settings(func(c *people.Chat) { c.Closed = true })},
	{"decide", "owner", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.people.Decide(ctx, a, bot, people.ID(group), people.Blocked))
	}},
	{"session begin", "stranger alice tool admin admin's-tool owner", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.Begin(ctx, a, room, "", bot, false))
	}},
	{"session end", "stranger alice admin owner", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.End(ctx, a, room, ""))
	}},
	{"session append", "stranger alice tool admin admin's-tool owner", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.Append(ctx, a, h.together.ID, session.Message{Role: session.User, Content: "x"}))
	}},
	{"session of another", "", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.Append(ctx, a, h.talk.ID, session.Message{Role: session.User, Content: "x"}))
	}},
	{"session end chat", "admin", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.EndChat(ctx, a, bot, group))
	}},
	{"session edit", "alice", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.RecordEdit(ctx, a, room, 7, "ho"))
	}},
	{"session mask", "alice tool admin admin's-tool owner", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.Mask(ctx, a, ofGroup, nil, nil, nil))
	}},
	{"session erase", "admin", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.sessions.Erase(ctx, a, ofGroup))
	}},
	{"delivery erase", "admin", func(ctx context.Context, h *house, a actor.Actor) error {
		return only(h.delivery.Erase(ctx, a, ofGroup))
	}},
	{"people erase", "admin", func(ctx context.Context, h *house, a actor.Actor) error { return h.people.Erase(ctx, a, ofGroup) }},
	{"task erase", "admin", func(ctx context.Context, h *house, a actor.Actor) error { return only(h.tasks.Erase(ctx, a, ofGroup)) }},
	{"usage erase", "admin", func(ctx context.Context, h *house, a actor.Actor) error { return h.usage.Erase(ctx, a, ofGroup) }},
}

// TestWhoMayWriteWhat: each actor does each operation; who may not is refused as Denied and
// nothing else is wrong.
func TestWhoMayWriteWhat(t *testing.T) {
	h := newHouse(t)
	for where, operations := range map[bool][]operation{false: inPrivate, true: inGroup} {
		actors := h.actors(where)
		for _, op := range operations {
			may := strings.Fields(op.may + " " + parts)
			for _, name := range slices.Sorted(maps.Keys(actors)) {
				var got error
				err := h.db.InTx(t.Context(), func(ctx context.Context) error {
					got = op.do(ctx, h, actors[name])
					return errRollback
				})
				if !errors.Is(err, errRollback) {
					t.Fatal(err)
				}
				allowed := slices.Contains(may, strings.ReplaceAll(name, " ", "-"))
				if denied := fault.KindOf(got) == fault.Denied; denied == allowed || !denied && got != nil {
					t.Errorf("in a group: %v, %s by %s: allowed should be %v, got %v", where, op.name, name, allowed, got)
				}
			}
		}
	}
}

// TestALinkMakesOnlyItsHolderAnOwner: nobody claims for somebody else.
func TestALinkMakesOnlyItsHolderAnOwner(t *testing.T) {
	h := newHouse(t)
	for name, a := range h.actors(false) {
		err := h.people.ClaimOwner(t.Context(), a, "wrong")
		if want := a.Kind == actor.Person; errors.Is(err, people.ErrLink) != want || errors.Is(err, people.ErrDenied) == want {
			t.Errorf("%s: %v", name, err)
		}
	}
	must(t, h.people.ClaimOwner(t.Context(), actor.OfPerson(bob), h.code))
	owners, err := h.people.Owners(t.Context())
	if err != nil || len(owners) != 1 || owners[0].ID != bob {
		t.Errorf("owners %v, %v", owners, err)
	}
}
