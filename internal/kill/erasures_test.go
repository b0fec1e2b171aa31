package kill_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/internal/failpoint"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/store/storetest"
)

// A program that is killed between the journal of erasures and the commit, or between the commit and its mark,
// leaves a memory that lives, or one that is gone; a restore of an earlier backup afterwards leaves the same
// (U18).
func TestKilledInAnErasure(t *testing.T) {
	program, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	for point, lives := range map[string]bool{failpoint.AfterErasureNoted: true, failpoint.AfterErasureCommit: false} {
		t.Run(point, func(t *testing.T) {
			path := storetest.SQLiteFile(t)
			db := storetest.OpenSQLite(t, path)
			owner := scope.Scope{Store: "keepsake", Kind: scope.User, ID: "telegram:7"}
			service := memory.New(memory.Config{Store: db.Memories(), Now: time.Now, Key: []byte("key")})
			if _, _, err := service.Add(t.Context(), actor.OfPerson(owner.ID), memory.Draft{Scope: owner, Content: "crashcanary likes tea"}); err != nil {
				t.Fatal(err)
			}
			backup := filepath.Join(t.TempDir(), "backup.db")
			if err := errors.Join(db.Backup(t.Context(), backup), db.Close()); err != nil {
				t.Fatal(err)
			}
			run := func(armed string, args ...string) (string, error) {
				c := exec.CommandContext(t.Context(), program, args...)
				c.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "DATABASE_URL=sqlite:" + path, "TELEGRAM_BOT_TOKEN=1:a", failpoint.Env + "=" + armed}
				out, err := c.CombinedOutput()
				return string(out), err
			}
			must := func(args ...string) string {
				t.Helper()
				out, err := run("", args...)
				if err != nil {
					t.Fatalf("%v: %v\n%s", args, err, out)
				}
				return out
			}
			out, err := run(point, "memory", "clear", "--force", "--memories-only", "--person", owner.ID)
			var killed *exec.ExitError
			if !errors.As(err, &killed) || killed.Exited() {
				t.Fatalf("it was not killed: %v\n%s", err, out)
			}
			for _, when := range []string{"after the crash", "after the restore"} {
				if when == "after the restore" {
					must("restore", "--force", backup)
				}
				if got := strings.Contains(must("memory", "list", "--person", owner.ID), "crashcanary"); got != lives {
					t.Errorf("%s the memory lives: %v, want %v", when, got, lives)
				}
			}
		})
	}
}
