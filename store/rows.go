package store

import (
	"encoding/json"
	"strings"
	"sync"
	"time"

	"gorm.io/gorm/schema"
)

// columns returns the names of the columns of a row's table, each with the prefix "alias.".
// "alias.*" must not be used: its result changes when a later version of the program adds a
// column, and PostgreSQL refuses that for a prepared statement.
func columns(row schema.Tabler, alias string) string {
	s, err := schema.Parse(row, &sync.Map{}, schema.NamingStrategy{})
	if err != nil {
		panic(err) // the row types of this package parse
	}
	return alias + "." + strings.Join(s.DBNames, ", "+alias+".")
}

// utc converts a time to the form in which all times are stored and returned.
func utc(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// utcOrNil is utc for a time that may be nil.
func utcOrNil(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	u := utc(*t)
	return &u
}

// orNull returns nil, which is stored as NULL, for "".
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// orEmpty is the inverse of orNull.
func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// toJSON encodes a list. It returns nil, which is stored as NULL, for an empty list.
func toJSON[T any](vs []T) (*string, error) {
	if len(vs) == 0 {
		return nil, nil
	}
	return encode(vs)
}

func encode(v any) (*string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // keeps nested JSON unchanged, byte for byte
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	s := strings.TrimSuffix(b.String(), "\n")
	return &s, nil
}

func fromJSON(s *string, v any) error {
	if s == nil || *s == "" {
		return nil
	}
	return json.Unmarshal([]byte(*s), v)
}
