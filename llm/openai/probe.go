package openai

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"keepsake/fault"
	"keepsake/llm"
)

// Probe is the result of Client.Probe. It ends with the first step that failed.
type Probe struct {
	Steps []Step
}

// The steps of a Probe, in order.
const (
	StepReach = "reach" // the endpoint responds
	StepKey   = "key"   // the endpoint accepts the key
	StepModel = "model" // the model exists and answers
	StepTools = "tools" // the model calls a tool
)

// Step is the result of one step.
type Step struct {
	Name string
	Took time.Duration
	Err  error // nil on success; otherwise a fault.Error without secrets
}

// Err returns the error of the failed step, or nil when all steps succeeded.
func (p Probe) Err() error {
	for _, s := range p.Steps {
		if s.Err != nil {
			return s.Err
		}
	}
	return nil
}

// Passed reports whether the step ran and succeeded.
func (p Probe) Passed(step string) bool {
	for _, s := range p.Steps {
		if s.Name == step {
			return s.Err == nil
		}
	}
	return false
}

// probeTool is the tool that Probe asks the model to call.
var probeTool = llm.Tool{
	Name: "report_ready", Description: "Report that tool calling works.",
	Schema: json.RawMessage(`{"type":"object","properties":{"ready":{"type":"boolean","description":"always true"}},"required":["ready"]}`),
}

var errNoCall = fault.Wrap(fault.Invalid, "the model does not call tools: it can talk, but not remember", errNoTools)

// Probe lists the endpoint's models and asks the model for one tool call, which costs a few
// tokens. An operator waits for it, so it uses no retries and no fallback.
func (c *Client) Probe(ctx context.Context) Probe {
	var p Probe
	step := func(name string, began time.Time, err error) bool {
		p.Steps = append(p.Steps, Step{Name: name, Took: time.Since(began), Err: err})
		return err == nil
	}
	began := time.Now()
	known, err := c.listModels(ctx)
	switch fault.KindOf(err) {
	case fault.Unavailable:
		step(StepReach, began, err)
		return p
	case fault.Denied:
		step(StepReach, began, nil)
		step(StepKey, began, err)
		return p
	}
	// An endpoint without a list of models (404) may still answer.
	step(StepReach, began, nil)

	began = time.Now()
	resp, err := c.attempt(ctx, c.models[0], llm.Request{
		Messages: []llm.Message{
			{Role: "system", Content: "You test a connection. Call report_ready once."},
			{Role: "user", Content: "Call report_ready with ready = true."},
		},
		Tools: []llm.Tool{probeTool},
	}, c.cfg.Timeout, &teller{})
	if err != nil && ctx.Err() != nil {
		err = fault.New(fault.Unavailable, "the model took too long")
	}
	if fault.KindOf(err) == fault.Denied {
		step(StepKey, began, err)
		return p
	}
	step(StepKey, began, nil)
	if err != nil && len(known) > 0 && !slices.Contains(known, c.models[0].name) {
		err = fault.Wrap(fault.Invalid, "the endpoint knows no such model", errNoModel)
	}
	if !step(StepModel, began, err) {
		return p
	}
	if len(resp.ToolCalls) == 0 || resp.ToolCalls[0].Name != probeTool.Name {
		err = errNoCall
	}
	step(StepTools, began, err)
	return p
}

// listModels returns the names of the endpoint's models.
func (c *Client) listModels(ctx context.Context) ([]string, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, c.cfg.FirstByte, errNoStart)
	defer cancel()
	found, err := c.api.ListModels(ctx)
	if err != nil {
		return nil, classify(err)
	}
	var names []string
	for _, m := range found.Models {
		names = append(names, m.ID)
	}
	return names, nil
}
