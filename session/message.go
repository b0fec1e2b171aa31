package session

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"keepsake/fault"
	"keepsake/secret"
	"keepsake/text"
	"keepsake/trust"
)

// Role is who speaks, in the words of Chat Completions.
type Role string

const (
	User      Role = "user"
	Assistant Role = "assistant"
	System    Role = "system"
	Tool      Role = "tool"
)

// ToolCall is a call the model asked for.
type ToolCall struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"` // JSON text as the model wrote it
}

// AgentCall is what the model asked of another agent (M1).
type AgentCall struct {
	Agent   string          `json:"agent_name"`
	Request json.RawMessage `json:"request"` // any JSON
}

// Message is one record of a session (M1).
type Message struct {
	ID         string // UUID
	SessionID  string
	Seq        int64 // from 1, per session, set by Append
	TurnID     string
	Role       Role
	Content    string // secrets masked; the person's own words only
	Quote      string // what the person quoted or replied to: somebody's words
	Name       string // tool name for Tool; model or display name of the speaker otherwise
	ToolCalls  []ToolCall
	ToolCallID string // for Tool: the call it answers; unique within the turn
	Trust      trust.Level
	Author     string // person id for User
	External   int64  // the platform's message id, 0 when none
	At         time.Time

	// Object is a content that is no text: a JSON object or a list of objects, compact,
	// its keys in the order they came. Content is "" then.
	Object     json.RawMessage
	AgentCalls []AgentCall
	Structured json.RawMessage // a JSON object beside the content, compact
	Images     []string        // addresses or data: URIs, for models that see

	// Masked is set when the person had something forgotten that this message says: a
	// window shows a mark in its place.
	Masked *time.Time
	// Edited is a later wording of the person's; a window shows it, the record stays.
	Edited string
	// Revised is what a window shows in place of the record, Removed since when it shows
	// nothing at all (Log.Update, Log.Remove).
	Revised *Revision
	Removed *time.Time
}

// Revision holds the parts of a message that may be shown differently. The speaker, the time,
// the turn and the calls stay what they were.
type Revision struct {
	Content    string          `json:"content,omitempty"`
	Object     json.RawMessage `json:"object,omitempty"`
	Name       string          `json:"name,omitempty"`
	AgentCalls []AgentCall     `json:"agent_calls,omitempty"`
	Structured json.RawMessage `json:"structured_data,omitempty"`
	Images     []string        `json:"images,omitempty"`
}

// View returns the message as a window shows it: masked, as revised, or in the person's
// later wording.
func (m Message) View() Message {
	switch {
	case m.Masked != nil:
		m.applyRevision(Revision{Content: Forgotten, Name: m.Name})
		m.Quote, m.ToolCalls = "", blankCalls(m.ToolCalls)
	case m.Revised != nil:
		m.applyRevision(*m.Revised)
	case m.Edited != "":
		m.Content = m.Edited
	}
	return m
}

func (m *Message) applyRevision(r Revision) {
	m.Content, m.Object, m.Name = r.Content, r.Object, r.Name
	m.AgentCalls, m.Structured, m.Images = r.AgentCalls, r.Structured, r.Images
}

func (m Message) revision() Revision {
	return Revision{m.Content, m.Object, m.Name, m.AgentCalls, m.Structured, m.Images}
}

func blankCalls(calls []ToolCall) []ToolCall {
	var out []ToolCall
	for _, c := range calls {
		out = append(out, ToolCall{ID: c.ID, Name: c.Name, Arguments: "{}"})
	}
	return out
}

// clean returns a message as the log keeps it: clean texts, compact JSON, secrets masked.
func (m Message) clean() (Message, error) {
	switch m.Role {
	case User, Assistant, System, Tool:
	default:
		return m, fault.Field("role", "must be user, assistant, system or tool")
	}
	m.Quote, m.Edited = clean(m.Quote), clean(m.Edited)
	m.ToolCalls = maskCalls(m.ToolCalls)
	if m.Role == Tool {
		m.Name = maskToolName(m.Name)
	}
	r, err := m.revision().clean()
	if err != nil {
		return m, err
	}
	m.applyRevision(r)
	if m.Revised != nil {
		if r, err = m.Revised.clean(); err != nil {
			return m, err
		}
		m.Revised = &r
	}
	return m, nil
}

func (r Revision) clean() (Revision, error) {
	r.Content, r.Name = clean(r.Content), secret.Mask(text.OneLine(r.Name))
	var err error
	if r.Object, err = safeJSON("content", r.Object, "{["); err != nil {
		return r, err
	}
	if r.Content != "" && r.Object != nil {
		return r, fault.Field("content", "is either text or an object, not both")
	}
	if r.Structured, err = safeJSON("structured_data", r.Structured, "{"); err != nil {
		return r, err
	}
	var asked []AgentCall
	for _, c := range r.AgentCalls {
		if c.Request, err = safeJSON("agent_calls", c.Request, ""); err != nil {
			return r, err
		}
		asked = append(asked, AgentCall{Agent: secret.Mask(text.OneLine(c.Agent)), Request: c.Request})
	}
	r.AgentCalls = asked
	var images []string
	for _, s := range r.Images {
		images = append(images, text.Clean(s))
	}
	r.Images = images
	return r, nil
}

// safeJSON returns JSON compact and with secrets masked, nil for none; first lists the
// characters it may begin with ("" = any). A list must be one of objects.
func safeJSON(field string, raw json.RawMessage, first string) (json.RawMessage, error) {
	raw = json.RawMessage(strings.ToValidUTF8(string(bytes.TrimSpace(raw)), "\uFFFD"))
	if len(raw) == 0 || first != "" && string(raw) == "null" {
		return nil, nil
	}
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return nil, fault.Field(field, "is not JSON")
	}
	if first != "" && !strings.ContainsRune(first, rune(raw[0])) {
		return nil, fault.Field(field, "must be a JSON object")
	}
	if raw[0] == '[' && first != "" {
		var list []map[string]json.RawMessage
		if json.Unmarshal(raw, &list) != nil {
			return nil, fault.Field(field, "must be a list of JSON objects")
		}
	}
	if _, found := secret.Find(b.String()); !found {
		return b.Bytes(), nil
	}
	var v any
	d := json.NewDecoder(&b)
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		return nil, fault.Field(field, "is not JSON")
	}
	return json.Marshal(maskValue(v))
}
