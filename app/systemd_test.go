package app_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"keepsake/app"
)

// TestSystemdUnit: deploy/keepsake.service sets settings that exist, keeps its data where it may
// write, and is closed otherwise; where systemd is installed, it reads the unit without a word.
func TestSystemdUnit(t *testing.T) {
	raw, err := os.ReadFile("../deploy/keepsake.service")
	must(t, err)
	unit := string(raw)
	known := knownVariables()
	set := regexp.MustCompile(`(?m)^#?Environment=([A-Z_]+)=(.*)$`).FindAllStringSubmatch(unit, -1)
	if len(set) != 3 {
		t.Errorf("it sets %v", set)
	}
	for _, m := range set {
		if !known[m[1]] {
			t.Errorf("it sets %s, which is no setting", m[1])
		}
	}
	stop := regexp.MustCompile(`(?m)^TimeoutStopSec=(\d+)$`).FindStringSubmatch(unit)
	if stop == nil {
		t.Fatal("it does not say when it is killed")
	}
	if seconds, err := strconv.Atoi(stop[1]); err != nil || time.Duration(seconds)*time.Second <= app.StopWithin {
		t.Errorf("it is killed %ss after it was asked to stop, which takes up to %v (X13)", stop[1], app.StopWithin)
	}
	for _, line := range []string{
		"ExecStart=/usr/local/bin/keepsake serve", "Environment=DATABASE_URL=sqlite:/var/lib/keepsake/keepsake.db", "StateDirectory=keepsake",
		"DynamicUser=yes", "ProtectSystem=strict", "ProtectHome=yes", "NoNewPrivileges=yes", "CapabilityBoundingSet=", "MemoryDenyWriteExecute=yes",
		"#LoadCredential=database-key:/etc/keepsake/key", "#Environment=KEEPSAKE_DATABASE_KEY_FILE=%d/database-key", "TimeoutStopSec=15",
	} {
		if !strings.Contains("\n"+unit, "\n"+line+"\n") {
			t.Errorf("it lacks %s", line)
		}
	}
	verifier, err := exec.LookPath("systemd-analyze")
	if err != nil {
		return // the lines above hold everywhere
	}
	// What it starts must exist, and the key's lines are checked as well.
	there := filepath.Join(t.TempDir(), "keepsake.service")
	text := strings.ReplaceAll(unit, "/usr/local/bin/keepsake", "/bin/true")
	text = strings.NewReplacer("#LoadCredential", "LoadCredential", "#Environment", "Environment").Replace(text)
	must(t, os.WriteFile(there, []byte(text), 0o644))
	if said, err := exec.Command(verifier, "verify", there).CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("systemd says: %v\n%s", err, said)
	}
}
