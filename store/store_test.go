package store_test

import (
	"testing"

	"keepsake/store"
	"keepsake/store/storetest"
)

// P8–P19, F1, F2: what the Stores promise, on both databases.

func TestSQLite(t *testing.T) {
	storetest.Run(t, func(t testing.TB) *store.DB { return storetest.SQLite(t) })
}

func TestPostgres(t *testing.T) {
	storetest.Run(t, func(t testing.TB) *store.DB { return storetest.Postgres(t) })
}
