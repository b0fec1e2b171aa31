// Package sealed encrypts the files of a SQLite database: each block of 4 KiB with Adiantum, by one key.
//
// It is a VFS, the layer in which SQLite reads and writes files; what a key is and whether it fits a file is
// known to store/database. Temporary files get keys of their own.
//
// Start reading at Wrap, then at walVFS for what SQLite expects of a WAL.
package sealed

import (
	"crypto/rand"

	"github.com/ncruces/go-sqlite3/vfs"
	"github.com/ncruces/go-sqlite3/vfs/adiantum"
	cipher "lukechampine.com/adiantum"
	"lukechampine.com/adiantum/hbsh"
)

// KeySize is the size of a key in bytes.
const KeySize = 32

// Wrap returns a VFS that keeps files in another one, encrypted. Its connections need the parameter
// textkey, whose value says nothing.
func Wrap(base vfs.VFS, key [KeySize]byte) vfs.VFS {
	return walVFS{adiantum.Wrap(base, keyedCipher{key}).(vfs.VFSFilename)}
}

// keyedCipher is Adiantum with a fixed key; it ignores the text key of the connection.
type keyedCipher struct{ key [KeySize]byte }

func (c keyedCipher) KDF(text string) []byte {
	if text == "" { // a temporary file
		once := make([]byte, KeySize)
		rand.Read(once) // never fails
		return once
	}
	return c.key[:]
}

func (keyedCipher) HBSH(key []byte) *hbsh.HBSH {
	if len(key) != KeySize {
		return nil
	}
	return cipher.New(key)
}
