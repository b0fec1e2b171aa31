package tasktools_test

import (
	"encoding/json"
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/tool"
	"keepsake/trust"
)

// Each task tool works for a door that has no conversation. What a person asks for there
// is their own word, what a model asks for a tool's.
func TestToolsOutsideOfAConversation(t *testing.T) {
	d := open(t)
	call := func(who actor.Actor, name, args string) tool.Result {
		t.Helper()
		r, err := d.tools[name].Run(t.Context(), tool.Call{
			Actor: who, Scopes: []scope.Scope{alice}, Place: session.Place{Bot: "keepsake", Chat: 1},
			Args: json.RawMessage(args), Now: d.now, Zone: d.zone,
		})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return r
	}
	person := actor.OfPerson(alice.ID)
	made := call(person, "create_task", `{"title": "Call Sarah", "due": "2026-11-27"}`)
	if !strings.Contains(made.Content, "Call Sarah (due Fri 2026-11-27)") || made.Trust != trust.Unknown {
		t.Errorf("create_task: %+v", made)
	}
	model := call(actor.Actor{Kind: actor.Tool, ID: alice.ID, Standing: actor.Admin}, "create_task", `{"title": "Sell the house"}`)
	if !strings.HasPrefix(model.Content, "Not created: ") { // nothing shows that the person said it
		t.Errorf("create_task of a model: %+v", model)
	}
	if r := call(person, "list_tasks", `{}`); !strings.HasPrefix(r.Content, "1 open:") {
		t.Errorf("list_tasks: %q", r.Content)
	}
	id := anID.FindStringSubmatch(made.Content)[1]
	if r := call(person, "complete_task", `{"task_id": "`+id+`"}`); r.Content != "Done: Call Sarah" {
		t.Errorf("complete_task: %q", r.Content)
	}
}
