package openai

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"

	api "github.com/sashabaranov/go-openai"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/llm/answertext"
	"keepsake/text"
)

// answer assembles a completion from its chunks.
type answer struct {
	asked  string // the requested model
	teller *teller
	used   map[string]bool // call ids that new calls must not repeat

	text      strings.Builder
	most      int // bytes of text
	hidden    answertext.Thinking
	reasoning int  // bytes of reasoning, which is not kept
	isFull    bool // a limit is reached: nothing more is read
	marks     answertext.Marks
	calls     []*call
	written   answertext.Reader // finds calls that the model wrote as text
	finish    string
	model     string
	usage     llm.Usage
}

type call struct {
	index     *int // the endpoint's index of the call; nil if it gives none
	arguments strings.Builder
	llm.ToolCall
}

// add adds one chunk of a stream.
func (a *answer) add(chunk api.ChatCompletionStreamResponse) {
	a.model = cmp.Or(a.model, chunk.Model)
	if chunk.Usage != nil {
		a.addUsage(*chunk.Usage)
	}
	for _, c := range chunk.Choices {
		if c.Index != 0 {
			continue
		}
		a.addReasoning(len(c.Delta.ReasoningContent))
		a.addText(cmp.Or(c.Delta.Content, c.Delta.Refusal))
		for _, d := range c.Delta.ToolCalls {
			a.addCallDelta(d)
		}
		if f := string(c.FinishReason); f != "" && f != string(api.FinishReasonNull) {
			a.finish = f
		}
	}
}

// addWhole adds a completion that was not streamed.
func (a *answer) addWhole(r api.ChatCompletionResponse) {
	a.model = r.Model
	a.addUsage(r.Usage)
	if len(r.Choices) == 0 {
		return
	}
	c := r.Choices[0]
	a.addText(cmp.Or(c.Message.Content, c.Message.Refusal))
	for i, d := range c.Message.ToolCalls {
		d.Index = &i
		a.addCallDelta(d)
	}
	if c.FinishReason != api.FinishReasonNull {
		a.finish = string(c.FinishReason)
	}
	a.end()
}

// isUnfinished reports whether there is an answer that lacks a finish reason.
func (a *answer) isUnfinished() bool {
	return a.finish == "" && (a.text.Len() > 0 || len(a.calls) > 0)
}

// end gives an answer that came whole the finish reason that its endpoint left out.
func (a *answer) end() {
	if a.isUnfinished() {
		a.finish = string(api.FinishReasonStop)
	}
}

func (a *answer) addUsage(u api.Usage) {
	a.usage = llm.Usage{Prompt: u.PromptTokens, Answer: u.CompletionTokens}
	if d := u.PromptTokensDetails; d != nil {
		a.usage.Cached = min(d.CachedTokens, u.PromptTokens)
	}
}

func (a *answer) addText(piece string) {
	shown := a.hidden.Filter(piece)
	a.addReasoning(max(0, len(piece)-len(shown)))
	a.addShown(a.marks.Filter(shown))
}

// addShown adds what is neither reasoning nor a mark of a template.
func (a *answer) addShown(shown string) {
	if room := a.most - a.text.Len(); len(shown) > room {
		shown, a.isFull = shown[:text.RuneStart(shown, room)], true
	}
	a.text.WriteString(shown)
	a.teller.addChunk(a.written.Show(shown))
}

// flush adds what is held back, once all has come.
func (a *answer) flush() {
	a.addText(a.hidden.Flush())
	a.addShown(a.marks.Flush())
}

// isOver reports whether nothing more is to be read.
func (a *answer) isOver() bool { return a.isFull || a.marks.Ended }

// addReasoning counts reasoning. What the filter only holds back for a moment counts, too, which
// is a few bytes.
func (a *answer) addReasoning(bytes int) {
	a.reasoning += bytes
	a.isFull = a.isFull || a.reasoning > maxReasoning
}

// Limits of one answer. An answer that reaches one of text or reasoning is cut there.
const (
	minText      = 64 << 10 // bytes of text that an answer may always have
	tokenBytes   = 16       // bytes of text that each token of its limit may have
	maxReasoning = 1 << 20  // bytes
	maxCalls     = 16       // later ones are dropped
	maxArguments = 32 << 10 // bytes of one call; longer ones are cut, so that they are no JSON
	maxCallName  = 256      // bytes of a name or an id
)

// spent returns what the answer has used: what the endpoint reports, otherwise an estimate.
func (a *answer) spent(r llm.Request) llm.Usage {
	if a.usage.Prompt > 0 {
		return a.usage
	}
	u := a.usage
	u.Prompt, u.Answer = estimate(r, a.assembled())
	u.Answer += a.reasoning / bytesPerToken
	return u
}

// bytesPerToken is a rough estimate for text that is not kept.
const bytesPerToken = 4

