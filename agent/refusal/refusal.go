// Package refusal is what the model reads of a call that was not run, or that failed. It is pure.
//
// It is nothing that a person reads. Start reading at Text.
package refusal

import (
	"errors"
	"slices"
	"strings"

	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/session"
)

// What the model reads when a call cannot be run as it was made.
const (
	// PrivateChat is the result of every tool that reads or keeps something of a person in a private chat.
	PrivateChat = "Not done: this is a private chat. Nothing that is remembered is read here, and nothing is kept. Tell the user so; /private off ends it."

	Repeated     = "You have made exactly this call in this turn already; its result is above. Do not make it again: answer with what you have."
	Failed       = "Error:" // what every result of a call that failed begins with
	BadArguments = Failed + " the arguments are not a JSON object. Mend them and call again."
	LastStep     = "(No more tool calls are possible in this turn. Answer the user now with what you have.)"
)

// IsReadable reports whether the model is told of a tool's error, so that it can act upon it.
func IsReadable(err error) bool {
	if errors.Is(err, delivery.ErrLeaseLost) {
		return false
	}
	switch fault.KindOf(err) {
	case fault.Invalid, fault.NotFound, fault.Conflict, fault.Denied:
		return true
	}
	return false
}

// Text returns the constant words of a tool's error.
func Text(err error) string {
	var f *fault.Error
	if !errors.As(err, &f) {
		return "the call failed."
	}
	if f.Field != "" {
		return f.Field + ": " + f.Message + "."
	}
	return f.Message + "."
}

// HasResult reports whether a tool call of the turn has succeeded.
func HasResult(ms []session.Message) bool {
	return slices.ContainsFunc(ms, func(m session.Message) bool {
		return m.Role == session.Tool && m.Content != Repeated && !strings.HasPrefix(m.Content, Failed)
	})
}

// SilenceWords returns the id of the words that stand for an empty answer; wantsMore says that it called more tools.
func SilenceWords(ms []session.Message, wantsMore bool) string {
	switch {
	case wantsMore:
		return "turn.stuck"
	case HasResult(ms):
		return "turn.done"
	default:
		return "turn.empty"
	}
}
