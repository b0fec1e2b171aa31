package attach

import (
	"context"
	"errors"
	"io"
	"time"

	"keepsake/bot/update"
	"keepsake/clock"
	"keepsake/delivery"
)

// MaxFile is the size of the largest file that Telegram lets a bot fetch, in bytes.
const MaxFile = 20 << 20

// Source gives files by the ids that attachments name.
type Source interface {
	// OpenFile begins to fetch a file. size is its length in bytes as far as it is known, 0
	// when it is not. err is ErrTooBig, delivery.ErrLeaseLost, or one that quotes neither
	// the file nor its address; retry is the time after which the caller may try once more,
	// 0 when that would not help.
	OpenFile(ctx context.Context, id string) (body io.ReadCloser, size int64, retry time.Duration, err error)
}

// ErrTooBig says that a file is larger than a bot may fetch.
var ErrTooBig = errors.New("the file is too big")

// errCut says that a download ended early, whatever the cause: causes quote the address.
var errCut = errors.New("the download was cut")

// maxFetches is how often a file is asked for: Telegram may be away for a moment.
const maxFetches = 3

// Files up to smallFile bytes, nearly all, wait for nobody. Of larger ones largeFiles are
// held in memory at one time, each from when it begins to arrive.
const (
	smallFile  = 2 << 20
	largeFiles = 6
)

// fetch returns a file's content, or the reason why not: TooBig or Missing. release must be
// called once the content is not needed any more. err is delivery.ErrLeaseLost: this process
// was frozen, and whoever has the lane now reads the file.
func (r *Reader) fetch(ctx context.Context, id string) (data []byte, release func(), reason Reason, err error) {
	for attempt := 1; ; attempt++ {
		data, release, retry, err := r.fetchOnce(ctx, id)
		switch {
		case err == nil:
			return data, release, "", nil
		case errors.Is(err, delivery.ErrLeaseLost):
			return nil, release, "", err
		case errors.Is(err, ErrTooBig):
			return nil, release, TooBig, nil
		case retry <= 0 || attempt == maxFetches || !clock.Wait(ctx, retry):
			r.log.Warn("file not fetched", "attempt", attempt, "error", err)
			return nil, release, Missing, nil
		}
	}
}

// Document returns the bytes of the document that a message carries, as they are; nil when it carries none, or one that
// cannot be fetched. err is the cause of the end of ctx, or delivery.ErrLeaseLost.
func (r *Reader) Document(ctx context.Context, in *update.Incoming) ([]byte, error) {
	a := in.Message.Attachment
	if a.Use != update.Read || a.FileID == "" || a.Size > MaxFile {
		return nil, nil
	}
	within, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	data, release, _, err := r.fetch(within, a.FileID)
	defer release()
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return data, err
}

// fetchOnce asks for a file once; retry is as in Source. A connection that brings nothing
// for Media.Stall is given up.
func (r *Reader) fetchOnce(ctx context.Context, id string) (data []byte, release func(), retry time.Duration, err error) {
	release = func() {}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stall := time.AfterFunc(r.media.Stall, cancel)
	defer stall.Stop()
	body, size, retry, err := r.source.OpenFile(ctx, id)
	if err != nil {
		return nil, release, retry, err
	}
	defer func() { _ = body.Close() }()
	limit := int64(smallFile)
	if size <= 0 || size > smallFile {
		stall.Stop()
		select {
		case r.large <- struct{}{}:
			release, limit = func() { <-r.large }, MaxFile
		case <-ctx.Done():
			return nil, release, 0, errCut
		}
	}
	data, err = io.ReadAll(io.LimitReader(&watchedBody{body, stall, r.media.Stall}, limit+1))
	switch {
	case err != nil:
		retry, err = time.Second, errCut
	case int64(len(data)) > limit:
		retry, err = 0, ErrTooBig
	default:
		return data, release, 0, nil
	}
	release()
	return nil, func() {}, retry, err
}

// watchedBody is a body that puts its timer off with everything that it brings.
type watchedBody struct {
	io.Reader
	stall *time.Timer
	after time.Duration
}

func (w *watchedBody) Read(p []byte) (int, error) {
	w.stall.Reset(w.after)
	return w.Reader.Read(p)
}
