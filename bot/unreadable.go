package bot

import (
	"context"
	"time"

	"keepsake/templates"
)

// cannotRead answers messages that hold nothing to read: no model needs to be asked to
// say that a picture cannot be seen. An album is answered once.
func (r *request) cannotRead(ctx context.Context, batch []talked) error {
	var rows []int64
	why := ""
	for _, t := range batch {
		rows = append(rows, rowIDs(t.rows)...)
		if w := t.reading.why; why == "" || why == w {
			why = w
		} else {
			why = "other"
		}
	}
	longest := int(r.cfg.Media.Longest / time.Minute)
	if err := r.reply(ctx, "media."+why, templates.Data{"Count": longest}); err != nil {
		return err
	}
	return r.cfg.Delivery.Finish(ctx, rows)
}
