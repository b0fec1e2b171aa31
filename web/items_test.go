package web_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/policy"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store/storetest"
	"keepsake/trust"
	"keepsake/web"
)

// A51–A54: items with filters, evidence, status, importance and time to live.
func TestItemsA51ToA54(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		ctx, own := t.Context(), scopesOf(alice)[0]
		said := w.talk("I live in Oslo, remember that", "It is kept.")
		m, _, err := w.memory.Add(ctx, actor.OfPerson(alice), memory.Draft{
			Scope: own, Content: "User lives in Oslo", Category: "person", Subject: "home",
			Evidence: []memory.Evidence{{MessageID: said[0].ID, Quote: "I live in Oslo", Trust: trust.Person, SaidAt: w.now, Author: alice, Meta: memory.Meta{Method: memory.MethodExplicit, Model: "m1"}}},
		})
		must(t, err)
		_, _, err = w.memory.Add(ctx, actor.OfPerson(alice), memory.Draft{Scope: own, Content: "Never use sudo", Type: memory.Constraint})
		must(t, err)

		list := w.ask(w.read, "GET", "/api/ltm/items", "").is(200)
		equal(t, "total", list.field("total"), 2)
		equal(t, "by type", w.ask(w.read, "GET", "/api/ltm/items?type=constraint", "").is(200).field("items.0.fact"), "Never use sudo")
		equal(t, "by status", w.ask(w.read, "GET", "/api/ltm/items?status=expired", "").is(200).field("total"), 0)
		w.ask(w.read, "GET", "/api/ltm/items?status=gone", "").is(422)
		page := w.ask(w.read, "GET", "/api/ltm/items?limit=1", "").is(200)
		next := w.ask(w.read, "GET", nextOf(t, page), "").is(200)
		if page.field("items.0.memory_id") == next.field("items.0.memory_id") || nextOf(t, next) != "" {
			t.Errorf("pages %s and %s", page.body, next.body)
		}

		path := "/api/ltm/items/" + m.ID
		got := w.ask(w.read, "GET", path, "").is(200)
		tag := got.header.Get("ETag")
		w.ask(w.write, "PATCH", path, `{"importance":0.5}`, `If-Match: "other"`).is(412)
		w.ask(w.write, "DELETE", path, "", `If-Match: "other"`).is(412)
		if set := w.ask(w.write, "PATCH", path, `{}`, "If-Match: "+tag).is(200); tag == "" || set.header.Get("ETag") != tag {
			t.Errorf("tags %q and %q", tag, set.header.Get("ETag"))
		}
		for field, want := range map[string]any{
			"memory_id": m.ID, "scope": "user", "scope_id": alice, "type": "profile", "fact": "User lives in Oslo", "fact_key": "user lives in oslo", "confidence": 1,
			"evidence_count": 1, "ttl_days": nil, "status": "active", "subject": "home", "origin": "explicit", "archived": false, "evidence.0.event_id": said[0].ID,
			"evidence.0.extraction_method": "user_explicit", "evidence.0.quote": "I live in Oslo", "evidence.0.model": "m1", "versions.0.content": "User lives in Oslo",
		} {
			equal(t, field, got.field(field), want)
		}

		changed := w.ask(w.write, "PATCH", path, `{"importance":0.25,"ttl_days":30}`).is(200)
		equal(t, "importance", changed.field("importance"), 0.25)
		equal(t, "ttl", changed.field("ttl_days"), 30)
		equal(t, "until", changed.field("expires_at"), "2026-12-22T12:00:00+00:00")
		w.pass(time.Minute)
		equal(t, "a minute after it was said", w.ask(w.write, "PATCH", path, `{"ttl_days":1}`).is(200).field("ttl_days"), 1)
		equal(t, "disabled", w.ask(w.write, "PATCH", path, `{"status":"disabled"}`).is(200).field("archived"), true)
		equal(t, "out of the list", w.ask(w.read, "GET", "/api/memory/", "").field("total"), 1)
		equal(t, "found by its status", w.ask(w.read, "GET", "/api/ltm/items?status=disabled", "").field("total"), 1)
		equal(t, "expired instead", w.ask(w.write, "PATCH", path, `{"status":"expired"}`).is(200).field("status"), "expired")
		back := w.ask(w.write, "PATCH", path, `{"status":"active","importance":1,"ttl_days":-1}`).is(200)
		equal(t, "back", back.field("status"), "active")
		equal(t, "out of the archive", back.field("archived"), false)
		equal(t, "for good", back.field("ttl_days"), nil)
		equal(t, "the same again", w.ask(w.write, "PATCH", path, `{"status":"active","importance":1,"ttl_days":-1}`).is(200).field("importance"), 1)
		for _, body := range []string{`{"status":"shadow"}`, `{"importance":1.1}`, `{"importance":-0.1}`, `{"ttl_days":0}`, `{"ttl_days":-2}`, `{"ttl_days":1.5}`, `{"fact":"x"}`, `[]`} {
			w.ask(w.write, "PATCH", path, body).is(422)
		}
		h, err := w.memory.History(ctx, []scope.Scope{own}, m.ID)
		must(t, err)
		var weighed string
		for _, c := range h.Changes {
			if c.Op == memory.OpWeigh {
				weighed = c.ID
			}
		}
		undone, _, err := w.memory.Undo(ctx, actor.OfPerson(alice), []scope.Scope{own}, weighed)
		must(t, err)
		equal(t, "undone", undone.Importance, 0.25)

		w.ask(w.other, "PATCH", path, `{"importance":0}`).is(404)
		w.ask(w.write, "DELETE", path, "").is(204)
		for _, method := range []string{"GET", "DELETE"} {
			w.ask(w.write, method, path, "").is(404)
		}
	})
}

