package storetest_test

import (
	"testing"
	"time"

	"keepsake/delivery"
	"keepsake/store"
	"keepsake/store/storetest"
)

// The databases that tests are given are fresh, each its own.
func TestFresh(t *testing.T) {
	for name, open := range storetest.Databases {
		first, second := open(t), open(t)
		for _, db := range []*store.DB{first, second} {
			if err := db.CheckSchema(t.Context()); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if got, err := delivery.New(delivery.Config{Store: db.Deliveries()}).TakeLease(t.Context(), "mine", "x", time.Unix(0, 0), time.Unix(1, 0)); err != nil || !got {
				t.Errorf("%s: not alone: %v", name, err)
			}
		}
	}
	db, err := store.Open(t.Context(), store.Options{URL: storetest.EmptyPostgresURL(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if v, err := db.SchemaVersion(t.Context()); err != nil || v != 0 {
		t.Errorf("an empty database has schema %d (%v)", v, err)
	}
}
