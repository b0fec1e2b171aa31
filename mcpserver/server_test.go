package mcpserver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/time/rate"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/apikey/gate"
	"keepsake/clock"
	"keepsake/mcpserver"
	"keepsake/memory"
	"keepsake/memory/digest"
	"keepsake/memory/provenance"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/store/storetest"
)

const (
	alice = "telegram:1001"
	bob   = "telegram:1002"
)

// world is the room over a real database, spoken to by the SDK's own client.
type world struct {
	t       *testing.T
	db      *store.DB
	memory  *memory.Service
	digests *digest.Service
	people  *people.Service
	keys    *apikey.Service
	gate    *gate.Gate
	room    *mcpserver.Room
	server  *httptest.Server

	mu    sync.Mutex
	calls []string // what Called heard
}

func eachDatabase(t *testing.T, test func(t *testing.T, w *world)) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, newWorld(t, open(t)))
		})
	}
}

func newWorld(t *testing.T, db *store.DB) *world {
	t.Helper()
	now := clock.Now(func() time.Time { return time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC) })
	w := &world{t: t, db: db}
	w.memory = memory.New(memory.Config{Store: db.Memories(), Now: now, Key: []byte("k"), IsAbout: people.HasLabel})
	w.digests = digest.New(db.Digests(), now)
	w.people = people.New(people.Config{Store: db.People(), Now: now})
	w.keys = &apikey.Service{Store: db.Keys(), Now: now}
	w.gate = &gate.Gate{Keys: w.keys, People: w.people, IsServed: func(k apikey.Key) bool { return k.Store == "keepsake" }, Now: now, Rate: rate.Inf, Burst: 1}
	w.room = mcpserver.New(mcpserver.Config{
		Gate: w.gate, Digests: w.digests, Now: now, Version: "test",
		Agents: []mcpserver.Agent{{Name: "keepsake", Store: "keepsake", Memory: w.memory, Link: func(payload string) string { return "https://t.me/ourbot?start=" + payload }}},
		Called: func(tool string, status int, _ time.Duration) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.calls = append(w.calls, fmt.Sprint(tool, " ", status))
		},
	})
	w.server = httptest.NewServer(w.room)
	t.Cleanup(w.server.Close)
	return w
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func scopeOf(person string) scope.Scope {
	return scope.Scope{Store: "keepsake", Kind: scope.User, ID: person}
}

func (w *world) keep(person, content, subject string) memory.Memory {
	w.t.Helper()
	m, _, err := w.memory.Add(w.t.Context(), actor.OfPerson(person), memory.Draft{Scope: scopeOf(person), Content: content, Category: memory.CategoryContext, Subject: subject})
	must(w.t, err)
	return m
}

// bearer shows a key with every request.
type bearer struct{ secret string }

func (b bearer) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", "Bearer "+b.secret)
	return http.DefaultTransport.RoundTrip(req)
}

// client is another assistant.
type client struct {
	t *testing.T
	*mcp.ClientSession
}

// connect speaks HTTP with a key of these rights.
func (w *world) connect(k apikey.Key) client {
	w.t.Helper()
	k.Store = "keepsake"
	_, secret, err := w.keys.Create(w.t.Context(), actor.OfSystem(), k)
	must(w.t, err)
	return w.join(&mcp.StreamableClientTransport{Endpoint: w.server.URL, HTTPClient: &http.Client{Transport: bearer{secret}}, DisableStandaloneSSE: true})
}

// pipe speaks on a pair of streams.
func (w *world) pipe(k apikey.Key) client {
	w.t.Helper()
	k.Store = "keepsake"
	theirs, ours := io.Pipe()
	back, answers := io.Pipe()
	ctx, stop := context.WithCancel(w.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- w.room.Serve(ctx, k, theirs, answers) }()
	w.t.Cleanup(func() {
		stop()
		ours.Close()
		if err := <-ended; err != nil && !strings.Contains(err.Error(), "closed pipe") {
			w.t.Error(err)
		}
	})
	return w.join(&mcp.IOTransport{Reader: back, Writer: ours})
}

func (w *world) join(t mcp.Transport) client {
	w.t.Helper()
	s, err := mcp.NewClient(&mcp.Implementation{Name: "another", Version: "1"}, nil).Connect(w.t.Context(), t, nil)
	must(w.t, err)
	w.t.Cleanup(func() { _ = s.Close() })
	return client{w.t, s}
}

