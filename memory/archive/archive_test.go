package archive_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/archive"
	"keepsake/memory/digest"
	"keepsake/memory/graph"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/trust"
)

var (
	alice = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:42"}
	bob   = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:43"}
	by    = actor.OfPerson(alice.ID)
)

type house struct {
	*archive.Service
	db  *store.DB
	now func() time.Time
}

func newHouse(db *store.DB) house {
	now := func() time.Time { return time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC) }
	return house{&archive.Service{
		Tx: db, Now: now, Graph: graph.New(db.Triples()), Digests: digest.New(db.Digests(), now),
		Memory: memory.New(memory.Config{Store: db.Memories(), Now: now, Key: []byte("k")}),
		Conversations: func(ctx context.Context, id string) error {
			_, err := db.Sessions().Get(ctx, id)
			return err
		},
	}, db, now}
}

// eachPair runs a test with a house to export from and one to import into, on each
// database.
func eachPair(t *testing.T, test func(t *testing.T, from, to house)) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, newHouse(open(t)), newHouse(open(t)))
		})
	}
}

func ok[T any](t *testing.T) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// fill gives a house memories with versions, evidence, pins, a deleted one, and one from a
// conversation.
func fill(t *testing.T, h house) (lives, deleted memory.Memory) {
	t.Helper()
	ctx := t.Context()
	talk := session.Session{ID: "c0ffee00-0000-4000-8000-000000000001", PublicID: "c0ffee000001", Store: "keepsake",
		Place: session.Place{Bot: "keepsake", Chat: 42}, Person: alice.ID, StartedAt: h.now(), LastActiveAt: h.now()}
	if err := h.db.Sessions().Start(ctx, talk); err != nil {
		t.Fatal(err)
	}
	add := func(scope scope.Scope, content string, a actor.Actor) memory.Memory {
		m, _, err := h.Memory.Add(ctx, a, memory.Draft{Scope: scope, Content: content, Category: "person", Evidence: []memory.Evidence{
			{MessageID: "m1", Quote: "so <it> is & \u2028 «ja» 😀", Trust: trust.Person, SaidAt: h.now()},
			{Quote: "again", Trust: trust.Member, SaidAt: h.now().Add(time.Microsecond)},
		}})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	lives = add(alice, "Alec is the user's boss", actor.Actor{Kind: actor.Tool, ID: alice.ID, SessionID: talk.ID})
	for _, content := range []string{"Alec was the user's boss", "Alec is nobody's boss"} {
		if _, _, _, err := h.Memory.Update(ctx, by, []scope.Scope{alice}, lives.ID, memory.Edit{Content: content}); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := h.Memory.Pin(ctx, by, []scope.Scope{alice}, lives.ID, true); err != nil {
		t.Fatal(err)
	}
	add(bob, "Bob likes tea", actor.OfPerson(bob.ID))
	deleted = add(alice, "Carol is the user's aunt", by)
	if _, _, err := h.Memory.Delete(ctx, by, []scope.Scope{alice}, deleted.ID, "test"); err != nil {
		t.Fatal(err)
	}
	return lives, deleted
}

func text(t *testing.T, a archive.Archive) string {
	t.Helper()
	var b bytes.Buffer
	if err := a.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A58: what is exported comes back exactly, and again changes nothing.
func TestThereAndBack(t *testing.T) {
	eachPair(t, func(t *testing.T, from, to house) {
		ctx := t.Context()
		lives, deleted := fill(t, from)
		scopes := ok[[]scope.Scope](t)(from.Memory.Scopes(ctx, "keepsake"))
		out := ok[archive.Archive](t)(from.Export(ctx, "keepsake", scopes))
		file := text(t, out)
		if len(out.Memories) != 2 || len(out.Scopes) != 2 || strings.Contains(file, deleted.ID) || strings.Contains(file, "aunt") {
			t.Fatalf("exported: %s", file)
		}
		a := ok[archive.Archive](t)(archive.Read(strings.NewReader(file)))

		dry := ok[archive.Report](t)(to.Import(ctx, a, true, nil))
		if got := ok[[]scope.Scope](t)(to.Memory.Scopes(ctx, "keepsake")); dry.Added != 2 || len(got) != 0 {
			t.Errorf("a dry run: %+v, scopes %v", dry, got)
		}
		var seen []string
		r := ok[archive.Report](t)(to.Import(ctx, a, false, func(done, total int) { seen = append(seen, fmt.Sprint(done, "/", total)) }))
		if r.Added != 2 || r.Same != 0 || strings.Join(seen, " ") != "1/2 2/2" {
			t.Errorf("imported %+v, progress %v", r, seen)
		}
		again := ok[archive.Report](t)(to.Import(ctx, a, false, nil))
		if again.Added != 0 || again.Same != 2 || len(again.Differ)+len(again.Forgotten) != 0 {
			t.Errorf("imported again: %+v", again)
		}
		// The conversation is not there; all else is the same, byte for byte.
		for i, e := range a.Memories {
			for j := range e.Versions {
				a.Memories[i].Versions[j].Conversation = ""
			}
		}
		back := ok[archive.Archive](t)(to.Export(ctx, "keepsake", scopes))
		for i := range back.Memories {
			back.Memories[i].Sum, a.Memories[i].Sum = "", ""
		}
		back.Sum, a.Sum = "", ""
		if got, want := text(t, back), text(t, a); got != want {
			t.Errorf("came back as\n%s\nwas\n%s", got, want)
		}
		h := ok[memory.History](t)(to.Memory.History(ctx, []scope.Scope{alice}, lives.ID))
		if len(h.Versions) != 3 || len(h.Versions[0].Evidence) != 2 || !h.Memory.Pinned || len(h.Changes) != 1 || h.Changes[0].Reason != "from an archive" {
			t.Errorf("history %+v", h)
		}
		found, _, err := to.Memory.Search(ctx, []scope.Scope{alice}, "nobody boss", 5, 0)
		if err != nil || len(found) != 1 {
			t.Errorf("search finds %v, %v", found, err)
		}
		if rev := ok[map[scope.Scope]int64](t)(to.Memory.Revisions(ctx, []scope.Scope{alice})); rev[alice] == 0 {
			t.Error("running conversations do not notice")
		}
		// Where the conversation is, the version is tied to it again.
		same := ok[archive.Report](t)(from.Import(ctx, ok[archive.Archive](t)(archive.Read(strings.NewReader(file))), false, nil))
		if same.Same != 2 {
			t.Errorf("into the house it came from: %+v", same)
		}
	})
}

// What is here wins: what was changed stays, what was forgotten stays forgotten.
func TestImportChangesNothing(t *testing.T) {
	eachPair(t, func(t *testing.T, from, to house) {
		ctx := t.Context()
		lives, _ := fill(t, from)
		a := ok[archive.Archive](t)(from.Export(ctx, "keepsake", []scope.Scope{alice, bob}))
		ok[archive.Report](t)(to.Import(ctx, a, false, nil))
		if _, _, _, err := to.Memory.Update(ctx, by, []scope.Scope{alice}, lives.ID, memory.Edit{Content: "Alec is the user's friend"}); err != nil {
			t.Fatal(err)
		}
		tea := a.Memories[1].ID
		if _, _, err := to.Memory.Delete(ctx, actor.OfPerson(bob.ID), []scope.Scope{bob}, tea, "test"); err != nil {
			t.Fatal(err)
		}
		r := ok[archive.Report](t)(to.Import(ctx, a, false, nil))
		if r.Added+r.Same != 0 || fmt.Sprint(r.Differ, r.Forgotten) != fmt.Sprint([]string{lives.ID}, []string{tea}) {
			t.Errorf("%+v", r)
		}
		// Its text is destroyed; the mark it left still says no.
		if _, err := to.db.Memories().Purge(ctx, to.now().Add(time.Hour), to.now()); err != nil {
			t.Fatal(err)
		}
		if r = ok[archive.Report](t)(to.Import(ctx, a, false, nil)); len(r.Forgotten) != 1 || r.Added != 0 {
			t.Errorf("after the purge: %+v", r)
		}
		// An id of somebody else's.
		a.Memories[0].Scope.ID = "telegram:99"
		if r = ok[archive.Report](t)(to.Import(ctx, a, false, nil)); len(r.Differ) != 1 {
			t.Errorf("an id in use elsewhere: %+v", r)
		}
		*to.Memory = *memory.New(memory.Config{Store: to.db.Memories(), Now: to.now, Key: []byte("k"), ReadOnly: true})
		a.Memories[0].ID = "zzzzzzzz"
		if _, err := to.Import(ctx, a, false, nil); !errors.Is(err, memory.ErrReadOnly) {
			t.Errorf("read-only: %v", err)
		}
	})
}

// More than one transaction's worth comes back whole.
func TestManyMemories(t *testing.T) {
	ctx := t.Context()
	from, to := newHouse(storetest.SQLite(t)), newHouse(storetest.SQLite(t))
	for i := range 230 {
		if _, _, err := from.Memory.Add(ctx, by, memory.Draft{Scope: alice, Content: fmt.Sprint("Fact number ", i)}); err != nil {
			t.Fatal(err)
		}
	}
	a := ok[archive.Archive](t)(from.Export(ctx, "keepsake", []scope.Scope{alice}))
	if r := ok[archive.Report](t)(to.Import(ctx, a, false, nil)); r.Added != 230 {
		t.Errorf("%+v", r)
	}
}

// Whatever is changed in a file, it is refused before anything is written.
func TestTampered(t *testing.T) {
	from := newHouse(storetest.SQLite(t))
	fill(t, from)
	file := text(t, ok[archive.Archive](t)(from.Export(t.Context(), "keepsake", []scope.Scope{alice, bob})))
	change := func(edit func(m map[string]any)) string {
		var m map[string]any
		if err := json.Unmarshal([]byte(file), &m); err != nil {
			t.Fatal(err)
		}
		edit(m)
		b, _ := json.Marshal(m)
		return string(b)
	}
	memories := func(m map[string]any) []any { return m["memories"].([]any) }
	for want, files := range map[string][]string{
		"memory 1 of the archive is not what was exported": {
			strings.Replace(file, "nobody's boss", "everybody's boss", 1),
			strings.Replace(file, `"pinned": true`, `"pinned": false`, 1),
			strings.Replace(file, "again", "never", 1),
		},
		"something was added, left out or moved": {
			change(func(m map[string]any) { m["memories"] = memories(m)[:1] }),
			change(func(m map[string]any) { l := memories(m); l[0], l[1] = l[1], l[0] }),
			change(func(m map[string]any) { m["scopes"] = []any{} }),
			change(func(m map[string]any) { m["store"] = "other" }),
			change(func(m map[string]any) { m["sha256"] = "" }),
		},
		"no archive of memories": {"", "{}x", file[:len(file)/2], change(func(m map[string]any) { m["more"] = 1 })},
		"another kind":           {change(func(m map[string]any) { m["format"] = "keepsake.memories/2" })},
		"a plain list":           {"[]", `[{"id":"x"}]`},
	} {
		for i, f := range files {
			_, err := archive.Read(strings.NewReader(f))
			if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), want) {
				t.Errorf("%s %d: %v", want, i, err)
			}
		}
	}
	if _, err := archive.Read(strings.NewReader(change(func(map[string]any) {}))); err != nil {
		t.Errorf("another spelling of the same: %v", err)
	}
}

// What no writer could have stored is refused, whatever its checksums say.
func TestForged(t *testing.T) {
	from, to := newHouse(storetest.SQLite(t)), newHouse(storetest.SQLite(t))
	fill(t, from)
	good := ok[archive.Archive](t)(from.Export(t.Context(), "keepsake", []scope.Scope{alice}))
	for name, forge := range map[string]func(e *archive.Entry){
		"id":        func(e *archive.Entry) { e.ID = "x" },
		"versions":  func(e *archive.Entry) { e.Versions = nil },
		"numbers":   func(e *archive.Entry) { e.Versions[1].Number = 7 },
		"lines":     func(e *archive.Entry) { e.Versions[0].Content = "a fact\nand more" },
		"label":     func(e *archive.Entry) { e.Status = "" },
		"important": func(e *archive.Entry) { e.Importance = 7 },
		"category":  func(e *archive.Entry) { e.Category = "NO  such" },
	} {
		e := good.Memories[0]
		e.Versions = append([]archive.Version(nil), e.Versions...)
		forge(&e)
		bad := good
		bad.Memories = []archive.Entry{e}
		if r, err := to.Import(t.Context(), bad, false, nil); fault.KindOf(err) != fault.Invalid || r.Added != 0 {
			t.Errorf("%s: %+v %v", name, r, err)
		}
	}
	secret := good
	secret.Memories = []archive.Entry{good.Memories[0]}
	secret.Memories[0].Versions = append([]archive.Version(nil), good.Memories[0].Versions...)
	secret.Memories[0].Versions[0].Content = "the card is 4111 1111 1111 1111"
	if r, err := to.Import(t.Context(), secret, false, nil); err != nil || len(r.Secret) != 1 || r.Added != 0 {
		t.Errorf("a secret: %+v %v", r, err)
	}
}
