package web_test

import (
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
	"time"

	"pgregory.net/rapid"

	"keepsake/actor"
	"keepsake/store/storetest"
)

// A client that makes requests of the document, valid ones and wrong ones: no answer is a 5xx, and none is outside
// of what the document says. KEEPSAKE_API_REQUESTS says how many (make api); 2,000 without it.
func TestRandomRequests(t *testing.T) {
	total := 2000
	if n, err := strconv.Atoi(os.Getenv("KEEPSAKE_API_REQUESTS")); err == nil {
		total = n
	}
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, open(t))
			c := &client{w: w, doc: readDocument(t, w), seen: map[int]int{}, slowest: map[string]time.Duration{}}
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
			w.stands(alice, actor.Admin, nil)
			for i := range 10 {
				shardID, item := w.keepIn(choirScope, owner, fmt.Sprint("Songs ", i), fmt.Sprint("Song ", i))
				c.shards, c.items = append(c.shards, shardID), append(c.items, item)
			}
			copied, err := w.shards.Copy(t.Context(), choirScope, c.shards[len(c.shards)-1])
			must(t, err)
			file, err := copied.File()
			must(t, err)
			c.copy = string(file)
			gen := rapid.Custom(func(rt *rapid.T) request { return c.draw(rt) })
			for i := range total / 2 {
				c.send(t, gen.Example(i))
			}
			t.Logf("%d requests: %v, the slowest of each operation: %v", total/2, c.seen, c.slowest)
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

	slowest map[string]time.Duration // by operation
	stalls  int                      // requests that took too long

	session string
	said    []string // messages of the session
	wishes  []string // ids of wishes that wait
	shards  []string // ids of shards
	items   []string // ids of a fact of each shard
	copy    string   // of a shard, as a file
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
		case p.Name == "group" && rapid.Bool().Draw(rt, "in the group"):
			query.Set("group", choir)
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
	if id == "import-shard" {
		return rapid.SampledFrom(append(archives, c.copy, c.copy+" ")).Draw(rt, "copy"), "application/json"
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

// mostStalls is how many requests may take longer than the limit of a request, once each: the machine stalls at times.
const mostStalls = 3

// send makes a request and checks the answer.
func (c *client) send(t *testing.T, r request) {
	t.Helper()
	if c.sendOnce(t, r) {
		return
	}
	if c.stalls++; c.stalls > mostStalls || !c.sendOnce(t, r) {
		t.Fatalf("%s takes too long, the %dth of all; the slowest of each operation: %v", r, c.stalls, c.slowest)
	}
	t.Logf("%s took too long once", r)
}

// sendOnce makes a request and checks the answer; it returns false when it took too long.
func (c *client) sendOnce(t *testing.T, r request) bool {
	t.Helper()
	if strings.Contains(r.target, "group=") {
		c.w.pass(time.Second) // one may ask about groups once a second
	}
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
	begun := time.Now()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatalf("%s: %v", r, err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	must(t, err)
	c.slowest[r.op.ID] = max(c.slowest[r.op.ID], time.Since(begun))
	c.seen[resp.StatusCode]++
	if resp.StatusCode == http.StatusServiceUnavailable && strings.Contains(string(body), `"too_slow"`) {
		return false
	}
	if resp.StatusCode >= 500 {
		t.Fatalf("%s after %s: %d %s; the slowest of each operation: %v", r, time.Since(begun), resp.StatusCode, body, c.slowest)
	}
	if err := c.doc.check(r.op, resp.StatusCode, resp.Header.Get("Content-Type"), body); err != nil {
		t.Fatalf("%s: %d: %v: %s", r, resp.StatusCode, err, body)
	}
	if r.op.ID == "create-memory" && resp.StatusCode == 201 && len(c.ids) < 200 {
		c.ids = append(c.ids, answer{t, 201, nil, body}.id())
	}
	return true
}
