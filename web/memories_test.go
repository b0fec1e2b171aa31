package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/store/storetest"
	"keepsake/web"
)

// P20–P28, R11: PRD29's five operations with their bodies and codes.
func TestMemoriesP20ToP28(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		equal(t, "an empty list", string(w.ask(w.write, "GET", "/api/memory/", "").is(200).body), "{\"memories\":[],\"total\":0}\n")

		made := w.ask(w.write, "POST", "/api/memory/", `{"content":"User prefers short answers","category":"preference","subject":"answers"}`).is(201)
		id := made.id()
		if !regexp.MustCompile(`^[A-Za-z0-9]{8}$`).MatchString(id) {
			t.Errorf("id %q", id)
		}
		equal(t, "created", string(made.body), fmt.Sprintf(
			`{"id":%q,"category":"preference","subject":"answers","content":"User prefers short answers","version":1,"created_at":"2026-11-22T12:00:00+00:00","updated_at":"2026-11-22T12:00:00+00:00"}`+"\n", id))
		equal(t, "its place", made.header.Get("Location"), "/api/memory/"+id)

		w.pass(time.Minute)
		changed := w.ask(w.write, "PUT", "/api/memory/"+id, `{"content":"User prefers long answers"}`).is(200)
		equal(t, "the id stays", changed.id(), id)
		equal(t, "version", changed.field("version"), 2)
		equal(t, "created", changed.field("created_at"), "2026-11-22T12:00:00+00:00")
		equal(t, "updated", changed.field("updated_at"), "2026-11-22T12:01:00+00:00")
		same := w.ask(w.write, "PUT", "/api/memory/"+id, `{"content":"User prefers long answers"}`).is(200)
		equal(t, "the same again makes no version", same.field("version"), 2)

		got := w.ask(w.read, "GET", "/api/memory/"+id, "").is(200)
		equal(t, "first version", got.field("versions.0"), map[string]any{"version_number": 1, "content": "User prefers short answers", "created_at": "2026-11-22T12:00:00+00:00"})
		equal(t, "second version", got.field("versions.1.content"), "User prefers long answers")
		bare := w.ask(w.write, "POST", "/api/memory", `{"content":"Anna is a doctor","category":"person","subject":null}`).is(201)
		equal(t, "no subject", bare.field("subject"), nil)

		list := w.ask(w.read, "GET", "/api/memory/", "").is(200)
		equal(t, "total", list.field("total"), 2)
		equal(t, "person before preference (P17)", list.field("memories.0.id"), bare.id())
		equal(t, "one category", w.ask(w.read, "GET", "/api/memory?category=preference", "").is(200).field("total"), 1)
		equal(t, "one subject", w.ask(w.read, "GET", "/api/memory/?subject=ANSWERS", "").is(200).field("memories.0.id"), id)

		gone := w.ask(w.write, "DELETE", "/api/memory/"+id, "").is(204)
		equal(t, "no body", len(gone.body), 0)
		w.ask(w.write, "DELETE", "/api/memory/"+id, "").is(404)
		w.ask(w.read, "GET", "/api/memory/"+id, "").is(404)
		w.ask(w.write, "PUT", "/api/memory/"+id, `{"content":"User prefers no answers"}`).is(404)
		equal(t, "left", w.ask(w.read, "GET", "/api/memory/", "").is(200).field("total"), 1)
		m, _, err := w.memory.Restore(t.Context(), actor.OfPerson(alice), []scope.Scope{{Store: storeName, Kind: scope.User, ID: alice}}, id, "test")
		must(t, err)
		equal(t, "P24 is a soft deletion", m.Content, "User prefers long answers")
	})
}

