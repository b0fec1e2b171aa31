package script_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"keepsake/demo/script"
)

func TestEveryFormOfAStep(t *testing.T) {
	for _, c := range []struct {
		line string
		want script.Step
	}{
		{"alice: Alec is my boss: yes", script.Step{Verb: script.Say, Who: "alice", Text: "Alec is my boss: yes"}},
		{"alice: one\n  two\n\n    three", script.Step{Verb: script.Say, Who: "alice", Text: "one\ntwo\n\n  three"}},
		{"alice:\n\tindented by a tab", script.Step{Verb: script.Say, Who: "alice", Text: "indented by a tab"}},
		{"alice replies: Thursdays", script.Step{Verb: script.Reply, Who: "alice", Text: "Thursdays"}},
		{`alice replies to "*Bob*": this`, script.Step{Verb: script.Reply, Who: "alice", What: "*Bob*", Text: "this"}},
		{"alice edits: Alice", script.Step{Verb: script.Edit, Who: "alice", Text: "Alice"}},
		{"alice reacts with 👎", script.Step{Verb: script.React, Who: "alice", Text: "👎"}},
		{"alice forwards from Ben Okafor: hello", script.Step{Verb: script.Forward, Who: "alice", What: "Ben Okafor", Text: "hello"}},
		{"alice sends sticker", script.Step{Verb: script.Send, Who: "alice", What: "sticker"}},
		{"alice sends photo: my dog", script.Step{Verb: script.Send, Who: "alice", What: "photo", Text: "my dog"}},
		{"alice sends voice: Alec is my boss", script.Step{Verb: script.Send, Who: "alice", What: "voice", Text: "Alec is my boss"}},
		{"alice sends file list.txt", script.Step{Verb: script.Send, Who: "alice", What: "file", File: "list.txt", Data: "a list\n\nof two"}},
		{"alice forwards voice from Ben Okafor: hello", script.Step{Verb: script.Send, Who: "alice", What: "voice", From: "Ben Okafor", Text: "hello"}},
		{"alice forwards file list.txt from Ben: look", script.Step{Verb: script.Send, Who: "alice", What: "file", From: "Ben", File: "list.txt", Data: "a list\n\nof two", Text: "look"}},
		{"alice taps Next ›", script.Step{Verb: script.Tap, Who: "alice", Text: "Next ›"}},
		{"bot: *remember*", script.Step{Verb: "bot says", Text: "*remember*"}},
		{"bot to ben: hi", script.Step{Verb: "bot says", Who: "ben", Text: "hi"}},
		{"bot edits: gone", script.Step{Verb: "bot edits", Text: "gone"}},
		{"bot toasts: Undone", script.Step{Verb: "bot toasts", Text: "Undone"}},
		{"bot sends file *.json", script.Step{Verb: "bot file", Text: "*.json"}},
		{"bot is silent", script.Step{Verb: "bot silent"}},
		{"bot: @list.txt", script.Step{Verb: "bot says", Text: "a list\n\nof two"}},
		{"buttons: Undo | Edit", script.Step{Verb: "buttons", List: []string{"Undo", "Edit"}}},
		{"buttons: none", script.Step{Verb: "buttons"}},
		{`memory alice has "Alec is the user's boss"`, script.Step{Verb: "memory has", Who: "alice", Text: "Alec is the user's boss"}},
		{`memory alice has "A \"b\"" in person about "Al Ec" version 2 pinned`, script.Step{Verb: "memory has", Who: "alice", Text: `A "b"`, Category: "person", Subject: "Al Ec", Version: 2, Pinned: true}},
		{`memory alice has "x" about Alec`, script.Step{Verb: "memory has", Who: "alice", Text: "x", Subject: "Alec"}},
		{`memory alice lacks "*James*"`, script.Step{Verb: "memory lacks", Who: "alice", Text: "*James*"}},
		{"memory alice holds 2", script.Step{Verb: "memory holds", Who: "alice", Number: 2}},
		{`tasks alice has "Update*"`, script.Step{Verb: "tasks has", Who: "alice", Text: "Update*"}},
		{`tasks alice lacks "*"`, script.Step{Verb: "tasks lacks", Who: "alice", Text: "*"}},
		{`prompt has "Your Memory"`, script.Step{Verb: "prompt has", Text: "Your Memory"}},
		{`prompt lacks "Alec"`, script.Step{Verb: "prompt lacks", Text: "Alec"}},
		{"model calls add_to_memory, create_task", script.Step{Verb: "model calls", List: []string{"add_to_memory", "create_task"}}},
		{"model calls nothing", script.Step{Verb: "model calls"}},
		{"model is not asked", script.Step{Verb: "not asked"}},
		{"new session", script.Step{Verb: "new session"}},
		{"restart", script.Step{Verb: "restart"}},
		{"clock +2h30m", script.Step{Verb: "clock", Wait: 150 * time.Minute}},
	} {
		s, err := script.Parse("x.txtar", []byte("# about\n\n"+c.line+"\n# end\n-- list.txt --\na list\n\nof two\n"))
		if err != nil {
			t.Errorf("%q: %v", c.line, err)
			continue
		}
		c.want.Line, c.want.Source = 3, strings.SplitN(c.line, "\n", 2)[0]
		if len(s.Steps) != 1 || !reflect.DeepEqual(s.Steps[0], c.want) {
			t.Errorf("%q:\n got %+v\nwant %+v", c.line, s.Steps, c.want)
		}
	}
}

