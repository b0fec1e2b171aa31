package toolset_test

import (
	"context"
	"encoding/json"
	"testing"

	"keepsake/agent/tool"
	"keepsake/fault"
	"keepsake/memory"
)

// Read-only is told, not failed; a place without a scope remembers nothing; a broken
// database fails the turn.
func TestOtherRefusals(t *testing.T) {
	k := start(t).says("Alec is my boss")
	add := args{"content": "Alec is the user's boss", "category": "person"}
	k.memory.ReadOnly = true
	if r := k.call("add_to_memory", add); r.Content != "Not stored: remembering is switched off at the moment. Tell the user so." {
		t.Errorf("result %q", r.Content)
	}
	k.memory.ReadOnly = false
	_, err := k.tools["add_to_memory"].Run(t.Context(), tool.Call{Args: json.RawMessage(`{"content":"Alec is here","category":"person"}`)})
	if fault.KindOf(err) != fault.Denied {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = k.tools["add_to_memory"].Run(ctx, tool.Call{
		Scopes: []memory.Scope{alice}, Window: k.window, Args: json.RawMessage(`{"content":"Alec is the user's boss","category":"person"}`),
	})
	if err == nil || fault.KindOf(err) == fault.Invalid {
		t.Errorf("error %v", err)
	}
}
