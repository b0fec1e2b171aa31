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

// A model that repeats itself until its tokens are used up is shown up to the end of the first copy. One that came to its end, and
// what the person asked to have repeated, is whole.
func TestAnswersThatRepeatThemselves(t *testing.T) {
	const begin, copied = "Graz is lovely. ", "You can visit the old town. "
	endless := begin + strings.Repeat(copied, 200)
	for name, c := range map[string]struct {
		asked   string
		trouble scripted.Trouble
		cut     llm.Cut
		want    string
	}{
		"until its tokens are used up": {"What is there to see in Graz?", scripted.Length, llm.CutRepeat, begin + "You can visit the old town."},
		"it came to its end":           {"What is there to see in Graz?", "", llm.CutNone, endless},
		"asked for":                    {"Write a thousand times: You can visit the old town", scripted.Length, llm.CutLength, begin + copied + copied},
	} {
		bubble(t, func(t *testing.T) {
			w := newWorld(t, scripted.Options{Brain: scripted.BrainFunc(func(context.Context, scripted.Prompt) (scripted.Answer, error) {
				return scripted.Answer{Text: endless + "And so on.", Fault: &scripted.Fault{Trouble: c.trouble, Pieces: 800}}, nil
			})})
			resp, err := w.say(t.Context(), ask(c.asked))
			if err != nil || resp.Cut != c.cut || !strings.HasPrefix(resp.Content, c.want) || c.cut == llm.CutRepeat && resp.Content != c.want {
				t.Errorf("%s: %d bytes cut by %q, %v", name, len(resp.Content), resp.Cut, err)
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
