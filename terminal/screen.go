package terminal

import (
	"io"
	"time"
)

// Screen is the keyboard and the screen, and what the person wants of them.
type Screen struct {
	Resume bool // go on with the last conversation
	// Conversation is the public id of the one to go on with instead; "" = the last.
	Conversation string
	Again        string // the command that goes on with this conversation
	Dir          string // where files are put; "" = the present folder

	Lines       Lines
	Out, Err    io.Writer
	Interactive bool // somebody sits there: headings, and what comes while they think
	Live        bool // an answer is shown while it grows
	Color       bool // bold and italics as escape sequences
	// Interrupts receives for each Ctrl-C while nothing is being read.
	Interrupts <-chan struct{}
	Patience   time.Duration // with a model that is away; 1 min
}
