package attach

import (
	"cmp"
	"errors"

	"keepsake/attachment"
	"keepsake/bot/update"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/text"
)

// Reason says why nothing of an attachment was read: the end of an id of words ("media.big").
// Beside the constants it may be a kind of attachment (update.Attachment.Kind): such things
// are not read here at all.
type Reason string

// Reasons why a file is not read.
const (
	TooBig    Reason = "big"    // more than Telegram gives to bots
	TooLong   Reason = "long"   // a recording longer than Media.Longest
	Missing   Reason = "gone"   // Telegram does not give it
	NoService Reason = "away"   // the speech recognition does not answer
	Silent    Reason = "silent" // nobody speaks in it
	WrongKind Reason = "kind"
	Broken    Reason = "broken"
	Locked    Reason = "locked"
	NoText    Reason = "empty"
	TooHeavy  Reason = "heavy"
	NotToUs   Reason = "aside"   // it was not sent to us
	OverLimit Reason = "limit"   // the day's messages are used up
	Stopped   Reason = "stopped" // the person wanted it to end
)

// modelReasons say the same to the model.
var modelReasons = map[Reason]string{
	TooBig: "it is larger than 20 MB", TooLong: "the recording is too long", Missing: "Telegram did not give the file",
	NoService: "the speech recognition did not answer", Silent: "nobody speaks in it",
	WrongKind: "only text, Markdown, PDF and DOCX files can be read", Broken: "the file is damaged",
	Locked: "it wants a password", NoText: "there is no text in it, perhaps it is scanned",
	TooHeavy: "it is too large to read", NotToUs: "it was not sent to you", OverLimit: "a limit was reached",
	Stopped: "the user stopped it",
}

// Note says for the model what a message carries, and why it is not read when there is a
// reason. It is "" when the message carries nothing.
func Note(a update.Attachment, reason Reason) string {
	switch {
	case a.Kind == "":
		return ""
	case reason == "" && a.IsRecorded:
		return text.VoiceNote
	case reason == "":
		return text.FileNote(a.Kind, "")
	}
	return text.FileNote(a.Kind, cmp.Or(modelReasons[reason], "nothing of its kind is read here"))
}

// unreadableReason returns in one word why a file could not be read.
func unreadableReason(f File, err error) Reason {
	for reason, sentinel := range map[Reason]error{
		WrongKind: attachment.ErrKind, Broken: attachment.ErrBroken, Locked: attachment.ErrLocked,
		NoText: attachment.ErrEmpty, TooHeavy: attachment.ErrHeavy,
	} {
		if errors.Is(err, sentinel) {
			return reason
		}
	}
	if f.Use == update.Listen {
		if fault.KindOf(err) == fault.Invalid && !errors.Is(err, llm.ErrSetup) {
			return Broken
		}
		return NoService
	}
	return TooHeavy
}
