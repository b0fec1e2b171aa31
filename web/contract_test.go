package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"pgregory.net/rapid"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/people"
	"keepsake/store"
	"keepsake/store/storetest"
)

// document is the OpenAPI document as a client has it.
type document struct {
	Paths      map[string]map[string]documented
	Components struct{ Schemas map[string]json.RawMessage }
	resolved   map[string]*jsonschema.Resolved
}

// documented is one operation of the document.
type documented struct {
	ID         string `json:"operationId"`
	Security   []map[string][]string
	Parameters []struct {
		Name, In string
		Required bool
	}
	RequestBody *struct {
		Content map[string]struct{ Schema json.RawMessage }
	}
	Responses map[string]struct {
		Content map[string]struct{ Schema json.RawMessage }
	}
}

func readDocument(t testing.TB, w *world) *document {
	t.Helper()
	d := &document{resolved: map[string]*jsonschema.Resolved{}}
	if err := json.Unmarshal(w.ask("", "GET", "/openapi.json", "").is(200).body, d); err != nil {
		t.Fatal(err)
	}
	return d
}

// each calls fn for every operation, in order.
func (d *document) each(fn func(method, path string, op documented)) {
	var all []string
	for path, methods := range d.Paths {
		for method := range methods {
			all = append(all, path+" "+method)
		}
	}
	slices.Sort(all)
	for _, one := range all {
		path, method, _ := strings.Cut(one, " ")
		fn(strings.ToUpper(method), path, d.Paths[path][method])
	}
}

// check returns what of an answer the document does not allow.
func (d *document) check(op documented, status int, kind string, body []byte) error {
	r, ok := op.Responses[strconv.Itoa(status)]
	switch {
	case !ok:
		return fmt.Errorf("%s does not document %d", op.ID, status)
	case len(r.Content) == 0:
		if len(body) > 0 {
			return fmt.Errorf("%s: %d has a body", op.ID, status)
		}
		return nil
	}
	c, ok := r.Content[kind]
	if !ok {
		return fmt.Errorf("%s does not document %s for %d", op.ID, kind, status)
	}
	s := d.resolved[string(c.Schema)]
	if s == nil {
		var err error
		if s, err = d.resolve(c.Schema); err != nil {
			return err
		}
		d.resolved[string(c.Schema)] = s
	}
	var v any
	if err := json.Unmarshal(body, &v); err != nil {
		return err
	}
	return s.Validate(v)
}

