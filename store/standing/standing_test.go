package standing_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/ncruces/go-sqlite3"

	"keepsake/store/standing"
	"keepsake/tx"
)

// X1, X7: what keeps the database from storing is told apart from what is about a statement.
func TestOf(t *testing.T) {
	pg := func(code string) error { return &pgconn.PgError{Code: code} }
	for _, c := range []struct {
		err  error
		want standing.Ailment
	}{
		{syscall.ENOSPC, standing.Full}, {syscall.EDQUOT, standing.Full}, {syscall.EROFS, standing.ReadOnly},
		{sqlite3.FULL, standing.Full}, {sqlite3.READONLY, standing.ReadOnly}, {sqlite3.CORRUPT, standing.Damaged},
		{sqlite3.NOTADB, standing.Damaged}, {sqlite3.IOERR, standing.Away}, {sqlite3.CONSTRAINT, ""},
		{pg("53100"), standing.Full}, {pg("25006"), standing.ReadOnly}, {pg("57P01"), standing.Away}, {pg("53300"), standing.Away},
		{pg("08006"), standing.Away}, {pg("23505"), ""}, {io.ErrUnexpectedEOF, standing.Away},
		{context.Canceled, ""}, {context.DeadlineExceeded, ""}, {errors.New("a rule"), ""}, {nil, ""},
	} {
		if got := standing.Diagnose(c.err); got != c.want {
			t.Errorf("%v is %q, want %q", c.err, got, c.want)
		}
		if got := standing.Diagnose(fmt.Errorf("store: %w", c.err)); c.err != nil && got != c.want {
			t.Errorf("wrapped, %v is %q, want %q", c.err, got, c.want)
		}
	}
}

// What lasts is not tried away; what may pass is refused until it is tried, and refused as storage.
func TestWatch(t *testing.T) {
	w := &standing.Watch{Log: slog.New(slog.DiscardHandler)}
	probe := func(context.Context) error { return nil }
	if err := w.Ready(t.Context(), probe); err != nil || w.Lost() != nil || w.Now().Err() != nil {
		t.Errorf("a healthy one: %v", err)
	}
	w.Note("")
	w.Note(standing.Full)
	if err := w.Ready(t.Context(), probe); !errors.Is(err, tx.ErrStorage) {
		t.Errorf("right after a full disk: %v", err)
	}
	if w.Lost() != nil {
		t.Error("a full disk loses nothing")
	}
	w.Note(standing.Gone) // explains every other
	w.Note(standing.Away)
	if now := w.Now(); now.Ailment != standing.Gone || !errors.Is(now.Err(), tx.ErrStorage) || !errors.Is(w.Lost(), tx.ErrStorage) {
		t.Errorf("a file that is gone: %+v", now)
	}
	if passed := w.TakePassed(); len(passed) != 0 {
		t.Errorf("nothing has passed: %v", passed)
	}
}
