package store_test

import (
	"errors"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"keepsake/memory"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/trust"
)

// P8–P19, F1, F2: both databases fulfil the contracts of the Store interfaces. TestEncrypted runs
// the suite over an encrypted file as well.

func TestSQLite(t *testing.T) { runSuite(t, storetest.SQLite) }

func TestPostgres(t *testing.T) { runSuite(t, storetest.Postgres) }

// runSuite proves what the Stores promise on the database that open returns; every part gets
// a fresh one.
func runSuite(t *testing.T, open func(testing.TB) *store.DB) {
	parts := []struct {
		name string
		run  func(*testing.T, *store.DB)
	}{
		{"transactions", transactions},
		{"transactions beside others", transactionNeighbours},
		{"memories", memoriesKept},
		{"memories/order P17 F2", memoryOrder},
		{"memories/queries", memoryQueries},
		{"memories/evidence", memoryEvidence},
		{"memories/words", memoryWords},
		{"memories/versions P15 P16", memoryVersions},
		{"memories/races F1", memoryRaces},
		{"memories/scopes", scopesKept},
		{"memories/changes", changesKept},
		{"memories/decisions", decisionsKept},
		{"memories/tombstones", tombstonesKept},
		{"memories/purge", memoryPurge},
		{"memories/erase", memoryErase},
		{"memories/access P65", accessCounted},
		{"memories/archive R7", archiveKept},
		{"memories/lapsed R11", lapsedFound},
		{"memories/untouched P66", untouchedFound},
		{"memories/evictable R7", evictableFound},
		{"memories/batches", batchesKept},
		{"candidates", candidatesKept}, {"triples F17", triplesKept},
		{"candidates/queue F14", runsQueued}, {"candidates/found A28", candidatesFound}, {"candidates/fates", fatesKept},
		{"policies A44", policiesKept},
		{"memories/confirmed A9 A21", memoryConfirmed},
		{"vectors/nearest F11 R8", vectorsNearest},
		{"vectors/queue", embedQueue},
		{"vectors/model I28 I31", embeddingModel},
		{"sessions", sessionsKept},
		{"sessions/prune I4 I17 R16", sessionsPruned},
		{"sessions/prune waits for its readers", pruningWaits},
		{"sessions/messages", messagesKept},
		{"sessions/view M1 M4 M10", messageView},
		{"sessions/messages since", messagesSince},
		{"sessions/races", messageRaces},
		{"sessions/turns", turnsKept},
		{"sessions/mask", messagesMasked},
		{"sessions/erase", sessionErase},
		{"inbox", inboxKept},
		{"inbox/races", inboxRaces},
		{"inbox/stops", inboxStops},
		{"inbox/stop meets a turn", inboxStopRace},
		{"inbox/albums", inboxAlbums},
		{"lanes/claim", lanesClaimed},
		{"lanes/fence", lanesFenced},
		{"lanes/take", laneTaken},
		{"lanes/races", laneRaces},
		{"outbox", outboxKept},
		{"outbox/order", outboxOrder},
		{"outbox/reactions", outboxReactions},
		{"outbox/voices", outboxVoices},
		{"outbox/settles", outboxSettles},
		{"outbox/strays", outboxStrays},
		{"outbox/held", outboxHeld},
		{"outbox/races", outboxRaces},
		{"paces", pacesShared},
		{"paces/races", paceRaces},
		{"deliveries/backlog", backlogCounted},
		{"deliveries/purge and erase", deliveryErase},
		{"leases", leasesTaken},
		{"people", peopleKept},
		{"people/links", linksUsed},
		{"people/requests", requestsKept},
		{"usage", usageKept},
		{"usage/races", usageRaces},
		{"tasks", tasksKept},
		{"chats", chatsKept},
		{"chats/moved", groupMoves},
		{"chats/moved deliveries", deliveriesMove},
	}
	for _, p := range parts {
		t.Run(p.name, func(t *testing.T) {
			t.Parallel()
			p.run(t, open(t))
		})
	}
}

// noon is when everything here happens; it has microseconds to lose and a zone.
var noon = time.Date(2026, 11, 20, 12, 0, 0, 123456789, time.FixedZone("", 3600))

// at is noon and some minutes, as a store returns it.
func at(minutes int) time.Time {
	return noon.Add(time.Duration(minutes) * time.Minute).UTC().Truncate(time.Microsecond)
}

func atp(minutes int) *time.Time {
	t := at(minutes)
	return &t
}

var (
	alice = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:42"}
	bob   = scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:43"}
	group = scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-100"}
)

func newID() string { return uuid.NewString() }

// item is a memory as add_to_memory makes it.
func item(id string, owner scope.Scope, category, content string) (memory.Memory, memory.Version) {
	m := memory.Memory{
		ID: id, Scope: owner, Kind: memory.Item, Type: memory.Profile, Category: category, Status: memory.Active,
		Origin: memory.Explicit, Trust: trust.Person, Confidence: 1, Importance: 0.5,
		Content: content, Version: 1, CreatedAt: at(0), UpdatedAt: at(0),
	}
	return m, memory.Version{ID: newID(), MemoryID: id, Number: 1, Content: content, CreatedAt: at(0)}
}

func insert(t testing.TB, db *store.DB, id string, owner scope.Scope, category, content string, change ...func(*memory.Memory)) memory.Memory {
	t.Helper()
	m, v := item(id, owner, category, content)
	for _, c := range change {
		c(&m)
	}
	must(t, db.Memories().Insert(t.Context(), m, v))
	return m
}

// begin stores a session of a person's private chat.
func begin(t testing.TB, db *store.DB, owner scope.Scope, chat int64, change ...func(*session.Session)) session.Session {
	t.Helper()
	s := session.Session{
		ID: newID(), PublicID: newID()[:8], Store: owner.Store, Place: session.Place{Bot: "keepsake", Chat: chat},
		Person: owner.ID, StartedAt: at(0), LastActiveAt: at(0), WindowFrom: 1, SummaryTo: 1,
	}
	if owner.Kind == scope.Group {
		s.Person = ""
	}
	for _, c := range change {
		c(&s)
	}
	must(t, db.Sessions().Start(t.Context(), s))
	return s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantErr(t testing.TB, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Fatalf("error %v, want %v", got, want)
	}
}

// ok takes the value of a call that must not fail.
func ok[T any](t testing.TB) func(v T, err error) T {
	return func(v T, err error) T {
		t.Helper()
		must(t, err)
		return v
	}
}

func same(t testing.TB, what string, got, want any) {
	t.Helper()
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

// each runs n functions at once and returns their errors.
func each(n int, fn func(i int) error) []error {
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { errs[i] = fn(i) })
	}
	wg.Wait()
	return errs
}

func ids(ms []memory.Memory) []string {
	var out []string
	for _, m := range ms {
		out = append(out, m.ID)
	}
	return out
}
