// Package script reads and plays conversations written down for people: who says what,
// what the bot answers, what it then remembers. The demo plays them (`keepsake demo
// --script FILE`) and the tests play the same files.
//
// A script is a txtar archive. The part before the first file is the conversation, one
// step a line; the files are longer texts that steps name (`bot: @list.txt`). A line that
// begins with white space continues the text of the step above; "#" begins a comment.
//
//	alice: Alec is my boss by the way
//	bot: *remember*
//	alice: Yes
//	bot: *I'll remember*
//	buttons: Undo | Edit
//	memory alice has "Alec is the user's boss" in person about Alec version 1
//
// The file language.txt has all the words.
//
// A file NAME.yaml is a role file, and that bot is there; the file rules says how the model
// answers (as the demo's companion.yaml does); the file settings is a configuration file of Keepsake's.
// Somebody who says something "in kitchen" says it in that group: who is named there first adds the bot and is an admin,
// the others join. "in kitchen/travel" is a topic of it. What the bot says there is said to everybody in it. {id of "Alec*"} in a text stands for the id of the memory that matches, deleted or not;
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

// Verb is what a step does or expects, see language.txt.
type Verb string

// What people do, and what they see under a message.
const (
	Say     Verb = "say"
	Reply   Verb = "reply"
	Edit    Verb = "edit"
	Forward Verb = "forward"
	Send    Verb = "send"
	Tap     Verb = "tap"
	React   Verb = "react"
	Buttons Verb = "buttons"
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
