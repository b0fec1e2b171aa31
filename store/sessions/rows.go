package sessions

import (
	"encoding/json"
	"strings"
	"time"

	"keepsake/session"
	"keepsake/store/column"
	"keepsake/store/database"
	"keepsake/trust"
)

type sessionRow struct {
	ID           string
	PublicID     string
	Store        string
	Bot          string
	Chat         int64
	Topic        int
	Person       string
	StartedAt    time.Time
	LastActiveAt time.Time
	EndedAt      *time.Time
	NextSeq      int64
	Snapshot     *string
	WindowFrom   int64
	Summary      string
	SummaryTo    int64
	TopicMemory  bool
	Private      bool
}

func (sessionRow) TableName() string { return "agent_conversations" }

func sessionOf(s session.Session) (sessionRow, error) {
	r := sessionRow{
		ID: s.ID, PublicID: s.PublicID, Store: s.Store, Bot: s.Place.Bot, Chat: s.Place.Chat,
		Topic: s.Place.Topic, Person: s.Person, StartedAt: column.UTC(s.StartedAt), LastActiveAt: column.UTC(s.LastActiveAt),
		EndedAt: column.UTCOrNil(s.EndedAt), NextSeq: 1, WindowFrom: s.WindowFrom, Summary: s.Summary, SummaryTo: s.SummaryTo,
		TopicMemory: s.TopicMemory, Private: s.Private,
	}
	var err error
	if s.Snapshot != nil {
		r.Snapshot, err = column.ToJSON(s.Snapshot)
	}
	return r, err
}

func (r sessionRow) session() (session.Session, error) {
	s := session.Session{
		ID: r.ID, PublicID: r.PublicID, Store: r.Store,
		Place:  session.Place{Bot: r.Bot, Chat: r.Chat, Topic: r.Topic},
		Person: r.Person, StartedAt: column.UTC(r.StartedAt), LastActiveAt: column.UTC(r.LastActiveAt),
		EndedAt: column.UTCOrNil(r.EndedAt), WindowFrom: r.WindowFrom, Summary: r.Summary, SummaryTo: r.SummaryTo,
		TopicMemory: r.TopicMemory, Private: r.Private,
	}
	return s, column.FromJSON(r.Snapshot, &s.Snapshot)
}

type messageRow struct {
	ID         string
	SessionID  string
	Seq        int64
	TurnID     string
	Role       string
	Content    string
	Quote      string
	Name       string
	ToolCalls  *string
	ToolCallID string
	Trust      string
	Author     string
	External   int64
	SaidAt     time.Time
	MaskedAt   *time.Time
	Edited     string
	Object     string
	AgentCalls *string
	Structured string `gorm:"column:structured_data"`
	Images     *string
	Revised    *string
	RemovedAt  *time.Time
}

func (messageRow) TableName() string { return "agent_messages" }

// messageColumns are the columns for which columns returns the scan targets, in its order.
const messageColumns = "id, session_id, seq, turn_id, role, content, quote, name, tool_calls, tool_call_id, trust, author, external, " +
	"said_at, masked_at, edited, object, agent_calls, structured_data, images, revised, removed_at"

func (r *messageRow) columns() []any {
	return []any{
		&r.ID, &r.SessionID, &r.Seq, &r.TurnID, &r.Role, &r.Content, &r.Quote, &r.Name, &r.ToolCalls, &r.ToolCallID, &r.Trust, &r.Author, &r.External,
		&r.SaidAt, &r.MaskedAt, &r.Edited, &r.Object, &r.AgentCalls, &r.Structured, &r.Images, &r.Revised, &r.RemovedAt,
	}
}