// A29, A56: what extraction keeps in the background is seen here, and counted.
func TestShadowAndStatsA56(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		ctx, part := t.Context(), actor.Actor{Kind: actor.Extraction}
		w.add(ctx, "User lives in Oslo")
		run, err := w.finds.Begin(ctx, part, candidate.Run{Scope: scopesOf(alice)[0], FromSeq: 1, ToSeq: 1})
		must(t, err)
		for i, action := range []candidate.Action{candidate.Shadowed, candidate.Shadowed, candidate.Asked, candidate.Refused} {
			c, err := w.finds.Found(ctx, part, candidate.Candidate{
				RunID: run.ID, Scope: scopesOf(alice)[0], Kind: memory.Item, Type: memory.Preference, Category: "preference",
				Content: fmt.Sprintf("User likes the number %d", i), Confidence: 0.5,
			})
			must(t, err)
			must(t, w.finds.Decide(ctx, part, candidate.Verdict{CandidateID: c.ID, Relation: candidate.IsNew, Action: action, Reason: "unsure"}))
		}
		page := w.ask(w.read, "GET", "/api/ltm/items?status=shadow&limit=1", "").is(200)
		equal(t, "shadows", page.field("total"), 2)
		equal(t, "of them", page.field("items.0.status"), "shadow")
		w.ask(w.read, "GET", nextOf(t, page), "").is(200)
		equal(t, "waiting", w.ask(w.read, "GET", "/api/ltm/items?status=pending", "").field("total"), 1)
		equal(t, "of another type", w.ask(w.read, "GET", "/api/ltm/items?status=shadow&type=profile", "").field("total"), 0)
		stats := w.ask(w.read, "GET", "/api/ltm/stats", "").is(200)
		equal(t, "statuses", stats.field("scopes.0.by_status"), map[string]int{"active": 1, "shadow": 2, "pending": 1, "disabled": 0, "expired": 0})
		equal(t, "types", stats.field("scopes.0.by_type"), map[string]int{"profile": 1})
		equal(t, "whose", stats.field("scopes.0.scope_id"), alice)
		equal(t, "another's", w.ask(w.other, "GET", "/api/ltm/stats", "").is(200).field("scopes.0.total"), 0)
	})
}

// A55: the messages of the person's conversations, page by page, without what was forgotten.
func TestEventsA55(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		first := w.talk("I have a dog", "Nice.", "It is called Rex", "Good.")
		_, err := w.sessions.End(t.Context(), actor.OfSystem(), place, alice)
		must(t, err)
		w.pass(time.Hour)
		second := w.talk("Hello again", "Hello.")
		ids := func(a answer) (ids []string) {
			for _, e := range a.is(200).field("events").([]any) {
				ids = append(ids, e.(map[string]any)["event_id"].(string))
			}
			return ids
		}
		want := []string{second[0].ID, second[1].ID, first[0].ID, first[1].ID, first[2].ID, first[3].ID}
		all := w.ask(w.read, "GET", "/api/ltm/events", "")
		equal(t, "all", ids(all), want)
		equal(t, "a role", all.field("events.1.source_role"), "assistant")
		equal(t, "a text", all.field("events.0.content.text"), "Hello again")
		var paged []string
		for path := "/api/ltm/events?limit=4"; path != ""; {
			page := w.ask(w.read, "GET", path, "")
			paged = append(paged, ids(page)...)
			path = nextOf(t, page)
		}
		equal(t, "pages", paged, want)
		session := all.field("events.5.session_id").(string)
		equal(t, "of one conversation", ids(w.ask(w.read, "GET", "/api/ltm/events?session="+session, "")), want[2:])
		_, err = w.sessions.Mask(t.Context(), actor.OfSystem(), scopesOf(alice)[0], []string{first[0].ID}, nil, nil)
		must(t, err)
		if got := w.ask(w.read, "GET", "/api/ltm/events", "").is(200); strings.Contains(string(got.body), "dog") || len(ids(got)) != 5 {
			t.Errorf("what was forgotten is shown: %s", got.body)
		}
		for _, key := range []string{w.other, w.agent} {
			equal(t, "another's", len(ids(w.ask(key, "GET", "/api/ltm/events", ""))), 0)
		}
		w.ask(w.read, "GET", "/api/ltm/events?cursor=eyJpIjoibm9uZSJ9", "").is(422)
	})
}

