package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/memory"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/text"
)

// TestRenewWords: what a process of an earlier version indexed, at any time, is indexed again, and nothing else is
// changed or lost.
func TestRenewWords(t *testing.T) {
	for name, addresses := range emptyDatabases(t) {
		t.Run(name, func(t *testing.T) {
			must(t, storetest.Migrate(t.Context(), addresses[0]))
			db := ok[*store.DB](t)(store.Open(t.Context(), store.Options{URL: addresses[0]}))
			defer db.Close()
			ctx, ms := t.Context(), db.Memories()
			insert(t, db, "zh000001", alice, "pets", "用户养了一只猫")
			insert(t, db, "ru000001", alice, "person", "сосед", func(m *memory.Memory) { m.Subject = "Петя" })
			insert(t, db, "gone0001", alice, "pets", "用户的狗叫旺财")
			must(t, ms.SetDeleted(ctx, "gone0001", atp(1)))
			revision := func() int64 { return ok[map[scope.Scope]int64](t)(ms.Revisions(ctx, []scope.Scope{alice}))[alice] }
			before := revision()
			found := func(word string, deleted bool) []string {
				q := memory.ActiveQuery(alice)
				q.Words, q.Deleted = []string{word}, deleted
				return ids(ok[[]memory.Memory](t)(ms.Find(ctx, q)))
			}
			same(t, "all are in the present form", ok[int](t)(db.RenewWords(ctx, at(0))), 0)

			raw := rawSQL(t, addresses[1], addresses[2])
			asEarlier := func(id, said string) {
				words := strings.Join(text.Words(said), " ")
				if name == "postgres" {
					_, err := raw.ExecContext(ctx, `UPDATE memory_search SET words = array_to_tsvector(string_to_array($1, ' ')) WHERE memory_id = $2`, words, id)
					must(t, err)
					return
				}
				var scope, row int64
				must(t, raw.QueryRowContext(ctx, "SELECT scope FROM agent_memories WHERE id = ?", id).Scan(&scope))
				_, err := raw.ExecContext(ctx, "DELETE FROM memory_search WHERE memory_id = ?", id)
				must(t, err)
				must(t, raw.QueryRowContext(ctx, "INSERT INTO memory_search (memory_id, size) VALUES (?, 1) RETURNING id", id).Scan(&row))
				_, err = raw.ExecContext(ctx, "INSERT INTO memory_search_index (rowid, scope, body) VALUES (?, 's' || ?, ?)", row, scope, words)
				must(t, err)
			}
			asEarlier("zh000001", "用户养了一只猫")
			asEarlier("ru000001", "сосед\nПетя")
			asEarlier("gone0001", "用户的狗叫旺财")
			same(t, "before", len(found("猫", false))+len(found("пет", false)), 0)
			same(t, "words are found before", found("养了", false), []string{"zh000001"})
			same(t, "not before the next pass", ok[int](t)(db.RenewWords(ctx, at(0).Add(23*time.Hour))), 0)
			same(t, "the next pass", ok[int](t)(db.RenewWords(ctx, at(0).Add(24*time.Hour))), 3)
			same(t, "after", slices.Concat(found("猫", false), found("пет", false), found("狗", true), found("养了", false)),
				[]string{"zh000001", "ru000001", "gone0001", "zh000001"})
			same(t, "a day later", ok[int](t)(db.RenewWords(ctx, at(0).Add(48*time.Hour))), 0)
			same(t, "the revision", revision(), before)
		})
	}
}
