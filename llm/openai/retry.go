package openai

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"

	"keepsake/fault"
	"keepsake/llm"
)

// retryThroughBreaker calls attempt until it succeeds, isFinal reports that its error is final,
// or it was retried as often as retries says. When the breaker is open, it returns an error
// with the message openMessage and the remaining time as RetryAfter. conversation is
// llm.Request.Conversation.
func retryThroughBreaker[T any](ctx context.Context, b *breaker, conversation string, retries int, openMessage string,
	isFinal func(error) bool, attempt func(n int) (T, error)) (T, error) {
	policy := retrypolicy.NewBuilder[T]().
		WithMaxRetries(retries).
		WithDelayFunc(nextPause[T]).
		AbortIf(func(_ T, err error) bool { return isFinal(err) }).
		ReturnLastFailure().
		Build()
	return failsafe.With[T](policy).WithContext(ctx).
		GetWithExecution(func(x failsafe.Execution[T]) (T, error) {
			if err := b.allow(openMessage); err != nil {
				var none T
				return none, err
			}
			out, err := attempt(x.Attempts())
			if err != nil && ctx.Err() != nil && !errors.Is(context.Cause(ctx), errTimeout) {
				b.release()
			} else {
				b.record(conversation, err)
			}
			return out, err
		})
}

// isFutile reports whether a retry within the time left cannot succeed.
func isFutile(err error, left time.Duration) bool {
	return !isTransient(err) || llm.TroubleOf(err) != "" || errors.Is(err, errOpen) || errors.Is(err, errFlood) ||
		left <= 0 || fault.RetryAfter(err) > left
}

// Limits of the pause between two attempts.
const (
	firstPause = 400 * time.Millisecond
	lastPause  = 4 * time.Second
)

// nextPause returns the pause before the next attempt: slightly more than the endpoint asked
// for, or else an exponential backoff. It has jitter, so that callers do not retry together.
func nextPause[R any](e failsafe.ExecutionAttempt[R]) time.Duration {
	if errors.Is(e.LastError(), errNoStart) {
		return time.Millisecond // the attempt itself has waited long enough
	}
	if asked := fault.RetryAfter(e.LastError()); asked > 0 {
		return asked + rand.N(firstPause)
	}
	d := min(lastPause, firstPause<<min(8, e.Retries()))
	return d/2 + rand.N(d)
}
