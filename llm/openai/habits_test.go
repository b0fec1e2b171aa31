package openai_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
)

// full is a request with every part that an endpoint may refuse.
func full() llm.Request {
	return llm.Request{
		MaxTokens: 500,
		Tools:     []llm.Tool{weather},
		Messages: []llm.Message{
			{Role: "system", Content: "Be kind."},
			{Role: "user", Content: "What is the weather in Rome?", Name: "Ada"},
			{Role: "assistant", ToolCalls: []llm.ToolCall{{ID: "c1", Name: "weather", Arguments: `{"city":"Rome"}`}}},
			{Role: "tool", ToolCallID: "c1", Content: "sun"},
			{Role: "assistant", Content: "Sunny."},
			{Role: "system", Content: "Now: Friday.", Late: true},
			{Role: "user", Content: "And in Oslo?", Name: "a name that is none"},
		},
	}
}

// After a refusal the client repeats the request without the refused part, and omits that part
// from all later requests.
func TestHabitsAreLearned(t *testing.T) {
	for name, c := range map[string]struct {
		refuse scripted.Refusals
		learns int // refused requests before the first answer
		body   func(string) bool
	}{
		"reference": {scripted.Refusals{}, 0, func(b string) bool {
			return strings.Contains(b, "include_usage") && strings.Contains(b, `"max_tokens":500`)
		}},
		"stream_options":   {scripted.Refusals{StreamOptions: true}, 1, func(b string) bool { return !strings.Contains(b, "stream_options") }},
		"stream":           {scripted.Refusals{Stream: true}, 1, func(b string) bool { return strings.Contains(b, `"stream":false`) }},
		"tools":            {scripted.Refusals{Tools: true}, 1, func(b string) bool { return !strings.Contains(b, `"tools"`) && strings.Contains(b, "looked up: sun") }},
		"late system":      {scripted.Refusals{LateSystem: true}, 1, func(b string) bool { return strings.Contains(b, `Now: Friday.\n\u003c/context\u003e\n\nAnd in Oslo?`) }},
		"system":           {scripted.Refusals{System: true}, 2, func(b string) bool { return !strings.Contains(b, `"system"`) && strings.Contains(b, "Be kind.") }},
		"max_tokens":       {scripted.Refusals{MaxTokens: true}, 1, func(b string) bool { return strings.Contains(b, `"max_completion_tokens":500`) }},
		"any limit":        {scripted.Refusals{MaxTokens: true, NewMaxTokens: true}, 2, func(b string) bool { return !strings.Contains(b, "max_") }},
		"several of these": {scripted.Refusals{StreamOptions: true, LateSystem: true, Tools: true}, 3, func(b string) bool { return !strings.Contains(b, "stream_options") }},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w := newWorld(t, scripted.Options{Brain: says("Cold."), Refuse: c.refuse})
				for round := range 2 {
					before := len(w.Requests())
					resp, err := w.say(t.Context(), full())
					if err != nil || resp.Content != "Cold." {
						t.Fatalf("%+v, %v", resp, err)
					}
					want := 1
					if round == 0 {
						want += c.learns
					}
					if n := len(w.Requests()) - before; n != want {
						t.Errorf("round %d: %d requests, want %d", round, n, want)
					}
				}
				if b := w.LastRequest().Body; !c.body(b) {
					t.Errorf("sent %s", b)
				}
				if v := w.Violations(); v != nil {
					t.Error(v)
				}
			})
		})
	}
}

// A stream that ends with [DONE] and without a finish reason is asked for once more. An endpoint that does so every
// time is believed, until it gives a reason.
func TestStreamsWithoutFinishReason(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, scripted.Options{Brain: says("Cold.")})
		say := func(faults, requests int) {
			for range faults {
				w.Fail(scripted.Fault{Trouble: scripted.NoFinish, Pieces: 99})
			}
			before := len(w.Requests())
			resp, err := w.say(t.Context(), ask("hi"))
			if n := len(w.Requests()) - before; err != nil || resp.Content != "Cold." || n != requests {
				t.Errorf("%+v, %v, %d requests, want %d", resp, err, n, requests)
			}
		}
		say(2, 2)
		say(1, 1)
		say(0, 1)
		say(1, 2)
	})
}

// The client returns an unexplained refusal to the caller and learns no habit from it.
func TestHabitsAreKeptOnlyWhenTheyHelp(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, scripted.Options{Brain: says("ok")})
		w.Fail(scripted.Fault{Trouble: scripted.Status, Status: 400, Message: "system message and tools: this endpoint does not support tools", Times: 16})
		if _, err := w.say(t.Context(), full()); fault.KindOf(err) != fault.Invalid {
			t.Fatalf("%v", err)
		}
		w.Up()
		if _, err := w.say(t.Context(), full()); err != nil {
			t.Fatal(err)
		}
		if b := w.LastRequest().Body; !strings.Contains(b, `"tools"`) || !strings.Contains(b, "stream_options") {
			t.Errorf("learned from a failure: %s", b)
		}
	})
}

