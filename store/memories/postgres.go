package memories

import (
	"strings"

	"gorm.io/gorm"
)

// postgres is the dialect of PostgreSQL.
type postgres struct{}

func (postgres) indexTokens(tx *gorm.DB, memoryID string, _ int64, size int, tokens []string) error {
	// Tokens contain no spaces, so one string can carry them; drivers differ on arrays.
	return tx.Exec(`INSERT INTO memory_search (memory_id, size, words)
		VALUES (?, ?, array_to_tsvector(string_to_array(?, ' ')))
		ON CONFLICT (memory_id) DO UPDATE SET size = excluded.size, words = excluded.words`,
		memoryID, size, strings.Join(tokens, " ")).Error
}

func (postgres) hasToken(token string) (string, any) { return "w.words @@ ?::tsquery", quoteTS(token) }

func (postgres) matchWords(q *gorm.DB, _ []int64, words []string, anyWord bool) *gorm.DB {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = quoteTS(w)
	}
	join := " & "
	if anyWord {
		join = " | "
	}
	return q.Where("w.words @@ ?::tsquery", strings.Join(all, join))
}

func quoteTS(word string) string {
	return "'" + strings.NewReplacer(`'`, `''`, `\`, `\\`).Replace(word) + "'"
}

func (postgres) priority() string {
	return `CASE WHEN pinned THEN 1 ELSE importance / (1 + greatest(0, extract(epoch FROM CAST(? AS timestamptz) - greatest(coalesce(said_at, updated_at), last_accessed_at)) / 86400.0) /
		(CAST(? AS double precision) * (1 + ln(access_count + greatest(1, version) + CAST(? AS double precision) * shown_count) / ln(2.0)))) END`
}
