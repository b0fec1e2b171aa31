package archive

import (
	"context"
	"errors"
	"slices"

	"github.com/google/uuid"

	"keepsake/fault"
	"keepsake/memory"
)

// Conversations returns nil when a conversation is in this database, an error of kind
// fault.NotFound when it is not.
type Conversations func(ctx context.Context, id string) error

// Service exports and imports.
type Service struct {
	Memory        *memory.Service
	Conversations Conversations
}

// everything is every label a living memory can have.
func everything(scope memory.Scope) memory.Query {
	return memory.Query{
		Scopes:   []memory.Scope{scope},
		Kinds:    []memory.Kind{memory.Item, memory.Directive, memory.Fact, memory.Suggestion, memory.Episode},
		Statuses: []memory.Status{memory.Active, memory.Shadow, memory.Pending, memory.Disabled, memory.Expired},
		Archived: memory.AlsoArchived,
	}
}

// Export returns the scopes' memories with their histories, deleted ones left out. All
// scopes are of one store.
func (s *Service) Export(ctx context.Context, store string, scopes []memory.Scope) (Archive, error) {
	a := Archive{Format: Format, Store: store, MadeAt: s.Memory.Now().UTC().Truncate(1e9), Scopes: []Scope{}, Memories: []Entry{}}
	for _, scope := range scopes {
		a.Scopes = append(a.Scopes, Scope{scope.Kind, scope.ID})
		ms, err := s.Memory.Store.Find(ctx, everything(scope))
		if err != nil {
			return a, fault.Op(err, "export memories")
		}
		for _, m := range ms {
			e, gone, err := s.entry(ctx, scope, m.ID)
			if err != nil {
				return a, fault.Op(err, "export memory %s", m.ID)
			}
			if !gone {
				a.Memories = append(a.Memories, e)
			}
		}
	}
	var err error
	a.Sum, err = a.sum()
	return a, err
}

// entry reads one memory. The bot may write between two reads: then they do not agree,
// and are read again.
func (s *Service) entry(ctx context.Context, scope memory.Scope, id string) (e Entry, gone bool, err error) {
	for range 5 {
		h, err := s.Memory.History(ctx, []memory.Scope{scope}, id)
		if errors.Is(err, memory.ErrNotFound) || err == nil && h.Memory.DeletedAt != nil {
			return Entry{}, true, nil
		}
		if err != nil {
			return Entry{}, false, err
		}
		if n := len(h.Versions); n == h.Memory.Version {
			e, err := entryOf(h)
			return e, false, err
		}
	}
	return Entry{}, false, fault.New(fault.Unavailable, "a memory is being written too often to be read; try again")
}

// Report counts what an import did, or with a dry run would do.
type Report struct {
	Added, Same int
	Forgotten   []string // ids: declined or deleted here since; left so
	Differ      []string // ids: something else is here under this id; left so
	Secret      []string // ids: not kept, because they hold what is a secret by today's rules
}

// batch is how many memories one transaction imports: the bot beside waits no longer
// than that, and what was cut off is done by importing again.
const batch = 100

// errDry rolls a dry run back.
var errDry = errors.New("dry run")

// Import brings back what is not here. progress, when not nil, hears how many memories
// are done. A dry run does everything but keep it.
func (s *Service) Import(ctx context.Context, a Archive, dry bool, progress func(done, total int)) (Report, error) {
	var r Report
	for from := 0; from == 0 || from < len(a.Memories); from += batch {
		next := r
		next.Forgotten, next.Differ, next.Secret = slices.Clone(r.Forgotten), slices.Clone(r.Differ), slices.Clone(r.Secret)
		err := s.Memory.Store.InTx(ctx, func(ctx context.Context) error {
			if from == 0 {
				for _, sc := range a.Scopes { // a scope without memories comes back too
					if err := s.Memory.Store.Lock(ctx, memory.Scope{Store: a.Store, Kind: sc.Kind, ID: sc.ID}); err != nil {
						return err
					}
				}
			}
			for i, e := range a.Memories[from:min(from+batch, len(a.Memories))] {
				if err := s.one(ctx, a.Store, e, &next); err != nil {
					return fault.Op(err, "memory %d of the archive", from+i+1)
				}
				if progress != nil {
					progress(from+i+1, len(a.Memories))
				}
			}
			if dry {
				return errDry
			}
			return nil
		})
		if err != nil && !errors.Is(err, errDry) {
			return r, fault.Op(err, "import memories")
		}
		r = next
	}
	return r, nil
}

func (s *Service) one(ctx context.Context, store string, e Entry, r *Report) error {
	m, versions := e.memory(store)
	for i := range versions {
		if err := s.known(ctx, &versions[i]); err != nil {
			return err
		}
	}
	here, err := s.Memory.History(ctx, []memory.Scope{m.Scope}, m.ID)
	switch {
	case err == nil && here.Memory.DeletedAt != nil:
		r.Forgotten = append(r.Forgotten, e.ID)
		return nil
	case err == nil:
		same, err := s.same(m, versions, here)
		if same {
			r.Same++
		} else {
			r.Differ = append(r.Differ, e.ID)
		}
		return err
	case !errors.Is(err, memory.ErrNotFound):
		return err
	}
	_, err = s.Memory.Import(ctx, m, versions, memory.Actor{Kind: memory.ActorSystem})
	switch {
	case err == nil:
		r.Added++
	case errors.Is(err, memory.ErrDeclined):
		r.Forgotten = append(r.Forgotten, e.ID)
	case errors.Is(err, memory.ErrSecret):
		r.Secret = append(r.Secret, e.ID)
	case errors.Is(err, memory.ErrIDTaken):
		r.Differ = append(r.Differ, e.ID)
	default:
		return err
	}
	return nil
}

// known takes away the name of a conversation that is not in this database.
func (s *Service) known(ctx context.Context, v *memory.Version) error {
	if v.SessionID == "" {
		return nil
	}
	err := error(fault.New(fault.NotFound, "no conversation has such an id"))
	if uuid.Validate(v.SessionID) == nil {
		err = s.Conversations(ctx, v.SessionID)
	}
	if fault.KindOf(err) == fault.NotFound {
		v.SessionID, err = "", nil
	}
	return err
}

// same reports whether a memory is here as it is in the archive.
func (s *Service) same(m memory.Memory, versions []memory.Version, here memory.History) (bool, error) {
	a, err := entryOf(memory.History{Memory: m, Versions: versions})
	if err != nil {
		return false, err
	}
	b, err := entryOf(here)
	return a.Sum == b.Sum, err
}
