package recall

import (
	"context"
	"time"

	"keepsake/fault"
)

// giveUpAfter is how many batches in a row may fail before Reembed leaves the rest to the
// running bot.
const giveUpAfter = 3

// Reembed makes all vectors of the store again with the Indexer's model, which is the recorded
// one from now on (R8). Search goes on: by words, and by the vectors that the new model has
// made already. A running bot with the same setting helps. When Reembed ends early, the rest is
// in the queue and the bot goes on with it. progress, when not nil, is called with the number
// of memories done and the number of all.
func (x *Indexer) Reembed(ctx context.Context, progress func(done, total int)) error {
	err := x.Vectors.InTx(ctx, func(ctx context.Context) error {
		if _, err := x.Vectors.HoldModel(ctx, x.Store); err != nil {
			return err
		}
		if err := x.Vectors.SetModel(ctx, x.Store, EmbeddingModel{Identity: x.Embedder.Identity()}); err != nil {
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
			if failures++; failures == giveUpAfter || isWrongModel(err) || ctx.Err() != nil {
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
