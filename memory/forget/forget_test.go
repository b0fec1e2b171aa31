package forget_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/digest"
	"keepsake/memory/forget"
	"keepsake/memory/shard"
	"keepsake/outside"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/signin"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/task"
	"keepsake/trust"
	"keepsake/usage"
)

const chat = 4242

var (
	person = people.ID(chat)
	owner  = scope.Scope{Store: "keepsake", Kind: scope.User, ID: person}
	scopes = []scope.Scope{owner}
	place  = session.Place{Bot: "keepsake", Chat: chat}
	tap    = actor.OfPerson(person)
)

// house is every noun over one real database file.
type house struct {
	*forget.Service
	t    *testing.T
	db   *store.DB
	path string
}

func open(t *testing.T) *house {
	t.Helper()
	path := storetest.SQLiteFile(t)
	db := storetest.OpenSQLite(t, path)
	h := houseOf(t, db)
	h.path = path
	return h
}

// houseOf is every noun over a database.
func houseOf(t *testing.T, db *store.DB) *house {
	t.Helper()
	h := &house{t: t, db: db}
	h.Service = &forget.Service{
		Memory: memory.New(memory.Config{Store: db.Memories(), Now: time.Now, Key: []byte("key")}), Candidates: candidate.New(db.Candidates(), time.Now), Digests: digest.New(db.Digests(), time.Now), Shards: shard.New(db.Shards(), time.Now),
		Sessions: session.New(session.Config{Store: db.Sessions(), Now: time.Now}),
		Delivery: delivery.New(delivery.Config{Store: db.Deliveries(), Now: time.Now}),
		People:   people.New(people.Config{Store: db.People(), Now: time.Now}),
		Tasks:    task.New(task.Config{Store: db.Tasks(), Now: time.Now}),
		Usage:    usage.New(usage.Config{Store: db.Usage(), Now: time.Now}),
		Keys:     &apikey.Service{Store: db.Keys(), Now: time.Now}, SignIns: &signin.Service{Store: db.SignIns(), Now: time.Now}, Outside: &outside.Service{Store: db.Outside(), Now: time.Now},
		Tx: db, Scrubber: db, Stores: []string{"keepsake"}, Now: time.Now,
	}
	return h
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (h *house) begin() session.Session {
	h.t.Helper()
	s, err := h.Sessions.Begin(h.t.Context(), actor.OfSystem(), place, person, "keepsake", false)
	must(h.t, err)
	return s
}

func (h *house) append(s session.Session, turn string, ms ...session.Message) []session.Message {
	h.t.Helper()
	for i := range ms {
		ms[i].TurnID = turn
	}
	out, err := h.Sessions.Append(h.t.Context(), actor.OfSystem(), s.ID, ms...)
	must(h.t, err)
	return out
}

func says(s string) session.Message {
	return session.Message{Role: session.User, Trust: trust.Person, Author: person, Content: s}
}

func bot(s string) session.Message {
	return session.Message{Role: session.Assistant, Trust: trust.Bot, Content: s}
}

func calls(content string) session.Message {
	arguments, _ := json.Marshal(map[string]string{"content": content, "category": "person"})
	return session.Message{Role: session.Assistant, Trust: trust.Bot, ToolCalls: []session.ToolCall{{ID: "c1", Name: "add_to_memory", Arguments: string(arguments)}}}
}

func result(s string) session.Message {
	return session.Message{Role: session.Tool, Trust: trust.Bot, Name: "add_to_memory", ToolCallID: "c1", Content: s}
}

// shown returns everything a prompt may show of the session: summary and unmasked
// messages, with quotes, edits and tool arguments.
func (h *house) shown(id string) string {
	h.t.Helper()
	s, err := h.Sessions.Get(h.t.Context(), id)
	must(h.t, err)
	ms, err := h.Sessions.Messages(h.t.Context(), id, 1, 0)
	must(h.t, err)
	out := s.Summary
	for _, m := range ms {
		if m.Masked == nil {
			out += fmt.Sprintf("\n%s %s %s %v", m.Content, m.Quote, m.Edited, m.ToolCalls)
		}
	}
	return out
}

// After One no window says it: not the messages that told it, not the question about it,
// not the turn that stored it, not a later repetition, not a summary; what has nothing to
// do with it stays. (Issue: "after /memory delete the next prompt does not hold the text
// anywhere".)
func TestOne(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	s := h.begin()
	told := h.append(s, "turn1", says("Alec is my boss by the way"), bot("Would you like me to remember that Alec is your boss?"))
	yes := h.append(s, "turn2", says("Yes"), calls("Alec is the user's boss"))
	m, _, err := h.Memory.Add(ctx, actor.Actor{Kind: actor.Tool, ID: person, SessionID: s.ID, TurnID: "turn2", CallID: "c1"}, memory.Draft{
		Scope: owner, Content: "Alec is the user's boss", Category: "person", Subject: "Alec",
		Evidence: []memory.Evidence{{MessageID: told[0].ID, Quote: told[0].Content, Trust: trust.Person}, {MessageID: yes[0].ID, Quote: "Yes", Trust: trust.Person}},
	})
	must(t, err)
	h.append(s, "turn2", result("Remembered as [id:"+m.ID+"]: Alec is the user's boss"), bot("Done - I'll remember that Alec is your boss."))
	h.append(s, "turn3", says("And I like Mondays"), bot("Noted."))
	moved := h.append(s, "turn4", says("Alec went to TechCorp"))
	_, _, _, err = h.Memory.Update(ctx, actor.Actor{Kind: actor.Tool, ID: person, TurnID: "turn4"}, scopes, m.ID, memory.Edit{
		Content: "Alec is the user's boss at TechCorp", Evidence: []memory.Evidence{{MessageID: moved[0].ID, Trust: trust.Person}},
	})
	must(t, err)
	h.append(s, "turn5", says("What do you know?"), bot("ALEC is the user's boss, and you like Mondays."))
	_, err = h.Sessions.Update(ctx, actor.OfSystem(), s.ID, func(_ context.Context, x *session.Session) error {
		x.Summary, x.SummaryTo = "They spoke about their boss.", 3
		return nil
	})
	must(t, err)
	later := h.begin() // the same session still, or a new one: both are masked

	gone, c, err := h.One(ctx, tap, scopes, m.ID)
	must(t, err)
	if gone.DeletedAt == nil || c.Op != memory.OpDelete || c.Before != "Alec is the user's boss at TechCorp" {
		t.Errorf("gone %+v, change %+v", gone, c)
	}
	for _, id := range []string{s.ID, later.ID} {
		shown := h.shown(id)
		for _, word := range []string{"alec", "boss", "techcorp"} {
			if strings.Contains(strings.ToLower(shown), word) {
				t.Errorf("a window still says %q:\n%s", word, shown)
			}
		}
	}
	if !strings.Contains(h.shown(s.ID), "And I like Mondays") {
		t.Error("what has nothing to do with it is gone too")
	}
	ms, total, err := h.Memory.List(ctx, memory.ActiveQuery(owner))
	must(t, err)
	if len(ms)+total != 0 {
		t.Error("it is still listed")
	}
	back, _, err := h.Memory.Undo(ctx, tap, scopes, c.ID) // P55, with Undo
	must(t, err)
	if back.Content != "Alec is the user's boss at TechCorp" {
		t.Errorf("back %+v", back)
	}
	if strings.Contains(h.shown(s.ID), "Alec") {
		t.Error("restoring shows the conversation again")
	}
}

// Somebody else's id is not found and changes nothing; a content of a few letters masks
// only its own messages.
func TestOne_Narrow(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	s := h.begin()
	h.append(s, "turn1", says("I like tea with steam"))
	m, _, err := h.Memory.Add(ctx, tap, memory.Draft{Scope: owner, Content: "tea"})
	must(t, err)
	other := []scope.Scope{{Store: "keepsake", Kind: scope.User, ID: people.ID(7)}}
	if _, _, err := h.One(ctx, tap, other, m.ID); !errors.Is(err, memory.ErrNotFound) {
		t.Fatalf("error %v", err)
	}
	h.setMemory(memory.Config{ReadOnly: true}) // R12
	_, _, err = h.One(ctx, tap, scopes, m.ID)
	must(t, err)
	if !strings.Contains(h.shown(s.ID), "steam") {
		t.Error("a short content masked a message that only has its letters")
	}
	if _, _, err := h.One(ctx, tap, scopes, m.ID); !errors.Is(err, memory.ErrNotFound) {
		t.Fatalf("error %v", err)
	}
}

// marker begins every word that must be nowhere; the search index keeps five letters of a
// word, so these are what is looked for.
const marker = "zqxjv"

// fill puts the marker into everything that can hold a person's words.
func (h *house) fill(chat int64) {
	h.t.Helper()
	ctx, id := h.t.Context(), people.ID(chat)
	sc := scope.Scope{Store: "keepsake", Kind: scope.User, ID: id}
	own := []scope.Scope{sc}
	a := actor.Actor{Kind: actor.Person, ID: id, TurnID: "t"}
	_, err := h.People.See(ctx, actor.OfSystem(), people.Person{ID: id, Name: marker + "name", Username: marker + "user", ClientLang: "en"})
	must(h.t, err)
	must(h.t, h.db.People().SaveSettings(ctx, people.Person{ID: id, TimeZone: marker + "/zone"}))
	must(h.t, h.db.People().SetAccess(ctx, id, people.Owner))

	m, _, err := h.Memory.Add(ctx, a, memory.Draft{Scope: sc, Content: marker + "one is a fact", Subject: marker + "subject", Category: marker + "category",
		Evidence: []memory.Evidence{{MessageID: "m", Quote: marker + "quote", Trust: trust.Person}}})
	must(h.t, err)
	_, _, _, err = h.Memory.Update(ctx, a, own, m.ID, memory.Edit{Content: marker + "two is a fact"})
	must(h.t, err)
	dead, _, err := h.Memory.Add(ctx, a, memory.Draft{Scope: sc, Content: marker + "deleted fact"})
	must(h.t, err)
	_, _, err = h.Memory.Delete(ctx, a, own, dead.ID, "asked")
	must(h.t, err)
	d, err := h.Memory.Propose(ctx, a, own, memory.Decision{Op: memory.OpAdd, Scope: sc, Content: marker + "declined", Evidence: []memory.Evidence{{Quote: marker + "evidence"}}}, memory.Limits{})
	must(h.t, err)
	_, err = h.Memory.Decline(ctx, a, own, d.ID)
	must(h.t, err)
	_, err = h.Memory.Propose(ctx, a, own, memory.Decision{Op: memory.OpAdd, Scope: sc, Content: marker + "open"}, memory.Limits{})
	must(h.t, err)

	p := session.Place{Bot: "keepsake", Chat: chat}
	s, err := h.Sessions.Begin(ctx, actor.OfSystem(), p, id, "keepsake", false)
	must(h.t, err)
	for i := range 50 { // enough for pages to be split and freed
		_, err = h.Sessions.Append(ctx, actor.OfSystem(), s.ID, session.Message{
			Role: session.User, Trust: trust.Person, Author: id, Name: marker + "speaker", External: int64(i + 1),
			Content: fmt.Sprintf("%smessage %d %s", marker, i, strings.Repeat("and more ", 40)), Quote: marker + "quoted",
		}, session.Message{Role: session.Assistant, ToolCalls: []session.ToolCall{{ID: "c", Name: "x", Arguments: `{"a":"` + marker + `argument"}`}}})
		must(h.t, err)
	}
	_, err = h.Sessions.RecordEdit(ctx, actor.OfSystem(), p, 1, marker+"edited")
	must(h.t, err)
	_, err = h.Sessions.Update(ctx, actor.OfSystem(), s.ID, func(_ context.Context, x *session.Session) error {
		x.Summary = marker + "summary"
		return nil
	})
	must(h.t, err)
	must(h.t, h.db.Sessions().OpenTurn(ctx, session.Turn{ID: fmt.Sprint("turn", chat), SessionID: s.ID, Lane: "lane", State: session.TurnOpen, OpenedAt: time.Now()}))

	up := delivery.Update{Bot: "keepsake", Lane: fmt.Sprint("keepsake:", chat, ":0"), Chat: chat, Person: id, ReceivedAt: time.Now(), DueAt: time.Now(), State: delivery.Waiting}
	for i, payload := range []string{marker + "payload", marker + "buried"} {
		up.UpdateID, up.Payload = chat+int64(i), []byte(`{"text":"`+payload+`"}`)
		_, err = h.Delivery.Receive(ctx, []delivery.Update{up})
		must(h.t, err)
	}
	rows, err := h.Delivery.LaneUpdates(ctx, up.Lane)
	must(h.t, err)
	must(h.t, h.Delivery.Bury(ctx, []int64{rows[1].ID}, "poison"))
	_, err = h.Delivery.Put(ctx, delivery.Outgoing{Bot: "keepsake", Chat: chat, Person: id, Kind: delivery.Send,
		Body: delivery.Body{Text: marker + "outgoing", File: &delivery.File{Name: marker + "file", Data: []byte(marker + "data")}}})
	must(h.t, err)
	_, err = h.Tasks.Create(ctx, actor.OfSystem(), task.Draft{Store: "keepsake", Person: id, Title: marker + "task", Due: "2999-01-01", Zone: time.UTC, Bot: "keepsake", Chat: chat})
	must(h.t, err)
}

// found returns the files of the database that hold the bytes.
func (h *house) found(word string) []string {
	h.t.Helper()
	files, err := filepath.Glob(filepath.Join(filepath.Dir(h.path), "*"))
	must(h.t, err)
	var out []string
	for _, f := range files {
		b, err := os.ReadFile(f)
		must(h.t, err)
		if n := bytes.Count(bytes.ToLower(b), []byte(word)); n > 0 {
			out = append(out, fmt.Sprintf("%s (%d times)", filepath.Base(f), n))
		}
	}
	return out
}

// After Everything a byte search of the database's files finds nothing; the receipt counts
// what went; running work is stopped; access stays; the next person's things stay.
// (Issue: "after forget all a byte search of the SQLite files finds nothing".)
func TestEverything(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	h.fill(chat)
	claim, ok, err := h.Delivery.ClaimLane(ctx, place.Bot, "worker", time.Now(), time.Hour)
	must(t, err)
	if !ok || len(h.found(marker)) == 0 {
		t.Fatal("the search would find nothing anyway")
	}
	h.setMemory(memory.Config{ReadOnly: true}) // R12: read-only never stops forgetting

	said := false
	r, err := h.Everything(ctx, tap, person, place, func(ctx context.Context, r forget.Receipt) error {
		said = true
		_, err := h.Delivery.Put(ctx, delivery.Outgoing{Bot: "keepsake", Chat: chat, Kind: delivery.Send, Body: delivery.Body{Text: "All gone."}})
		return err
	})
	must(t, err)
	if where := h.found(marker); len(where) > 0 {
		t.Errorf("still in %v", where)
	}
	if r.Memory.Memories != 2 || r.Memory.Versions != 3 || r.Memory.Decisions != 2 || r.Memory.Tombstones != 2 || r.Memory.Changes != 4 {
		t.Errorf("memory %+v", r.Memory)
	}
	if r.Sessions.Sessions != 1 || r.Sessions.Messages != 100 || r.Sessions.Turns != 1 {
		t.Errorf("sessions %+v", r.Sessions)
	}
	if r.Delivery.Updates != 2 || r.Delivery.Outgoing != 1 || r.Tasks != 1 {
		t.Errorf("delivery %+v, tasks %d", r.Delivery, r.Tasks)
	}
	if err := h.Delivery.Guard(ctx, claim); !errors.Is(err, delivery.ErrLeaseLost) {
		t.Errorf("running work goes on: %v", err)
	}
	if p, err := h.People.Get(ctx, person); err != nil || p.Access != people.Owner || p.Name != "" || p.TimeZone != "" {
		t.Errorf("person %+v, %v", p, err)
	}
	due, err := h.Delivery.ClaimOut(ctx, "keepsake", "me", time.Now().Add(time.Minute), time.Now(), nil, 10)
	must(t, err)
	out := due.Messages
	if !said || len(out) != 1 || out[0].Body.Text != "All gone." {
		t.Errorf("outbox %+v", out)
	}
	again, err := h.Everything(ctx, tap, person, place, nil)
	must(t, err)
	if again != (forget.Receipt{Delivery: delivery.Erased{Outgoing: 1}}) {
		t.Errorf("twice: %+v", again)
	}
}

// One person's wish leaves the other's things alone; a reopened file holds what it held.
func TestEverything_OnlyTheirs(t *testing.T) {
	h := open(t)
	h.fill(chat)
	h.fill(7)
	_, err := h.Everything(t.Context(), tap, person, place, nil)
	must(t, err)
	if len(h.found(marker)) == 0 {
		t.Error("the other person's words are gone")
	}
	other := scope.Scope{Store: "keepsake", Kind: scope.User, ID: people.ID(7)}
	_, total, err := h.Memory.List(t.Context(), memory.ActiveQuery(other))
	must(t, err)
	if total != 1 {
		t.Errorf("the other person has %d memories", total)
	}
}

// It happens everywhere or nowhere; a scrub that fails is told with the receipt.
func TestEverything_Failures(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	h.fill(chat)
	boom := errors.New("boom")
	if _, err := h.Everything(ctx, tap, person, place, func(context.Context, forget.Receipt) error { return boom }); !errors.Is(err, boom) {
		t.Fatalf("error %v", err)
	}
	if _, total, err := h.Memory.List(ctx, memory.ActiveQuery(owner)); err != nil || total != 1 {
		t.Errorf("half erased: %d, %v", total, err)
	}
	h.Scrubber = failing{boom}
	r, err := h.Everything(ctx, tap, person, place, nil)
	if !errors.Is(err, boom) || r.Memory.Memories != 2 {
		t.Errorf("receipt %+v, error %v", r, err)
	}
	h.Scrubber = nil
	if _, err := h.Everything(ctx, tap, person, place, nil); err != nil {
		t.Error(err)
	}
}

type failing struct{ err error }

func (f failing) Scrub(context.Context) error { return f.err }
