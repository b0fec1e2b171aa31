package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	tg "github.com/go-telegram/bot"
	"github.com/go-telegram/bot/models"

	"keepsake/delivery"
	"keepsake/fault"
)

// verdict is what an error of the Bot API means to us.
type verdict string

const (
	fine        verdict = "ok"
	notModified verdict = "message is not modified" // an edit repeated: as good as done
	messageGone verdict = "message is gone"         // to edit: deleted, or too old
	chatClosed  verdict = "chat is closed to us"    // blocked, kicked, deleted account
	chatMoved   verdict = "chat is another now"     // a group became a supergroup
	flooded     verdict = "too many requests"
	refused     verdict = "request refused" // our mistake: formatting, length
	tokenBad    verdict = "token refused"
	noMethod    verdict = "this Bot API has no such method" // a stand-in for Telegram may lack some
	rivalPolls  verdict = "another poller or a webhook has the updates"
	away        verdict = "telegram is not reachable" // or answered nonsense; sent or not, nobody knows
)

// judge reduces an error of the library to what it means. The library's own text may
// quote the token or what people wrote: it is never logged.
func judge(err error) (v verdict, retryAfter time.Duration) {
	var flood *tg.TooManyRequestsError
	var moved *tg.MigrateError
	text := ""
	if err != nil {
		text = err.Error()
	}
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(text, p) {
				return true
			}
		}
		return false
	}
	switch {
	case err == nil:
		return fine, 0
	case errors.As(err, &flood):
		return flooded, time.Duration(max(1, flood.RetryAfter)) * time.Second
	case errors.As(err, &moved):
		return chatMoved, 0
	case errors.Is(err, tg.ErrorForbidden):
		return chatClosed, 0
	case errors.Is(err, tg.ErrorBadRequest):
		switch {
		case has("message is not modified"):
			return notModified, 0
		case has("message to edit not found", "message can't be edited", "MESSAGE_ID_INVALID", "message to delete not found"):
			return messageGone, 0
		case has("chat not found", "user is deactivated", "group chat was upgraded", "PEER_ID_INVALID", "bot was blocked"):
			return chatClosed, 0
		}
		return refused, 0
	case errors.Is(err, tg.ErrorUnauthorized):
		return tokenBad, 0
	case errors.Is(err, tg.ErrorNotFound):
		return noMethod, 0
	case errors.Is(err, tg.ErrorConflict):
		return rivalPolls, 0
	}
	return away, 0
}

// apiError is a failed call reduced to constant words.
type apiError struct {
	method string
	verdict
	retryAfter time.Duration
	movedTo    int64 // with chatMoved
}

func (e *apiError) Error() string { return fmt.Sprintf("telegram %s: %s", e.method, e.verdict) }

// call classifies the error of one call and pauses the chat when it was a 429.
func (b *Bot) call(ctx context.Context, method string, chat int64, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, delivery.ErrLeaseLost) {
		return delivery.ErrLeaseLost
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	v, after := judge(err)
	switch {
	case v == flooded && chat != 0:
		b.limits.close(ctx, chat, after)
	case v == noMethod && method == "getMe": // every Bot API has it: it is the token that is not there
		v = tokenBad
	case v == noMethod:
		b.lacking.add(method)
	}
	e := &apiError{method: method, verdict: v, retryAfter: after}
	var moved *tg.MigrateError
	if errors.As(err, &moved) {
		e.movedTo = int64(moved.MigrateToChatID)
	}
	return e
}

// lacking remembers which methods this Bot API answered with 404.
type lacking struct {
	mu sync.Mutex
	at map[string]time.Time
}

// lackingFor is how long a method is taken for missing: a proxy that restarts answers
// 404, too.
const lackingFor = 10 * time.Minute

func (l *lacking) add(method string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.at == nil {
		l.at = map[string]time.Time{}
	}
	l.at[method] = time.Now()
}

func (l *lacking) has(method string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	at, ok := l.at[method]
	return ok && time.Since(at) < lackingFor
}

// plain404 makes every 404 one of the Bot API: a server that does not know a method may
// answer with a page of its own, which the library takes for an outage. It also sends
// nothing for whose lease has ended (hold.go).
type plain404 struct{ client tg.HttpClient }

func (p plain404) Do(req *http.Request) (*http.Response, error) {
	if err := stillHeld(req.Context()); err != nil {
		return nil, err
	}
	resp, err := p.client.Do(req)
	if err != nil || resp.StatusCode != http.StatusNotFound {
		return resp, err
	}
	_ = resp.Body.Close()
	resp.Body = io.NopCloser(strings.NewReader(`{"ok":false,"error_code":404,"description":"Not Found"}`))
	return resp, nil
}

// verdictOf returns the verdict of an error made by call, "" of any other.
func verdictOf(err error) verdict {
	var e *apiError
	if errors.As(err, &e) {
		return e.verdict
	}
	return ""
}

// ErrToken says that Telegram does not know the token.
var ErrToken = fault.New(fault.Denied, "Telegram does not know the bot token")

// greetTelegram learns who we are and tells Telegram how updates reach us: it registers
// the webhook, or removes one that would take them from the poller. It waits as long as
// Telegram is away; a refused token or webhook is an error.
func (b *Bot) greetTelegram(ctx context.Context) error {
	for wait := 200 * time.Millisecond; ; wait = min(2*wait, 30*time.Second) {
		me, err := b.api.GetMe(ctx)
		if err == nil {
			b.mu.Lock()
			b.me = identity{ID: me.ID, Username: me.Username, Name: me.FirstName, ReadsAll: me.CanReadAllGroupMessages}
			b.mu.Unlock()
			break
		}
		err = b.call(ctx, "getMe", 0, err)
		if verdictOf(err) == tokenBad {
			return ErrToken
		}
		b.log.Warn("telegram does not answer yet", "err", err)
		var e *apiError
		if errors.As(err, &e) {
			wait = max(wait, e.retryAfter)
		}
		if !pause(ctx, wait) {
			return context.Cause(ctx)
		}
	}
	if b.cfg.Webhook.URL == "" {
		b.dropWebhook(ctx)
	} else if err := b.register(ctx); err != nil {
		return err
	}
	return nil
}

// answerTap ends the spinner of a tapped button, with a short note or none. Best effort:
// Telegram forgets a tap after some seconds anyway.
func (b *Bot) answerTap(ctx context.Context, id, note string) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	_, err := b.api.AnswerCallbackQuery(ctx, &tg.AnswerCallbackQueryParams{CallbackQueryID: id, Text: note})
	if err != nil {
		b.log.Debug("tap not answered", "err", b.call(ctx, "answerCallbackQuery", 0, err))
	}
}

// typing shows that we are at it, for about five seconds; where there is no room for that,
// it is left out.
func (b *Bot) typing(ctx context.Context, chat int64, topic int) {
	if b.lacking.has("sendChatAction") || !b.limits.spare(ctx, chat) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	_, err := b.api.SendChatAction(ctx, &tg.SendChatActionParams{ChatID: chat, MessageThreadID: topic, Action: models.ChatActionTyping})
	if err != nil {
		b.log.Debug("typing not shown", "err", b.call(ctx, "sendChatAction", chat, err))
	}
}

// apiReply is the envelope of the Bot API, for the calls the library does not export.
type apiReply struct {
	OK          bool              `json:"ok"`
	Result      []json.RawMessage `json:"result"`
	ErrorCode   int               `json:"error_code"`
	Description string            `json:"description"`
	Parameters  struct {
		RetryAfter int `json:"retry_after"`
	} `json:"parameters"`
}