// P22, P25, P34, R24: what stands in the way is named, nothing is stored, and distinct_from leads out of it.
func TestSuggestionP22(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		id := w.ask(w.write, "POST", "/api/memory/", `{"content":"Tom works as a nurse","category":"person","subject":"Tom"}`).is(201).id()
		for name, body := range map[string]string{
			"the same subject":        `{"content":"Tom has two sisters","category":"person","subject":"tom"}`,
			"the same place (F21)":    `{"content":"Tom works as a teacher","category":"context"}`,
			"another subject's ids":   `{"content":"Tom has two sisters","category":"person","subject":"Tom","distinct_from":["aaaaaaaa"]}`,
			"the same (P34)":          `{"content":"Tom works as a nurse","category":"person"}`,
			"the same in other words": `{"content":"Tom works as a nurse!","category":"project","subject":"work"}`,
		} {
			got := w.ask(w.write, "POST", "/api/memory/", body).is(409)
			equal(t, name+": type", got.header.Get("Content-Type"), "application/problem+json")
			equal(t, name+": what is there", got.field("existing.0.id"), id)
			equal(t, name+": its content", got.field("existing.0.content"), "Tom works as a nurse")
			if s := got.field("suggestion").(string); !strings.Contains(s, "PUT /api/memory/"+id) {
				t.Errorf("%s: suggestion %q", name, s)
			}
		}
		equal(t, "nothing was stored", w.ask(w.read, "GET", "/api/memory/", "").field("total"), 1)
		w.ask(w.write, "POST", "/api/memory/", `{"content":"Tom has two sisters","category":"person","subject":"Tom","distinct_from":["`+id+`"]}`).is(201)
		w.ask(w.other, "POST", "/api/memory/", `{"content":"Tom works as a nurse","category":"person","subject":"Tom"}`).is(201)
	})
}

// P25, P26: what a body may be, and that a refusal repeats nothing of it.
func TestBodiesP25(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		id := w.ask(w.write, "POST", "/api/memory/", `{"content":"12345","category":"context"}`).is(201).id()
		w.ask(w.write, "POST", "/api/memory/", `{"content":"`+strings.Repeat("ß", 500)+`","category":"project","subject":"`+strings.Repeat("é", 200)+`"}`).is(201)
		long := strings.Repeat("canary", 90)
		for _, body := range []string{
			`{}`, `null`, `[]`, `"x"`, `{"content":"1234","category":"context"}`, `{"content":"` + long + `","category":"context"}`,
			`{"content":"     ","category":"context"}`, `{"content":"canary canary","category":"hobby"}`, `{"content":"canary canary"}`,
			`{"category":"context"}`, `{"content":7,"category":"context"}`, `{"content":"canary canary","category":null}`, `{"content":null,"category":"context"}`,
			`{"content":"canary canary","category":"context","subject":"` + long + `"}`, `{"content":"canary canary","category":"context","subject":7}`,
			`{"content":"canary canary","category":"context","mood":"canary"}`, `{"content":"canary canary","category":"context","distinct_from":"x"}`,
			`{"content":"canary`, `{"content":"my password is hunter2canary","category":"context"}`, ``,
		} {
			got := w.ask(w.write, "POST", "/api/memory/", body, "Content-Type: application/json").is(422)
			equal(t, "type", got.header.Get("Content-Type"), "application/problem+json")
			if strings.Contains(string(got.body), "canary") {
				t.Errorf("%s is repeated in %s", body, got.body)
			}
		}
		for _, body := range []string{`{}`, `{"content":"1234"}`, `{"content":"` + long + `"}`, `{"content":"canary canary","category":"context"}`, `{"content":["x"]}`} {
			w.ask(w.write, "PUT", "/api/memory/"+id, body).is(422)
		}
		w.ask(w.write, "POST", "/api/memory/", `{"content":"`+strings.Repeat("x", 70_000)+`"}`).is(413)
		w.ask(w.write, "POST", "/api/memory/", `content: 12345`, "Content-Type: application/yaml").is(415)
		equal(t, "nothing was stored", w.ask(w.read, "GET", "/api/memory/", "").field("total"), 2)
	})
}

