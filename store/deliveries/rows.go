package deliveries

import (
	"time"

	"keepsake/delivery"
	"keepsake/store/column"
)

type inboxRow struct {
	ID         int64
	Bot        string
	UpdateID   int64
	Kind       string
	Lane       string
	Chat       int64
	Person     string
	Payload    []byte
	ReceivedAt time.Time
	DueAt      time.Time
	State      string
	TurnID     string
	Attempts   int
	Error      string
	Trace      string
	Addressed  bool
	Album      string
	StopAsked  bool
}

func (inboxRow) TableName() string { return "inbox" }

func inboxOf(u delivery.Update) inboxRow {
	r := inboxRow{
		Bot: u.Bot, UpdateID: u.UpdateID, Kind: u.Kind, Lane: u.Lane, Chat: u.Chat, Person: u.Person, Payload: u.Payload,
		ReceivedAt: column.UTC(u.ReceivedAt), DueAt: column.UTC(u.DueAt), State: string(u.State), TurnID: u.TurnID,
		Attempts: u.Attempts, Error: u.Error, Trace: u.Trace,
		Addressed: u.Addressed, Album: u.Album, StopAsked: u.StopAsked,
	}
	if u.State == "" {
		r.State = string(delivery.Waiting)
	}
	if u.DueAt.IsZero() {
		r.DueAt = r.ReceivedAt
	}
	return r
}

func (r inboxRow) update() delivery.Update {
	return delivery.Update{
		ID: r.ID, Bot: r.Bot, UpdateID: r.UpdateID, Kind: r.Kind, Lane: r.Lane, Chat: r.Chat, Person: r.Person,
		Payload: r.Payload, ReceivedAt: column.UTC(r.ReceivedAt), DueAt: column.UTC(r.DueAt),
		State: delivery.UpdateState(r.State), TurnID: r.TurnID, Attempts: r.Attempts, Error: r.Error,
		Trace: r.Trace, Addressed: r.Addressed, Album: r.Album, StopAsked: r.StopAsked,
	}
}

type outboxRow struct {
	ID       int64
	Bot      string
	Chat     int64
	Topic    int
	Person   string
	Kind     string
	State    string
	DueAt    time.Time
	ReadyAt  *time.Time // when the body became final; nil in a draft and in rows older than the column
	Body     string
	TurnID   string
	Target   int64
	ReplyTo  int64
	Purpose  string
	Ref      string
	Attempts int
	Error    string
	SentAt   *time.Time
	// The process that sends the message, and the end of its lease.
	Owner     string
	HeldUntil *time.Time
	Trace     string
	// The state of attempts to send, see delivery.Outgoing.
	MustArrive   bool
	AfterMessage int64
	Tried        int
	Strays       int
	SettleUntil  *time.Time
	Repaint      bool
}

func (outboxRow) TableName() string { return "outbox" }

func outboxOf(o delivery.Outgoing) (outboxRow, error) {
	body, err := bodyOf(o.Body)
	r := outboxRow{
		Bot: o.Bot, Chat: o.Chat, Topic: o.Topic, Person: o.Person, Kind: string(o.Kind), State: string(o.State),
		DueAt: column.UTC(o.DueAt), Body: body, TurnID: o.TurnID, Target: o.Target, ReplyTo: o.ReplyTo,
		Purpose: o.Purpose, Ref: o.Ref, Attempts: o.Attempts, Error: o.Error, SentAt: column.UTCOrNil(o.SentAt),
		Trace: o.Trace, MustArrive: o.MustArrive, AfterMessage: o.After, Tried: o.Tried, Strays: o.Strays, Repaint: o.Repaint,
	}
	if !o.SettleUntil.IsZero() {
		r.SettleUntil = column.UTCOrNil(&o.SettleUntil)
	}
	if o.State == "" {
		r.State = string(delivery.Ready)
	}
	if r.State == string(delivery.Ready) {
		r.ReadyAt = &r.DueAt
	}
	return r, err
}

// bodyOf encodes a body. An empty body is "", like the blanked body of a sent message.
func bodyOf(b delivery.Body) (string, error) {
	if b.Text == "" && len(b.Buttons) == 0 && b.File == nil && !b.ForceReply && b.Hint == "" && !b.Silent && len(b.Settled) == 0 {
		return "", nil
	}
	s, err := column.ToJSON(b)
	return column.OrEmpty(s), err
}

func (r outboxRow) outgoing() (delivery.Outgoing, error) {
	o := delivery.Outgoing{
		ID: r.ID, Bot: r.Bot, Chat: r.Chat, Topic: r.Topic, Person: r.Person, Kind: delivery.Kind(r.Kind),
		State: delivery.OutState(r.State), DueAt: column.UTC(r.DueAt), TurnID: r.TurnID, Target: r.Target,
		ReplyTo: r.ReplyTo, Purpose: r.Purpose, Ref: r.Ref, Attempts: r.Attempts, Error: r.Error, SentAt: column.UTCOrNil(r.SentAt),
		Trace: r.Trace, MustArrive: r.MustArrive, After: r.AfterMessage, Tried: r.Tried, Strays: r.Strays, Repaint: r.Repaint,
	}
	if r.SettleUntil != nil {
		o.SettleUntil = column.UTC(*r.SettleUntil)
	}
	return o, column.FromJSON(&r.Body, &o.Body)
}

type outMessageRow struct {
	OutboxID int64
	Part     int
	Message  int64
}

func (outMessageRow) TableName() string { return "outbox_messages" }

type paceRow struct {
	Name        string
	NextAt      time.Time
	ClosedUntil *time.Time
}

func (paceRow) TableName() string { return "paces" }

type laneRow struct {
	Name       string
	Bot        string
	Chat       int64
	Owner      string
	Fence      int64
	LeaseUntil *time.Time
}

func (laneRow) TableName() string { return "lanes" }
