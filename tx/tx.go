// Package tx is the shape of a unit of work that spans nouns.
//
// The transaction travels in the context: whatever is called with fn's context joins it,
// nested calls too. No model or network call belongs inside one. Package store implements it.
//
// Start reading at Runner.
package tx

import (
	"context"
	"errors"
)

// ErrStorage is in the chain of errors that mean that nothing can be stored at the moment: the
// disk is full or read-only, the file is gone or damaged, the server is away. It says nothing
// about what was to be stored, so the same work may be done later.
var ErrStorage = errors.New("nothing can be stored at the moment")

// Readier tells whether something can be stored, for work that would be in vain otherwise.
type Readier interface {
	// Ready returns nil, or an error with ErrStorage in its chain and a fault.RetryAfter.
	Ready(ctx context.Context) error
}

// Ready is r.Ready; without an r something can always be stored.
func Ready(ctx context.Context, r Readier) error {
	if r == nil {
		return nil
	}
	return r.Ready(ctx)
}

// Runner runs units of work.
type Runner interface {
	// InTx runs fn in one transaction, which is committed when fn returns nil and rolled
	// back otherwise; fn's error is returned. A call inside a transaction joins it.
	InTx(ctx context.Context, fn func(ctx context.Context) error) error
}

// Committer tells when a unit of work has committed.
type Committer interface {
	// AfterCommit runs fn once the transaction of ctx has committed (at once when there is
	// none), never when it rolled back. Functions run in order, outside the transaction.
	AfterCommit(ctx context.Context, fn func())
}
