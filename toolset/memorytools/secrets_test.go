package memorytools_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"keepsake/session"
	"keepsake/trust"
)

// Secrets are refused with a friendly sentence, and stand in no result.
func TestSecretsRefused(t *testing.T) {
	k := start(t).says("Remember my wifi password is hunter2")
	r := k.call("add_to_memory", args{"content": "The user's wifi password is hunter2", "category": "context"})
	if !strings.HasPrefix(r.Content, "Not stored: this looks like a secret") || strings.Contains(r.Content, "hunter2") || len(k.known()) != 0 {
		t.Errorf("result %q", r.Content)
	}
}

// The conversation masks what the person said and what the model calls before a tool
// sees it: the mask is refused as the secret is, by a write that goes through, by one that
// waits for a tap, and by an update.
func TestMaskedSecretsRefused(t *testing.T) {
	k := start(t).says("remember that my password is hunter2Secret9, and that Alec is my boss")
	m := k.call("add_to_memory", args{"content": "Alec is the user's boss", "category": "person"}).Changes[0].MemoryID
	refused := func(name string, a args) {
		t.Helper()
		raw, err := json.Marshal(a)
		must(t, err)
		k.message(session.Message{Role: session.Assistant, Trust: trust.Bot, ToolCalls: []session.ToolCall{{ID: fmt.Sprint("c", len(k.window)), Name: name, Arguments: string(raw)}}})
		logged := k.window[len(k.window)-1].ToolCalls[0].Arguments
		if strings.Contains(logged, "hunter2") {
			t.Fatalf("not masked: %s", logged)
		}
		r := k.call(name, logged)
		if !strings.HasPrefix(r.Content, "Not stored: this looks like a secret") || len(r.Changes)+len(r.Decisions) != 0 {
			t.Errorf("%s %v: result %+v", name, a, r)
		}
	}
	refused("add_to_memory", args{"content": "The user's password is hunter2Secret9", "category": "context"})
	refused("add_to_memory", args{"content": "The user has a router", "category": "context", "subject": "password: hunter2Secret9"})
	refused("update_memory", args{"memory_id": m, "content": "Alec's password is hunter2Secret9"})
	k.forwards("The password is hunter2Secret9")
	refused("add_to_memory", args{"content": "Mallory's password is hunter2Secret9", "category": "person"})
	if got := k.known(); len(got) != 1 || got[0].Content != "Alec is the user's boss" {
		t.Errorf("known %+v", got)
	}
}
