package shape

import (
	"encoding/json"

	"keepsake/session"
)

// Event is one message of a conversation (A6).
type Event struct {
	EventID    string       `json:"event_id"`
	Scope      string       `json:"scope" enum:"user"`
	ScopeID    string       `json:"scope_id"`
	SourceType string       `json:"source_type" enum:"message,tool_result,system"`
	SourceRole string       `json:"source_role" enum:"user,assistant,tool,system"`
	Content    EventContent `json:"content"`
	PlatformID string       `json:"platform_id" doc:"The agent that the conversation is with"`
	SessionID  string       `json:"session_id" doc:"The conversation's public id"`
	CreatedAt  Time         `json:"created_at"`
}

// EventContent is what was said, called or answered.
type EventContent struct {
	Text  string      `json:"text"`
	Name  string      `json:"name,omitempty" doc:"Of a result: the tool"`
	Calls []EventCall `json:"tool_calls,omitempty" nullable:"false"`
}

// EventCall is a call of a tool that the model asked for.
type EventCall struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments" doc:"JSON, as the model wrote it"`
}

// EventOf returns a message of a conversation as programs read it.
func EventOf(x session.Session, m session.Message) Event {
	m = m.View()
	e := Event{
		EventID: m.ID, Scope: "user", ScopeID: x.Person, SourceType: "message", SourceRole: string(m.Role),
		Content: EventContent{Text: m.Content}, PlatformID: x.Place.Bot, SessionID: x.PublicID, CreatedAt: Time(m.At),
	}
	if len(m.Object) > 0 && json.Valid(m.Object) {
		e.Content.Text = string(m.Object)
	}
	switch m.Role {
	case session.Tool:
		e.SourceType, e.Content.Name = "tool_result", m.Name
	case session.System:
		e.SourceType = "system"
	}
	for _, call := range m.ToolCalls {
		e.Content.Calls = append(e.Content.Calls, EventCall{ID: call.ID, Name: call.Name, Arguments: call.Arguments})
	}
	return e
}
