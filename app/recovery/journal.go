package recovery

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync"
	"time"

	"keepsake/app/database"
	"keepsake/app/settings"
	"keepsake/store"
)

// JournalFaults are the causes for which the journal of erasures may not do after a restore what it is for.
// The values of JournalWatch are by them.
var JournalFaults = []string{"damaged", "lost", "key", "unreadable"}

// lookEvery is how old what JournalWatch tells may be: the whole journal is read for it.
const lookEvery = time.Hour

// JournalWatch tells the faults of the journal of erasures.
type JournalWatch struct {
	DB   *store.DB
	Keep time.Duration // how far back the journal goes
	Now  func() time.Time

	mu     sync.Mutex
	looked time.Time
	state  store.JournalState
	err    error
}

// Count returns how many places or entries have a fault; 1 for "unreadable". It is NaN for the others while
// the journal cannot be read.
func (w *JournalWatch) Count(cause string) float64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	if now := w.Now(); w.looked.IsZero() || now.Sub(w.looked).Abs() >= lookEvery {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		w.state, w.err = w.DB.Erasures().Look(ctx, now.Add(-w.Keep))
		w.looked = now
		if w.err != nil {
			w.looked = now.Add(time.Minute - lookEvery)
		}
	}
	switch {
	case cause == "unreadable" && w.err != nil:
		return 1
	case cause == "unreadable":
		return 0
	case w.err != nil:
		return math.NaN()
	}
	return float64(map[string]int{"damaged": w.state.Damaged, "lost": w.state.Lost, "key": w.state.OtherKey}[cause])
}

// DescribeJournal says in a sentence how the journal of erasures of the settings is, and in another what to do
// when it must be mended; "" when nothing must. It changes nothing.
func DescribeJournal(ctx context.Context, c settings.Config) (found, advice string) {
	db, err := database.Open(ctx, c, store.Options{Existing: true, Shared: true})
	if err != nil {
		return "not checked: the database cannot be opened", ""
	}
	defer db.Close()
	if db.CheckSchema(ctx) != nil {
		return "not checked before the schema is this version's", ""
	}
	s, err := db.Erasures().Look(ctx, time.Now().Add(-c.Erasures.Keep))
	if err != nil {
		return "the journal cannot be read: " + err.Error(), "Without it nothing can be forgotten, and a backup that is put back brings back what was. " +
			"Look at its file and its rights, or in PostgreSQL at the schema keepsake_erasures."
	}
	return describe(s)
}

func describe(s store.JournalState) (found, advice string) {
	parts := []string{"the journal holds " + count(s.Entries, "erasure", "erasures")}
	var advices []string
	if s.Damaged > 0 {
		parts = append(parts, count(s.Damaged, "place of it cannot be read", "places of it cannot be read"))
		advices = append(advices, "What stood in the damaged places would come back with an older backup: make a backup now, and destroy the older ones.")
	}
	if s.Lost > 0 {
		parts = append(parts, count(s.Lost, "that the database knows of is not in it", "that the database knows of are not in it"))
		advices = append(advices, "The journal is missing, cut off, or not the one of this database: put it back in its place (KEEPSAKE_ERASURE_JOURNAL), "+
			"or make a backup now and destroy the older ones.")
	}
	if s.OtherKey > 0 {
		parts = append(parts, count(s.OtherKey, "was recorded with another secret", "were recorded with another secret")+
			": before a restore set KEEPSAKE_SECRET, or TELEGRAM_BOT_TOKEN, as it was then")
	}
	return strings.Join(parts, "; "), strings.Join(advices, " ")
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
