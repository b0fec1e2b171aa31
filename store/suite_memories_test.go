package store_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"keepsake/memory"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/text"
	"keepsake/trust"
)

// memoriesKept: every field comes back as it went in; ids are case-sensitive and belong
// to their scope (F1, P8, P13).
func memoriesKept(t *testing.T, db *store.DB) {
	ctx, ms := t.Context(), db.Memories()
	talk := begin(t, db, alice, 42)
	m, v := item("a1B2c3D4", alice, memory.CategoryPerson, "Alec is the user's boss")
	m.Subject, m.Pinned, m.Confidence, m.Importance, m.ExpiresAt = "Alec", true, 0.25, 0.75, atp(60)
	m.Type, m.Origin, m.Trust = memory.Constraint, memory.Extracted, trust.Forwarded
	v.SessionID = talk.ID
	v.Evidence = []memory.Evidence{
		{MessageID: newID(), Quote: "Alec is my boss — «ok»\n2026-11-20T10:00:00Z", Trust: trust.Person, SaidAt: at(-1)},
		{Quote: "2026-11-20T10:00:00Z", Trust: trust.Quoted, SaidAt: at(-2)},
	}
	must(t, ms.Insert(ctx, m, v))

	got := ok[memory.Memory](t)(ms.Get(ctx, []scope.Scope{bob, alice}, m.ID))
	same(t, "memory", got, m)
	same(t, "versions", ok[[]memory.Version](t)(ms.Versions(ctx, m.ID)), []memory.Version{{
		ID: v.ID, MemoryID: m.ID, Number: 1, Content: m.Content, SessionID: talk.ID, CreatedAt: at(0), Evidence: v.Evidence,
	}})
	for _, c := range []struct {
		why    string
		id     string
		scopes []scope.Scope
	}{
		{"another scope", m.ID, []scope.Scope{bob, group}},
		{"another store", m.ID, []scope.Scope{{Store: "other", Kind: scope.User, ID: alice.ID}}},
		{"no scope", m.ID, nil},
		{"another case", "A1b2C3d4", []scope.Scope{alice}},
		{"unknown", "zzzzzzzz", []scope.Scope{alice}},
	} {
		_, err := ms.Get(ctx, c.scopes, c.id)
		if !errors.Is(err, memory.ErrNotFound) {
			t.Errorf("%s: error %v, want not found", c.why, err)
		}
	}
	// F1: a collision is told apart, also across scopes; another case is another id.
	again, w := item(m.ID, bob, memory.CategoryPerson, "somebody else's")
	wantErr(t, ms.Insert(ctx, again, w), memory.ErrIDTaken)
	insert(t, db, "A1b2C3d4", bob, memory.CategoryPerson, "the other case")
	same(t, "after the collision", ok[memory.Memory](t)(ms.Get(ctx, []scope.Scope{alice}, m.ID)).Content, m.Content)

	must(t, ms.SetPinned(ctx, m.ID, false))
	must(t, ms.SetDeleted(ctx, m.ID, atp(5)))
	got = ok[memory.Memory](t)(ms.Get(ctx, []scope.Scope{alice}, m.ID))
	same(t, "pinned", got.Pinned, false)
	same(t, "deleted", got.DeletedAt, atp(5))
	must(t, ms.SetDeleted(ctx, m.ID, nil))
	same(t, "restored", ok[memory.Memory](t)(ms.Get(ctx, []scope.Scope{alice}, m.ID)).DeletedAt == nil, true)
	wantErr(t, ms.SetPinned(ctx, "zzzzzzzz", true), memory.ErrNotFound)
	wantErr(t, ms.SetDeleted(ctx, "zzzzzzzz", nil), memory.ErrNotFound)
	must(t, ms.Lock(ctx, alice))
	must(t, ms.Lock(ctx, scope.Scope{Store: "new", Kind: scope.Global}))
}

