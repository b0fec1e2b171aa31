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
	"github.com/go-telegram/bot/models"

	"keepsake/delivery"
)

// fetchTries is how often a file is asked for: Telegram may be away for a moment.
const fetchTries = 3

// Files up to smallFile bytes, nearly all, wait for nobody. Of larger ones largeFiles are
// held in memory at one time, each from when it begins to arrive.
const (
	smallFile  = 2 << 20
	largeFiles = 6
)

var (
	// errFetch stands for whatever went wrong: the causes quote an address with the token.
	errFetch  = errors.New("bot: file not fetched")
	errTooBig = errors.New("bot: file is too big")
)

// fetch gets a file of Telegram's, or says why not: whyBig, whyGone. free is to be called
// once the data are not needed any more. err is delivery.ErrLeaseLost: we were frozen, and
// whoever has the lane now opens the file.
func (b *Bot) fetch(ctx context.Context, id string) (data []byte, free func(), why string, err error) {
	for try := 1; ; try++ {
		data, free, again, err := b.fetchOnce(ctx, id)
		switch {
		case err == nil:
			return data, free, "", nil
		case errors.Is(err, delivery.ErrLeaseLost):
			return nil, free, "", err
		case errors.Is(err, errTooBig):
			return nil, free, whyBig, nil
		case again <= 0 || try == fetchTries || !pause(ctx, again):
			b.log.Warn("file not fetched", "attempt", try, "err", err)
			return nil, free, whyGone, nil
		}
	}
}

// fetchOnce asks once; again is after how long to try once more, 0 = that would not help.
// A connection that brings nothing for Media.Stall is given up.
func (b *Bot) fetchOnce(ctx context.Context, id string) (data []byte, free func(), again time.Duration, err error) {
	free = func() {}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stall := time.AfterFunc(b.cfg.Media.Stall, cancel)
	defer stall.Stop()
	f, again, err := b.fileOf(ctx, id)
	if err != nil {
		return nil, free, again, err
	}
	resp, again, err := b.download(ctx, f.FilePath)
	if err != nil {
		return nil, free, again, err
	}
	defer resp.Body.Close()
	most := int64(smallFile)
	if size := max(resp.ContentLength, f.FileSize); size <= 0 || size > smallFile {
		stall.Stop()
		select {
		case b.large <- struct{}{}:
			free, most = func() { <-b.large }, maxFile
		case <-ctx.Done():
			return nil, free, 0, errFetch
		}
	}
	data, err = io.ReadAll(io.LimitReader(&arriving{resp.Body, stall, b.cfg.Media.Stall}, most+1))
	switch {
	case err != nil:
		again, err = time.Second, errFetch
	case int64(len(data)) > most:
		err = errTooBig
	default:
		return data, free, 0, nil
	}
	free()
	return nil, func() {}, again, err
}

// fileOf asks where a file is.
func (b *Bot) fileOf(ctx context.Context, id string) (f *models.File, again time.Duration, err error) {
	f, err = b.api.GetFile(ctx, &tg.GetFileParams{FileID: id})
	switch {
	case err == nil && (f.FilePath == "" || f.FileSize > maxFile):
		return nil, 0, errTooBig
	case err == nil:
		return f, 0, nil
	case ctx.Err() != nil:
		return nil, time.Second, errFetch
	case strings.Contains(err.Error(), "file is too big"):
		return nil, 0, errTooBig
	}
	err = b.call(ctx, "getFile", 0, err)
	var e *apiError
	if errors.As(err, &e) && (e.verdict == flooded || e.verdict == away) {
		again = min(max(e.retryAfter, time.Second), 30*time.Second)
	}
	return nil, again, err
}

// download begins to fetch a file.
func (b *Bot) download(ctx context.Context, path string) (resp *http.Response, again time.Duration, err error) {
	address, err := url.Parse(b.cfg.APIURL)
	if err != nil {
		return nil, 0, errFetch
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address.JoinPath("file", "bot"+b.cfg.Token, path).String(), nil)
	if err != nil {
		return nil, 0, errFetch
	}
	resp, err = b.cfg.HTTP.Do(req)
	if err != nil {
		return nil, time.Second, errFetch
	}
	if resp.StatusCode == http.StatusOK {
		return resp, 0, nil
	}
	resp.Body.Close()
	if resp.StatusCode >= 500 || resp.StatusCode == http.StatusTooManyRequests {
		again = 2 * time.Second
	}
	return nil, again, errFetch
}

// arriving is a body that puts off its timer with everything that it brings.
type arriving struct {
	io.Reader
	stall *time.Timer
	after time.Duration
}

func (a *arriving) Read(p []byte) (int, error) {
	a.stall.Reset(a.after)
	return a.Reader.Read(p)
}
