package app_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
)

// desk is a memory store with alice's and bob's memories and conversations.
func desk(t *testing.T, url string) (*app.Memories, *store.DB) {
	t.Helper()
	c := settings.Defaults()
	c.DatabaseURL = settings.Secret(url)
	m, err := app.OpenMemories(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	db, err := store.Open(t.Context(), store.Options{URL: url, Shared: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	for chat, person := range map[int64]string{42: "telegram:42", 43: "telegram:43"} {
		scope := scope.Scope{Store: m.Name(), Kind: scope.User, ID: person}
		if _, _, err := m.Memory.Add(t.Context(), actor.OfPerson(person), memory.Draft{Scope: scope, Content: "Alec is the user's boss"}); err != nil {
			t.Fatal(err)
		}
		x, err := m.Sessions.Begin(t.Context(), actor.OfSystem(), session.Place{Bot: m.Name(), Chat: chat}, person, m.Name(), false)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Sessions.Append(t.Context(), actor.OfSystem(), x.ID, session.Message{Role: session.User, Content: "hi"}); err != nil {
			t.Fatal(err)
		}
	}
	group := scope.Scope{Store: m.Name(), Kind: scope.Group, ID: "telegram:-100:7"}
	for _, scope := range []scope.Scope{group, {Store: m.Name(), Kind: scope.Global}, {Store: m.Name(), Kind: scope.User, ID: "web:x"}} {
		if _, _, err := m.Memory.Add(t.Context(), actor.Actor{Kind: actor.Person, ID: scope.ID, Standing: actor.Admin, Owner: true}, memory.Draft{Scope: scope, Content: "The office is closed on Friday"}); err != nil {
			t.Fatal(err)
		}
	}
	return m, db
}

// I36: of one or of all, memories or conversations or both; what others have stays, and an
// answer in the making cannot write any more.
func TestMemoriesClear(t *testing.T) {
	for name, url := range map[string]string{"sqlite": "sqlite:" + storetest.SQLiteFile(t), "postgres": storetest.PostgresURL(t)} {
		t.Run(name, func(t *testing.T) {
			ctx := t.Context()
			m, db := desk(t, url)
			u := delivery.Update{Bot: m.Name(), UpdateID: 1, Lane: delivery.Lane(m.Name(), 42, 0), Chat: 42, ReceivedAt: time.Now(), DueAt: time.Now()}
			if _, err := db.Deliveries().Receive(ctx, []delivery.Update{u}); err != nil {
				t.Fatal(err)
			}
			claim, ok, err := db.Deliveries().ClaimLane(ctx, m.Name(), "worker", time.Now().Add(time.Second), time.Minute)
			if err != nil || !ok {
				t.Fatal(ok, err)
			}
			check := func(what string, got forget.Receipt, clean bool, err error, memories, sessions int) {
				t.Helper()
				if err != nil || got.Memory.Memories != memories || got.Sessions.Sessions != sessions || !clean {
					t.Errorf("%s: %+v %v", what, got, err)
				}
			}
			r, clean, err := m.Clear(ctx, "telegram:42", false, true)
			check("alice's memories", r, clean, err, 1, 0)
			if err := db.Deliveries().Guard(ctx, claim); !errors.Is(err, delivery.ErrLeaseLost) {
				t.Errorf("the turn under way goes on: %v", err)
			}
			r, clean, err = m.Clear(ctx, "telegram:42", true, true)
			check("the rest of alice's", r, clean, err, 0, 1)
			if r.Delivery.Updates != 1 { // the message that was being answered
				t.Errorf("on its way: %+v", r.Delivery)
			}
			r, clean, err = m.Clear(ctx, "", true, true)
			check("everybody's", r, clean, err, 4, 1)
			if _, _, err := m.Clear(ctx, "alice", true, true); err == nil {
				t.Error("cleared somebody without a number")
			}
		})
	}
}

func TestMemoriesOpen(t *testing.T) {
	c := settings.Defaults()
	for _, url := range []string{"sqlite:" + t.TempDir() + "/none.db", storetest.EmptyPostgresURL(t)} {
		c.DatabaseURL = settings.Secret(url)
		if _, err := app.OpenMemories(t.Context(), c); !errors.Is(err, app.ErrNoStore) {
			t.Errorf("no store: %v", err)
		}
	}
	c.DatabaseURL = "oracle:x"
	if _, err := app.OpenMemories(t.Context(), c); err == nil || errors.Is(err, app.ErrNoStore) {
		t.Errorf("no database we know: %v", err)
	}
	m, _ := desk(t, "sqlite:"+storetest.SQLiteFile(t))
	if _, err := m.Import(t.Context(), app.Import{File: emptyArchive(t, m, "other")}); err == nil || !strings.Contains(err.Error(), "--from-other-store") {
		t.Errorf("imported into another store: %v", err)
	}
	if _, err := m.Import(t.Context(), app.Import{File: emptyArchive(t, m, m.Name()), Person: "alice"}); err == nil {
		t.Error("imported for somebody without a number")
	}
	for _, in := range []app.Import{{File: emptyArchive(t, m, m.Name()), Person: "telegram:42"}, {File: emptyArchive(t, m, "other"), OtherStore: true}} {
		if r, err := m.Import(t.Context(), in); err != nil || r.Added != 0 {
			t.Errorf("an empty archive: %+v %v", r, err)
		}
	}
}

// emptyArchive returns an archive of a store without memories.
func emptyArchive(t *testing.T, m *app.Memories, store string) io.Reader {
	t.Helper()
	a, err := m.Archive.Export(t.Context(), store, nil)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := a.Write(&b); err != nil {
		t.Fatal(err)
	}
	return &b
}
