package database

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"

	"keepsake/durable"
	"keepsake/fault"
	"keepsake/store/wal"
)

// SQLite takes any log (WAL) that has the right name for the log of the file beside it. After a crash that
// log holds the newest changes. If another file was put in the database's place meanwhile, such as a
// backup, SQLite would write them over it: the file is then damaged, or not restored at all.
//
// So each process that takes the lock signs its log before it writes to it: it gives the database file
// a random id (application_id, a number in the header that SQLite leaves to the application), brings it
// from the log into the file, and notes it in a small file beside them. A log that holds anything
// belongs to a file with that id, and to no copy made in an earlier run.
const idSuffix = "-id"

// besides are the suffixes of the files that belong to a database file.
var besides = []string{"-wal", "-shm", idSuffix}

// errForeignLog means that the log is not the database's.
func errForeignLog(path string) error {
	name := filepath.Base(path)
	return fault.New(fault.Unavailable, "the log "+name+"-wal, left by a crash, belongs to another file than "+name+": if a backup was put there by hand, move "+name+" elsewhere and run `keepsake restore` with it; nothing was changed")
}

// swap is what replaces the files of the database.
func (s sqlite) swap() durable.Swap { return durable.Swap{Path: s.path, Beside: besides} }

// prepareFiles sees to it that the files are there, private, the key's, and belong together. SQLite
// would create log and index readable for everybody.
func (s sqlite) prepareFiles(ctx context.Context) error {
	if s.swap().IsUnfinished() {
		if s.shared {
			return fault.New(fault.Unavailable, "a restore was cut off: start the bot, which finishes it, or run keepsake restore again")
		}
		if err := s.swap().Finish(); err != nil {
			return fault.Wrap(fault.Unavailable, "a restore that was cut off cannot be finished", err)
		}
	}
	if err := durable.CreatePrivate(s.path); err != nil {
		return fault.Wrap(fault.Unavailable, "the database file cannot be opened", err)
	}
	if err := s.key.checkFile(s.path); err != nil {
		return err
	}
	if err := s.checkLog(ctx); err != nil {
		return err
	}
	for _, suffix := range []string{"-wal", "-shm"} {
		if err := durable.CreatePrivate(s.path + suffix); err != nil {
			return fault.Wrap(fault.Unavailable, "the log of the database cannot be opened", err)
		}
	}
	return nil
}

// checkLog returns errForeignLog when the log holds something and is not the file's. Databases
// of before this check have no note, and their logs are trusted.
func (s sqlite) checkLog(ctx context.Context) error {
	for try := 0; ; try++ {
		log, err := os.Stat(s.path + "-wal")
		if err != nil || log.Size() == 0 {
			return nil
		}
		known := readIDs(s.path + idSuffix)
		if len(known) == 0 {
			return nil
		}
		id, err := s.readID(ctx)
		if err == nil && slices.Contains(known, id) {
			return nil
		}
		if try == 5 { // a bot that starts meanwhile changes both
			if err != nil {
				return err
			}
			return errForeignLog(s.path)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// readID reads the id from the file itself, without its log. After a kill in a checkpoint its first page may name more
// pages than it has. SQLite calls that damage unless the schema may be written, which a file opened for reading forbids anyhow.
func (s sqlite) readID(ctx context.Context) (id uint32, err error) {
	h, err := s.openWith("mode=ro&immutable=1", []string{"writable_schema(on)"}, 1, "auto")
	if err != nil {
		return 0, err
	}
	defer h.Close()
	var signed int64
	if err := h.QueryRowContext(ctx, "PRAGMA application_id").Scan(&signed); err != nil {
		return 0, s.explainFile(err, "read the file's id")
	}
	return uint32(signed), nil
}

// readIDs returns the ids that a note names, none when it is missing or unreadable.
func readIDs(path string) (ids []uint32) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	for _, word := range strings.Fields(string(text)) {
		var id uint32
		if n, err := fmt.Sscanf(word, "%08x", &id); n != 1 || err != nil {
			return nil
		}
		ids = append(ids, id)
	}
	return ids
}

// writeIDs writes the note of the ids that the log's file may have.
func writeIDs(path string, ids ...uint32) error {
	var words []string
	for _, id := range ids {
		words = append(words, fmt.Sprintf("%08x", id))
	}
	return durable.Write(path, strings.Join(words, " ")+"\n")
}

// signLog gives the file a new id, with an empty log. While another command reads, the log cannot be
// emptied: then the id stays, which the log has already.
func (s sqlite) signLog(ctx context.Context, h *sql.DB) error {
	old, err := s.readID(ctx)
	if err != nil {
		return err
	}
	if empty, err := wal.Empty(ctx, h); err != nil || !empty {
		return s.explainFile(err, "empty the log")
	}
	fresh := newID()
	if err := writeIDs(s.path+idSuffix, old, fresh); err != nil {
		return fault.Wrap(fault.Unavailable, "the note beside the database cannot be written", err)
	}
	if _, err := h.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", int32(fresh))); err != nil {
		return s.explainFile(err, "sign the log")
	}
	if empty, err := wal.Empty(ctx, h); err != nil || !empty {
		return s.explainFile(err, "empty the log")
	}
	if err := writeIDs(s.path+idSuffix, fresh); err != nil {
		return fault.Wrap(fault.Unavailable, "the note beside the database cannot be written", err)
	}
	return nil
}

// giveNewID gives a closed copy of a database another id than the database has, so that the database's
// log is not the copy's.
func (s sqlite) giveNewID(ctx context.Context) error {
	h, err := s.openWith("_txlock=immediate", []string{"journal_mode(memory)", "synchronous(full)"}, 1, "auto")
	if err != nil {
		return err
	}
	_, err = h.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", int32(newID())))
	return errors.Join(err, h.Close())
}

// explainFile is the error of a file that cannot be read or written; nil stays nil.
func (s sqlite) explainFile(err error, op string) error {
	if err == nil {
		return nil
	}
	if s.key != nil && errors.Is(err, sqlite3.NOTADB) {
		return ErrKeyWrong
	}
	return fault.Wrap(fault.Unavailable, "the file is not a usable database", Wrap(err, op))
}

// newID returns a random id that is not 0, which a new file has.
func newID() uint32 {
	for {
		var b [4]byte
		rand.Read(b[:]) // never fails
		if id := binary.BigEndian.Uint32(b[:]); id != 0 {
			return id
		}
	}
}
