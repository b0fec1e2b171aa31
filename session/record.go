package session

import (
	"bytes"
	"encoding/json"
	"time"

	"keepsake/fault"
	"keepsake/trust"
)

// record is a message in a file: M1's names, and what the house knows beside them.
type record struct {
	ID         string          `json:"message_id"`
	Role       Role            `json:"role"`
	Content    json.RawMessage `json:"content"` // text, object, list of objects or null
	Name       string          `json:"name,omitempty"`
	ToolCalls  []recordCall    `json:"tool_calls,omitempty"`
	AgentCalls []AgentCall     `json:"agent_calls,omitempty"`
	Structured json.RawMessage `json:"structured_data,omitempty"`
	Images     []string        `json:"images,omitempty"`
	ToolCallID string          `json:"tool_call_id,omitempty"`
	House      *house          `json:"keepsake,omitempty"`
}

// recordCall is a call as Chat Completions writes it (M17).
type recordCall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

type house struct {
	Turn     string     `json:"turn,omitempty"`
	Quote    string     `json:"quote,omitempty"`
	Trust    string     `json:"trust,omitempty"`
	Author   string     `json:"author,omitempty"`
	External int64      `json:"external,omitempty"`
	At       time.Time  `json:"at"`
	Edited   string     `json:"edited,omitempty"`
	Masked   *time.Time `json:"masked_at,omitempty"`
	Removed  *time.Time `json:"removed_at,omitempty"`
	Revised  *Revision  `json:"revised,omitempty"`
}

// recordOf turns a message into a record. Of a masked one only the mark travels: what was
// forgotten gets no copy in a file.
func recordOf(m Message) (record, error) {
	h := &house{
		Turn: m.TurnID, Quote: m.Quote, Trust: m.Trust.String(), Author: m.Author, External: m.External,
		At: m.At, Edited: m.Edited, Masked: m.Masked, Removed: m.Removed, Revised: m.Revised,
	}
	if m.Masked != nil {
		m = m.View()
		m.Content, h.Quote, h.Edited, h.Revised = "", "", "", nil
	}
	r := record{
		ID: m.ID, Role: m.Role, Content: m.Object, Name: m.Name, AgentCalls: m.AgentCalls,
		Structured: m.Structured, Images: m.Images, ToolCallID: m.ToolCallID, House: h,
	}
	for _, c := range m.ToolCalls {
		call := recordCall{ID: c.ID, Type: "function"}
		call.Function.Name, call.Function.Arguments = c.Name, c.Arguments
		r.ToolCalls = append(r.ToolCalls, call)
	}
	switch {
	case m.Object != nil:
	case m.Content == "" && len(m.ToolCalls)+len(m.AgentCalls) > 0:
		r.Content = json.RawMessage("null")
	default:
		b, err := encodePlain(m.Content)
		if err != nil {
			return r, err
		}
		r.Content = b
	}
	return r, nil
}

// message is the inverse of recordOf.
func (r record) message() (Message, error) {
	m := Message{
		ID: r.ID, Role: r.Role, Name: r.Name, AgentCalls: r.AgentCalls, Structured: r.Structured,
		Images: r.Images, ToolCallID: r.ToolCallID,
	}
	for _, c := range r.ToolCalls {
		if c.Type != "" && c.Type != "function" {
			return m, fault.Field("tool_calls", "must be of type function")
		}
		m.ToolCalls = append(m.ToolCalls, ToolCall{ID: c.ID, Name: c.Function.Name, Arguments: c.Function.Arguments})
	}
	content := bytes.TrimSpace(r.Content)
	switch {
	case len(content) == 0 || string(content) == "null":
	case content[0] == '"':
		if err := json.Unmarshal(content, &m.Content); err != nil {
			return m, err
		}
	default:
		m.Object = content
	}
	if h := r.House; h != nil {
		m.TurnID, m.Quote, m.Trust, m.Author, m.External = h.Turn, h.Quote, trust.Parse(h.Trust), h.Author, h.External
		m.At, m.Edited, m.Masked, m.Removed, m.Revised = h.At, h.Edited, h.Masked, h.Removed, h.Revised
	}
	return m, nil
}

// encodePlain encodes without escaping <, > and &: JSON inside stays what it was.
func encodePlain(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
