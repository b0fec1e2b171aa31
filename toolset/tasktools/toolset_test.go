package tasktools_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store/storetest"
	"keepsake/task"
	"keepsake/tool"
	"keepsake/toolset/tasktools"
	"keepsake/trust"
)

// desk is the tools over a real database, at a fixed time where the person is.
type desk struct {
	t     *testing.T
	tools map[string]tool.Tool
	tasks *task.Service
	now   time.Time
	zone  *time.Location
	calls int
	own   string // what the person says; "" = the title of the call
}

func open(t *testing.T) *desk {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, tools: map[string]tool.Tool{}, now: time.Date(2026, 11, 20, 11, 0, 0, 0, time.UTC), zone: zone}
	s := task.New(task.Config{Store: storetest.SQLite(t).Tasks(), Now: func() time.Time { return d.now }})
	d.tasks = s
	for _, x := range (&tasktools.Toolset{Tasks: s}).Tools() {
		d.tools[x.Def.Name] = x
	}
	return d
}

var alice = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}

// model is the actor of the next call in the conversation.
func (d *desk) model() actor.Actor {
	return actor.Actor{Kind: actor.Tool, ID: alice.ID, Standing: actor.Admin, TurnID: "turn", CallID: fmt.Sprint("call", d.calls)}
}

func (d *desk) try(name, args string) (string, error) {
	d.calls++
	own := d.own
	if own == "" {
		var a struct{ Title, Due string }
		_ = json.Unmarshal([]byte(args), &a) // what does not parse has no title
		own = "to do: " + strings.Join(strings.Fields(a.Title), " ")
		if a.Due != "" {
			own += ". When: " + strings.Replace(a.Due, "T", " at ", 1)
		}
	}
	r, err := d.tools[name].Run(d.t.Context(), tool.Call{
		Actor: d.model(), Scopes: []scope.Scope{alice}, Place: session.Place{Bot: "keepsake", Chat: 1},
		Args: json.RawMessage(args), Now: d.now, Zone: d.zone,
		Conversation: &tool.Conversation{Session: session.Session{Store: "keepsake", Person: alice.ID}, Turn: session.Turn{ID: "turn"}, Window: []session.Message{said(own)}},
	})
	return r.Content, err
}

func (d *desk) call(name, args string) string {
	d.t.Helper()
	s, err := d.try(name, args)
	if err != nil {
		d.t.Fatal(err)
	}
	return s
}

var anID = regexp.MustCompile(`\[id:([A-Za-z0-9]{8})\]`)

// P58: tasks through tools: made, listed, done, on the person's clock.
func TestTools(t *testing.T) {
	d := open(t)
	made := d.call("create_task", `{"title": "Update Alec on the project", "due": "2026-11-27"}`)
	id := anID.FindStringSubmatch(made)[1]
	if want := "Created task [id:" + id + "] Update Alec on the project (due Fri 2026-11-27). The user will be reminded Fri 2026-11-27 09:00"; made != want {
		t.Errorf("%s, want %s", made, want)
	}
	call := d.call("create_task", `{"title": "Call Sarah", "due": "2026-11-20T15:00"}`)
	if !strings.Contains(call, "Call Sarah (due Fri 2026-11-20 15:00). The user will be reminded Fri 2026-11-20 15:00") {
		t.Error(call)
	}
	if plain := d.call("create_task", `{"title": "Tidy up some day", "due": null}`); !strings.HasSuffix(plain, "] Tidy up some day") {
		t.Error(plain)
	}
	d.now = d.now.Add(24 * time.Hour)
	list := anID.ReplaceAllString(d.call("list_tasks", `{}`), "[id]")
	if want := "3 open:\n- [id] Call Sarah (overdue since Fri 2026-11-20 15:00)\n- [id] Update Alec on the project (due Fri 2026-11-27)\n- [id] Tidy up some day"; list != want {
		t.Errorf("%s, want %s", list, want)
	}
	if s := d.call("list_tasks", `{"done": true}`); s != "There are no completed tasks." {
		t.Error(s)
	}
	d.own = "I am done with the update for Alec"
	if s := d.call("complete_task", `{"task_id": "[id:`+id+`]"}`); s != "Done: Update Alec on the project" {
		t.Error(s)
	}
	if s := d.call("complete_task", `{"task_id": "`+id+`"}`); s != "That task was done already: Update Alec on the project" {
		t.Error(s)
	}
	if s := d.call("complete_task", `{"task_id": "nosuchid"}`); s != "No task has this ID. Call list_tasks to see the IDs." {
		t.Error(s)
	}
	if s := anID.ReplaceAllString(d.call("list_tasks", `{"done": true}`), "[id]"); s != "1 completed:\n- [id] Update Alec on the project (done Sat 2026-11-21 12:00)" {
		t.Error(s)
	}
}

