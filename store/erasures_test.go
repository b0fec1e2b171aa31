package store_test

import (
	"context"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/delivery"
	"keepsake/erasure"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/store/erasures"
	"keepsake/store/storetest"
	"keepsake/task"
)

// The journal of either database knows what was erased, what became of it, and what a database that is
// older lacks; in PostgreSQL it stands in a schema of its own.
func TestJournalOfErasures(t *testing.T) {
	for name, url := range map[string]func(t *testing.T) string{
		"sqlite":   func(t *testing.T) string { return "sqlite:" + storetest.SQLiteFile(t) },
		"postgres": func(t *testing.T) string { return storetest.PostgresURL(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, url := t.Context(), url(t)
			db, err := store.Open(ctx, store.Options{URL: url, ErasureKey: erasure.Key("key")})
			must(t, err)
			defer db.Close()
			now := time.Now().UTC()
			for _, id := range []string{"task0001", "task0002"} {
				must(t, db.Tasks().Insert(ctx, task.Task{ID: id, Store: "keepsake", Person: "telegram:1", Title: "x", CreatedAt: now, Bot: "b", Chat: 1}))
			}
			lacks := func(restored bool) []erasure.Entry {
				t.Helper()
				missing, damaged, err := db.Erasures().Missing(ctx, restored)
				if err != nil || damaged != 0 {
					t.Fatalf("missing: %d damaged, %v", damaged, err)
				}
				return missing
			}
			lacks(false)
			must(t, db.Tasks().Delete(ctx, "task0001"))
			boom := errors.New("boom")
			if err := db.InTx(ctx, func(ctx context.Context) error {
				return errors.Join(db.Tasks().Delete(ctx, "task0002"), boom)
			}); !errors.Is(err, boom) {
				t.Fatal(err)
			}
			if missing := lacks(true); len(missing) != 0 {
				t.Errorf("it lacks %+v", missing)
			}
			journal := func(want erasures.State) {
				t.Helper()
				if got, err := db.Erasures().Look(ctx, now.Add(-time.Hour)); err != nil || got != want {
					t.Errorf("the journal is %+v, %v, want %+v", got, err, want)
				}
			}
			journal(erasures.State{Entries: 1})
			storetest.Execute(t, url, "INSERT INTO erasures (id, made_at) VALUES ('elsewhere', '2000-01-01 00:00:00+00:00')")
			journal(erasures.State{Entries: 1}) // too old to be in it
			storetest.Execute(t, url, "UPDATE erasures SET made_at = '2100-01-01 00:00:00+00:00' WHERE id = 'elsewhere'")
			journal(erasures.State{Entries: 1, Lost: 1})
			storetest.Execute(t, url, "DELETE FROM erasures") // as a backup of before has none
			missing := lacks(false)
			if len(missing) != 1 || missing[0].Items[0].Part != erasure.Task || missing[0].Items[0].IDs[0] != "task0001" || !db.Erasures().HasKeyOf(missing[0]) {
				t.Fatalf("it lacks %+v", missing)
			}
			must(t, db.Reapply(ctx, missing[0], func(ctx context.Context) error {
				return db.Erasures().Destroy(ctx, erasure.Item{Part: erasure.Task, IDs: []string{"task0002"}}, now, now)
			}))
			if left, err := db.Tasks().List(ctx, "keepsake", "telegram:1", false, 0, 0); err != nil || len(left) != 0 {
				t.Errorf("left %v, %v", left, err)
			}
			if missing := lacks(true); len(missing) != 0 {
				t.Errorf("after it was applied it lacks %+v", missing)
			}
			if n, err := db.Erasures().Prune(ctx, now.Add(time.Hour)); n != 1 || err != nil {
				t.Errorf("pruned %d, %v", n, err)
			}
		})
	}
}

// A database that was put back says of whom it holds anything, destroys what an id names, and closes what
// waits in it.
func TestRestoredDatabase(t *testing.T) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) { testRestored(t, open(t)) })
	}
}

func testRestored(t *testing.T, db *store.DB) {
	ctx, now := t.Context(), time.Now().UTC()
	owner := scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:1"}
	m := memory.Memory{ID: "mem00001", Scope: owner, Kind: memory.Item, Type: memory.Profile, Category: "person", Status: memory.Active, CreatedAt: now}
	must(t, db.Memories().Insert(ctx, m, memory.Version{ID: "01890a5d-ac96-774b-bcce-b302099a8057", MemoryID: m.ID, Number: 1, Content: "a fact", CreatedAt: now}))
	_, err := db.Deliveries().Receive(ctx, []delivery.Update{{Bot: "b", UpdateID: 1, Lane: "b:-5:0", Chat: -5, Person: "telegram:2", ReceivedAt: now, DueAt: now, Payload: []byte("{}")}})
	must(t, err)
	r := db.Erasures()
	subjects, err := r.Subjects(ctx)
	must(t, err)
	for _, want := range []scope.Scope{{Kind: scope.User, ID: "telegram:1"}, {Kind: scope.User, ID: "telegram:2"}, {Kind: scope.Group, ID: "telegram:-5"}} {
		if !slices.Contains(subjects, want) {
			t.Errorf("%v lacks %v", subjects, want)
		}
	}
	if got, ok, err := r.MemoryScope(ctx, m.ID); err != nil || !ok || got != owner {
		t.Errorf("the memory is %v's, %v, %v", got, ok, err)
	}
	must(t, r.Destroy(ctx, erasure.Item{Part: erasure.Memory, IDs: []string{m.ID, "unknown"}}, now, now))
	must(t, r.Destroy(ctx, erasure.Item{Part: erasure.AllUsage}, now, now))
	if _, ok, err := r.MemoryScope(ctx, m.ID); err != nil || ok {
		t.Errorf("it is there: %v, %v", ok, err)
	}
	closed, err := r.CloseWaiting(ctx, now)
	must(t, err)
	if closed.Len() != 1 || len(closed.Updates) != 1 {
		t.Errorf("closed %+v", closed)
	}
	if again, err := r.CloseWaiting(ctx, now); err != nil || again.Len() != 0 {
		t.Errorf("closed again %+v, %v", again, err)
	}
	if r.Hash(owner) == "" {
		t.Error("no hash")
	}
}

