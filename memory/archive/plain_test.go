package archive_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"keepsake/memory"
	"keepsake/memory/archive"
	"keepsake/scope"
)

// C1: what `memory export` wrote, and InitRunner's own list (I39), come in as memories of a person,
// with id, category and date, and the archived ones archived; again changes nothing.
func TestPlainComesBack(t *testing.T) {
	eachPair(t, func(t *testing.T, _, to house) {
		ctx := t.Context()
		owner := archive.Scope{Kind: scope.User, ID: alice.ID}
		list := `[
			{"id": "a1b2c3d4", "content": "Alec is the user's boss", "category": "person", "created_at": "2026-11-20T10:30:00+00:00"},
			{"id": 7, "content": " Likes\ttea ", "category": "Preferences", "created_at": "2026-11-20T10:31:00.123456"},
			{"id": "0f8fad5b-d9cb-469f-a165-70867728950e", "content": "Was in Rome", "category": "", "created_at": "2025-01-01T00:00:00Z", "archived_at": "2026-01-01T00:00:00Z"},
			{"id": 8, "content": "The password is hunter2secret!", "category": "general"}
		]`
		read := func(owner archive.Scope) archive.Archive {
			t.Helper()
			_, err := archive.Read(strings.NewReader(list))
			if !errors.Is(err, archive.ErrPlain) {
				t.Fatalf("a list is read as an archive: %v", err)
			}
			return ok[archive.Archive](t)(archive.ReadPlain(strings.NewReader(list), "keepsake", owner, to.now()))
		}
		r := ok[archive.Report](t)(to.Import(ctx, read(owner), false, nil))
		if r.Added != 3 || r.Same != 0 || len(r.Secret) != 1 || r.MadeRoom != 0 {
			t.Fatalf("imported %+v", r)
		}
		ms, _, err := to.Memory.List(ctx, memory.RetentionQuery(alice))
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, m := range ms {
			got[m.Content] = fmt.Sprintf("%s %s %t %s", m.Category, m.CreatedAt.Format("2006-01-02 15:04:05.999"), m.ArchivedAt != nil, m.Origin)
			if m.Content == "Alec is the user's boss" && m.ID != "a1b2c3d4" {
				t.Errorf("an id of ours became %s", m.ID)
			}
		}
		for content, want := range map[string]string{
			"Alec is the user's boss": "person 2026-11-20 10:30:00 false explicit", "Likes tea": "preferences 2026-11-20 10:31:00.123 false explicit",
			"Was in Rome": "general 2025-01-01 00:00:00 true explicit",
		} {
			if got[content] != want {
				t.Errorf("%s: %q, want %q", content, got[content], want)
			}
		}
		again := ok[archive.Report](t)(to.Import(ctx, read(owner), false, nil))
		if again.Same != 3 || again.Added != 0 {
			t.Errorf("again: %+v", again)
		}
		other := ok[archive.Report](t)(to.Import(ctx, read(archive.Scope{Kind: scope.User, ID: bob.ID}), false, nil))
		if other.Added != 3 || len(other.Differ) != 0 {
			t.Errorf("for somebody else: %+v", other)
		}
	})
}

// What is no list is refused whole.
func TestPlainRefused(t *testing.T) {
	owner := archive.Scope{Kind: scope.User, ID: alice.ID}
	for list, want := range map[string]string{
		`[{"content": "x"`: "no list of memories", `[{"content": ""}]`: "memory 1 of the list has no content",
		`[{"content": "x", "created_at": "yesterday"}]`: "has a created_at that is no time", `{"exported_at": 1, "memories": 2}`: "no list of memories",
	} {
		if _, err := archive.ReadPlain(strings.NewReader(list), "keepsake", owner, time.Now()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", list, err, want)
		}
	}
}

// C1: an import says how many memories went to the archive to make room, also before it is done.
func TestImportTellsOfTheArchive(t *testing.T) {
	eachPair(t, func(t *testing.T, _, to house) {
		ctx := t.Context()
		to.Memory = memory.New(memory.Config{Store: to.db.Memories(), Now: to.now, Key: []byte("k"), Caps: memory.Caps{Explicit: 120, Extracted: 10}})
		var items []string
		for i := range 250 {
			items = append(items, fmt.Sprintf(`{"id": %d, "content": "Fact number %d", "category": "general", "created_at": "2026-11-20T10:30:00Z"}`, i, i))
		}
		list := "[" + strings.Join(items, ",") + "]"
		for _, dry := range []bool{true, false} {
			a := ok[archive.Archive](t)(archive.ReadPlain(strings.NewReader(list), "keepsake", archive.Scope{Kind: scope.User, ID: alice.ID}, to.now()))
			r := ok[archive.Report](t)(to.Import(ctx, a, dry, nil))
			if r.Added != 250 || r.MadeRoom != 130 {
				t.Errorf("dry %t: %+v", dry, r)
			}
			_, n, err := to.Memory.List(ctx, memory.ArchivedQuery(alice))
			if err != nil || n != map[bool]int{true: 0, false: 130}[dry] {
				t.Errorf("dry %t: %d in the archive, %v", dry, n, err)
			}
		}
	})
}
