package scripted

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"
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
	ResponseFormat      any            `json:"response_format"`
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
	Function struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Strict      bool            `json:"strict"`
		Parameters  json.RawMessage `json:"parameters"`
	} `json:"function"`
}

var (
	functionName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)
	speakerName  = regexp.MustCompile(`^[^\s<|\\/>]{1,64}$`)
)

// parse reads a body. bad names the first thing that a strict provider would refuse; the
// prompt is filled as far as the body could be read.
func parse(body []byte) (req *request, p Prompt, bad string) {
	req = &request{}
	if !utf8.Valid(body) {
		return req, p, "the body is not valid UTF-8"
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(req); err != nil {
		return req, req.prompt(), "the body is not a completion request: " + strings.TrimPrefix(err.Error(), "json: ")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return req, req.prompt(), "something follows the body"
	}
	p = req.prompt()
	for _, check := range []func() error{req.checkTop, req.checkMessages, req.checkTools} {
		if err := check(); err != nil {
			return req, p, err.Error()
		}
	}
	return req, p, ""
}

func (r *request) checkTop() error {
	switch {
	case r.Model == "":
		return errors.New("model: missing")
	case len(r.Messages) == 0:
		return errors.New("messages: empty")
	case r.StreamOptions != nil && !r.Stream:
		return errors.New("stream_options: only with stream")
	case r.MaxTokens > 0 && r.MaxCompletionTokens > 0:
		return errors.New("max_tokens and max_completion_tokens: one of them")
	case r.MaxTokens < 0 || r.MaxCompletionTokens < 0:
		return errors.New("max_tokens: below one")
	case r.ToolChoice != nil && len(r.Tools) == 0:
		return errors.New("tool_choice: only with tools")
	case r.Tools != nil && len(r.Tools) == 0:
		return errors.New("tools: empty; leave it out")
	case r.Temperature != nil && (*r.Temperature < 0 || *r.Temperature > 2):
		return errors.New("temperature: not between 0 and 2")
	}
	return nil
}

func (r *request) checkMessages() error {
	seen := map[string]bool{} // call ids of the whole prompt
	open := map[string]bool{} // of the last assistant message, not yet answered
	spoken := false           // anybody but the system
	for i, m := range r.Messages {
		at := fmt.Sprintf("messages[%d] (%s): ", i, m.Role)
		if err := m.check(); err != nil {
			return fmt.Errorf("%s%w", at, err)
		}
		if m.Role != "tool" && len(open) > 0 {
			return fmt.Errorf("%scomes before every tool call of the assistant was answered", at)
		}
		switch m.Role {
		case "assistant":
			if !spoken {
				return fmt.Errorf("%sspeaks before any user", at)
			}
			for _, c := range m.ToolCalls {
				if seen[c.ID] {
					return fmt.Errorf("%stool call id is used twice", at)
				}
				seen[c.ID], open[c.ID] = true, true
			}
		case "tool":
			if !open[m.ToolCallID] {
				return fmt.Errorf("%stool_call_id answers no open call of the assistant message before it", at)
			}
			delete(open, m.ToolCallID)
		case "user":
			spoken = true
		}
	}
	if len(open) > 0 {
		return errors.New("messages: the last tool calls are not all answered")
	}
	if last := r.Messages[len(r.Messages)-1].Role; last != "user" && last != "tool" {
		return fmt.Errorf("messages: the last is %s, not user or tool", last)
	}
	return nil
}

func (m message) check() error {
	if strings.ContainsRune(m.Content.text, 0) {
		return errors.New("content: holds a NUL")
	}
	if err := m.Content.check(m.Role); err != nil {
		return err
	}
	blank := strings.TrimSpace(m.Content.text) == ""
	if m.Role != "assistant" && len(m.ToolCalls) > 0 {
		return errors.New("tool_calls: only an assistant makes them")
	}
	if m.Role != "tool" && m.ToolCallID != "" {
		return errors.New("tool_call_id: only on a tool's message")
	}
	if m.Name != "" && !speakerName.MatchString(m.Name) {
		return errors.New("name: not of the pattern ^[^\\s<|\\\\/>]+$")
	}
	switch m.Role {
	case "system", "developer", "user":
		if blank {
			return errors.New("content: empty")
		}
	case "tool":
		switch {
		case m.ToolCallID == "":
			return errors.New("tool_call_id: missing")
		case blank:
			return errors.New("content: empty")
		}
	case "assistant":
		if blank && len(m.ToolCalls) == 0 {
			return errors.New("content: empty, and no tool calls")
		}
		for _, c := range m.ToolCalls {
			if err := c.check(); err != nil {
				return err
			}
		}
	default:
		return errors.New("role: unknown")
	}
	return nil
}

func (c toolCall) check() error {
	var args map[string]any
	switch {
	case c.ID == "":
		return errors.New("tool_calls: id missing")
	case len(c.ID) > 64:
		return errors.New("tool_calls: id longer than 64")
	case c.Type != "function":
		return errors.New("tool_calls: type is not function")
	case !functionName.MatchString(c.Function.Name):
		return errors.New("tool_calls: bad function name")
	case json.Unmarshal([]byte(c.Function.Arguments), &args) != nil || args == nil:
		return errors.New("tool_calls: arguments are not a JSON object")
	}
	return nil
}

func (r *request) checkTools() error {
	names := map[string]bool{}
	for i, t := range r.Tools {
		at := fmt.Sprintf("tools[%d] (%s): ", i, t.Function.Name)
		switch {
		case t.Type != "function":
			return errors.New(at + "type is not function")
		case !functionName.MatchString(t.Function.Name):
			return errors.New(at + "name: not of the pattern ^[a-zA-Z0-9_-]{1,64}$")
		case names[t.Function.Name]:
			return errors.New(at + "offered twice")
		case strings.TrimSpace(t.Function.Description) == "":
			return errors.New(at + "description: empty")
		case len(t.Function.Description) > 1024:
			return errors.New(at + "description: longer than 1024")
		}
		names[t.Function.Name] = true
		if err := checkParameters(t.Function.Parameters); err != nil {
			return fmt.Errorf("%sparameters: %w", at, err)
		}
	}
	return nil
}

// prompt returns the request as a brain reads it.
func (r *request) prompt() Prompt {
	p := Prompt{Model: r.Model, Stream: r.Stream, Text: r.canonical()}
	for _, m := range r.Messages {
		out := Message{Role: m.Role, Name: m.Name, ToolCallID: m.ToolCallID, Content: m.Content.text, Images: m.Content.images}
		for _, c := range m.ToolCalls {
			out.ToolCalls = append(out.ToolCalls, ToolCall{ID: c.ID, Name: c.Function.Name, Args: c.Function.Arguments})
		}
		p.Messages = append(p.Messages, out)
	}
	for _, t := range r.Tools {
		p.Tools = append(p.Tools, Tool{Name: t.Function.Name, Description: t.Function.Description, Schema: t.Function.Parameters})
	}
	return p
}

// canonical is the prompt as one text in the order in which a provider reads it: tools,
// then messages, each on a line.
func (r *request) canonical() string {
	var b strings.Builder
	for _, t := range r.Tools {
		fmt.Fprintf(&b, "<tool> %s %s %s\n", t.Function.Name, t.Function.Description, t.Function.Parameters)
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
