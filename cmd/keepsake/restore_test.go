package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"keepsake/store/storetest"
)

// What an operator reads who puts a backup back: what was forgotten again and what was closed, by counts and
// ids, and no word of anybody. Without a yes nothing
// happens, and the exit code says so (U1, U18).
func TestRestoreCommand(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	path := storetest.SQLiteFile(t)
	k := keep(t, "sqlite:"+path)
	backup := filepath.Join(t.TempDir(), "backup.db")
	step := stepper(t, k)
	wait := "INSERT INTO outbox (bot, chat, person, kind, body, state, due_at) VALUES ('keepsake', 42, 'telegram:42', 'send', '{\"text\":\"stalecanary\"}', 'ready', '2026-11-20 10:30:00+00:00')"
	storetest.Execute(t, k.env["DATABASE_URL"], wait)
	step("Saved to "+backup, 0, "backup", backup)
	step("Cleared 2 memories", 0, "memory", "clear", "--force", "--memories-only", "--person", "telegram:42")
	// A script in which nobody answers must see that nothing was done.
	for undone, args := range map[string][]string{
		"nothing was restored": {"restore", backup}, "nothing was changed": {"erasures", "apply"}, "nothing was cleared": {"memory", "clear"},
	} {
		step("keepsake: "+undone+": nobody answered. With --force it does not ask", 1, args...)
		for _, typed := range []string{"n\n", "\n", "yess\n"} {
			var out, errs buffer
			if code := runFrom(t.Context(), strings.NewReader(typed), args, k.env, &out, &errs); code != exitFailure || !strings.Contains(errs.String(), undone+": the answer was not y") {
				t.Errorf("%v after %q: code %d, %s", args, typed, code, errs.String())
			}
		}
	}
	step("there is no file", 1, "restore", "--force", backup+"x")
	if out := step("there is no file", 1, "restore", backup+"x"); strings.Contains(out, "Go on?") {
		t.Errorf("it asks whether to go on without a backup:\n%s", out)
	}
	checkNewerBackup(t, k, backup)
	out := step("Restored from "+backup, 0, "restore", "--force", backup)
	for _, want := range []string{"The database of before is now ", "Erased again what was erased since the backup: 1 erasure.", "Closed what waited in it, and will not be sent:", "  1 message to be sent: 1\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not say %q:\n%s", want, out)
		}
	}
	for _, word := range []string{"stalecanary", "tea", "Alec", "telegram:42"} {
		if strings.Contains(out, word) {
			t.Errorf("it says %q:\n%s", word, out)
		}
	}
	if left := step("lunedì", 0, "memory", "list"); strings.Contains(left, "Alec") {
		t.Errorf("what was forgotten is listed:\n%s", left)
	}
	out = step("Nothing was erased since the backup.", 0, "erasures", "apply", "--force")
	if !strings.Contains(out, "Nothing waited in it.") {
		t.Errorf("once more:\n%s", out)
	}
}

// checkNewerBackup: a backup that a newer version has made is refused in one sentence, and everything stays as it was.
func checkNewerBackup(t *testing.T, k kept, backup string) {
	t.Helper()
	newer, database := filepath.Join(t.TempDir(), "newer.db"), strings.TrimPrefix(k.env["DATABASE_URL"], "sqlite:")
	body, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(newer, body, 0o600); err != nil {
		t.Fatal(err)
	}
	storetest.Execute(t, "sqlite:"+newer, "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)")
	before, err := os.ReadFile(database)
	if err != nil {
		t.Fatal(err)
	}
	_, errs, code := keepsake(t.Context(), k.env, "restore", "--force", newer)
	if code != exitFailure || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, "newer Keepsake") {
		t.Errorf("U1: a backup of a newer version: code %d, %s", code, errs)
	}
	after, err := os.ReadFile(database)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("U1: the database was changed by a restore that was refused: %v", err)
	}
	if left, _ := filepath.Glob(database + ".*"); len(left) > 1 { // the lock
		t.Errorf("U1: left behind: %v", left)
	}
}

// After pg_restore, keepsake erasures apply does what keepsake restore does. What was recorded with another
// secret, and what cannot be read, is told (U18).
func TestErasuresApply(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	url := storetest.PostgresURL(t)
	k := keep(t, url)
	journal := filepath.Join(t.TempDir(), "journal")
	k.env["KEEPSAKE_ERASURE_JOURNAL"] = journal
	step := stepper(t, k)
	k.env["DATABASE_URL"] = storetest.CopyPostgres(t, url) // the live one; url is the backup
	step("Cleared 2 memories", 0, "memory", "clear", "--force", "--memories-only", "--person", "telegram:42")
	text, err := os.ReadFile(journal)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(journal, append([]byte("0badc0de {}\n"), text...), 0o600); err != nil {
		t.Fatal(err)
	}
	k.env["DATABASE_URL"], k.env["KEEPSAKE_SECRET"] = url, "another secret of the operator's"
	out := step("Erased again what was erased since the backup: 1 erasure.", 0, "erasures", "apply", "--force")
	for _, want := range []string{"1 of them was recorded with another secret", "is damaged in 1 place;"} {
		if !strings.Contains(out, want) {
			t.Errorf("it does not say %q:\n%s", want, out)
		}
	}
	if left := step("lunedì", 0, "memory", "list"); strings.Contains(left, "Alec") {
		t.Errorf("what was forgotten is listed:\n%s", left)
	}
}

// stepper runs a command and checks what it prints and its exit code.
func stepper(t *testing.T, k kept) func(want string, code int, args ...string) string {
	return func(want string, code int, args ...string) string {
		t.Helper()
		out, errs, got := keepsake(t.Context(), k.env, args...)
		if got != code || !strings.Contains(out+errs, want) {
			t.Errorf("%v: code %d, want %d and %q in\n%s%s", args, got, code, want, out, errs)
		}
		return out
	}
}
