package bot

import (
	"context"
	"errors"
	"io"
	"time"

	"keepsake/bot/attach"
	"keepsake/bot/telegram"
)

// files is where attach.Reader gets files from: Telegram.
type files struct{ client *telegram.Client }

// OpenFile is attach.Source's.
func (f files) OpenFile(ctx context.Context, id string) (io.ReadCloser, int64, time.Duration, error) {
	file, err := f.client.File(ctx, id)
	switch v := telegram.VerdictOf(err); {
	case errors.Is(err, telegram.ErrFileTooBig), err == nil && (file.Path == "" || file.Size > attach.MaxFile):
		return nil, 0, 0, attach.ErrTooBig
	case ctx.Err() != nil:
		return nil, 0, time.Second, telegram.ErrFetch
	case v == telegram.Flooded || v.IsAway():
		return nil, 0, min(max(telegram.RetryAfter(err), time.Second), 30*time.Second), err
	case err != nil:
		return nil, 0, 0, err
	}
	resp, retry, err := f.client.Download(ctx, file.Path)
	if err != nil {
		return nil, 0, retry, err
	}
	return resp.Body, max(resp.ContentLength, file.Size), 0, nil
}
