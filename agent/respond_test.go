package agent_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/llm/scripted"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/tool"
	"keepsake/trust"
)

func TestAnswer(t *testing.T) {
	w := newWorld(t, agent.Config{})
	w.rules.When("are you there").Say("Hello, **Alice**!")
	opened, err := w.agent.Open(t.Context(), w.arrive("hello", "are you there?"))
	w.ok(err)
	v := &view{}
	w.ok(w.agent.RespondTo(t.Context(), w.claim, opened, v))
	turn, body := w.reply(opened.ID)
	if body.Text != "Hello, **Alice**!" || len(body.Buttons) != 0 {
		t.Errorf("the reply shows %+v", body)
	}
	if v.shown() != body.Text {
		t.Errorf("the view ended with %q", v.shown())
	}
	if turn.State != session.TurnAnswered || turn.ClosedAt == nil {
		t.Errorf("turn %+v", turn)
	}
	if u := turn.Usage; u.Calls != 1 || u.PromptTokens == 0 || u.AnswerTokens == 0 || u.Model == "" {
		t.Errorf("usage %+v", u)
	}
	out, err := w.agent.Delivery.Out(t.Context(), turn.ReplyID)
	w.ok(err)
	if out.Kind != delivery.Reply || out.Chat != 42 || out.ReplyTo != 1 || out.Person != "telegram:42" || out.TurnID != turn.ID {
		t.Errorf("outgoing %+v", out)
	}
	ms, err := w.agent.Sessions.TurnMessages(t.Context(), turn.ID)
	w.ok(err)
	if len(ms) != 3 || ms[0].Trust != trust.Person || ms[2].Role != session.Assistant || ms[2].Trust != trust.Bot {
		t.Errorf("messages %+v", ms)
	}
	// Answered is answered: nothing is asked again.
	w.ok(w.agent.Respond(t.Context(), w.claim, turn.ID, v))
	if n := len(w.prompts()); n != 1 {
		t.Errorf("%d prompts", n)
	}
}

// TestConversation plays P57 to P60 through the real tools.
func TestConversation(t *testing.T) {
	w := newWorld(t, agent.Config{})
	w.rules.When("Alec is my boss").Say("Would you like me to remember that Alec is your boss?")
	w.rules.When("yes").Call("add_to_memory", map[string]any{"content": "Alec is the user's boss", "category": "person", "subject": "Alec"})
	w.rules.WhenResult("add_to_memory", "").Say("Done - I'll remember that Alec is your boss.")
	w.rules.When("James").Say("Would you like me to remember that?")
	w.rules.When("just for this task").Say("No problem, I won't store that.")

	w.say("Alec is my boss by the way")
	if n := len(w.known()); n != 0 {
		t.Fatalf("stored before the yes: %d", n)
	}
	_, body := w.say("Yes")
	known := w.known()
	if len(known) != 1 || known[0].Content != "Alec is the user's boss" || known[0].Subject != "Alec" || known[0].Category != "person" {
		t.Fatalf("P57: known %+v", known)
	}
	has(t, "receipt", body.Text, "Done - I'll remember that Alec is your boss.", "———\n📝 Kept: Alec is your boss")
	row := body.Buttons[0]
	if row[0].Action != "undo" || len(row[0].Ref) != 12 || row[1].Action != "edit" || row[1].Ref != known[0].ID {
		t.Errorf("buttons %+v", body.Buttons)
	}

	sarah := w.remember("Sarah works on the Platform team", "person", "Sarah")
	w.rules.When("Sarah moved").Call("update_memory", map[string]any{"memory_id": sarah.ID, "content": "Sarah works on the Design team"})
	w.rules.WhenResult("update_memory", "").Say("Updated - I now have Sarah on the Design team.")
	_, body = w.say("Sarah moved to the Design team last week")
	has(t, "receipt", body.Text, "📝 Updated: Sarah works on the Design team (was: Sarah works on the Platform team)")
	if got := w.known(); len(got) != 2 || got[1].ID != sarah.ID || got[1].Content != "Sarah works on the Design team" || got[1].Version != 2 {
		t.Errorf("P59: known %+v", got)
	}

	w.say("I'm working with James on this project")
	_, body = w.say("No, it's just for this task")
	if len(w.known()) != 2 || len(body.Buttons) != 0 { // P60
		t.Errorf("P60: known %+v, buttons %v", w.known(), body.Buttons)
	}
	// The receipt is the message's; the model never reads it.
	for _, r := range w.prompts() {
		lacks(t, "prompt", r.Body, "📝", "Kept:")
	}
}

