package pgjournal_test

import (
	"crypto/rand"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"keepsake/erasure"
	"keepsake/erasure/pgjournal"
	"keepsake/store/storetest"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, address string) erasure.Journal {
	t.Helper()
	j, err := pgjournal.Open(address)
	must(t, err)
	t.Cleanup(func() { must(t, j.Close()) })
	return j
}

func entry(at time.Time) erasure.Entry {
	return erasure.NewEntry(at, erasure.Key("key"), []erasure.Item{{Part: erasure.Memory, IDs: []string{"abcd1234"}}})
}

// Processes share the journal, which the first that needs it makes; it keeps the order and what became of
// each entry.
func TestJournal(t *testing.T) {
	address, now := storetest.PostgresURL(t), time.Now()
	var writers sync.WaitGroup
	for range 4 {
		j := open(t, address)
		writers.Go(func() {
			if err := j.Append(t.Context(), entry(now.Add(-time.Hour))); err != nil {
				t.Error(err)
			}
		})
	}
	writers.Wait()
	j := open(t, address)
	a, b := entry(now), entry(now)
	must(t, j.Append(t.Context(), a))
	must(t, j.Append(t.Context(), b))
	must(t, j.End(t.Context(), a.ID, erasure.Done))
	must(t, j.End(t.Context(), b.ID, erasure.Void))
	n, err := j.Prune(t.Context(), now.Add(-time.Minute))
	must(t, err)
	records, damaged, err := j.Read(t.Context())
	must(t, err)
	if n != 5 || damaged != 0 || len(records) != 1 || records[0].ID != a.ID || records[0].End != erasure.Done || records[0].Items[0].IDs[0] != "abcd1234" {
		t.Errorf("pruned %d, left %+v, damaged %d", n, records, damaged)
	}
	storetest.Execute(t, address, "UPDATE "+pgjournal.Schema+".journal SET entry = 'x'")
	if records, damaged, err := j.Read(t.Context()); err != nil || len(records) != 0 || damaged != 1 {
		t.Errorf("a damaged entry: %v, %d, %v", records, damaged, err)
	}
}

// Where nothing was erased yet, the journal is empty and made; where the bot's user may not make it, the
// error says what to do, before anybody wants something forgotten.
func TestJournal_Made(t *testing.T) {
	address := storetest.PostgresURL(t)
	j := open(t, address)
	if n, err := j.Prune(t.Context(), time.Now()); n != 0 || err != nil {
		t.Errorf("pruned %d, %v", n, err)
	}
	if records, _, err := j.Look(t.Context()); err != nil || len(records) != 0 {
		t.Errorf("%v, %v", records, err)
	}
	if tables := storetest.TablesWith(t, address, "journal"); len(tables) != 0 {
		t.Errorf("a look made %v", tables)
	}
	if records, _, err := j.Read(t.Context()); err != nil || len(records) != 0 {
		t.Errorf("%v, %v", records, err)
	}

	address = storetest.PostgresURL(t)
	role := "keepsake_poor_" + strings.ToLower(rand.Text()[:8])
	storetest.Execute(t, address, "CREATE ROLE "+role+" LOGIN")
	t.Cleanup(func() { storetest.Execute(t, address, "DROP OWNED BY "+role+"; DROP ROLE "+role) })
	u, err := url.Parse(address)
	must(t, err)
	u.User = url.User(role)
	poor := open(t, u.String())
	for _, err := range []error{poor.Append(t.Context(), entry(time.Now())), func() error { _, _, err := poor.Read(t.Context()); return err }()} {
		if err == nil || !strings.Contains(err.Error(), "CREATE SCHEMA keepsake_erasures AUTHORIZATION") || !strings.Contains(err.Error(), "KEEPSAKE_ERASURE_JOURNAL") {
			t.Errorf("error %v", err)
		}
	}
	storetest.Execute(t, address, "CREATE SCHEMA keepsake_erasures AUTHORIZATION "+role)
	must(t, poor.Append(t.Context(), entry(time.Now())))
	if _, err := pgjournal.Open("postgres://%zz"); err == nil {
		t.Error("an address that is none")
	}
}
