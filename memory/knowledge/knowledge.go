// Package knowledge opens the memory of a conversation by name, as MARSYS's MemoryManager does (M15), and is its
// KGMemory (M14): a memory that shows facts as messages.
//
// The kinds conversation_history and managed_conversation are package session's logs. The kind kg is a Graph. What is said
// is a record of the conversation, and never a fact by itself (F17). The facts are triples (package memory/graph) of
// memories of the conversation's person or group: those given with AddFact, and those that a model lists of the person's
// own words, by the one way there is (package memory/ingest: grounds, duplicates, policy, on the payer's account). So
// other conversations' facts are in it too, the page draws them, recall follows them, and forgetting removes them.
//
// Invariants:
//   - Add stores the message and that it is to be read, in one transaction, and asks no model. Extract does, or the house's
//     worker.
//   - A fact is there once, whoever said it again. What a person declined or deleted comes back by their own words only.
//   - A model's failure is an error of Extract and stands on the run; nothing is lost by it.
//
// Start reading at Manager.Open.
package knowledge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/graph"
	"keepsake/memory/ingest"
	"keepsake/memory/policy"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/trust"
	"keepsake/tx"
)

// Log is the memory of a conversation with the operations of MARSYS (M3–M12, M16); package session says what each does.
type Log interface {
	Kind() string
	Add(ctx context.Context, m session.Message) (id string, err error)
	Update(ctx context.Context, id string, fn func(r *session.Revision)) error
	Remove(ctx context.Context, id string) error
	Reset(ctx context.Context) error
	All(ctx context.Context) ([]session.Message, error)
	Recent(ctx context.Context, n int) ([]session.Message, error)
	ByRole(ctx context.Context, role session.Role, n int) ([]session.Message, error)
	ByID(ctx context.Context, id string) (session.Message, error)
	Messages(ctx context.Context) (ms []llm.Message, over bool, err error)
	Save(ctx context.Context, w io.Writer) error
	Load(ctx context.Context, r io.Reader) error
}

var (
	_ Log = (*session.Log)(nil)
	_ Log = (*Graph)(nil)
)

// Manager opens memories of conversations. Ingest is what forms memories of the store; its model is not used.
type Manager struct {
	Sessions *session.Service
	Memory   *memory.Service
	Facts    *graph.Service
	Ingest   *ingest.Service
	Tx       tx.Runner
}

// Open returns the memory of a conversation, of the kind that is named; see session.Service.Log for the errors. The kind kg
// needs a model, and who opens it must be the conversation's person or, in a group, its admin.
func (m *Manager) Open(ctx context.Context, a actor.Actor, sessionID string, o session.LogOptions) (Log, error) {
	if o.Kind != session.KnowledgeGraph {
		return m.Sessions.Log(ctx, a, sessionID, o)
	}
	if o.Model == nil {
		return nil, fault.Field("model", "is needed by the memory type kg")
	}
	model := o.Model
	o.Kind, o.Model = session.ConversationHistory, nil
	records, err := m.Sessions.Log(ctx, a, sessionID, o)
	if err != nil {
		return nil, err
	}
	x, err := m.Sessions.Get(ctx, sessionID)
	if err != nil {
		return nil, fault.Op(err, "open the graph of session %s", sessionID)
	}
	if x.Private {
		return nil, fault.New(fault.Invalid, "a temporary conversation keeps no facts")
	}
	owner := scope.Scope{Store: m.Ingest.Store, Kind: scope.User, ID: x.Person}
	if x.IsGroup() {
		owner.Kind, owner.ID = scope.Group, people.ID(x.Place.Chat)
	}
	if a.Kind == actor.Tool { // what a model writes for a person goes by its tools, which ask whether the person said it
		return nil, session.ErrDenied
	}
	if err := memory.CheckAdd(a, owner); err != nil {
		return nil, fault.Op(err, "open the graph of session %s", sessionID)
	}
	reader := *m.Ingest
	reader.Chat, reader.Policies, reader.Quiet = model, nil, time.Nanosecond
	reader.Policy.Enable, reader.Policy.Mode, reader.Policy.Precision, reader.Setting = true, policy.Auto, 0, policy.Free
	return &Graph{m: m, who: a, x: x, owner: owner, records: records, reader: &reader}, nil
}

// Graph is a KGMemory (M14). It shows the facts that hold, the oldest first, as messages with the fact's three parts in
// Structured. It holds nothing itself and is safe for concurrent use.
type Graph struct {
	m       *Manager
	who     actor.Actor
	x       session.Session
	owner   scope.Scope
	records *session.Log
	reader  *ingest.Service
}

// Kind returns the kind's name.
func (g *Graph) Kind() string { return session.KnowledgeGraph }

func (g *Graph) scopes() []scope.Scope { return []scope.Scope{g.owner} }

