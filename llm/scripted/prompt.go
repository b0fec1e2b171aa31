package scripted

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// Prompt is a request as a brain reads it.
type Prompt struct {
	Model    string
	Messages []Message
	Tools    []Tool
	Stream   bool
	Text     string // tools and messages in one canonical text; equal starts mean a cached start
}

// Message is one message of a prompt.
type Message struct {
	Role       string     `json:"role"`
	Content    string     `json:"content"`
	Name       string     `json:"name,omitempty"`
	ToolCalls  []ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
	Images     []Image    `json:"images,omitempty"`
}

// ToolCall is a call the model made earlier.
type ToolCall struct {
	ID   string
	Name string
	Args string // JSON
}

// Tool is a function on offer.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Strict      bool            `json:"strict"`
	Schema      json.RawMessage `json:"parameters"`
}

// Last returns the last message.
func (p Prompt) Last() Message {
	if len(p.Messages) == 0 {
		return Message{}
	}
	return p.Messages[len(p.Messages)-1]
}

// Person returns what the person said last.
func (p Prompt) Person() string {
	for _, m := range slices.Backward(p.Messages) {
		if m.Role == "user" {
			return m.Content
		}
	}
	return ""
}

// Images returns the pictures that the person sent last, since anybody else spoke.
func (p Prompt) Images() []Image {
	var out []Image
	for _, m := range p.Messages {
		if m.Role != "user" {
			out = nil
		}
		out = append(out, m.Images...)
	}
	return out
}

// System returns all system messages, in order, an empty line between.
func (p Prompt) System() string {
	var out []string
	for _, m := range p.Messages {
		if m.Role == "system" {
			out = append(out, m.Content)
		}
	}
	return strings.Join(out, "\n\n")
}

// Has reports whether a tool is on offer.
func (p Prompt) Has(tool string) bool {
	return slices.ContainsFunc(p.Tools, func(t Tool) bool { return t.Name == tool })
}

// Result is a tool's result with the call it answers.
type Result struct {
	Call    ToolCall
	Content string
}

// Results returns the tool results at the end of the prompt: those the model is to read
// now. Empty when a person spoke last.
func (p Prompt) Results() []Result {
	var calls []ToolCall
	var out []Result
	for _, m := range p.Messages {
		if m.Role != "tool" {
			calls, out = m.ToolCalls, nil
			continue
		}
		for _, c := range calls {
			if c.ID == m.ToolCallID {
				out = append(out, Result{Call: c, Content: m.Content})
			}
		}
	}
	return out
}

// Memory is one line of a memory block.
type Memory struct {
	ID      string
	Subject string // "" when none
	Content string
}

// memoryLine is P49's line; what follows the id may be marked up further by the blocks
// that tell of changes.
var memoryLine = regexp.MustCompile(`(?m)^\s*[-•*]\s*(?:[A-Za-z]+:?\s+)??\[id:([A-Za-z0-9]{8})\]\s*(?:\[([^\]\n]*)\]\s*)?(.*)$`)

// Listed returns the memories that a text lists; tasks are written like them.
func (p Prompt) Listed(s string) (out []Memory) {
	for _, f := range memoryLine.FindAllStringSubmatch(s, -1) {
		out = append(out, Memory{ID: f[1], Subject: strings.TrimSpace(f[2]), Content: strings.TrimSpace(f[3])})
	}
	return out
}

// Memories returns what the prompt says is remembered: the memory block and, over it,
// the changes told later. What was forgotten since is left out.
func (p Prompt) Memories() []Memory {
	var out []Memory
	for _, line := range p.Listed(p.System()) {
		at := slices.IndexFunc(out, func(m Memory) bool { return m.ID == line.ID })
		switch {
		case goneMark.MatchString(line.Content):
			out = slices.DeleteFunc(out, func(m Memory) bool { return m.ID == line.ID })
			continue
		case at < 0:
			at = len(out)
			out = append(out, line)
		}
		out[at].Content = strings.TrimSpace(replacesMark.ReplaceAllString(line.Content, ""))
		out[at].Subject = cmp.Or(line.Subject, out[at].Subject)
	}
	return slices.DeleteFunc(out, func(m Memory) bool { return m.Content == "" })
}

var (
	goneMark     = regexp.MustCompile(`(?i)^(?:\(|—|-|:)?\s*(?:forgotten|deleted|removed)\b`)
	replacesMark = regexp.MustCompile(`(?i)\s*\((?:now )?(?:this )?replaces\b.*\)$`)
)
