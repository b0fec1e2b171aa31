package store_test

import (
	"testing"

	"keepsake/store"
	"keepsake/store/storetest"
)

// P8–P19, F1, F2: both databases fulfil the contracts of the Store interfaces.

func TestSQLite(t *testing.T) {
	storetest.Run(t, func(t testing.TB) *store.DB { return storetest.SQLite(t) })
}

func TestPostgres(t *testing.T) {
	storetest.Run(t, func(t testing.TB) *store.DB { return storetest.Postgres(t) })
}
