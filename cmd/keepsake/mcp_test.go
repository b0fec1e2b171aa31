package main

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// One memory is opened to another assistant on standard input and output, beside the bot: nothing but the protocol is
// printed, what it adds waits for the person, and wrong callings are told in a sentence.
func TestMCP(t *testing.T) {
	env, _ := newEnviron(t)
	env["DATABASE_URL"] = "sqlite:" + filepath.Join(t.TempDir(), "keepsake.db") // there is none yet
	speak := func(says []string, args ...string) (out, errOut string, code int) {
		t.Helper()
		var o, e buffer
		theirs, ours := io.Pipe()
		go func() {
			for _, line := range says {
				_, _ = io.WriteString(ours, line+"\n")
			}
			for deadline := time.Now().Add(time.Minute); strings.Count(o.String(), "\n") < len(says)-1 && time.Now().Before(deadline); {
				time.Sleep(5 * time.Millisecond) // one line is a notification, which nobody answers
			}
			ours.Close()
		}()
		code = runFrom(t.Context(), theirs, append([]string{"mcp"}, args...), env, &o, &e)
		return o.String(), e.String(), code
	}
	if _, e, code := speak(nil, "--person", "1001"); code != exitFailure || !strings.Contains(e, "nothing is kept yet") {
		t.Errorf("without a database: %d %s", code, e)
	}
	if _, e, code := keepsake(t.Context(), env, "key", "create", "--person", "1001"); code != 0 {
		t.Fatal(e)
	}
	talk := []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"add_memory","arguments":{"content":"User keeps goats","category":"context"}}}`,
	}
	out, e, code := speak(talk, "--person", "1001", "--write")
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		if !strings.HasPrefix(line, `{"jsonrpc":"2.0"`) {
			t.Errorf("printed %q", line)
		}
	}
	if code != 0 || e != "" || !strings.Contains(out, "https://t.me/keepsake_bot?start=decide_") {
		t.Errorf("%d: %s%s", code, out, e)
	}
	out, _, _ = speak(talk, "--person", "1001", "--write", "--trusted")
	if !strings.Contains(out, "Stored as ") {
		t.Errorf("trusted: %s", out)
	}
	for want, args := range map[string][]string{
		"is written like 1001": {"--person", "Ann"}, "add --write": {"--person", "1001", "--trusted"}, "must be one of": {"--agent", "nobody"},
	} {
		if _, e, code := speak(nil, args...); code == 0 || !strings.Contains(e, want) {
			t.Errorf("%v: %d %s", args, code, e)
		}
	}
}