func TestWhatCannotBeReadSaysWhereAndWhy(t *testing.T) {
	for text, reason := range map[string]string{
		"":                                      "no step",
		"# only words":                          "no step",
		"  continues":                           "continues nothing",
		"Alice speaks":                          "not a step",
		"alice says hello":                      "not a step",
		"alice:":                                `no text after ":"`,
		"alice taps Undo\n  more":               "no further lines",
		"bot: @missing.txt":                     `no file "missing.txt"`,
		"clock +soon":                           "a clock moves by",
		"clock +0s":                             "a clock moves by",
		`memory alice has "x" sometimes`:        "after the text come",
		`memory alice lacks "\q"`:               "double quotes",
		"model calls a,,b":                      "tool's name is missing",
		`memory alice has "x" version 99999999`: "after the text come",
	} {
		_, err := script.Parse("/some/where/x.txtar", []byte("# one\n"+text))
		var syntax *script.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), reason) || !strings.HasPrefix(err.Error(), "x.txtar:") {
			t.Errorf("%q: got %v, want a reason with %q", text, err, reason)
		}
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{"hello", "hello", true},
		{"hello", " hello\n", true},
		{"hello", "hello there", false},
		{"*there", "hello\nthere", true},
		{"*", "", true},
		{"a*c*e", "abcde", true},
		{"a*c*e", "abcd", false},
		{`a\*b`, "a*b", true},
		{`a\*b`, "axb", false},
		{"(a+b)?.[c]", "(a+b)?.[c]", true},
		{"📝 *:", "📝 Your memories:", true},
	} {
		if got := script.Match(c.pattern, c.text); got != c.want {
			t.Errorf("Match(%q, %q) = %v", c.pattern, c.text, got)
		}
	}
}

func TestEveryConversationOfTheDemoCanBeRead(t *testing.T) {
	files, err := filepath.Glob("../testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations: %v", err)
	}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := script.Parse(f, data); err != nil {
			t.Error(err)
		}
	}
}

// FuzzParse: whatever a file holds, it is read or refused with its line, and never with a
// step that says nothing.
func FuzzParse(f *testing.F) {
	f.Add("alice: hello\nbot: *\nbuttons: a | b\n")
	f.Add("memory alice has \"x\" in person about \"A B\" version 2 pinned\n-- a.txt --\nx\n")
	f.Add("alice taps Undo\n\n  more\n\tand\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := script.Parse("f.txtar", []byte(text))
		if err != nil {
			var syntax *script.SyntaxError
			if !errors.As(err, &syntax) || syntax.Line < 1 || syntax.Reason == "" {
				t.Fatalf("not a syntax error: %#v", err)
			}
			return
		}
		for _, step := range s.Steps {
			if step.Verb == "" || step.Line < 1 || step.Source == "" {
				t.Fatalf("an empty step: %+v", step)
			}
		}
	})
}

// FuzzMatch: a text without stars matches itself, and a star in front and behind changes
// nothing.
func FuzzMatch(f *testing.F) {
	f.Add("hello", "say hello to all")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		script.Match(pattern, text) // never panics
		if strings.ToValidUTF8(text, "") != text || strings.TrimSpace(text) != text {
			return
		}
		literal := strings.ReplaceAll(text, "*", `\*`)
		if strings.Contains(text, `\`) {
			return
		}
		if !script.Match(literal, text) || !script.Match("*"+literal+"*", text) {
			t.Fatalf("%q does not match itself", text)
		}
	})
}