// newRefusingWorld returns a world whose endpoint refuses some requests with the given body
// and answers all others.
func newRefusingWorld(t *testing.T, body string, refuses func(sent string) bool) *world {
	var w *world
	w = newWorld(t, scripted.Options{Brain: says("Cold.")}, func(c *openai.Config) {
		c.HTTPClient = &http.Client{Transport: inMemory{http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
			sent, err := io.ReadAll(req.Body)
			if err != nil {
				t.Error(err)
			}
			w.asked++
			if refuses(string(sent)) {
				rw.Header().Set("Content-Type", "application/json")
				rw.WriteHeader(cmp.Or(w.status, http.StatusBadRequest))
				_, _ = io.WriteString(rw, body)
				return
			}
			req.Body = io.NopCloser(bytes.NewReader(sent))
			w.Handler().ServeHTTP(rw, req)
		})}}
	})
	return w
}

// Endpoints refuse parts of a request with different messages or without one. The client finds
// the part in each case, once.
func TestRefusalsInAnyWords(t *testing.T) {
	options := func(sent string) bool { return strings.Contains(sent, "stream_options") }
	streams := func(sent string) bool { return strings.Contains(sent, `"stream":true`) }
	lateOne := func(sent string) bool { return strings.Contains(sent, `{"role":"system","content":"Now: Friday."}`) }
	either := func(sent string) bool { return options(sent) || lateOne(sent) }
	opaque := `{"error":{"message":"Bad request"}}`
	for name, c := range map[string]struct {
		refuses func(string) bool
		body    string
		learns  int // refused requests before the first answer
	}{
		"options, by param":          {options, `{"error":{"message":"Unknown parameter.","param":"stream_options","code":"unknown_parameter"}}`, 1},
		"options, by deeper param":   {options, `{"error":{"message":"No.","param":"stream_options.include_usage"}}`, 1},
		"options, opaque":            {options, `{"error":{"message":"Unsupported field"}}`, 1},
		"stream, by param":           {streams, `{"error":{"message":"Unsupported.","param":"stream"}}`, 1},
		"stream, opaque":             {streams, opaque, 4},
		"late system, first message": {lateOne, `{"error":{"message":"Only the first message may have role \"system\"."}}`, 1},
		"late system, index":         {lateOne, `{"error":{"message":"Invalid role: system is only allowed at index 0"}}`, 1},
		"late system, backticks":     {lateOne, "{\"error\":\"role `system` not allowed here\"}", 1},
		"late system, by param":      {lateOne, `{"error":{"message":"Invalid value.","param":"messages[5].role"}}`, 1},
		"late system, opaque":        {lateOne, opaque, 2},
		"late system, no JSON":       {lateOne, `nope`, 2},
		"both, opaque":               {either, opaque, 3},
		"tools, by param":            {func(s string) bool { return strings.Contains(s, `"tools"`) }, `{"error":{"message":"Unknown parameter.","param":"tools"}}`, 1},
		"limit, by param":            {func(s string) bool { return strings.Contains(s, `"max_tokens"`) }, `{"error":{"message":"Unknown.","param":"max_tokens"}}`, 1},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				w := newRefusingWorld(t, c.body, c.refuses)
				for round, want := range []int{c.learns + 1, 1} {
					w.asked = 0
					resp, err := w.say(t.Context(), full())
					if err != nil || resp.Content != "Cold." || w.asked != want {
						t.Fatalf("round %d: %+v, %v after %d requests, want %d", round, resp, err, w.asked, want)
					}
				}
			})
		})
	}
}

// When no guess succeeds, the client does not guess again for a while. Habits that it has
// guessed expire.
func TestGuessesAreBounded(t *testing.T) {
	bubble(t, func(t *testing.T) {
		ill := true
		w := newRefusingWorld(t, `{"error":{"message":"Bad request"}}`, func(sent string) bool {
			return ill || strings.Contains(sent, "stream_options")
		})
		count := func(r llm.Request, wantErr bool) int {
			w.asked = 0
			if _, err := w.say(t.Context(), r); (err != nil) != wantErr || err != nil && fault.KindOf(err) != fault.Invalid {
				t.Fatalf("%v", err)
			}
			return w.asked
		}
		if first, second := count(full(), true), count(full(), true); first != 5 || second != 1 {
			t.Errorf("%d requests, then %d", first, second)
		}
		time.Sleep(11 * time.Minute) // fake time
		if n := count(full(), true); n != 5 {
			t.Errorf("%d requests after a while", n)
		}
		ill = false
		time.Sleep(11 * time.Minute)
		if first, second := count(full(), false), count(full(), false); first != 2 || second != 1 {
			t.Errorf("%d requests, then %d", first, second)
		}
		time.Sleep(25 * time.Hour)
		if n := count(full(), false); n != 2 {
			t.Errorf("%d requests: what was guessed is never put to the test again", n)
		}
	})
}