// call returns what a tool answers, as text and as data.
func (c client) call(tool string, args map[string]any) (string, map[string]any, bool) {
	c.t.Helper()
	r, err := c.CallTool(c.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
	must(c.t, err)
	var says []string
	for _, x := range r.Content {
		says = append(says, x.(*mcp.TextContent).Text)
	}
	data, _ := r.StructuredContent.(map[string]any)
	return strings.Join(says, "\n"), data, r.IsError
}

func (c client) answers(tool string, args map[string]any, want string) {
	c.t.Helper()
	if got, _, failed := c.call(tool, args); failed || got != want {
		c.t.Errorf("%s %v: %q, failed %v; want %q", tool, args, got, failed, want)
	}
}

func (c client) fails(tool string, args map[string]any, want string) {
	c.t.Helper()
	if got, _, failed := c.call(tool, args); !failed || !strings.Contains(got, want) {
		c.t.Errorf("%s %v: %q, failed %v; want %q", tool, args, got, failed, want)
	}
}

func (c client) tools() (names []string) {
	c.t.Helper()
	r, err := c.ListTools(c.t.Context(), nil)
	must(c.t, err)
	for _, one := range r.Tools {
		if one.Annotations == nil || one.Description == "" || one.InputSchema == nil || one.OutputSchema == nil || *one.Annotations.OpenWorldHint {
			c.t.Errorf("%s is not described", one.Name)
		}
		names = append(names, one.Name)
	}
	slices.Sort(names)
	return names
}

var (
	readers = []string{"list_memories", "search_memories", "show_memory"}
	writers = []string{"add_memory", "forget_memory", "list_memories", "search_memories", "show_memory", "update_memory"}
)

// A person's memory is read over both transports, and nothing of anybody else's.
func TestReading(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		bees := w.keep(alice, "User keeps \"bees\"", "bees")
		secretOfBob := w.keep(bob, "User collects stamps", "")
		for name, c := range map[string]client{"http": w.connect(apikey.Key{Person: alice}), "streams": w.pipe(apikey.Key{Person: alice})} {
			if got := c.tools(); !slices.Equal(got, readers) {
				t.Errorf("%s: the tools are %v", name, got)
			}
			c.answers("list_memories", nil, "1 memory:\n- ["+bees.ID+`] (context · bees) "User keeps \"bees\""`)
			c.answers("list_memories", map[string]any{"category": "project"}, "No memories.")
			_, data, _ := c.call("search_memories", map[string]any{"query": "who has bees"})
			if found, _ := json.Marshal(data); !strings.Contains(string(found), bees.ID) || !strings.Contains(string(found), `"total":1`) {
				t.Errorf("%s: found %s", name, found)
			}
			c.answers("search_memories", map[string]any{"query": "bees", "since": "2027-01-01T00:00:00Z"}, "No memories.")
			c.fails("search_memories", map[string]any{"query": "bees", "since": "tomorrow"}, "since is written like")
			c.fails("search_memories", map[string]any{"query": "…"}, "no word")
			got, _, _ := c.call("show_memory", map[string]any{"id": bees.ID})
			if !strings.Contains(got, "version 1, 2026-11-22T12:00:00+00:00") {
				t.Errorf("%s: shown %q", name, got)
			}
			for _, id := range []string{secretOfBob.ID, "", "zzzzzzzz", strings.ToUpper(bees.ID) + "x"} {
				c.fails("show_memory", map[string]any{"id": id}, "no such memory")
			}
			if _, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "add_memory", Arguments: map[string]any{"content": "User is rich", "category": "context"}}); err == nil {
				t.Errorf("%s: a reader added", name)
			}
		}
	})
}

// What another assistant wants to write waits for the person, who saves byte for byte what was proposed; a trusted key
// and an agent's write at once.
func TestWriting(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		ctx, own := t.Context(), []scope.Scope{scopeOf(alice)}
		c := w.connect(apikey.Key{Person: alice, Write: true})
		if got := c.tools(); !slices.Equal(got, writers) {
			t.Errorf("the tools are %v", got)
		}
		wish := map[string]any{"content": "User keeps bees", "category": "context", "subject": "bees"}
		text, data, failed := c.call("add_memory", wish)
		link, _ := data["link"].(string)
		if failed || data["state"] != "waiting" || !strings.HasPrefix(link, "https://t.me/ourbot?start=decide_") || !strings.Contains(text, link) {
			t.Fatalf("answered %q %v", text, data)
		}
		c.answers("list_memories", nil, "No memories.")
		id := strings.TrimPrefix(link, "https://t.me/ourbot?start=decide_")
		m, _, err := w.memory.Save(ctx, actor.OfPerson(alice), own, id, "")
		if err != nil || m.Content != "User keeps bees" {
			t.Fatalf("saved %+v, %v", m, err)
		}
		h, err := w.memory.History(ctx, own, m.ID)
		must(t, err)
		if e := h.Versions[0].Evidence; len(e) != 1 || !e[0].Trust.Foreign() || provenance.Current(h).By != provenance.ByAgreed || provenance.Current(h).Key == "" {
			t.Errorf("the evidence is %+v", e)
		}
		c.fails("add_memory", wish, "known already")
		c.fails("add_memory", map[string]any{"content": "User sold the bees", "category": "context", "subject": "bees"}, "distinct_from")
		c.fails("add_memory", map[string]any{"content": "User's password is hunter2Secret99", "category": "context"}, "secret")
		c.fails("add_memory", map[string]any{"content": "x", "category": "context"}, "content")
		c.fails("add_memory", map[string]any{"content": "User keeps goats", "category": "gossip"}, "category")
		_, data, _ = c.call("update_memory", map[string]any{"id": m.ID, "content": "User keeps many bees"})
		if got, err := w.memory.Get(ctx, own, m.ID); err != nil || got.Version != 1 || data["state"] != "waiting" {
			t.Errorf("updated at once: %+v, %v", got, data)
		}
		c.answers("update_memory", map[string]any{"id": m.ID, "content": "User keeps bees"}, "It says so already.")
		_, data, _ = c.call("forget_memory", map[string]any{"id": m.ID})
		if _, err := w.memory.Get(ctx, own, m.ID); err != nil || data["link"] != "https://t.me/ourbot?start=memory_"+m.ID {
			t.Errorf("forgot at once: %v, %v", err, data)
		}

		trusted := w.pipe(apikey.Key{Person: alice, Write: true, Trusted: true})
		trusted.answers("update_memory", map[string]any{"id": m.ID, "content": "User keeps many bees"}, "Updated.")
		trusted.answers("forget_memory", map[string]any{"id": m.ID}, "Forgotten.")
		trusted.fails("forget_memory", map[string]any{"id": m.ID}, "no such memory")
		_, data, _ = trusted.call("add_memory", map[string]any{"content": "User keeps goats", "category": "context"})
		if got, err := w.memory.Get(ctx, own, fmt.Sprint(data["id"])); err != nil || got.Content != "User keeps goats" {
			t.Errorf("stored %+v, %v", got, err)
		}
		everybody := w.connect(apikey.Key{Agent: "keepsake", Write: true})
		_, data, _ = everybody.call("add_memory", map[string]any{"content": "The office closes at six", "category": "context"})
		if data["state"] != "stored" {
			t.Errorf("for everybody: %v", data)
		}
	})
}

