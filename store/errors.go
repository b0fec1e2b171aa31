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
		return fmt.Errorf("%s: %w", op, &refusal{code: "SQLSTATE " + pg.Code + constraint(pg), cause: err})
	case errors.As(err, &connect):
		return fault.Wrap(fault.Unavailable, "the database cannot be reached", &refusal{code: op, cause: err})
	case errors.As(err, &lite):
		return fmt.Errorf("%s: %w", op, &refusal{code: fmt.Sprintf("SQLite %d", lite.ExtendedCode()), cause: err})
	}
	return fmt.Errorf("%s: %w", op, err)
}

func constraint(e *pgconn.PgError) string {
	if e.ConstraintName == "" {
		return ""
	}
	return " (" + e.ConstraintName + ")"
}