// resolve makes a schema that stands alone of one that refers to the document's components.
func (d *document) resolve(raw json.RawMessage) (*jsonschema.Resolved, error) {
	whole := map[string]any{"$defs": d.Components.Schemas}
	if err := json.Unmarshal(raw, &whole); err != nil {
		return nil, err
	}
	text, err := json.Marshal(whole)
	if err != nil {
		return nil, err
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(bytes.ReplaceAll(text, []byte("#/components/schemas/"), []byte("#/$defs/")), &s); err != nil {
		return nil, err
	}
	return s.Resolve(nil)
}

// bodies are valid bodies of the operations that have one, by the operation's id.
var bodies = map[string]string{
	"create-memory":  `{"content":"User owns a red bicycle","category":"context"}`,
	"update-memory":  `{"content":"User owns a green bicycle"}`,
	"weigh-item":     `{"importance":0.9,"ttl_days":30}`,
	"import":         `[]`,
	"add-message":    `{"role":"user","content":"Good morning"}`,
	"update-message": `{"content":"Good evening"}`,

	"edit-session-memory": `{"content":"User owns a blue bicycle"}`,
	"restore-user-memory": `{"restore_version":1}`,
	"enable-user-memory":  `{"enabled":false}`,
	"make-shard":          `{"name":"Kitchen","instructions":"What we cook"}`,
	"change-shard":        `{"instructions":"What we eat","max_facts_per_shard":20}`,
}

// Every operation of the document × every kind of caller, on both databases: who has no key is refused, who may
// only read may not write, and what is another's is as what is not there.
func TestAuthorizationMatrix(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		revoked := w.key(apikey.Key{Person: alice, Write: true})
		k, err := w.keys.Authenticate(t.Context(), revoked)
		must(t, err)
		must(t, w.keys.Revoke(t.Context(), actor.OfSystem(), k.ID))
		elsewhere := w.key(apikey.Key{Store: "another", Person: alice, Write: true})
		callers := map[string]string{
			"nobody": "", "wrong": "ks_" + strings.Repeat("A", 43), "revoked": revoked, "of a store that is not served": elsewhere,
			"reader": w.read, "writer": w.write, "another person": w.other, "agent": w.agent, "agent that reads": w.key(apikey.Key{Agent: storeName}),
		}
		count := 0
		owner := w.own()
		_, err = w.people.See(t.Context(), actor.OfPerson(bob), people.Person{ID: bob, Name: "Bob"})
		must(t, err)
		readDocument(t, w).each(func(method, path string, op documented) {
			if len(op.Security) == 0 {
				t.Errorf("%s needs no key", op.ID)
			}
			changes := method != "GET"
			for name, key := range callers {
				mine := w.add(t.Context(), fmt.Sprintf("%s was asked for by %s", op.ID, name))
				said := w.talk(op.ID+" was asked for by "+name, "I see.")
				wish := w.digested(op.ID + " was asked for by " + name)
				shardID, item := w.keepTogether(owner, fmt.Sprint("List ", count%20), op.ID+" was asked for by "+name)
				memoryID := mine.ID
				if strings.Contains(path, "{shard_id}") {
					memoryID = item
				}
				target := strings.NewReplacer("{id}", mine.ID, "{memory_id}", memoryID, "{session_id}", w.session(), "{message_id}", said[0].ID,
					"{agent_id}", storeName, "{directive_id}", wish, "{shard_id}", shardID).Replace(path)
				body := bodies[op.ID]
				if op.ID == "restore-user-memory" {
					now, err := w.digests.Current(t.Context(), scopesOf(alice)[0])
					must(t, err)
					body = fmt.Sprintf(`{"restore_version":%d}`, now.Version)
				}
				got := w.ask(key, method, target, body)
				count++
				_, err := w.shards.Erase(t.Context(), actor.OfSystem(), scopesOf(alice)[0])
				must(t, err)
				var want []int
				switch name {
				case "nobody", "wrong", "revoked":
					want = []int{401}
				case "of a store that is not served":
					want = []int{403}
				case "writer":
					want = []int{200, 201, 204}
				case "reader":
					want = []int{200}
					if changes {
						want = []int{403}
					}
				default:
					want = []int{200, 201}
					if changes && name == "agent that reads" {
						want = []int{403}
					} else if target != path {
						want = []int{404}
					}
					if op.ID == "make-shard" && name == "another person" { // who owns no bot
						want = []int{403}
					} else if name == "another person" && slices.Contains([]string{"get-user-memory", "list-shards", "enable-user-memory"}, op.ID) {
						want = []int{200} // their own
					}
				}
				if !slices.Contains(want, got.status) {
					t.Errorf("%s by %s: %d, want one of %v: %s", op.ID, name, got.status, want, got.body)
				}
				if name != "writer" && name != "reader" && strings.Contains(string(got.body), "was asked for") {
					t.Errorf("%s by %s shows another's memory", op.ID, name)
				}
				if m, err := w.memory.Get(t.Context(), scopesOf(alice), mine.ID); name != "writer" && (err != nil || m.Version != 1) {
					t.Errorf("%s by %s changed another's memory: %+v, %v", op.ID, name, m, err)
				}
			}
		})
		if count < 6*len(callers) {
			t.Errorf("only %d cells", count)
		}
	})
}

// A client that makes requests of the document, valid ones and wrong ones: no answer is a 5xx, and none is outside
// of what the document says. KEEPSAKE_API_REQUESTS says how many (make api); 2,000 without it.
func TestRandomRequests(t *testing.T) {
	total := 2000
	if n, err := strconv.Atoi(os.Getenv("KEEPSAKE_API_REQUESTS")); err == nil {
		total = n
	}
	for name, open := range map[string]func(testing.TB) *store.DB{"sqlite": storetest.SQLite, "postgres": storetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, open(t))
			c := &client{w: w, doc: readDocument(t, w), seen: map[int]int{}}
			c.doc.each(func(method, path string, op documented) {
				c.ops = append(c.ops, operation{method, path, op})
				if op.ID == "create-memory" { // what others need to have something to find
					c.ops = append(c.ops, c.ops[len(c.ops)-1], c.ops[len(c.ops)-1], c.ops[len(c.ops)-1])
				}
			})
			for i := range 20 {
				c.ids = append(c.ids, w.add(t.Context(), fmt.Sprintf("%c%c is a street", 'a'+i, 'a'+i)).ID)
			}
			for _, m := range w.talk("How are you?", "I am well.", "Good.", "Yes.") {
				c.said = append(c.said, m.ID)
			}
			c.session = w.session()
			owner := w.own()
			for i := range 30 {
				c.wishes = append(c.wishes, w.digested(fmt.Sprint("Answer in ", i, " words")))
			}
			for i := range 10 {
				shardID, item := w.keepTogether(owner, fmt.Sprint("List ", i), fmt.Sprint("Milk, ", i, " bottles"))
				c.shards, c.items = append(c.shards, shardID), append(c.items, item)
			}
			gen := rapid.Custom(func(rt *rapid.T) request { return c.draw(rt) })
			for i := range total / 2 {
				c.send(t, gen.Example(i))
			}
			t.Logf("%d requests: %v", total/2, c.seen)
			for _, status := range []int{200, 201, 204, 404, 409, 422, 401, 403, 413, 415} {
				if c.seen[status] == 0 {
					t.Errorf("no request came to %d, so nothing is proved about it", status)
				}
			}
		})
	}
}

