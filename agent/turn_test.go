package agent_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/llm/scripted"
	"keepsake/session"
	"keepsake/tool"
)

// chatFunc lets a test stand between the agent and the endpoint.
type (
	request  = llm.Request
	response = llm.Response
	onText   = func(piece string, reset bool)
	chatFunc func(ctx context.Context, r request, on onText) (response, error)
)

func (f chatFunc) Complete(ctx context.Context, r request, on onText) (response, error) {
	return f(ctx, r, on)
}

var tooLong = llm.ErrTooLong

// TestResumeAfterRestart cuts a turn off between its tool and its answer: the tool's work
// is done once, the answer comes, in another process.
func TestResumeAfterRestart(t *testing.T) {
	note := &counter{name: "note"}
	w := newWorld(t, agent.Config{}, note.tool())
	note.w = w
	w.rules.When("go").Call("note", `{"title":"a"}`)
	w.rules.WhenResult("note", "Noted: a").Say("Noted, Alice.")
	turn, err := w.agent.Open(t.Context(), w.arrive("go"))
	w.ok(err)
	chat := w.agent.Chat
	n := 0
	w.agent.Chat = chatFunc(func(ctx context.Context, r request, on onText) (response, error) {
		if n++; n > 1 {
			return response{}, fault.New(fault.Unavailable, "away")
		}
		return chat.Complete(ctx, r, on)
	})
	err = w.agent.Respond(t.Context(), w.claim, turn.ID, &view{})
	if fault.KindOf(err) != fault.Unavailable {
		t.Fatalf("the error is %v", err)
	}
	retry := w.clock().Add(time.Minute)
	w.ok(w.agent.Wait(t.Context(), w.claim, turn.ID, retry))
	if got, _ := w.reply(turn.ID); got.State != session.TurnWaiting || got.RetryAt == nil || got.Usage.Calls != 1 {
		t.Errorf("the turn waits as %+v", got)
	}
	if rows := w.waiting(); len(rows) != 1 || rows[0].DueAt.Before(retry.Add(-time.Second)) || rows[0].Attempts != 0 {
		t.Errorf("inbox rows %+v", rows)
	}

	w.pass(time.Hour)
	w.open() // a restart
	w.take()
	got, ok, err := w.agent.Unfinished(t.Context(), w.claim.Lane)
	if err != nil || !ok || got.ID != turn.ID {
		t.Fatalf("unfinished: %+v %v %v", got, ok, err)
	}
	w.ok(w.agent.Respond(t.Context(), w.claim, turn.ID, &view{}))
	done, body := w.reply(turn.ID)
	if body.Text != "Noted, Alice." || done.Usage.Calls != 2 {
		t.Errorf("reply %q, usage %+v", body.Text, done.Usage)
	}
	if got := w.tasks(); len(got) != 1 {
		t.Errorf("the tool ran %d times", len(got))
	}
}

// TestResumeRunsWhatWasNotRun cuts a turn off inside its second tool call.
func TestResumeRunsWhatWasNotRun(t *testing.T) {
	fail := true
	note := &counter{name: "note", hook: func(_ context.Context, c tool.Call) error {
		if fail && string(c.Args) == `{"title":"b"}` {
			return errBoom
		}
		return nil
	}}
	w := newWorld(t, agent.Config{}, note.tool())
	note.w = w
	w.rules.When("go").Call("note", `{"title":"a"}`).Call("note", `{"title":"b"}`)
	w.rules.WhenResult("note", "Noted: b").Say("Both.")
	turn, err := w.agent.Open(t.Context(), w.arrive("go"))
	w.ok(err)
	if err := w.agent.Respond(t.Context(), w.claim, turn.ID, &view{}); !errors.Is(err, errBoom) {
		t.Fatalf("the error is %v", err)
	}
	if got := w.tasks(); len(got) != 1 {
		t.Fatalf("after the failure: %v", got)
	}
	fail = false
	w.ok(w.agent.Respond(t.Context(), w.claim, turn.ID, &view{}))
	if got := w.tasks(); len(got) != 2 || len(w.prompts()) != 2 {
		t.Errorf("tasks %v after %d prompts", got, len(w.prompts()))
	}
}

func TestJoinAWaitingTurn(t *testing.T) {
	w := newWorld(t, agent.Config{})
	w.rules.When("second").Say("Both heard.")
	turn, err := w.agent.Open(t.Context(), w.arrive("first"))
	w.ok(err)
	w.ok(w.agent.Wait(t.Context(), w.claim, turn.ID, w.clock()))
	if _, err := w.agent.Open(t.Context(), w.arrive("second")); !errors.Is(err, agent.ErrBusy) {
		t.Errorf("a second turn: %v", err)
	}
	in := w.arrive("second")
	for _, row := range w.waiting() {
		in.UpdateIDs = append(in.UpdateIDs, row.ID)
	}
	w.ok(w.agent.Join(t.Context(), turn.Turn, in))
	w.ok(w.agent.Respond(t.Context(), w.claim, turn.ID, &view{}))
	if _, body := w.reply(turn.ID); body.Text != "Both heard." {
		t.Errorf("the reply is %q", body.Text)
	}
	has(t, "prompt", w.last().Text, "first", "second")
	if err := w.agent.Join(t.Context(), turn.Turn, w.arrive("third")); fault.KindOf(err) != fault.Conflict {
		t.Errorf("joined an answered turn: %v", err)
	}
}