func TestReceiptsOffAndDecisions(t *testing.T) {
	w := newWorld(t, agent.Config{})
	p, err := w.agent.People.Get(t.Context(), "telegram:42")
	w.ok(err)
	p.Receipts = false
	w.ok(w.agent.People.SaveSettings(t.Context(), actor.OfSystem(), p))
	w.rules.When("tea").Call("add_to_memory", map[string]any{"content": "User prefers green tea", "category": "preference"})
	w.rules.When("look").Call("add_to_memory", map[string]any{"content": "Zed is the user's *boss*\u200b", "category": "person", "subject": "Zed"})
	w.rules.WhenResult("add_to_memory", "").Say("```\ncode left open")

	_, body := w.say("Remember that I prefer green tea")
	if len(body.Buttons) != 0 || len(w.known()) != 1 {
		t.Errorf("receipts are off, yet %+v; known %d", body, len(w.known()))
	}
	in := w.arrive("Zed is your *boss* now", "look at that")
	in.Messages[0].Trust = trust.Forwarded
	turn, err := w.agent.Open(t.Context(), in)
	w.ok(err)
	w.ok(w.agent.Respond(t.Context(), w.claim, turn.ID, &view{}))
	_, body = w.reply(turn.ID)
	if len(w.known()) != 1 {
		t.Fatal("a forwarded text became a memory without a tap")
	}
	has(t, "decision", body.Text, "code left open\n```\n\n———\n", `Shall I remember this? Zed is the user's \*boss\*`)
	if len(body.Buttons) != 1 || len(body.Buttons[0]) != 3 {
		t.Fatalf("buttons %+v", body.Buttons)
	}
	for i, action := range []string{"save", "amend", "never"} {
		if b := body.Buttons[0][i]; b.Action != action || len(b.Ref) != 12 {
			t.Errorf("button %d is %+v", i, b)
		}
	}
	// What was shown is what Save stores.
	m, _, err := w.agent.Memory.Save(t.Context(), actor.Actor{Kind: actor.Person, ID: "telegram:42"}, []scope.Scope{alice}, body.Buttons[0][0].Ref, "")
	w.ok(err)
	has(t, "stored", m.Content, "Zed is the user's *boss*")
}

func TestSeveralReceiptsAreNumbered(t *testing.T) {
	w := newWorld(t, agent.Config{})
	w.rules.When("remember").
		Call("add_to_memory", map[string]any{"content": "User prefers green tea", "category": "preference"}).
		Call("add_to_memory", map[string]any{"content": "Alec is the user's boss", "category": "person", "subject": "Alec"})
	w.rules.WhenResult("", "").Say("Both noted.")
	_, body := w.say("Remember that I prefer green tea and that Alec is my boss")
	has(t, "receipts", body.Text, `1\. 📝 Kept: You prefer green tea`, `2\. 📝 Kept: Alec is your boss`)
	if len(body.Buttons) != 2 || !strings.HasSuffix(body.Buttons[1][0].Text, " 2") {
		t.Errorf("buttons %+v", body.Buttons)
	}
}

func TestToolsAnsweredWithErrors(t *testing.T) {
	for name, c := range map[string]struct {
		tool string
		args any
		want string
	}{
		"unknown tool":   {"no_such_tool", map[string]any{}, "there is no tool of this name. There are: add_to_memory"},
		"broken JSON":    {"note", `{"title": `, "not a JSON object"},
		"an array":       {"note", `[1]`, "not a JSON object"},
		"tool's error":   {"note", map[string]any{"title": "refuse"}, "title: not like this."},
		"other scope id": {"update_memory", map[string]any{"memory_id": "zzzzzzzz", "content": "Something else"}, "No memory has this ID"},
	} {
		t.Run(name, func(t *testing.T) {
			var w *world
			note := &counter{name: "note", hook: func(context.Context, tool.Call) error {
				return fault.Field("title", "not like this")
			}}
			w = newWorld(t, agent.Config{}, note.tool())
			note.w = w
			w.rules.When("go").Call(c.tool, c.args)
			w.rules.WhenResult("", c.want).Say("I could not do that.")
			_, body := w.say("go")
			if body.Text != "I could not do that." {
				t.Errorf("the reply is %q", body.Text)
			}
			if got := w.tasks(); len(got) != 0 {
				t.Errorf("a refused call wrote %v", got)
			}
		})
	}
}

