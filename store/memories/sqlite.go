package memories

import (
	"fmt"
	"strings"

	"gorm.io/gorm"
)

// sqlite is the dialect of SQLite.
type sqlite struct{}

func (sqlite) indexTokens(tx *gorm.DB, memoryID string, scope int64, size int, tokens []string) error {
	// A trigger removes the old entry from the full-text index.
	if err := tx.Exec("DELETE FROM memory_search WHERE memory_id = ?", memoryID).Error; err != nil {
		return err
	}
	row := searchRow{MemoryID: memoryID, Size: size}
	if err := tx.Create(&row).Error; err != nil {
		return err
	}
	return tx.Exec("INSERT INTO memory_search_index (rowid, scope, body) VALUES (?, ?, ?)",
		row.ID, scopeWord(scope), strings.Join(tokens, " ")).Error
}

func (sqlite) hasToken(token string) (string, any) {
	return "EXISTS (SELECT 1 FROM memory_search_index AS i WHERE i.rowid = w.id AND i.memory_search_index MATCH ?)", "body:" + quoteFTS(token)
}

func (sqlite) matchWords(q *gorm.DB, scopes []int64, words []string, anyWord bool) *gorm.DB {
	in := make([]string, len(scopes))
	for i, s := range scopes {
		in[i] = quoteFTS(scopeWord(s))
	}
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = quoteFTS(w)
	}
	join := " AND "
	if anyWord {
		join = " OR "
	}
	match := fmt.Sprintf("scope:(%s) AND body:(%s)", strings.Join(in, " OR "), strings.Join(all, join))
	return q.Joins("JOIN memory_search_index ON memory_search_index.rowid = w.id").
		Where("memory_search_index MATCH ?", match)
}

func scopeWord(scope int64) string { return fmt.Sprintf("s%d", scope) }

func quoteFTS(word string) string { return `"` + strings.ReplaceAll(word, `"`, `""`) + `"` }

func (sqlite) priority() string {
	return `CASE WHEN pinned THEN 1 ELSE importance / (1 + max(0, julianday(?) - julianday(max(coalesce(said_at, updated_at), coalesce(last_accessed_at, said_at, updated_at)))) /
		(? * (1 + log2(access_count + max(1, version) + ? * shown_count)))) END`
}
