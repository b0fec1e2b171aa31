package memorytools_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/tool"
)

// Read-only is told, not failed; a place without a scope remembers nothing; a broken
// database fails the turn.
func TestOtherRefusals(t *testing.T) {
	k := start(t).says("Alec is my boss")
	add := args{"content": "Alec is the user's boss", "category": "person"}
	*k.memory = *memory.New(memory.Config{Store: k.db.Memories(), Now: time.Now, Key: []byte("key"), ReadOnly: true})
	if r := k.call("add_to_memory", add); r.Content != "Not stored: remembering is switched off at the moment. Tell the user so." {
		t.Errorf("result %q", r.Content)
	}
	*k.memory = *memory.New(memory.Config{Store: k.db.Memories(), Now: time.Now, Key: []byte("key"), ReadOnly: false})
	_, err := k.tools["add_to_memory"].Run(t.Context(), tool.Call{Args: json.RawMessage(`{"content":"Alec is here","category":"person"}`)})
	if fault.KindOf(err) != fault.Denied {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = k.tools["add_to_memory"].Run(ctx, tool.Call{
		Actor: k.model(), Scopes: []scope.Scope{alice}, Conversation: k.conversation(), Args: json.RawMessage(`{"content":"Alec is the user's boss","category":"person"}`),
	})
	if err == nil || fault.KindOf(err) == fault.Invalid {
		t.Errorf("error %v", err)
	}
}
