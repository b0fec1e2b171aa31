package forget_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/erasure"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/digest"
	"keepsake/memory/forget"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/task"
)

// restorable is a house whose database can be backed up, and put back from the backup beside its journal.
type restorable struct {
	*house
	journal string
	key     *store.Key
	url     string
	back    string // the address of the backup
}

// worlds are the databases on which restoring is tested.
func worlds(t *testing.T) map[string]func(t *testing.T) *restorable {
	t.Helper()
	return map[string]func(t *testing.T) *restorable{
		"sqlite":    func(t *testing.T) *restorable { return restorableFile(t, nil) },
		"encrypted": func(t *testing.T) *restorable { return restorableFile(t, store.NewKey()) },
		"postgres":  restorablePostgres,
	}
}

func (r *restorable) openAt(t *testing.T, url string) *house {
	t.Helper()
	db, err := store.Open(t.Context(), store.Options{URL: url, Key: r.key, ErasureJournal: r.journal, ErasureKey: erasure.Key("key")})
	must(t, err)
	t.Cleanup(func() { db.Close() })
	must(t, db.Migrate(t.Context()))
	h := houseOf(t, db)
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		h.path = path
	}
	h.Bots = []string{place.Bot}
	return h
}

func restorableFile(t *testing.T, key *store.Key) *restorable {
	dir := t.TempDir()
	r := &restorable{journal: filepath.Join(dir, "keepsake.db-erasures"), key: key, url: "sqlite:" + filepath.Join(dir, "keepsake.db")}
	r.house = r.openAt(t, r.url)
	return r
}

func restorablePostgres(t *testing.T) *restorable {
	r := &restorable{journal: filepath.Join(t.TempDir(), "journal"), url: storetest.PostgresURL(t)}
	r.house = r.openAt(t, r.url)
	return r
}

// backUp copies the database.
func (r *restorable) backUp() {
	r.t.Helper()
	if r.path == "" { // PostgreSQL copies only what nobody has open
		must(r.t, r.db.Close())
		r.back = storetest.CopyPostgres(r.t, r.url)
		r.house = r.openAt(r.t, r.url)
		return
	}
	path := filepath.Join(r.t.TempDir(), "backup.db")
	must(r.t, r.db.Backup(r.t.Context(), path))
	r.back = "sqlite:" + path
}

// putBack opens the backup in place of the database and reapplies what the journal says.
func (r *restorable) putBack() (*house, forget.Reapplied) {
	r.t.Helper()
	old := r.openAt(r.t, r.back)
	missing, damaged, err := old.db.Erasures().Missing(r.t.Context(), true)
	must(r.t, err)
	if damaged != 0 {
		r.t.Errorf("%d places of the journal cannot be read", damaged)
	}
	done, err := old.Reapply(r.t.Context(), actor.OfSystem(), old.db.Erasures(), missing)
	must(r.t, err)
	left, _, err := old.db.Erasures().Missing(r.t.Context(), true)
	if err != nil || len(left) != 0 {
		r.t.Errorf("after it was applied, %d entries are missing still: %v", len(left), err)
	}
	if r.key != nil { // so that its bytes can be searched
		must(r.t, old.db.Close())
		must(r.t, store.Convert(r.t.Context(), r.back, r.key, nil))
		r.key = nil
		old = r.openAt(r.t, r.back)
	}
	return old, done
}

// holds returns where the database has a word: its files, or its tables.
func (r *restorable) holds(h *house, word string) []string {
	if h.path == "" {
		return storetest.TablesWith(r.t, r.back, word)
	}
	return h.found(word)
}

