package demo_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"keepsake/demo"
	"keepsake/llm/scripted"
)

// localModel is an endpoint as one runs on the visitor's computer, with a key and one model.
func localModel(t *testing.T, callsTools bool) *scripted.Server {
	t.Helper()
	s := scripted.New(scripted.Options{Key: "sk-of-the-visitor", Models: []string{"local-model"}})
	t.Cleanup(s.Close)
	s.SetBrain(scripted.BrainFunc(func(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
		if callsTools && strings.Contains(p.Person(), "Call report_ready") {
			return scripted.Answer{Calls: []scripted.Call{{Name: "report_ready", Args: map[string]any{"ready": true}}}}, nil
		}
		return scripted.Answer{Text: "This is the real one."}, nil
	}))
	return s
}

// 14.6: from within the page a real model takes over and gives way again; what is remembered stays, and nobody who
// reads the page is told the key.
func TestARealModelFromWithinThePage(t *testing.T) {
	v := visit(t)
	model, mute := localModel(t, true), localModel(t, false)
	say := func(text string) string {
		t.Helper()
		if status, said := v.post("/api/say", map[string]any{"person": "alice", "text": text}); status != 204 {
			t.Fatalf("%d %s", status, said)
		}
		if err := v.world.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		ms := v.world.Chat("alice")
		return ms[len(ms)-1].Text
	}
	say("Remember that Sarah works on the Platform team")
	for _, c := range []struct {
		body map[string]any
		says string
	}{
		{map[string]any{}, "Paste a key"},
		{map[string]any{"url": "file:///etc/passwd"}, "http"},
		{map[string]any{"url": "http://127.0.0.1:1/v1"}, "Nobody answers at 127.0.0.1:1"},
		{map[string]any{"url": model.URL(), "key": "sk-wrong-wrong", "model": "local-model"}, "does not take this key"},
		{map[string]any{"url": model.URL(), "key": "sk-of-the-visitor", "model": "another"}, "no model another"},
		{map[string]any{"url": mute.URL(), "key": "sk-of-the-visitor", "model": "local-model"}, "calls no tools"},
	} {
		if status, said := v.post("/api/model", c.body); status != 409 || !strings.Contains(said, c.says) || strings.Contains(said, "sk-") {
			t.Errorf("%v: %d %q", c.body, status, said)
		}
	}
	if said := say("Who is Sarah?"); !strings.Contains(said, "As far as I remember") {
		t.Errorf("the stand-in says %q: a model that cannot be used changes nothing", said)
	}
	f := v.feed()
	f.until("world", `"real":false`)
	if status, said := v.post("/api/model", map[string]any{"url": model.URL() + "/", "key": "sk-of-the-visitor", "model": "local-model"}); status != 204 {
		t.Fatalf("%d %s", status, said)
	}
	if world := f.until("world", `"real":true`, "from the model local-model"); strings.Contains(world, "sk-of") {
		t.Errorf("the page is told the key: %s", world)
	}
	if said := say("Hello there"); said != "This is the real one." {
		t.Errorf("it says %q", said)
	}
	if status, said := v.post("/api/send", map[string]any{"person": "alice", "kind": "voice", "text": "hello"}); status != 409 || !strings.Contains(said, "no microphone") {
		t.Errorf("a made-up recording: %d %q", status, said)
	}
	if status, said := v.post("/api/model", map[string]any{"stand_in": true}); status != 204 {
		t.Fatalf("%d %s", status, said)
	}
	f.until("world", `"real":false`, "stand-in")
	if said := say("Who is Sarah?"); !strings.Contains(said, "Sarah works on the Platform team") {
		t.Errorf("it says %q: what was remembered stays", said)
	}
	if broken := v.world.Violations(); len(broken) > 0 {
		t.Errorf("%q", broken)
	}
}

// A demo that others may open lets none of them choose whom everybody's words go to.
func TestAnotherComputerChoosesNoModel(t *testing.T) {
	w := newWorld(t)
	page := w.Page()
	rw := httptest.NewRecorder()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/model", strings.NewReader(`{"url":"http://127.0.0.1:1"}`))
	r.Header.Set("Content-Type", "application/json")
	page.ServeHTTP(rw, r)
	if body, _ := io.ReadAll(rw.Body); rw.Code != http.StatusForbidden || !strings.Contains(string(body), "computer of the demo") {
		t.Errorf("%d %s", rw.Code, body)
	}
}

// 14.6: an address alone is a model, too, and one that was there from the start has no stand-in to go back to.
func TestALocalEndpointNeedsNoKey(t *testing.T) {
	model := scripted.New(scripted.Options{Key: "none", Models: []string{"local-model"}})
	t.Cleanup(model.Close)
	w := worldOf(t, demo.WorldOptions{OpenAIURL: model.URL(), Model: "local-model", Quick: true})
	if n := w.Notice(); !strings.Contains(n, "local-model") {
		t.Errorf("it says %q", n)
	}
	if err := w.UseStandIn(t.Context()); err == nil || !strings.Contains(fmt.Sprint(err), "without the stand-in") {
		t.Errorf("got %v", err)
	}
}
