package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"keepsake/store/storetest"
)

// TestEncryptCommand (P66): what a person sees who encrypts, changes the key, and decrypts.
func TestEncryptCommand(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	dir := t.TempDir()
	path := storetest.SQLiteFile(t)
	k := keep(t, "sqlite:"+path)
	step := func(want string, code int, args ...string) {
		t.Helper()
		out, errs, got := keepsake(t.Context(), k.env, args...)
		if got != code || !strings.Contains(out+errs, want) {
			t.Errorf("%v: code %d, want %d and %q in\n%s%s", args, got, code, want, out, errs)
		}
	}
	step("KEEPSAKE_DATABASE_KEY_FILE is not set. Name a file and make a key in it with: keepsake encrypt --new-key", 1, "encrypt")
	step("KEEPSAKE_DATABASE_KEY_FILE is not set. Name the file that the new key shall be written to", 1, "encrypt", "--new-key")
	step("The database is not encrypted.", 0, "encrypt", "--decrypt")
	first, second := filepath.Join(dir, "key"), filepath.Join(dir, "key2")
	k.env["KEEPSAKE_DATABASE_KEY_FILE"] = first
	step("names a file that is not there. If there was one, bring it back; is its disk mounted? Where nothing is encrypted yet, make a key with: keepsake encrypt --new-key", 1, "encrypt")
	bot := storetest.OpenSQLite(t, path)
	step("another Keepsake is using this database", 1, "encrypt", "--new-key")
	if _, err := os.Stat(first); !os.IsNotExist(err) {
		t.Errorf("a key was made for nothing: %v", err)
	}
	if err := bot.Close(); err != nil {
		t.Fatal(err)
	}
	step("Keep a copy of the key in another place", 0, "encrypt", "--new-key")
	step("A key is never overwritten", 1, "encrypt", "--new-key")
	step("The database is encrypted with this key already.", 0, "encrypt")
	step("3 memories.", 0, "memory", "list")
	if info, err := os.Stat(first); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("others may read the key: %v %v", info.Mode(), err)
	}
	copied := filepath.Join(dir, "copy.db")
	step("Saved to "+copied, 0, "backup", copied)
	if b, err := os.ReadFile(copied); err != nil || strings.Contains(string(b), "SQLite format") {
		t.Errorf("the backup is plain: %v", err)
	}
	third := filepath.Join(dir, "key3")
	if err := os.WriteFile(third, []byte(strings.Repeat("ab", 32)), 0o600); err != nil {
		t.Fatal(err)
	}
	k.env["KEEPSAKE_DATABASE_KEY_FILE"] = second // it is away, say
	step("the database is encrypted: only its own key opens it. Bring that file back", 1, "memory", "list")
	step("the database is encrypted: only its own key opens it. Bring that file back", 1, "encrypt", "--new-key")
	step("the key does not open the database", 1, "encrypt", "--new-key", "--old-key-file", third)
	if _, err := os.Stat(second); !os.IsNotExist(err) {
		t.Errorf("a wrong key was written: %v", err)
	}
	delete(k.env, "KEEPSAKE_DATABASE_KEY_FILE")
	step("at rest   not checked: the database cannot be opened with the settings of its key", 1, "doctor")
	k.env["KEEPSAKE_DATABASE_KEY_FILE"] = second
	step("The database is encrypted.", 0, "encrypt", "--new-key", "--old-key-file", first)
	step("3 memories.", 0, "memory", "list")
	k.env["KEEPSAKE_DATABASE_KEY_FILE"] = first
	step("the key does not open the database", 1, "memory", "list")
	k.env["KEEPSAKE_DATABASE_KEY_FILE"] = second
	step("can't be used together", 2, "encrypt", "--new-key", "--decrypt")
	step("The database is plain now.", 0, "encrypt", "--decrypt")
	step("the database is not encrypted: run `keepsake encrypt`", 1, "memory", "list")
	delete(k.env, "KEEPSAKE_DATABASE_KEY_FILE")
	step("3 memories.", 0, "memory", "list")
	k.env["KEEPSAKE_DATABASE_KEY"] = "hunter2"
	step("KEEPSAKE_DATABASE_KEY must be 64 hexadecimal digits", 1, "migrate")
	k.env["DATABASE_URL"] = "postgres://bot@db.example/keepsake"
	step("encrypts the files of SQLite only", 1, "encrypt")
}
