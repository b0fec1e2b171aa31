package memorytools_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/scope"
	"keepsake/store/storetest"
	"keepsake/tool"
	"keepsake/toolset/memorytools"
)

// Each memory tool works for a door that has no conversation: a person is answered as in
// one, and what only a model asks for waits with the true reason.
func TestToolsOutsideOfAConversation(t *testing.T) {
	db := storetest.SQLite(t)
	memories := memory.New(memory.Config{Store: db.Memories(), Now: time.Now, Key: []byte("key")})
	set := &memorytools.Toolset{
		Memory: memories,
		Recall: &recall.Service{Memories: memories, Vectors: db.Vectors(), Now: time.Now},
	}
	tools := map[string]tool.Tool{}
	for _, x := range append(set.Tools(), set.RoleTools()...) {
		tools[x.Def.Name] = x
	}
	call := func(who actor.Actor, name, args string) tool.Result {
		t.Helper()
		x := tools[name]
		c := tool.Call{Actor: who, Scopes: []scope.Scope{alice}, Args: []byte(args), Now: time.Now(), Zone: time.UTC}
		var err error
		if x.Prepare != nil {
			c.Prepared, err = x.Prepare(t.Context(), c)
			must(t, err)
		}
		r, err := x.Run(t.Context(), c)
		must(t, err)
		delete(tools, name)
		return r
	}
	person := actor.OfPerson(alice.ID)
	added := call(person, "add_to_memory", `{"content": "Alec is the user's boss", "category": "person", "subject": "Alec"}`)
	if len(added.Changes) != 1 || added.Changes[0].Actor.ID != alice.ID {
		t.Fatalf("add_to_memory: %+v", added)
	}
	id := added.Changes[0].MemoryID
	updated := call(person, "update_memory", `{"memory_id": "`+id+`", "content": "Alec was the user's boss"}`)
	if len(updated.Changes) != 1 || !strings.Contains(updated.Content, "Alec was") {
		t.Errorf("update_memory: %+v", updated)
	}
	waiting := call(actor.Actor{Kind: actor.Tool, ID: alice.ID, Standing: actor.Admin}, "remember", `{"content": "The user is a pilot"}`)
	if len(waiting.Changes) != 0 || len(waiting.Decisions) != 1 || !strings.Contains(waiting.Content, "outside of a conversation") {
		t.Errorf("remember, asked for by a model: %+v", waiting)
	}
	for name, args := range map[string]string{
		"search_memories": `{"query": "Alec"}`, "recall": `{"query": "Alec"}`, "list_memories": `{}`,
	} {
		if r := call(person, name, args); !strings.Contains(r.Content, "Alec was the user's boss") {
			t.Errorf("%s: %q", name, r.Content)
		}
	}
	for _, name := range []string{"offer_memory", "offer_to_forget"} { // where nobody reads an answer nobody can be asked
		x := tools[name]
		_, err := x.Run(t.Context(), tool.Call{Actor: person, Scopes: []scope.Scope{alice}, Args: []byte(`{"content": "User likes tea", "category": "context", "about": "Alec"}`)})
		if fault.KindOf(err) != fault.Denied {
			t.Errorf("%s: %v", name, err)
		}
		delete(tools, name)
	}
	if len(tools) != 0 {
		t.Errorf("not called: %v", tools)
	}
}
