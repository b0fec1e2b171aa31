package recall

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/memory"
)

// Indexer makes the vectors of a store's memories: it takes from the queue what has none,
// asks the embedder, and stores what comes back. Several may work at one queue.
type Indexer struct {
	Vectors  memory.VectorStore
	Embedder llm.Embedder
	Store    string // the memory store, see memory.Scope
	Now      func() time.Time
	Log      *slog.Logger // nil = silent
	Batch    int          // memories taken at once; 0 = 64
}

// Times of an Indexer.
const (
	holdFor    = 2 * time.Minute  // memories taken are kept from others
	lookEvery  = 15 * time.Second // when nobody told of anything
	firstRetry = 15 * time.Second // of a memory; doubles
	lastRetry  = time.Hour
)

// Run makes vectors until ctx ends. It always returns nil: what fails waits in the queue.
func (x *Indexer) Run(ctx context.Context) error {
	for {
		n, err := x.Step(ctx)
		if ctx.Err() != nil {
			return nil
		}
		pause := lookEvery
		if err != nil {
			pause = max(pause, min(fault.RetryAfter(err), lastRetry))
			x.log().WarnContext(ctx, "memories wait for their vectors", "error", err.Error())
		} else if n > 0 {
			continue
		}
		timer := time.NewTimer(pause)
		queued := x.Vectors.Queued()
		if err != nil {
			queued = nil // no sooner than that
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
// Errors: *memory.ModelChangedError and *memory.DimensionMismatchError (nothing can be done
// before a re-embedding; no attempt is counted), else why none of the batch could be
// embedded. Memories that failed by themselves are postponed and are no error.
func (x *Indexer) Step(ctx context.Context) (int, error) {
	recorded, err := x.Vectors.Model(ctx, x.Store)
	if err == nil {
		err = x.suits(recorded, 0)
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
		// One text is refused, and its neighbours with it: each by itself.
		err = nil
		for _, e := range taken {
			err = x.embed(ctx, []memory.Embedding{e})
			if err != nil && fault.KindOf(err) != fault.Invalid {
				break // the rest is free again when their time is over
			}
			err = nil
		}
	}
	return len(taken), fault.Op(err, "embed memories")
}

// embed makes and stores the vectors of some memories. Whatever goes wrong, they are given
// back to the queue.
func (x *Indexer) embed(ctx context.Context, taken []memory.Embedding) error {
	texts := make([]string, len(taken))
	for i, e := range taken {
		texts[i] = e.Content
		if e.Subject != "" {
			texts[i] = e.Subject + ": " + e.Content
		}
	}
	made, err := x.Embedder.Embed(ctx, texts)
	if err == nil {
		err = x.put(ctx, taken, made)
	}
	if err != nil {
		return x.giveBack(ctx, taken, err)
	}
	return nil
}

// put stores vectors, and what made them when they are the first (I28).
func (x *Indexer) put(ctx context.Context, taken []memory.Embedding, made [][]float32) error {
	vs := make([]memory.Vector, len(taken))
	for i, e := range taken {
		if err := memory.Normalize(made[i]); err != nil {
			return err
		}
		vs[i] = memory.Vector{MemoryID: e.MemoryID, Version: e.Version, Embedding: made[i]}
	}
	return x.Vectors.InTx(ctx, func(ctx context.Context) error {
		recorded, err := x.Vectors.HoldModel(ctx, x.Store)
		if err != nil {
			return err
		}
		model := memory.EmbeddingModel{Identity: x.Embedder.Identity(), Dimensions: len(made[0])}
		if err := x.suits(recorded, model.Dimensions); err != nil {
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

// suits compares what is recorded with what is set (I29); 0 dimensions are not known yet.
func (x *Indexer) suits(recorded memory.EmbeddingModel, dimensions int) error {
	return Suits(recorded, memory.EmbeddingModel{Identity: x.Embedder.Identity(), Dimensions: dimensions})
}

// Suits returns nil when vectors of a model may stand beside those recorded, else
// *memory.ModelChangedError or *memory.DimensionMismatchError (I29).
func Suits(recorded, set memory.EmbeddingModel) error {
	switch {
	case recorded.Identity == "":
	case recorded.Identity != set.Identity:
		return &memory.ModelChangedError{Recorded: recorded.Identity, Set: set.Identity}
	case recorded.Dimensions != 0 && set.Dimensions != 0 && recorded.Dimensions != set.Dimensions:
		return &memory.DimensionMismatchError{Model: set.Identity, Recorded: recorded.Dimensions, Got: set.Dimensions}
	}
	return nil
}

// giveBack makes memories due again: later and later after failures of the embedder, at
// once when we are stopping or the model is the wrong one. It returns the error.
func (x *Indexer) giveBack(ctx context.Context, taken []memory.Embedding, why error) error {
	ids := make([]string, len(taken))
	attempts := 0
	for i, e := range taken {
		ids[i], attempts = e.MemoryID, max(attempts, e.Attempts)
	}
	due, words, counts := x.Now().UTC(), "", false
	if ctx.Err() == nil && !wrongModel(why) {
		wait := min(lastRetry, firstRetry<<min(10, attempts-1))
		due, words, counts = due.Add(max(wait, min(fault.RetryAfter(why), lastRetry))), constant(why), true
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
	defer cancel()
	return errors.Join(why, x.Vectors.PostponeEmbeddings(ctx, ids, due, words, counts))
}

func wrongModel(err error) bool {
	var changed *memory.ModelChangedError
	var mismatch *memory.DimensionMismatchError
	return errors.As(err, &changed) || errors.As(err, &mismatch)
}

// constant returns what an error says in constant words.
func constant(err error) string {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.Message
	}
	return "embedding failed"
}

func (x *Indexer) log() *slog.Logger {
	if x.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return x.Log
}
