package agent_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"keepsake/agent"
	"keepsake/fault"
	"keepsake/llm/scripted"
)

// TestForeignAnswers: an answer in another language than the person's is asked for once more, with their language in the late
// block; the first answer stands where the second is foreign, too, or comes to nothing.
func TestForeignAnswers(t *testing.T) {
	const asked, english = "Ich wohne jetzt in Graz und suche ein gutes Café, was meinst du?", "That is a great city, and you can find a lot of cafés in the old town."
	const german = "Das ist eine schöne Stadt, und in der Altstadt gibt es viele Cafés."
	const hint = "The user writes in German. Answer in German, unless they asked for another language."
	world := func(t *testing.T, second func() (response, error)) (*world, *[]request) {
		w := newWorld(t, agent.Config{})
		var seen []request
		w.agent.Chat = chatFunc(func(_ context.Context, r request, _ onText) (response, error) {
			if seen = append(seen, r); len(seen)%2 == 1 {
				return response{Content: english}, nil
			}
			return second()
		})
		return w, &seen
	}
	lateOf := func(r request) string { return r.Messages[len(r.Messages)-2].Content }
	for name, c := range map[string]struct {
		second func() (response, error)
		want   string
	}{
		"mended":            {func() (response, error) { return response{Content: german}, nil }, german},
		"foreign again":     {func() (response, error) { return response{Content: english + " Enjoy it."}, nil }, english},
		"nothing":           {func() (response, error) { return response{}, nil }, english},
		"the model is away": {func() (response, error) { return response{}, fault.Wrap(fault.Unavailable, "away", errors.New("away")) }, english},
	} {
		t.Run(name, func(t *testing.T) {
			w, seen := world(t, c.second)
			var told []string
			w.agent.AskedAgain = func(reason string, isMended bool) { told = append(told, fmt.Sprint(reason, " ", isMended)) }
			_, body := w.say(asked)
			if want := fmt.Sprint("language ", name == "mended"); len(told) != 1 || told[0] != want {
				t.Errorf("it is counted as %q, want %q", told, want)
			}
			if body.Text != c.want || len(*seen) != 2 {
				t.Fatalf("the reply is %q after %d questions", body.Text, len(*seen))
			}
			lacks(t, "first", lateOf((*seen)[0]), hint)
			has(t, "second", lateOf((*seen)[1]), hint)
		})
	}
	t.Run("wanted", func(t *testing.T) {
		w, seen := world(t, nil)
		w.remember("User wants answers in English", "preference", "")
		if _, body := w.say(asked); body.Text != english || len(*seen) != 1 {
			t.Errorf("the reply is %q after %d questions", body.Text, len(*seen))
		}
	})
}

// TestAnswersThatRepeatThemselves until their tokens are used up: the person reads what was said once, and that it ends there.
func TestAnswersThatRepeatThemselves(t *testing.T) {
	w := newWorld(t, agent.Config{})
	w.rules.When("Graz").Say("Graz is lovely. " + strings.Repeat("You can visit the old town. ", 100)).Fail(scripted.Fault{Trouble: scripted.Length, Pieces: 600})
	_, body := w.say("What is there to see in Graz?")
	has(t, "reply", body.Text, "Graz is lovely. You can visit the old town.\n\n✂️ *The model began to repeat itself")
	if n := strings.Count(body.Text, "old town"); n != 1 {
		t.Errorf("it is shown %d times", n)
	}
}

// TestPromisesThatNothingKeeps: a model that says that it will remind, and calls no tool, is asked once more and told so; what it calls
// then is done. Where nothing can be kept, its answer stands.
func TestPromisesThatNothingKeeps(t *testing.T) {
	const hint = "Nothing is kept and no reminder is set unless a tool is called"
	promise := func(w *world) *int {
		asked, chat := 0, w.agent.Chat
		w.agent.Chat = chatFunc(func(ctx context.Context, r request, on onText) (response, error) {
			if late := r.Messages[len(r.Messages)-2].Content; r.Messages[len(r.Messages)-1].Role == "user" && !strings.Contains(late, hint) {
				asked++
				return response{Content: "好的，我会记住。"}, nil
			}
			return chat.Complete(ctx, r, on)
		})
		return &asked
	}
	w := newWorld(t, agent.Config{})
	asked := promise(w)
	w.rules.When("绿茶").AndSystem(hint).Call("add_to_memory", map[string]any{"content": "用户喜欢绿茶", "category": "preference"})
	w.rules.WhenResult("add_to_memory", "").Say("记住了。")
	_, body := w.say("记住，我喜欢绿茶")
	has(t, "reply", body.Text, "记住了。")
	if known := w.known(); len(known) != 1 || *asked != 1 {
		t.Errorf("known %v after %d promises, the reply is %q", known, *asked, body.Text)
	}
	for _, p := range w.prompts()[1:] {
		lacks(t, "after the call", p.Prompt.System(), hint)
	}
	forgetful := newWorld(t, agent.Config{Forgetful: true})
	asked = promise(forgetful)
	if _, body := forgetful.say("记住，我喜欢绿茶"); *asked != 1 || body.Text != "好的，我会记住。" {
		t.Errorf("%d promises, the reply is %q", *asked, body.Text)
	}
}

// 15.2: where a model only says that it keeps what it was asked to keep, also when it is told so, the bot asks the person itself; and
// the mark of a masked secret is no answer.
func TestTheBotAsksWhereTheModelKeepsNothing(t *testing.T) {
	w := newWorld(t, agent.Config{})
	asked := 0
	w.agent.Chat = chatFunc(func(_ context.Context, r request, _ onText) (response, error) {
		if asked++; r.Messages[len(r.Messages)-1].Role == "tool" {
			return response{Content: "I have asked you."}, nil
		}
		return response{Content: "I have added it to your memory."}, nil
	})
	_, body := w.say("Remember that Alec is my boss")
	has(t, "reply", body.Text, "I have asked you.")
	has(t, "reply", body.Text, "Alec is my boss")
	lacks(t, "reply", body.Text, "added it to your memory")
	if asked != 3 || len(body.Buttons) == 0 {
		t.Errorf("%d questions, buttons %v", asked, body.Buttons)
	}
	dots := 0
	w.agent.Chat = chatFunc(func(context.Context, request, onText) (response, error) {
		if dots++; dots == 1 {
			return response{Content: "•••"}, nil
		}
		return response{Content: "In Munich."}, nil
	})
	if _, body := w.say("Where do I live?"); body.Text != "In Munich." {
		t.Errorf("reply %q after %d questions", body.Text, dots)
	}
}

// 15.2: an answer that says it has kept something where nothing was kept does not stand alone.
func TestWhatWasNotKeptIsSaid(t *testing.T) {
	w := newWorld(t, agent.Config{})
	const claim = "Thank you for providing this information. I have added it to your memory."
	w.agent.Chat = chatFunc(func(context.Context, request, onText) (response, error) { return response{Content: claim}, nil })
	if _, body := w.say("My sister Anna lives in Lisbon and is a vet"); !strings.HasPrefix(body.Text, claim) || !strings.Contains(body.Text, "I have not kept this") {
		t.Errorf("reply %q", body.Text)
	}
}
