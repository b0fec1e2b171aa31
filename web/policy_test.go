package web_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/memory/policy"
	"keepsake/people"
	"keepsake/store/storetest"
	"keepsake/web"
)

// A57: an owner's key and an agent's set the write and the read policy: what GET answered, with what is to be another. It counts at once,
// is one of the policies that can be taken back, and nobody overwrites what they have not seen.
func TestSetPolicyA57(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		at := "/api/ltm/policy"
		w.own()
		_, err := w.people.See(t.Context(), actor.OfPerson(bob), people.Person{ID: bob, Name: "Bob"})
		must(t, err)
		first := w.ask(w.read, "GET", at, "").is(200)
		equal(t, "the first number", first.field("number"), 1)
		with := func(change func(p map[string]any)) string {
			var p map[string]any
			must(t, json.Unmarshal(w.ask(w.read, "GET", at, "").is(200).body, &p))
			change(p)
			raw, err := json.Marshal(p)
			must(t, err)
			return string(raw)
		}
		writing := func(name string, value any) string {
			return with(func(p map[string]any) { p["write_policy"].(map[string]any)[name] = value })
		}
		reading := func(name string, value any) string {
			return with(func(p map[string]any) { p["read_policy"].(map[string]any)[name] = value })
		}
		set := w.ask(w.write, "PUT", at, with(func(p map[string]any) {
			w := p["write_policy"].(map[string]any)
			w["mode"], w["min_confidence"], w["allowed_types"], w["precision"] = "auto", 0.75, []string{"profile", "constraint"}, 0
			p["retention_days"], p["reason"] = map[string]int{"preference": 30}, "they said so"
			r := p["read_policy"].(map[string]any)
			r["max_items"], r["max_tokens"], r["recency_weight"] = 3, 200, 0
		}), "If-Match: "+first.header.Get("ETag")).is(200)
		for field, want := range map[string]any{
			"write_policy.mode": "auto", "write_policy.min_confidence": 0.75, "write_policy.allowed_types": []string{"profile", "constraint"}, "write_policy.precision": 0,
			"read_policy.enable": true, "read_policy.max_items": 3, "read_policy.max_tokens": 200, "read_policy.max_per_type": 5, "read_policy.recency_weight": 0, "read_policy.importance_weight": 0.4,
			"write_policy.min_retired": 5, "write_policy.max_writes_per_hour": 50, "retention_days.preference": 30, "retention_days.episode": 30, "number": 2,
		} {
			equal(t, field, set.field(field), want)
		}
		equal(t, "read again", string(w.ask(w.read, "GET", at, "").is(200).body), string(set.body))
		equal(t, "the same again makes none", w.ask(w.write, "PUT", at, string(set.body)).is(200).field("number"), 2)
		all, err := (&policy.Service{Store: w.db.Policies()}).History(t.Context(), storeName, policy.Default(), 0)
		must(t, err)
		if len(all) != 2 || all[0].By != alice || all[0].Reason != "they said so" || all[0].Policy.Mode != policy.Auto || all[0].Stable {
			t.Errorf("the policies are %+v", all)
		}
		w.ask(w.write, "PUT", at, writing("mode", "manual"), "If-Match: "+first.header.Get("ETag")).is(412)
		w.ask(w.write, "PUT", at, writing("mode", "manual"), "If-Match: *").is(200)
		equal(t, "by an agent's key", w.ask(w.agent, "PUT", at, writing("mode", "shadow")).is(200).field("number"), 4)

		tag := w.ask(w.read, "GET", at, "").is(200).header.Get("ETag")
		alone := w.ask(w.agent, "PUT", at, reading("enable", false), "If-Match: "+tag).is(200)
		equal(t, "reading alone", alone.field("number"), 5)
		equal(t, "what is written by is the same", alone.field("version"), w.ask(w.read, "GET", at, "").field("version"))
		w.ask(w.agent, "PUT", at, reading("enable", true), "If-Match: "+tag).is(412)
		equal(t, "left out, it stays", w.ask(w.agent, "PUT", at, with(func(p map[string]any) { delete(p, "read_policy") })).is(200).field("read_policy.enable"), false)
		equal(t, "and on again", w.ask(w.agent, "PUT", at, reading("enable", true)).is(200).field("number"), 6)

		stronger := map[string]any{"rule": 1, "model": 0.95, "tool": 0.6, "repeat": 0.1}
		weighed := w.ask(w.agent, "PUT", at, writing("weights", stronger)).is(200)
		for name, want := range stronger {
			equal(t, "weight of "+name, fmt.Sprint(weighed.field("write_policy.weights."+name)), fmt.Sprint(want))
		}
		equal(t, "left out, they stay", fmt.Sprint(w.ask(w.agent, "PUT", at, with(func(p map[string]any) { delete(p["write_policy"].(map[string]any), "weights") })).is(200).field("write_policy.weights.model")), "0.95")

		w.ask(w.other, "PUT", at, writing("mode", "auto")).is(403)
		w.ask(w.other, "PUT", at, reading("max_items", 3)).is(403)
		w.ask(w.read, "PUT", at, writing("mode", "auto")).is(403)
		w.ask(w.key(apikey.Key{Agent: storeName}), "PUT", at, writing("mode", "auto")).is(403)
		for name, body := range map[string]string{
			"a mode that is none": writing("mode", "always"), "no number": writing("min_confidence", "x"), "beyond 1": writing("min_confidence", 1.01), "no evidence": writing("min_evidence_count", 0),
			"a type that is none": writing("allowed_types", []string{"hobby"}), "a limit below 0": writing("max_writes_per_hour", -1), "precision 1": writing("precision", 1),
			"what only settings say": writing("max_items_per_scope", 5), "share 0": writing("max_retire_share", 0), "a name more": writing("mood", 1), "no types": writing("allowed_types", nil),
			"a weaker source first": writing("weights", map[string]any{"rule": 0.7, "model": 0.9, "tool": 0.6, "repeat": 0.1}), "a weight of nothing": writing("weights", map[string]any{"rule": 1, "model": 0.9, "tool": 0, "repeat": 0.1}),
			"half of the weights": writing("weights", map[string]any{"rule": 1}), "a weight more": writing("weights", map[string]any{"rule": 1, "model": 0.9, "tool": 0.8, "repeat": 0.1, "explicit": 1}),
			"switched on": writing("enable", true), "nothing to read": reading("max_items", 0), "too many to read": reading("max_items", 101), "no tokens": reading("max_tokens", 0),
			"none of a type": reading("max_per_type", 0), "sure beyond 1": reading("min_confidence", 1.1), "a weight below 0": reading("recency_weight", -0.1), "a weight that is none": reading("similarity_weight", "x"),
			"no weights": with(func(p map[string]any) {
				r := p["read_policy"].(map[string]any)
				r["recency_weight"], r["importance_weight"], r["similarity_weight"] = 0, 0, 0
			}), "half a read policy": with(func(p map[string]any) { p["read_policy"] = map[string]any{"enable": true} }), "a name more to read": reading("mood", 1),
			"half of it": `{"write_policy":{"mode":"auto"}}`, "none of it": `{}`, "a long reason": with(func(p map[string]any) { p["reason"] = strings.Repeat("x", 101) }),
			"0 days": with(func(p map[string]any) { p["retention_days"] = map[string]int{"preference": 0} }), "days of a type that is none": with(func(p map[string]any) { p["retention_days"] = map[string]int{"x": 3} }),
		} {
			if got := w.ask(w.write, "PUT", at, body); got.status != 422 {
				t.Errorf("%s: %d %s", name, got.status, got.body)
			}
		}
		equal(t, "what was refused changed nothing", w.ask(w.read, "GET", at, "").field("number"), 7)
	})
}

