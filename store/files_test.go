package store_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/recall"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/task"
	"keepsake/text"
)

// A backup taken during writes is consistent, readable by its owner only, and never
// overwrites a file.
func TestBackup(t *testing.T) {
	ctx := t.Context()
	db := storetest.SQLite(t)
	// Each transaction writes two memories, so the copy must have equally many of both.
	pair := func(i int) error {
		return db.InTx(ctx, func(ctx context.Context) error {
			for _, c := range "ab" {
				now := time.Now()
				err := db.Memories().Insert(ctx,
					memory.Memory{ID: fmt.Sprintf("%c%07d", c, i), Scope: scopes[0], Kind: memory.Item, Category: string(c), Status: memory.Active, CreatedAt: now},
					memory.Version{ID: newID(), Number: 1, Content: strings.Repeat("x", 500), CreatedAt: now})
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	for i := range 50 {
		must(t, pair(i))
	}
	stop, busy := make(chan struct{}), sync.WaitGroup{}
	started := make(chan struct{})
	busy.Go(func() {
		for i := 50; ; i++ {
			if err := pair(i); err != nil {
				t.Error(err)
				return
			}
			if i == 60 {
				close(started)
			}
			select {
			case <-stop:
				return
			default:
			}
		}
	})
	<-started
	path := filepath.Join(t.TempDir(), "backup.db")
	must(t, db.Backup(ctx, path))
	close(stop)
	busy.Wait()

	info, err := os.Stat(path)
	must(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	if _, err := os.Stat(path + ".part"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("left over: %v", err)
	}
	copied := storetest.OpenSQLite(t, path)
	must(t, copied.CheckSchema(ctx))
	count := func(category string) int {
		q := memory.ActiveQuery(scopes...)
		q.Category = category
		n, err := copied.Memories().Count(ctx, q)
		must(t, err)
		return n
	}
	if a, b := count("a"), count("b"); a != b || a < 60 {
		t.Errorf("the copy has %d and %d", a, b)
	}
	if err := db.Backup(ctx, path); fault.KindOf(err) != fault.Invalid {
		t.Errorf("onto an existing file: %v", err)
	}
	if err := db.Backup(ctx, filepath.Join(path, "no", "folder")); err == nil {
		t.Error("into no folder")
	}
	must(t, os.WriteFile(path+"2.part", []byte("cut short"), 0o600))
	must(t, db.Backup(ctx, path+"2"))
}

func TestBackupOfPostgres(t *testing.T) {
	err := storetest.Postgres(t).Backup(t.Context(), "x")
	if fault.KindOf(err) != fault.Invalid || !strings.Contains(err.Error(), "pg_dump") {
		t.Fatal(err)
	}
}

// After Erase and Scrub the files of an open database contain no byte of the erased text.
func TestScrub(t *testing.T) {
	path := storetest.SQLiteFile(t)
	db := storetest.OpenSQLite(t, path)
	for i := range 300 { // rows of other people that share pages with the erased rows
		insertFor(t, db, fmt.Sprintf("other%03d", i), "telegram:43", fmt.Sprintf("ordinary thing %d", i))
	}
	said := writeSecrets(t, db)
	if found := search(t, path, said); len(found) == 0 {
		t.Fatal("nothing to erase: the test proves nothing")
	}
	eraseAll(t, db)
	must(t, db.Scrub(t.Context()))
	if found := search(t, path, said); len(found) != 0 {
		t.Errorf("still there: %v", found)
	}
	// The rows of other people are unchanged.
	q := memory.ActiveQuery(scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:43"})
	q.Words = text.Words("ordinary 299")
	if ms, err := db.Memories().Find(t.Context(), q); err != nil || len(ms) != 1 || ms[0].Content != "ordinary thing 299" {
		t.Errorf("others: %+v %v", ms, err)
	}
	must(t, db.Maintain(t.Context()))
}

// When a process dies between an erasure and its scrub, the next Maintain runs the scrub.
func TestMaintainRunsOwedScrub(t *testing.T) {
	path := storetest.SQLiteFile(t)
	db := storetest.OpenSQLite(t, path)
	for i := range 300 {
		insertFor(t, db, fmt.Sprintf("other%03d", i), "telegram:42", fmt.Sprintf("ordinary thing %d", i))
	}
	said := writeSecrets(t, db)
	must(t, db.Maintain(t.Context()))
	before := size(t, path)
	eraseAll(t, db)
	must(t, db.Close())

	db = storetest.OpenSQLite(t, path)
	must(t, db.Maintain(t.Context()))
	if found := search(t, path, said); len(found) != 0 {
		t.Errorf("still there: %v", found)
	}
	after := size(t, path)
	if after >= before { // only VACUUM makes the file smaller
		t.Errorf("%d bytes before the erasure, %d after: not scrubbed", before, after)
	}
}

func size(t *testing.T, path string) int64 {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	return info.Size()
}

// After Purge the files contain no byte of the purged memory once Scrub or Maintain has run.
func TestPurgeLeavesNoBytes(t *testing.T) {
	for name, clean := range map[string]func(*store.DB) error{
		"scrub":    func(db *store.DB) error { return db.Scrub(t.Context()) },
		"maintain": func(db *store.DB) error { return db.Maintain(t.Context()) },
	} {
		t.Run(name, func(t *testing.T) {
			path := storetest.SQLiteFile(t)
			db := storetest.OpenSQLite(t, path)
			insertText(t, db, "memory01", "Xylophone-Quagmire lives at Zanzibar")
			insertText(t, db, "memory02", "stays")
			numbers := slices.Repeat([]float32{math.Float32frombits(binary.LittleEndian.Uint32([]byte("vecQ")))}, 64)
			_, err := db.Vectors().PutVectors(t.Context(), "openai:test", []recall.Vector{{MemoryID: "memory01", Version: 1, Embedding: numbers}})
			must(t, err)
			past := time.Now().Add(-time.Hour)
			must(t, db.Memories().SetDeleted(t.Context(), "memory01", &past))
			if n, err := db.Memories().Purge(t.Context(), time.Now(), time.Now()); err != nil || n != 1 {
				t.Fatal(n, err)
			}
			must(t, clean(db))
			if found := search(t, path, []string{"Xylophone", "Zanzibar", "xylop", "zanzi", "vecQvecQ"}); len(found) != 0 {
				t.Errorf("still there: %v", found)
			}
		})
	}
}

// A private chat that has ended, and a message that showed a key and is sent, leave the files of an open database
// soon after, without a scrub.
func TestDestroyedLeavesTheLog(t *testing.T) {
	for name, destroys := range map[string]func(t *testing.T, db *store.DB, path, said string){
		"a private chat": func(t *testing.T, db *store.DB, path, said string) {
			now := time.Now()
			s := session.Session{ID: newID(), PublicID: "p", Store: "keepsake", Place: session.Place{Bot: "b", Chat: 42}, Person: "telegram:42",
				StartedAt: now, LastActiveAt: now, EndedAt: &now, Private: true}
			must(t, db.Sessions().Start(t.Context(), s))
			for range 40 {
				_, err := db.Sessions().Append(t.Context(), s.ID, now, []session.Message{{ID: newID(), Role: session.User, Content: said, At: now}})
				must(t, err)
			}
			if found := search(t, path, []string{said}); len(found) == 0 {
				t.Fatal("nothing to destroy: the test proves nothing")
			}
			if n, err := db.Sessions().PrunePrivate(t.Context(), "b", &s.Place, s.Person); err != nil || n != 1 {
				t.Fatal(n, err)
			}
		},
		"a key": func(t *testing.T, db *store.DB, path, said string) {
			mail := delivery.New(delivery.Config{Store: db.Deliveries()})
			id, err := mail.Put(t.Context(), delivery.Outgoing{Bot: "b", Chat: 42, Kind: delivery.Send, Body: delivery.Body{Text: "Your key: " + said, Unmasked: []string{said}}})
			must(t, err)
			if found := search(t, path, []string{said}); len(found) == 0 {
				t.Fatal("nothing to destroy: the test proves nothing")
			}
			must(t, mail.MarkSent(t.Context(), id, time.Now()))
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := storetest.SQLiteFile(t)
			db := storetest.OpenSQLite(t, path)
			said := "ks_" + strings.Repeat("Zanzibar7", 5)
			destroys(t, db, path, said)
			found := search(t, path, []string{said})
			for until := time.Now().Add(10 * time.Second); len(found) > 0 && time.Now().Before(until); found = search(t, path, []string{said}) {
				time.Sleep(10 * time.Millisecond)
			}
			if len(found) > 0 {
				t.Errorf("still there: %v", found)
			}
		})
	}
}

// On PostgreSQL Scrub vacuums every table in which people's texts stand.
func TestScrubOfPostgres(t *testing.T) {
	url := storetest.PostgresURL(t)
	db, err := store.Open(t.Context(), store.Options{URL: url})
	must(t, err)
	defer db.Close()
	writeSecrets(t, db)
	eraseAll(t, db)
	must(t, db.Scrub(t.Context()))
	must(t, db.Maintain(t.Context()))
	raw := rawSQL(t, "pgx", url)
	for _, table := range []string{
		"agent_memories", "agent_memory_versions", "memory_evidence", "memory_changes", "memory_decisions", "memory_tombstones",
		"memory_search", "memory_vectors", "memory_embed_queue", "memory_candidates", "agent_conversations", "agent_messages",
		"agent_turns", "inbox", "outbox", "people", "access_requests", "tasks",
	} {
		var n int
		must(t, raw.QueryRow("SELECT vacuum_count FROM pg_stat_user_tables WHERE relname = $1", table).Scan(&n))
		if n != 1 {
			t.Errorf("%s was vacuumed %d times, want once", table, n)
		}
	}
}

func TestScrubInsideTransaction(t *testing.T) {
	for name, db := range openBoth(t) {
		if err := db.InTx(t.Context(), db.Scrub); err == nil {
			t.Errorf("%s allowed it", name)
		}
	}
}

// writeSecrets writes a unique word to every column that stores text of a person. It returns
// the words in each spelling that a file could contain.
func writeSecrets(t *testing.T, db *store.DB) []string {
	t.Helper()
	ctx, now := t.Context(), time.Now()
	var said []string
	n := 0
	say := func() string {
		n++
		w := fmt.Sprintf("qz%dxv", n)
		said = append(said, w, strings.ToUpper(w))
		return "Secretly " + strings.ToUpper(w) + " " + strings.Repeat(w+" ", 30)
	}
	scope := scopes[0]
	s := session.Session{ID: newID(), PublicID: "p", Store: "keepsake", Place: session.Place{Bot: "b", Chat: 42}, Person: scope.ID,
		StartedAt: now, LastActiveAt: now, Summary: say()}
	must(t, db.Sessions().Start(ctx, s))
	for i := range 40 {
		_, err := db.Sessions().Append(ctx, s.ID, time.Now(), []session.Message{{ID: newID(), Role: session.User, Content: say(), Quote: say(), Edited: say(),
			ToolCalls: []session.ToolCall{{ID: fmt.Sprint(i), Arguments: say()}}, At: now}})
		must(t, err)
		id := fmt.Sprintf("hers%04d", i)
		m := memory.Memory{ID: id, Scope: scope, Kind: memory.Item, Category: "person", Subject: say()[:80], Status: memory.Active, CreatedAt: now}
		must(t, db.Memories().Insert(ctx, m, memory.Version{ID: newID(), Number: 1, Content: say(), SessionID: s.ID, CreatedAt: now,
			Evidence: []memory.Evidence{{Quote: say(), SaidAt: now}}}))
		must(t, db.Memories().AddVersion(ctx, memory.Version{ID: newID(), MemoryID: id, Number: 2, Content: say(), CreatedAt: now}))
		must(t, db.Memories().Record(ctx, memory.Change{ID: fmt.Sprintf("change%05d", i), MemoryID: id, Scope: scope, Before: say(), After: say(), At: now}))
		must(t, db.Memories().PutDecision(ctx, memory.Decision{ID: fmt.Sprintf("decide%05d", i), Scope: scope, Content: say(), At: now}))
		must(t, db.Memories().PutTombstone(ctx, memory.Tombstone{ID: newID(), Scope: scope, Content: say(), At: now, PurgeAt: now}))
		_, err = db.Deliveries().Receive(ctx, []delivery.Update{{Bot: "b", UpdateID: int64(i), Lane: "l", Chat: 42, Person: scope.ID, Payload: []byte(say()), ReceivedAt: now}})
		must(t, err)
		_, err = db.Deliveries().Put(ctx, delivery.Outgoing{Bot: "b", Chat: 42, Person: scope.ID, Kind: delivery.Send, DueAt: now, Body: delivery.Body{Text: say()}})
		must(t, err)
		must(t, db.Tasks().Insert(ctx, task.Task{ID: fmt.Sprintf("task%04d", i), Person: scope.ID, Store: "keepsake", Title: say(), CreatedAt: now}))
	}
	// A vector whose bytes are a text that search can find.
	said = append(said, "vecQvecQ")
	numbers := slices.Repeat([]float32{math.Float32frombits(binary.LittleEndian.Uint32([]byte("vecQ")))}, 64)
	for i := range 20 {
		n, err := db.Vectors().PutVectors(ctx, "openai:test", []recall.Vector{{MemoryID: fmt.Sprintf("hers%04d", i), Version: 2, Embedding: numbers}})
		if must(t, err); n != 1 {
			t.Fatal("no vector")
		}
	}
	rows, err := db.Deliveries().LaneUpdates(ctx, "l")
	must(t, err)
	inbox := delivery.New(delivery.Config{Store: db.Deliveries()}).Inbox
	must(t, inbox.Finish(ctx, []int64{rows[0].ID, rows[1].ID}))
	must(t, inbox.Bury(ctx, []int64{rows[2].ID}, "unreadable"))
	_, err = db.People().See(ctx, people.Person{ID: scope.ID, Name: say(), Username: say(), SeenAt: now})
	must(t, err)
	return said
}

func eraseAll(t *testing.T, db *store.DB) {
	t.Helper()
	must(t, db.InTx(t.Context(), func(ctx context.Context) error {
		_, err1 := db.Memories().Erase(ctx, scopes[0])
		_, err2 := db.Sessions().Erase(ctx, scopes[0])
		_, err3 := db.Deliveries().Erase(ctx, scopes[0])
		_, err4 := db.Tasks().Erase(ctx, scopes[0].ID)
		return errors.Join(err1, err2, err3, err4, db.People().Erase(ctx, scopes[0].ID, time.Now()))
	}))
}

func insertFor(t *testing.T, db *store.DB, id, person, content string) {
	t.Helper()
	now := time.Now()
	must(t, db.Memories().Insert(t.Context(),
		memory.Memory{ID: id, Scope: scope.Scope{Store: "keepsake", Kind: scope.User, ID: person}, Kind: memory.Item, Category: "person", Status: memory.Active, CreatedAt: now},
		memory.Version{ID: newID(), Number: 1, Content: content, CreatedAt: now}))
}

// search returns the words that the database's files contain, each with the name of its file.
func search(t *testing.T, path string, words []string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*"))
	must(t, err)
	var found []string
	for _, f := range files {
		b, err := os.ReadFile(f)
		must(t, err)
		for _, w := range words {
			if bytes.Contains(b, []byte(w)) {
				found = append(found, w+" in "+filepath.Base(f))
			}
		}
	}
	return found
}
