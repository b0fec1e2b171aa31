package database

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"os"
	"strings"

	"github.com/ncruces/go-sqlite3/vfs"

	"keepsake/fault"
	"keepsake/store/database/sealed"
)

// Key encrypts a SQLite database. It is 32 random bytes and not a passphrase, so opening a
// connection needs no key derivation, and there is no salt to lose.
//
// Every 4 KiB block of the database and of its WAL is encrypted with Adiantum. Temporary
// files would get their own random keys. The key never appears in a URL or a statement, so
// that no error can quote it. The encryption is not authenticated: it does not reveal
// whether somebody changed the file.
type Key [32]byte

// ErrKeyForm means that a text is not a key.
var ErrKeyForm = fault.New(fault.Invalid, "must be 64 hexadecimal digits, as `keepsake encrypt --new-key` or `openssl rand -hex 32` makes them")

// Errors of Open when the key and the file do not match.
var (
	ErrKeyMissing = fault.New(fault.Unavailable,
		"the database is encrypted (or the file is none): set KEEPSAKE_DATABASE_KEY_FILE, or KEEPSAKE_DATABASE_KEY, to its key")
	ErrKeyWrong = fault.New(fault.Unavailable,
		"the key does not open the database: it is another database's or an older one (KEEPSAKE_DATABASE_KEY_FILE, KEEPSAKE_DATABASE_KEY)")
	ErrKeyUnused = fault.New(fault.Unavailable,
		"a key is set, but the database is not encrypted: run `keepsake encrypt` to encrypt it, or take KEEPSAKE_DATABASE_KEY_FILE and KEEPSAKE_DATABASE_KEY out of the settings")
)

// NewKey returns a random key.
func NewKey() *Key {
	var k Key
	rand.Read(k[:]) // never fails
	return &k
}

// ParseKey parses the output of Hex, ignoring surrounding white space, or returns ErrKeyForm.
func ParseKey(s string) (*Key, error) {
	b, err := hex.DecodeString(strings.TrimSpace(s))
	if err != nil || len(b) != len(Key{}) {
		return nil, ErrKeyForm
	}
	return (*Key)(b), nil
}

// Hex returns the key as 64 hexadecimal digits.
func (k Key) Hex() string { return hex.EncodeToString(k[:]) }

// String, GoString and LogValue keep a key out of logs.
func (Key) String() string       { return "•••" }
func (Key) GoString() string     { return "•••" }
func (Key) LogValue() slog.Value { return slog.StringValue("•••") }

// params returns the URI parameters that open a file with this key; nil means no encryption.
func (k *Key) params() string {
	if k == nil {
		return "vfs=os"
	}
	sum := sha256.Sum256(k[:])
	name := "keepsake-" + hex.EncodeToString(sum[:8])
	if vfs.Find(name) == nil {
		vfs.Register(name, sealed.Wrap(vfs.Find(""), *k))
	}
	return "vfs=" + name + "&textkey=set"
}

// sqliteHeader is the beginning of every unencrypted SQLite file.
var sqliteHeader = []byte("SQLite format 3\x00")

// checkFile returns ErrKeyUnused or ErrKeyMissing when the key (nil = none) cannot belong to
// the file: only an unencrypted file begins with sqliteHeader. An empty file suits any key.
func (k *Key) checkFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return fault.Wrap(fault.Unavailable, "the database file cannot be opened", err)
	}
	defer f.Close()
	head := make([]byte, len(sqliteHeader))
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return fault.Wrap(fault.Unavailable, "the database file cannot be read", err)
	}
	switch plain := bytes.Equal(head[:n], sqliteHeader); {
	case n == 0:
		return nil
	case plain && k != nil:
		return ErrKeyUnused
	case !plain && k == nil:
		return ErrKeyMissing
	}
	return nil
}

// IsSealed reports whether the file of a SQLite database is there and takes a key, as does one that is no database.
func IsSealed(address string) bool {
	path, err := sqlitePath(strings.TrimPrefix(address, "sqlite:"))
	return err == nil && errors.Is((*Key)(nil).checkFile(path), ErrKeyMissing)
}

// IsEncrypted reports whether Keepsake encrypts the files of the database. It is false for PostgreSQL.
func (db *DB) IsEncrypted() bool {
	s, ok := db.dialect.(sqlite)
	return ok && s.key != nil
}