// What the settings do not let prompts read, no program switches on.
func TestReadingStaysOff(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t), func(c *web.Config) { c.Agents[0].Writing.Reading.Enable = false })
	at := "/api/ltm/policy"
	got := w.ask(w.agent, "GET", at, "").is(200)
	equal(t, "off", got.field("read_policy.enable"), false)
	w.ask(w.agent, "PUT", at, strings.Replace(string(got.body), `"read_policy":{"enable":false`, `"read_policy":{"enable":true`, 1)).is(422)
}

// Of many who set a policy at once with one tag, one does.
func TestSetPolicyAtOnce(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		tag := w.ask(w.agent, "GET", "/api/ltm/policy", "").is(200).header.Get("ETag")
		statuses := make(chan int, 8)
		for i := range cap(statuses) {
			body := strings.Replace(bodies["set-policy"], `"max_writes_per_hour":2`, fmt.Sprint(`"max_writes_per_hour":`, 10+i), 1)
			go func() { statuses <- w.ask(w.agent, "PUT", "/api/ltm/policy", body, "If-Match: "+tag).status }()
		}
		seen := map[int]int{}
		for range cap(statuses) {
			seen[<-statuses]++
		}
		equal(t, "statuses", seen, map[int]int{200: 1, 412: 7})
	})
}
