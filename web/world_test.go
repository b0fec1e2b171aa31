package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/apikey/gate"
	"keepsake/clock"
	"keepsake/command"
	"keepsake/command/standing"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/digest"
	"keepsake/memory/forget"
	"keepsake/memory/graph"
	"keepsake/memory/policy"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/task"
	"keepsake/usage"
	"keepsake/web"
)

const (
	storeName = "keepsake"
	alice     = "telegram:1001"
	bob       = "telegram:1002"
)

// world is the room over a real database, spoken to over HTTP.
type world struct {
	t      *testing.T
	db     *store.DB
	room   *web.Room
	server *httptest.Server
	memory *memory.Service
	people *people.Service
	keys   *apikey.Service

	sessions *session.Service
	finds    *candidate.Service
	digests  *digest.Service
	shards   *shard.Service
	usage    *usage.Service

	graph *graph.Service

	mu        sync.Mutex
	now       time.Time
	standings map[string]actor.Standing // in every group, by person
	away      error                     // what asking for a standing ends with

	// Keys of alice and bob, and of an agent.
	write, read, other, agent string
}

// eachDatabase runs a test over both databases.
func eachDatabase(t *testing.T, test func(t *testing.T, w *world)) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, newWorld(t, open(t)))
		})
	}
}

func newWorld(t *testing.T, db *store.DB, change ...func(*web.Config)) *world {
	t.Helper()
	w := &world{t: t, db: db, standings: map[string]actor.Standing{}, now: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)}
	now := clock.Now(func() time.Time { w.mu.Lock(); defer w.mu.Unlock(); return w.now })
	w.memory = memory.New(memory.Config{Store: db.Memories(), Now: now, Key: []byte("k"), IsAbout: people.HasLabel})
	w.people = people.New(people.Config{Store: db.People(), Now: now})
	w.keys = &apikey.Service{Store: db.Keys(), Now: now}
	c := web.Config{
		Keys: w.keys, Now: now, Version: "test",
		Gate:   &gate.Gate{Keys: w.keys, People: w.people, IsServed: func(k apikey.Key) bool { return k.Store == storeName }, Now: now, Rate: rate.Inf, Burst: 1},
		Agents: []web.Agent{{Name: storeName, Store: storeName, Memory: w.memory}},
		Forget: &forget.Service{
			Memory: w.memory, Candidates: candidate.New(db.Candidates(), now), Keys: w.keys, Tx: db, Stores: []string{storeName}, Now: now,
			Sessions: session.New(session.Config{Store: db.Sessions(), Now: now}),
			Delivery: delivery.New(delivery.Config{Store: db.Deliveries(), Now: now}),
			People:   w.people,
			Tasks:    task.New(task.Config{Store: db.Tasks(), Now: now}),
			Usage:    usage.New(usage.Config{Store: db.Usage(), Now: now}),
		},
	}
	c.Finds = c.Forget.Candidates
	w.digests, w.shards = digest.New(db.Digests(), now), shard.New(db.Shards(), now).WithRoles(map[string]string{"keepsake": "keepsake", "poet": "poet"})
	c.Forget.Digests, c.Forget.Shards = w.digests, w.shards
	c.Agents[0].Writing, c.Agents[0].Shards = policy.Default(), w.shards
	c.Agents[0].Writing.Reading.Enable = true
	c.Agents[0].Groups = standing.New(&command.Service{Name: storeName, Store: storeName, Access: command.AccessOpen, People: w.people, Now: now}, w.standing)
	w.graph = graph.New(db.Triples())
	c.Agents[0].Graph = w.graph
	c.Agents[0].Policies = &policy.Service{Store: db.Policies(), Now: now}
	w.sessions, w.finds, w.usage = c.Forget.Sessions, c.Finds, c.Forget.Usage
	for _, fn := range change {
		fn(&c)
	}
	w.room = web.New(c)
	w.server = httptest.NewServer(w.room)
	t.Cleanup(w.server.Close)
	w.write = w.key(apikey.Key{Person: alice, Write: true})
	w.read = w.key(apikey.Key{Person: alice})
	w.other = w.key(apikey.Key{Person: bob, Write: true})
	w.agent = w.key(apikey.Key{Agent: storeName, Write: true})
	return w
}

func (w *world) key(k apikey.Key) string {
	w.t.Helper()
	if k.Store == "" {
		k.Store = storeName
	}
	_, secret, err := w.keys.Create(w.t.Context(), actor.OfSystem(), k)
	must(w.t, err)
	return secret
}

// standing is what the platform says of a person in a group.
func (w *world) standing(_ context.Context, _ int64, person string) (actor.Standing, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.standings[person], w.away
}

// stands sets what the platform says of a person in every group.
func (w *world) stands(person string, s actor.Standing, away error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.standings[person], w.away = s, away
}

// pass moves the clock.
func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

// answer is what came back.
type answer struct {
	t      *testing.T
	status int
	header http.Header
	body   []byte
}

