// Package fault knows the kinds of errors a caller can act on.
//
// It is the ground floor: every room may import it, it imports none. A room that
// fails says which kind of failure it is; each door (Telegram, CLI, HTTP) has one
// small table from kind to its words, so that a person reads a sentence and an
// operator reads a cause. It is not a logging helper and carries no user text:
// Message is constant English, safe to log.
//
// Start reading at Error.
package fault

import (
	"errors"
	"fmt"
	"time"
)

// Kind says what the caller can do about an error.
type Kind string

const (
	Internal    Kind = "internal"    // our mistake, or a cause nobody classified
	Invalid     Kind = "invalid"     // the input is wrong; Field names which
	NotFound    Kind = "not_found"   // no such thing, or not the caller's
	Conflict    Kind = "conflict"    // it changed meanwhile, or stands already
	Denied      Kind = "denied"      // the caller may not
	Limited     Kind = "limited"     // too much; RetryAfter says when again
	Unavailable Kind = "unavailable" // something we need is away; try later
)

// Error is one classified failure. Sentinels beside their nouns are *Error values,
// compared with errors.Is.
type Error struct {
	Kind       Kind
	Field      string        // the input it is about, "" when none
	Message    string        // constant English; never what a person wrote
	RetryAfter time.Duration // for Limited and Unavailable: a hint, 0 when unknown
	Err        error         // the cause, may be nil
}

func (e *Error) Error() string {
	s := e.Message
	if e.Field != "" {
		s = e.Field + ": " + s
	}
	if e.Err != nil {
		s += ": " + e.Err.Error()
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }

// New returns an error of a kind.
func New(kind Kind, message string) *Error { return &Error{Kind: kind, Message: message} }

// Field returns an Invalid error about one named input.
func Field(field, message string) *Error {
	return &Error{Kind: Invalid, Field: field, Message: message}
}

// Wrap classifies a cause.
func Wrap(kind Kind, message string, err error) *Error {
	return &Error{Kind: kind, Message: message, Err: err}
}

// Op adds the operation (and ids, never texts) to an error and keeps its kind.
// Op(nil) is nil.
func Op(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf(format+": %w", append(args, err)...)
}

// KindOf returns the kind of the outermost *Error in err's chain, Internal when there
// is none.
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return Internal
}

// RetryAfter returns the hint of the outermost *Error in err's chain, 0 when none.
func RetryAfter(err error) time.Duration {
	var e *Error
	if errors.As(err, &e) {
		return e.RetryAfter
	}
	return 0
}
