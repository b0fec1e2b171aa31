package app_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"keepsake/app"
	"keepsake/app/database"
	"keepsake/app/settings"
	"keepsake/store"
)

// TestEncryptionSettings: what is wrong with a key is told by the name of its setting.
func TestEncryptionSettings(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	good := store.NewKey().Hex()
	for name, c := range map[string]struct {
		key, file, url, want string
	}{
		"none":              {},
		"a key":             {key: good},
		"a file":            {file: write("good", good+"\n")},
		"no key":            {key: "correct horse battery staple", want: "KEEPSAKE_DATABASE_KEY must be 64 hexadecimal digits"},
		"both":              {key: good, file: write("both", good), want: "KEEPSAKE_DATABASE_KEY_FILE and KEEPSAKE_DATABASE_KEY are both set"},
		"no file":           {file: filepath.Join(dir, "none"), want: "KEEPSAKE_DATABASE_KEY_FILE names a file that is not there. If there was one, bring it back"},
		"a file of no key":  {file: write("bad", "hunter2"), want: "KEEPSAKE_DATABASE_KEY_FILE names a file that holds no key"},
		"a folder":          {file: dir, want: "KEEPSAKE_DATABASE_KEY_FILE names a file that cannot be read"},
		"a key on Postgres": {key: good, url: "postgres://bot@db/keepsake", want: "KEEPSAKE_DATABASE_KEY encrypts the files of SQLite only"},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := newWorld(t).config
			cfg.DatabaseKey, cfg.DatabaseKeyFile = settings.Secret(c.key), c.file
			if c.url != "" {
				cfg.DatabaseURL = settings.Secret(c.url)
			}
			err := cfg.ValidateDatabase()
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
			if err != nil && (strings.Contains(err.Error(), "horse") || strings.Contains(err.Error(), "hunter2")) {
				t.Error("the error shows the secret")
			}
		})
	}
}

// TestEncryptedBot (P66): a bot on an encrypted file, from the first byte on: it talks, it
// restarts, its doctor and its /privacy say so, its desk works, and the key opens it again
// after it was changed.
func TestEncryptedBot(t *testing.T) {
	w := newWorld(t)
	w.withoutDatabase()
	w.rules.Otherwise().Say("Hello.")
	dir := filepath.Dir(strings.TrimPrefix(w.config.DatabaseURL.Reveal(), "sqlite:"))
	w.config.DatabaseKeyFile = filepath.Join(t.TempDir(), "key")
	if err := database.NewKey(t.Context(), w.config, ""); err != nil {
		t.Fatal(err)
	}
	if err := database.NewKey(t.Context(), w.config, ""); err == nil || !strings.Contains(err.Error(), "never overwritten") {
		t.Errorf("a second key: %v", err)
	}
	ann := w.tg.Person(7, "Ann")
	for range 2 {
		a, stop := w.start(nil)
		if !a.DB.IsEncrypted() {
			t.Error("it is not encrypted")
		}
		phrase := "canary in a coal mine"
		for say, want := range map[string]string{phrase: "Hello.", "/privacy": "encrypted database file"} {
			if _, err := ann.AwaitText(within(t), ann.Say(say).ID, want); err != nil {
				t.Fatal(err)
			}
		}
		files, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			b, err := os.ReadFile(filepath.Join(dir, f.Name()))
			if err != nil || strings.Contains(string(b), phrase) || strings.Contains(string(b), "SQLite format") {
				t.Errorf("%s is readable: %v", f.Name(), err)
			}
		}
		if err := database.Encrypt(t.Context(), w.config, ""); err == nil || !strings.Contains(err.Error(), "another Keepsake is using this database") {
			t.Errorf("under a running bot: %v", err)
		}
		stop()
	}
	if got := examine(t, w.config); !strings.Contains(got, "at rest: encrypted with the key that is set") {
		t.Errorf("doctor:\n%s", got)
	}
	if err := os.Chmod(w.config.DatabaseKeyFile, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := examine(t, w.config); !strings.Contains(got, "others may read the key in KEEPSAKE_DATABASE_KEY_FILE (mode 0644): chmod 600 it") {
		t.Errorf("doctor:\n%s", got)
	}
	copied := filepath.Join(t.TempDir(), "backup.db")
	if _, err := database.Backup(t.Context(), w.config, copied); err != nil {
		t.Fatal(err)
	}
	changeKey(t, w)
	restored := w.config
	restored.DatabaseURL = settings.Secret("sqlite:" + copied)
	if m, err := app.OpenMemories(t.Context(), restored); !errors.Is(err, store.ErrKeyWrong) {
		t.Errorf("the backup has the old key: %v", err)
		m.Close()
	}
	if err := database.Encrypt(t.Context(), restored, filepath.Join(filepath.Dir(w.config.DatabaseKeyFile), "key")); err != nil {
		t.Errorf("the backup: %v", err)
	}
}

// changeKey gives the database another key, takes it away, and says what each lacks.
func changeKey(t *testing.T, w *world) {
	t.Helper()
	old := w.config.DatabaseKeyFile
	w.config.DatabaseKeyFile = filepath.Join(filepath.Dir(old), "key2")
	if err := database.NewKey(t.Context(), w.config, old); err != nil {
		t.Fatal(err)
	}
	doctor := func(want string) {
		t.Helper()
		if got := examine(t, w.config); !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	doctor("the key does not open the database")
	if err := database.Encrypt(t.Context(), w.config, old); err != nil {
		t.Fatal(err)
	}
	doctor("its schema is this version's")
	if err := database.Encrypt(t.Context(), w.config, old); !errors.Is(err, database.ErrConverted) {
		t.Errorf("again: %v", err)
	}
	key := w.config.DatabaseKeyFile
	w.config.DatabaseKeyFile = ""
	doctor("set KEEPSAKE_DATABASE_KEY_FILE, or KEEPSAKE_DATABASE_KEY, to its key")
	w.config.DatabaseKeyFile = key
	if err := database.Decrypt(t.Context(), w.config); err != nil {
		t.Fatal(err)
	}
	doctor("run `keepsake encrypt` to encrypt it")
	if err := database.Encrypt(t.Context(), w.config, ""); err != nil {
		t.Fatal(err)
	}
}
