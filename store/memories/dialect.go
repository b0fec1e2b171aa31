package memories

import "gorm.io/gorm"

// dialect holds what differs between the two databases for memories.
type dialect interface {
	// indexWords replaces the search words of a memory.
	indexWords(tx *gorm.DB, memoryID string, scope int64, words []string) error
	// matchWords narrows a query over "agent_memories AS m" joined with "memory_search
	// AS w" to memories that have all words.
	matchWords(q *gorm.DB, scopes []int64, words []string, anyWord bool) *gorm.DB
	// priority returns memory.Memory.Priority in SQL, of the time and memory.FadeDays.
	priority() string
}
