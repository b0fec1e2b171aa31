package memories

import "gorm.io/gorm"

// dialect holds what differs between the two databases for memories.
type dialect interface {
	// indexTokens replaces the search tokens of a memory. size is its length, by which it is ranked.
	indexTokens(tx *gorm.DB, memoryID string, scope int64, size int, tokens []string) error
	// hasToken returns a condition over "memory_search AS w": the memory has a token, the only parameter.
	hasToken(token string) (condition string, param any)
	// matchWords narrows a query over "agent_memories AS m" joined with "memory_search
	// AS w" to memories that have all words.
	matchWords(q *gorm.DB, scopes []int64, words []string, anyWord bool) *gorm.DB
	// priority returns memory.Memory.Priority in SQL, of the time and memory.FadeDays.
	priority() string
}
