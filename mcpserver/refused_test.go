package mcpserver_test

import (
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
	ask(secret, `{"jsonrpc":`, http.StatusBadRequest, "-32700")
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
