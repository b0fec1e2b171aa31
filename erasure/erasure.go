// Package erasure is the journal of what was erased. It stands beside the database and outside of its
// backups, so that a database that is put back from a backup can be made to forget again what was
// forgotten since.
//
// An entry holds ids that the house made at random, and keyed hashes of people and groups: no words, no
// names, no numbers of Telegram. It is on the disk before the transaction commits that erases, and that
// transaction stores the entry's id in the database. So an entry whose id a database lacks is one of two
// things: an erasure that this database does not know of, because it is older, or one that was never
// committed. What was committed is marked Done afterwards; what a crash left unmarked is told apart by
// asking the database at the next start (package store/database).
//
// The package knows no database and erases nothing. Start reading at Entry, then File.
package erasure

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"keepsake/scope"
)

// Part says what was erased.
type Part string

// Single rows, which Item.IDs names.
const (
	Memory     Part = "memory"     // memories that were deleted
	Restored   Part = "restored"   // memories whose deletion was taken back
	Messages   Part = "messages"   // messages of conversations that were masked
	Summaries  Part = "summaries"  // conversations whose summary was dropped
	Refusals   Part = "refusals"   // tombstones that were removed with their text
	Task       Part = "task"       // tasks that were deleted
	Candidates Part = "candidates" // what extraction had found
	Directives Part = "directives" // and the digests made of them
	Digests    Part = "digests"    // the lines of every version, which the directives of the scope name
	Episodes   Part = "episodes"   // of conversations
	Shards     Part = "shards"     // with their items
	ShardItems Part = "shard-items"
	Keys       Part = "keys" // keys of the HTTP interface that were revoked
	// AccountLinks are links of accounts that were taken back.
	AccountLinks Part = "account-links"
)

// All of one kind that a person or a group had, which Item.Who names. Where the rows have ids that were
// made at random, Item.IDs names them as well: they are found even when the key has changed.
const (
	AllMemories   Part = "all-memories"
	AllCandidates Part = "all-candidates"
	AllDigests    Part = "all-digests" // with their directives and episodes
	AllShards     Part = "all-shards"  // that were made in a chat, and what was said there or by the person
	AllSessions   Part = "all-sessions"
	AllTasks      Part = "all-tasks"
	AllDeliveries Part = "all-deliveries"
	AllSettings   Part = "all-settings"
	AllUsage      Part = "all-usage"
)

// Item is one thing that was erased.
type Item struct {
	Part  Part     `json:"part"`
	Store string   `json:"store,omitempty"` // the memory store, where the part belongs to one
	Who   string   `json:"who,omitempty"`   // Key.Hash of the person or the group
	IDs   []string `json:"ids,omitempty"`
}

// Entry is what one transaction erased.
type Entry struct {
	ID    string    `json:"id"`
	At    time.Time `json:"at"`
	Key   string    `json:"key"` // Key.Name of the key of the hashes
	Items []Item    `json:"items"`
}

// NewEntry returns an entry with a random id.
func NewEntry(at time.Time, key Key, items []Item) Entry {
	return Entry{ID: rand.Text(), At: at.UTC().Truncate(time.Second), Key: key.Name(), Items: items}
}

// End says what became of the transaction of an entry.
type End string

// The ends. An entry without one was left by a crash, or its transaction still runs.
const (
	Done End = "done" // committed
	Void End = "void" // never committed
)

// Record is an entry with its end.
type Record struct {
	Entry
	End End
}

// Journal stores entries. Several processes may use one journal.
type Journal interface {
	// Append stores an entry durably: after it has returned, a power cut does not lose the entry.
	Append(ctx context.Context, e Entry) error
	// End marks an entry. A mark may be lost in a power cut.
	End(ctx context.Context, id string, end End) error
	// Read returns all entries, the oldest first, and how many places could not be read. It may make the
	// place that entries will need.
	Read(ctx context.Context) (records []Record, damaged int, err error)
	// Look is Read for who must change nothing: a journal that is not there yet is empty.
	Look(ctx context.Context) (records []Record, damaged int, err error)
	// Prune removes the entries that are older, and returns how many.
	Prune(ctx context.Context, before time.Time) (int, error)
	Close() error
}

// Key makes the hashes of people and groups, so that the journal alone names nobody.
type Key []byte

// Hash returns the keyed hash of a person or a group. It is the same in all memory stores.
func (k Key) Hash(owner scope.Scope) string {
	return k.sum("who\x00" + string(owner.Kind) + "\x00" + owner.ID)[:32]
}

// Name returns a short name of the key, by which entries of another key are told apart.
func (k Key) Name() string { return k.sum("name")[:8] }

func (k Key) sum(text string) string {
	h := hmac.New(sha256.New, k)
	h.Write([]byte("keepsake erasures 1\x00" + text))
	return hex.EncodeToString(h.Sum(nil))
}
