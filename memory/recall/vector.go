package recall

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"time"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/tx"
)

// EmbeddingModel is the model that made a store's vectors (I31). Vectors of two models, or of
// two lengths, are never compared (F11, R8).
type EmbeddingModel struct {
	Identity   string // provider:model[:first 8 hex of SHA-256(base URL)]; "" = none yet
	Dimensions int    // 0 = not known before the first vector
}

// Vector is the embedding of one version of a memory, normalized to the length 1.
type Vector struct {
	MemoryID  string
	Version   int
	Embedding []float32
}

// Embedding is a memory whose current version waits for its vector.
type Embedding struct {
	MemoryID string
	Scope    scope.Scope
	Version  int
	Subject  string
	Content  string
	Attempts int // the present one included
}

// Backlog is how many memories wait for their vectors. Deleted ones are not counted.
type Backlog struct {
	Waiting int
	Failing int    // of these: tried before, without success
	Error   string // why the newest attempt failed, constant English; "" = none did
}

// Near is a memory with the cosine of its vector and the question's, -1 to 1.
type Near struct {
	ID     string
	Cosine float64
}

// VectorStore is what a database must do for vectors. Methods called with a context from InTx
// join that transaction.
type VectorStore interface {
	tx.Runner
	VectorIndex
	EmbeddingQueue
}

// VectorIndex keeps vectors and the model that made those of a store.
type VectorIndex interface {
	// Model returns the model of a store's vectors, the zero value when there are none.
	Model(ctx context.Context, store string) (EmbeddingModel, error)
	// HoldModel is Model under a lock that lasts until the transaction ends.
	HoldModel(ctx context.Context, store string) (EmbeddingModel, error)
	// SetModel records the model of a store's vectors (I28).
	SetModel(ctx context.Context, store string, m EmbeddingModel) error
	// Announced returns when it was announced that the memories of a store will be embedded;
	// the zero time = never. SetAnnounced stores it.
	Announced(ctx context.Context, store string) (time.Time, error)
	SetAnnounced(ctx context.Context, store string, at time.Time) error
	// PutVectors stores the vectors of versions that are still current, in place of older
	// ones, and takes these versions out of the queue. It returns how many it stored.
	PutVectors(ctx context.Context, model string, vs []Vector) (int, error)
	// Nearest returns the memories that the query selects (Words, Subject, Category,
	// Offset do not count) and that have a vector of their current version by this model,
	// the closest first, at most q.Limit. The search is exact.
	Nearest(ctx context.Context, q memory.Query, model string, embedding []float32) ([]Near, error)
}

// EmbeddingQueue holds the memories that wait for their vectors. memory.MemoryStore.Insert and
// memory.MemoryStore.AddVersion fill it in their transaction, so that no version is left out.
//
// It is a queue and not a cursor: each memory fails and is tried again by itself, several
// workers take from it side by side, and a version that was replaced leaves it.
type EmbeddingQueue interface {
	// TakeEmbeddings returns up to limit memories of a store that are due, and keeps them
	// from other takers until a time. Deleted memories wait.
	TakeEmbeddings(ctx context.Context, store string, now, until time.Time, limit int) ([]Embedding, error)
	// PostponeEmbeddings makes memories due at a time and notes the reason. With attempt false
	// their attempts are what they were before the memories were taken.
	PostponeEmbeddings(ctx context.Context, ids []string, due time.Time, reason string, attempt bool) error
	// QueueAll makes every memory of a store due now; it returns how many.
	QueueAll(ctx context.Context, store string, now time.Time) (int, error)
	Backlog(ctx context.Context, store string) (Backlog, error)
	// Queued is signalled, at least once, after a commit that queued something here.
	Queued() <-chan struct{}
}

// ModelChangedError says that a store's vectors were made by another model than the one that
// is set (I29). Until they are made again, recall goes by words only.
type ModelChangedError struct {
	Recorded, Set string
	Command       string // that makes them again; "" = that of a bot without role files
}

func (e *ModelChangedError) Error() string {
	return fmt.Sprintf("the embedding model changed from %s to %s: run `%s`, or set the old one again", e.Recorded, e.Set, cmp.Or(e.Command, reembedCommand))
}

// Unwrap classifies it.
func (e *ModelChangedError) Unwrap() error { return errModel }

// DimensionMismatchError says that a model gives vectors of another length than it did
// (I29).
type DimensionMismatchError struct {
	Model         string
	Recorded, Got int
	Command       string // as of ModelChangedError
}

func (e *DimensionMismatchError) Error() string {
	return fmt.Sprintf("the embedding model %s gave %d dimensions, the store has %d: run `%s`", e.Model, e.Got, e.Recorded, cmp.Or(e.Command, reembedCommand))
}

// Unwrap classifies it.
func (e *DimensionMismatchError) Unwrap() error { return errModel }

const reembedCommand = "keepsake memory reembed"

var errModel = fault.New(fault.Conflict, "the store's vectors are another model's")

// Normalize scales a vector to the length 1, so that the product of two is their cosine. It
// refuses a vector of zeros and one that holds a NaN or an infinity.
func Normalize(v []float32) error {
	var sum float64
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if sum == 0 || math.IsNaN(sum) || math.IsInf(sum, 0) {
		return fault.New(fault.Unavailable, "the embedding model gave a vector without a direction")
	}
	scale := 1 / math.Sqrt(sum)
	for i, x := range v {
		v[i] = float32(float64(x) * scale)
	}
	return nil
}