// What was forgotten since a backup is forgotten again in it, and nothing else: one memory with all that
// repeats it, a group's memory that a member took back, a task, a refusal, and a whole person who came
// back later. The journal is private and holds no words (U18).
func TestReapply_U18(t *testing.T) {
	for name, open := range worlds(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := open(t)
			ctx := t.Context()
			group := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: people.ID(-100)}
			member := actor.OfPerson(people.ID(7))
			h.fill(chat) // all of it is forgotten
			h.fill(8)    // nothing of it
			_, _, err := h.Memory.Add(ctx, tap, memory.Draft{Scope: owner, Content: "wholecanary is all they said"})
			must(t, err)
			own := scope.Scope{Store: "keepsake", Kind: scope.User, ID: people.ID(7)}
			add := func(s scope.Scope, content string) memory.Memory {
				t.Helper()
				m, _, err := h.Memory.Add(ctx, member, memory.Draft{Scope: s, Content: content})
				must(t, err)
				return m
			}
			one, kept := add(own, "gonecanary lives in Lisbon"), add(own, "staycanary lives in Porto")
			back := add(own, "undonecanary plays chess")
			told := add(group, "groupcanary is the colour of the house")
			s, err := h.Sessions.Begin(ctx, actor.OfSystem(), session.Place{Bot: place.Bot, Chat: 7}, people.ID(7), "keepsake", false)
			must(t, err)
			_, err = h.Sessions.Append(ctx, actor.OfSystem(), s.ID,
				session.Message{Role: session.User, Author: people.ID(7), Content: "did you know that gonecanary lives in Lisbon?"},
				session.Message{Role: session.User, Author: people.ID(7), Content: "and staycanary in Porto"})
			must(t, err)
			todo, err := h.Tasks.Create(ctx, actor.OfSystem(), task.Draft{Store: "keepsake", Person: people.ID(7), Title: "taskcanary", Due: "2999-01-01", Zone: time.UTC, Bot: "keepsake", Chat: 7})
			must(t, err)
			_, err = h.Tasks.Create(ctx, actor.OfSystem(), task.Draft{Store: "keepsake", Person: people.ID(7), Title: "stays too", Due: "2999-01-01", Zone: time.UTC, Bot: "keepsake", Chat: 7})
			must(t, err)
			must(t, h.Memory.Refuse(ctx, member, own, "nocanary is a secret wish"))

			h.backUp()

			_, _, err = h.One(ctx, member, []scope.Scope{own}, one.ID)
			must(t, err)
			_, _, err = h.One(ctx, member, []scope.Scope{group}, told.ID)
			must(t, err)
			_, _, err = h.One(ctx, member, []scope.Scope{own}, back.ID)
			must(t, err)
			_, _, err = h.Memory.Restore(ctx, member, []scope.Scope{own}, back.ID, "undo")
			must(t, err)
			must(t, h.Tasks.Delete(ctx, member, "keepsake", people.ID(7), todo.ID))
			no, err := h.Memory.Refused(ctx, []scope.Scope{own})
			must(t, err)
			must(t, h.Memory.EraseRefusal(ctx, member, []scope.Scope{own}, no[0].ID))
			_, err = h.Everything(ctx, tap, person, place, nil)
			must(t, err)
			_, _, err = h.Memory.Add(ctx, tap, memory.Draft{Scope: owner, Content: "latecanary came back"})
			must(t, err)

			old, done := h.putBack()
			for _, word := range []string{"gonecanary", "groupcanary", "taskcanary", "nocanary", "wholecanary", "latecanary"} {
				if where := h.holds(old, word); len(where) > 0 {
					t.Errorf("%s is still in %v", word, where)
				}
			}
			for _, word := range []string{"staycanary", "undonecanary", "stays too", marker} {
				if len(h.holds(old, word)) == 0 {
					t.Errorf("%s is gone, and nobody asked for that", word)
				}
			}
			if m, err := old.Memory.Get(ctx, []scope.Scope{own}, kept.ID); err != nil || m.DeletedAt != nil {
				t.Errorf("a memory that nobody forgot: %+v %v", m, err)
			}
			if m, err := old.Memory.Get(ctx, []scope.Scope{own}, back.ID); err != nil || m.DeletedAt != nil {
				t.Errorf("a memory whose deletion was taken back: %+v %v", m, err)
			}
			if done.Entries < 6 || done.Unknown != 0 || done.Receipt.Sessions.Sessions+done.Receipt.Memory.Memories == 0 {
				t.Errorf("done %+v", done)
			}
			if refused, err := old.Memory.IsRefused(ctx, own, "", one.Content); err != nil || !refused {
				t.Errorf("what was forgotten may form again: %v %v", refused, err)
			}
			h.checkJournal(t)
			// What this person keeps from now on is not touched when the journal is read again.
			_, _, err = old.Memory.Add(ctx, tap, memory.Draft{Scope: owner, Content: "newcanary came back after the restore"})
			must(t, err)
			missing, _, err := old.db.Erasures().Missing(ctx, false)
			if err != nil || len(missing) != 0 {
				t.Errorf("missing %v, %v", missing, err)
			}
		})
	}
}

// checkJournal checks that the journal is private and holds no word of anybody.
func (r *restorable) checkJournal(t *testing.T) {
	t.Helper()
	info, err := os.Stat(r.journal)
	must(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the journal may be read by others: %v", info.Mode())
	}
	text, err := os.ReadFile(r.journal)
	must(t, err)
	for _, word := range []string{"canary", "lisbon", person, people.ID(-100), "telegram", "4242"} {
		if strings.Contains(strings.ToLower(string(text)), word) {
			t.Errorf("the journal says %q", word)
		}
	}
}