// notErasures are the functions of the rooms that delete rows or hide messages and write nothing to the
// journal, each with the reason.
var notErasures = map[string]string{
	"digests.digests.PutDigest":          "older versions than are kept; it drops them again after a restore",
	"digests.digests.PurgeEpisodes":      "goes by time",
	"digests.digests.Finish":             "work that is done, no texts",
	"candidates.candidates.Purge":        "goes by time, and does so again after a restore",
	"deliveries.deliveries.PurgeHandled": "goes by time",
	"memories.memories.Purge":            "goes by time: what was deleted long ago, which SetDeleted recorded",
	"sessions.sessions.PurgeRemains":     "goes by time: what is no evidence any more",
	"sessions.sessions.PrunePrivate":     "a private chat ends by itself after a pause, in a backup that is put back as well",
	"sessions.pruneSession":              "goes by the retention of conversations, and does so again",
	"accounts.peopleStore.PurgeLinks":    "goes by time",
	"accounts.peopleStore.PutLinkCode":   "a code's hash, which ends by time",
	"accounts.peopleStore.LinkCode":      "a code's hash, which ends by time",
	"accounts.usageStore.Purge":          "goes by time: counts",
	"accounts.keyStore.PurgeReplies":     "goes by time: no texts",
	"accounts.signInStore.delete":        "ways into the page, which end within hours: a restored database has none (CloseWaiting)",
	"accounts.outsideStore.delete":       "calls and permits, no texts: a restored database has none (CloseWaiting)",
	"tasks.tasks.DropProposals":          "goes by time: what nobody accepted",
	"accounts.usageStore.Move":           "a group has another number; nothing is lost",
	"accounts.peopleStore.MoveRequest":   "a group has another number; nothing is lost",
	"memories.memories.mergeScope":       "a group has another number; nothing is lost",
	"shards.shards.PurgePending":         "goes by time: what nobody wanted kept",
	"shards.shards.PutDigest":            "older versions than are kept; it drops them again after a restore",
	"shards.shards.Detach":               "which chats share a shard: no texts; what was said stays until it is taken back",
	"deliveries.deliveries.Move":         "a group has another number; what was to be shown there is shown anew",
	"deliveries.eraseUnreadable":         "is a part of Erase, which records it",
	"memories.eraseScopeRow":             "is a part of Erase, which records it",
	"sessions.maskSession":               "is a part of Mask, which records it",
	"deliveries.deliveries.ReleaseAll":   "leases, no texts",
	"deliveries.deliveries.SetMessages":  "numbers of messages, which are replaced",
	"memories.sqlite.indexTokens":        "search words, which are replaced",
	"vectors.Store.PutVectors":           "a queue that has been worked through",
	"erasures.Store.CloseWaiting":        "closes what waits in a restored database",
	"erasures.Store.Prune":               "the journal's own ids",
}

// Whatever deletes rows or masks messages writes to the journal, or is listed above with the reason: a new
// way to erase without an entry fails here (U18).
func TestEveryEraserWritesTheJournal(t *testing.T) {
	seen := map[string]bool{}
	files, err := filepath.Glob("*/*.go")
	must(t, err)
	for _, path := range files {
		room := filepath.Dir(path)
		if strings.HasSuffix(path, "_test.go") || room == "database" || room == "storetest" || room == "standing" {
			continue
		}
		source, err := os.ReadFile(path)
		must(t, err)
		file, err := parser.ParseFile(token.NewFileSet(), path, source, 0)
		must(t, err)
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			erases, records := false, false
			ast.Inspect(f, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.SelectorExpr:
					x, _ := n.X.(*ast.Ident)
					erases = erases || n.Sel.Name == "Delete" && (x == nil || x.Name != "slices")
					records = records || n.Sel.Name == "RecordErasure"
				case *ast.BasicLit:
					erases = erases || strings.Contains(n.Value, "DELETE FROM") || strings.Contains(n.Value, `"masked_at"`) || strings.Contains(n.Value, `"deleted_at"`)
				}
				return true
			})
			name := room + "." + f.Name.Name
			if f.Recv != nil {
				name = room + "." + receiver(f) + "." + f.Name.Name
			}
			reason := notErasures[name]
			switch {
			case erases && !records && reason == "":
				t.Errorf("%s erases and does not write the journal (RecordErasure)", name)
			case erases && !records:
				seen[name] = true
			}
		}
	}
	for name := range notErasures {
		if !seen[name] {
			t.Errorf("%s is listed and erases nothing", name)
		}
	}
}

func receiver(f *ast.FuncDecl) string {
	of := f.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	return of.(*ast.Ident).Name
}