// assembled returns the text and the calls so far.
func (a *answer) assembled() llm.Response {
	out := llm.Response{Content: a.text.String(), Model: cmp.Or(a.model, a.asked)}
	for _, c := range a.calls {
		c.Arguments = c.arguments.String()
		out.ToolCalls = append(out.ToolCalls, c.ToolCall)
	}
	return out
}

// beginning returns the text so far as an answer that was cut, without its tool calls, because
// the arguments of the last may be cut. ok is false when there is no text.
func (a *answer) beginning(why llm.Cut) (_ llm.Response, ok bool) {
	a.flush()
	out := llm.Response{Model: cmp.Or(a.model, a.asked), Cut: why}
	whole := a.text.String()
	if end, ok := answertext.FindLoop(whole, a.marks.Person); ok { // one that came to its end meant to repeat itself
		whole, out.Cut = strings.TrimSpace(whole[:end]), llm.CutRepeat
	}
	out.Content, _ = a.written.Split(whole)
	return out, strings.TrimSpace(out.Content) != ""
}

// addCallDelta adds a fragment of a tool call. Endpoints identify the call by an index, by its
// id, or not at all; without both a fragment belongs to the newest call unless it has a new
// name. Some endpoints give all calls the index 0.
func (a *answer) addCallDelta(d api.ToolCall) {
	c := a.findCall(d)
	if c == nil {
		if len(a.calls) >= maxCalls {
			return
		}
		c = &call{index: d.Index}
		a.calls = append(a.calls, c)
	}
	c.ID = cmp.Or(c.ID, d.ID[:min(len(d.ID), maxCallName)])
	if d.Function.Name != c.Name && len(c.Name) < maxCallName {
		c.Name += d.Function.Name[:min(len(d.Function.Name), maxCallName)]
	}
	if room := maxArguments - c.arguments.Len(); room > 0 {
		c.arguments.WriteString(d.Function.Arguments[:min(len(d.Function.Arguments), room)])
	}
}

func (a *answer) findCall(d api.ToolCall) *call {
	for i := len(a.calls) - 1; i >= 0; i-- {
		c := a.calls[i]
		numbered := d.Index != nil && c.index != nil
		switch {
		case numbered && *d.Index != *c.index, d.ID != "" && c.ID != "" && d.ID != c.ID:
			continue
		case numbered, d.ID != "" && d.ID == c.ID, d.Function.Name == "":
			return c
		default:
			return nil // a name begins a new call
		}
	}
	return nil
}

// Errors of incomplete answers.
var (
	errCutOff   = fault.New(fault.Unavailable, "the answer broke off before its end")
	errNoFinish = fault.New(fault.Unavailable, "the answer ended without a reason")
	errNothing  = fault.New(fault.Unavailable, "the model answered with nothing")
)

// response returns the assembled completion, or an error when it is not complete.
func (a *answer) response() (llm.Response, error) {
	if a.isFull {
		a.finish = string(api.FinishReasonLength)
	}
	a.flush()
	if a.marks.Ended && !a.isFull {
		a.finish = string(api.FinishReasonStop)
	}
	out := llm.Response{Content: a.text.String(), Model: cmp.Or(a.model, a.asked)}
	empty := strings.TrimSpace(out.Content) == ""
	switch a.finish {
	case "":
		return llm.Response{}, errCutOff
	case string(api.FinishReasonContentFilter):
		return llm.Response{}, fmt.Errorf("openai: %w", llm.ErrRefused)
	case string(api.FinishReasonLength):
		out, ok := a.beginning(llm.CutLength)
		if !ok {
			return llm.Response{}, fmt.Errorf("openai: %w", llm.ErrNoRoom)
		}
		return out, nil
	}
	a.readCalls(&out)
	for _, c := range a.calls {
		if c.Name == "" {
			continue
		}
		c.Arguments = cmp.Or(strings.TrimSpace(c.arguments.String()), "{}")
		if c.ID == "" || a.used[c.ID] {
			c.ID = newID()
		}
		a.used[c.ID] = true
		out.ToolCalls = append(out.ToolCalls, c.ToolCall)
	}
	// Some models send an empty text after their tool calls. With the finish reason "stop"
	// that is a complete answer; with any other it is an error.
	if empty && len(out.ToolCalls) == 0 && a.finish != string(api.FinishReasonStop) {
		return llm.Response{}, errNothing
	}
	return out, nil
}

// readCalls takes the calls that the model wrote as text out of an answer.
func (a *answer) readCalls(out *llm.Response) {
	var written []answertext.Call
	if len(a.calls) == 0 {
		out.Content, written = a.written.Split(out.Content)
	}
	if len(written) == 0 {
		a.teller.addChunk(a.written.Rest())
	}
	for _, w := range written[:min(len(written), maxCalls)] {
		c := &call{ToolCall: llm.ToolCall{Name: w.Name}}
		c.arguments.WriteString(w.Arguments)
		a.calls = append(a.calls, c)
	}
}

func newID() string {
	b := make([]byte, 9)
	_, _ = rand.Read(b) // never fails
	return "call_" + hex.EncodeToString(b)
}
