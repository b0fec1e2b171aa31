// Package linking finds the triples of memories that nobody has looked at for triples: of those that a person made or changed
// by hand, a tool wrote, an import brought, and all of them where memories do not form by themselves.
//
// Where memories form (memory/ingest), the model that lists facts lists their triples too. Service.Work does it for the
// rest: it takes memories whose present version was not read yet, shows a model their contents and nothing else, keeps
// what memory/graph accepts, and notes the versions as read. It is on the account of whose memories they are.
//
// Invariants:
//   - Nothing is read of a person or group that has switched extraction off, nor past a limit of use.
//   - No model is called in a transaction. A pass that is cut off has stored whole batches or nothing of one.
//   - A version is read once. What a model answers wrongly twice counts as read, without triples.
//   - Errors and logs hold no text of people.
//
// Start reading at Service.Work; the judging of names, which memory/ingest uses too, is in names.go.
package linking

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/logs"
	"keepsake/memory"
	"keepsake/memory/graph"
	"keepsake/memory/policy"
	"keepsake/memory/writeswitch"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/templates"
	"keepsake/tx"
	"keepsake/usage"
)

// Bounds of one pass and one question.
const (
	atOnce       = 8                // memories of one scope that a question shows
	pageSize     = 200              // memories that are looked at at once
	maxPages     = 10               // of a pass
	maxTime      = 40 * time.Second // after which a pass begins no other question
	answerTokens = 1500
	restTime     = time.Hour // of what could not be read
)

// who is the actor of what is kept.
var who = actor.Actor{Kind: actor.Extraction}

var format = &llm.Format{Name: "triples", Schema: json.RawMessage(`{"type":"object","properties":{"memories":{"type":"array","items":{"type":"object","properties":{` +
	`"number":{"type":"integer"},"triples":{"type":"array","items":{"type":"object","properties":{"subject":{"type":"string"},"predicate":{"type":"string"},"object":{"type":"string"},` +
	`"subject_is":{"type":"string"},"object_is":{"type":"string"}},"required":["subject","predicate","object","subject_is","object_is"],"additionalProperties":false}}},` +
	`"required":["number","triples"],"additionalProperties":false}},"reasoning":{"type":"string"}},"required":["memories","reasoning"],"additionalProperties":false}`)}

// Service links the memories of one store. It is safe for concurrent use. All fields but Writes, Storage and Log are required.
type Service struct {
	Store  string // of memories
	Bot    string // where groups are looked up
	Chat   llm.Chat
	Memory *memory.Service
	Graph  *graph.Service
	People *people.Service
	Usage  *usage.Service
	Writes *writeswitch.Service // nil = nothing is ever switched off
	Tx     tx.Runner
	// Storage is asked before each call of the model; nil = something can always be stored.
	Storage tx.Readier
	Now     clock.Now
	Log     *slog.Logger // nil = silent
	// Payer returns whose account it is on.
	Payer func(p people.Person, place session.Place, group bool) usage.Payer

	mu    sync.Mutex
	next  string               // the memory after which the next pass begins
	rests map[string]time.Time // memories that could not be read, until when they are left alone
}

