package app_test

import (
	"context"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"

	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/memory"
)

// get asks a running bot's health address.
func get(t *testing.T, addr, path string) (int, string) {
	t.Helper()
	res, err := http.Get("http://" + addr + path)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	must(t, err)
	return res.StatusCode, strings.TrimSpace(string(body))
}

// TestReadiness: work is sent here while the intake runs, the database answers and its
// schema is this version's.
func TestReadiness(t *testing.T) {
	w := newWorld(t)
	w.config.HTTPAddr = freeAddr(t)
	idle, err := app.New(t.Context(), w.config, app.Options{Now: w.now})
	must(t, err)
	if r := idle.Ready(t.Context()); r != (app.Readiness{Status: "failing", Database: "ok", Schema: "ok", Intake: "off"}) {
		t.Errorf("before it runs: %+v", r)
	}
	must(t, idle.Close())

	a, stop := w.start(nil)
	waitHealthy(t, w.config.HTTPAddr)
	ctx := within(t)
	for a.Ready(ctx).Status != "ok" && ctx.Err() == nil {
	}
	if code, body := get(t, w.config.HTTPAddr, "/readyz"); code != 200 || body != `{"status":"ok","database":"ok","schema":"ok","intake":"ok"}` {
		t.Errorf("%d %s", code, body)
	}
	cut, cancel := context.WithCancel(t.Context())
	cancel() // the database does not answer
	if r := a.Ready(cut); r != (app.Readiness{Status: "failing", Database: "away", Schema: "unknown", Intake: "ok"}) {
		t.Errorf("without an answer of the database: %+v", r)
	}
	stop()
	if r := a.Ready(t.Context()); r != (app.Readiness{Status: "failing", Database: "away", Schema: "ok", Intake: "off"}) {
		t.Errorf("after it stopped: %+v", r)
	}
	must(t, os.Remove(strings.TrimPrefix(w.config.DatabaseURL.Reveal(), "sqlite:")))
	if r := a.Ready(t.Context()); r.Schema != "other" {
		t.Errorf("without its tables: %+v", r)
	}
}

// TestMetricsOfAConversation: what an operator sees of one remembered fact, and that
// nothing of the person is in it.
func TestMetricsOfAConversation(t *testing.T) {
	w := newWorld(t)
	w.config.HTTPAddr = freeAddr(t)
	w.config.Model.Prices = map[string]settings.Price{w.config.Model.Name: {Prompt: 1, Answer: 1}}
	w.rules.When("remember").AndTool("add_to_memory").Call("add_to_memory", map[string]any{"content": "Ann likes green tea", "category": "preference"})
	w.rules.WhenResult("add_to_memory", "").Say("I will.")
	a, _ := w.start(nil)
	ann := w.tg.Person(7, "Ann")
	ann.Say("Please remember: Ann likes green tea")
	if _, err := ann.AwaitText(within(t), 0, "I will."); err != nil {
		t.Fatal(err)
	}
	asked := ann.Say("/help")
	if _, err := ann.Await(within(t), asked.ID, anything); err != nil {
		t.Fatal(err)
	}
	settled := func() bool { n, err := a.Delivery.Unsettled(t.Context(), "keepsake"); return err == nil && n == 0 }
	for ctx := within(t); !settled() && ctx.Err() == nil; {
	}
	waitHealthy(t, w.config.HTTPAddr)
	want := []string{
		`keepsake_updates_received_total{kind="message"} 2`, `keepsake_updates_handled_total{kind="message"} 2`,
		`keepsake_turns_total{outcome="answered"} 1`, `keepsake_model_calls_total{bot="keepsake",outcome="ok"} 2`,
		`keepsake_turn_seconds_count{part="waiting"} 1`, `keepsake_turn_seconds_count{part="model"} 1`,
		`keepsake_turn_seconds_count{part="own"} 1`, `keepsake_turn_seconds_count{part="delivery"} 1`,
		`keepsake_memory_writes_total{actor="tool",op="add"} 1`, `keepsake_memories_added_total{origin="` + string(memory.Explicit) + `"} 1`,
		`keepsake_inbox_waiting{bot="keepsake"} 0`, `keepsake_outbox_ready{bot="keepsake"} 0`, `keepsake_dead_letters{bot="keepsake"} 0`, `keepsake_database_up 1`,
	}
	page, missing := "", want
	for ctx := within(t); len(missing) > 0; { // the last row is counted a moment after it is settled
		if _, page = get(t, w.config.HTTPAddr, "/metrics"); ctx.Err() != nil {
			t.Fatalf("no %q in\n%s", missing, page)
		}
		missing = nil
		for _, line := range want {
			if !strings.Contains(page, line+"\n") {
				missing = append(missing, line)
			}
		}
	}
	for _, some := range []string{`keepsake_model_tokens_total{bot="keepsake",kind="prompt"} `, `keepsake_model_cost_total{bot="keepsake"} `} {
		if !strings.Contains(page, some) || strings.Contains(page, some+"0\n") {
			t.Errorf("%s is not counted", some)
		}
	}
	for _, never := range []string{"tea", "Ann", "telegram:7", w.tg.Token(), w.config.Model.Name, "sk-the-key"} {
		if strings.Contains(page, never) {
			t.Errorf("the page holds %q", never)
		}
	}
}