// AddFact stores a fact that somebody gives as one and returns its id, that of the known one where there is one. The role is that
// of who said it: user or assistant.
func (g *Graph) AddFact(ctx context.Context, role session.Role, subject, predicate, object string) (id string, err error) {
	f := graph.Fact{Subject: subject, Predicate: predicate, Object: object}
	if role != session.User && role != session.Assistant {
		return "", fault.Field("role", "must be user or assistant")
	}
	if why := graph.Check(f, sentence(f)); why != "" {
		return "", fault.Field("fact", why)
	}
	err = g.m.Tx.InTx(ctx, func(ctx context.Context) error {
		said, err := g.records.Add(ctx, g.message(role, f))
		if err != nil {
			return err
		}
		id, err = g.keep(ctx, f, said)
		return err
	})
	return id, fault.Op(err, "add a fact")
}

// message returns the record of a fact that was given.
func (g *Graph) message(role session.Role, f graph.Fact) session.Message {
	m := session.Message{Role: role, Content: sentence(f), Structured: partsOf(f)}
	if role == session.User {
		m.Author, m.Trust = g.who.ID, trust.Person
	}
	return m
}

// keep stores a fact as a memory with its triple. said is the message that says it; "" = none.
func (g *Graph) keep(ctx context.Context, f graph.Fact, said string) (id string, err error) {
	d := memory.Draft{Scope: g.owner, Content: sentence(f)}
	if said != "" {
		d.Evidence = []memory.Evidence{{MessageID: said, Quote: d.Content, Trust: trust.Person, SaidAt: g.reader.Now.UTC(), Author: g.who.ID}}
	}
	m, _, err := g.m.Memory.Add(ctx, g.who, d)
	var similar *memory.SimilarError
	if errors.As(err, &similar) { // a second fact about the same is another fact
		for _, o := range similar.Existing {
			d.DistinctFrom = append(d.DistinctFrom, o.ID)
		}
		m, _, err = g.m.Memory.Add(ctx, g.who, d)
	}
	var known *memory.KnownError
	if errors.As(err, &known) {
		m, err = known.Memory, nil
	}
	if err != nil {
		return "", err
	}
	if err := g.m.Facts.Keep(ctx, g.who, m, []graph.Fact{f}, nil); err != nil {
		return "", err
	}
	all, err := g.facts(ctx)
	i := slices.IndexFunc(all, func(o fact) bool {
		return o.MemoryID == m.ID && graph.Key(g.owner, f.Object) == graph.Key(g.owner, o.Object)
	})
	if err != nil || i < 0 {
		return m.ID, err
	}
	return all[i].id, nil
}

// Add stores a message and returns its id. Of what the person says facts are read later, by Extract or the house's worker;
// what others say, assistants included, is no evidence of facts.
func (g *Graph) Add(ctx context.Context, m session.Message) (id string, err error) {
	if m.Role == session.User && m.Author == "" && g.who.Kind == actor.Person {
		m.Author, m.Trust = g.who.ID, trust.Person
	}
	err = g.m.Tx.InTx(ctx, func(ctx context.Context) error {
		if id, err = g.records.Add(ctx, m); err != nil || m.Role != session.User {
			return err
		}
		said, err := g.records.ByID(ctx, id)
		if err != nil {
			return err
		}
		return g.reader.Enqueue(ctx, ingest.Stretch{Scope: g.owner, SessionID: g.x.ID, From: said.Seq, To: said.Seq})
	})
	return id, err
}

// Extract lets the model read what was added and not read yet, and returns how many stretches of it were. ingest.ErrPutOff
// says that the model failed; what it was to read is tried again later.
func (g *Graph) Extract(ctx context.Context) (int, error) { return g.reader.WorkOn(ctx, g.x.ID) }

// fact is a triple with its id as a message.
type fact struct {
	graph.Triple
	id string
}

// facts returns the facts that hold, the oldest first.
func (g *Graph) facts(ctx context.Context) (all []fact, err error) {
	ts, err := g.m.Facts.Picture(ctx, g.scopes())
	slices.Reverse(ts)
	counts := map[string]int{}
	for _, t := range ts {
		isThere := func(o fact) bool {
			return o.SubjectKey == t.SubjectKey && o.Predicate == t.Predicate && o.ObjectKey == t.ObjectKey
		}
		if t.ValidTo != nil || slices.ContainsFunc(all, isThere) {
			continue
		}
		counts[t.MemoryID]++
		id := t.MemoryID
		if n := counts[id]; n > 1 {
			id = fmt.Sprintf("%s.%d", id, n)
		}
		all = append(all, fact{t, id})
	}
	return all, err
}

// sentence returns a fact as a sentence.
func sentence(f graph.Fact) string {
	return strings.TrimRight(strings.Join([]string{f.Subject, f.Predicate, f.Object}, " "), ".") + "."
}

// parts are a fact as messages have it.
type parts struct {
	Subject   string `json:"subject"`
	Predicate string `json:"predicate"`
	Object    string `json:"object"`
}

func partsOf(f graph.Fact) json.RawMessage {
	b, _ := json.Marshal(parts{f.Subject, f.Predicate, f.Object}) // strings always marshal
	return b
}
