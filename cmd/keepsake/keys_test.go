package main

import (
	"strings"
	"testing"
)

// The operator makes, lists and revokes keys beside the bot; the secret is the last line of what create prints, and
// in no list.
func TestKeys(t *testing.T) {
	env, _ := newEnviron(t)
	do := func(want int, args ...string) string {
		t.Helper()
		out, errOut, code := keepsake(t.Context(), env, append([]string{"key"}, args...)...)
		if code != want {
			t.Fatalf("key %v: %d %s%s", args, code, out, errOut)
		}
		return out + errOut
	}
	var secrets, ids []string
	for rights, args := range map[string][]string{
		"telegram:1001, to read.": {"--person", "1001"}, "telegram:1002, to read and write.": {"--person", "telegram:1002", "--write"},
		"agent keepsake, to read and write, trusted.": {"--agent", "keepsake", "--write", "--trusted"},
	} {
		made := do(exitDone, append([]string{"create"}, args...)...)
		lines := strings.Split(strings.TrimSpace(made), "\n")
		secret := lines[len(lines)-1]
		if !strings.HasPrefix(secret, "ks_") || strings.ContainsAny(secret, " \t") || !strings.Contains(made, "for "+rights) {
			t.Errorf("made %q, want %q", made, rights)
		}
		secrets, ids = append(secrets, secret), append(ids, strings.Fields(made)[1])
	}
	listed := do(exitDone, "list")
	for _, want := range []string{"telegram:1001", "telegram:1002", "agent keepsake", "read and write, trusted", "never"} {
		if !strings.Contains(listed, want) {
			t.Errorf("the list lacks %q:\n%s", want, listed)
		}
	}
	for i, id := range ids {
		if strings.Contains(listed, secrets[i]) || !strings.Contains(listed, id) {
			t.Errorf("the list has a secret, or lacks %s", id)
		}
		if said := do(exitDone, "revoke", id); !strings.Contains(said, id+" is revoked") {
			t.Errorf("revoked: %q", said)
		}
	}
	do(exitFailure, "revoke", ids[0])
	if said := do(exitDone, "list"); !strings.Contains(said, "No keys.") {
		t.Errorf("left: %q", said)
	}
}