func TestStrictTurns(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, scripted.Options{Brain: says("ok")})
		w.Fail(scripted.Fault{Trouble: scripted.StringErr, Status: 500, Message: "Conversation roles must alternate user/assistant/user/assistant/...", Times: 3})
		r := ask("one")
		r.Messages = append(r.Messages, llm.Message{Role: "user", Content: "two"})
		// There is no late system message to merge, so only alternate applies.
		if _, err := w.say(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if b := w.LastRequest().Body; !strings.Contains(b, `one\n\ntwo`) {
			t.Errorf("%s", b)
		}
	})
}

// Reasoning models require max_completion_tokens; go-openai refuses max_tokens for them.
func TestReasoningModels(t *testing.T) {
	for model, want := range map[string]string{
		"o1": "max_completion_tokens", "o3-mini": "max_completion_tokens", "o4-mini": "max_completion_tokens", "gpt-5": "max_completion_tokens",
		"gpt-5.1-mini": "max_completion_tokens", "openai/o3": "max_completion_tokens",
		"gpt-4o-mini": "max_tokens", "llama3.2": "max_tokens", "o-model": "max_tokens",
	} {
		bubble(t, func(t *testing.T) {
			w := newWorld(t, scripted.Options{Brain: says("ok"), Models: []string{model}}, func(c *openai.Config) { c.Model = model })
			if _, err := w.say(t.Context(), full()); err != nil {
				t.Fatal(model, err)
			}
			var body map[string]any
			if err := json.Unmarshal([]byte(w.LastRequest().Body), &body); err != nil || body[want] != float64(500) {
				t.Errorf("%s: %v", model, body)
			}
		})
	}
}

func TestTooLongForTheModel(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t, scripted.Options{Brain: says("ok"), ContextTokens: 50})
		if _, err := w.say(t.Context(), ask(strings.Repeat("word ", 100))); err == nil || !strings.Contains(err.Error(), llm.ErrTooLong.Message) {
			t.Errorf("%v", err)
		}
	})
}

func TestProbe(t *testing.T) {
	calls := scripted.NewRules()
	calls.Otherwise().Call("report_ready", map[string]bool{"ready": true})
	for name, c := range map[string]struct {
		o      scripted.Options
		f      scripted.Fault
		change func(*openai.Config)
		failed string
		kind   fault.Kind
	}{
		"all well":        {o: scripted.Options{Brain: calls}},
		"nobody there":    {o: scripted.Options{Brain: calls}, f: scripted.Fault{Trouble: scripted.Drop, Times: 9}, failed: openai.StepReach, kind: fault.Unavailable},
		"another server":  {o: scripted.Options{Brain: calls}, f: scripted.Fault{Trouble: scripted.NotStream, Times: 9}, failed: openai.StepReach, kind: fault.Unavailable},
		"wrong key":       {o: scripted.Options{Brain: calls, Key: "other"}, failed: openai.StepKey, kind: fault.Denied},
		"wrong model":     {o: scripted.Options{Brain: calls, Models: []string{"x"}}, failed: openai.StepModel, kind: fault.Invalid},
		"does not call":   {o: scripted.Options{Brain: says("I am ready!")}, failed: openai.StepTools, kind: fault.Invalid},
		"refuses tools":   {o: scripted.Options{Brain: says("hm"), Refuse: scripted.Refusals{Tools: true}}, failed: openai.StepTools, kind: fault.Invalid},
		"lists no models": {o: scripted.Options{Brain: calls}, f: scripted.Fault{Trouble: scripted.Status, Status: 404}},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				var changes []func(*openai.Config)
				if c.change != nil {
					changes = append(changes, c.change)
				}
				w := newWorld(t, c.o, changes...)
				if c.f != (scripted.Fault{}) {
					w.Fail(c.f)
				}
				p := w.client.Probe(t.Context())
				if c.failed == "" {
					if p.Err() != nil || !p.Passed(openai.StepTools) || len(p.Steps) != 4 {
						t.Errorf("%+v", p)
					}
					return
				}
				last := p.Steps[len(p.Steps)-1]
				if last.Name != c.failed || fault.KindOf(p.Err()) != c.kind || p.Passed(c.failed) || strings.Contains(p.Err().Error(), secretKey) {
					t.Errorf("%+v", p)
				}
			})
		})
	}
}
