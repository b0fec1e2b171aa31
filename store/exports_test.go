package store_test

import (
	"reflect"
	"strings"
	"testing"

	"keepsake/store"
)

// No method of DB takes or returns a type of GORM or one that gives access to rows, so that only
// the rooms behind the store can reach them.
func TestExportsNoRows(t *testing.T) {
	db := reflect.TypeFor[*store.DB]()
	if db.NumMethod() < 20 {
		t.Fatalf("DB has %d methods: this is not all", db.NumMethod())
	}
	for i := range db.NumMethod() {
		m := db.Method(i)
		for _, isRow := range []string{"gorm.", "Access", "sql.DB"} {
			if strings.Contains(m.Type.String(), isRow) {
				t.Errorf("%s is %s", m.Name, m.Type)
			}
		}
	}
}
