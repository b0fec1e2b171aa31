package scripted

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
)

// request is the body of a completion request: every field the house may send. A field
// that is not here is a violation.
type request struct {
	Model               string         `json:"model"`
	Messages            []message      `json:"messages"`
	Tools               []tool         `json:"tools"`
	ToolChoice          any            `json:"tool_choice"`
	ParallelToolCalls   *bool          `json:"parallel_tool_calls"`
	Stream              bool           `json:"stream"`
	StreamOptions       *streamOptions `json:"stream_options"`
	MaxTokens           int            `json:"max_tokens"`
	MaxCompletionTokens int            `json:"max_completion_tokens"`
	Temperature         *float64       `json:"temperature"`
	TopP                *float64       `json:"top_p"`
	Seed                *int           `json:"seed"`
	Stop                []string       `json:"stop"`
	User                string         `json:"user"`
	ReasoningEffort     string         `json:"reasoning_effort"`
	ResponseFormat      format         `json:"response_format"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

type message struct {
	Role       string     `json:"role"`
	Content    content    `json:"content"`
	Name       string     `json:"name"`
	ToolCalls  []toolCall `json:"tool_calls"`
	ToolCallID string     `json:"tool_call_id"`
}

type toolCall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

type tool struct {
	Type     string `json:"type"`
	Function Tool   `json:"function"`
}

var (
	functionName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
	speakerName  = regexp.MustCompile(`^[^\s<|\\/>]{1,64}$`)
)

// parse reads a body. bad names the first thing that a strict provider would refuse; the
// prompt is filled as far as the body could be read.
func parse(body []byte) (req *request, p Prompt, bad string) {
	req = &request{}
	err := decode(body, req)
	for _, check := range []func() error{req.checkTop, req.checkMessages, req.checkTools, req.checkFormat} {
		if err == nil {
			err = check()
		}
	}
	if err != nil {
		bad = err.Error()
	}
	return req, req.prompt(), bad
}

// decode reads a body that holds the fields of to and nothing else.
func decode(body []byte, to any) error {
	if !utf8.Valid(body) {
		return errors.New("the body is not valid UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		return errors.New("the body is not a request of this kind: " + strings.TrimPrefix(err.Error(), "json: "))
	}
	_, err := d.Token()
	return firstFailed(check{!errors.Is(err, io.EOF), "something follows the body"})
}

// check is a condition that must not hold, and the error when it does.
type check struct {
	failed bool
	reason string
}

// firstFailed returns the error of the first check that failed, nil when none did.
func firstFailed(all ...check) error {
	for _, c := range all {
		if c.failed {
			return errors.New(c.reason)
		}
	}
	return nil
}

func (r *request) checkTop() error {
	return firstFailed(
		check{r.Model == "", "model: missing"},
		check{len(r.Messages) == 0, "messages: empty"},
		check{r.StreamOptions != nil && !r.Stream, "stream_options: only with stream"},
		check{r.MaxTokens > 0 && r.MaxCompletionTokens > 0, "max_tokens and max_completion_tokens: one of them"},
		check{r.MaxTokens < 0 || r.MaxCompletionTokens < 0, "max_tokens: below one"},
		check{r.ToolChoice != nil && len(r.Tools) == 0, "tool_choice: only with tools"},
		check{r.Tools != nil && len(r.Tools) == 0, "tools: empty; leave it out"},
		check{r.Temperature != nil && (*r.Temperature < 0 || *r.Temperature > 2), "temperature: not between 0 and 2"},
	)
}

func (r *request) checkMessages() error {
	seen := map[string]bool{} // call ids of the whole prompt
	open := map[string]bool{} // of the last assistant message, not yet answered
	spoken := false           // anybody but the system
	for i, m := range r.Messages {
		twice := slices.ContainsFunc(m.ToolCalls, func(c toolCall) bool {
			used := seen[c.ID]
			seen[c.ID] = true
			return used
		})
		if err := cmp.Or(m.check(), firstFailed(
			check{m.Role != "tool" && len(open) > 0, "comes before every tool call of the assistant was answered"},
			check{m.Role == "assistant" && !spoken, "speaks before any user"},
			check{twice, "tool call id is used twice"},
			check{m.Role == "tool" && !open[m.ToolCallID], "tool_call_id answers no open call of the assistant message before it"},
		)); err != nil {
			return fmt.Errorf("messages[%d] (%s): %w", i, m.Role, err)
		}
		spoken = spoken || m.Role == "user"
		delete(open, m.ToolCallID)
		for _, c := range m.ToolCalls {
			open[c.ID] = true
		}
	}
	last := r.Messages[len(r.Messages)-1].Role
	return firstFailed(
		check{len(open) > 0, "messages: the last tool calls are not all answered"},
		check{last != "user" && last != "tool", "messages: the last is " + last + ", not user or tool"},
	)
}

func (m message) check() error {
	if err := m.Content.check(m.Role); err != nil {
		return err
	}
	blank := strings.TrimSpace(m.Content.text) == ""
	known := slices.Contains([]string{"system", "developer", "user", "tool", "assistant"}, m.Role)
	if err := firstFailed(
		check{!known, "role: unknown"},
		check{strings.ContainsRune(m.Content.text, 0), "content: holds a NUL"},
		check{m.Role != "assistant" && len(m.ToolCalls) > 0, "tool_calls: only an assistant makes them"},
		check{m.Role != "tool" && m.ToolCallID != "", "tool_call_id: only on a tool's message"},
		check{m.Name != "" && !speakerName.MatchString(m.Name), "name: not of the pattern ^[^\\s<|\\\\/>]+$"},
		check{m.Role == "tool" && m.ToolCallID == "", "tool_call_id: missing"},
		check{m.Role == "assistant" && blank && len(m.ToolCalls) == 0, "content: empty, and no tool calls"},
		check{m.Role != "assistant" && blank, "content: empty"},
	); err != nil {
		return err
	}
	for _, c := range m.ToolCalls {
		if err := c.check(); err != nil {
			return err
		}
	}
	return nil
}

func (c toolCall) check() error {
	var args map[string]any
	bad := json.Unmarshal([]byte(c.Function.Arguments), &args)
	return firstFailed(
		check{c.ID == "", "tool_calls: id missing"},
		check{len(c.ID) > 64, "tool_calls: id longer than 64"},
		check{c.Type != "function", "tool_calls: type is not function"},
		check{!functionName.MatchString(c.Function.Name), "tool_calls: bad function name"},
		check{bad != nil || args == nil, "tool_calls: arguments are not a JSON object"},
	)
}

func (r *request) checkTools() error {
	names := map[string]bool{}
	for i, t := range r.Tools {
		f := t.Function
		err := firstFailed(
			check{t.Type != "function", "type is not function"},
			check{!functionName.MatchString(f.Name), "name: not of the pattern ^[a-zA-Z0-9_-]{1,64}$"},
			check{names[f.Name], "offered twice"},
			check{strings.TrimSpace(f.Description) == "", "description: empty"},
			check{len(f.Description) > 1024, "description: longer than 1024"},
		)
		if err == nil {
			err = checkParameters(f.Schema)
		}
		if err != nil {
			return fmt.Errorf("tools[%d] (%s): %w", i, f.Name, err)
		}
		names[f.Name] = true
	}
	return nil
}

// prompt returns the request as a brain reads it.
func (r *request) prompt() Prompt {
	p := Prompt{Model: r.Model, Text: r.canonical(), MaxTokens: max(r.MaxTokens, r.MaxCompletionTokens)}
	if f := r.ResponseFormat.JSONSchema; f != nil {
		p.Format = f.Format
	}
	for _, m := range r.Messages {
		out := Message{Role: m.Role, ToolCallID: m.ToolCallID, Content: m.Content.text, Images: m.Content.images}
		for _, c := range m.ToolCalls {
			out.ToolCalls = append(out.ToolCalls, ToolCall{ID: c.ID, Name: c.Function.Name, Args: c.Function.Arguments})
		}
		p.Messages = append(p.Messages, out)
	}
	for _, t := range r.Tools {
		p.Tools = append(p.Tools, t.Function)
	}
	return p
}

// canonical returns the prompt as one text in the order in which a provider reads it: tools,
// then messages, each on a line.
func (r *request) canonical() string {
	var b strings.Builder
	for _, t := range r.Tools {
		fmt.Fprintf(&b, "<tool> %s %s %s\n", t.Function.Name, t.Function.Description, t.Function.Schema)
	}
	for _, m := range r.Messages {
		fmt.Fprintf(&b, "<%s> %s %s ", m.Role, m.Name, m.ToolCallID)
		b.WriteString(m.Content.text)
		for _, i := range m.Content.images {
			fmt.Fprintf(&b, " <image %s>", i)
		}
		for _, c := range m.ToolCalls {
			fmt.Fprintf(&b, " %s(%s)=%s", c.Function.Name, c.Function.Arguments, c.ID)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

var schemaTypes = []string{"object", "array", "string", "integer", "number", "boolean", "null"}

// checkParameters checks that a tool's parameters are an object schema that providers accept
// and a model can follow. No parameters are a function without arguments.
func checkParameters(raw json.RawMessage) error {
	if len(raw) == 0 {
		return nil
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(raw, &s); err != nil {
		return errors.New("not a JSON Schema object")
	}
	if s.Type != "object" {
		return errors.New("type is not object")
	}
	return checkSchema("", &s)
}

func checkSchema(at string, s *jsonschema.Schema) error {
	bad := func(format string, args ...any) error { return fmt.Errorf(at+": "+format, args...) }
	types := s.Types
	if s.Type != "" {
		types = []string{s.Type}
	}
	unknown := slices.IndexFunc(types, func(t string) bool { return !slices.Contains(schemaTypes, t) })
	missing := slices.IndexFunc(s.Required, func(name string) bool { _, ok := s.Properties[name]; return !ok })
	switch {
	case len(types) == 0 && len(s.AnyOf) == 0 && s.Enum == nil:
		return bad("no type")
	case unknown >= 0:
		return bad("unknown type %q", types[unknown])
	case slices.Contains(types, "array") && s.Items == nil:
		return bad("an array without items")
	case len(s.Properties) > 0 && !slices.Contains(types, "object"):
		return bad("properties on what is no object")
	case missing >= 0:
		return bad("requires %q, which is no property", s.Required[missing])
	case s.Enum != nil && len(s.Enum) == 0:
		return bad("an empty enum")
	case above(s.MinLength, s.MaxLength) || above(s.MinItems, s.MaxItems) || above(s.Minimum, s.Maximum):
		return bad("a least above the most")
	}
	parts := map[string]*jsonschema.Schema{}
	for name, p := range s.Properties {
		if parts["."+name] = p; p.Description == "" {
			return bad("%s: no description", name)
		}
	}
	if s.Items != nil {
		parts["[]"] = s.Items
	}
	for i, a := range s.AnyOf {
		parts[fmt.Sprint("|", i)] = a
	}
	for name, p := range parts {
		if err := checkSchema(at+name, p); err != nil {
			return err
		}
	}
	return nil
}

func above[T int | float64](least, most *T) bool {
	return least != nil && most != nil && *least > *most
}
