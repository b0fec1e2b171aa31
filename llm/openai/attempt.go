package openai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	api "github.com/sashabaranov/go-openai"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/llm/answertext"
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
	var spent llm.Usage
	for range maxRequests {
		resp, err := c.requestOnce(ctx, m, r, &h, begin, t)
		spent = addUsage(spent, resp.Usage)
		if err == nil {
			resp.Usage = spent
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
			return llm.Response{Usage: spent}, classify(err)
		}
		h = next
		t.reset()
	}
	return llm.Response{Usage: spent}, errUnlike
}

// addUsage returns the sum of two usages.
func addUsage(a, b llm.Usage) llm.Usage {
	return llm.Usage{Prompt: a.Prompt + b.Prompt, Cached: a.Cached + b.Cached, Answer: a.Answer + b.Answer, Cost: a.Cost + b.Cost}
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

// requestOnce makes one request. Response.Usage is what it used, also with an error. It clears h.noFinish when the
// stream has a finish reason.
func (c *Client) requestOnce(ctx context.Context, m *model, r llm.Request, h *habits, begin time.Duration, t *teller) (llm.Response, error) {
	asked := ctx
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if h.noStream {
		begin = c.cfg.Timeout // the first byte arrives when the answer is complete
	}
	dog := newWatchdog(begin, c.cfg.Idle, cancel)
	defer dog.stop()
	x := &exchange{alive: dog.feed}
	a := &answer{asked: m.name, teller: t, used: callIDs(r.Messages), marks: answertext.Marks{Person: lastOfPerson(r.Messages)}, most: max(minText, tokenBytes*r.MaxTokens)}
	for _, offered := range r.Tools {
		a.written.Names = append(a.written.Names, offered.Name)
	}
	resp, err := c.receive(x.withTrace(withExchange(ctx, x)), buildRequest(m.name, r, *h), h, x, a)
	if err != nil && errors.Is(context.Cause(ctx), errTimeout) {
		err = errTimeout // a stream that is closed because the time is over can look like one that broke off
	}
	if errors.Is(err, errFlood) || errors.Is(err, errTimeout) { // what came is kept, and not asked for again
		cut := llm.CutLength
		if errors.Is(err, errTimeout) {
			cut = llm.CutTime
		}
		if kept, ok := a.beginning(cut); ok {
			resp, err = kept, nil
		} else if a.reasoning > 0 {
			err = fmt.Errorf("openai: %w", llm.ErrNoRoom)
		}
	}
	// An endpoint that took a request charges for it, however the answer ended. One that was
	// cut off or stopped before its answer began has read the prompt at least.
	if x.taken || x.sent.Load() && asked.Err() != nil {
		resp.Usage = a.spent(r)
		resp.Usage.Cost = c.priceOf(m.name, a.model).cost(resp.Usage)
	}
	return resp, err
}

// receive sends a request and assembles the answer.
func (c *Client) receive(ctx context.Context, req api.ChatCompletionRequest, h *habits, x *exchange, a *answer) (llm.Response, error) {
	if h.noStream {
		whole, err := c.api.CreateChatCompletion(ctx, req)
		if err != nil {
			return llm.Response{}, err
		}
		a.addWhole(whole)
		return a.response()
	}
	stream, err := c.api.CreateChatCompletionStream(ctx, req)
	if err != nil {
		return llm.Response{}, err
	}
	defer stream.Close()
	for !a.isOver() {
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
	} else if x.done && a.isUnfinished() {
		if !h.noFinish {
			return llm.Response{}, errNoFinish
		}
		a.end()
	} else {
		h.noFinish = false
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

// lastOfPerson returns what the person said last.
func lastOfPerson(ms []llm.Message) string {
	for _, m := range slices.Backward(ms) {
		if m.Role == "user" {
			return m.Content
		}
	}
	return ""
}

// buildRequest converts a request to go-openai's type, as the habits require.
func buildRequest(model string, r llm.Request, h habits) api.ChatCompletionRequest {
	req := api.ChatCompletionRequest{Model: model, Messages: h.messages(r.Messages)}
	if !h.noStream && !h.noStreamOptions {
		req.StreamOptions = &api.StreamOptions{IncludeUsage: true}
	}
	if most := h.limitTokens(r.MaxTokens); most > 0 {
		if isReasoning(model) != h.otherMaxTokens {
			req.MaxCompletionTokens = most
		} else {
			//lint:ignore SA1019 many endpoints accept only this name
			req.MaxTokens = most
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
