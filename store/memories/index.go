package memories

import (
	"context"
	"sync"
	"time"

	"gorm.io/gorm"

	"keepsake/store/database"
	"keepsake/text"
)

// indexForm is a token of every memory that was indexed as indexMemory does it now. It is longer than any of
// text.Words, so that nothing anybody writes is taken for it. A change of the tokens changes it: WordIndex.Renew
// then indexes every memory again, also those that a process of an earlier version writes beside this one.
const indexForm = "indexform2"

// indexMemory replaces the search tokens of a memory: the words of its content and subject, their parts, and the form.
func indexMemory(d dialect, g *gorm.DB, id string, scope int64, content, subject string) error {
	said := content + "\n" + subject
	words := text.Words(said)
	return d.indexTokens(g, id, scope, len(words), append(append(words, text.Parts(said)...), indexForm))
}

// Bounds of WordIndex.Renew.
const (
	renewLook  = 500   // memories that are looked at, at once
	renewBatch = 100   // memories that are indexed in one transaction
	renewMost  = 20000 // memories that one call looks at
	renewEvery = 24 * time.Hour
)

// WordIndex indexes again the memories that another version indexed in another form. It is safe for concurrent use.
type WordIndex struct {
	database.Access
	dialect dialect

	mu    sync.Mutex
	after int64     // the memory_search.id up to which this pass has looked
	next  time.Time // when the next pass begins
}

// NewWordIndex returns the word index of a database.
func NewWordIndex(db *database.DB) *WordIndex {
	return &WordIndex{Access: database.NewAccess(db), dialect: dialectOf(db)}
}

// Renew goes on with its pass over all memories, or begins one a day after the last, and returns how many it indexed
// again. It looks at 20,000 at most, so that other upkeep is not held up; the next call goes on. What is being
// written meanwhile is left to the next pass.
func (x *WordIndex) Renew(ctx context.Context, now time.Time) (renewed int, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if now.Before(x.next) {
		return 0, nil
	}
	for looked := 0; looked < renewMost; looked += renewLook {
		old, last, err := x.outdated(ctx)
		if err != nil {
			return renewed, database.Wrap(err, "renew the word index")
		}
		for len(old) > 0 {
			n := min(len(old), renewBatch)
			done, err := x.renew(ctx, old[:n])
			if renewed += done; err != nil {
				return renewed, database.Wrap(err, "renew the word index")
			}
			old = old[n:]
		}
		if last == 0 { // that was the end
			x.after, x.next = 0, now.Add(renewEvery)
			return renewed, nil
		}
		x.after = last
	}
	return renewed, nil
}

// outdated returns which of the next memories were indexed in another form, and the last one looked at, 0 when none is left.
func (x *WordIndex) outdated(ctx context.Context) (ids []string, last int64, err error) {
	current, param := x.dialect.hasToken(indexForm)
	var rows []struct {
		ID        int64
		MemoryID  string
		IsCurrent bool
	}
	err = x.Read(ctx).Table("memory_search AS w").Select("w.id AS id, w.memory_id AS memory_id, ("+current+") AS is_current", param).
		Where("w.id > ?", x.after).Order("w.id").Limit(renewLook).Scan(&rows).Error
	for _, r := range rows {
		if last = r.ID; !r.IsCurrent {
			ids = append(ids, r.MemoryID)
		}
	}
	return ids, last, err
}

// renew indexes memories again, those excepted that somebody else is writing.
func (x *WordIndex) renew(ctx context.Context, ids []string) (int, error) {
	var rows []foundRow
	err := x.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
		var free []string
		if err := g.Raw("SELECT m.id FROM agent_memories AS m WHERE m.id IN ? ORDER BY m.id"+x.SkipLocked("m"), ids).Scan(&free).Error; err != nil || len(free) == 0 {
			return err
		}
		// Read behind the lock: what was written before it is seen now.
		if err := selectMemories(g).Select(foundColumns).Where("m.id IN ?", free).Scan(&rows).Error; err != nil {
			return err
		}
		for _, r := range rows {
			m := r.memory()
			if err := indexMemory(x.dialect, g, m.ID, r.Row.Scope, m.Content, m.Subject); err != nil {
				return err
			}
		}
		return nil
	})
	return len(rows), err
}