// memoryEvidence: a memory is found by the message that its present version rests on (W14).
func memoryEvidence(t *testing.T, db *store.DB) {
	ctx, ms, said := t.Context(), db.Memories(), newID()
	for i, owner := range []scope.Scope{alice, alice, bob} {
		m, v := item(fmt.Sprintf("rests00%d", i), owner, "person", fmt.Sprint("fact ", i))
		v.Evidence = []memory.Evidence{{MessageID: said, Trust: trust.Person, SaidAt: at(0)}, {MessageID: newID(), Trust: trust.Person, SaidAt: at(0)}}
		must(t, ms.Insert(ctx, m, v))
	}
	insert(t, db, "other001", alice, "person", "four")
	q := memory.ActiveQuery(alice)
	find := func(message string, limit ...string) []string {
		q.Message, q.IDs = message, limit
		return ids(ok[[]memory.Memory](t)(ms.Find(ctx, q)))
	}
	same(t, "both", find(said), []string{"rests000", "rests001"})
	same(t, "one of them", find(said, "rests001", "other001"), []string{"rests001"})
	same(t, "another message", len(find(newID())), 0)
	count := func() map[string]int {
		return ok[map[string]int](t)(ms.CountEvidence(ctx, []string{"rests000", "rests001", "other001", "zzzzzzzz"}))
	}
	same(t, "two messages each", count(), map[string]int{"rests000": 2, "rests001": 2})
	must(t, ms.Confirm(ctx, "rests001", memory.Confirmation{Evidence: []memory.Evidence{{MessageID: newID(), Trust: trust.Person, SaidAt: at(0)}}, Confidence: 1}))
	same(t, "of no memories", len(ok[map[string]int](t)(ms.CountEvidence(ctx, nil))), 0)
	must(t, ms.AddVersion(ctx, memory.Version{ID: newID(), MemoryID: "rests000", Number: 2, Content: "corrected", CreatedAt: at(1)}))
	same(t, "after a new version", find(said), []string{"rests001"})
	same(t, "of the current version", count(), map[string]int{"rests001": 3})
}

// memoryOrder: category, time and id, bytewise, the same on every database (P17, F2,
// P51).
func memoryOrder(t *testing.T, db *store.DB) {
	late := func(m *memory.Memory) { m.CreatedAt = at(1) }
	insert(t, db, "bbbbbbbb", alice, "person", "third")
	insert(t, db, "BBBBBBBB", alice, "person", "second: capitals sort before")
	insert(t, db, "aaaaaaaa", alice, "person", "last: later", late)
	insert(t, db, "cccccccc", alice, "Zoo", "first: capital category")
	insert(t, db, "dddddddd", alice, "ärger", "beyond ASCII sorts behind")
	got := ok[[]memory.Memory](t)(db.Memories().Find(t.Context(), memory.ActiveQuery(alice)))
	same(t, "order", ids(got), []string{"cccccccc", "BBBBBBBB", "bbbbbbbb", "aaaaaaaa", "dddddddd"})

	q := memory.ActiveQuery(alice)
	q.Limit, q.Offset = 2, 1
	same(t, "page", ids(ok[[]memory.Memory](t)(db.Memories().Find(t.Context(), q))), []string{"BBBBBBBB", "bbbbbbbb"})
	q.Limit = 0
	same(t, "rest", len(ok[[]memory.Memory](t)(db.Memories().Find(t.Context(), q))), 4)
	same(t, "count", ok[int](t)(db.Memories().Count(t.Context(), q)), 5)
}