// TestLeaseLost: the worker that lost its lane writes nothing more, wherever it is.
func TestLeaseLost(t *testing.T) {
	w := newWorld(t, agent.Config{})
	turn, err := w.agent.Open(t.Context(), w.arrive("go"))
	w.ok(err)
	old := w.claim
	w.model.SetBrain(scripted.BrainFunc(func(context.Context, scripted.Prompt) (scripted.Answer, error) {
		w.take()
		return scripted.Answer{Calls: []scripted.Call{{
			Name: "add_to_memory", Args: map[string]any{"content": "User says go", "category": "context"},
		}}}, nil
	}))
	if err := w.agent.Respond(t.Context(), old, turn.ID, &view{}); !errors.Is(err, delivery.ErrLeaseLost) {
		t.Errorf("respond: %v", err)
	}
	ctx := t.Context()
	for name, err := range map[string]error{
		"wait":    w.agent.Wait(ctx, old, turn.ID, w.clock()),
		"give up": w.agent.GiveUp(ctx, old, turn.ID, agent.ReasonAway),
		"stopped": w.agent.EndStopped(ctx, old, turn.ID, "x"),
		"join":    w.agent.Join(ctx, turn.Turn, agent.Incoming{Claim: old}),
		"respond": w.agent.Respond(ctx, old, turn.ID, &view{}),
	} {
		if !errors.Is(err, delivery.ErrLeaseLost) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if ms, err := w.agent.Sessions.TurnMessages(ctx, turn.ID); err != nil || len(ms) != 1 {
		t.Errorf("messages %v %v", ms, err)
	}
	if len(w.known()) != 0 {
		t.Error("something was remembered")
	}
}

func TestGiveUp(t *testing.T) {
	w := newWorld(t, agent.Config{})
	w.rules.When("tea").Say("One moment.").Call("add_to_memory", map[string]any{"content": "User prefers green tea", "category": "preference"})
	w.rules.WhenResult("", "").Fail(scripted.Fault{Trouble: scripted.Status, Status: 400, Message: "no"})
	turn, err := w.agent.Open(t.Context(), w.arrive("Remember that I prefer green tea"))
	w.ok(err)
	if err := w.agent.Respond(t.Context(), w.claim, turn.ID, &view{}); err == nil {
		t.Fatal("no error")
	}
	w.ok(w.agent.GiveUp(t.Context(), w.claim, turn.ID, agent.ReasonAway))
	got, body := w.reply(turn.ID)
	if got.State != session.TurnGivenUp {
		t.Errorf("the turn is %s", got.State)
	}
	has(t, "reply", body.Text, "One moment.", "did not answer in time", "📝 Kept: You prefer green tea")
	w.ok(w.agent.GiveUp(t.Context(), w.claim, turn.ID, agent.ReasonFailed)) // ended is ended
	if _, again := w.reply(turn.ID); again.Text != body.Text {
		t.Error("a turn that was given up changed")
	}
	w.model.SetBrain(scripted.BrainFunc(func(context.Context, scripted.Prompt) (scripted.Answer, error) {
		return scripted.Answer{Text: "Back again."}, nil
	}))
	w.say("and now?") // the log is whole: the strict endpoint takes the next prompt
}

func TestStopped(t *testing.T) {
	note := &counter{name: "note", hook: func(context.Context, tool.Call) error { return errBoom }}
	w := newWorld(t, agent.Config{}, note.tool())
	note.w = w
	w.rules.When("go").Say("Let me see.").Call("note", `{"title":"a"}`)
	w.rules.Otherwise().Say("Fine.")
	turn, err := w.agent.Open(t.Context(), w.arrive("go"))
	w.ok(err)
	if err := w.agent.Respond(t.Context(), w.claim, turn.ID, &view{}); !errors.Is(err, errBoom) {
		t.Fatal(err)
	}
	w.ok(w.agent.EndStopped(t.Context(), w.claim, turn.ID, "Let me see.\n\nWell, I th"))
	got, body := w.reply(turn.ID)
	if got.State != session.TurnStopped {
		t.Errorf("the turn is %s", got.State)
	}
	has(t, "reply", body.Text, "Let me see.\n\nWell, I th\n\n", "Stopped")
	w.say("what did you say?")
	has(t, "prompt", w.last().Text, "This call did not run", "Well, I th")
}

// TestStopAsked: a turn that is resumed, or between two steps, sees the wish to stop.
func TestStopAsked(t *testing.T) {
	note := &counter{name: "note"}
	w := newWorld(t, agent.Config{}, note.tool())
	note.w = w
	w.model.SetBrain(scripted.BrainFunc(func(ctx context.Context, _ scripted.Prompt) (scripted.Answer, error) {
		if _, err := w.agent.Sessions.AskStop(ctx, actor.OfSystem(), w.claim.Lane); err != nil {
			return scripted.Answer{}, err
		}
		return scripted.Answer{Calls: []scripted.Call{{Name: "note", Args: `{"title":"a"}`}}}, nil
	}))
	turn, body := w.say("go")
	if turn.State != session.TurnStopped || len(w.tasks()) != 0 {
		t.Errorf("the turn is %s, tasks %v", turn.State, w.tasks())
	}
	has(t, "reply", body.Text, "Stopped")
}

func TestCanceled(t *testing.T) {
	w := newWorld(t, agent.Config{})
	turn, err := w.agent.Open(t.Context(), w.arrive("go"))
	w.ok(err)
	ctx, cancel := context.WithCancel(t.Context())
	w.model.SetBrain(scripted.BrainFunc(func(context.Context, scripted.Prompt) (scripted.Answer, error) {
		cancel()
		<-t.Context().Done()
		return scripted.Answer{}, nil
	}))
	err = w.agent.Respond(ctx, w.claim, turn.ID, &view{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if got, _ := w.reply(turn.ID); !got.IsUnfinished() {
		t.Errorf("the turn is %s", got.State)
	}
}
