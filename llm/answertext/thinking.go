package answertext

import "strings"

// Thinking removes a block <think>…</think> at the start of an answer. Some local servers send
// a model's reasoning as part of its text.
type Thinking struct {
	state thinkState
	held  string
}

type thinkState int

const (
	atStart thinkState = iota
	inside
	past
)

const thinkOpen, thinkClose = "<think>", "</think>"

// Filter returns what of the answer so far is known to be none of that and was not returned yet.
func (t *Thinking) Filter(piece string) string {
	if t.state == past {
		return piece
	}
	t.held += piece
	if t.state == atStart {
		begun := strings.TrimLeft(t.held, " \n\r\t")
		switch {
		case strings.HasPrefix(begun, thinkOpen):
			t.state = inside
		case strings.HasPrefix(thinkOpen, begun):
			return "" // too short to decide
		default:
			return t.Flush()
		}
	}
	_, after, closed := strings.Cut(t.held, thinkClose)
	if !closed {
		return ""
	}
	t.held = strings.TrimLeft(after, " \n\r\t")
	return t.Flush()
}

// Flush ends the filtering and returns the text that Filter has held back.
func (t *Thinking) Flush() string {
	out := t.held
	if t.state == inside && !strings.Contains(out, thinkClose) && strings.HasPrefix(strings.TrimLeft(out, " \n\r\t"), thinkOpen) {
		out = "" // the block has no end, so all of it is reasoning
	}
	t.held, t.state = "", past
	return out
}