// memoryQueries: what is not named is not found; every filter narrows.
func memoryQueries(t *testing.T, db *store.DB) {
	ctx, ms := t.Context(), db.Memories()
	insert(t, db, "known001", alice, "person", "one", func(m *memory.Memory) { m.Subject = "Łukasz  Ærø" })
	insert(t, db, "known002", alice, "preference", "two")
	insert(t, db, "shadow01", alice, "person", "three", func(m *memory.Memory) { m.Status = memory.Shadow })
	insert(t, db, "fact0001", alice, "person", "four", func(m *memory.Memory) { m.Kind = memory.Fact })
	insert(t, db, "gone0001", alice, "person", "five")
	insert(t, db, "gone0002", alice, "person", "six")
	insert(t, db, "bobs0001", bob, "person", "seven")
	must(t, ms.SetDeleted(ctx, "gone0001", atp(1)))
	must(t, ms.SetDeleted(ctx, "gone0002", atp(2)))
	with := func(change func(*memory.Query), scopes ...scope.Scope) memory.Query {
		q := memory.ActiveQuery(scopes...)
		change(&q)
		return q
	}
	for _, c := range []struct {
		why  string
		q    memory.Query
		want []string
	}{
		{"the zero query", memory.Query{}, nil},
		{"no scope", memory.ActiveQuery(), nil},
		{"a scope nobody wrote", memory.ActiveQuery(group), nil},
		{"no kind", with(func(q *memory.Query) { q.Kinds = nil }, alice), nil},
		{"no status", with(func(q *memory.Query) { q.Statuses = nil }, alice), nil},
		{"known", memory.ActiveQuery(alice), []string{"known001", "known002"}},
		{"two scopes", memory.ActiveQuery(alice, bob), []string{"bobs0001", "known001", "known002"}},
		{"more statuses", with(func(q *memory.Query) { q.Statuses = append(q.Statuses, memory.Shadow) }, alice),
			[]string{"known001", "shadow01", "known002"}},
		{"another kind", with(func(q *memory.Query) { q.Kinds = []memory.Kind{memory.Fact} }, alice), []string{"fact0001"}},
		{"deleted, newest first", with(func(q *memory.Query) { q.Deleted = true }, alice), []string{"gone0002", "gone0001"}},
		{"category", with(func(q *memory.Query) { q.Category = "preference" }, alice), []string{"known002"}},
		{"subject, folded", with(func(q *memory.Query) { q.Subject = "łukasz ærø" }, alice), []string{"known001"}},
		{"ids", with(func(q *memory.Query) { q.IDs = []string{"known002", "bobs0001"} }, alice), []string{"known002"}},
	} {
		got, err := ms.Find(ctx, c.q)
		n, countErr := ms.Count(ctx, c.q)
		if err != nil || countErr != nil || !slices.Equal(ids(got), c.want) || n != len(c.want) {
			t.Errorf("%s: %v (%v), count %d (%v), want %v", c.why, ids(got), err, n, countErr, c.want)
		}
	}
}

// anyWordAndLabels: one word is enough where asked (F21), and labels change with their search words (W12).
func anyWordAndLabels(t *testing.T, db *store.DB) {
	ctx, ms := t.Context(), db.Memories()
	for _, c := range []struct {
		query string
		want  []string
	}{
		{"prize Königstraße unheard", []string{"de000001", "en000002"}},
		{"sarah unheard", []string{"en000001", "en000002"}},
		{`unheard "quoted' | &`, []string{"odd00001"}},
		{"unheard", nil},
	} {
		q := memory.ActiveQuery(alice)
		q.Words, q.AnyWord = text.Words(c.query), true
		got, err := ms.Find(ctx, q)
		n, countErr := ms.Count(ctx, q)
		if err != nil || countErr != nil || !slices.Equal(ids(got), c.want) || n != len(c.want) {
			t.Errorf("any of %q: %v (%v), count %d (%v), want %v", c.query, ids(got), err, n, countErr, c.want)
		}
	}
	must(t, ms.SetLabels(ctx, "en000001", "project", "Zebulon"))
	relabelled := ok[memory.Memory](t)(ms.Get(ctx, []scope.Scope{alice}, "en000001"))
	same(t, "labels", relabelled.Category+" "+relabelled.Subject, "project Zebulon")
	byLabel := memory.ActiveQuery(alice)
	byLabel.Words = text.Words("zebulon sarah")
	same(t, "found by its new subject", len(ok[[]memory.Memory](t)(ms.Find(ctx, byLabel))), 1)
	byLabel.Words, byLabel.Subject = nil, text.Fold("ZEBULON")
	same(t, "of this subject", len(ok[[]memory.Memory](t)(ms.Find(ctx, byLabel))), 1)
	must(t, ms.SetLabels(ctx, "en000001", "person", ""))
	same(t, "no subject", ok[memory.Memory](t)(ms.Get(ctx, []scope.Scope{alice}, "en000001")).Subject, "")
	wantErr(t, ms.SetLabels(ctx, "zzzzzzzz", "person", ""), memory.ErrNotFound)
	must(t, ms.SetLabels(ctx, "en000001", "person", "Sarah O'Neil"))
}