type operation struct {
	method, path string
	op           documented
}

type request struct {
	operation
	target, body, kind, key string
	headers                 map[string]string
}

func (r request) String() string {
	return fmt.Sprintf("%s %q %q (%s) %q", r.method, r.target, r.body, r.kind, r.headers)
}

type client struct {
	w    *world
	doc  *document
	ops  []operation
	ids  []string
	seen map[int]int

	session string
	said    []string // messages of the session
	wishes  []string // ids of wishes that wait
	shards  []string // ids of shards
	items   []string // ids of a fact of each shard
}

// texts are what a careless program may send anywhere.
var texts = []string{
	"", " ", "a", "12345", "User likes tea", "null", "0", "-1", "99999999999999999999", "1e400", "\x00", "\x00\x00\x00\x00\x00\x00\x00\x00", "\xff\xfe", "\u202eabc", "😀😀😀😀😀", "a\nb\tc",
	"'; DROP TABLE api_keys; --", "%00", "%", "%zz", "../../etc/passwd", "<script>alert(1)</script>", "{{.}}", "\ud7ff", strings.Repeat("ё", 600), "ks_x",
	"2026-11-22T12:00:00Z", "0000-00-00T00:00:00Z", "person", "project", "eyJzIjoxfQ", "W/\"x\"", "*", "true",
}

func (c *client) text(rt *rapid.T, label string) string {
	switch rapid.IntRange(0, 3).Draw(rt, label+" kind") {
	case 0:
		return rapid.SampledFrom(texts).Draw(rt, label)
	case 1:
		return rapid.SampledFrom(c.ids).Draw(rt, label)
	case 2:
		return rapid.StringN(0, 20, 60).Draw(rt, label)
	}
	return "User " + rapid.StringOfN(rapid.RuneFrom([]rune("abcdefg hij")), 3, 30, -1).Draw(rt, label)
}

func (c *client) draw(rt *rapid.T) request {
	r := request{operation: rapid.SampledFrom(c.ops).Draw(rt, "operation"), headers: map[string]string{}, kind: "application/json"}
	r.key = rapid.SampledFrom([]string{c.w.write, c.w.write, c.w.write, c.w.write, c.w.write, c.w.read, c.w.agent, "wrong"}).Draw(rt, "key")
	path, query := r.path, url.Values{}
	for _, p := range r.op.Parameters {
		switch {
		case p.In == "path":
			value := rapid.SampledFrom(c.ids).Draw(rt, p.Name)
			switch p.Name {
			case "session_id":
				value = c.session
			case "message_id":
				value = rapid.SampledFrom(c.said).Draw(rt, "said")
			case "agent_id":
				value = storeName
			case "directive_id":
				value = rapid.SampledFrom(c.wishes).Draw(rt, "wish")
			case "shard_id":
				value = c.shards[rapid.IntRange(0, len(c.shards)-1).Draw(rt, "shard")]
			case "memory_id":
				if strings.Contains(r.path, "{shard_id}") {
					value = rapid.SampledFrom(c.items).Draw(rt, "item")
				}
			}
			if rapid.IntRange(0, 3).Draw(rt, "odd") == 0 {
				value = c.text(rt, p.Name)
			}
			// A slash, and what is cleaned away, make the path of another operation.
			if value = url.PathEscape(value); value == "" || value == "." || value == ".." || strings.Contains(value, "%2F") {
				value = "x"
			}
			path = strings.ReplaceAll(path, "{"+p.Name+"}", value)
		case rapid.IntRange(0, 4).Draw(rt, "has "+p.Name) > 0:
		case p.In == "query":
			query.Set(p.Name, c.text(rt, p.Name))
		case p.In == "header":
			r.headers[p.Name] = strings.Map(func(c rune) rune {
				if c < ' ' || c > '~' {
					return -1
				}
				return c
			}, c.text(rt, p.Name))
		}
	}
	if len(query) > 0 {
		path += "?" + query.Encode()
	}
	r.target = path
	if r.op.RequestBody != nil {
		r.body, r.kind = c.body(rt, r.op.ID)
	}
	return r
}

