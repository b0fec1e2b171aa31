package page_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/command"
	"keepsake/command/shards"
	"keepsake/command/standing"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/digest"
	"keepsake/memory/forget"
	"keepsake/memory/graph"
	"keepsake/memory/shard"
	"keepsake/page"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/signin"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/task"
	"keepsake/templates"
	"keepsake/usage"
)

const (
	bot   = "keepsake"
	token = "123456:AAF-token-of-this-bot"
	alice = "telegram:1001"
	bob   = "telegram:1002"
)

// world is the page over a real database, spoken to over HTTP.
type world struct {
	db       *store.DB
	t        *testing.T
	server   *httptest.Server
	room     *page.Room
	commands *command.Service
	signins  *signin.Service
	forget   *forget.Service
	finds    *candidate.Service

	mu        sync.Mutex
	now       time.Time
	standings map[string]actor.Standing // in every group, by person
	away      error                     // what asking for a standing ends with
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

// eachDatabase runs a test over both databases.
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
	w := &world{db: db, t: t, standings: map[string]actor.Standing{}, now: time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)}
	now := clock.Now(func() time.Time { w.mu.Lock(); defer w.mu.Unlock(); return w.now })
	words, err := templates.LoadWords()
	must(t, err)
	w.signins = &signin.Service{Store: db.SignIns(), Now: now}
	f := &forget.Service{
		Memory:     memory.New(memory.Config{Store: db.Memories(), Now: now, Key: []byte("k"), IsAbout: people.HasLabel}),
		Candidates: candidate.New(db.Candidates(), now), Digests: digest.New(db.Digests(), now), SignIns: w.signins, Tx: db, Stores: []string{bot}, Bots: []string{bot}, Now: now,
		Sessions: session.New(session.Config{Store: db.Sessions(), Now: now}),
		Delivery: delivery.New(delivery.Config{Store: db.Deliveries(), Now: now}),
		People:   people.New(people.Config{Store: db.People(), Now: now}),
		Tasks:    task.New(task.Config{Store: db.Tasks(), Now: now}),
		Usage:    usage.New(usage.Config{Store: db.Usage(), Now: now}),
	}
	w.forget, w.finds = f, f.Candidates
	w.commands = &command.Service{
		Name: bot, Store: bot, Access: command.AccessOpen, Sessions: f.Sessions, Memory: f.Memory, Digests: f.Digests, Forget: f, People: f.People,
		Tasks: f.Tasks, Delivery: f.Delivery, Usage: f.Usage, Words: words, Tx: db, Now: now, Graph: graph.New(db.Triples()),
		Shards: shards.Desk{Store: bot, Shards: shard.New(db.Shards(), now), Memory: f.Memory},
		SignOut: func(ctx context.Context, person string) error {
			_, err := w.signins.Erase(ctx, actor.OfSystem(), scopeOf(person))
			return err
		},
	}
	w.server = httptest.NewUnstartedServer(nil)
	w.room = page.New(page.Config{
		SignIns: w.signins, Words: words, Agents: []page.Agent{{Commands: w.commands, Token: token, Groups: standing.New(w.commands, w.standing)}}, URL: "http://" + w.server.Listener.Addr().String(), Now: now,
		House: page.House{Finds: w.finds, Condition: func(context.Context) []page.Part {
			return []page.Part{{Name: "database"}, {Name: "telegram", Wrong: "away"}, {Name: "model"}}
		}},
	})
	w.server.Config.Handler = w.room
	w.server.Start()
	t.Cleanup(w.server.Close)
	return w
}

// pass moves the clock.
func (w *world) pass(d time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = w.now.Add(d)
}

// browser is one browser: it keeps a cookie, and follows no redirect by itself.
type browser struct {
	*world
	cookie *http.Cookie
	lang   string
	last   string // the page that was shown last
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	body   string
}

func (b *browser) ask(method, path string, form url.Values, headers ...string) answer {
	b.t.Helper()
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	req, err := http.NewRequestWithContext(b.t.Context(), method, b.server.URL+path, body)
	must(b.t, err)
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if b.cookie != nil {
		req.AddCookie(b.cookie)
	}
	req.Header.Set("Accept-Language", b.lang)
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	must(b.t, err)
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	must(b.t, err)
	for _, c := range resp.Cookies() {
		if b.cookie = c; c.MaxAge < 0 {
			b.cookie = nil
		}
	}
	return answer{resp.StatusCode, resp.Header, string(raw)}
}

// see shows a page, which must be there and hold some texts.
func (b *browser) see(path string, texts ...string) string {
	b.t.Helper()
	got := b.ask("GET", path, nil)
	if got.status != 200 {
		b.t.Fatalf("%s: %d %s", path, got.status, got.body)
	}
	b.last = got.body
	for _, s := range texts {
		if !strings.Contains(got.body, s) {
			b.t.Errorf("%s lacks %q:\n%s", path, s, got.body)
		}
	}
	return got.body
}

var tokenField = regexp.MustCompile(`name="token" value="([^"]+)"`)

// send sends a form of the page that was shown last, and follows to what is shown then.
func (b *browser) send(path string, fields ...string) string {
	b.t.Helper()
	got := b.try(path, fields...)
	if got.status != http.StatusSeeOther {
		b.t.Fatalf("POST %s: %d %s", path, got.status, got.body)
	}
	return b.see(got.header.Get("Location"))
}

// try is send without following; fields are "name=value".
func (b *browser) try(path string, fields ...string) answer {
	b.t.Helper()
	form := url.Values{}
	if m := tokenField.FindStringSubmatch(b.last); m != nil {
		form.Set("token", m[1])
	}
	for _, f := range fields {
		name, value, _ := strings.Cut(f, "=")
		form.Set(name, value)
	}
	return b.ask("POST", path, form)
}

// enter returns a browser in which a person is signed in by a link.
func (w *world) enter(person string) *browser {
	w.t.Helper()
	code, err := w.signins.NewLink(w.t.Context(), actor.OfPerson(person), person, bot)
	must(w.t, err)
	b := &browser{world: w, lang: "en"}
	if got := b.ask("POST", "/me/in", url.Values{"code": {code}}); got.status != http.StatusSeeOther || b.cookie == nil {
		w.t.Fatalf("signing in: %d %s", got.status, got.body)
	}
	b.see("/me/")
	return b
}

func scopeOf(person string) scope.Scope { return scope.Scope{Store: bot, Kind: scope.User, ID: person} }

// add stores a memory of a person.
func (w *world) add(ctx context.Context, person, content string) memory.Memory {
	w.t.Helper()
	m, _, err := w.commands.Memory.Add(ctx, actor.OfPerson(person), memory.Draft{Scope: scopeOf(person), Content: content, Category: memory.CategoryContext})
	must(w.t, err)
	return m
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
