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

// A59: the operator's way to the page is a link for one person; without a public address there is none.
func TestDashboardA59(t *testing.T) {
	env, _ := newEnviron(t)
	if out, errOut, code := keepsake(t.Context(), env, "dashboard", "--person", "1001"); code == exitDone || !strings.Contains(errOut, "KEEPSAKE_WEB_URL") {
		t.Errorf("without an address: %d %s%s", code, out, errOut)
	}
	env["KEEPSAKE_WEB_ADDR"], env["KEEPSAKE_WEB_URL"] = "127.0.0.1:8082", "http://127.0.0.1:8082"
	if out, errOut, code := keepsake(t.Context(), env, "key", "create", "--person", "1001"); code != exitDone { // it makes the database
		t.Fatalf("%d %s%s", code, out, errOut)
	}
	out, errOut, code := keepsake(t.Context(), env, "dashboard", "--person", "1001")
	if code != exitDone || !strings.Contains(out, "http://127.0.0.1:8082/me/in?code=") {
		t.Errorf("%d %s%s", code, out, errOut)
	}
	if out, errOut, code := keepsake(t.Context(), env, "dashboard"); code == exitDone || !strings.Contains(errOut, "--person") {
		t.Errorf("without an owner: %d %s%s", code, out, errOut)
	}
}
