// Package ending is how a turn ends: for which reason, in which words, and how much is shown of an
// answer that is too long. It is pure: package agent and the doors act on it.
//
// Start reading at FinalReason and Shorten.
package ending

import (
	"errors"
	"strings"

	"keepsake/agent/receipt"
	"keepsake/delivery"
	"keepsake/llm"
	"keepsake/secret"
	"keepsake/text"
)

// Reasons: ids of the words that the person reads (agent.GiveUp).
const (
	Away    = "turn.gave_up"  // the model was away for too long
	Failed  = "turn.failed"   // every attempt failed
	Refused = "turn.refused"  // the endpoint's content filter took it
	TooLong = "turn.too_long" // the messages of this turn alone are too long for the model
	NoRoom  = "turn.no_room"  // the model reasoned until its tokens or time were used up
	Broken  = "turn.broken"   // the operator did not mend a setting in time
)

// FinalReason returns the reason for GiveUp of an error after which asking the model again would
// end in the same way; ok is false for other errors.
func FinalReason(err error) (reason string, ok bool) {
	switch {
	case errors.Is(err, llm.ErrRefused):
		return Refused, true
	case errors.Is(err, llm.ErrTooLong):
		return TooLong, true
	case errors.Is(err, llm.ErrNoRoom):
		return NoRoom, true
	}
	return "", false
}

// AwayReason returns the reason for GiveUp of a turn that waited too long because of an error.
func AwayReason(err error) string {
	if llm.TroubleOf(err) != "" {
		return Broken
	}
	return Away
}

// WaitingWords returns the id of the words for a person whose turn waits because of an error.
func WaitingWords(err error) string {
	if t := llm.TroubleOf(err); t != "" {
		return "reply.broken." + string(t)
	}
	return "reply.waiting"
}

// An answer that is longer than maxShown is shown by its beginning; all of it follows as a file.
const (
	maxShown  = 11_000 // UTF-16 units: three messages of Telegram's
	cutWithin = 2_000  // units before the limit in which a paragraph's end is looked for
)

// Shorten returns what is shown of an answer (Markdown), with a note at its end, and the file with
// all of it; nil when it is shown whole.
func Shorten(answer, note string) (shown string, whole *delivery.File) {
	if text.UTF16Len(answer) <= maxShown {
		return answer, nil
	}
	units, end, paragraph := 0, 0, 0
	for i, r := range answer {
		if units += text.UTF16Len(string(r)); units > maxShown {
			break
		}
		end = i
		if units > maxShown-cutWithin && strings.HasPrefix(answer[i:], "\n\n") {
			paragraph = i
		}
	}
	if paragraph > 0 {
		end = paragraph
	}
	return receipt.CloseFences(strings.TrimSpace(answer[:end])) + "\n\n" + note,
		&delivery.File{Name: "answer.md", Data: []byte(secret.Mask(answer))}
}

// WholeAnswer is the Purpose of the messages that bring an answer as a file or as a voice: what drops the answer drops them.
const WholeAnswer = "whole_answer"
