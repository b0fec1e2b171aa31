package openai

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"keepsake/fault"
	"keepsake/llm"
)

// Probe is what Client.Probe found out. Its steps follow each other: after one that
// failed, the rest was not tried.
type Probe struct {
	Steps []Step
}

// The steps of a Probe, in order.
const (
	StepReach = "reach" // something answers at the address
	StepKey   = "key"   // the key is taken
	StepModel = "model" // the model is known and answers
	StepTools = "tools" // the model calls a tool when asked to
)

// Step is one thing that was tried.
type Step struct {
	Name string
	Took time.Duration
	Err  error // nil = fine; a fault, without secrets
}

// Err returns the error of the step that failed, nil when all went well.
func (p Probe) Err() error {
	for _, s := range p.Steps {
		if s.Err != nil {
			return s.Err
		}
	}
	return nil
}

// Passed reports whether a step was tried and went well.
func (p Probe) Passed(step string) bool {
	for _, s := range p.Steps {
		if s.Name == step {
			return s.Err == nil
		}
	}
	return false
}

// probeTool is what the model is asked to call.
var probeTool = llm.Tool{
	Name: "report_ready", Description: "Report that tool calling works.",
	Schema: json.RawMessage(`{"type":"object","properties":{"ready":{"type":"boolean","description":"always true"}},"required":["ready"]}`),
}

var errNoCall = fault.Wrap(fault.Invalid, "the model does not call tools: it can talk, but not remember", errNoTools)

// Probe asks the endpoint for its models, then the model for one call of a tool: a few
// tokens, once. It is for an operator who waits: no retries, no fallback.
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
	// An endpoint that lists no models (404) may still complete.
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
