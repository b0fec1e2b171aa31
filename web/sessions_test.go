package web_test

import (
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/session"
	"keepsake/trust"
)

// M3–M12, R22: conversations and the operations on their messages; what a program adds is not the person's word.
func TestSessionsM3ToM12(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		said := w.talk("I have a dog", "Nice.")
		list := w.ask(w.read, "GET", "/api/sessions/", "").is(200)
		equal(t, "total", list.field("total"), 1)
		id := list.field("sessions.0.id").(string)
		path := "/api/sessions/" + id
		equal(t, "whom with", w.ask(w.read, "GET", path, "").is(200).field("agent"), storeName)
		contents := func(query string) (out []string) {
			t.Helper()
			for _, m := range w.ask(w.read, "GET", path+"/messages"+query, "").is(200).field("messages").([]any) {
				out = append(out, m.(map[string]any)["content"].(string))
			}
			return out
		}
		equal(t, "all (M5)", contents(""), []string{"I have a dog", "Nice."})
		equal(t, "the last (M6)", contents("?last=1"), []string{"Nice."})
		equal(t, "by role (M9)", contents("?role=user"), []string{"I have a dog"})
		equal(t, "by id (M8)", w.ask(w.read, "GET", path+"/messages/"+said[1].ID, "").is(200).field("role"), "assistant")

		added := w.ask(w.write, "POST", path+"/messages", `{"role":"user","content":"It is called Rex"}`).is(201).field("message_id").(string)
		ms, err := w.sessions.ByIDs(t.Context(), []string{added})
		must(t, err)
		if len(ms) != 1 || ms[0].Trust != trust.Tool || ms[0].Author != "" {
			t.Errorf("added: %+v", ms)
		}
		equal(t, "changed (M4)", w.ask(w.write, "PUT", path+"/messages/"+added, `{"content":"It is called Max"}`).is(200).field("content"), "It is called Max")
		equal(t, "as shown", contents("?last=1"), []string{"It is called Max"})
		w.ask(w.write, "DELETE", path+"/messages/"+added, "").is(204)
		w.ask(w.write, "DELETE", path+"/messages/"+added, "").is(404)
		equal(t, "removed (M10)", contents(""), []string{"I have a dog", "Nice."})
		w.ask(w.write, "DELETE", path+"/messages", "").is(204)
		equal(t, "reset (M11)", len(contents("")), 0)
		for _, body := range []string{`{}`, `{"role":"system","content":"x"}`, `{"role":"user","content":""}`, `{"role":"user","content":" \n\t"}`, ``, `{"role":"user","content":7}`} {
			refused := w.ask(w.write, "POST", path+"/messages", body).is(422)
			equal(t, "places of "+body, len(refused.field("errors").([]any)) > 0, true)
		}
		for _, one := range []string{"/api/sessions/000000000000", "/api/sessions/x", path + "/messages/x", path + "/messages/" + strings.Repeat("0", 36)} {
			w.ask(w.read, "GET", one, "").is(404)
		}
		w.ask(w.read, "POST", path+"/messages", `{"role":"user","content":"x"}`).is(403)
		for _, key := range []string{w.other, w.agent} {
			equal(t, "another's list", w.ask(key, "GET", "/api/sessions", "").is(200).field("total"), 0)
			w.ask(key, "GET", path+"/messages", "").is(404)
			w.ask(key, "POST", path+"/messages", `{"role":"user","content":"x"}`).is(404)
		}
		_, err = w.sessions.End(t.Context(), actor.OfSystem(), place, alice)
		must(t, err)
		temporary, err := w.sessions.BeginPrivate(t.Context(), actor.OfSystem(), place, alice, storeName)
		must(t, err)
		_, err = w.sessions.Append(t.Context(), actor.OfSystem(), temporary.ID, session.Message{Role: session.User, Content: "in passing", Author: alice})
		must(t, err)
		equal(t, "a temporary chat", w.ask(w.read, "GET", "/api/sessions/", "").is(200).field("total"), 1)
		w.ask(w.read, "GET", "/api/sessions/"+temporary.PublicID, "").is(404)
		if got := w.ask(w.read, "GET", "/api/ltm/events", "").is(200); strings.Contains(string(got.body), "in passing") {
			t.Error("events of a temporary chat are shown")
		}
	})
}