func TestNoArgumentsAreAnEmptyObject(t *testing.T) {
	note := &counter{name: "note"}
	w := newWorld(t, agent.Config{}, note.tool())
	note.w = w
	w.rules.When("go").Call("note", "")
	w.rules.WhenResult("note", "Noted").Say("ok")
	if _, body := w.say("go"); body.Text != "ok" {
		t.Errorf("the reply is %q", body.Text)
	}
}

func TestRepeatedCallIsToldThenStopped(t *testing.T) {
	note := &counter{name: "note"}
	w := newWorld(t, agent.Config{}, note.tool())
	note.w = w
	w.rules.Otherwise().Call("note", map[string]any{"title": "again"})
	_, body := w.say("go")
	if got := w.tasks(); len(got) != 1 {
		t.Errorf("the call ran %d times", len(got))
	}
	has(t, "reply", body.Text, "I got stuck")
	has(t, "prompt", w.last().Text, "You have made exactly this call in this turn already", "No more tool calls are possible")
	if n := len(w.prompts()); n != 4 { // call, told, told and stopped, final
		t.Errorf("%d prompts", n)
	}
}

func TestSameCallAfterAnotherIsNoRepetition(t *testing.T) {
	note := &counter{name: "note"}
	w := newWorld(t, agent.Config{}, note.tool())
	note.w = w
	w.rules.When("go").Call("note", `{"title":"a"}`).Call("note", `{"title":"b"}`).Call("note", `{ "title" : "a" }`)
	w.rules.WhenResult("", "").Say("ok")
	w.say("go")
	if got := w.tasks(); len(got) != 3 {
		t.Errorf("tasks %v", got)
	}
}

func TestStepLimitEndsInAnAnswer(t *testing.T) {
	note := &counter{name: "note"}
	w := newWorld(t, agent.Config{MaxSteps: 3}, note.tool())
	note.w = w
	n := 0
	w.model.SetBrain(scripted.BrainFunc(func(_ context.Context, p scripted.Prompt) (scripted.Answer, error) {
		if strings.Contains(p.Last().Content, "No more tool calls are possible") {
			return scripted.Answer{Text: "That is as far as I got."}, nil
		}
		n++
		return scripted.Answer{Calls: []scripted.Call{{Name: "note", Args: map[string]any{"title": fmt.Sprint(n)}}}}, nil
	}))
	_, body := w.say("go")
	if body.Text != "That is as far as I got." || len(w.tasks()) != 3 {
		t.Errorf("reply %q after %v", body.Text, w.tasks())
	}
}

func TestCallIDsAreUnique(t *testing.T) {
	note := &counter{name: "note"}
	w := newWorld(t, agent.Config{}, note.tool())
	note.w = w
	chat := w.agent.Chat
	w.agent.Chat = chatFunc(func(ctx context.Context, r request, on onText) (response, error) {
		resp, err := chat.Complete(ctx, r, on)
		for i := range resp.ToolCalls { // endpoints do this
			resp.ToolCalls[i].ID = []string{"", strings.Repeat("x", 60), "call_0"}[i%3]
		}
		return resp, err
	})
	w.rules.When("go").Call("note", `{"title":"a"}`).Call("note", `{"title":"b"}`).Call("note", `{"title":"c"}`)
	w.rules.WhenResult("", "Noted: c").Call("note", `{"title":"d"}`).Call("note", `{"title":"e"}`).Call("note", `{"title":"f"}`)
	w.rules.WhenResult("", "Noted: f").Say("ok")
	for range 2 { // ids of an earlier turn are taken too
		w.say("go")
	}
	if got := w.tasks(); len(got) != 12 {
		t.Errorf("tasks %v", got)
	}
}

