package openai

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/circuitbreaker"
	"github.com/failsafe-go/failsafe-go/retrypolicy"

	"keepsake/fault"
)

// retryThroughBreaker makes attempts until one succeeds, hopeless says that no further one will, or
// there were retries of them. An open breaker is an error that says how long, with the
// given words.
func retryThroughBreaker[T any](ctx context.Context, b circuitbreaker.CircuitBreaker[T], retries int, open string,
	hopeless func(error) bool, attempt func(n int) (T, error)) (T, error) {
	policy := retrypolicy.NewBuilder[T]().
		WithMaxRetries(retries).
		WithDelayFunc(nextPause[T]).
		AbortIf(func(_ T, err error) bool { return hopeless(err) }).
		ReturnLastFailure().
		Build()
	out, err := failsafe.With[T](policy, b).WithContext(ctx).
		GetWithExecution(func(x failsafe.Execution[T]) (T, error) { return attempt(x.Attempts()) })
	if errors.Is(err, circuitbreaker.ErrOpen) {
		err = &fault.Error{Kind: fault.Unavailable, Message: open, RetryAfter: b.RemainingDelay()}
	}
	return out, err
}

// isFutile reports whether waiting, for no longer than what is left, cannot mend an error.
func isFutile(err error, left time.Duration) bool {
	return !isPassing(err) || errors.Is(err, errNoCredit) || errors.Is(err, circuitbreaker.ErrOpen) ||
		left <= 0 || fault.RetryAfter(err) > left
}

// Bounds of the pauses between attempts.
const (
	firstPause = 400 * time.Millisecond
	lastPause  = 4 * time.Second
)

// nextPause is the time before the next attempt: what the endpoint asked for and a little
// more, else doubling, always with jitter so that many callers do not come back at once.
func nextPause[R any](e failsafe.ExecutionAttempt[R]) time.Duration {
	if errors.Is(e.LastError(), errNoStart) {
		return time.Millisecond // it has waited long enough
	}
	if asked := fault.RetryAfter(e.LastError()); asked > 0 {
		return asked + rand.N(firstPause)
	}
	d := min(lastPause, firstPause<<min(8, e.Retries()))
	return d/2 + rand.N(d)
}
