package recall

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/logs"
	"keepsake/tx"
)

// Indexer makes the vectors of a store's memories: it takes memories from the queue, asks the
// embedder, and stores the vectors. Several may work at one queue.
type Indexer struct {
	Vectors  VectorStore
	Embedder llm.Embedder
	Accounts Accounts // nil = embeddings are not counted
	Store    string   // the memory store, see scope.Scope
	Now      func() time.Time
	Log      *slog.Logger // nil = silent
	Batch    int          // memories taken at once; 0 = 64
	// Storage is asked before each batch; nil = vectors can always be stored.
	Storage tx.Readier
	// Ready reports whether memories may be sent to the embedder now; nil = always.
	Ready func(ctx context.Context) (bool, error)
	// ReembedCommand is as in Service.
	ReembedCommand string
}

// Times of an Indexer.
const (
	holdFor    = 2 * time.Minute  // how long taken memories are kept from other workers
	lookEvery  = 15 * time.Second // between two looks at the queue without a signal
	firstRetry = 15 * time.Second // after a memory's first failure; doubles with each
	lastRetry  = time.Hour
)

// Run makes vectors until ctx ends. It always returns nil: a failed memory waits in the queue.
func (x *Indexer) Run(ctx context.Context) error {
	for {
		n, err := x.Step(ctx)
		if ctx.Err() != nil {
			return nil
		}
		pause := lookEvery
		if err != nil {
			pause = max(pause, min(fault.RetryAfter(err), lastRetry))
			logs.OrNone(x.Log).WarnContext(ctx, "memories wait for their vectors", "error", err.Error())
		} else if n > 0 {
			continue
		}
		timer := time.NewTimer(pause)
		queued := x.Vectors.Queued()
		if err != nil {
			queued = nil // the pause is waited out
		}
		select {
		case <-ctx.Done():
		case <-queued:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// Step takes one batch and returns how many memories it took, with or without success.
// Errors: *ModelChangedError and *DimensionMismatchError (nothing can be done
// before a re-embedding; no attempt is counted), else why none of the batch could be
// embedded. Memories that failed by themselves are postponed and are no error.
func (x *Indexer) Step(ctx context.Context) (int, error) {
	if x.Storage != nil {
		if err := x.Storage.Ready(ctx); err != nil {
			return 0, fault.Op(err, "embed memories")
		}
	}
	if x.Ready != nil {
		if ready, err := x.Ready(ctx); err != nil || !ready {
			return 0, fault.Op(err, "embed memories")
		}
	}
	if x.Accounts != nil {
		if err := x.Accounts.Check(ctx); err != nil {
			return 0, fault.Op(err, "embed memories")
		}
	}
	recorded, err := x.Vectors.Model(ctx, x.Store)
	if err == nil {
		err = x.checkModel(recorded, 0)
	}
	if err != nil {
		return 0, fault.Op(err, "embed memories")
	}
	size := x.Batch
	if size <= 0 {
		size = 64
	}
	now := x.Now().UTC()
	taken, err := x.Vectors.TakeEmbeddings(ctx, x.Store, now, now.Add(holdFor), size)
	if err != nil || len(taken) == 0 {
		return 0, fault.Op(err, "embed memories")
	}
	err = x.embed(ctx, taken)
	if fault.KindOf(err) == fault.Invalid && len(taken) > 1 {
		// One refused text fails the whole batch: embed each by itself.
		err = nil
		for _, e := range taken {
			err = x.embed(ctx, []Embedding{e})
			if err != nil && fault.KindOf(err) != fault.Invalid {
				break // the rest is free again after holdFor
			}
			err = nil
		}
	}
	return len(taken), fault.Op(err, "embed memories")
}

// embed makes and stores the vectors of some memories. On any error it gives them back to the
// queue.
func (x *Indexer) embed(ctx context.Context, taken []Embedding) error {
	texts := make([]string, len(taken))
	for i, e := range taken {
		texts[i] = e.Content
		if e.Subject != "" {
			texts[i] = e.Subject + ": " + e.Content
		}
	}
	made, err := x.Embedder.Embed(ctx, texts)
	x.charge(ctx, taken, texts, made.Usage)
	if err == nil {
		err = x.put(ctx, taken, made.Vectors)
	}
	if err != nil {
		return x.postpone(ctx, taken, err)
	}
	return nil
}

// put stores vectors, and with the first ones the model that made them (I28).
func (x *Indexer) put(ctx context.Context, taken []Embedding, made [][]float32) error {
	vs := make([]Vector, len(taken))
	for i, e := range taken {
		if err := Normalize(made[i]); err != nil {
			return err
		}
		vs[i] = Vector{MemoryID: e.MemoryID, Version: e.Version, Embedding: made[i]}
	}
	return x.Vectors.InTx(ctx, func(ctx context.Context) error {
		recorded, err := x.Vectors.HoldModel(ctx, x.Store)
		if err != nil {
			return err
		}
		model := EmbeddingModel{Identity: x.Embedder.Identity(), Dimensions: len(made[0])}
		if err := x.checkModel(recorded, model.Dimensions); err != nil {
			return err
		}
		if recorded != model {
			if err := x.Vectors.SetModel(ctx, x.Store, model); err != nil {
				return err
			}
		}
		_, err = x.Vectors.PutVectors(ctx, model.Identity, vs)
		return err
	})
}

// checkModel is CheckModel for the Indexer's embedder; 0 dimensions are not known yet.
func (x *Indexer) checkModel(recorded EmbeddingModel, dimensions int) error {
	return CheckModel(recorded, EmbeddingModel{Identity: x.Embedder.Identity(), Dimensions: dimensions}, x.ReembedCommand)
}

// CheckModel returns nil when vectors of the set model may be compared with the recorded ones,
// else *ModelChangedError or *DimensionMismatchError (I29), which names the command that helps.
func CheckModel(recorded, set EmbeddingModel, command string) error {
	switch {
	case recorded.Identity == "":
	case recorded.Identity != set.Identity:
		return &ModelChangedError{Recorded: recorded.Identity, Set: set.Identity, Command: command}
	case recorded.Dimensions != 0 && set.Dimensions != 0 && recorded.Dimensions != set.Dimensions:
		return &DimensionMismatchError{Model: set.Identity, Recorded: recorded.Dimensions, Got: set.Dimensions, Command: command}
	}
	return nil
}

// postpone makes memories due again, after a failure of the embedder with a growing pause, and
// at once when the Indexer is stopping or the model is the wrong one. It returns why.
func (x *Indexer) postpone(ctx context.Context, taken []Embedding, why error) error {
	ids := make([]string, len(taken))
	attempts := 0
	for i, e := range taken {
		ids[i], attempts = e.MemoryID, max(attempts, e.Attempts)
	}
	due, words, counts := x.Now().UTC(), "", false
	if ctx.Err() == nil && !isWrongModel(why) {
		wait := min(lastRetry, firstRetry<<min(10, attempts-1))
		due, words, counts = due.Add(max(wait, min(fault.RetryAfter(why), lastRetry))), faultMessage(why), true
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return errors.Join(why, x.Vectors.PostponeEmbeddings(ctx, ids, due, words, counts))
}

func isWrongModel(err error) bool {
	var changed *ModelChangedError
	var mismatch *DimensionMismatchError
	return errors.As(err, &changed) || errors.As(err, &mismatch)
}

// faultMessage returns the constant words of an error.
func faultMessage(err error) string {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.Message
	}
	return "embedding failed"
}
