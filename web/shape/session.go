package shape

import "keepsake/session"

// Session is a conversation.
type Session struct {
	ID           string `json:"id" doc:"The conversation's public id" example:"0123456789ab"`
	Agent        string `json:"agent" doc:"Whom it is with"`
	StartedAt    Time   `json:"started_at"`
	LastActiveAt Time   `json:"last_active_at"`
	EndedAt      *Time  `json:"ended_at" nullable:"true" doc:"null while it goes on"`
}

// SessionList is the person's conversations.
type SessionList struct {
	Sessions []Session `json:"sessions" nullable:"false"`
	Total    int       `json:"total" minimum:"0"`
}

// SessionOf returns a conversation as programs read it.
func SessionOf(x session.Session) Session {
	out := Session{ID: x.PublicID, Agent: x.Place.Bot, StartedAt: Time(x.StartedAt), LastActiveAt: Time(x.LastActiveAt)}
	if x.EndedAt != nil {
		out.EndedAt = TimeOrNil(*x.EndedAt)
	}
	return out
}

// Message is one message of a conversation, as the model is shown it (M12).
type Message struct {
	ID         string      `json:"message_id"`
	Role       string      `json:"role" enum:"user,assistant,system,tool"`
	Content    string      `json:"content"`
	Name       string      `json:"name,omitempty"`
	ToolCalls  []EventCall `json:"tool_calls,omitempty" nullable:"false"`
	ToolCallID string      `json:"tool_call_id,omitempty"`
	CreatedAt  Time        `json:"created_at"`
}

// MessageList is messages in order.
type MessageList struct {
	Messages []Message `json:"messages" nullable:"false"`
}

// MessageOf returns a message as programs read it.
func MessageOf(m session.Message) Message {
	e := EventOf(session.Session{}, m)
	return Message{
		ID: m.ID, Role: string(m.Role), Content: e.Content.Text, Name: m.Name, ToolCalls: e.Content.Calls, ToolCallID: m.ToolCallID, CreatedAt: e.CreatedAt,
	}
}
