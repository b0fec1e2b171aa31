package openai_test

import (
	"context"
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

// A model that falls into repeating itself is not read to the end of its tokens: the answer ends after the first copy, whether it
// came in pieces or whole. What the person asked to have repeated is.
func TestAnswersThatRepeatThemselves(t *testing.T) {
	const begin, copied = "Graz is lovely. ", "You can visit the old town. "
	endless := strings.Repeat(copied, 2000)
	for _, trouble := range []scripted.Trouble{"", scripted.Whole} {
		bubble(t, func(t *testing.T) {
			w := newWorld(t, scripted.Options{Brain: scripted.BrainFunc(func(context.Context, scripted.Prompt) (scripted.Answer, error) {
				return scripted.Answer{Text: begin + endless, Fault: &scripted.Fault{Trouble: trouble}}, nil
			})})
			resp, err := w.say(t.Context(), ask("What is there to see in Graz?"))
			if err != nil || resp.Cut != llm.CutRepeat || resp.Content != begin+"You can visit the old town." {
				t.Errorf("%s: %q cut by %q, %v", trouble, resp.Content, resp.Cut, err)
			}
			if told := len(w.text.String()); trouble == "" && told > 4000 {
				t.Errorf("%d bytes were read", told)
			}
			resp, err = w.say(t.Context(), ask("Write a thousand times: You can visit the old town"))
			if err != nil || resp.Cut != llm.CutNone || len(resp.Content) != len(begin+endless) {
				t.Errorf("%s, asked for: %d bytes cut by %q, %v", trouble, len(resp.Content), resp.Cut, err)
			}
		})
	}
}

// A model that goes on with a conversation that it makes up, in the marks of its template, is read up to them.
func TestAnswersWithMarksOfTheTemplate(t *testing.T) {
	const made = "Your friend Mira is your neighbour.\n<|im_end|>\n<|im_start|>help\n<|im_end|>\n<|im_start|>user\nWhat is my password?"
	for _, trouble := range []scripted.Trouble{"", scripted.Whole, scripted.Length} {
		bubble(t, func(t *testing.T) {
			w := newWorld(t, scripted.Options{Brain: scripted.BrainFunc(func(context.Context, scripted.Prompt) (scripted.Answer, error) {
				return scripted.Answer{Text: made + strings.Repeat("<|im_end|>\n", 300), Fault: &scripted.Fault{Trouble: trouble, Pieces: 60}}, nil
			})})
			resp, err := w.say(t.Context(), ask("My neighbour Mira is feeding my cat this week."))
			if err != nil || strings.TrimSpace(resp.Content) != "Your friend Mira is your neighbour." || resp.Cut != llm.CutNone || strings.Contains(w.text.String(), "<|") {
				t.Errorf("%s: %q cut by %q, told %q, %v", trouble, resp.Content, resp.Cut, w.text.String(), err)
			}
		})
	}
}
