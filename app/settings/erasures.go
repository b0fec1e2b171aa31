package settings

import (
	"time"

	"keepsake/erasure"
	"keepsake/store"
)

// Erasures is the journal of what was erased, by which a database that is put back from a backup forgets
// again (package erasure).
type Erasures struct {
	// Journal names its file. "" = beside a SQLite database, and in PostgreSQL a schema of its own.
	Journal string `yaml:"journal" env:"KEEPSAKE_ERASURE_JOURNAL"`
	// Keep is how long an entry stays: longer than any backup.
	Keep time.Duration `yaml:"keep" env:"KEEPSAKE_ERASURE_KEEP"`
}

// DefaultKeepErasures is a year, and what a yearly backup is late.
const DefaultKeepErasures = 400 * 24 * time.Hour

// erasureKey makes the hashes of people and groups in the journal. It is made from what every replica has,
// and stands neither in the journal nor in the database.
func (c Config) erasureKey() erasure.Key {
	return deriveKey(Secret(c.TombstoneKey()), "keepsake erasures 1")
}

// StoreOptions completes how the database is opened by the settings.
func (c Config) StoreOptions(o store.Options) (store.Options, error) {
	var err error
	o.URL = c.DatabaseURL.Reveal()
	o.ErasureJournal, o.ErasureKey = c.Erasures.Journal, c.erasureKey()
	o.Key, err = c.ReadDatabaseKey()
	return o, err
}

func (c Config) erasureProblems() []Problem {
	if c.Erasures.Keep < 31*24*time.Hour {
		return []Problem{{"KEEPSAKE_ERASURE_KEEP", "must be 744h (31 days) or more, and longer than you keep any backup."}}
	}
	return nil
}
