// Package column converts between the values of the nouns and the columns of their rows, the
// same way for both databases: times are UTC, truncated to microseconds; "" may be NULL; lists
// are JSON. It knows no table and reads nothing.
//
// Start reading at UTC and Chat.
package column

import (
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"time"

	"gorm.io/gorm/schema"

	"keepsake/scope"
)

// Names returns the names of the columns of a row's table, each with the prefix "alias.".
// "alias.*" must not be used: its result changes when a later version of the program adds a
// column, and PostgreSQL refuses that for a prepared statement.
func Names(row schema.Tabler, alias string) string {
	s, err := schema.Parse(row, &sync.Map{}, schema.NamingStrategy{})
	if err != nil {
		panic(err) // the row types of the program parse
	}
	return alias + "." + strings.Join(s.DBNames, ", "+alias+".")
}

// UTC converts a time to the form in which all times are stored and returned.
func UTC(t time.Time) time.Time { return t.UTC().Truncate(time.Microsecond) }

// UTCOrNil is UTC for a time that may be nil.
func UTCOrNil(t *time.Time) *time.Time {
	if t == nil {
		return nil
	}
	u := UTC(*t)
	return &u
}

// TimeOrNull is UTC for a time whose zero is stored as NULL, and TimeOrZero the reverse.
func TimeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return UTCOrNil(&t)
}

// TimeOrZero returns the zero time for NULL.
func TimeOrZero(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return UTC(*t)
}

// OrNull returns nil, which is stored as NULL, for "".
func OrNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// OrEmpty is the inverse of OrNull.
func OrEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// ListToJSON encodes a list. It returns nil, which is stored as NULL, for an empty list.
func ListToJSON[T any](vs []T) (*string, error) {
	if len(vs) == 0 {
		return nil, nil
	}
	return ToJSON(vs)
}

// ToJSON encodes a value. Nested JSON stays unchanged.
func ToJSON(v any) (*string, error) {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // keeps nested JSON unchanged, byte for byte
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	s := strings.TrimSuffix(b.String(), "\n")
	return &s, nil
}

// FromJSON is the inverse of ToJSON and of ListToJSON. It leaves v unchanged for NULL.
func FromJSON(s *string, v any) error {
	if s == nil || *s == "" {
		return nil
	}
	return json.Unmarshal([]byte(*s), v)
}

// Chat returns the chat id in a scope's id ("telegram:42"), for a person that of the private chat.
func Chat(owner scope.Scope) (int64, bool) {
	_, number, _ := strings.Cut(owner.ID, ":")
	number, _, _ = strings.Cut(number, ":") // a group's topic
	n, err := strconv.ParseInt(number, 10, 64)
	return n, err == nil
}

// OwnerOf returns the person or the group whose id a row has; the number of a group is negative. It names
// no memory store.
func OwnerOf(id string) scope.Scope {
	owner := scope.Scope{Kind: scope.User, ID: id}
	if chat, ok := Chat(owner); ok && chat < 0 {
		owner.Kind = scope.Group
	}
	return owner
}