// ask makes a request; body is a JSON text, or "" for none; headers are "Name: value".
func (w *world) ask(key, method, path, body string, headers ...string) answer {
	w.t.Helper()
	var reader io.Reader
	if body != "" {
		reader = strings.NewReader(body)
	}
	req, err := http.NewRequestWithContext(w.t.Context(), method, w.server.URL+path, reader)
	must(w.t, err)
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+key)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
	}
	resp, err := http.DefaultClient.Do(req)
	must(w.t, err)
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	must(w.t, err)
	return answer{w.t, resp.StatusCode, resp.Header, raw}
}

// is fails the test unless the answer has this status.
func (a answer) is(status int) answer {
	a.t.Helper()
	if a.status != status {
		a.t.Fatalf("status %d, want %d: %s", a.status, status, a.body)
	}
	return a
}

// field returns a value of a JSON answer by its path, such as "memories.0.id".
func (a answer) field(path string) any {
	a.t.Helper()
	d := json.NewDecoder(bytes.NewReader(a.body))
	var v any
	if err := d.Decode(&v); err != nil {
		a.t.Fatalf("%v: %s", err, a.body)
	}
	for _, step := range strings.Split(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[step]
		case []any:
			var i int
			if _, err := fmt.Sscan(step, &i); err != nil || i >= len(x) {
				a.t.Fatalf("no %s in %s", path, a.body)
			}
			v = x[i]
		default:
			a.t.Fatalf("no %s in %s", path, a.body)
		}
	}
	return v
}

func (a answer) id() string { a.t.Helper(); return a.field("id").(string) }

// add stores a memory of alice's by the service.
func (w *world) add(ctx context.Context, content string) memory.Memory {
	w.t.Helper()
	m, _, err := w.memory.Add(ctx, actor.OfPerson(alice), memory.Draft{
		Scope: scope.Scope{Store: storeName, Kind: scope.User, ID: alice}, Content: content, Category: memory.CategoryContext,
	})
	must(w.t, err)
	return m
}

// own makes alice an owner of the bot.
func (w *world) own() actor.Actor {
	w.t.Helper()
	_, err := w.people.See(w.t.Context(), actor.OfPerson(alice), people.Person{ID: alice, Name: "Alice"})
	must(w.t, err)
	code, err := w.people.NewOwnerLink(w.t.Context(), actor.OfSystem(), time.Hour)
	must(w.t, err)
	must(w.t, w.people.ClaimOwner(w.t.Context(), actor.OfPerson(alice), code))
	owner := actor.OfPerson(alice)
	owner.Owner = true
	return owner
}

// wish stores a lasting wish of alice's, which no digest says yet, and returns its id.
func (w *world) wish(content string) string {
	w.t.Helper()
	mine := scopesOf(alice)[0]
	_, err := w.digests.Form(w.t.Context(), actor.Actor{Kind: actor.Consolidation}, mine, []digest.Directive{{Content: content, SaidAt: w.now}}, digest.Episode{})
	must(w.t, err)
	all, err := w.digests.Waiting(w.t.Context(), mine)
	must(w.t, err)
	return all[len(all)-1].ID
}

// digested stores a wish of alice's that her digest says in a line, and one that waits, whose id it returns.
func (w *world) digested(content string) string {
	w.t.Helper()
	mine := scopesOf(alice)[0]
	said := w.wish(content)
	now, err := w.digests.Current(w.t.Context(), mine)
	must(w.t, err)
	now.Lines = []digest.Line{{Text: content, From: []string{said}}}
	must(w.t, w.digests.Absorb(w.t.Context(), actor.Actor{Kind: actor.Consolidation}, now, []string{said}, nil))
	return w.wish(content + " again")
}

// choir is a group, and choirScope what it keeps.
const choir = "-100200"

var choirScope = scope.Scope{Store: storeName, Kind: scope.Group, ID: "telegram:" + choir}

// keepTogether makes a shard of alice's with a fact, and returns both ids.
func (w *world) keepTogether(owner actor.Actor, name, content string) (id, item string) {
	w.t.Helper()
	return w.keepIn(scopesOf(alice)[0], owner, name, content)
}

// keepIn is keepTogether in a chat.
func (w *world) keepIn(home scope.Scope, who actor.Actor, name, content string) (id, item string) {
	w.t.Helper()
	s, err := w.shards.Make(w.t.Context(), who, home, name, "What we know of "+name)
	must(w.t, err)
	i, err := w.shards.Add(w.t.Context(), who, home, s.ID, shard.Fact, content)
	must(w.t, err)
	return s.ID, i.ID
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	g, _ := json.Marshal(got)
	x, _ := json.Marshal(want)
	if !bytes.Equal(g, x) {
		t.Errorf("%s: got %s, want %s", what, g, x)
	}
}

func scopesOf(person string) []scope.Scope {
	return []scope.Scope{{Store: storeName, Kind: scope.User, ID: person}}
}