// A key opens one memory: what is another's is as what is not there. A key that is none, or was revoked, is refused.
func TestKeys(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		id := w.ask(w.write, "POST", "/api/memory/", `{"content":"Alice owns a boat","category":"context"}`).is(201).id()
		for _, key := range []string{w.other, w.agent} {
			w.ask(key, "GET", "/api/memory/"+id, "").is(404)
			w.ask(key, "PUT", "/api/memory/"+id, `{"content":"Alice owns a car"}`).is(404)
			w.ask(key, "DELETE", "/api/memory/"+id, "").is(404)
			equal(t, "a list", w.ask(key, "GET", "/api/memory/", "").is(200).field("total"), 0)
			equal(t, "a search", w.ask(key, "GET", "/api/memory/search?q=boat", "").is(200).field("total"), 0)
		}
		for _, key := range []string{"", "ks_", "ks_" + strings.Repeat("A", 43), w.write + "x", strings.ToUpper(w.write)} {
			got := w.ask(key, "GET", "/api/memory/"+id, "").is(401)
			if !strings.HasPrefix(got.header.Get("WWW-Authenticate"), "Bearer") {
				t.Error("no WWW-Authenticate")
			}
		}
		w.ask(w.read, "POST", "/api/memory/", `{"content":"Alice owns a car","category":"context"}`).is(403)
		w.ask(w.read, "POST", "/api/memory/", `{}`).is(403)
		w.ask(w.agent, "POST", "/api/memory/", `{"content":"The office opens at nine","category":"context"}`).is(201)

		ks, err := w.keys.List(t.Context(), actor.OfPerson(alice), alice)
		must(t, err)
		for _, k := range ks {
			must(t, w.keys.Revoke(t.Context(), actor.OfPerson(alice), k.ID))
		}
		w.ask(w.write, "GET", "/api/memory/"+id, "").is(401)

		_, err = w.people.See(t.Context(), actor.OfSystem(), people.Person{ID: bob, Name: "Bob"})
		must(t, err)
		must(t, w.db.People().SetAccess(t.Context(), bob, people.Blocked))
		w.ask(w.other, "GET", "/api/memory/", "").is(403)
	})
}

// ETag and If-Match: nobody overwrites what they have not seen.
func TestETags(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		made := w.ask(w.write, "POST", "/api/memory/", `{"content":"User lives in Oslo","category":"context"}`).is(201)
		path, first := "/api/memory/"+made.id(), made.header.Get("ETag")
		got := w.ask(w.read, "GET", path, "").is(200)
		equal(t, "the tag of what was made", got.header.Get("ETag"), first)
		unchanged := w.ask(w.read, "GET", path, "", "If-None-Match: "+first).is(304)
		equal(t, "no body", len(unchanged.body), 0)
		equal(t, "the tag again", unchanged.header.Get("ETag"), first)
		w.ask(w.read, "GET", path, "", `If-None-Match: W/"x", W/`+first).is(304)
		second := w.ask(w.write, "PUT", path, `{"content":"User lives in Bergen"}`, "If-Match: "+first).is(200).header.Get("ETag")
		if first == second {
			t.Error("the tag is the same")
		}
		w.ask(w.write, "PUT", path, `{"content":"User lives in Narvik"}`, "If-Match: "+first).is(412)
		w.ask(w.write, "DELETE", path, "", "If-Match: "+first).is(412)
		w.ask(w.write, "PUT", path, `{"content":"User lives in Narvik"}`, "If-Match: W/"+second).is(412)
		w.ask(w.write, "DELETE", path, "", `If-Match: "x", `+second).is(204)
		w.ask(w.write, "PUT", path, `{"content":"User lives in Narvik"}`, "If-Match: *").is(404)
	})
}

// Idempotency-Key: a request that is sent again within 24 hours is done once, also when both come at once.
func TestIdempotencyKeys(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		const body, name = `{"content":"User has a dog called Rex","category":"context"}`, "Idempotency-Key: 8e03978e-40d5-43dd-bc93-6894a57f9324"
		answers := make(chan answer, 8)
		for range cap(answers) {
			go func() { answers <- w.ask(w.write, "POST", "/api/memory/", body, name) }()
		}
		ids, replayed := map[string]bool{}, 0
		for range cap(answers) {
			a := <-answers
			ids[a.is(201).id()] = true
			if a.header.Get("Idempotency-Replayed") == "true" {
				replayed++
			}
		}
		if len(ids) != 1 || replayed != 7 {
			t.Errorf("%d memories, %d replayed", len(ids), replayed)
		}
		equal(t, "another body", w.ask(w.write, "POST", "/api/memory/", `{"content":"User has a cat called Tom","category":"context"}`, name).is(422).field("code"), "key_reused")
		w.ask(w.other, "POST", "/api/memory/", body, name).is(201) // another's name is another name
		failed := "Idempotency-Key: again"
		w.ask(w.write, "POST", "/api/memory/", body, failed).is(409) // what failed is not kept
		var id string
		for id = range ids {
		}
		w.ask(w.write, "PUT", "/api/memory/"+id, `{"content":"User has a dog called Max"}`).is(200)
		equal(t, "as it was made", w.ask(w.write, "POST", "/api/memory/", body, name).is(201).field("version"), 1)
		w.ask(w.write, "DELETE", "/api/memory/"+id, "").is(204)
		equal(t, "what was deleted", w.ask(w.write, "POST", "/api/memory/", body, name).is(409).field("code"), "gone")
		w.pass(25 * time.Hour)
		n, err := w.keys.Purge(t.Context(), actor.OfSystem())
		must(t, err)
		equal(t, "purged", n, 2)
		w.ask(w.write, "POST", "/api/memory/", body, name).is(201)
	})
}

