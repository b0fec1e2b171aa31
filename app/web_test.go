package app_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"keepsake/apikey"
	"keepsake/app/keydesk"
)

// P20, P22, E41: the process serves programs at KEEPSAKE_WEB_ADDR with a key that the operator made before the bot ever
// ran, counts their requests, and serves none where no address is set.
func TestWebP20(t *testing.T) {
	w := newWorld(t)
	w.config.Web.Addr, w.config.HTTPAddr = freeAddr(t), freeAddr(t)
	desk, err := keydesk.Open(t.Context(), w.config, true)
	must(t, err)
	_, mine, err := desk.Make(t.Context(), "1001", "", apikey.Key{Write: true})
	must(t, err)
	_, others, err := desk.Make(t.Context(), "telegram:1002", "", apikey.Key{})
	must(t, err)
	must(t, desk.Close())
	_, stop := w.start(nil)
	waitHealthy(t, w.config.HTTPAddr)
	ask := func(key, method, path, body string, want int) string {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, "http://"+w.config.Web.Addr+path, strings.NewReader(body))
		must(t, err)
		req.Header.Set("Authorization", "Bearer "+key)
		if body != "" {
			req.Header.Set("Content-Type", "application/json")
		}
		res, err := http.DefaultClient.Do(req)
		must(t, err)
		defer res.Body.Close()
		got, err := io.ReadAll(res.Body)
		if err != nil || res.StatusCode != want {
			t.Fatalf("%s %s: %d, want %d: %s, %v", method, path, res.StatusCode, want, got, err)
		}
		return string(got)
	}
	ask(mine, "POST", "/api/memory/", `{"content":"User keeps bees","category":"context"}`, 201)
	if got := ask(mine, "GET", "/api/memory/search?q=bees", "", 200); !strings.Contains(got, "User keeps bees") {
		t.Errorf("found %s", got)
	}
	if got := ask(others, "GET", "/api/memory/", "", 200); !strings.Contains(got, `"total":0`) {
		t.Errorf("another's: %s", got)
	}
	ask(others, "POST", "/api/memory/", `{"content":"User keeps bees","category":"context"}`, 403)
	ask("ks_wrong", "GET", "/api/memory/", "", 401)
	if _, metrics := get(t, w.config.HTTPAddr, "/metrics"); !strings.Contains(metrics, `keepsake_api_requests_total{code="2xx",operation="create-memory"} 1`) ||
		!strings.Contains(metrics, `keepsake_api_requests_total{code="4xx",operation="list-memories"} 1`) {
		t.Error("the requests are not counted")
	}
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add_memory","arguments":{"content":"User keeps goats","category":"context"}}}`
	req, err := http.NewRequestWithContext(t.Context(), "POST", "http://"+w.config.Web.Addr+"/mcp", strings.NewReader(call))
	must(t, err)
	req.Header = http.Header{"Authorization": {"Bearer " + mine}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	res, err := http.DefaultClient.Do(req)
	must(t, err)
	defer res.Body.Close()
	if got, err := io.ReadAll(res.Body); err != nil || !strings.Contains(string(got), "https://t.me/keepsake_bot?start=decide_") {
		t.Errorf("over MCP: %d %s, %v", res.StatusCode, got, err)
	}
	if _, metrics := get(t, w.config.HTTPAddr, "/metrics"); !strings.Contains(metrics, `keepsake_api_requests_total{code="2xx",operation="mcp-add-memory"} 1`) {
		t.Error("the calls over MCP are not counted")
	}
	for _, secret := range []string{mine, others, "bees"} {
		if strings.Contains(w.logged(), secret) {
			t.Error("the log holds a key or a text")
		}
	}
	stop()
}
