package bot

import (
	"context"
)

// cannotRead answers messages that hold nothing to read: no model needs to be asked to
// say that a picture cannot be seen. An album is answered once.
func (r *request) cannotRead(ctx context.Context, batch []talked) error {
	var rows []int64
	kind := ""
	for _, t := range batch {
		rows = append(rows, rowIDs(t.rows)...)
		if k := media(t.message); kind == "" || kind == k {
			kind = k
		} else {
			kind = "other"
		}
	}
	if err := r.reply(ctx, "media."+kind, nil); err != nil {
		return err
	}
	return r.cfg.Delivery.Finish(ctx, rows)
}
