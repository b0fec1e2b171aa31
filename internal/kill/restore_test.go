package kill_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/durable"
	"keepsake/llm/scripted"
	"keepsake/store"
)

// command runs a short command of the program on a database and returns what it printed.
func (w *world) command(url string, args ...string) (string, error) {
	cmd := exec.Command(w.binary, args...)
	cmd.Env = []string{
		"HOME=" + w.t.TempDir(), "PATH=" + os.Getenv("PATH"), "DATABASE_URL=" + url,
		"TELEGRAM_BOT_TOKEN=" + w.tg.Token(), "TELEGRAM_API_URL=" + w.tg.URL(), "OPENAI_BASE_URL=" + w.model.URL(), "KEEPSAKE_MODEL=" + scripted.DefaultModel,
	}
	if w.key != nil {
		cmd.Env = append(cmd.Env, "KEEPSAKE_DATABASE_KEY="+w.key.Hex())
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (w *world) must(url string, args ...string) string {
	w.t.Helper()
	out, err := w.command(url, args...)
	if err != nil {
		w.t.Fatalf("keepsake %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// memories returns what a database keeps, by id.
func (w *world) memories(url string) map[string]string {
	w.t.Helper()
	file := filepath.Join(w.t.TempDir(), "memories.json")
	w.must(url, "memory", "export", "-o", file)
	body, err := os.ReadFile(file)
	if err != nil {
		w.t.Fatal(err)
	}
	var list []struct{ ID, Content string }
	if err := json.Unmarshal(body, &list); err != nil {
		w.t.Fatalf("%v\n%s", err, body)
	}
	out := map[string]string{}
	for _, m := range list {
		out[m.ID] = m.Content
	}
	return out
}

// TestKillRestore kills the bot at random moments after a backup, in which somebody is forgotten, and
// restores: everything of the backup is there but what was erased since, and nothing newer (U1). Now and
// then the restore is killed, too, and begun again.
func TestKillRestore(t *testing.T) {
	for name, key := range map[string]*store.Key{"plain": nil, "encrypted": store.NewKey()} {
		t.Run(name, func(t *testing.T) {
			besides(t)
			path := filepath.Join(t.TempDir(), "keepsake.db")
			w := newWorld(t, "sqlite:"+path)
			w.key = key
			talking, hush := context.WithCancel(t.Context())
			done := make(chan struct{})
			go func() { defer close(done); w.talk(talking) }()
			defer func() { hush(); <-done }()
			erased, logs := 0, 0
			for i := range max(3, kills(t)/4) {
				e, l := w.loseAndRestore(i, path)
				erased, logs = erased+e, logs+l
			}
			if erased == 0 || logs == 0 {
				t.Errorf("%d memories were erased after a backup and %d crashes left a log: the test proved nothing", erased, logs)
			}
		})
	}
}

// loseAndRestore is one life of the bot with a backup, a kill and a restore. It returns how many memories
// of the backup were erased after it, and 1 when the crash left a log.
func (w *world) loseAndRestore(i int, path string) (erased, logs int) {
	t := w.t
	before, kept := w.heardSoFar(), w.keptSoFar()
	c := w.start("")
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	// Something must be in the backup that can be erased.
	if err := w.waitFor(ctx, c, func() bool { return w.heardSoFar() >= before+5 && w.keptSoFar() > kept }); err != nil {
		t.Fatalf("round %d: it answers nobody: %v", i, err)
	}
	w.live(c, rand.N(700*time.Millisecond))
	backup := filepath.Join(t.TempDir(), "backup.db")
	w.must(w.url, "backup", backup)
	looked := filepath.Join(t.TempDir(), "looked.db")
	if err := durable.Copy(backup, looked); err != nil {
		t.Fatal(err)
	}
	want := w.memories("sqlite:" + looked)
	if victim, ok := victimOf(want); ok {
		w.live(c, rand.N(100*time.Millisecond))
		w.must(w.url, "memory", "clear", "--force", "--person", fmt.Sprintf("telegram:%d", 1000+victim))
		all := len(want)
		maps.DeleteFunc(want, func(_, content string) bool { return strings.Contains(content, fmt.Sprintf("m%dx", victim)) })
		erased = all - len(want)
	}
	w.live(c, rand.N(500*time.Millisecond))
	c.kill()
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		logs = 1
	}
	if i%2 == 1 {
		w.cutRestore(backup)
	}
	if out, err := w.command(w.url, "restore", "--force", backup); err != nil {
		if !strings.Contains(out, "try again in a second") { // the restore that was cut was done in this second
			t.Fatalf("keepsake restore: %v\n%s", err, out)
		}
		time.Sleep(time.Second)
		w.must(w.url, "restore", "--force", backup)
	}
	if got := w.memories(w.url); !maps.Equal(got, want) {
		t.Fatalf("round %d: after the restore %d memories, want %d\n%v\n%v", i, len(got), len(want), slices.Sorted(maps.Values(got)), slices.Sorted(maps.Values(want)))
	}
	w.unsay()
	asides, err := filepath.Glob(path + ".replaced-*")
	if err != nil || len(asides) == 0 {
		t.Errorf("round %d: nothing is set aside: %v", i, err)
	}
	for _, each := range asides {
		if err := os.Remove(each); err != nil {
			t.Fatal(err)
		}
	}
	return erased, logs
}

// cutRestore begins a restore and kills it at a random moment; now and then it is done before.
func (w *world) cutRestore(backup string) {
	cmd := exec.Command(w.binary, "restore", "--force", backup)
	// Not the test's own environment: the program refuses a KEEPSAKE_… that is no setting, such as KEEPSAKE_KILLS.
	cmd.Env = []string{"HOME=" + w.t.TempDir(), "PATH=" + os.Getenv("PATH"), "DATABASE_URL=" + w.url, "TELEGRAM_BOT_TOKEN=" + w.tg.Token()}
	if w.key != nil {
		cmd.Env = append(cmd.Env, "KEEPSAKE_DATABASE_KEY="+w.key.Hex())
	}
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	time.Sleep(rand.N(250 * time.Millisecond))
	_ = cmd.Process.Kill()
	var refused *exec.ExitError
	if err := cmd.Wait(); errors.As(err, &refused) && refused.Exited() {
		w.t.Errorf("the restore is refused: %v\n%s", err, said.String())
	}
}

// heardSoFar returns how many messages were answered.
func (w *world) heardSoFar() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.heard)
}

// keptSoFar returns how many answered messages asked to remember something.
func (w *world) keptSoFar() (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, facts := range w.saved {
		for _, fact := range facts {
			if factForm.MatchString(fact) && !w.heard[tokenForm.FindString(fact)].IsZero() {
				n++
			}
		}
	}
	return n
}

// live lets the bot live for a while.
func (w *world) live(c *child, d time.Duration) {
	w.t.Helper()
	if err := c.endWithin(d); err != nil {
		w.t.Fatal(err)
	}
}

// victimOf returns the number of a person of whom something is kept.
func victimOf(kept map[string]string) (person int, ok bool) {
	for _, content := range kept {
		if n, err := fmt.Sscanf(factForm.FindString(content), "Parcel m%dx", &person); n == 1 && err == nil {
			return person, true
		}
	}
	return 0, false
}
