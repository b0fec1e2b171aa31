package bot

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	tg "github.com/go-telegram/bot"
)

// fetchTries is how often a file is asked for: Telegram may be away for a moment.
const fetchTries = 3

// errFetch stands for whatever went wrong: the causes quote an address with the token.
var errFetch = errors.New("bot: file not fetched")

// fetch gets a file of Telegram's, or says why not: whyBig, whyGone.
func (b *Bot) fetch(ctx context.Context, id string) (data []byte, why string) {
	for try := 1; ; try++ {
		data, again, err := b.fetchOnce(ctx, id)
		switch {
		case err == nil && len(data) > maxFile, errors.Is(err, errTooBig):
			return nil, whyBig
		case err == nil:
			return data, ""
		case again <= 0 || try == fetchTries || !pause(ctx, again):
			b.log.Warn("file not fetched", "attempt", try, "err", err)
			return nil, whyGone
		}
	}
}

var errTooBig = errors.New("bot: file is too big")

// fetchOnce asks once; again is after how long to try once more, 0 = that would not help.
func (b *Bot) fetchOnce(ctx context.Context, id string) (data []byte, again time.Duration, err error) {
	f, err := b.api.GetFile(ctx, &tg.GetFileParams{FileID: id})
	if err != nil {
		if strings.Contains(err.Error(), "file is too big") {
			return nil, 0, errTooBig
		}
		err = b.call(ctx, "getFile", 0, err)
		var e *apiError
		if errors.As(err, &e) && (e.verdict == flooded || e.verdict == away) {
			again = min(max(e.retryAfter, time.Second), 30*time.Second)
		}
		return nil, again, err
	}
	if f.FilePath == "" || f.FileSize > maxFile {
		return nil, 0, errTooBig
	}
	return b.download(ctx, f.FilePath)
}

// download gets the bytes of a file, as long as some come.
func (b *Bot) download(ctx context.Context, path string) (data []byte, again time.Duration, err error) {
	address, err := url.Parse(b.cfg.APIURL)
	if err != nil {
		return nil, 0, errFetch
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	still := time.AfterFunc(b.cfg.Media.Stall, cancel)
	defer still.Stop()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address.JoinPath("file", "bot"+b.cfg.Token, path).String(), nil)
	if err != nil {
		return nil, 0, errFetch
	}
	resp, err := b.cfg.HTTP.Do(req)
	if err != nil {
		return nil, time.Second, errFetch
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusOK:
	case resp.StatusCode >= 500, resp.StatusCode == http.StatusTooManyRequests:
		return nil, 2 * time.Second, errFetch
	default:
		return nil, 0, errFetch
	}
	moving := flow{resp.Body, func() { still.Reset(b.cfg.Media.Stall) }}
	if data, err = io.ReadAll(io.LimitReader(moving, maxFile+1)); err != nil {
		return nil, time.Second, errFetch
	}
	return data, 0, nil
}

// flow tells of each time that something was read.
type flow struct {
	io.Reader
	moved func()
}

func (f flow) Read(p []byte) (n int, err error) {
	if n, err = f.Reader.Read(p); n > 0 {
		f.moved()
	}
	return n, err
}