// memoryWords: the words made in Go find the same on both databases, within the scopes.
func memoryWords(t *testing.T, db *store.DB) {
	ctx, ms := t.Context(), db.Memories()
	insert(t, db, "en000001", alice, "person", "Sarah works on the design team", func(m *memory.Memory) { m.Subject = "Sarah O'Neil" })
	insert(t, db, "en000002", alice, "person", "Sarah's designs won a prize in a long competition about typography")
	insert(t, db, "de000001", alice, "person", "Jörg wohnt in der Königstraße")
	insert(t, db, "ru000001", alice, "person", "Встречи по четвергам")
	insert(t, db, "zh000001", alice, "person", "喜欢喝绿茶")
	insert(t, db, "odd00001", alice, "person", `c:\temp "quoted" 'single' NEAR AND body: & | ! <->`)
	insert(t, db, "bobs0001", bob, "person", "Sarah designs for Bob")
	insert(t, db, "gone0001", alice, "person", "Sarah was deleted")
	must(t, ms.SetDeleted(ctx, "gone0001", atp(1)))
	for _, c := range []struct {
		query string
		want  []string
	}{
		{"sarah", []string{"en000001", "en000002"}}, // the shorter is more about her
		{"SARAH designer", []string{"en000001", "en000002"}},
		{"sarah prize", []string{"en000002"}},
		{"o'neil", []string{"en000001"}}, // the subject counts
		{"königstrasse", []string{"de000001"}},
		{"встреча", []string{"ru000001"}},
		{"绿茶", []string{"zh000001"}},
		{`temp "quoted" 'single'`, []string{"odd00001"}},
		{"NEAR AND body:", []string{"odd00001"}},
		{"unheard", nil},
		{"sarah unheard", nil},
	} {
		q := memory.ActiveQuery(alice)
		q.Words = text.Words(c.query)
		got, err := ms.Find(ctx, q)
		n, countErr := ms.Count(ctx, q)
		if err != nil || countErr != nil || !slices.Equal(ids(got), c.want) || n != len(c.want) {
			t.Errorf("%q: %v (%v), count %d (%v), want %v", c.query, ids(got), err, n, countErr, c.want)
		}
	}
	anyWordAndLabels(t, db)
	having := func(word string, limit int) []string {
		t.Helper()
		return ok[[]string](t)(ms.Having(ctx, memory.ActiveQuery(alice), text.Words(word)[0], limit))
	}
	same(t, "having", having("Sarah", 9), []string{"en000001", "en000002"})
	same(t, "having, at most", having("Sarah", 1), []string{"en000001"})
	same(t, "having none", len(having("unheard", 9)), 0)
	same(t, "having, of nobody", len(ok[[]string](t)(ms.Having(ctx, memory.Query{}, "sarah", 9))), 0)
	q := memory.ActiveQuery(alice)
	for _, odd := range []string{`"`, `'`, `\`, `a"b`, `*`, `x' OR 'y`} {
		q.Words = []string{odd}
		if _, err := ms.Find(ctx, q); err != nil {
			t.Errorf("word %q: %v", odd, err)
		}
	}
	// A new version is found by its words, the old words are gone.
	must(t, ms.AddVersion(ctx, memory.Version{ID: newID(), MemoryID: "zh000001", Number: 2, Content: "红酒", CreatedAt: at(2)}))
	q.Words = text.Words("绿茶")
	same(t, "old words", len(ok[[]memory.Memory](t)(ms.Find(ctx, q))), 0)
	q.Words = text.Words("红酒")
	same(t, "new words", ids(ok[[]memory.Memory](t)(ms.Find(ctx, q))), []string{"zh000001"})
}