// Work looks at memories that were not read yet and returns how many were. The model being away, or a limit of one person,
// is no error: those memories wait for a later pass. A nil Service does nothing.
func (s *Service) Work(ctx context.Context) (read int, err error) {
	if s == nil {
		return 0, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	began := time.Now()
	for range maxPages {
		page, err := s.Graph.Unread(ctx, s.Store, s.next, pageSize)
		if err != nil {
			return read, fault.Op(err, "linking: work")
		}
		next := ""
		if len(page) == pageSize {
			next = page[len(page)-1].MemoryID
		}
		for _, batch := range s.batches(page) {
			if time.Since(began) > maxTime {
				return read, nil
			}
			n, goOn, err := s.try(ctx, batch)
			if read += n; err != nil || !goOn {
				return read, fault.Op(err, "linking: work")
			}
		}
		if s.next = next; next == "" {
			return read, nil
		}
	}
	return read, nil
}

// batches returns the memories of a page that do not rest, in batches of one scope.
func (s *Service) batches(page []graph.Unread) (all [][]graph.Unread) {
	now := s.Now.UTC()
	maps.DeleteFunc(s.rests, func(_ string, until time.Time) bool { return !until.After(now) })
	open := map[scope.Scope]int{} // the batch of a scope that has room
	for _, u := range page {
		if _, rests := s.rests[u.MemoryID]; rests {
			continue
		}
		i, ok := open[u.Scope]
		if !ok || len(all[i]) == atOnce {
			i, all = len(all), append(all, nil)
			open[u.Scope] = i
		}
		all[i] = append(all[i], u)
	}
	return all
}

// try links a batch. goOn is false when nothing can be done now: the model is away, or nothing can be stored.
func (s *Service) try(ctx context.Context, batch []graph.Unread) (read int, goOn bool, err error) {
	err = s.link(ctx, batch)
	switch {
	case err == nil:
		return len(batch), true, nil
	case errors.Is(err, errWaits):
		return 0, true, nil
	case ctx.Err() != nil, errors.Is(err, tx.ErrStorage): // who watches the database has logged it
		return 0, false, nil
	case fault.KindOf(err) == fault.Unavailable, fault.KindOf(err) == fault.Limited, errors.Is(err, llm.ErrSetup):
		logs.OrNone(s.Log).WarnContext(ctx, "the model that lists triples is away", "error", err)
		return 0, false, nil
	}
	logs.OrNone(s.Log).WarnContext(ctx, "no triples could be listed of some memories; they are tried again in an hour", "error", err, "memories", len(batch))
	if s.rests == nil {
		s.rests = map[string]time.Time{}
	}
	for _, u := range batch {
		s.rests[u.MemoryID] = s.Now.UTC().Add(restTime)
	}
	return 0, true, nil
}

// errWaits says that nothing may be read of a scope now.
var errWaits = errors.New("linking: nothing may be read of this scope now")

// link reads memories of one scope and stores their triples.
func (s *Service) link(ctx context.Context, batch []graph.Unread) error {
	owner := batch[0].Scope
	payer, mayRead, err := s.payerOf(ctx, owner)
	if err != nil {
		return err
	}
	var limit *usage.Exceeded
	if err := s.Usage.CheckSide(ctx, payer); errors.As(err, &limit) || !mayRead {
		return errWaits
	} else if err != nil {
		return err
	}
	var spent usage.Count
	defer func() { s.Usage.Owe(payer, spent) }() // what was paid for and could not be stored with an outcome
	ask := func(ctx context.Context, purpose llm.Purpose, format *llm.Format, instructions, question string, use func(json.RawMessage) string) (string, error) {
		ms := []llm.Message{{Role: "system", Content: instructions}, {Role: "user", Content: strings.TrimSpace(question)}}
		resp, err := llm.AskObject(ctx, s.Chat, llm.Request{Messages: ms, MaxTokens: answerTokens, Format: format, Purpose: purpose},
			func() error { return tx.Ready(ctx, s.Storage) },
			func(u llm.Usage) { spent = spent.Plus(usage.CountOf(purpose, u)) }, use)
		return resp.Model, err
	}
	said, err := list(ctx, ask, batch)
	if err != nil {
		return err
	}
	known, err := s.Graph.Entities(ctx, owner)
	if err != nil {
		return err
	}
	same, err := JudgeNames(ctx, ask, owner, FindPairs(owner, known, said))
	if err != nil && (errors.Is(err, tx.ErrStorage) || ctx.Err() != nil) {
		return err // else the names stay apart
	}
	err = s.Tx.InTx(ctx, func(ctx context.Context) error {
		for i, u := range batch {
			m, err := s.Memory.Get(ctx, []scope.Scope{owner}, u.MemoryID)
			switch {
			case fault.KindOf(err) == fault.NotFound:
				continue
			case err != nil:
				return err
			case m.DeletedAt != nil || m.Version != u.Version: // forgotten or changed meanwhile
				continue
			}
			if err := s.Graph.Keep(ctx, who, m, said[i].Facts, same); err != nil {
				return err
			}
		}
		return s.Usage.Spend(ctx, payer, spent)
	})
	if err == nil {
		spent = usage.Count{}
	}
	return err
}

// payerOf returns whose account a scope's memories are on, and whether they may be read: their person or group has not
// switched extraction off, and nobody has switched writes off.
func (s *Service) payerOf(ctx context.Context, owner scope.Scope) (p usage.Payer, mayRead bool, err error) {
	for _, o := range []scope.Scope{writeswitch.Everybody, owner} {
		if st, err := s.Writes.Get(ctx, o); err != nil || st.Off {
			return p, false, err
		}
	}
	if owner.Kind == scope.Group {
		chat := people.Number(owner.ID)
		c, err := s.People.Chat(ctx, s.Bot, chat)
		return s.Payer(people.Person{}, session.Place{Bot: s.Bot, Chat: chat}, true), c.MemoryMode != string(policy.Off), err
	}
	person, err := s.People.Get(ctx, owner.ID)
	if errors.Is(err, people.ErrNotFound) { // who talks in a terminal
		person, err = people.Person{ID: owner.ID}, nil
	}
	return s.Payer(person, session.Place{Bot: s.Bot}, false), person.MemoryMode != string(policy.Off), err
}

// list asks the model for the triples of memories and returns those that the memories say, in their order. What it answers
// wrongly twice has none.
func list(ctx context.Context, ask Ask, batch []graph.Unread) ([]Statement, error) {
	said := make([]Statement, len(batch))
	var b strings.Builder
	b.WriteString("The notes:\n")
	for i, u := range batch {
		said[i].Content = u.Content
		fmt.Fprintf(&b, "%d. %s\n", i+1, quote(u.Content))
	}
	_, err := ask(ctx, llm.Extraction, format, templates.Prompt("triples.md"), b.String(), func(answer json.RawMessage) string {
		var listed struct {
			Memories *[]struct {
				Number  int          `json:"number"`
				Triples []graph.Fact `json:"triples"`
			} `json:"memories"`
		}
		if json.Unmarshal(answer, &listed) != nil || listed.Memories == nil {
			return `it has no list "memories" of objects with "number" and "triples"`
		}
		for _, m := range *listed.Memories {
			if m.Number >= 1 && m.Number <= len(batch) {
				said[m.Number-1].Facts = graph.Parse(m.Triples, batch[m.Number-1].Content)
			}
		}
		return ""
	})
	if errors.Is(err, llm.ErrUnusable) {
		err = nil
	}
	return said, err
}
