package openai

import (
	"context"
	"errors"
	"io"
	"time"

	api "github.com/sashabaranov/go-openai"

	"keepsake/fault"
	"keepsake/llm"
)

// Causes with which a watchdog cancels a request.
var (
	errNoStart = fault.New(fault.Unavailable, "the model did not begin to answer in time")
	errSilent  = fault.New(fault.Unavailable, "the model fell silent in the middle of its answer")
)

// attempt makes one completion with one model. When the endpoint refuses a request, attempt
// changes the request as the error suggests and repeats it. When the error does not name a
// cause, attempt tries the most likely changes. It remembers the habits that succeed. begin
// is the time in which the answer to each request must begin.
func (c *Client) attempt(ctx context.Context, m *model, r llm.Request, begin time.Duration, t *teller) (llm.Response, error) {
	known := m.currentHabits()
	h := known
	var guesses []habits
	guessing := false
	for range maxRequests {
		resp, err := c.requestOnce(ctx, m, r, h, begin, t)
		if err == nil {
			if h != known {
				m.learn(h, guessing)
				c.cfg.Log.Info("model endpoint differs", "model", m.name, "habits", h.String())
			}
			return resp, nil
		}
		next, ok := h.adapt(err, r)
		for i := range guesses { // an explained refusal applies to every guess
			if also, yes := guesses[i].adapt(err, r); yes {
				guesses[i] = also
			}
		}
		if !ok && isUnexplained(err) {
			if !guessing && m.canGuess(r) {
				guesses, guessing = h.possibleHabits(r), true
			}
			if ok = len(guesses) > 0; ok {
				next, guesses = guesses[0], guesses[1:]
			} else if guessing {
				m.recordFailedGuess(r)
			}
		}
		if !ok || ctx.Err() != nil {
			return llm.Response{}, classify(err)
		}
		h = next
		t.reset()
	}
	return llm.Response{}, errUnlike
}

// maxRequests limits the requests of one attempt.
const maxRequests = 16

var errUnlike = fault.New(fault.Invalid, "the model's endpoint refused the request in every form")

func isUnexplained(err error) bool {
	var said *endpointError
	return errors.As(err, &said) && said.isUnexplained()
}

// Results of guessing expire, because a temporary failure may have looked like a refusal.
const (
	failedGuessTTL = 10 * time.Minute // no guess succeeded
	guessTTL       = 24 * time.Hour   // a guess succeeded
)

// currentHabits returns the habits learned so far. It forgets them when they have expired.
func (m *model) currentHabits() habits {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.guessed.IsZero() && time.Since(m.guessed) > guessTTL {
		m.habits, m.guessed = m.configured, time.Time{}
	}
	return m.habits
}

func (m *model) learn(h habits, guessed bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.habits = h
	if guessed {
		m.guessed = time.Now()
	}
}

// canGuess reports whether guessing did not fail recently for requests of this kind. Requests
// with a late system message are a kind of their own, because they allow more guesses.
func (m *model) canGuess(r llm.Request) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	at, tried := m.failedGuesses[hasLateMessage(r)]
	return !tried || time.Since(at) > failedGuessTTL
}

func (m *model) recordFailedGuess(r llm.Request) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.failedGuesses == nil {
		m.failedGuesses = map[bool]time.Time{}
	}
	m.failedGuesses[hasLateMessage(r)] = time.Now()
}

// requestOnce makes one request.
func (c *Client) requestOnce(ctx context.Context, m *model, r llm.Request, h habits, begin time.Duration, t *teller) (llm.Response, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if h.noStream {
		begin = c.cfg.Timeout // the first byte arrives when the answer is complete
	}
	dog := newWatchdog(begin, c.cfg.Idle, cancel)
	defer dog.stop()
	x := &exchange{alive: dog.feed}
	req := buildRequest(m.name, r, h)
	a := &answer{asked: m.name, teller: t, used: callIDs(r.Messages)}
	if h.noStream {
		whole, err := c.api.CreateChatCompletion(withExchange(ctx, x), req)
		if err != nil {
			return llm.Response{}, err
		}
		a.addWhole(whole)
		return a.response()
	}
	stream, err := c.api.CreateChatCompletionStream(withExchange(ctx, x), req)
	if err != nil {
		return llm.Response{}, err
	}
	defer stream.Close()
	for {
		chunk, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return llm.Response{}, err
		}
		a.add(chunk)
	}
	if x.whole != nil {
		a.addWhole(*x.whole)
	}
	return a.response()
}

// watchdog cancels a request when no bytes arrive for too long.
type watchdog struct {
	timer   *time.Timer
	idle    time.Duration
	started chan struct{} // closed when the first bytes arrive
}

func newWatchdog(first, idle time.Duration, cut context.CancelCauseFunc) *watchdog {
	d := &watchdog{idle: idle, started: make(chan struct{})}
	d.timer = time.AfterFunc(first, func() {
		select {
		case <-d.started:
			cut(errSilent)
		default:
			cut(errNoStart)
		}
	})
	return d
}

// feed restarts the timer. Only the goroutine that reads the body may call it.
func (d *watchdog) feed() {
	select {
	case <-d.started:
	default:
		close(d.started)
	}
	d.timer.Reset(d.idle)
}

func (d *watchdog) stop() { d.timer.Stop() }

// callIDs returns the ids of the tool calls in a prompt.
func callIDs(ms []llm.Message) map[string]bool {
	used := map[string]bool{}
	for _, m := range ms {
		for _, c := range m.ToolCalls {
			used[c.ID] = true
		}
	}
	return used
}

// maxCalls limits the tool calls of one answer.
const maxCalls = 64

// buildRequest converts a request to go-openai's type, as the habits require.
func buildRequest(model string, r llm.Request, h habits) api.ChatCompletionRequest {
	req := api.ChatCompletionRequest{Model: model, Messages: h.messages(r.Messages)}
	if !h.noStream && !h.noStreamOptions {
		req.StreamOptions = &api.StreamOptions{IncludeUsage: true}
	}
	if r.MaxTokens > 0 && !h.noMaxTokens {
		if isReasoning(model) != h.otherMaxTokens {
			req.MaxCompletionTokens = r.MaxTokens
		} else {
			//lint:ignore SA1019 many endpoints accept only this name
			req.MaxTokens = r.MaxTokens
		}
	}
	if r.Format != nil && !h.noFormat {
		req.ResponseFormat = &api.ChatCompletionResponseFormat{Type: api.ChatCompletionResponseFormatTypeJSONObject}
		if !h.noSchema {
			req.ResponseFormat.Type = api.ChatCompletionResponseFormatTypeJSONSchema
			req.ResponseFormat.JSONSchema = &api.ChatCompletionResponseFormatJSONSchema{Name: r.Format.Name, Schema: r.Format.Schema, Strict: true}
		}
	}
	if h.noEffort && len(r.Tools) > 0 {
		req.ReasoningEffort = api.ReasoningEffortNone
	}
	if h.noTools {
		return req
	}
	for _, t := range r.Tools {
		req.Tools = append(req.Tools, api.Tool{Type: api.ToolTypeFunction,
			Function: &api.FunctionDefinition{Name: t.Name, Description: t.Description, Parameters: t.Schema}})
	}
	return req
}