// Pages follow a cursor: each memory once, in the order of P17, whatever is written meanwhile.
func TestPages(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		for i := range 25 {
			if i%2 == 0 {
				w.pass(time.Microsecond)
			}
			w.add(t.Context(), fmt.Sprintf("%s is a town", strings.Repeat(string(rune('a'+i)), 3)))
		}
		all := idsOf(w.ask(w.read, "GET", "/api/memory/", "").is(200))
		var paged []string
		for path := "/api/memory/?limit=7"; path != ""; {
			page := w.ask(w.read, "GET", path, "").is(200)
			equal(t, "total", page.field("total"), 25-len(paged)/len(all))
			paged = append(paged, idsOf(page)...)
			path = nextOf(t, page)
		}
		equal(t, "pages", paged, all)
		page := w.ask(w.read, "GET", "/api/memory/?limit=10", "").is(200)
		w.ask(w.write, "DELETE", "/api/memory/"+idsOf(page)[0], "").is(204)
		equal(t, "after a deletion", idsOf(w.ask(w.read, "GET", nextOf(t, page), "").is(200)), all[10:20])
		for _, cursor := range []string{"x", "e30", "bnVsbA", "eyJpIjoiXHUwMDAwIn0", "eyJzIjotMX0", "%00", strings.Repeat("A", 601)} {
			if s := w.ask(w.read, "GET", "/api/memory/?cursor="+cursor, "").status; s != 422 && !slices.Contains([]string{"e30", "bnVsbA"}, cursor) {
				t.Errorf("cursor %s: %d", cursor, s)
			}
		}
		equal(t, "where it is wrong", w.ask(w.read, "GET", "/api/memory/?cursor=x", "").is(422).field("errors.0.location"), "query.cursor")
		for _, limit := range []string{"0", "-1", "501", "x", "1e3"} {
			w.ask(w.read, "GET", "/api/memory/?limit="+limit, "").is(422)
		}
	})
}

// E41: search by content and by time range.
func TestSearchE41(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		first := w.add(t.Context(), "User plays chess on Thursdays")
		w.pass(24 * time.Hour)
		second := w.add(t.Context(), "Anna plays tennis")
		w.pass(24 * time.Hour)
		third := w.add(t.Context(), "Пользователь живёт в Москве")
		find := func(query string) []string {
			return idsOf(w.ask(w.read, "GET", "/api/memory/search?"+query, "").is(200))
		}
		equal(t, "by a word", find("q=chess"), []string{first.ID})
		equal(t, "in Russian", find("q="+url.QueryEscape("москве")), []string{third.ID})
		equal(t, "any word where none has all", find("q=chess+Moscow"), []string{first.ID})
		equal(t, "nothing", find("q=boat"), []string{})
		equal(t, "no words", find("q=%21%21"), []string{})
		equal(t, "since", find("since=2026-11-23T12:00:00Z"), []string{second.ID, third.ID})
		equal(t, "until", find("until=2026-11-23T12:00:00%2B00:00"), []string{first.ID})
		equal(t, "both", find("q=plays&since=2026-11-23T00:00:00Z&until=2026-11-24T00:00:00Z"), []string{second.ID})
		equal(t, "a range that is none", find("since=2026-11-24T00:00:00Z&until=2026-11-23T00:00:00Z"), []string{})
		page := w.ask(w.read, "GET", "/api/memory/search?q=plays&limit=1", "").is(200)
		equal(t, "of all", page.field("total"), 2)
		equal(t, "the next page", len(idsOf(w.ask(w.read, "GET", nextOf(t, page), "").is(200))), 1)
		w.ask(w.read, "GET", "/api/memory/search?since=yesterday", "").is(422)
		w.ask(w.read, "GET", "/api/memory/search?since=-9999-01-01T00:00:00Z", "").is(422)
		w.ask(w.read, "GET", "/api/memory/search?since=0000-01-01T00:00:00Z&until=9999-12-31T23:59:59Z", "").is(200)
	})
}