// What was declined is not asked again.
func TestDeclined(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		c := w.connect(apikey.Key{Person: alice, Write: true})
		wish := map[string]any{"content": "User is afraid of bees", "category": "context"}
		_, data, _ := c.call("add_memory", wish)
		link := fmt.Sprint(data["link"])
		_, err := w.memory.Decline(t.Context(), actor.OfPerson(alice), []scope.Scope{scopeOf(alice)}, link[strings.LastIndex(link, "_")+1:])
		must(t, err)
		c.fails("add_memory", wish, "declined or deleted this before")
	})
}

func TestResourcesAndPrompts(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		ctx := t.Context()
		m := w.keep(alice, "User keeps bees", "")
		if _, err := w.digests.Form(ctx, actor.Actor{Kind: actor.Extraction}, scopeOf(alice), []digest.Directive{{Content: "answer briefly"}}, digest.Episode{}); err != nil {
			t.Fatal(err)
		}
		c := w.connect(apikey.Key{Person: alice, Write: true})
		for uri, want := range map[string]string{"keepsake://memories": m.ID, "keepsake://memories/" + m.ID: "version 1", "keepsake://digest": "- answer briefly"} {
			r, err := c.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri})
			if err != nil || len(r.Contents) != 1 || !strings.Contains(r.Contents[0].Text, want) {
				t.Errorf("%s: %+v, %v", uri, r, err)
			}
		}
		for _, uri := range []string{"keepsake://memories/zzzzzzzz", "keepsake://everything", "file:///etc/passwd"} {
			if r, err := c.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri}); err == nil {
				t.Errorf("%s: %+v", uri, r)
			}
		}
		for name, want := range map[string]string{"what_is_remembered": "User keeps bees", "remember": "the roof"} {
			p, err := c.GetPrompt(ctx, &mcp.GetPromptParams{Name: name, Arguments: map[string]string{"about": "bees", "what": "the roof"}})
			if err != nil || !strings.Contains(p.Messages[0].Content.(*mcp.TextContent).Text, want) {
				t.Errorf("%s: %+v, %v", name, p, err)
			}
		}
		if p, err := c.GetPrompt(ctx, &mcp.GetPromptParams{Name: "remember", Arguments: map[string]string{"what": " "}}); err == nil {
			t.Errorf("remember nothing: %+v", p)
		}
		all := w.connect(apikey.Key{Agent: "keepsake"})
		if _, err := all.ReadResource(ctx, &mcp.ReadResourceParams{URI: "keepsake://digest"}); err == nil {
			t.Error("an agent's key reads a digest")
		}
		if _, err := all.GetPrompt(ctx, &mcp.GetPromptParams{Name: "remember", Arguments: map[string]string{"what": "x"}}); err == nil {
			t.Error("a reader is offered to write")
		}
	})
}

// Every call is counted by its tool and how it ended.
func TestCalled(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	c := w.connect(apikey.Key{Person: alice, Write: true})
	c.answers("list_memories", nil, "No memories.")
	c.fails("show_memory", map[string]any{"id": "zzzzzzzz"}, "no such memory")
	if want := []string{"mcp-list-memories 200", "mcp-show-memory 404"}; !slices.Equal(w.calls, want) {
		t.Errorf("heard %v, want %v", w.calls, want)
	}
	for _, name := range writers {
		if !slices.Contains(mcpserver.Tools(), "mcp-"+strings.ReplaceAll(name, "_", "-")) {
			t.Errorf("%s is not among the names that are counted", name)
		}
	}
}
