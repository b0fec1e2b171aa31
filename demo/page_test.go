package demo_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"keepsake/demo"
)

// visitor is a page without a browser.
type visitor struct {
	*testing.T
	url   string
	world *demo.World
}

func visit(t *testing.T) visitor {
	t.Helper()
	w := newWorld(t)
	server := httptest.NewServer(w.Page())
	t.Cleanup(server.Close)
	return visitor{t, server.URL, w}
}

func (v visitor) post(path string, body any) (int, string) {
	v.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		v.Fatal(err)
	}
	return v.send(path, "application/json", string(b), nil)
}

func (v visitor) send(path, kind, body string, header map[string]string) (int, string) {
	v.Helper()
	r, err := http.NewRequestWithContext(v.Context(), "POST", v.url+path, strings.NewReader(body))
	if err != nil {
		v.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	for k, h := range header {
		if k == "Host" {
			r.Host = h
		}
		r.Header.Set(k, h)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		v.Fatal(err)
	}
	defer resp.Body.Close()
	out, _ := io.ReadAll(resp.Body)
	return resp.StatusCode, strings.TrimSpace(string(out))
}

// feed reads server-sent events until one is as wanted, and returns its data.
type feed struct {
	*testing.T
	lines *bufio.Scanner
}

func (v visitor) feed() feed {
	v.Helper()
	ctx, cancel := context.WithTimeout(v.Context(), time.Minute)
	v.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, "GET", v.url+"/api/events", nil)
	if err != nil {
		v.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		v.Fatal(err)
	}
	v.Cleanup(func() { resp.Body.Close() })
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	return feed{v.T, lines}
}

func (f feed) until(name string, parts ...string) string {
	f.Helper()
	event := ""
scan:
	for f.lines.Scan() {
		if e, ok := strings.CutPrefix(f.lines.Text(), "event: "); ok {
			event = e
		}
		data, ok := strings.CutPrefix(f.lines.Text(), "data: ")
		if !ok || event != name {
			continue
		}
		for _, p := range parts {
			if !strings.Contains(data, p) {
				continue scan
			}
		}
		return data
	}
	f.Fatalf("no event %s with %q: %v", name, parts, f.lines.Err())
	return ""
}

func TestThePageIsServedWithItsFilesAndRules(t *testing.T) {
	v := visit(t)
	for path, want := range map[string]string{"/": "What Keepsake remembers", "/demo.css": "--accent", "/demo.js": "EventSource", "/icon.svg": "<svg"} {
		resp, err := http.Get(v.url + path)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode != 200 || !bytes.Contains(body, []byte(want)) {
			t.Errorf("%s: %d without %q", path, resp.StatusCode, want)
		}
		if csp := resp.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'none'") || resp.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: headers %v", path, resp.Header)
		}
	}
}

// P57 as the page hears it: the message, the answer, the question's yes, the memory.
func TestTheFeedTellsEverything(t *testing.T) {
	v := visit(t)
	f := v.feed()
	world := f.until("world", `"alice"`, `"jonas"`, "simulated")
	if !strings.Contains(world, `"chips"`) {
		t.Errorf("no chips in %s", world)
	}
	f.until("chat", `"person":"mei"`, `"messages":[]`)
	f.until("memory", `"person":"alice"`, `"memories":[]`)
	if code, said := v.post("/api/say", map[string]any{"person": "alice", "text": "Alec is my boss by the way"}); code != 204 {
		t.Fatalf("%d %s", code, said)
	}
	f.until("message", `"from":"me"`, "Alec is my boss")
	f.until("message", `"from":"bot"`, "remember")
	if err := v.world.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	v.post("/api/say", map[string]any{"person": "alice", "text": "Yes"})
	panel := f.until("memory", "Alec is the user's boss")
	var p struct {
		Person   string
		Memories []struct {
			ID, Category, Subject string
			Version               int
			Versions              []struct{ Content, Quote string }
		}
	}
	if err := json.Unmarshal([]byte(panel), &p); err != nil {
		t.Fatal(err)
	}
	m := p.Memories[0]
	if p.Person != "alice" || len(m.ID) != 8 || m.Category != "person" || m.Subject != "Alec" || m.Version != 1 ||
		len(m.Versions) != 1 || m.Versions[0].Quote != "Alec is my boss by the way" {
		t.Errorf("the panel is %s", panel)
	}
	if err := v.world.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	// A page that comes back is told all there is.
	v.feed().until("chat", `"person":"alice"`, "Alec is my boss", `"buttons"`)
}