// A key may ask so often and not oftener; another key is not held up.
func TestRateLimit(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t), func(c *web.Config) { c.Gate.Rate, c.Gate.Burst = rate.Every(2*time.Second), 3 })
	for range 3 {
		w.ask(w.read, "GET", "/api/memory/", "").is(200)
	}
	got := w.ask(w.read, "GET", "/api/memory/", "").is(429)
	equal(t, "when again", got.header.Get("Retry-After"), "2")
	w.ask(w.other, "GET", "/api/memory/", "").is(200)
	w.pass(2 * time.Second)
	w.ask(w.read, "GET", "/api/memory/", "").is(200)
	w.ask(w.read, "GET", "/api/memory/", "").is(429)
}

// What no operation has is a problem document, too; the description needs no key.
func TestOtherPaths(t *testing.T) {
	var heard []string
	w := newWorld(t, storetest.SQLite(t), func(c *web.Config) {
		c.Answered = func(o string, status int, _ time.Duration) { heard = append(heard, fmt.Sprint(o, " ", status)) }
	})
	for _, path := range []string{"/", "/api", "/api/memory/aaaaaaaa/x", "/.git", "/healthz"} {
		w.ask(w.write, "GET", path, "").is(404)
	}
	got := w.ask(w.write, "PATCH", "/api/memory/aaaaaaaa", `{}`).is(405)
	if allow := got.header.Get("Allow"); !strings.Contains(allow, "PUT") || got.field("code") != "method_not_allowed" {
		t.Errorf("405 with Allow %q: %s", allow, got.body)
	}
	equal(t, "the document", w.ask("", "GET", "/openapi.json", "").is(200).field("openapi"), "3.1.0")
	page := w.ask("", "GET", "/docs", "").is(200)
	for _, want := range []string{"GET /api/memory/{id}", "distinct_from", "/web.css"} {
		if !strings.Contains(string(page.body), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if csp := page.header.Get("Content-Security-Policy"); strings.Contains(csp, "unsafe") || !strings.Contains(csp, "default-src 'none'") {
		t.Errorf("policy %q", csp)
	}
	w.ask("", "GET", "/web.css", "").is(200)
	w.ask(w.read, "GET", "/api/memory/zzzzzzzz", "").is(404)
	equal(t, "what is counted", heard, []string{"get-memory 404"})
}

// Where writing is switched off, reading and forgetting go on (R12).
func TestReadOnlyR12(t *testing.T) {
	db := storetest.SQLite(t)
	w := newWorld(t, db, func(c *web.Config) {
		m := memory.New(memory.Config{Store: db.Memories(), Now: c.Now, Key: []byte("k"), ReadOnly: true})
		c.Agents[0].Memory = m
	})
	m := w.add(t.Context(), "User lives in Oslo")
	equal(t, "code", w.ask(w.write, "POST", "/api/memory/", `{"content":"User has a dog","category":"context"}`).is(http.StatusForbidden).field("code"), "read_only")
	w.ask(w.write, "GET", "/api/memory/"+m.ID, "").is(200)
	w.ask(w.write, "DELETE", "/api/memory/"+m.ID, "").is(204)
}

func idsOf(a answer) []string {
	a.t.Helper()
	ids := []string{}
	for _, m := range a.field("memories").([]any) {
		ids = append(ids, m.(map[string]any)["id"].(string))
	}
	return ids
}

// nextOf returns the path of the next page, "" on the last.
func nextOf(t *testing.T, a answer) string {
	t.Helper()
	link := a.header.Get("Link")
	if link == "" {
		return ""
	}
	path, rel, ok := strings.Cut(strings.TrimPrefix(link, "<"), ">")
	if !ok || rel != `; rel="next"` {
		t.Fatalf("link %q", link)
	}
	return path
}
