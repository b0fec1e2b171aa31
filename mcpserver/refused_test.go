package mcpserver_test

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/people"
	"keepsake/store/storetest"
)

// Who shows no key, a revoked one, a blocked person's, too often, or too much is told so, and no session is kept.
func TestRefused(t *testing.T) {
	w := newWorld(t, storetest.SQLite(t))
	ctx := t.Context()
	k, secret, err := w.keys.Create(ctx, actor.OfSystem(), apikey.Key{Store: "keepsake", Person: alice})
	must(t, err)
	_, others, err := w.keys.Create(ctx, actor.OfSystem(), apikey.Key{Store: "elsewhere", Person: alice})
	must(t, err)
	origin := ""
	ask := func(secret, body string, want int, says ...string) {
		t.Helper()
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.server.URL, strings.NewReader(body))
		must(t, err)
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		if secret != "" {
			req.Header.Set("Authorization", "Bearer "+secret)
		}
		if origin != "" {
			req.Header.Set("Origin", origin)
		}
		res, err := http.DefaultClient.Do(req)
		must(t, err)
		defer res.Body.Close()
		got, _ := io.ReadAll(res.Body)
		for _, words := range says {
			if !strings.Contains(string(got), words) {
				t.Errorf("%s does not say %s", got, words)
			}
		}
		if res.StatusCode != want || res.Header.Get("Mcp-Session-Id") != "" || strings.Contains(string(got), "bees") {
			t.Errorf("%d %s; want %d", res.StatusCode, got, want)
		}
	}
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`
	ask(secret, list, http.StatusOK)
	ask("", list, http.StatusUnauthorized)
	ask("ks_wrong", list, http.StatusUnauthorized, "The key is not known.")
	ask(others, list, http.StatusForbidden)
	ask(secret, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"x":"`+strings.Repeat("bees", 100_000)+`"}}`, http.StatusRequestEntityTooLarge)
	ask(secret, `{"jsonrpc":`, http.StatusBadRequest, `"code":-32700`, `"id":null`)
	ask(secret, `{"hello":"there"}`, http.StatusBadRequest, `"code":-32600`)
	ask(secret, `{"jsonrpc":"2.0","id":7,"method":"tools/burn","params":{}}`, http.StatusBadRequest, `{"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"Method not found"}}`)
	ask(secret, `{"jsonrpc":"2.0","id":"a","method":"tools/call"}`, http.StatusBadRequest, `"id":"a","error":{"code":-32600`)
	ask(secret, `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"keepsake://memories"}}`, http.StatusOK, `"contents"`)
	origin = "https://other.example"
	ask(secret, list, http.StatusForbidden)
	origin = w.server.URL
	ask(secret, list, http.StatusOK)
	origin = ""
	w.gate.Rate, w.gate.Burst = rate.Every(time.Hour), 1
	_, slow, err := w.keys.Create(ctx, actor.OfSystem(), apikey.Key{Store: "keepsake", Person: alice})
	must(t, err)
	ask(slow, list, http.StatusOK)
	ask(slow, list, http.StatusTooManyRequests)
	_, err = w.people.See(ctx, actor.OfPerson(alice), people.Person{ID: alice, Name: "Alice"})
	must(t, err)
	must(t, w.db.People().SetAccess(ctx, alice, people.Blocked))
	ask(secret, list, http.StatusForbidden)
	must(t, w.keys.Revoke(ctx, actor.OfSystem(), k.ID))
	ask(secret, list, http.StatusUnauthorized)
}

// A line that is no message is answered, and the conversation goes on.
func TestMalformedLines(t *testing.T) {
	t.Parallel()
	w := newWorld(t, storetest.SQLite(t))
	k, _, err := w.keys.Create(t.Context(), actor.OfSystem(), apikey.Key{Store: "keepsake", Person: alice})
	must(t, err)
	start := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}` + "\r\n"
	for name, c := range map[string]struct{ line, answer string }{
		"no JSON":        {"hello there", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}`},
		"half a message": {`{"jsonrpc":"2.0",`, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}`},
		"no request":     {`{"id":4,"method":"ping"}`, `{"jsonrpc":"2.0","id":4,"error":{"code":-32600,"message":"Invalid Request"}}`},
		"unknown method": {`{"jsonrpc":"2.0","id":"b","method":"burn"}`, `"id":"b","error":{"code":-32601`},
		"too long":       {`{"jsonrpc":"2.0","id":5,"method":"ping","params":{"x":"` + strings.Repeat("bees", 300_000) + `"}}`, `"error":{"code":-32600,"message":"The message is too long"}`},
		"nothing":        {"", `"id":9,"result"`},
	} {
		t.Run(name, func(t *testing.T) {
			theirs, ours := io.Pipe()
			back, answers := io.Pipe()
			ended := make(chan error, 1)
			go func() { ended <- w.room.Serve(t.Context(), k, theirs, answers) }()
			lines := bufio.NewScanner(back)
			send := func(line string) {
				_, err := io.WriteString(ours, line)
				must(t, err)
			}
			hear := func(want string) {
				t.Helper()
				if !lines.Scan() || !strings.Contains(lines.Text(), want) {
					t.Fatalf("%s %v; want %s", lines.Text(), lines.Err(), want)
				}
			}
			send(start)
			hear(`"id":1,"result"`)
			send(`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" + c.line + "\n")
			if name != "nothing" {
				hear(c.answer)
			}
			send(`{"jsonrpc":"2.0","id":9,"method":"ping"}` + "\n")
			hear(`"id":9,"result"`)
			must(t, ours.Close())
			must(t, <-ended)
		})
	}
}
