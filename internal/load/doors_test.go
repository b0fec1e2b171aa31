package load_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/shortid"
	"keepsake/signin"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/trust"
)

// each person has so many memories.
const ofOne = 100

// TestDoors measures what a request to the programs' door and to the page takes, with few memories in the database and
// with many: how many others there are must not matter to anybody.
func TestDoors(t *testing.T) {
	few, many, asked, slack := 200, 2000, 10, time.Second // a busy machine
	if full() {
		few, many, asked, slack = 1000, 100_000, 500, 3*time.Millisecond
	}
	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) {
			before := map[string]time.Duration{}
			for _, total := range []int{few, many} {
				address := "sqlite:" + t.TempDir() + "/keepsake.db"
				if database == "postgres" {
					address = storetest.PostgresURL(t)
				}
				v, stop := openDoors(t, address, total)
				for _, r := range v.requests() {
					var took []time.Duration
					for n := range asked {
						took = append(took, v.do(r, n))
					}
					middle := quantile(took, 0.5)
					t.Logf("%6d memories: %-28s p50 %8s, p99 %8s", total, r.name, middle.Round(10*time.Microsecond), quantile(took, 0.99).Round(10*time.Microsecond))
					if was, ok := before[r.name]; ok && middle > 2*was+slack {
						t.Errorf("%s takes %s with %d memories and %s with %d", r.name, was, few, middle, many)
					}
					before[r.name] = middle
				}
				stop()
			}
		})
	}
}

// visitor is a program with a key, and a browser that is signed in, of one person among many.
type visitor struct {
	t       *testing.T
	base    string
	key     string
	browser *http.Client
	mine    []string // ids of the person's memories
}

// request is something that a visitor asks for, again and again.
type request struct {
	name, method, path, body string
	page                     bool
	status                   int
}

func (v *visitor) requests() []request {
	return []request{
		{"GET /api/memory/", "GET", "/api/memory/?limit=50", "", false, 200},
		{"GET /api/memory/{id}", "GET", "/api/memory/" + v.mine[7], "", false, 200},
		{"GET /api/memory/search", "GET", "/api/memory/search?q=lantern", "", false, 200},
		{"GET /api/ltm/items", "GET", "/api/ltm/items?limit=50", "", false, 200},
		{"POST /api/memory/", "POST", "/api/memory/", `{"content":"%s","category":"context"}`, false, 201},
		{"PUT /api/memory/{id}", "PUT", "/api/memory/" + v.mine[8], `{"content":"%s"}`, false, 200},
		{"the page of memories", "GET", "/me/", "", true, 200},
		{"the page of one memory", "GET", "/me/m/" + v.mine[7], "", true, 200},
		{"the page, searched", "GET", "/me/?q=lantern", "", true, 200},
	}
}

// openDoors starts the program over a database with so many memories, and signs one person in; stop ends the program.
func openDoors(t *testing.T, address string, total int) (v *visitor, stop func()) {
	t.Helper()
	w := newWorld(t, address, false)
	at := freeAddress(t)
	v = &visitor{t: t, base: "http://" + at}
	code := v.fill(address, total)
	w.env = append(w.env, "KEEPSAKE_WEB_ADDR="+at, "KEEPSAKE_WEB_URL="+v.base, "KEEPSAKE_WEB_RATE=1000000", "KEEPSAKE_MAX_MEMORIES=5000")
	w.start()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	v.browser = &http.Client{Jar: jar, Timeout: time.Minute}
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		resp, err := v.browser.PostForm(v.base+"/me/in", url.Values{"code": {code}})
		if err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode != http.StatusOK || resp.Request.URL.Path != "/me/" {
				t.Fatalf("nobody is signed in: %d at %s", resp.StatusCode, resp.Request.URL.Path)
			}
			return v, w.stop
		}
		if time.Since(begun) > time.Minute {
			t.Fatalf("the door stays shut: %v", err)
		}
	}
}

