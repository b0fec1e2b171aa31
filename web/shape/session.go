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
