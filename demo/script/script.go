// Package script reads and plays conversations written down for people: who says what,
// what the bot answers, what it then remembers. The demo plays them (`keepsake demo
// --script FILE`) and the tests play the same files.
//
// A script is a txtar archive. The part before the first file is the conversation, one
// step a line; the files are longer texts that steps name (`bot: @list.txt`). A line that
// begins with white space continues the text of the step above; "#" begins a comment.
//
//	alice: Alec is my boss by the way            a person says something
//	alice taps Undo                              … taps the newest button of that name
//	alice replies: Thursdays                     … replies to the bot's newest message
//	alice replies to "*Bob*": remember this      … to the newest message like that
//	alice edits: Alice is my boss                … edits what they said last
//	alice forwards from Ben: …                   … forwards somebody's words
//	alice sends photo                            … sends what is no text (a caption may follow ":")
//	alice sends voice: Alec is my boss           … says something aloud
//	alice sends file plan.md                     … sends a file of this script (a caption may follow)
//	alice forwards voice from Ben: …             … forwards any of these
//	bot: *remember*                              the bot's next message; "*" is any run of text
//	bot edits: …                                 the bot changed an older message to this
//	bot toasts: …                                the little answer to a tap
//	bot reacts: ✍                                the reaction to what was said last, or "none"
//	bot sends file *.json                        the bot's next message is a file of this name
//	bot is silent                                the bot says nothing
//	buttons: Undo | Edit                         the buttons under the message just expected
//	memory alice has "Alec is the user's boss" in person about Alec version 1
//	memory alice lacks "*James*"                 nothing kept matches
//	memory alice holds 2                         how many are kept
//	tasks alice has "Update Alec*"               an open task of this title (or lacks)
//	prompt has "Your Memory"                     the last prompt contains this (or lacks)
//	model calls add_to_memory                    which tools ran for the last thing said
//	model calls nothing                          … none
//	model is not asked                           the model was not needed at all
//	at poet                                      people go on with this bot (its role file is poet.yaml)
//	new session                                  the person who spoke last begins anew
//	restart                                      the bot ends and starts on the same store
//	clock +2h                                    the bot starts again two hours later
//
// A file NAME.yaml is a role file, and that bot is there; the file rules says how the model
// answers (scripted.ParseRules). {id of "Alec*"} in a text stands for the id of the memory that matches, deleted or not;
// {id of ben's "Alec*"} for somebody else's.
// Every message of the bot has to be expected, in its order, before the next person acts.
//
// Start reading at Parse, then Play. Stage is what a script is played on.
package script

import (
	"fmt"
	"path/filepath"
	"time"
)

// Script is one conversation.
type Script struct {
	Name  string
	Steps []Step
	Files map[string]string
}

// Verb is what a step does or expects, see forms.
type Verb string

// What people do.
const (
	Say     Verb = "say"
	Reply   Verb = "reply"
	Edit    Verb = "edit"
	Forward Verb = "forward"
	Send    Verb = "send"
	Tap     Verb = "tap"
)

// Step is one line of a script.
type Step struct {
	Line   int    // in the file, from 1
	Source string // as it is written, without continuation lines
	Verb   Verb
	Who    string   // the person it is about, "" = who acted last
	Text   string   // what is said, or the pattern expected
	What   string   // Send: the kind of media; Forward: whose words; Reply: to which message
	From   string   // Send: who made it, "" = the person
	File   string   // Send: the name of the file of the script
	Data   string   // Send: its text
	List   []string // of buttons, or tools
	Number int      // of memories
	Wait   time.Duration

	// Of a memory: narrower expectations; zero values expect nothing.
	Category string
	Subject  string
	Version  int
	Pinned   bool
}

// SyntaxError says where a script cannot be read, and why.
type SyntaxError struct {
	Name   string
	Line   int
	Reason string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d: %s", filepath.Base(e.Name), e.Line, e.Reason)
}
