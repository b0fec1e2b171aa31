package knowledge

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"slices"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/memory"
	"keepsake/memory/graph"
	"keepsake/session"
)

// reason is what the log of changes says of what is done here.
const reason = "in the graph of a conversation"

// views returns the system message, if there is one, and the facts as messages.
func (g *Graph) views(ctx context.Context) (ms []session.Message, err error) {
	records, err := g.records.All(ctx)
	if err != nil {
		return nil, err
	}
	if len(records) > 0 && records[0].Role == session.System {
		ms = append(ms, records[0])
	}
	facts, err := g.facts(ctx)
	for _, f := range facts {
		role := session.User
		for _, r := range records {
			if string(r.Structured) == string(partsOf(f.Fact)) {
				role = r.Role
			}
		}
		ms = append(ms, session.Message{ID: f.id, SessionID: g.x.ID, Role: role, Content: sentence(f.Fact), Structured: partsOf(f.Fact), At: f.ValidFrom})
	}
	return ms, err
}

// All returns the system message and the facts, the oldest first (M5).
func (g *Graph) All(ctx context.Context) ([]session.Message, error) {
	ms, err := g.views(ctx)
	return ms, fault.Op(err, "read the graph")
}

// Recent returns the n newest facts, the oldest of them first (M6).
func (g *Graph) Recent(ctx context.Context, n int) ([]session.Message, error) {
	ms, err := g.views(ctx)
	return ms[max(0, len(ms)-max(n, 0)):], fault.Op(err, "read the graph")
}

// ByRole returns the n newest facts that a role said, the oldest of them first; n <= 0 = all (M9).
func (g *Graph) ByRole(ctx context.Context, role session.Role, n int) ([]session.Message, error) {
	ms, err := g.views(ctx)
	ms = slices.DeleteFunc(ms, func(m session.Message) bool { return m.Role != role })
	if n > 0 {
		ms = ms[max(0, len(ms)-n):]
	}
	return ms, fault.Op(err, "read the graph")
}

// ByID returns one fact; session.ErrNoMessage when there is none (M8).
func (g *Graph) ByID(ctx context.Context, id string) (session.Message, error) {
	ms, err := g.views(ctx)
	i := slices.IndexFunc(ms, func(m session.Message) bool { return m.ID == id })
	if err == nil && i < 0 {
		err = session.ErrNoMessage
	}
	if err != nil {
		return session.Message{}, fault.Op(err, "read fact %s", id)
	}
	return ms[i], nil
}

// Messages returns what to give a model: the system message and the facts (M7, M12).
func (g *Graph) Messages(ctx context.Context) (out []llm.Message, over bool, err error) {
	ms, err := g.views(ctx)
	for i := range ms {
		ms[i].Structured = nil
	}
	return session.ForModel(ms), false, fault.Op(err, "read the graph")
}

// find returns a fact by its id; session.ErrNoMessage.
func (g *Graph) find(ctx context.Context, id string) (fact, error) {
	all, err := g.facts(ctx)
	i := slices.IndexFunc(all, func(f fact) bool { return f.id == id })
	if err == nil && i < 0 {
		err = session.ErrNoMessage
	}
	if err != nil {
		return fact{}, err
	}
	return all[i], nil
}

// Update gives a fact other parts (M4): fn changes Structured. The memory that says the fact says the new one then.
func (g *Graph) Update(ctx context.Context, id string, fn func(r *session.Revision)) error {
	err := g.m.Tx.InTx(ctx, func(ctx context.Context) error {
		f, err := g.find(ctx, id)
		if err != nil {
			return err
		}
		r := session.Revision{Content: sentence(f.Fact), Structured: partsOf(f.Fact)}
		fn(&r)
		var p parts
		if json.Unmarshal(r.Structured, &p) != nil {
			return fault.Field("structured_data", "must have subject, predicate and object")
		}
		changed := f.Fact
		changed.Subject, changed.Predicate, changed.Object = p.Subject, p.Predicate, p.Object
		if why := graph.Check(changed, sentence(changed)); why != "" {
			return fault.Field("structured_data", why)
		}
		_, m, _, err := g.m.Memory.Update(ctx, g.who, g.scopes(), f.MemoryID, memory.Edit{Content: sentence(changed), Reason: reason})
		if err != nil {
			return err
		}
		return g.m.Facts.Keep(ctx, g.who, m, []graph.Fact{changed}, nil)
	})
	return fault.Op(err, "update fact %s", id)
}