// Every part of the journal is written by the erasure that it is about; a new part without a writer, or
// an eraser without a part, fails here.
func TestEveryErasureIsJournaled(t *testing.T) {
	h := restorableFile(t, nil)
	ctx := t.Context()
	h.fill(chat)
	a := actor.Actor{Kind: actor.Extraction}
	run, err := h.Candidates.Begin(ctx, a, candidate.Run{Scope: owner, FromSeq: 1, ToSeq: 1})
	must(t, err)
	_, err = h.Candidates.Found(ctx, a, candidate.Candidate{RunID: run.ID, Scope: owner, Kind: memory.Item, Type: memory.Profile, Content: "found by itself"})
	must(t, err)
	_, err = h.Candidates.Forget(ctx, actor.OfSystem(), owner, func(string) bool { return true })
	must(t, err)
	_, err = h.Digests.Form(ctx, a, owner, []digest.Directive{{Content: "answer briefly"}}, digest.Episode{SessionID: "s", Content: "talked of brevity"})
	must(t, err)
	_, err = h.Digests.Forget(ctx, actor.OfSystem(), owner, func(string) bool { return true })
	must(t, err)
	// A line of the digest alone says it, no directive: the versions go and the directives stay.
	_, err = h.Digests.Form(ctx, a, owner, []digest.Directive{{Content: "greet with a joke"}}, digest.Episode{})
	must(t, err)
	ds, err := h.Digests.Waiting(ctx, owner)
	must(t, err)
	must(t, h.Digests.Absorb(ctx, a, digest.Digest{Scope: owner, Lines: []digest.Line{{Text: "be funny", From: []string{ds[0].ID}}}}, []string{ds[0].ID}, nil))
	_, err = h.Digests.Forget(ctx, actor.OfSystem(), owner, func(text string) bool { return text == "be funny" })
	must(t, err)
	must(t, h.Memory.Refuse(ctx, tap, owner, "a wish that is declined"))
	maker := tap
	maker.Owner = true
	made, err := h.Shards.Make(ctx, maker, owner, "Household", "")
	must(t, err)
	_, err = h.Shards.Add(ctx, maker, owner, made.ID, shard.Fact, "bins go out on Mondays")
	must(t, err)
	_, err = h.Shards.Forget(ctx, actor.OfSystem(), owner, func(string) bool { return true })
	must(t, err)
	_, err = h.Shards.Delete(ctx, maker, owner, made.ID)
	must(t, err)
	no, err := h.Memory.Refused(ctx, scopes)
	must(t, err)
	for _, n := range no {
		must(t, h.Memory.EraseRefusal(ctx, tap, scopes, n.ID))
	}
	ts, _, err := h.Tasks.List(ctx, "keepsake", person, false, 0, 0)
	must(t, err)
	must(t, h.Tasks.Delete(ctx, tap, "keepsake", person, ts[0].ID))
	m, _, err := h.Memory.Add(ctx, tap, memory.Draft{Scope: owner, Content: "a fact that goes and comes"})
	must(t, err)
	s, err := h.Sessions.Current(ctx, place, person)
	must(t, err)
	h.append(s, "x", says("a fact that goes and comes"))
	_, _, err = h.One(ctx, tap, scopes, m.ID)
	must(t, err)
	_, _, err = h.Memory.Restore(ctx, tap, scopes, m.ID, "undo")
	must(t, err)
	_, err = h.Everything(ctx, tap, person, place, nil)
	must(t, err)

	records, _, err := erasure.NewFile(h.journal).Read(ctx)
	must(t, err)
	var got []erasure.Part
	for _, r := range records {
		if r.End != erasure.Done {
			t.Errorf("an erasure that committed is marked %q", r.End)
		}
		for _, i := range r.Items {
			got = append(got, i.Part)
		}
	}
	slices.Sort(got)
	want := []erasure.Part{
		erasure.Memory, erasure.Restored, erasure.Messages, erasure.Summaries, erasure.Refusals, erasure.Task, erasure.Candidates, erasure.Directives, erasure.Digests, erasure.Episodes, erasure.Shards, erasure.ShardItems,
		erasure.AllMemories, erasure.AllCandidates, erasure.AllDigests, erasure.AllShards, erasure.AllSessions, erasure.AllTasks, erasure.AllDeliveries, erasure.AllSettings, erasure.AllUsage,
	}
	slices.Sort(want)
	if got = slices.Compact(got); !slices.Equal(got, want) {
		t.Errorf("journaled %v\nwant      %v", got, want)
	}
}