// A day is overdue when it is over, not when it begins; a long list says what it leaves out.
func TestList_DaysAndPages(t *testing.T) {
	d := open(t)
	d.call("create_task", `{"title": "Rent", "due": "2026-11-20"}`)
	for i := range 31 {
		d.call("create_task", fmt.Sprintf(`{"title": "Task %d"}`, i))
	}
	if s := d.call("list_tasks", `{}`); !strings.Contains(s, "Rent (due Fri 2026-11-20)") || !strings.HasSuffix(s, "… and 2 more") {
		t.Error(s)
	}
	d.now = d.now.Add(13 * time.Hour)
	if s := d.call("list_tasks", `{}`); !strings.Contains(s, "Rent (overdue since Fri 2026-11-20)") {
		t.Error(s)
	}
}

// They are domain tools with words to be found by; wrong arguments name their field.
func TestDefinitionsAndErrors(t *testing.T) {
	d := open(t)
	for _, name := range []string{"create_task", "list_tasks", "complete_task"} {
		x := d.tools[name]
		if x.System || !slices.Contains(x.Tags, "task") || slices.Contains(x.Tags, "system") || !json.Valid(x.Def.Schema) || x.Def.Description == "" {
			t.Errorf("%s: %+v", name, x)
		}
		if _, err := d.try(name, `[]`); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
	for args, field := range map[string]string{
		`{"title": ""}`:                             "title",
		`{"title": "x", "due": "soon"}`:             "due",
		`{"title": "x", "due": "2026-11-19"}`:       "due",
		`{"title": "x", "due": "2026-11-20T11:00"}`: "due",
	} {
		_, err := d.try("create_task", args)
		var f *fault.Error
		if !errors.As(err, &f) || f.Field != field {
			t.Errorf("%s: %v", args, err)
		}
	}
	if _, err := d.try("complete_task", `{"task_id": "Call Sarah"}`); fault.KindOf(err) != fault.Invalid {
		t.Error(err)
	}
}

// A title is as trusted as what it was made of, and so is every result that shows it; of
// tasks older than that question nobody knows.
func TestTrustOfTitles(t *testing.T) {
	d := open(t)
	typed := session.Message{ID: "m1", TurnID: "turn", Role: session.User, Content: "remind me to call Sarah", Trust: trust.Person}
	forwarded := session.Message{ID: "m2", TurnID: "old", Role: session.User, Content: "Call Mallory about the loan", Trust: trust.Forwarded}
	document := session.Message{ID: "m3", TurnID: "old", Role: session.User, Content: "Pay the invoice 4711", Trust: trust.Document}
	run := func(name, args string, summary string, window ...session.Message) trust.Level {
		t.Helper()
		d.calls++
		r, err := d.tools[name].Run(t.Context(), tool.Call{
			Actor: d.model(), Scopes: []scope.Scope{alice}, Args: json.RawMessage(args), Now: d.now, Zone: d.zone,
			Conversation: &tool.Conversation{
				Session: session.Session{Store: "keepsake", Person: alice.ID, Summary: summary}, Turn: session.Turn{ID: "turn"}, Window: window,
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		ts, err := d.tasks.OfTurn(t.Context(), "keepsake", alice.ID, "turn")
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range ts {
			if x.Proposed { // the person taps Add: the words are still somebody else's
				if _, err := d.tasks.Accept(t.Context(), actor.OfPerson(alice.ID), "keepsake", alice.ID, x.ID); err != nil {
					t.Fatal(err)
				}
			}
		}
		return r.Trust
	}
	same := func(what string, got, want trust.Level) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	same("in nobody else's sight", run("create_task", `{"title": "Call Sarah"}`, "", typed), trust.Unknown)
	same("the person's own list", run("list_tasks", `{}`, "", typed), trust.Unknown)
	same("said so themselves beside a forwarded text", run("create_task", `{"title": "call Sarah"}`, "", forwarded, typed), trust.Unknown)
	same("from a forwarded text", run("create_task", `{"title": "Call Mallory about the loan"}`, "", forwarded, typed), trust.Forwarded)
	same("the list with it", run("list_tasks", `{}`, "", typed), trust.Forwarded)
	same("from a document", run("create_task", `{"title": "Pay the invoice 4711"}`, "", document, typed), trust.Document)
	same("from a summary of who knows what", run("create_task", `{"title": "Sell the house"}`, "They spoke of a house.", typed), trust.Tool)
	same("the list as the least of them", run("list_tasks", `{}`, "", typed), trust.Tool)
	same("no list", run("list_tasks", `{"done": true}`, "", typed), trust.Unknown)
}
