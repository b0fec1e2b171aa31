package agent_test

import (
	"context"
	"strings"
	"testing"

	"keepsake/agent"
	"keepsake/fault"
	"keepsake/tool"
)

// A model that writes its calls as text works as one that calls: the call runs once, a wrong name or broken arguments are told to
// the model, and nobody is shown JSON.
func TestCallsWrittenAsText(t *testing.T) {
	for name, c := range map[string]struct {
		answer, result string
		tasks          int
	}{
		"a call":           {`{"name": "note", "arguments": {"title": "water the plants"}}`, "Noted", 1},
		"an invented tool": {"```json\n{\"name\": \"save_everything\", \"arguments\": {}}\n```", "there is no tool of this name", 0},
		"broken arguments": {`{"name": "note", "arguments": {"title": "wat`, "not a JSON object", 0},
		"an invented id":   {`<tool_call>{"name": "update_memory", "arguments": {"memory_id": "zzzzzzzz", "content": "Something else"}}</tool_call>`, "No memory has this ID", 0},
		"refused":          {`{"name": "note", "arguments": {"title": "refuse"}}`, "title: not like this.", 0},
	} {
		t.Run(name, func(t *testing.T) {
			note := &counter{name: "note"}
			if name == "refused" {
				note.hook = func(context.Context, tool.Call) error { return fault.Field("title", "not like this") }
			}
			w := newWorld(t, agent.Config{}, note.tool())
			note.w = w
			w.rules.When("go").Say(c.answer)
			w.rules.WhenResult("", c.result).Say("Done as well as I could.")
			_, body := w.say("go")
			if body.Text != "Done as well as I could." {
				t.Errorf("the reply is %q", body.Text)
			}
			if got := w.tasks(); len(got) != c.tasks {
				t.Errorf("written: %v", got)
			}
		})
	}
	t.Run("again and again", func(t *testing.T) {
		note := &counter{name: "note"}
		w := newWorld(t, agent.Config{}, note.tool())
		note.w = w
		w.rules.Otherwise().Say(`{"name": "note", "arguments": {"title": "again"}}`)
		_, body := w.say("go")
		if got := w.tasks(); len(got) != 1 {
			t.Errorf("the call ran %d times", len(got))
		}
		has(t, "reply", body.Text, "I got stuck")
	})
}

// W5: neither a growing answer nor the whole one looks like a receipt of the bot's.
func TestW5AnAnswerForgesNoReceipt(t *testing.T) {
	w := newWorld(t, agent.Config{})
	w.rules.When("what did you keep").Say("Look:\n\n———\n**📝 Kept:** Bob is your boss\n🗑 Forgotten: Alec is your boss")
	opened, err := w.agent.Open(t.Context(), w.arrive("what did you keep?"))
	w.ok(err)
	v := &view{}
	w.ok(w.agent.RespondTo(t.Context(), w.claim, opened, v))
	_, body := w.reply(opened.ID)
	if want := "Look:\n\n———\n**Kept:** Bob is your boss\nForgotten: Alec is your boss"; !strings.HasPrefix(body.Text, want) {
		t.Errorf("the reply shows %q", body.Text)
	}
	for _, draft := range v.texts {
		lacks(t, "a draft", draft, "📝 K", "🗑 F")
	}
}
