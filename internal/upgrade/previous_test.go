package upgrade_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"keepsake/app"
	"keepsake/llm/scripted"
	"keepsake/store/storetest"
)

// previous is the commit that landed before this one: its program serves on while this one migrates.
const previous = "7bf6eda401e7ead3bc09e837fad2704d7e28ffa0"

// newest is the last migration that it knows.
const newest = 40

// TestPreviousProgramOnTheNewSchema: the program of an earlier commit goes on answering on a
// database that this one has migrated. It refuses to start on a schema whose number it does
// not know, so it is told the old number: a replica that runs while another one migrates
// has asked before.
func TestPreviousProgramOnTheNewSchema(t *testing.T) {
	program := previousProgram(t)
	each(t, func(t *testing.T, url string) {
		if err := storetest.Migrate(t.Context(), url); err != nil {
			t.Fatal(err)
		}
		storetest.Execute(t, url, fmt.Sprintf("DELETE FROM goose_db_version WHERE version_id > %d", newest))
		w := newWorld(t, nil)
		w.tg.Person(101, "Ann").Say("Still there?")
		startProgram(t, w, program, url)
		ben := w.tg.Person(102, "Ben")
		w.ask(ben, "Good morning.")
		w.ask(ben, "Please remember that I painted the harbour gate")
		wants(t, "/memory", w.ask(ben, "/memory"), "play the trombone", "painted the harbour gate")
		wants(t, "/tasks", w.ask(w.tg.Person(101, "Ann"), "/tasks"), "water the tomatoes")
		w.ask(ben, "/memory forget all")
	})
}

// TestReplicasOfTwoVersions: a replica of the earlier version serves while one of this version
// migrates the database under it; both serve side by side, and then the earlier one ends.
func TestReplicasOfTwoVersions(t *testing.T) {
	program := previousProgram(t)
	url := storetest.EmptyPostgresURL(t)
	storetest.Execute(t, url, string(fixture(t, "postgres.sql")))
	w := newWorld(t, nil)
	ann := w.tg.Person(101, "Ann")
	ann.Say("Still there?")
	end := startProgram(t, w, program, url)
	w.ask(ann, "Good morning.")

	c := configOf(w, url)
	c.Telegram.Lease = lease
	a, err := app.New(t.Context(), c, app.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	defer func() {
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	w.talkTogether(4, 3)
	end()
	w.talkTogether(4, 1)
	ben := w.tg.Person(200, "Ben")
	wants(t, "/memory", w.ask(ben, "/memory"), deeds[0]+" in round 0", deeds[1]+" in round 0")
}

// TestSchemaGrowsUnderneath: a later version adds a column to every table while this one serves.
// A plan that a connection keeps for SELECT * would fail then.
func TestSchemaGrowsUnderneath(t *testing.T) {
	url := storetest.EmptyPostgresURL(t)
	w := newWorld(t, nil)
	var log lockedBuffer
	a, err := app.New(t.Context(), configOf(w, url), app.Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- a.Run(ctx) }()
	w.talkTogether(5, 2)
	tables, err := a.DB.RowCounts(t.Context())
	if err != nil || len(tables) < 20 {
		t.Fatal(tables, err)
	}
	for table := range tables {
		storetest.Execute(t, url, "ALTER TABLE "+table+" ADD COLUMN added_later text NOT NULL DEFAULT 'x'")
	}
	w.talkTogether(5, 2)
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if said := log.String(); strings.Contains(said, "level=ERROR") || strings.Contains(said, "0A000") {
		t.Errorf("the log says:\n%s", said)
	}
}

// lockedBuffer is a buffer that many goroutines write to.
type lockedBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

// deeds are facts that nobody takes for one another.
var deeds = []string{"painted a fence", "lost an umbrella", "met the harbour master"}

// talkTogether lets some people talk at once, each so often, and fails when something is not
// answered, or answered twice.
func (w *world) talkTogether(people, times int) {
	w.t.Helper()
	var all sync.WaitGroup
	for i := range people {
		p := w.tg.Person(int64(200+i), "Ben")
		all.Go(func() {
			for n := range times {
				before := len(p.Messages())
				w.ask(p, fmt.Sprintf("Please remember that I %s in round %d", deeds[n], i))
				w.ask(p, "/help")
				if got := len(p.Messages()) - before; got != 4 {
					w.t.Errorf("two questions made %d messages: %v", got, p.Messages()[before:])
				}
			}
		})
	}
	all.Wait()
}

// lease is short, so that a replica that ended is soon replaced.
const lease = 3 * time.Second

// environ returns the variables of a program in this world.
func environ(t *testing.T, w *world, url string) []string {
	return []string{
		"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"),
		"TELEGRAM_BOT_TOKEN=" + w.tg.Token(), "TELEGRAM_API_URL=" + w.tg.URL(),
		"OPENAI_BASE_URL=" + w.model.URL(), "KEEPSAKE_MODEL=" + scripted.DefaultModel,
		"DATABASE_URL=" + url, "KEEPSAKE_ACCESS=open", "KEEPSAKE_EMBED_MODEL=" + scripted.DefaultEmbedModel,
		"KEEPSAKE_QUIET=0s", "KEEPSAKE_RATE=1000000", "KEEPSAKE_CHAT_RATE=1000000", "KEEPSAKE_LEASE=" + lease.String(),
	}
}

// startProgram starts a program on a database and returns what ends it in order.
func startProgram(t *testing.T, w *world, program, url string) (end func()) {
	t.Helper()
	log, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	bot := exec.Command(program, "serve")
	bot.Stdout, bot.Stderr = log, log
	bot.Env = environ(t, w, url)
	if err := bot.Start(); err != nil {
		t.Fatal(err)
	}
	end = sync.OnceFunc(func() {
		_ = bot.Process.Signal(syscall.SIGTERM)
		if err := bot.Wait(); err != nil {
			t.Errorf("it did not stop in order: %v", err)
		}
		_ = log.Close()
		said, _ := os.ReadFile(log.Name())
		if t.Failed() || strings.Contains(string(said), "level=ERROR") {
			t.Errorf("the program said:\n%s", said[max(0, len(said)-4000):])
		}
	})
	t.Cleanup(end)
	return end
}

// previousProgram returns the program of an earlier commit, built from the history of this
// repository. It is kept for the next time.
func previousProgram(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(cache, "keepsake-test", previous[:12]+"-"+runtime.Version())
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
	archive := exec.CommandContext(ctx, "sh", "-c", `git archive "$1" | tar -x -C "$2"`, "sh", previous, dir)
	archive.Dir = strings.TrimSpace(string(root))
	if out, err := archive.CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("the history lacks commit %s (a clone with --depth? git fetch --unshallow): %v %s", previous, err, out)
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
