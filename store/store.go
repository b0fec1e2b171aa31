// Package store implements the Store interfaces of the nouns (memory, session, delivery,
// people, task and others) on one database: SQLite, embedded in the process, or PostgreSQL.
//
// It is the front of its folder: it opens the database (package database) and hands out the
// stores of the rooms that hold the rows of the nouns (memories, vectors, candidates,
// digests, sessions, deliveries, accounts, tasks). Only this package is imported from outside, and it exports no GORM type and no row
// type. Nothing in the folder enforces business rules: the nouns' services do.
//
// Invariants of all stores:
//   - The context carries the transaction (DB.InTx): every method of any store that is called
//     with this context joins the transaction, and so does a nested InTx.
//   - Times are UTC, truncated to microseconds, on both databases.
//   - Names and ids sort bytewise on both databases.
//   - Errors never contain text that a person wrote.
//   - A room may name the table of another in SQL, but knows none of its types.
//
// The schema is in package migrations. The suite of tests (suite_test.go)
// proves on both databases what the interfaces of the nouns promise. Start reading at Open, then package database, then the room of one noun.
package store

import (
	"context"
	"slices"
	"time"

	"keepsake/apikey"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/digest"
	"keepsake/memory/graph"
	"keepsake/memory/policy"
	"keepsake/memory/recall"
	"keepsake/memory/shard"
	"keepsake/memory/writeswitch"
	"keepsake/outside"
	"keepsake/people"
	"keepsake/session"
	"keepsake/signin"
	"keepsake/store/accounts"
	"keepsake/store/candidates"
	"keepsake/store/database"
	"keepsake/store/deliveries"
	"keepsake/store/digests"
	"keepsake/store/erasures"
	"keepsake/store/memories"
	"keepsake/store/sessions"
	"keepsake/store/shards"
	"keepsake/store/standing"
	"keepsake/store/statements"
	"keepsake/store/tasks"
	"keepsake/store/triples"
	"keepsake/store/vectors"
	"keepsake/task"
	"keepsake/usage"
)

// Types of package database that callers use.
type (
	// Options configures Open.
	Options = database.Options
	// Statement is a statement of a connection, passed to Options.Observe.
	Statement = statements.Statement
	// Key encrypts a SQLite database.
	Key = database.Key
	// Standing is how a database is, Ailment what keeps it from storing, Episode a time of that.
	Standing = standing.Standing
	Ailment  = standing.Ailment
	Episode  = standing.Episode
)

// WhenDamaged says what an operator does about ErrDamaged.
const WhenDamaged = standing.WhenDamaged

// Ailments lists all ailments; package standing describes them.
var Ailments = standing.Ailments

// Closed lists what waited in a database that was put back from a backup.
type Closed = erasures.Closed

// JournalState says how far the journal of erasures can be relied on after a restore.
type JournalState = erasures.State

// Errors of Open, Migrate, CheckSchema, ParseKey and Convert. Package database describes them.
var (
	ErrNoDatabase    = database.ErrNoDatabase
	ErrDamaged       = standing.ErrDamaged
	ErrKeyForm       = database.ErrKeyForm
	ErrKeyMissing    = database.ErrKeyMissing
	ErrKeyWrong      = database.ErrKeyWrong
	ErrKeyUnused     = database.ErrKeyUnused
	ErrNewerSchema   = database.ErrNewerSchema
	ErrOldSchema     = database.ErrOldSchema
	ErrForeignSchema = database.ErrForeignSchema
	ErrConverted     = database.ErrConverted
)

// NewKey returns a random key.
func NewKey() *Key { return database.NewKey() }

// ParseKey parses the output of Key.Hex, ignoring surrounding white space, or returns ErrKeyForm.
func ParseKey(s string) (*Key, error) { return database.ParseKey(s) }

// Convert changes the encryption of a SQLite database from one key to another; see
// database.Convert.
func Convert(ctx context.Context, address string, from, to *Key) error {
	return database.Convert(ctx, address, from, to)
}

// Replacement is a copy of a backup that is about to take a SQLite database's place; see
// database.Replacement.
type Replacement = database.Replacement

// StageReplacement begins to put a backup in a SQLite database's place; see database.StageReplacement.
func StageReplacement(ctx context.Context, address, backup string, key *Key) (*Replacement, error) {
	return database.StageReplacement(ctx, address, backup, key)
}

// CheckReplacement returns why a backup cannot take a database's place, as far as their names tell; see
// database.CheckReplacement.
func CheckReplacement(address, backup string) error {
	_, _, err := database.CheckReplacement(address, backup)
	return err
}

