package script_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"keepsake/bot/simulator"
	"keepsake/demo/script"
	"keepsake/llm/scripted"
	"keepsake/memory"
)

// echo is a small bot of its own: it answers in a fixed way to a few words, so that the
// player can be tested with answers that are right and wrong.
type echo struct {
	chats   map[string][]simulator.Message
	toasts  []string
	kept    []memory.Memory
	deleted []memory.Memory
	tasks   []string
	finds   []string
	prompts []scripted.Prompt
	next    int64
	later   time.Duration
	at      string
	fail    error
}

var bot = simulator.User{IsBot: true}

func (e *echo) show(who string, m simulator.Message) {
	e.next++
	m.ID = e.next
	e.chats[who] = append(e.chats[who], m)
}

func (e *echo) Act(_ context.Context, s script.Step, on int64, button string) error {
	if s.Verb == script.Tap {
		chat := e.chats[s.Who]
		for i := range chat {
			if chat[i].ID == on {
				chat[i].Text, chat[i].Buttons, chat[i].Edits = "was "+button, nil, []simulator.Edit{{}}
			}
		}
		e.toasts = append(e.toasts, "done")
		return e.fail
	}
	e.show(s.Who, simulator.Message{Text: s.Text})
	switch {
	case s.Text == "hush":
	case s.Text == "/new":
		e.show(s.Who, simulator.Message{From: bot, Text: "a new one"})
	case s.Text == "file":
		e.show(s.Who, simulator.Message{From: bot, Text: "here", File: &simulator.File{Name: "all.json"}})
	default:
		thinks := scripted.Message{Role: "assistant", ToolCalls: []scripted.ToolCall{{Name: "think"}}}
		e.prompts = append(e.prompts, scripted.Prompt{Text: "you said " + s.Text, Messages: []scripted.Message{thinks}})
		e.show(s.Who, simulator.Message{From: bot, Text: "you said " + s.Text, Buttons: [][]simulator.Button{{{Text: "Undo"}, {Text: "Edit"}}}})
	}
	return e.fail
}

func (e *echo) Settle(context.Context) error { return nil }
func (e *echo) Chat(who string) []simulator.Message {
	return append([]simulator.Message(nil), e.chats[who]...)
}
func (e *echo) Toasts(string) []string     { return e.toasts }
func (e *echo) Prompts() []scripted.Prompt { return e.prompts }
func (e *echo) TalkTo(bot string) error {
	e.at = bot
	return nil
}

func (e *echo) Restart(_ context.Context, d time.Duration) error { e.later += d; return nil }
func (e *echo) Finds(context.Context, string) ([]string, error)  { return e.finds, nil }
func (e *echo) Tasks(context.Context, string) ([]string, error)  { return e.tasks, nil }
func (e *echo) Memories(_ context.Context, _ string, deleted bool) ([]memory.Memory, error) {
	if deleted {
		return e.deleted, nil
	}
	return e.kept, nil
}

func newEcho() *echo {
	return &echo{
		chats: map[string][]simulator.Message{},
		kept: []memory.Memory{
			{ID: "a1B2c3D4", Category: "person", Subject: "Alec", Content: "Alec is the user's boss", Version: 2, Pinned: true},
		},
		deleted: []memory.Memory{{ID: "z9Z9z9Z9", Content: "James helps"}},
		tasks:   []string{"Update Alec"},
		finds:   []string{"Nina paints"},
	}
}

