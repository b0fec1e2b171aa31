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

// Causes of an attempt that was cut off.
var (
	errNoStart = fault.New(fault.Unavailable, "the model did not begin to answer in time")
	errSilent  = fault.New(fault.Unavailable, "the model fell silent in the middle of its answer")
)

// attempt makes one completion with one model. What the endpoint refuses is left out or
// said otherwise, as long as there is another way to say it; what helped is remembered.
func (c *Client) attempt(ctx context.Context, m *model, r llm.Request, t *teller) (llm.Response, error) {
	m.mu.Lock()
	known := m.habits
	m.mu.Unlock()
	h := known
	for {
		resp, err := c.once(ctx, m, r, h, t)
		if err == nil {
			if h != known {
				m.mu.Lock()
				m.habits = h
				m.mu.Unlock()
				c.cfg.Log.Info("model endpoint differs", "model", m.name, "habits", h.String())
			}
			return resp, nil
		}
		next, ok := h.after(err, r)
		if !ok {
			return llm.Response{}, classify(err)
		}
		h = next
		t.again()
	}
}

// once makes one request.
func (c *Client) once(ctx context.Context, m *model, r llm.Request, h habits, t *teller) (llm.Response, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	begin := m.firstByte
	if h.noStream {
		begin = c.cfg.Timeout // the first byte comes when all is said
	}
	dog := watch(begin, c.cfg.Idle, cancel)
	defer dog.stop()
	x := &exchange{alive: dog.alive}
	req := request(m.name, r, h)
	a := &answer{asked: m.name, teller: t, used: callIDs(r.Messages)}
	if h.noStream {
		whole, err := c.api.CreateChatCompletion(withExchange(ctx, x), req)
		if err != nil {
			return llm.Response{}, err
		}
		a.whole(whole)
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
		a.whole(*x.whole)
	}
	return a.response()
}

// watchdog cuts an attempt off when nothing arrives for too long.
type watchdog struct {
	timer   *time.Timer
	idle    time.Duration
	started chan struct{} // closed by the first arrival
}

func watch(first, idle time.Duration, cut context.CancelCauseFunc) *watchdog {
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

// alive is called from one goroutine, which reads the body.
func (d *watchdog) alive() {
	select {
	case <-d.started:
	default:
		close(d.started)
	}
	d.timer.Reset(d.idle)
}

func (d *watchdog) stop() { d.timer.Stop() }

// callIDs are the ids that stand in a prompt already.
func callIDs(ms []llm.Message) map[string]bool {
	used := map[string]bool{}
	for _, m := range ms {
		for _, c := range m.ToolCalls {
			used[c.ID] = true
		}
	}
	return used
}

// maxCalls bounds the calls of one answer.
const maxCalls = 64

// request puts a prompt into go-openai's words.
func request(model string, r llm.Request, h habits) api.ChatCompletionRequest {
	req := api.ChatCompletionRequest{Model: model, Messages: h.messages(r.Messages)}
	if !h.noStream && !h.noStreamOptions {
		req.StreamOptions = &api.StreamOptions{IncludeUsage: true}
	}
	if r.MaxTokens > 0 && !h.noMaxTokens {
		if reasons(model) != h.otherMaxTokens {
			req.MaxCompletionTokens = r.MaxTokens
		} else {
			//lint:ignore SA1019 it is the only name that many endpoints know
			req.MaxTokens = r.MaxTokens
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