// memoryVersions: an update is the next version, the id stays, history reads in order
// (P13–P16, P36); a snapshot's refs give the old content.
func memoryVersions(t *testing.T, db *store.DB) {
	ctx, ms := t.Context(), db.Memories()
	talk := begin(t, db, alice, 42)
	insert(t, db, "sarah001", alice, "person", "Sarah works on the Web team", func(m *memory.Memory) { m.Subject = "Sarah" })
	for i, content := range []string{"Sarah works on the Design team", "Sarah left"} {
		must(t, ms.AddVersion(ctx, memory.Version{
			ID: newID(), MemoryID: "sarah001", Number: i + 2, Content: content, SessionID: talk.ID, CreatedAt: at(i + 1),
			Evidence: []memory.Evidence{{Quote: content, Trust: trust.Person, SaidAt: at(i + 1)}},
		}))
	}
	got := ok[memory.Memory](t)(ms.Get(ctx, []scope.Scope{alice}, "sarah001"))
	same(t, "current", []any{got.Content, got.Version, got.CreatedAt, got.UpdatedAt}, []any{"Sarah left", 3, at(0), at(2)})
	var said []string
	for i, v := range ok[[]memory.Version](t)(ms.Versions(ctx, "sarah001")) {
		same(t, "number", v.Number, i+1)
		said = append(said, fmt.Sprintf("%s %d", v.Content, len(v.Evidence)))
	}
	same(t, "history", said, []string{"Sarah works on the Web team 0", "Sarah works on the Design team 1", "Sarah left 1"})

	wantErr(t, ms.AddVersion(ctx, memory.Version{ID: newID(), MemoryID: "sarah001", Number: 3, Content: "stale", CreatedAt: at(3)}), memory.ErrConflict)
	wantErr(t, ms.AddVersion(ctx, memory.Version{ID: newID(), MemoryID: "sarah001", Number: 5, Content: "ahead", CreatedAt: at(3)}), memory.ErrConflict)
	wantErr(t, ms.AddVersion(ctx, memory.Version{ID: newID(), MemoryID: "zzzzzzzz", Number: 2, Content: "none", CreatedAt: at(3)}), memory.ErrConflict)

	insert(t, db, "alec0001", alice, "person", "Alec", func(m *memory.Memory) { m.CreatedAt = at(1) })
	insert(t, db, "gone0001", alice, "person", "deleted")
	must(t, ms.SetDeleted(ctx, "gone0001", atp(3)))
	refs := []memory.Ref{{ID: "alec0001", Version: 1}, {ID: "sarah001", Version: 2}, {ID: "alec0001x", Version: 1}, {ID: "gone0001", Version: 1}}
	old := ok[[]memory.Memory](t)(ms.At(ctx, refs))
	same(t, "at the snapshot", ids(old), []string{"sarah001", "alec0001"})
	same(t, "old content", []any{old[0].Content, old[0].Version, old[0].UpdatedAt}, []any{"Sarah works on the Design team", 2, at(1)})
	same(t, "a version to come", len(ok[[]memory.Memory](t)(ms.At(ctx, []memory.Ref{{ID: "alec0001", Version: 2}}))), 0)
	same(t, "no refs", len(ok[[]memory.Memory](t)(ms.At(ctx, nil))), 0)

	// P10: the source is the conversation; the version outlives it.
	_, err := db.Sessions().Erase(ctx, alice)
	must(t, err)
	same(t, "source erased", ok[[]memory.Version](t)(ms.Versions(ctx, "sarah001"))[1].SessionID, "")
}

// memoryRaces: of many writers of one version one wins; of one id, too.
func memoryRaces(t *testing.T, db *store.DB) {
	ctx, ms := t.Context(), db.Memories()
	insert(t, db, "raced001", alice, "person", "v1")
	won := 0
	for _, err := range each(12, func(i int) error {
		return ms.AddVersion(ctx, memory.Version{ID: newID(), MemoryID: "raced001", Number: 2, Content: fmt.Sprint(i), CreatedAt: at(i)})
	}) {
		if err == nil {
			won++
		} else {
			wantErr(t, err, memory.ErrConflict)
		}
	}
	same(t, "winners of a version", won, 1)
	same(t, "versions", len(ok[[]memory.Version](t)(ms.Versions(ctx, "raced001"))), 2)

	won = 0
	for _, err := range each(12, func(i int) error {
		m, v := item("sameid01", scope.Scope{Store: "keepsake", Kind: scope.User, ID: fmt.Sprint(i % 3)}, "person", "x")
		return ms.Insert(ctx, m, v)
	}) {
		if err == nil {
			won++
		} else {
			wantErr(t, err, memory.ErrIDTaken)
		}
	}
	same(t, "winners of an id", won, 1)
}