func play(t *testing.T, e *echo, text string) error {
	t.Helper()
	s, err := script.Parse("talk.txtar", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return script.Play(t.Context(), s, e)
}

func TestAConversationThatHolds(t *testing.T) {
	e := newEcho()
	err := play(t, e, `
alice: hello
bot: you said *
buttons: Undo | E*
model calls think
prompt has "you said hello"
prompt lacks "goodbye"
alice taps Undo
bot is silent
bot edits: was Undo
bot toasts: done
bot reacts: none
model is not asked
buttons: none
alice replies: show {id of "Alec*"} and {id of ben's "James*"}
bot: you said show a1B2c3D4 and z9Z9z9Z9
alice edits: hush
bot is silent
alice: file
bot sends file *.json
new session
model calls nothing
memory alice has "Alec is the user's boss" in person about Alec version 2 pinned
memory alice lacks "*James*"
memory alice holds 1
tasks alice has "Update*"
tasks alice lacks "Buy*"
finds alice has "Nina*"
finds alice lacks "Ben*"
restart
clock +2h
ben forwards from Cleo: hi
bot to ben: you said hi
ben replies to "hi": and you
bot: you said and you
ben sends photo: a dog
bot: you said a dog
`)
	if err != nil {
		t.Fatal(err)
	}
	if e.later != 2*time.Hour {
		t.Errorf("the clock moved by %v", e.later)
	}
}

func TestWhatDoesNotHoldIsExplained(t *testing.T) {
	const hello = "alice: hello\nbot: *\n"
	for _, c := range []struct {
		text, expected, came string
		line                 int
	}{
		{"alice: hello\nbot: goodbye", `"goodbye"`, `"you said hello"`, 2},
		{"alice: hello\nalice: again", "nothing more from the bot", `"you said hello"`, 2},
		{"alice: hello", "nothing more from the bot", `"you said hello"`, 1},
		{"alice: hello\nbot is silent", "nothing more", `"you said hello"`, 2},
		{"alice: hush\nbot: *", `a message "*"`, "no message", 2},
		{hello + "buttons: Undo", `"Undo"`, `"Undo", "Edit"`, 3},
		{hello + "alice taps Save", `a button "Save"`, "no message", 3},
		{"alice edits: x", "a message to edit", "none", 1},
		{hello + "bot edits: x", "an older message", "none", 3},
		{hello + "bot toasts: x", "the little answer", "none", 3},
		{hello + "bot reacts: ✍", "the reaction ✍", "none", 3},
		{"alice: file\nbot sends file *.txt", `a file "*.txt"`, `"all.json"`, 2},
		{`memory alice has "Alec*" version 1`, "that memory has", "version 2", 1},
		{`memory alice has "Alec*" in project`, "that memory has", "in person", 1},
		{`memory alice lacks "Alec*"`, "that memory lacks", "about Alec", 1},
		{"memory alice holds 3", "3 memories", "boss", 1},
		{`finds alice has "Ben*"`, "the find", "Nina paints", 1},
		{`finds alice lacks "Nina*"`, "not the find", "Nina paints", 1},
		{`tasks alice has "Buy*"`, "the task", "Update Alec", 1},
		{`tasks alice lacks "Update*"`, "not the task", "Update Alec", 1},
		{`prompt has "x"`, "a prompt", "never asked", 1},
		{hello + `prompt has "goodbye"`, "containing", "you said hello", 3},
		{hello + `prompt lacks "hello"`, "not containing", "you said hello", 3},
		{hello + "model calls nothing", "the tools none", `"think"`, 3},
		{hello + "model is not asked", "not asked", "1 requests", 3},
		{`alice: {id of "Zoe*"}`, `a memory "Zoe*"`, "none", 1},
	} {
		err := play(t, newEcho(), c.text)
		var f *script.Failure
		if !errors.As(err, &f) {
			t.Errorf("%q: got %v, want a failure", c.text, err)
			continue
		}
		if f.Line != c.line || !strings.Contains(f.Expected, c.expected) || !strings.Contains(f.Came, c.came) {
			t.Errorf("%q: %v", c.text, err)
		}
		if !strings.HasPrefix(err.Error(), "talk.txtar:") || !strings.Contains(err.Error(), "the conversation until then:") {
			t.Errorf("%q: unclear words: %v", c.text, err)
		}
	}
}

func TestAFailureShowsTheConversation(t *testing.T) {
	err := play(t, newEcho(), "alice: hello\nbot: *\nalice taps Edit\nalice: again\nbot: never\n  said so")
	want := []string{"alice: hello", "bot: you said hello", "[Undo] [Edit]", "alice taps [Edit]", "alice: again", "never\n    said so"}
	for _, w := range want {
		if err == nil || !strings.Contains(err.Error(), w) {
			t.Errorf("no %q in:\n%v", w, err)
		}
	}
}

func TestAStageThatBreaksIsNoFailureOfTheScript(t *testing.T) {
	e := newEcho()
	e.fail = errors.New("the line is down")
	err := play(t, e, "alice: hello\n")
	var f *script.Failure
	if errors.As(err, &f) || !errors.Is(err, e.fail) || !strings.Contains(err.Error(), "talk.txtar:1") {
		t.Errorf("got %v", err)
	}
}
