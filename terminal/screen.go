package terminal

import (
	"io"
	"time"
)

// Screen configures input and output.
type Screen struct {
	Resume bool // resume a conversation
	// Conversation is the public id of the conversation to resume; "" = the last one.
	Conversation string
	Again        string // the command that resumes this conversation, for a hint
	Dir          string // folder for files; "" = the working directory

	Lines       Lines
	Out, Err    io.Writer
	Interactive bool // a person is there: print headings, hints and reminders
	Live        bool // print answers while they grow
	Color       bool // print bold and italics with escape sequences
	// Interrupts receives a value for each Ctrl-C outside of Lines.Read.
	Interrupts <-chan struct{}
	Patience   time.Duration // how long to retry an unavailable model; 1 min
}
