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

// retryThroughBreaker calls attempt until it succeeds, isFinal reports that its error is final,
// or it was retried as often as retries says. When the breaker is open, it returns an error
// with the message openMessage and the remaining time as RetryAfter. The library's generic
// policies are used for any: an instance of them for each kind of answer took as long to
// compile as the rest of the package.
func retryThroughBreaker[T any](ctx context.Context, b circuitbreaker.CircuitBreaker[any], retries int, openMessage string,
	isFinal func(error) bool, attempt func(n int) (T, error)) (T, error) {
	policy := retrypolicy.NewBuilder[any]().
		WithMaxRetries(retries).
		WithDelayFunc(nextPause).
		AbortIf(func(_ any, err error) bool { return isFinal(err) }).
		ReturnLastFailure().
		Build()
	result, err := failsafe.With[any](policy, b).WithContext(ctx).
		GetWithExecution(func(x failsafe.Execution[any]) (any, error) { return attempt(x.Attempts()) })
	out, _ := result.(T) // no result when the breaker was open
	if errors.Is(err, circuitbreaker.ErrOpen) {
		err = &fault.Error{Kind: fault.Unavailable, Message: openMessage, RetryAfter: b.RemainingDelay()}
	}
	return out, err
}

// isFutile reports whether a retry within the time left cannot succeed.
func isFutile(err error, left time.Duration) bool {
	return !isTransient(err) || errors.Is(err, errNoCredit) || errors.Is(err, circuitbreaker.ErrOpen) ||
		left <= 0 || fault.RetryAfter(err) > left
}

// Limits of the pause between two attempts.
const (
	firstPause = 400 * time.Millisecond
	lastPause  = 4 * time.Second
)

// nextPause returns the pause before the next attempt: slightly more than the endpoint asked
// for, or else an exponential backoff. It has jitter, so that callers do not retry together.
func nextPause(e failsafe.ExecutionAttempt[any]) time.Duration {
	if errors.Is(e.LastError(), errNoStart) {
		return time.Millisecond // the attempt itself has waited long enough
	}
	if asked := fault.RetryAfter(e.LastError()); asked > 0 {
		return asked + rand.N(firstPause)
	}
	d := min(lastPause, firstPause<<min(8, e.Retries()))
	return d/2 + rand.N(d)
}
