package database

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/ncruces/go-sqlite3"

	"keepsake/fault"
	"keepsake/store/standing"
	unit "keepsake/tx"
)

// driverError is an error of a database driver without its text. Drivers quote values
// ("invalid input syntax for type uuid: …"), and a value may be text of a person. errors.Is
// and errors.As still reach the cause.
type driverError struct {
	code  string
	cause error
}

func (r *driverError) Error() string { return "the database refused: " + r.code }
func (r *driverError) Unwrap() error { return r.cause }

// Is reports whether the error is not about the statement: then it is unit.ErrStorage.
func (r *driverError) Is(target error) bool {
	return target == unit.ErrStorage && standing.Diagnose(r.cause) != ""
}

// Wrap adds the operation to an error and removes the text of a driver's error. It returns a
// fault.Error, or an error that it has wrapped before, unchanged.
func Wrap(err error, op string) error {
	if err == nil {
		return nil
	}
	var known *fault.Error
	var seen *driverError
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
		return classify(op, &driverError{code: "SQLSTATE " + pg.Code + constraint(pg), cause: err}, isTransient(pg.Code))
	case errors.As(err, &connect):
		return fault.Wrap(fault.Unavailable, "the database cannot be reached", &driverError{code: op, cause: err})
	case errors.As(err, &lite):
		code := lite.Code()
		return classify(op, &driverError{code: fmt.Sprintf("SQLite %d", lite.ExtendedCode()), cause: err},
			standing.Diagnose(err) != "" || code == sqlite3.BUSY || code == sqlite3.LOCKED || code == sqlite3.FULL || code == sqlite3.IOERR)
	}
	if standing.Diagnose(err) != "" { // of a disk, or of a connection that broke
		return fault.Wrap(fault.Unavailable, op, &driverError{code: string(standing.Diagnose(err)), cause: err})
	}
	return fmt.Errorf("%s: %w", op, err)
}

func constraint(e *pgconn.PgError) string {
	if e.ConstraintName == "" {
		return ""
	}
	return " (" + e.ConstraintName + ")"
}

// classify makes a transient error fault.Unavailable, so that the caller may retry.
func classify(op string, r *driverError, transient bool) error {
	if transient {
		return fault.Wrap(fault.Unavailable, op, r)
	}
	return fmt.Errorf("%s: %w", op, r)
}

// isNoDatabase reports whether the server has no database of the requested name.
func isNoDatabase(err error) bool {
	var pg *pgconn.PgError
	return errors.As(err, &pg) && pg.Code == "3D000"
}

// isTransient reports whether a SQLSTATE does not depend on the statement: a lost connection,
// a deadlock or serialization failure, lack of space or memory, a shutdown.
func isTransient(code string) bool {
	switch code[:min(2, len(code))] {
	case "08", "40", "53", "57":
		return code != "57014" // the caller canceled the query
	}
	return false
}

// FirstError returns the first error of statements that all have run. In a transaction those
// after the failed one have no effect, because the error rolls it back.
func FirstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