// Remove forgets the memory that says a fact, and with it all it says (M10).
func (g *Graph) Remove(ctx context.Context, id string) error {
	f, err := g.find(ctx, id)
	if err == nil {
		_, _, err = g.m.Memory.Delete(ctx, g.who, g.scopes(), f.MemoryID, reason)
	}
	return fault.Op(err, "remove fact %s", id)
}

// Reset forgets the facts that rest on what this conversation said, and takes its messages out of what is shown but for the
// system message (M11). Facts from elsewhere stay.
func (g *Graph) Reset(ctx context.Context) error {
	err := g.m.Tx.InTx(ctx, func(ctx context.Context) error {
		records, err := g.m.Sessions.Messages(ctx, g.x.ID, 1, 0)
		if err != nil {
			return err
		}
		own := map[string]bool{}
		for _, r := range records {
			own[r.ID] = true
		}
		facts, err := g.facts(ctx)
		if err != nil {
			return err
		}
		done := map[string]bool{}
		for _, f := range facts {
			h, err := g.m.Memory.History(ctx, g.scopes(), f.MemoryID)
			if err != nil {
				return err
			}
			isOwn := slices.ContainsFunc(h.Versions, func(v memory.Version) bool {
				return slices.ContainsFunc(v.Evidence, func(e memory.Evidence) bool { return own[e.MessageID] })
			})
			if !isOwn || done[f.MemoryID] {
				continue
			}
			done[f.MemoryID] = true
			if _, _, err := g.m.Memory.Delete(ctx, g.who, g.scopes(), f.MemoryID, reason); err != nil {
				return err
			}
		}
		return g.records.Reset(ctx)
	})
	return fault.Op(err, "reset the graph")
}

// fileFormat names what a file is; the number grows when its meaning changes.
const fileFormat = "keepsake.graph/1"

// file is a graph in JSON (M16): the conversation as package session writes it, and the facts.
type file struct {
	Format  string          `json:"format"`
	Kind    string          `json:"memory_type"`
	Facts   []graph.Fact    `json:"facts"`
	Records json.RawMessage `json:"conversation"`
}

// Save writes the conversation and the facts as JSON (M16).
func (g *Graph) Save(ctx context.Context, w io.Writer) error {
	f := file{Format: fileFormat, Kind: session.KnowledgeGraph, Facts: []graph.Fact{}}
	facts, err := g.facts(ctx)
	if err != nil {
		return fault.Op(err, "save the graph")
	}
	for _, one := range facts {
		f.Facts = append(f.Facts, one.Fact)
	}
	var records bytes.Buffer
	if err := g.records.Save(ctx, &records); err != nil {
		return fault.Op(err, "save the graph")
	}
	f.Records = records.Bytes()
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return fault.Op(e.Encode(f), "save the graph")
}

// Load reads what Save wrote: the conversation as session.Log.Load does, and each fact that is not there yet. No model is
// asked (F18). Nothing is changed by a file that cannot be read whole.
func (g *Graph) Load(ctx context.Context, r io.Reader) error {
	var f file
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if d.Decode(&f) != nil || d.Decode(new(any)) != io.EOF {
		return fault.New(fault.Invalid, "this is not a saved graph, or not a whole one")
	}
	if f.Format != fileFormat {
		return fault.Field("format", "is not "+fileFormat)
	}
	err := g.m.Tx.InTx(ctx, func(ctx context.Context) error {
		if err := g.records.Load(ctx, bytes.NewReader(f.Records)); err != nil {
			return err
		}
		for _, one := range f.Facts {
			if why := graph.Check(one, sentence(one)); why != "" {
				return fault.Field("facts", why)
			}
			if has, err := g.has(ctx, one); err != nil || has {
				if err != nil {
					return err
				}
				continue
			}
			if _, err := g.keep(ctx, one, ""); err != nil {
				return err
			}
		}
		return nil
	})
	return fault.Op(err, "load a graph")
}

// has reports whether a fact is there.
func (g *Graph) has(ctx context.Context, f graph.Fact) (bool, error) {
	all, err := g.facts(ctx)
	return slices.ContainsFunc(all, func(o fact) bool {
		return o.Predicate == f.Predicate && graph.Key(g.owner, o.Subject) == graph.Key(g.owner, f.Subject) && graph.Key(g.owner, o.Object) == graph.Key(g.owner, f.Object)
	}), err
}
