//go:build linux

package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"keepsake/internal/vt"
)

// U12: who starts the bot in a terminal is shown the link that makes an owner there, and not in the
// log.
func TestOwnerLinkInTerminal(t *testing.T) {
	env, _ := newEnviron(t)
	keys, tty, err := vt.OpenPTY(100, 24)
	if err != nil {
		t.Fatal(err)
	}
	defer keys.Close()
	defer tty.Close()
	ctx, stop := context.WithTimeout(t.Context(), 30*time.Second)
	defer stop()
	var log buffer
	ended := make(chan int, 1)
	go func() { ended <- run(ctx, []string{"serve"}, env, tty, &log) }()
	var seen []byte
	p := make([]byte, 4096)
	for !bytes.Contains(seen, []byte("?start=")) {
		n, err := keys.Read(p)
		if err != nil {
			t.Fatalf("%v: %s\n%s", err, seen, log.String())
		}
		seen = append(seen, p[:n]...)
	}
	stop()
	if code := <-ended; code != 0 {
		t.Errorf("it ended with %d:\n%s", code, log.String())
	}
	if !strings.Contains(string(seen), "Nobody owns this bot yet. Open this link") || strings.Contains(log.String(), "start=") {
		t.Errorf("%s\n%s", seen, log.String())
	}
}
