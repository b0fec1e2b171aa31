package web_test

import (
	"testing"

	"keepsake/apikey"
	"keepsake/memory"
)

// A trusted key of a person destroys their memories, their conversations or both, and nobody else's; no other key does.
func TestClear(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		const at, all = "/api/ltm/clear", `{"memories":true,"conversations":true,"confirm":"destroy"}`
		trusted := w.key(apikey.Key{Person: alice, Write: true, Trusted: true})
		fill := func() {
			w.add(t.Context(), "User lives in Oslo")
			m := w.add(t.Context(), "User has a dog")
			w.ask(w.write, "PUT", "/api/memory/"+m.ID, `{"content":"User has a cat"}`).is(200)
			w.talk("Good morning", "Good morning!")
		}
		fill()
		w.ask(w.other, "POST", "/api/memory/", `{"content":"Bob plays the cello","category":"context"}`).is(201)
		for name, key := range map[string]string{"reader": w.read, "writer": w.write, "agent": w.agent} {
			if got := w.ask(key, "POST", at, all); got.status != 403 {
				t.Errorf("%s clears: %d", name, got.status)
			}
		}
		for _, body := range []string{`{}`, `{"memories":true,"conversations":true}`, `{"memories":true,"conversations":true,"confirm":"yes"}`, `{"memories":false,"conversations":false,"confirm":"destroy"}`, ``} {
			w.ask(trusted, "POST", at, body, "Content-Type: application/json").is(422)
		}
		equal(t, "nothing is gone", w.ask(w.read, "GET", "/api/memory/", "").field("total"), 2)

		got := w.ask(trusted, "POST", at, `{"memories":false,"conversations":true,"confirm":"destroy"}`).is(200)
		equal(t, "conversations", []any{got.field("memories"), got.field("conversations"), got.field("messages")}, []any{0, 1, 2})
		equal(t, "memories stay", w.ask(w.read, "GET", "/api/memory/", "").field("total"), 2)
		got = w.ask(trusted, "POST", at, `{"memories":true,"conversations":false,"confirm":"destroy"}`).is(200)
		equal(t, "memories", []any{got.field("memories"), got.field("versions"), got.field("conversations"), got.field("scrubbed")}, []any{2, 3, 0, true})
		for _, q := range []memory.Query{memory.RetentionQuery(scopesOf(alice)...)} {
			if n, err := w.memory.Count(t.Context(), q); err != nil || n != 0 {
				t.Errorf("%d are kept, %v", n, err)
			}
		}
		equal(t, "another's stays", w.ask(w.other, "GET", "/api/memory/", "").field("total"), 1)
		fill()
		equal(t, "all", w.ask(trusted, "POST", at, all).is(200).field("versions"), 3)
		equal(t, "again", w.ask(trusted, "POST", at, all).is(200).field("memories"), 0)
	})
}
