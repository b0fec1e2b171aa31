package store

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
	"github.com/ncruces/go-sqlite3/vfs/adiantum"
	cipher "lukechampine.com/adiantum"
	"lukechampine.com/adiantum/hbsh"

	"keepsake/fault"
)

// Key encrypts a SQLite database: 32 random bytes. It is no passphrase, so nothing has to
// be derived from it whenever a connection opens, and there is no salt to lose.
//
// Every block of 4 KiB is encrypted with Adiantum as it is written, of the database and of
// its log; temporary files would get keys of their own. The key is in no address of a
// database and in no statement, so that no error can quote it. Encryption hides; it does
// not prove that nobody changed the file.
type Key [32]byte

// ErrKeyForm refuses what is no key.
var ErrKeyForm = fault.New(fault.Invalid, "must be 64 hexadecimal digits, as `keepsake encrypt --new-key` or `openssl rand -hex 32` makes them")

// Refusals of Open where the key and the file do not belong together.
var (
	ErrKeyMissing = fault.New(fault.Unavailable,
		"the database is encrypted (or the file is none): set KEEPSAKE_DATABASE_KEY_FILE, or KEEPSAKE_DATABASE_KEY, to its key")
	ErrKeyWrong = fault.New(fault.Unavailable,
		"the key does not open the database: it is another database's or an older one (KEEPSAKE_DATABASE_KEY_FILE, KEEPSAKE_DATABASE_KEY)")
	ErrKeyUnused = fault.New(fault.Unavailable,
		"a key is set, but the database is not encrypted: run `keepsake encrypt` to encrypt it, or take KEEPSAKE_DATABASE_KEY_FILE and KEEPSAKE_DATABASE_KEY out of the settings")
)

// NewKey makes a key.
func NewKey() *Key {
	var k Key
	rand.Read(k[:]) // never fails
	return &k
}

// ParseKey reads a key as Hex writes it; white space around it does not count.
func ParseKey(s string) (*Key, error) {
	b, err := hex.DecodeString(strings.TrimSpace(s))
	if err != nil || len(b) != len(Key{}) {
		return nil, ErrKeyForm
	}
	return (*Key)(b), nil
}

// Hex is how a key is written down.
func (k Key) Hex() string { return hex.EncodeToString(k[:]) }

// String, GoString and LogValue keep a key out of logs.
func (Key) String() string       { return "•••" }
func (Key) GoString() string     { return "•••" }
func (Key) LogValue() slog.Value { return slog.StringValue("•••") }

// params are what the address of a database needs so that its file is read and written
// with this key; nil is a plain file.
func (k *Key) params() string {
	if k == nil {
		return "vfs=os"
	}
	sum := sha256.Sum256(k[:])
	name := "keepsake-" + hex.EncodeToString(sum[:8])
	if vfs.Find(name) == nil {
		vfs.Register(name, adiantum.Wrap(vfs.Find(""), keyed{k}))
	}
	return "vfs=" + name + "&textkey=set"
}

// keyed is the cipher with one key: whatever text asks for it.
type keyed struct{ key *Key }

func (c keyed) KDF(text string) []byte {
	if text == "" { // a temporary file
		return NewKey()[:]
	}
	return c.key[:]
}

func (keyed) HBSH(key []byte) *hbsh.HBSH {
	if len(key) != len(Key{}) {
		return nil
	}
	return cipher.New(key)
}

// sqliteHeader begins every SQLite file that is not encrypted.
var sqliteHeader = []byte("SQLite format 3\x00")

// suits says whether a file and a key (nil = none) may belong together: an encrypted file
// does not begin as a plain one does. A new file suits any.
func (k *Key) suits(path string) error {
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
	plain := bytes.Equal(head[:n], sqliteHeader)
	switch {
	case n == 0:
		return nil
	case plain && k != nil:
		return ErrKeyUnused
	case !plain && k == nil:
		return ErrKeyMissing
	}
	return nil
}

// Encrypted reports whether the files of the database are encrypted by us. Of PostgreSQL
// they are not: there it is the server's disk that can be.
func (db *DB) Encrypted() bool {
	s, ok := db.dialect.(sqlite)
	return ok && s.key != nil
}
