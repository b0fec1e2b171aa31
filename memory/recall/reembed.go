package recall

import (
	"context"
	"time"

	"keepsake/fault"
	"keepsake/memory"
)

// giveUpAfter is how many batches in a row may fail before Reembed leaves the rest to the
// running bot.
const giveUpAfter = 3

// Reembed makes all vectors of the store anew with the Indexer's model, from now on the
// recorded one (R8). Search goes on meanwhile: by words, and by those vectors that are the
// new model's already. A running bot with the same setting helps; what is left when
// Reembed ends early, for whatever reason, is in the queue, and the bot goes on with it.
// progress, when not nil, is called with what is done and what there is in all.
func (x *Indexer) Reembed(ctx context.Context, progress func(done, total int)) error {
	err := x.Vectors.InTx(ctx, func(ctx context.Context) error {
		if _, err := x.Vectors.HoldModel(ctx, x.Store); err != nil {
			return err
		}
		if err := x.Vectors.SetModel(ctx, x.Store, memory.EmbeddingModel{Identity: x.Embedder.Identity()}); err != nil {
			return err
		}
		_, err := x.Vectors.QueueAll(ctx, x.Store, x.Now())
		return err
	})
	if err != nil {
		return fault.Op(err, "re-embed")
	}
	total, failures := 0, 0
	for {
		b, err := x.Vectors.Backlog(ctx, x.Store)
		if err != nil {
			return fault.Op(err, "re-embed")
		}
		total = max(total, b.Waiting)
		if progress != nil {
			progress(total-b.Waiting, total)
		}
		if b.Waiting == 0 {
			return nil
		}
		n, err := x.Step(ctx)
		if err != nil {
			if failures++; failures == giveUpAfter || wrongModel(err) || ctx.Err() != nil {
				return fault.Op(err, "re-embed")
			}
		} else {
			failures = 0
		}
		if n > 0 {
			continue
		}
		if err == nil && b.Failing == b.Waiting {
			return fault.New(fault.Unavailable, "re-embed: some memories could not be embedded: "+b.Error)
		}
		select { // others hold the rest
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}
