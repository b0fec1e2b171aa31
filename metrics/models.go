package metrics

import (
	"context"
	"errors"
	"time"

	"keepsake/fault"
	"keepsake/llm"
)

const (
	callOK      = "ok"
	callStopped = "stopped" // by the person, or because we stop

	jobDone   = "done"
	jobFailed = "failed"

	tokensPrompt = "prompt"
	tokensCached = "cached"
	tokensAnswer = "answer"
)

// labelBot says whose it is: the name the operator gave a bot, or a role without one.
const labelBot = "bot"

// labelPurpose says what a call was for: llm.Purpose.
const labelPurpose = "purpose"

// Chat wraps the model of a bot: calls by outcome, their time, tokens and cost.
func (m *Metrics) Chat(bot string, c llm.Chat) llm.Chat {
	m.zeroChat(bot)
	return chat{c, m, bot}
}

type chat struct {
	llm.Chat
	m   *Metrics
	bot string
}

// zeroChat makes every series exist from the start.
func (m *Metrics) zeroChat(bot string) {
	for _, o := range []string{callOK, callStopped, string(fault.Unavailable), string(fault.Limited), string(fault.Denied), string(fault.Invalid)} {
		m.calls.WithLabelValues(bot, o)
	}
	for _, k := range []string{tokensPrompt, tokensCached, tokensAnswer} {
		m.tokens.WithLabelValues(bot, k)
	}
	m.cost.WithLabelValues(bot)
	for _, p := range llm.AllPurposes() {
		m.workCalls.WithLabelValues(bot, p.String())
		m.workTokens.WithLabelValues(bot, p.String())
		m.workCost.WithLabelValues(bot, p.String())
	}
}

func (c chat) Complete(ctx context.Context, r llm.Request, onText func(string, bool)) (llm.Response, error) {
	began := time.Now()
	resp, err := c.Chat.Complete(ctx, r, onText)
	c.m.calls.WithLabelValues(c.bot, outcome(ctx, err)).Inc()
	if err == nil {
		c.m.callTime.Observe(time.Since(began).Seconds())
	}
	count := func(kind string, n int) { c.m.tokens.WithLabelValues(c.bot, kind).Add(float64(max(n, 0))) }
	count(tokensPrompt, resp.Usage.Prompt)
	count(tokensCached, resp.Usage.Cached)
	count(tokensAnswer, resp.Usage.Answer)
	c.m.cost.WithLabelValues(c.bot).Add(max(resp.Usage.Cost, 0)) // also of a call that failed
	c.m.countWork(c.bot, r.Purpose, resp.Usage)
	return resp, err
}

// outcome names how a call ended.
func outcome(ctx context.Context, err error) string {
	switch {
	case err == nil:
		return callOK
	case ctx.Err() != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded):
		return callStopped
	}
	return string(fault.KindOf(err))
}

// Embedder wraps the embedding model of a bot: calls by outcome, tokens and cost.
func (m *Metrics) Embedder(bot string, e llm.Embedder) llm.Embedder { return embedder{e, m, bot} }

type embedder struct {
	llm.Embedder
	m   *Metrics
	bot string
}

func (e embedder) Embed(ctx context.Context, texts []string) (llm.Embeddings, error) {
	made, err := e.Embedder.Embed(ctx, texts)
	e.m.embeddings.WithLabelValues(outcome(ctx, err)).Inc()
	e.m.countWork(e.bot, llm.Embedding, made.Usage)
	return made, err
}

// Speaker wraps the model that speaks a bot's answers: calls by outcome, and cost.
func (m *Metrics) Speaker(bot string, s llm.Speaker) llm.Speaker { return speaker{s, m, bot} }

type speaker struct {
	llm.Speaker
	m   *Metrics
	bot string
}

func (s speaker) Speak(ctx context.Context, said string) (llm.Speech, error) {
	made, err := s.Speaker.Speak(ctx, said)
	s.m.speeches.WithLabelValues(outcome(ctx, err)).Inc()
	s.m.countWork(s.bot, llm.Speaking, made.Usage)
	return made, err
}

// countWork counts a call for a purpose.
func (m *Metrics) countWork(bot string, p llm.Purpose, u llm.Usage) {
	m.workCalls.WithLabelValues(bot, p.String()).Inc()
	m.workTokens.WithLabelValues(bot, p.String()).Add(float64(max(u.Prompt+u.Answer, 0)))
	m.workCost.WithLabelValues(bot, p.String()).Add(max(u.Cost, 0))
}