// A57: the policies as the settings say.
func TestPolicyA57(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t), func(c *web.Config) {
		p := policy.Default()
		p.Enable, p.Reading.Enable, p.ApprovalTypes = true, true, []memory.Type{memory.Constraint}
		c.Agents[0].Writing = p
	})
	got := w.ask(w.read, "GET", "/api/ltm/policy", "").is(200)
	equal(t, "write", got.field("write_policy"), map[string]any{
		"enable": true, "mode": "shadow", "min_confidence": 0.6, "min_evidence_count": 1, "allowed_types": []string{"profile", "preference", "task_state", "constraint", "episode"},
		"max_writes_per_session": 10, "max_writes_per_hour": 50, "max_items_per_scope": 200, "require_approval_types": []string{"constraint"},
		"precision": 0.98, "max_retire_share": 0.2, "min_retired": 5, "weights": map[string]any{"rule": 0.85, "model": 0.8, "tool": 0.7, "repeat": 0.1},
	})
	equal(t, "read", got.field("read_policy"), map[string]any{
		"enable": true, "max_items": 15, "max_tokens": 800, "max_per_type": 5, "min_confidence": 0.5, "recency_weight": 0.3, "importance_weight": 0.4, "similarity_weight": 0.3,
	})
	equal(t, "retention", got.field("retention_days"), map[string]int{"profile": -1, "preference": 90, "task_state": 7, "constraint": -1, "episode": 30})
}

// A58: an export comes back, again changes nothing, and is refused when it was changed or is another's.
func TestExportImportA58(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		m := w.add(t.Context(), "User lives in Oslo")
		w.add(t.Context(), "User has a red bicycle")
		file := string(w.ask(w.read, "GET", "/api/ltm/export", "").is(200).body)
		equal(t, "same", w.ask(w.write, "POST", "/api/ltm/import", file).is(200).field("same"), 2)
		_, err := w.memory.Erase(t.Context(), actor.OfPerson(alice), scopesOf(alice)[0])
		must(t, err)
		equal(t, "a dry run", w.ask(w.write, "POST", "/api/ltm/import?dry_run=true", file).is(200).field("added"), 2)
		equal(t, "does nothing", w.ask(w.read, "GET", "/api/memory/", "").field("total"), 0)
		equal(t, "added", w.ask(w.write, "POST", "/api/ltm/import", file).is(200).field("added"), 2)
		equal(t, "under its id", w.ask(w.read, "GET", "/api/memory/"+m.ID, "").is(200).field("content"), "User lives in Oslo")
		w.ask(w.write, "POST", "/api/ltm/import", strings.Replace(file, "Oslo", "Rome", 1)).is(422)
		for _, key := range []string{w.other, w.agent} {
			w.ask(key, "POST", "/api/ltm/import", file).is(422)
			equal(t, "another's", w.ask(key, "GET", "/api/memory/", "").field("total"), 0)
		}
		w.ask(w.read, "POST", "/api/ltm/import", file).is(403)
		equal(t, "a plain list", w.ask(w.other, "POST", "/api/ltm/import", `[{"content":"Bob plays the cello","category":"context"}]`).is(200).field("added"), 1)
		w.ask(w.write, "DELETE", "/api/memory/"+m.ID, "").is(204)
		equal(t, "what was forgotten stays so", w.ask(w.write, "POST", "/api/ltm/import", file).is(200).field("forgotten"), []string{m.ID})
		for _, body := range []string{``, `{`, `{}`, `null`, `7`} {
			w.ask(w.write, "POST", "/api/ltm/import", body).is(422)
		}
	})
}

var place = session.Place{Bot: storeName, Chat: 1001}

// session returns the public id of alice's conversation.
func (w *world) session() string {
	w.t.Helper()
	s, err := w.sessions.Current(w.t.Context(), place, alice)
	must(w.t, err)
	return s.PublicID
}

// talk stores what alice and the bot say in turn in her conversation.
func (w *world) talk(said ...string) []session.Message {
	w.t.Helper()
	s, err := w.sessions.Begin(w.t.Context(), actor.OfSystem(), place, alice, storeName, false)
	must(w.t, err)
	var out []session.Message
	for i, text := range said {
		m := session.Message{Role: session.User, Content: text, Author: alice, Trust: trust.Person}
		if i%2 == 1 {
			m = session.Message{Role: session.Assistant, Content: text}
		}
		ms, err := w.sessions.Append(w.t.Context(), actor.OfSystem(), s.ID, m)
		must(w.t, err)
		out = append(out, ms...)
	}
	return out
}
