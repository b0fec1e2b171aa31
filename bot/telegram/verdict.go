package telegram

import (
	"errors"
	"fmt"
	"strings"
	"time"

	tg "github.com/go-telegram/bot"

	"keepsake/fault"
)

// Verdict is what the answer to a call means to us.
type Verdict string

const (
	OK           Verdict = "ok"
	NotModified  Verdict = "message is not modified" // an edit repeated: as good as done
	MessageGone  Verdict = "message is gone"         // to edit: deleted, or too old
	ChatClosed   Verdict = "chat is closed to us"    // blocked, kicked, deleted account
	ChatMoved    Verdict = "chat is another now"     // a group became a supergroup
	Flooded      Verdict = "too many requests"
	Refused      Verdict = "request refused" // our mistake: formatting, length
	TokenRefused Verdict = "token refused"
	NoMethod     Verdict = "this Bot API has no such method" // a stand-in for Telegram may lack some
	Rival        Verdict = "another poller or a webhook has the updates"
	Unsent       Verdict = "telegram is not reachable" // surely not carried out
	Unknown      Verdict = "no answer from telegram"   // carried out or not, nobody knows
)

// IsAway reports whether Telegram did not answer, or only that it cannot.
func (v Verdict) IsAway() bool { return v == Unsent || v == Unknown }

// IsSurelyUnsent reports whether a call that ended so was certainly not carried out.
func (v Verdict) IsSurelyUnsent() bool { return v != OK && v != Unknown && v != "" }

// Error is a failed call reduced to constant words.
type Error struct {
	Method string
	Verdict
	RetryAfter time.Duration // with Flooded
	MovedTo    int64         // with ChatMoved
}

func (e *Error) Error() string { return fmt.Sprintf("telegram %s: %s", e.Method, e.Verdict) }

// VerdictOf returns the verdict of a Client's error, OK for nil, "" for any other error.
func VerdictOf(err error) Verdict {
	var e *Error
	switch {
	case err == nil:
		return OK
	case errors.As(err, &e):
		return e.Verdict
	}
	return ""
}

// RetryAfter returns how long Telegram asked us to wait, 0 when it did not.
func RetryAfter(err error) time.Duration {
	var e *Error
	if errors.As(err, &e) {
		return e.RetryAfter
	}
	return 0
}

// ErrToken says that Telegram does not know the token.
var ErrToken = fault.New(fault.Denied, "Telegram does not know the bot token")

// answeredError is how the library begins the error of an answer that is whole, and says
// that the server failed.
const answeredError = "error response from telegram"

// judge reduces an error of the library to what it means. The library's own text may
// quote the token or what people wrote: it is never logged. unwritten says
// that certainly nothing of the request was written to a connection.
func judge(method string, err error, unwritten bool) *Error {
	e := &Error{Method: method}
	text := err.Error()
	contains := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(text, p) {
				return true
			}
		}
		return false
	}
	var flood *tg.TooManyRequestsError
	var moved *tg.MigrateError
	switch {
	case errors.As(err, &flood):
		e.Verdict, e.RetryAfter = Flooded, time.Duration(max(1, flood.RetryAfter))*time.Second
	case errors.As(err, &moved):
		e.Verdict, e.MovedTo = ChatMoved, int64(moved.MigrateToChatID)
	case errors.Is(err, tg.ErrorForbidden):
		e.Verdict = ChatClosed
	case errors.Is(err, tg.ErrorBadRequest):
		switch {
		case contains("message is not modified"):
			e.Verdict = NotModified
		case contains("message to edit not found", "message can't be edited", "MESSAGE_ID_INVALID", "message to delete not found"):
			e.Verdict = MessageGone
		case contains("chat not found", "user is deactivated", "group chat was upgraded", "PEER_ID_INVALID", "bot was blocked"):
			e.Verdict = ChatClosed
		default:
			e.Verdict = Refused
		}
	case errors.Is(err, tg.ErrorUnauthorized):
		e.Verdict = TokenRefused
	case errors.Is(err, tg.ErrorNotFound) && method == "getMe": // every Bot API has it: it is the token that is not there
		e.Verdict = TokenRefused
	case errors.Is(err, tg.ErrorNotFound):
		e.Verdict = NoMethod
	case errors.Is(err, tg.ErrorConflict):
		e.Verdict = Rival
	case unwritten || contains(answeredError):
		e.Verdict = Unsent
	default:
		e.Verdict = Unknown
	}
	return e
}

// MovedTo returns the number that a chat has now, 0 when the error does not say so.
func MovedTo(err error) int64 {
	var e *Error
	if errors.As(err, &e) {
		return e.MovedTo
	}
	return 0
}

// IsEdit reports whether a call failed that was to edit a message.
func IsEdit(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Method == EditMethod || e.Method == editButtonsMethod)
}