func TestTapEditReplyAndFile(t *testing.T) {
	v := visit(t)
	f := v.feed()
	say := func(text string) {
		t.Helper()
		if code, said := v.post("/api/say", map[string]any{"person": "alice", "text": text}); code != 204 {
			t.Fatalf("%d %s", code, said)
		}
		if err := v.world.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	say("Remember that Sarah works on the Platform team")
	say("/memory export")
	var m struct {
		ID   int64
		File struct{ Name, URL string }
	}
	if err := json.Unmarshal([]byte(f.until("message", `"file"`)), &m); err != nil {
		t.Fatal(err)
	}
	resp, err := http.Get(v.url + "/" + m.File.URL)
	if err != nil {
		t.Fatal(err)
	}
	body, _ := io.ReadAll(resp.Body)
	resp.Body.Close()
	if !bytes.Contains(body, []byte("Sarah works on the Platform team")) || !strings.Contains(resp.Header.Get("Content-Disposition"), m.File.Name) {
		t.Errorf("the file is %q, %v", body, resp.Header)
	}
	var mine, theirs int64
	for _, x := range v.world.Chat("alice") {
		if !x.IsFromBot() && mine == 0 {
			mine = x.ID
		}
		if x.IsFromBot() && len(x.Buttons) > 0 && theirs == 0 {
			theirs = x.ID
		}
	}
	if code, said := v.post("/api/press", map[string]any{"person": "alice", "message": theirs, "row": 0, "column": 0}); code != 204 {
		t.Fatalf("%d %s", code, said)
	}
	f.until("memory", `"person":"alice"`, `"memories":[]`)
	if code, said := v.post("/api/edit", map[string]any{"person": "alice", "message": mine, "text": "Remember nothing"}); code != 204 {
		t.Fatalf("%d %s", code, said)
	}
	f.until("message", "Remember nothing", `"edited":true`)
	if code, said := v.post("/api/say", map[string]any{"person": "alice", "text": "and this?", "reply_to": theirs}); code != 204 {
		t.Fatalf("%d %s", code, said)
	}
	f.until("message", "and this?", `"reply":{`)
	if err := v.world.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func TestWhatCannotBeDoneIsSaidKindly(t *testing.T) {
	v := visit(t)
	v.post("/api/say", map[string]any{"person": "alice", "text": "/help"})
	if err := v.world.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	theirs := v.world.Chat("alice")[1].ID
	for _, c := range []struct {
		path string
		body map[string]any
		code int
		says string
	}{
		{"/api/say", map[string]any{"person": "zoe", "text": "hi"}, 404, "nobody"},
		{"/api/say", map[string]any{"person": "alice", "text": "  "}, 409, "nothing to send"},
		{"/api/say", map[string]any{"person": "alice", "text": "hi", "reply_to": 999}, 409, "not there"},
		{"/api/edit", map[string]any{"person": "alice", "message": theirs, "text": "hi"}, 409, "your own"},
		{"/api/edit", map[string]any{"person": "alice", "message": 999, "text": "hi"}, 409, "not there"},
		{"/api/edit", map[string]any{"person": "alice", "message": v.world.Chat("alice")[0].ID, "text": ""}, 409, "empty"},
		{"/api/press", map[string]any{"person": "alice", "message": 999}, 409, "not there"},
		{"/api/press", map[string]any{"person": "alice", "message": theirs, "row": 77}, 409, "button"},
	} {
		if code, said := v.post(c.path, c.body); code != c.code || !strings.Contains(said, c.says) {
			t.Errorf("%s %v: %d %q", c.path, c.body, code, said)
		}
	}
	if code, _ := v.send("/api/say", "text/plain", `{"person":"alice","text":"hi"}`, nil); code != 415 {
		t.Errorf("a form was taken: %d", code)
	}
	if code, _ := v.send("/api/say", "application/json", "{", nil); code != 400 {
		t.Errorf("half a JSON was taken: %d", code)
	}
	for _, path := range []string{"/api/file", "/api/file?person=alice&message=1", fmt.Sprintf("/api/file?person=alice&message=%d", theirs)} {
		resp, err := http.Get(v.url + path)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		if resp.StatusCode != 404 {
			t.Errorf("%s: %d", path, resp.StatusCode)
		}
	}
}

// Another web site, open in the visitor's browser, can neither act nor read here.
func TestOtherWebSitesAreRefused(t *testing.T) {
	v := visit(t)
	body := `{"person":"alice","text":"hi"}`
	if code, _ := v.send("/api/say", "application/json", body, map[string]string{"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"}); code != 403 {
		t.Errorf("another site could speak: %d", code)
	}
	if code, _ := v.send("/api/say", "application/json", body, map[string]string{"Host": "evil.example"}); code != 421 {
		t.Errorf("another name for this machine was taken: %d", code)
	}
	if len(v.world.Chat("alice")) != 0 {
		t.Error("something was said")
	}
}

// U8: a visitor forwards, speaks and shows a picture; what cannot be sent is said kindly.
func TestSendsWhatAPhoneSends(t *testing.T) {
	v := visit(t)
	for _, c := range []struct {
		body map[string]any
		want int
		says string
	}{
		{map[string]any{"kind": "forward", "from": "Mallory", "text": "Bob is the user's boss"}, http.StatusNoContent, ""},
		{map[string]any{"kind": "voice", "text": "Remember that Sarah works on the Platform team"}, http.StatusNoContent, ""},
		{map[string]any{"kind": "photo"}, http.StatusNoContent, ""},
		{map[string]any{"kind": "forward", "text": "Bob"}, http.StatusConflict, "who wrote it"},
		{map[string]any{"kind": "forward", "from": strings.Repeat("x", 65), "text": "Bob"}, http.StatusConflict, "who wrote it"},
		{map[string]any{"kind": "voice", "text": " "}, http.StatusConflict, "Type what it says"},
		{map[string]any{"kind": "spaceship", "text": "x"}, http.StatusConflict, "cannot be sent"},
	} {
		c.body["person"] = "alice"
		if status, said := v.post("/api/send", c.body); status != c.want || !strings.Contains(said, c.says) {
			t.Errorf("%v: %d %q", c.body, status, said)
		}
		if err := v.world.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	ms, err := v.world.Memories(t.Context(), "alice", false)
	if err != nil || len(ms) != 1 || ms[0].Content != "Sarah works on the Platform team" {
		t.Errorf("kept %+v, %v: the voice message is the visitor's own, the forwarded one is not", ms, err)
	}
}

// 14.6: in the group of three everybody sees the same, what is kept is the group's, and people's own chats stay theirs.
func TestTheGroupOfThree(t *testing.T) {
	v := visit(t)
	f := v.feed()
	f.until("world", `"group":"Trip to Lisbon"`)
	f.until("chat", `"person":"group"`)
	say := func(who, text string) {
		t.Helper()
		if status, said := v.post("/api/say", map[string]any{"person": who, "chat": "group", "text": text}); status != 204 {
			t.Fatalf("%d %s", status, said)
		}
		if err := v.world.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	say("mei", "I saw a cat today")
	f.until("message", `"person":"group"`, `"by":"mei"`, "a cat")
	say("alice", "@keepsake_bot remember that the flight to Lisbon is on 3 May")
	f.until("message", `"person":"group"`, `"from":"bot"`, `"buttons"`, "3 May")
	v.feed().until("memory", `"person":"group"`, "The flight to Lisbon is on 3 May")
	say("jonas", "@keepsake_bot when is the flight?")
	f.until("message", `"person":"group"`, `"from":"bot"`, "As far as I remember, the flight to Lisbon is on 3 May")
	for _, who := range []string{"alice", "jonas", "mei"} {
		if ms, err := v.world.Memories(t.Context(), who, false); err != nil || len(ms) != 0 {
			t.Errorf("%s has %+v, %v: what the group was told is the group's", who, ms, err)
		}
		if n := len(v.world.Chat(who)); n != 0 {
			t.Errorf("%s has %d messages of their own", who, n)
		}
	}
	// What one wrote only they edit, and a chat that is not there is nobody's.
	var mine int64
	for _, e := range v.feedMessages(t, "group") {
		if e.By == "mei" {
			mine = e.ID
		}
	}
	if status, said := v.post("/api/edit", map[string]any{"person": "alice", "chat": "group", "message": mine, "text": "a dog"}); status != 409 || !strings.Contains(said, "your own") {
		t.Errorf("%d %s", status, said)
	}
	if status, _ := v.post("/api/say", map[string]any{"person": "alice", "chat": "channel", "text": "hi"}); status != 404 {
		t.Errorf("a chat that is not there: %d", status)
	}
}

// feedMessages returns the messages of a chat as a page that opens now sees them.
func (v visitor) feedMessages(t *testing.T, key string) []struct {
	ID int64
	By string
} {
	t.Helper()
	var c struct {
		Messages []struct {
			ID int64
			By string
		}
	}
	if err := json.Unmarshal([]byte(v.feed().until("chat", fmt.Sprintf(`"person":%q`, key))), &c); err != nil {
		t.Fatal(err)
	}
	return c.Messages
}
