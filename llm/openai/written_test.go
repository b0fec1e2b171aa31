package openai_test

import (
	"errors"
	"strings"
	"testing"

	"keepsake/llm"
	"keepsake/llm/scripted"
)

// A call that a model wrote as text is a call: no piece of it is told, and it has an id. Without tools it is an answer in JSON.
func TestCallsWrittenAsText(t *testing.T) {
	bubble(t, func(t *testing.T) {
		const call = `{"name": "weather", "arguments": {"city": "Bonn"}}`
		w := newWorld(t, scripted.Options{Brain: says("I will look.\n" + call)})
		r := ask("What is the weather in Bonn?")
		r.Tools = []llm.Tool{weather}
		resp, err := w.say(t.Context(), r)
		if err != nil || len(resp.ToolCalls) != 1 || resp.ToolCalls[0].Name != "weather" || resp.ToolCalls[0].Arguments != `{"city": "Bonn"}` || resp.ToolCalls[0].ID == "" {
			t.Fatalf("%+v %v", resp, err)
		}
		if resp.Content != "I will look." || strings.TrimSpace(w.text.String()) != "I will look." {
			t.Errorf("content %q, told %q", resp.Content, w.text.String())
		}
		resp, err = w.say(t.Context(), ask("Show me a call."))
		if err != nil || resp.Content != "I will look.\n"+call || len(resp.ToolCalls) != 0 || w.text.String() != resp.Content {
			t.Errorf("without tools: %+v %v, told %q", resp, err, w.text.String())
		}
	})
	bubble(t, func(t *testing.T) {
		w := newWorld(t, scripted.Options{Brain: says(`{"name": "Anna", "age": 7}`)})
		r := ask("Anna as JSON, please.")
		r.Tools = []llm.Tool{weather}
		if resp, err := w.say(t.Context(), r); err != nil || resp.Content != `{"name": "Anna", "age": 7}` || w.text.String() != resp.Content {
			t.Errorf("JSON that is no call: %+v %v, told %q", resp, err, w.text.String())
		}
	})
}

// What the limit of an answer cut within such a call is not shown either.
func TestCutCallWrittenAsText(t *testing.T) {
	body := events(delta(`{"content":"{\"name\": \"weather\", \"arguments\": {\"city\": \"Bo"}`), `{"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}`)
	r := ask("hi")
	r.Tools = []llm.Tool{weather}
	if resp, err := raw("text/event-stream", body).Complete(t.Context(), r, nil); !errors.Is(err, llm.ErrNoRoom) {
		t.Errorf("%+v %v", resp, err)
	}
}
