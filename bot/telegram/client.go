package telegram

import (
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	tg "github.com/go-telegram/bot"

	"keepsake/clock"
	"keepsake/fault"
	"keepsake/lease"
	"keepsake/logs"
)

// Config is what a client is made of.
type Config struct {
	Token  string
	APIURL string       // https://api.telegram.org
	HTTP   *http.Client // a client with a timeout; 90 s
	Limits Limits
	Bot    string // the bot's name in the database, for the limits that processes share
	Paces  Paces  // nil = the limits are this process's own
	Now    clock.Now
	Log    *slog.Logger
}

// Client calls one bot's methods. Its methods may be called from any goroutine.
type Client struct {
	cfg    Config
	log    *slog.Logger
	api    *tg.Bot
	limits *limits
	absent absentMethods
	shown  shownTexts
}

// New returns a client; it calls nobody. Errors: fault.Invalid.
func New(cfg Config) (*Client, error) {
	if cfg.Token == "" {
		return nil, fault.Field("token", "a bot token is needed")
	}
	cfg.APIURL = strings.TrimRight(cmp.Or(cfg.APIURL, "https://api.telegram.org"), "/")
	if cfg.HTTP == nil {
		cfg.HTTP = &http.Client{Timeout: 90 * time.Second}
	}
	cfg.Log = logs.OrNone(cfg.Log)
	api, err := connect(cfg.Token, cfg.APIURL, cfg.HTTP)
	if err != nil {
		return nil, err
	}
	c := &Client{cfg: cfg, log: cfg.Log, api: api}
	c.limits = newLimits(cfg.Limits, sharedPaces{cfg.Paces, cfg.Bot, cfg.Now, cfg.Log})
	return c, nil
}

// connect makes the library's client, which calls nobody yet.
func connect(token, address string, client tg.HttpClient) (*tg.Bot, error) {
	api, err := tg.New(token, tg.WithSkipGetMe(), tg.WithServerURL(address),
		tg.WithHTTPClient(time.Minute, transport{client}), tg.WithErrorsHandler(func(error) {}))
	if err != nil {
		return nil, fault.New(fault.Invalid, "the Telegram client refused the configuration")
	}
	return api, nil
}

// callTimeout bounds one call. What hangs longer is taken for lost.
const callTimeout = 30 * time.Second

// call makes one call with fn and returns what its error means: *Error, lease.ErrLost, or
// the cause of a context that ended. A 429 pauses the chat.
func (c *Client) call(ctx context.Context, method string, chat int64, fn func(ctx context.Context) error) error {
	return c.callWithin(ctx, callTimeout, method, chat, fn)
}

func (c *Client) callWithin(ctx context.Context, limit time.Duration, method string, chat int64, fn func(ctx context.Context) error) error {
	var traced, written atomic.Bool
	timed, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	err := fn(httptrace.WithClientTrace(timed, &httptrace.ClientTrace{
		GetConn:          func(string) { traced.Store(true) },
		WroteHeaderField: func(string, []string) { written.Store(true) },
	}))
	switch {
	case err == nil:
		return nil
	case errors.Is(err, lease.ErrLost):
		return lease.ErrLost
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	e := judge(method, err, traced.Load() && !written.Load())
	switch {
	case e.Verdict == Flooded && chat != 0:
		c.limits.close(ctx, chat, e.RetryAfter)
	case e.Verdict == NoMethod:
		c.absent.add(method)
	}
	return e
}

// Lacks reports whether this Bot API answered a method with 404 lately.
func (c *Client) Lacks(method string) bool { return c.absent.has(method) }

// absentMethods remembers which methods a Bot API answered with 404.
type absentMethods struct {
	mu sync.Mutex
	at map[string]time.Time
}

// absentFor is how long a method is taken for missing: a proxy that restarts answers 404,
// too.
const absentFor = 10 * time.Minute

func (l *absentMethods) add(method string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.at == nil {
		l.at = map[string]time.Time{}
	}
	l.at[method] = time.Now()
}

func (l *absentMethods) has(method string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	at, ok := l.at[method]
	return ok && time.Since(at) < absentFor
}

// transport makes every 404 one of the Bot API: a server that does not know a method may
// answer with a page of its own, which the library takes for an outage. It sends nothing
// under a lease that has ended.
type transport struct{ client tg.HttpClient }

func (t transport) Do(req *http.Request) (*http.Response, error) {
	if err := lease.Check(req.Context()); err != nil {
		return nil, err
	}
	resp, err := t.client.Do(req)
	if err != nil || resp.StatusCode != http.StatusNotFound {
		return resp, err
	}
	_ = resp.Body.Close()
	resp.Body = io.NopCloser(strings.NewReader(`{"ok":false,"error_code":404,"description":"Not Found"}`))
	return resp, nil
}