func messageOf(m session.Message) (messageRow, error) {
	r := messageRow{
		ID: m.ID, SessionID: m.SessionID, Seq: m.Seq, TurnID: m.TurnID, Role: string(m.Role),
		Content: m.Content, Quote: m.Quote, Name: m.Name, ToolCallID: m.ToolCallID,
		Trust: m.Trust.String(), Author: m.Author, External: m.External, SaidAt: column.UTC(m.At),
		MaskedAt: column.UTCOrNil(m.Masked), Edited: m.Edited, Object: string(m.Object),
		Structured: string(m.Structured), RemovedAt: column.UTCOrNil(m.Removed),
	}
	var errs [4]error
	r.ToolCalls, errs[0] = column.ListToJSON(m.ToolCalls)
	r.AgentCalls, errs[1] = column.ListToJSON(m.AgentCalls)
	r.Images, errs[2] = column.ListToJSON(m.Images)
	r.Revised, errs[3] = revisedOf(m.Revised)
	return r, database.FirstError(errs[:]...)
}

// revisedOf encodes a revision. It returns nil, which is stored as NULL, for nil.
func revisedOf(r *session.Revision) (*string, error) {
	if r == nil {
		return nil, nil
	}
	return column.ToJSON(r)
}

func (r messageRow) message() (session.Message, error) {
	m := session.Message{
		ID: r.ID, SessionID: r.SessionID, Seq: r.Seq, TurnID: r.TurnID, Role: session.Role(r.Role),
		Content: r.Content, Quote: r.Quote, Name: r.Name, ToolCallID: r.ToolCallID,
		Trust: trust.Parse(r.Trust), Author: r.Author, External: r.External, At: column.UTC(r.SaidAt),
		Masked: column.UTCOrNil(r.MaskedAt), Edited: r.Edited, Object: rawJSON(r.Object),
		Structured: rawJSON(r.Structured), Removed: column.UTCOrNil(r.RemovedAt),
	}
	return m, database.FirstError(
		column.FromJSON(r.ToolCalls, &m.ToolCalls), column.FromJSON(r.AgentCalls, &m.AgentCalls),
		column.FromJSON(r.Images, &m.Images), column.FromJSON(r.Revised, &m.Revised),
	)
}

func rawJSON(s string) json.RawMessage {
	if s == "" {
		return nil
	}
	return json.RawMessage(s)
}

type turnRow struct {
	ID           string
	SessionID    string
	Lane         string
	ReplyID      int64
	State        string
	StopAsked    bool
	OpenedAt     time.Time
	RetryAt      *time.Time
	ClosedAt     *time.Time
	Calls        int
	PromptTokens int
	CachedTokens int
	AnswerTokens int
	Cost         float64
	Model        string
	Person       string
	Used         string
	Spoken       bool
}

func (turnRow) TableName() string { return "agent_turns" }

func turnOf(t session.Turn) turnRow {
	return turnRow{
		ID: t.ID, SessionID: t.SessionID, Lane: t.Lane, ReplyID: t.ReplyID, State: string(t.State),
		StopAsked: t.StopAsked, OpenedAt: column.UTC(t.OpenedAt), RetryAt: column.UTCOrNil(t.RetryAt), ClosedAt: column.UTCOrNil(t.ClosedAt),
		Calls: t.Usage.Calls, PromptTokens: t.Usage.PromptTokens, CachedTokens: t.Usage.CachedTokens,
		AnswerTokens: t.Usage.AnswerTokens, Cost: t.Usage.Cost, Model: t.Usage.Model,
		Person: t.Person, Used: strings.Join(t.Used, " "), Spoken: t.Spoken,
	}
}

func (r turnRow) turn() session.Turn {
	return session.Turn{
		ID: r.ID, SessionID: r.SessionID, Lane: r.Lane, Person: r.Person, ReplyID: r.ReplyID, State: session.TurnState(r.State),
		StopAsked: r.StopAsked, OpenedAt: column.UTC(r.OpenedAt), RetryAt: column.UTCOrNil(r.RetryAt), ClosedAt: column.UTCOrNil(r.ClosedAt),
		Usage: session.Usage{
			Calls: r.Calls, PromptTokens: r.PromptTokens, CachedTokens: r.CachedTokens,
			AnswerTokens: r.AnswerTokens, Cost: r.Cost, Model: r.Model,
		},
		Used: usedOf(r.Used), Spoken: r.Spoken,
	}
}

// usedOf reads what turnOf stores of Turn.Used.
func usedOf(ids string) []string {
	if ids == "" {
		return nil
	}
	return strings.Split(ids, " ")
}
