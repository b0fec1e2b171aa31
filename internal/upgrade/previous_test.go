package upgrade_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"keepsake/llm/scripted"
	"keepsake/store"
	"keepsake/store/storetest"
)

// newest is the last migration that the program of madeBy knows.
const newest = 10

// TestPreviousProgramOnTheNewSchema: the program of an earlier commit goes on answering on a
// database that this one has migrated. It refuses to start on a schema whose number it does
// not know, so it is told the old number: a replica that runs while another one migrates
// has asked before.
func TestPreviousProgramOnTheNewSchema(t *testing.T) {
	program := previousProgram(t)
	each(t, func(t *testing.T, url string) {
		if err := store.Migrate(t.Context(), url); err != nil {
			t.Fatal(err)
		}
		storetest.Execute(t, url, fmt.Sprintf("DELETE FROM goose_db_version WHERE version_id > %d", newest))
		w := newWorld(t, nil)
		w.tg.Person(101, "Ann").Say("Still there?")
		log, err := os.Create(filepath.Join(t.TempDir(), "log"))
		if err != nil {
			t.Fatal(err)
		}
		defer log.Close()
		bot := exec.Command(program, "serve")
		bot.Stdout, bot.Stderr = log, log
		bot.Env = []string{
			"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"),
			"TELEGRAM_BOT_TOKEN=" + w.tg.Token(), "TELEGRAM_API_URL=" + w.tg.URL(),
			"OPENAI_BASE_URL=" + w.model.URL(), "KEEPSAKE_MODEL=" + scripted.DefaultModel,
			"DATABASE_URL=" + url, "KEEPSAKE_ACCESS=open", "KEEPSAKE_EMBED_MODEL=" + scripted.DefaultEmbedModel,
			"KEEPSAKE_QUIET=0s", "KEEPSAKE_RATE=1000000", "KEEPSAKE_CHAT_RATE=1000000",
		}
		if err := bot.Start(); err != nil {
			t.Fatal(err)
		}
		defer func() {
			_ = bot.Process.Signal(syscall.SIGTERM)
			if err := bot.Wait(); err != nil {
				t.Errorf("it did not stop in order: %v", err)
			}
			said, _ := os.ReadFile(log.Name())
			if t.Failed() || strings.Contains(string(said), "level=ERROR") {
				t.Errorf("the program said:\n%s", said[max(0, len(said)-4000):])
			}
		}()
		ben := w.tg.Person(102, "Ben")
		w.ask(ben, "Good morning.")
		w.ask(ben, "Please remember that the harbour opens at five")
		wants(t, "/memory", w.ask(ben, "/memory"), "play the trombone", "the harbour opens at five")
		wants(t, "/tasks", w.ask(w.tg.Person(101, "Ann"), "/tasks"), "water the tomatoes")
		w.ask(ben, "/memory forget all")
	})
}

// previousProgram returns the program of an earlier commit, built from the history of this
// repository. It is kept for the next time.
func previousProgram(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(cache, "keepsake-test", madeBy[:12]+"-"+runtime.Version())
	if _, err := os.Stat(kept); err == nil {
		return kept
	}
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	root, err := exec.CommandContext(ctx, "git", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		t.Fatalf("this test needs git and the repository: %v", err)
	}
	archive := exec.CommandContext(ctx, "sh", "-c", `git archive "$1" | tar -x -C "$2"`, "sh", madeBy, dir)
	archive.Dir = strings.TrimSpace(string(root))
	if out, err := archive.CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("the history lacks commit %s (a clone with --depth? git fetch --unshallow): %v %s", madeBy, err, out)
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", "program", "./cmd/keepsake")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	if err := os.MkdirAll(filepath.Dir(kept), 0o755); err != nil {
		t.Fatal(err)
	}
	part := kept + "." + filepath.Base(filepath.Dir(dir)) // another test binary may be at it, too
	move := exec.CommandContext(ctx, "mv", filepath.Join(dir, "program"), part)
	if out, err := move.CombinedOutput(); err != nil {
		t.Fatalf("keep the program: %v %s", err, out)
	}
	if err := os.Rename(part, kept); err != nil {
		t.Fatal(err)
	}
	return kept
}