func TestEmptyAnswers(t *testing.T) {
	empty := 0
	world := func(t *testing.T, times int) *world {
		w := newWorld(t, agent.Config{})
		chat, left := w.agent.Chat, times
		empty = 0
		w.agent.Chat = chatFunc(func(ctx context.Context, r request, on onText) (response, error) {
			if left > 0 && r.Messages[len(r.Messages)-1].Content != "Remember that I prefer green tea" {
				left--
				empty++
				return response{Content: " \n"}, nil
			}
			return chat.Complete(ctx, r, on)
		})
		return w
	}
	t.Run("once", func(t *testing.T) {
		w := world(t, 1)
		w.rules.When("hello").Say("Hello!")
		if _, body := w.say("hello"); body.Text != "Hello!" || empty != 1 {
			t.Errorf("the reply is %q", body.Text)
		}
	})
	t.Run("again", func(t *testing.T) {
		w := world(t, 9)
		_, body := w.say("hello")
		has(t, "reply", body.Text, "I have no answer to that")
		if empty != 2 {
			t.Errorf("asked %d times", empty)
		}
	})
	t.Run("after a tool", func(t *testing.T) {
		w := world(t, 9)
		w.rules.When("tea").Call("add_to_memory", map[string]any{"content": "User prefers green tea", "category": "preference"})
		_, body := w.say("Remember that I prefer green tea")
		has(t, "reply", body.Text, "Done.\n\n———")
		if empty != 1 {
			t.Errorf("asked %d times", empty)
		}
	})
	t.Run("after a tool that failed", func(t *testing.T) {
		w := world(t, 9)
		w.rules.When("tea").Call("add_to_memory", map[string]any{"content": "tea", "category": "none of these"})
		_, body := w.say("Remember that I prefer green tea")
		has(t, "reply", body.Text, "I have no answer to that")
	})
}

func TestWordsBesideToolCallsStay(t *testing.T) {
	note := &counter{name: "note"}
	w := newWorld(t, agent.Config{}, note.tool())
	note.w = w
	w.rules.When("go").Say("Let me note that.").Call("note", `{"title":"a"}`)
	w.rules.WhenResult("note", "").Say("There it is.")
	turn, err := w.agent.Open(t.Context(), w.arrive("go"))
	w.ok(err)
	v := &view{}
	w.ok(w.agent.Respond(t.Context(), w.claim, turn.ID, v))
	_, body := w.reply(turn.ID)
	if body.Text != "Let me note that.\n\nThere it is." || v.shown() != body.Text {
		t.Errorf("reply %q, view %q", body.Text, v.shown())
	}
	grown := ""
	for _, s := range v.texts {
		if !strings.HasPrefix(s, strings.TrimRight(grown, " \n")) {
			t.Errorf("the view went from %q to %q", grown, s)
		}
		grown = s
	}
}

func TestSlow(t *testing.T) {
	w := newWorld(t, agent.Config{SlowAfter: time.Millisecond})
	slow := make(chan struct{})
	w.model.SetBrain(scripted.BrainFunc(func(ctx context.Context, _ scripted.Prompt) (scripted.Answer, error) {
		select {
		case <-slow:
			return scripted.Answer{Text: "Here I am."}, nil
		case <-ctx.Done():
			return scripted.Answer{}, ctx.Err()
		}
	}))
	turn, err := w.agent.Open(t.Context(), w.arrive("hello"))
	w.ok(err)
	w.ok(w.agent.Respond(t.Context(), w.claim, turn.ID, &view{slow: slow}))
	if _, body := w.reply(turn.ID); body.Text != "Here I am." {
		t.Errorf("the reply is %q", body.Text)
	}
}

func TestTooLongIsCutAndTriedOnce(t *testing.T) {
	w := newWorld(t, agent.Config{})
	long := 0
	chat := w.agent.Chat
	w.agent.Chat = chatFunc(func(ctx context.Context, r request, on onText) (response, error) {
		if len(r.Messages) > 6 {
			long++
			return response{}, tooLong
		}
		return chat.Complete(ctx, r, on)
	})
	w.rules.Otherwise().Say("ok " + strings.Repeat("word ", 1900))
	for i := range 4 {
		w.say(fmt.Sprint("message ", i))
	}
	if long == 0 {
		t.Fatal("no prompt was too long")
	}
	if s := w.session(); s.WindowFrom == 1 {
		t.Error("the window was not cut")
	}
	w.agent.Chat = chatFunc(func(context.Context, request, onText) (response, error) {
		long++
		return response{}, tooLong
	})
	turn, err := w.agent.Open(t.Context(), w.arrive("one more"))
	w.ok(err)
	long = 0
	if err := w.agent.Respond(t.Context(), w.claim, turn.ID, &view{}); !errors.Is(err, tooLong) || long != 2 {
		t.Errorf("after %d tries: %v", long, err)
	}
}
