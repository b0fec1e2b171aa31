package openai_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
)

// raw is an endpoint that sends the same bytes in every response.
func raw(contentType, body string) *openai.Client {
	h := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", contentType)
		_, _ = io.WriteString(w, body)
	})
	return openai.New(openai.Config{Endpoint: openai.Endpoint{BaseURL: "http://raw.test/v1/chat/completions", Model: "m", Retries: -1, HTTPClient: &http.Client{Transport: inMemory{h}}}})
}

func events(chunks ...string) string {
	var b strings.Builder
	for _, c := range chunks {
		fmt.Fprintf(&b, "data: %s\n\n", c)
	}
	return b.String()
}

func delta(d string) string { return `{"model":"m","choices":[{"index":0,"delta":` + d + `}]}` }

func piece(d string) string { return delta(`{"tool_calls":[` + d + `]}`) }

const stop = `{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}`

// Endpoints differ in how they index, name and split tool calls.
func TestWildToolCalls(t *testing.T) {
	for name, body := range map[string]string{
		"every call is number 0": events(
			piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\":1}"}}`), piece(`{"index":0,"id":"b","function":{"name":"g","arguments":"{\"n\":2}"}}`), stop),
		"ids, no numbers": events(
			piece(`{"id":"a","function":{"name":"f","arguments":"{\"n\""}}`), piece(`{"id":"a","function":{"arguments":":1}"}}`),
			piece(`{"id":"b","function":{"name":"g","arguments":"{\"n\":2}"}}`), stop),
		"names told again": events(
			piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\""}}`), piece(`{"index":0,"id":"a","function":{"name":"f","arguments":":1}"}}`),
			piece(`{"index":1,"id":"b","function":{"name":"g","arguments":"{\"n\":2}"}}`), stop),
		"interleaved": events(
			piece(`{"index":0,"id":"a","function":{"name":"f"}}`), piece(`{"index":1,"id":"b","function":{"name":"g"}}`),
			piece(`{"index":0,"function":{"arguments":"{\"n\":1}"}}`), piece(`{"index":1,"function":{"arguments":"{\"n\":2}"}}`), stop),
		"neither ids nor numbers": events(
			piece(`{"function":{"name":"f","arguments":"{\"n\":1}"}}`), piece(`{"function":{"name":"g","arguments":"{\"n\":2}"}}`), stop),
		"finished by stop":   events(piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\":1}"}},{"index":1,"id":"a","function":{"name":"g","arguments":"{\"n\":2}"}}`), strings.Replace(stop, "tool_calls", "stop", 1)),
		"a legacy last mark": events(delta(`{"content":null}`), piece(`{"index":0,"id":"a","function":{"name":"f","arguments":"{\"n\":1}"}},{"index":1,"id":"b","function":{"name":"g","arguments":"{\"n\":2}"}}`), stop, "[DONE]"),
	} {
		t.Run(name, func(t *testing.T) {
			resp, err := raw("text/event-stream", body).Complete(t.Context(), ask("hi"), nil)
			if err != nil || len(resp.ToolCalls) != 2 {
				t.Fatalf("%+v, %v", resp, err)
			}
			for i, want := range []llm.ToolCall{{Name: "f", Arguments: `{"n":1}`}, {Name: "g", Arguments: `{"n":2}`}} {
				c := resp.ToolCalls[i]
				if c.Name != want.Name || c.Arguments != want.Arguments || c.ID == "" || i == 1 && c.ID == resp.ToolCalls[0].ID {
					t.Errorf("call %d: %+v", i, c)
				}
			}
		})
	}
}

func TestWildBodies(t *testing.T) {
	fine := events(delta(`{"role":"assistant","content":"Hello"}`), `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`, "[DONE]")
	for name, c := range map[string]struct {
		contentType, body string
		kind              fault.Kind // "" = the answer is "Hello"
	}{
		"plain":                    {"text/event-stream", fine, ""},
		"another content type":     {"text/plain", fine, ""},
		"whole, no finish reason":  {"application/json", `{"choices":[{"message":{"role":"assistant","content":"Hello"}}]}`, ""},
		"stream, no finish reason": {"text/event-stream", events(delta(`{"content":"Hello"}`), "[DONE]"), ""},
		"CRLF, no space, comments": {"text/event-stream", ": hi\r\n\r\nevent: x\r\nid: 1\r\n" + strings.ReplaceAll(strings.ReplaceAll(fine, "data: ", "data:"), "\n", "\r\n"), ""},
		"usage null":               {"text/event-stream", strings.ReplaceAll(fine, `"choices"`, `"usage":null,"error":null,"choices"`), ""},
		"another choice":           {"text/event-stream", events(`{"choices":[{"index":1,"delta":{"content":"no"}}]}`) + fine, ""},
		"refusal":                  {"text/event-stream", strings.ReplaceAll(fine, `"content"`, `"refusal"`), ""},
		"one JSON":                 {"application/json", `{"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Hello"},"finish_reason":"stop"}]}`, ""},
		"a word of error inside":   {"text/event-stream", events(delta(`{"content":"Hello"}`), `{"error":"model runner has stopped"}`), fault.Unavailable},
		"a code of error inside":   {"text/event-stream", events(`{"error":{"message":"rate","code":429}}`), fault.Limited},
		"an empty 200":             {"text/event-stream", "", fault.Unavailable},
		"only comments":            {"text/event-stream", ": a\n\n: b\n\n", fault.Unavailable},
		"no choices":               {"application/json", `{"object":"chat.completion"}`, fault.Unavailable},
		"broken JSON":              {"application/json", `{"object":`, fault.Unavailable},
		"another JSON":             {"application/json", `{"choices":"none"}`, fault.Unavailable},
		"done at once":             {"text/event-stream", "data: [DONE]\n\n", fault.Unavailable},
	} {
		t.Run(name, func(t *testing.T) {
			resp, err := raw(c.contentType, c.body).Complete(t.Context(), ask("hi"), nil)
			if c.kind == "" && (err != nil || resp.Content != "Hello") || c.kind != "" && fault.KindOf(err) != c.kind {
				t.Errorf("%+v, %v (%s)", resp, err, fault.KindOf(err))
			}
		})
	}
}

// go-openai refuses tools together with reasoning for some models. The client switches
// reasoning off if the model allows that.
func TestModelsThatCallToolsOnlyWithoutReasoning(t *testing.T) {
	for model, ok := range map[string]bool{"gpt-6-sol": true, "gpt-6-astra": false} {
		w := newWorld(t, scripted.Options{Brain: says("ok"), Models: []string{model}}, func(c *openai.Config) { c.Model = model })
		_, err := w.say(t.Context(), full())
		if ok && (err != nil || !strings.Contains(w.LastRequest().Body, `"reasoning_effort":"none"`)) || !ok && fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v, %s", model, err, w.LastRequest().Body)
		}
	}
}
