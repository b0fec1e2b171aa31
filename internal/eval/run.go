package eval

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"keepsake/llm"
	"keepsake/llm/openai"
	"keepsake/llm/scripted"
)

// Plan is what is to be run.
type Plan struct {
	Name      string // of the model, or of the prompt that is tried with it
	Model     Model  // nil = only what is recorded
	Recorded  []Recorded
	Keep      func(Recorded) // see Tape; may be nil
	Dialogues []Dialogue
	Items     []Item
	Repeats   int // at least 1
	Parallel  int // dialogues at once; at least 1
}

// Run is what became of a plan.
type Run struct {
	Name     string    `json:"name"`
	Repeats  int       `json:"repeats"`
	Requests int       `json:"requests"`
	Failed   int       `json:"failed"`            // requests that the model did not answer
	Missing  int       `json:"missing"`           // requests that were not recorded
	Trouble  string    `json:"trouble,omitempty"` // the model's first error
	Usage    llm.Usage `json:"usage"`
	Results  []Result  `json:"results"`
}

// Evaluate runs a plan and returns what became of it, and all answers. A world whose requests or calls broke a rule of a neighbour's
// is an error, but a model that fails is none: its dialogues are scored as they went.
func Evaluate(ctx context.Context, p Plan) (Run, []Recorded, error) {
	r := Run{Name: p.Name, Repeats: max(1, p.Repeats)}
	tape := NewTape(p.Model, p.Recorded)
	tape.Keep = p.Keep
	for repeat := range r.Repeats {
		tape.SetRepeat(repeat)
		seen, err := playOnce(ctx, tape, p)
		if err != nil {
			return r, nil, err
		}
		for _, d := range p.Dialogues {
			r.Results = append(r.Results, Score(d, repeat, seen[d.ID])...)
		}
		formed, err := evaluateItems(ctx, tape, p.Items, repeat)
		if err != nil {
			return r, nil, err
		}
		r.Results = append(r.Results, formed...)
	}
	all, err := tape.Recorded()
	if err != nil {
		r.Trouble = err.Error()
	}
	r.Missing, r.Requests = tape.Missing()
	for _, a := range all {
		r.Usage = r.Usage.Plus(a.Usage)
		if a.Failed {
			r.Failed++
		}
	}
	return r, all, nil
}

func playOnce(ctx context.Context, tape *Tape, p Plan) (seen map[string][]Seen, err error) {
	if len(p.Dialogues) == 0 {
		return nil, nil
	}
	w, err := NewWorld(ctx, tape)
	if err != nil {
		return nil, err
	}
	if seen, err = w.Play(ctx, p.Dialogues, p.Parallel); err != nil {
		_ = w.Close()
		return nil, err
	}
	return seen, w.Close()
}

// Endpoint makes a Model of a real endpoint of Chat Completions. It is asked through the same client as the bot asks.
func Endpoint(c openai.Config) Model {
	c.Timeout, c.FirstByte, c.Idle = patience, patience, patience
	client := openai.New(c)
	return func(ctx context.Context, p scripted.Prompt) (Recorded, error) {
		resp, err := client.Complete(ctx, requestOf(p), nil)
		r := Recorded{Text: resp.Content, Usage: resp.Usage}
		for _, call := range resp.ToolCalls {
			r.Calls = append(r.Calls, Call{Name: call.Name, Args: call.Arguments})
		}
		return r, err
	}
}

// requestOf returns the request that a prompt was made of.
func requestOf(p scripted.Prompt) llm.Request {
	r := llm.Request{MaxTokens: p.MaxTokens}
	for i, m := range p.Messages {
		out := llm.Message{Role: m.Role, Content: m.Content, ToolCallID: m.ToolCallID, Late: i > 0 && m.Role == "system"}
		for _, c := range m.ToolCalls {
			out.ToolCalls = append(out.ToolCalls, llm.ToolCall{ID: c.ID, Name: c.Name, Arguments: c.Args})
		}
		r.Messages = append(r.Messages, out)
	}
	for _, t := range p.Tools {
		r.Tools = append(r.Tools, llm.Tool{Name: t.Name, Description: t.Description, Schema: t.Schema})
	}
	if p.Format.Schema != nil {
		r.Format = &llm.Format{Name: p.Format.Name, Schema: p.Format.Schema}
	}
	return r
}

// ReadRun reads the file of a run.
func ReadRun(name string) (r Run, err error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(data, &r); err != nil {
		return r, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

// WriteRun writes a run to a file.
func WriteRun(name string, r Run) error {
	data, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, append(data, '\n'), 0o644)
}

// Stale returns what to do when a replayed run asked for what was not recorded, "" when it did not.
func (r Run) Stale() string {
	if r.Missing == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d requests of %s are not in its recording: a prompt, a tool or a dialogue has changed since. Run make eval-record %s with its endpoint (OPENAI_BASE_URL; the oracle needs none), compare with make eval-diff, and commit the recording with its table in docs/models.md",
		r.Missing, r.Requests, r.Name, SampleOf(r.Name).arguments(r.Name))
}
