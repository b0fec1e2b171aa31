package main

import (
	"context"
	"maps"
	"os"
	"strings"
	"testing"
	"time"

	"keepsake/bot/simulator"
	"keepsake/internal/faulty"
	"keepsake/store/storetest"
)

// The PostgreSQL story of docs/operating.md with the server's own pg_dump and pg_restore, into a fresh
// database and over the old one: what was forgotten since the dump is forgotten again, what waited is
// closed and listed, and the bot that starts on it sends none of it (U1, U18).
func TestPgDumpDrill(t *testing.T) {
	pg := faulty.NewPostgres(t)
	env, tg := newEnviron(t)
	env["DATABASE_URL"] = pg.URL
	if out, errs, code := keepsake(t.Context(), env, "migrate"); code != 0 {
		t.Fatalf("migrate: %s%s", out, errs)
	}
	k := keep(t, pg.URL)
	maps.Copy(k.env, env)
	step := stepper(t, k)
	wait := "INSERT INTO outbox (bot, chat, person, kind, body, state, due_at) VALUES ('keepsake', 42, 'telegram:42', 'send', '{\"text\":\"stalecanary\"}', 'ready', now())"
	storetest.Execute(t, pg.URL, wait)
	dump := publicFile(t, pg.Run("pg_dump", "-Fc", "--exclude-schema=keepsake_erasures", pg.URL))
	step("Cleared 2 memories", 0, "memory", "clear", "--force", "--memories-only", "--person", "telegram:42")

	recover := func() {
		t.Helper()
		if old := step("lunedì", 0, "memory", "list"); !strings.Contains(old, "Alec") {
			t.Errorf("the dump lacks what it had:\n%s", old)
		}
		out := step("Erased again what was erased since the backup: 1 erasure.", 0, "erasures", "apply", "--force")
		if want := "Closed what waited in it, and will not be sent:\n  1 message to be sent: 1\n"; !strings.Contains(out, want) {
			t.Errorf("it does not say %q:\n%s", want, out)
		}
		if left := step("lunedì", 0, "memory", "list"); strings.Contains(left, "Alec") {
			t.Errorf("what was forgotten is listed:\n%s", left)
		}
		out = step("Nothing was erased since the backup.", 0, "erasures", "apply", "--force")
		if !strings.Contains(out, "Nothing waited in it.") {
			t.Errorf("once more:\n%s", out)
		}
	}
	pg.Run("psql", "-v", "ON_ERROR_STOP=1", "-c", "CREATE DATABASE fresh", pg.URL)
	fresh := strings.Replace(pg.URL, "/postgres?", "/fresh?", 1)
	pg.Run("psql", "-v", "ON_ERROR_STOP=1", "-f", publicFile(t, pg.Run("pg_dump", "--schema=keepsake_erasures", pg.URL)), fresh)
	pg.Run("pg_restore", "--exit-on-error", "--dbname="+fresh, dump)
	k.env["DATABASE_URL"] = fresh
	recover()
	serveOnce(t, k.env, tg)
	if sent := tg.History(42); len(sent) != 0 {
		t.Errorf("what waited in the backup is sent: %+v", sent)
	}
	step("All is well", 0, "doctor")

	k.env["DATABASE_URL"] = pg.URL
	pg.Run("pg_restore", "--exit-on-error", "--clean", "--if-exists", "--dbname="+pg.URL, dump)
	recover()
}

// publicFile makes a file that the user of the database's server can read.
func publicFile(t *testing.T, content []byte) string {
	t.Helper()
	f, err := os.CreateTemp("", "keepsake-drill-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Remove(f.Name()) })
	if _, err := f.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := f.Chmod(0o644); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}

// serveOnce runs the bot until it has answered somebody and sent what it had to send.
func serveOnce(t *testing.T, env map[string]string, tg *simulator.Server) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var out, log buffer
	ended := make(chan int, 1)
	go func() { ended <- run(ctx, []string{"serve"}, env, &out, &log) }()
	ben := tg.Person(8, "Ben")
	patient, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if _, err := ben.AwaitText(patient, ben.Say("hello").ID, "Good day."); err != nil {
		t.Errorf("%v\n%s", err, log.String())
	}
	stop()
	if code := <-ended; code != 0 {
		t.Errorf("it ended with %d:\n%s", code, log.String())
	}
}
