package telegram

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"time"

	"keepsake/fault"
)

// Updates asks for updates from an offset on, waiting at most timeout (whole seconds) for
// the first. They come as Telegram wrote them: the library would confirm them before they
// are handled. Errors: *Error, the cause of a context that ended.
func (c *Client) Updates(ctx context.Context, offset int64, timeout time.Duration, limit int, wanted []string) ([]json.RawMessage, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout+20*time.Second)
	defer cancel()
	body, err := json.Marshal(map[string]any{
		"offset": offset, "limit": limit, "timeout": int(timeout / time.Second), "allowed_updates": wanted,
	})
	if err != nil {
		return nil, err
	}
	fail := func(v Verdict, after int) error {
		if ctx.Err() != nil && !errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
			return context.Cause(ctx)
		}
		return &Error{Method: "getUpdates", Verdict: v, RetryAfter: time.Duration(after) * time.Second}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.cfg.APIURL+"/bot"+c.cfg.Token+"/getUpdates", bytes.NewReader(body))
	if err != nil {
		return nil, fail(Unsent, 0)
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := c.cfg.HTTP.Do(req)
	if err != nil {
		return nil, fail(Unknown, 0)
	}
	defer func() { _ = resp.Body.Close() }()
	var reply struct {
		OK         bool              `json:"ok"`
		Result     []json.RawMessage `json:"result"`
		ErrorCode  int               `json:"error_code"`
		Parameters struct {
			RetryAfter int `json:"retry_after"`
		} `json:"parameters"`
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, 64<<20)).Decode(&reply); err != nil {
		return nil, fail(Unknown, 0)
	}
	if !reply.OK {
		v, known := map[int]Verdict{401: TokenRefused, 404: TokenRefused, 409: Rival, 429: Flooded}[reply.ErrorCode]
		if !known {
			v = Unsent
		}
		return nil, fail(v, reply.Parameters.RetryAfter)
	}
	return reply.Result, nil
}

// ErrFetch says that a file could not be fetched.
var ErrFetch = fault.New(fault.Unavailable, "the file could not be fetched")

// Download begins to fetch a file by its path. The caller closes the body. again is after
// how long trying again may help, 0 = never. Errors: ErrFetch.
func (c *Client) Download(ctx context.Context, path string) (resp *http.Response, again time.Duration, err error) {
	address, err := url.Parse(c.cfg.APIURL)
	if err != nil {
		return nil, 0, ErrFetch
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address.JoinPath("file", "bot"+c.cfg.Token, path).String(), nil)
	if err != nil {
		return nil, 0, ErrFetch
	}
	resp, err = c.cfg.HTTP.Do(req)
	if err != nil {
		return nil, time.Second, ErrFetch
	}
	if resp.StatusCode == http.StatusOK {
		return resp, 0, nil
	}
	_ = resp.Body.Close()
	if resp.StatusCode >= 500 || resp.StatusCode == http.StatusTooManyRequests {
		again = 2 * time.Second
	}
	return nil, again, ErrFetch
}