// CheckIdle returns nil when Convert could begin: no bot uses the database, or it does not exist.
func CheckIdle(address string) error { return database.CheckIdle(address) }

// HasLeftover reports whether an interrupted conversion has left its old file. The next Convert
// wipes it, even when it returns ErrConverted.
func HasLeftover(address string) bool { return database.HasLeftover(address) }

// IsSealed reports whether the file of a SQLite database is there and cannot be read without a key.
func IsSealed(address string) bool { return database.IsSealed(address) }

// DB is one open database with the stores of all nouns. Transactions, migrations, backups and
// all else that concerns no noun are methods of database.DB.
type DB struct {
	*database.DB
	vectors *vectors.Store
	words   *memories.WordIndex
}

// Open opens a database and verifies its settings; see database.Open for its errors. It does
// not migrate: see database.DB.Migrate.
func Open(ctx context.Context, o Options) (*DB, error) {
	db, err := database.Open(ctx, o, schema())
	if err != nil {
		return nil, err
	}
	return &DB{db, vectors.New(db), memories.NewWordIndex(db)}, nil
}

func schema() database.Schema {
	personal, textIndexes := memories.Tables()
	return database.Schema{
		Personal:    slices.Concat(personal, vectors.Tables(), candidates.Tables(), triples.Tables(), digests.Tables(), shards.Tables(), sessions.Tables(), deliveries.Tables(), accounts.Tables(), tasks.Tables()),
		TextIndexes: textIndexes,
	}
}

// Memories returns the store of memories.
func (db *DB) Memories() memory.Store { return memories.New(db.DB, db.vectors) }

// RenewWords indexes again the memories that another version indexed in another form; see memories.WordIndex.Renew.
func (db *DB) RenewWords(ctx context.Context, now time.Time) (int, error) {
	return db.words.Renew(ctx, now)
}

// CountByStore returns how many memories each store of memories has; see memories.CountByStore.
func (db *DB) CountByStore(ctx context.Context) (map[string]int, error) {
	return memories.CountByStore(ctx, db.DB)
}

// Vectors returns the store of the memories' embeddings.
func (db *DB) Vectors() recall.VectorStore { return db.vectors }

// Switches returns the store of the switches of memory writes.
func (db *DB) Switches() writeswitch.Store { return memories.NewSwitches(db.DB) }

// Candidates returns the store of runs, candidates and verdicts.
func (db *DB) Candidates() candidate.Store { return candidates.New(db.DB) }

// Triples returns the store of what memories say as triples.
func (db *DB) Triples() graph.Store { return triples.New(db.DB) }

// Policies returns the store of the policies of memory stores.
func (db *DB) Policies() policy.Revisions { return candidates.NewPolicies(db.DB) }

// Centroids returns the means of the memories' embeddings.
func (db *DB) Centroids() policy.Centroids { return db.vectors }

// Shards returns the store of shards and their items.
func (db *DB) Shards() shard.Store { return shards.New(db.DB) }

// Digests returns the store of directives, digests and episodes.
func (db *DB) Digests() digest.Store { return digests.New(db.DB) }

// Sessions returns the store of conversations.
func (db *DB) Sessions() session.Store { return sessions.New(db.DB) }

// Deliveries returns the store of the inbox, the lanes and the outbox.
func (db *DB) Deliveries() delivery.Store { return deliveries.New(db.DB) }

// People returns the store of people and chats.
func (db *DB) People() people.Store { return accounts.NewPeople(db.DB) }

// Tasks returns the store of tasks.
func (db *DB) Tasks() task.Store { return tasks.New(db.DB) }

// Erasures returns what a database that was put back from a backup is asked to do.
func (db *DB) Erasures() Restored { return Restored{db.DB, erasures.New(db.DB)} }

// Restored is a database that was put back from a backup: the journal of erasures, and what no noun does.
type Restored struct {
	*database.DB
	erasures.Store
}

// Usage returns the store of usage counts.
func (db *DB) Usage() usage.Store { return accounts.NewUsage(db.DB) }

// Keys returns the store of the keys of the HTTP interface.
func (db *DB) Keys() apikey.Store { return accounts.NewKeys(db.DB) }

// Outside returns the store of what tools of other programs may do.
func (db *DB) Outside() outside.Store { return accounts.NewOutside(db.DB) }

// SignIns returns the store of the page's sign-ins.
func (db *DB) SignIns() signin.Store { return accounts.NewSignIns(db.DB) }

// Wire returns the signals between the processes on this database. It returns nil for
// SQLite, which only one process serves from.
func (db *DB) Wire() delivery.Wire {
	if w := db.DB.Wire(); w != nil {
		return w
	}
	return nil // and not an interface that holds a nil pointer
}
