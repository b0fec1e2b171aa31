package memories

import (
	"time"

	"keepsake/actor"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/trust"
)

type memoryRow struct {
	ID          string
	Scope       int64
	Kind        string
	Type        string
	Category    string
	Subject     *string
	SubjectFold *string
	Status      string
	Origin      string
	Trust       string
	Pinned      bool
	Confidence  float64
	Importance  float64
	Version     int
	CreatedAt   time.Time `gorm:"autoCreateTime:false"`
	UpdatedAt   time.Time `gorm:"autoUpdateTime:false"`
	DeletedAt   *time.Time
	ExpiresAt   *time.Time
	SaidAt      *time.Time
	ArchivedAt  *time.Time

	LastAccessedAt *time.Time
	AccessCount    int
	ShownAt        *time.Time
	ShownCount     int
}

func (memoryRow) TableName() string { return "agent_memories" }

// foundRow is a memory with the content of its current version and with its scope.
type foundRow struct {
	Row          memoryRow `gorm:"embedded"`
	Content      *string
	ScopeStore   string
	ScopeKind    string
	ScopeScopeID string
}

func (r foundRow) memory() memory.Memory {
	m := r.Row
	return memory.Memory{
		ID:         m.ID,
		Scope:      scope.Scope{Store: r.ScopeStore, Kind: scope.Kind(r.ScopeKind), ID: r.ScopeScopeID},
		Kind:       memory.Kind(m.Kind),
		Type:       memory.Type(m.Type),
		Category:   m.Category,
		Subject:    column.OrEmpty(m.Subject),
		Status:     memory.Status(m.Status),
		Origin:     memory.Origin(m.Origin),
		Trust:      trust.Parse(m.Trust),
		Pinned:     m.Pinned,
		Confidence: m.Confidence,
		Importance: m.Importance,
		Content:    column.OrEmpty(r.Content),
		Version:    m.Version,
		CreatedAt:  column.UTC(m.CreatedAt),
		UpdatedAt:  column.UTC(m.UpdatedAt),
		DeletedAt:  column.UTCOrNil(m.DeletedAt),
		ExpiresAt:  column.UTCOrNil(m.ExpiresAt),
		SaidAt:     column.TimeOrZero(m.SaidAt),
		ArchivedAt: column.UTCOrNil(m.ArchivedAt),

		LastAccessedAt: column.UTCOrNil(m.LastAccessedAt),
		AccessCount:    m.AccessCount,
		ShownAt:        column.UTCOrNil(m.ShownAt),
		ShownCount:     m.ShownCount,
	}
}

type versionRow struct {
	ID                   string
	MemoryID             string
	VersionNumber        int
	Content              string
	SourceConversationID *string
	CreatedAt            time.Time `gorm:"autoCreateTime:false"`
}

func (versionRow) TableName() string { return "agent_memory_versions" }

func (r versionRow) version() memory.Version {
	return memory.Version{
		ID: r.ID, MemoryID: r.MemoryID, Number: r.VersionNumber, Content: r.Content,
		SessionID: column.OrEmpty(r.SourceConversationID), CreatedAt: column.UTC(r.CreatedAt),
	}
}

func versionOf(v memory.Version) versionRow {
	return versionRow{
		ID: v.ID, MemoryID: v.MemoryID, VersionNumber: v.Number, Content: v.Content,
		SourceConversationID: column.OrNull(v.SessionID), CreatedAt: column.UTC(v.CreatedAt),
	}
}

type evidenceRow struct {
	ID        int64
	VersionID string
	MessageID string
	Quote     string
	Trust     string
	SaidAt    time.Time
	Author    string
	QuoteFrom int
	QuoteTo   int

	Method     string
	Base       float64
	Model      string
	PromptHash string
}

func (evidenceRow) TableName() string { return "memory_evidence" }

func (r evidenceRow) evidence() memory.Evidence {
	return memory.Evidence{
		MessageID: r.MessageID, Quote: r.Quote, Trust: trust.Parse(r.Trust), SaidAt: column.UTC(r.SaidAt), Author: r.Author, From: r.QuoteFrom, To: r.QuoteTo,
		Meta: memory.Meta{Method: memory.Method(r.Method), Base: r.Base, Model: r.Model, PromptHash: r.PromptHash},
	}
}

