package store

import (
	"encoding/json"
	"strings"
	"sync"
	"time"

	"gorm.io/gorm/schema"
)

// columns returns the names of the columns of a row's table, each behind "alias.". "alias.*"
// would return other columns once a later version of the program has added one, and
// PostgreSQL refuses that of a statement that is prepared.
func columns(row schema.Tabler, alias string) string {
	s, err := schema.Parse(row, &sync.Map{}, schema.NamingStrategy{})
	if err != nil {
		panic(err) // a row of ours
	}
	return alias + "." + strings.Join(s.DBNames, ", "+alias+".")
}

// utc is how every time is stored and returned.
func utc(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// utcOrNil is utc for times that may be missing.
func utcOrNil(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	u := utc(*t)
	return &u
}

// orNull stores "" as NULL.
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

// toJSON encodes a value of ours; these cannot fail. An empty list is stored as NULL.
func toJSON[T any](vs []T) (*string, error) {
	if len(vs) == 0 {
		return nil, nil
	}
	return encode(vs)
}

func encode(v any) (*string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // JSON inside stays byte for byte
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
