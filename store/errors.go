package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/ncruces/go-sqlite3"

	"keepsake/fault"
)

// refusal is a database's error without its text: drivers quote values ("invalid input
// syntax for type uuid: …"), and a value may be what a person wrote. errors.Is and As
// still see the cause.
type refusal struct {
	code  string
	cause error
}

func (r *refusal) Error() string { return "the database refused: " + r.code }
func (r *refusal) Unwrap() error { return r.cause }

// wrap names the operation and takes the text of a driver's error away. Errors that are
// already ours pass unchanged.
func wrap(err error, op string) error {
	if err == nil {
		return nil
	}
	var known *fault.Error
	var seen *refusal
	if errors.As(err, &known) || errors.As(err, &seen) {
		return err
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%s: %w", op, err)
	}
	var pg *pgconn.PgError
	var connect *pgconn.ConnectError
	var lite *sqlite3.Error
	switch {
	case errors.As(err, &pg):
		return classify(op, &refusal{code: "SQLSTATE " + pg.Code + constraint(pg), cause: err}, isPassing(pg.Code))
	case errors.As(err, &connect):
		return fault.Wrap(fault.Unavailable, "the database cannot be reached", &refusal{code: op, cause: err})
	case errors.As(err, &lite):
		code := lite.Code()
		return classify(op, &refusal{code: fmt.Sprintf("SQLite %d", lite.ExtendedCode()), cause: err},
			code == sqlite3.BUSY || code == sqlite3.LOCKED || code == sqlite3.FULL || code == sqlite3.IOERR)
	}
	return fmt.Errorf("%s: %w", op, err)
}

func constraint(e *pgconn.PgError) string {
	if e.ConstraintName == "" {
		return ""
	}
	return " (" + e.ConstraintName + ")"
}

// classify makes a refusal that may pass by itself Unavailable: what was rolled back can
// be tried again.
func classify(op string, r *refusal, passes bool) error {
	if passes {
		return fault.Wrap(fault.Unavailable, op, r)
	}
	return fmt.Errorf("%s: %w", op, r)
}

// isNoDatabase reports whether a server says that it has no database of this name.
func isNoDatabase(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "3D000"
}

// isPassing reports whether a SQLSTATE is about the moment, not about the statement:
// connection lost, deadlock and serialization, no room, shutting down.
func isPassing(code string) bool {
	switch code[:min(2, len(code))] {
	case "08", "40", "53", "57":
		return code != "57014" // cancelled by the caller
	}
	return false
}