// A crash after the journal was synced and before the commit leaves an entry whose erasure never was: the
// memory lives, in the database itself and after a restore (U18).
func TestReapply_CrashBeforeTheCommit(t *testing.T) {
	h := restorableFile(t, nil)
	ctx := t.Context()
	m, _, err := h.Memory.Add(ctx, tap, memory.Draft{Scope: owner, Content: "a fact that lives on"})
	must(t, err)
	other, _, err := h.Memory.Add(ctx, tap, memory.Draft{Scope: owner, Content: "another one, which is forgotten"})
	must(t, err)
	h.backUp()
	_, _, err = h.One(ctx, tap, scopes, other.ID)
	must(t, err)
	journal := erasure.NewFile(h.journal)
	must(t, journal.Append(ctx, erasure.NewEntry(time.Now(), erasure.Key("key"), []erasure.Item{{Part: erasure.Memory, IDs: []string{m.ID}}})))
	if missing, _, err := h.db.Erasures().Missing(ctx, false); err != nil || len(missing) != 0 {
		t.Fatalf("the database itself lacks %v, %v", missing, err)
	}
	records, _, err := journal.Read(ctx)
	must(t, err)
	if last := records[len(records)-1]; last.End != erasure.Void {
		t.Errorf("what never committed is marked %q", last.End)
	}
	old, _ := h.putBack()
	if got, err := old.Memory.Get(ctx, scopes, m.ID); err != nil || got.DeletedAt != nil {
		t.Errorf("a restore erased what never was erased: %+v, %v", got, err)
	}
	if _, err := old.Memory.Get(ctx, scopes, other.ID); err == nil {
		t.Error("what was erased is there")
	}
}

// A crash between the commit and its mark, a torn last line, and a database that nobody could ask before
// the restore: what may have been erased is erased.
func TestReapply_CrashAfterTheCommit(t *testing.T) {
	h := restorableFile(t, nil)
	ctx := t.Context()
	m, _, err := h.Memory.Add(ctx, tap, memory.Draft{Scope: owner, Content: "a fact that is forgotten"})
	must(t, err)
	h.backUp()
	_, _, err = h.One(ctx, tap, scopes, m.ID)
	must(t, err)
	text, err := os.ReadFile(h.journal)
	must(t, err)
	entry, _, _ := strings.Cut(string(text), "\n")
	must(t, os.WriteFile(h.journal, []byte(entry+"\n0badc0de {\"entry\":{\"id"), 0o600))
	old, done := h.putBack()
	if _, err := old.Memory.Get(ctx, scopes, m.ID); err == nil || done.Entries != 1 {
		t.Errorf("what was erased is there: %+v", done)
	}
}

// Without the journal nothing is erased; entries of another key erase what has ids and say that the rest is
// unknown.
func TestReapply_AnotherKey(t *testing.T) {
	h := restorableFile(t, nil)
	ctx := t.Context()
	h.fill(chat)
	h.backUp()
	_, err := h.Everything(ctx, tap, person, place, nil)
	must(t, err)
	old := h.openAt(t, h.back)
	missing, _, err := old.db.Erasures().Missing(ctx, false)
	must(t, err)
	for i := range missing {
		missing[i].Key = "another"
	}
	done, err := old.Reapply(ctx, actor.OfSystem(), old.db.Erasures(), missing)
	must(t, err)
	if done.Unknown != 1 {
		t.Errorf("done %+v", done)
	}
	if _, n, err := old.Memory.List(ctx, memory.ActiveQuery(owner)); err != nil || n != 0 {
		t.Errorf("%d memories are there, %v", n, err)
	}
}

// An erasure that the journal cannot take does not happen.
func TestJournalThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	r := &restorable{journal: filepath.Join(dir, "no", "such", "folder")}
	h := r.openAt(t, "sqlite:"+filepath.Join(dir, "keepsake.db"))
	m, _, err := h.Memory.Add(t.Context(), tap, memory.Draft{Scope: owner, Content: "a fact"})
	must(t, err)
	if _, _, err := h.One(t.Context(), tap, scopes, m.ID); err == nil {
		t.Fatal("it was forgotten without a trace")
	}
	if got, err := h.Memory.Get(t.Context(), scopes, m.ID); err != nil || got.DeletedAt != nil {
		t.Errorf("half forgotten: %+v, %v", got, err)
	}
}
