package web_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
)

// Every POST that would do something a second time is done once under its name, also at once: a message, a shard of one's own
// and of a group, an earlier digest brought back. What it made is read anew; when that is gone, the answer says so.
func TestEveryPostIsDoneOnce(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		owner := w.own()
		w.stands(alice, actor.Admin, nil)
		w.talk("How are you?", "I am well.")
		w.digested("Answer in short sentences")
		w.pass(time.Hour)
		w.digested("Answer without emoji")
		messages := "/api/sessions/" + w.session() + "/messages"
		for i, c := range []struct{ path, body, other string }{
			{messages, `{"role":"user","content":"Good morning"}`, `{"role":"user","content":"Good night"}`},
			{collective, `{"name":"Kitchen"}`, `{"name":"Cellar"}`},
			{collective + inChoir, `{"name":"Kitchen"}`, `{"name":"Cellar"}`},
			{"/api/agents/keepsake/memory", `{"restore_version":1}`, `{"restore_version":2}`},
		} {
			name := fmt.Sprint("Idempotency-Key: ", i)
			first := w.ask(w.write, "POST", c.path, c.body, name)
			if first.status != 200 && first.status != 201 || first.header.Get("Idempotency-Replayed") != "" {
				t.Fatalf("%s: %d %s", c.path, first.status, first.body)
			}
			answers := make(chan answer, 4)
			for range cap(answers) {
				go func() { answers <- w.ask(w.write, "POST", c.path, c.body, name) }()
			}
			for range cap(answers) {
				again := <-answers
				if again.status != first.status || again.header.Get("Idempotency-Replayed") != "true" || string(again.body) != string(first.body) {
					t.Errorf("%s again: %d %s, first %s", c.path, again.status, again.body, first.body)
				}
			}
			equal(t, c.path+" with another body", w.ask(w.write, "POST", c.path, c.other, name).is(422).field("code"), "key_reused")
		}
		w.ask(w.write, "POST", collective, `{"name":"Choir"}`, "Idempotency-Key: 2").is(422) // the same name in another chat
		if said := string(w.ask(w.read, "GET", messages, "").is(200).body); strings.Count(said, "Good morning") != 1 {
			t.Errorf("said %s", said)
		}
		equal(t, "the digest", w.ask(w.read, "GET", "/api/agents/keepsake/memory", "").is(200).field("version"), 3)

		id := w.ask(w.write, "POST", messages, `{"role":"user","content":"Good evening"}`, "Idempotency-Key: gone").is(201).field("message_id").(string)
		w.ask(w.write, "DELETE", messages+"/"+id, "").is(204)
		equal(t, "a message that was taken out", w.ask(w.write, "POST", messages, `{"role":"user","content":"Good evening"}`, "Idempotency-Key: gone").is(409).field("code"), "gone")
		made := w.ask(w.write, "POST", collective, `{"name":"Attic"}`, "Idempotency-Key: attic").is(201).field("shard_id").(string)
		_, err := w.shards.Delete(t.Context(), owner, scopesOf(alice)[0], made)
		must(t, err)
		equal(t, "a shard that is gone", w.ask(w.write, "POST", collective, `{"name":"Attic"}`, "Idempotency-Key: attic").is(409).field("code"), "gone")
	})
}