func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// fill writes the memories of many people, and what the visitor needs to come in; it returns the code of their link.
func (v *visitor) fill(address string, total int) string {
	v.t.Helper()
	ctx := v.t.Context()
	db, err := store.Open(ctx, store.Options{URL: address})
	v.must(err)
	defer db.Close()
	v.must(db.Migrate(ctx))
	begun := time.Now().UTC().Add(-time.Hour).Truncate(time.Microsecond)
	for person := range total / ofOne {
		owner := scope.Scope{Store: "keepsake", Kind: scope.User, ID: people.ID(int64(1000 + person))}
		v.must(db.InTx(ctx, func(ctx context.Context) error {
			for n := range ofOne {
				m, first := memoryOf(owner, person, n, begun.Add(time.Duration(n)*time.Second))
				if err := db.Memories().Insert(ctx, m, first); err != nil {
					return err
				}
				if person == 0 {
					v.mine = append(v.mine, m.ID)
				}
			}
			return nil
		}))
	}
	me := people.ID(1000)
	_, err = people.New(people.Config{Store: db.People(), Now: time.Now}).See(ctx, actor.OfPerson(me), people.Person{ID: me, Name: "Ann"})
	v.must(err)
	_, v.key, err = (&apikey.Service{Store: db.Keys(), Now: time.Now}).Create(ctx, actor.OfSystem(), apikey.Key{Store: "keepsake", Person: me, Write: true})
	v.must(err)
	code, err := (&signin.Service{Store: db.SignIns(), Now: time.Now}).NewLink(ctx, actor.OfSystem(), me, "keepsake")
	v.must(err)
	return code
}

// things make the contents differ; every person has one of each.
var things = strings.Fields("lantern bicycle teapot ladder violin compass kettle hammock telescope typewriter")

func memoryOf(owner scope.Scope, person, n int, at time.Time) (memory.Memory, memory.Version) {
	id := shortid.Of(fmt.Sprint(person, " ", n), shortid.Len)
	thing := things[n%len(things)]
	m := memory.Memory{
		ID: id, Scope: owner, Kind: memory.Item, Type: memory.EpisodeType, Category: memory.CategoryContext, Status: memory.Active,
		Origin: memory.Explicit, Trust: trust.Person, Confidence: 1, Importance: 0.5, CreatedAt: at,
	}
	return m, memory.Version{
		ID: uuid.NewSHA1(uuid.Nil, []byte(id)).String(), MemoryID: id, Number: 1, CreatedAt: at,
		Content: fmt.Sprintf("User bought %s number %d in town %d", thing, n, person),
	}
}

func (v *visitor) must(err error) {
	v.t.Helper()
	if err != nil {
		v.t.Fatal(err)
	}
}

// do makes a request and returns how long it took.
func (v *visitor) do(r request, n int) time.Duration {
	v.t.Helper()
	body := r.body
	if body != "" { // no two say the same
		body = fmt.Sprintf(body, "User "+strings.Repeat(string(rune('a'+n%26)), 3)+strings.Repeat(string(rune('a'+n/26)), 4)+" visits "+shortid.New(shortid.LongLen))
	}
	req, err := http.NewRequestWithContext(v.t.Context(), r.method, v.base+r.path, bytes.NewReader([]byte(body)))
	v.must(err)
	client := http.DefaultClient
	if r.page {
		client = v.browser
	} else {
		req.Header = http.Header{"Authorization": {"Bearer " + v.key}, "Content-Type": {"application/json"}}
	}
	began := time.Now()
	resp, err := client.Do(req)
	v.must(err)
	got, err := io.ReadAll(resp.Body)
	took := time.Since(began)
	v.must(err)
	v.must(resp.Body.Close())
	if resp.StatusCode != r.status || r.page && !bytes.Contains(got, []byte("lantern")) && !strings.Contains(r.path, "/m/") {
		v.t.Fatalf("%s: %d %.300s", r.name, resp.StatusCode, got)
	}
	return took
}