// evidenceRows returns the rows of a version's evidence.
func evidenceRows(versionID string, es []memory.Evidence) []evidenceRow {
	rows := make([]evidenceRow, len(es))
	for i, e := range es {
		rows[i] = evidenceRow{
			VersionID: versionID, MessageID: e.MessageID, Quote: e.Quote, Trust: e.Trust.String(), SaidAt: column.UTC(e.SaidAt),
			Author: e.Author, QuoteFrom: e.From, QuoteTo: e.To,
			Method: string(e.Method), Base: e.Base, Model: e.Model, PromptHash: e.PromptHash,
		}
	}
	return rows
}

type searchRow struct {
	ID       int64
	MemoryID string
	Size     int
}

func (searchRow) TableName() string { return "memory_search" }

// actorColumns are the columns of an actor.Actor in changes and decisions.
type actorColumns struct {
	ActorKind string
	ActorID   string
	SessionID string
	TurnID    string
	CallID    string
}

func actorOf(a actor.Actor) actorColumns {
	return actorColumns{string(a.Kind), a.ID, a.SessionID, a.TurnID, a.CallID}
}

func (c actorColumns) actor() actor.Actor {
	return actor.Actor{
		Kind: actor.Kind(c.ActorKind), ID: c.ActorID,
		SessionID: c.SessionID, TurnID: c.TurnID, CallID: c.CallID,
	}
}

type changeRow struct {
	Seq      int64 `gorm:"primaryKey;autoIncrement"`
	ID       string
	MemoryID string
	Scope    int64
	Op       string
	Before   string
	After    string
	Version  int
	Actor    actorColumns `gorm:"embedded"`
	Reason   string
	Undoes   string
	UndoneAt *time.Time
	MadeAt   time.Time

	Source     string
	Batch      string
	Confidence float64
	Origin     string
}

func (changeRow) TableName() string { return "memory_changes" }

func (r changeRow) change(scope scope.Scope) memory.Change {
	return memory.Change{
		ID: r.ID, MemoryID: r.MemoryID, Scope: scope, Op: memory.Op(r.Op), Before: r.Before,
		After: r.After, Version: r.Version, Actor: r.Actor.actor(), Reason: r.Reason, Undoes: r.Undoes,
		UndoneAt: column.UTCOrNil(r.UndoneAt), At: column.UTC(r.MadeAt),
		Source: memory.Source(r.Source), Batch: r.Batch, Confidence: r.Confidence, Origin: memory.Origin(r.Origin),
	}
}

type decisionRow struct {
	Seq       int64 `gorm:"primaryKey;autoIncrement"`
	ID        string
	Scope     int64
	Op        string
	MemoryID  string
	Version   int
	Content   string
	Category  string
	Subject   string
	Evidence  *string
	Actor     actorColumns `gorm:"embedded"`
	Reason    string
	State     string
	MadeAt    time.Time
	DecidedAt *time.Time
}

func (decisionRow) TableName() string { return "memory_decisions" }

func (r decisionRow) decision(scope scope.Scope) (memory.Decision, error) {
	d := memory.Decision{
		ID: r.ID, Scope: scope, Op: memory.Op(r.Op), MemoryID: r.MemoryID, Version: r.Version,
		Content: r.Content, Category: r.Category, Subject: r.Subject, Actor: r.Actor.actor(),
		Reason: r.Reason, State: memory.DecisionState(r.State), At: column.UTC(r.MadeAt), DecidedAt: column.UTCOrNil(r.DecidedAt),
	}
	return d, column.FromJSON(r.Evidence, &d.Evidence)
}

type tombstoneRow struct {
	ID       string
	Scope    int64
	SlotHash string
	Content  string
	Reason   string
	MadeAt   time.Time
	PurgeAt  time.Time
}

func (tombstoneRow) TableName() string { return "memory_tombstones" }