// body draws a body: mostly an object with the operation's fields, right or wrong, at times no JSON at all.
func (c *client) body(rt *rapid.T, id string) (body, kind string) {
	switch rapid.IntRange(0, 19).Draw(rt, "form") {
	case 0:
		return rapid.SampledFrom(corpus).Draw(rt, "corpus"), "application/json"
	case 1:
		return `{"content":"` + strings.Repeat("x", 70_000) + `"}`, "application/json"
	case 2:
		return bodies[id], rapid.SampledFrom([]string{"text/plain", "application/yaml", "application/json; charset=utf-16", "x"}).Draw(rt, "kind")
	}
	if id == "import" {
		return rapid.SampledFrom(archives).Draw(rt, "archive"), "application/json"
	}
	var example map[string]any
	if err := json.Unmarshal([]byte(bodies[id]), &example); err != nil {
		rt.Fatal(err)
	}
	if id == "weigh-item" {
		for _, name := range []string{"status", "importance", "ttl_days", "other"} {
			if rapid.IntRange(0, 2).Draw(rt, name) > 0 {
				continue
			}
			example[name] = rapid.SampledFrom([]any{"active", "disabled", "expired", "shadow", "", nil, 0, 1, -1, 0.25, 1.5, 36500, 36501, 1e300, true, []any{}}).Draw(rt, name+" value")
		}
	} else if _, has := example["content"]; has {
		example["content"] = c.text(rt, "content")
	} else {
		for _, name := range slices.Sorted(maps.Keys(example)) {
			if _, is := example[name].(string); is && rapid.Bool().Draw(rt, name+" is another") {
				example[name] = c.text(rt, name)
			} else if rapid.IntRange(0, 3).Draw(rt, name+" is odd") == 0 {
				example[name] = rapid.SampledFrom([]any{nil, 0, 1, 2, 500, 501, 1e300, -1, true, false, "x", []any{}}).Draw(rt, name+" value")
			}
		}
	}
	if _, has := example["category"]; has {
		if rapid.Bool().Draw(rt, "subject") {
			example["subject"] = c.text(rt, "subject")
		}
		if rapid.IntRange(0, 3).Draw(rt, "distinct") == 0 {
			example["distinct_from"] = []string{c.text(rt, "distinct")}
		}
	}
	if rapid.IntRange(0, 5).Draw(rt, "break") == 0 {
		name := rapid.SampledFrom([]string{"content", "category", "subject", "distinct_from", "other"}).Draw(rt, "field")
		example[name] = rapid.SampledFrom([]any{nil, 1, -1.5, true, "x", []any{}, []any{1}, map[string]any{"a": 1}}).Draw(rt, "value")
	}
	raw, err := json.Marshal(example)
	if err != nil {
		rt.Fatal(err)
	}
	return string(raw), "application/json"
}

func (c *client) send(t *testing.T, r request) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), r.method, c.w.server.URL+r.target, strings.NewReader(r.body))
	if err != nil {
		t.Fatalf("%s: %v", r, err)
	}
	req.Header.Set("Authorization", "Bearer "+r.key)
	if r.body != "" {
		req.Header.Set("Content-Type", r.kind)
	}
	for name, value := range r.headers {
		req.Header.Set(name, value)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatalf("%s: %v", r, err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	must(t, err)
	c.seen[resp.StatusCode]++
	if resp.StatusCode >= 500 {
		t.Fatalf("%s: %d %s", r, resp.StatusCode, body)
	}
	if err := c.doc.check(r.op, resp.StatusCode, resp.Header.Get("Content-Type"), body); err != nil {
		t.Fatalf("%s: %d: %v: %s", r, resp.StatusCode, err, body)
	}
	if r.op.ID == "create-memory" && resp.StatusCode == 201 && len(c.ids) < 200 {
		c.ids = append(c.ids, answer{t, 201, nil, body}.id())
	}
}
