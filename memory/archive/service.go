package archive

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/digest"
	"keepsake/memory/graph"
	"keepsake/scope"
	"keepsake/shortid"
	"keepsake/tx"
)

// Conversations returns nil when a conversation is in this database, an error of kind
// fault.NotFound when it is not.
type Conversations func(ctx context.Context, id string) error

// Service exports and imports.
type Service struct {
	Memory        *memory.Service
	Graph         *graph.Service  // nil = triples do not travel
	Digests       *digest.Service // nil = wishes do not travel
	Tx            tx.Runner
	Now           clock.Now
	Conversations Conversations
}

// everything is every label a living memory can have.
func everything(owner scope.Scope) memory.Query {
	return memory.Query{
		Scopes:   []scope.Scope{owner},
		Kinds:    []memory.Kind{memory.Item, memory.Directive, memory.Fact, memory.Suggestion, memory.Episode},
		Statuses: []memory.Status{memory.Active, memory.Shadow, memory.Pending, memory.Disabled, memory.Expired},
		Archived: memory.AlsoArchived,
	}
}

// Export returns the scopes' memories with their histories, deleted ones left out. All
// scopes are of one store.
func (s *Service) Export(ctx context.Context, store string, scopes []scope.Scope) (Archive, error) {
	a := Archive{Format: Format, Store: store, MadeAt: s.Now.UTC().Truncate(time.Second), Scopes: []Scope{}, Memories: []Entry{}}
	for _, owner := range scopes {
		a.Scopes = append(a.Scopes, Scope{owner.Kind, owner.ID})
		ms, err := s.Memory.Find(ctx, everything(owner))
		if err != nil {
			return a, fault.Op(err, "export memories")
		}
		triples, err := s.Graph.OfScope(ctx, owner)
		if err != nil {
			return a, fault.Op(err, "export memories")
		}
		for some := range slices.Chunk(ms, batch) {
			es, err := s.entries(ctx, owner, some, triples)
			if err != nil {
				return a, err
			}
			a.Memories = append(a.Memories, es...)
		}
		wishes, err := s.exportWishes(ctx, owner)
		if err != nil {
			return a, fault.Op(err, "export wishes")
		}
		a.Wishes = append(a.Wishes, wishes...)
	}
	var err error
	a.Sum, err = a.sum()
	return a, err
}

// entries reads the versions of memories. What was written since the memories were read is read again.
func (s *Service) entries(ctx context.Context, owner scope.Scope, ms []memory.Memory, triples map[string]map[int][]graph.Triple) (es []Entry, err error) {
	ids := make([]string, len(ms))
	for i, m := range ms {
		ids[i] = m.ID
	}
	vs, err := s.Memory.Versions(ctx, ids)
	if err != nil {
		return nil, fault.Op(err, "export memories")
	}
	versions := make(map[string][]memory.Version, len(ms))
	for _, v := range vs {
		versions[v.MemoryID] = append(versions[v.MemoryID], v)
	}
	for _, m := range ms {
		var e Entry
		gone := false
		if h := (memory.History{Memory: m, Versions: versions[m.ID]}); len(h.Versions) == m.Version {
			e, err = entryOf(h, triples[m.ID])
		} else {
			e, gone, err = s.entry(ctx, owner, m.ID, triples[m.ID])
		}
		if err != nil {
			return nil, fault.Op(err, "export memory %s", m.ID)
		}
		if !gone {
			es = append(es, e)
		}
	}
	return es, nil
}

// entry reads one memory. The bot may write between two reads: then they do not agree,
// and are read again.
func (s *Service) entry(ctx context.Context, owner scope.Scope, id string, triples map[int][]graph.Triple) (e Entry, gone bool, err error) {
	for range 5 {
		h, err := s.Memory.History(ctx, []scope.Scope{owner}, id)
		if errors.Is(err, memory.ErrNotFound) || err == nil && h.Memory.DeletedAt != nil {
			return Entry{}, true, nil
		}
		if err != nil {
			return Entry{}, false, err
		}
		if n := len(h.Versions); n == h.Memory.Version {
			e, err := entryOf(h, triples)
			return e, false, err
		}
	}
	return Entry{}, false, fault.New(fault.Unavailable, "a memory is being written too often to be read; try again")
}

// Report counts what an import did, or with a dry run would do.
type Report struct {
	Added, Same int
	MadeRoom    int      // memories of before or of the import that went to the archive, because there were too many
	Forgotten   []string // ids: declined or deleted here since; left so
	Differ      []string // ids: something else is here under this id; left so
	Secret      []string // ids: not kept, because they hold what is a secret by today's rules
	Wishes      int      // that came back, to wait beside the digest
	WishesLeft  int      // that were declined or forgotten here since, or are not fit to be kept
}

// batch is how many memories an export reads at once, and one transaction imports: the bot beside waits no longer
// than that, and what was cut off is done by importing again.
const batch = 100

// importer is who writes an import.
var importer = actor.Actor{Kind: actor.Import}

// errDry rolls a dry run back.
var errDry = errors.New("dry run")

// Import brings back what is not here. progress, when not nil, hears how many memories
// are done. A dry run does everything but keep it, in one transaction, so that it sees what the
// caps would do to all of it.
func (s *Service) Import(ctx context.Context, a Archive, dry bool, progress func(done, total int)) (r Report, err error) {
	if !dry {
		return s.importAll(ctx, a, progress)
	}
	err = s.Tx.InTx(ctx, func(ctx context.Context) error {
		if r, err = s.importAll(ctx, a, progress); err != nil {
			return err
		}
		return errDry
	})
	if errors.Is(err, errDry) {
		err = nil
	}
	return r, err
}

func (s *Service) importAll(ctx context.Context, a Archive, progress func(done, total int)) (Report, error) {
	var r Report
	id := shortid.New(shortid.LongLen) // of all changes, so that they can be reverted together
	for from := 0; from == 0 || from < len(a.Memories); from += batch {
		next := r
		next.Forgotten, next.Differ, next.Secret = slices.Clone(r.Forgotten), slices.Clone(r.Differ), slices.Clone(r.Secret)
		err := s.Tx.InTx(ctx, func(ctx context.Context) error {
			if from == 0 {
				for _, sc := range a.Scopes { // a scope without memories comes back too
					if err := s.Memory.OpenScope(ctx, importer, scope.Scope{Store: a.Store, Kind: sc.Kind, ID: sc.ID}); err != nil {
						return err
					}
				}
			}
			return s.importBatch(ctx, a, from, id, &next)
		})
		if err != nil {
			return r, fault.Op(err, "import memories")
		}
		for i := from; progress != nil && i < min(from+batch, len(a.Memories)); i++ {
			progress(i+1, len(a.Memories))
		}
		r = next
	}
	next := r
	err := s.Tx.InTx(ctx, func(ctx context.Context) error {
		next.Wishes, next.WishesLeft, next.Same = r.Wishes, r.WishesLeft, r.Same
		return s.importWishes(ctx, a, id, &next)
	})
	if err != nil {
		return r, fault.Op(err, "import wishes")
	}
	return next, nil
}

// countArchived returns how many memories of an archive's scopes are in the archive here.
func (s *Service) countArchived(ctx context.Context, a Archive) (int, error) {
	scopes := make([]scope.Scope, len(a.Scopes))
	for i, sc := range a.Scopes {
		scopes[i] = scope.Scope{Store: a.Store, Kind: sc.Kind, ID: sc.ID}
	}
	if len(scopes) == 0 {
		return 0, nil
	}
	q := everything(scopes[0])
	q.Scopes, q.Archived, q.Limit = scopes, memory.OnlyArchived, 1
	_, n, err := s.Memory.List(ctx, q)
	return n, err
}

// importBatch imports the memories of an archive from a place on, at most batch.
func (s *Service) importBatch(ctx context.Context, a Archive, from int, id string, r *Report) error {
	var fresh []memory.Imported
	var places []int // in the archive
	for i, e := range a.Memories[from:min(from+batch, len(a.Memories))] {
		one, isNew, err := s.compare(ctx, a.Store, e, r)
		if err != nil {
			return fault.Op(err, "memory %d of the archive", from+i+1)
		}
		if isNew {
			fresh, places = append(fresh, one), append(places, from+i)
		}
	}
	before, err := s.countArchived(ctx, a)
	if err != nil {
		return err
	}
	refused, err := s.Memory.ImportAll(ctx, importer, id, fresh)
	if err != nil {
		return err
	}
	for i, one := range fresh {
		err := refused[i]
		if errors.Is(err, memory.ErrIDTaken) && a.Memories[places[i]].isPlain {
			err = s.importUnderNewID(ctx, id, one)
		}
		if err := r.count(one.Memory, err); err != nil {
			return fault.Op(err, "memory %d of the archive", places[i]+1)
		}
		if err == nil {
			if err := s.restoreTriples(ctx, one, a.Memories[places[i]]); err != nil {
				return fault.Op(err, "memory %d of the archive", places[i]+1)
			}
		}
	}
	after, err := s.countArchived(ctx, a)
	r.MadeRoom += after - before
	return err
}

// restoreTriples stores the triples of a memory that was imported.
func (s *Service) restoreTriples(ctx context.Context, one memory.Imported, e Entry) error {
	if s.Graph == nil {
		return nil
	}
	for i, v := range one.Versions {
		var ts []graph.Triple
		for _, t := range e.Versions[i].Triples {
			ts = append(ts, graph.Triple{Fact: t.Fact, SubjectKey: t.SubjectKey, ObjectKey: t.ObjectKey})
		}
		if err := s.Graph.Restore(ctx, importer, one.Memory, v, ts); err != nil {
			return err
		}
	}
	return nil
}

// importUnderNewID imports a memory of a list whose id somebody else's memory has.
func (s *Service) importUnderNewID(ctx context.Context, batch string, one memory.Imported) error {
	one.Memory.ID = shortid.Of(one.Memory.Scope.ID+"\x00"+one.Memory.ID, shortid.Len)
	one.Versions = slices.Clone(one.Versions)
	for i := range one.Versions {
		one.Versions[i].MemoryID = one.Memory.ID
	}
	refused, err := s.Memory.ImportAll(ctx, importer, batch, []memory.Imported{one})
	return errors.Join(err, refused[0])
}

// count counts what became of a memory, and returns the errors that are no refusal.
func (r *Report) count(m memory.Memory, err error) error {
	switch {
	case err == nil:
		if r.Added++; m.ArchivedAt != nil { // it was in the archive before it came
			r.MadeRoom--
		}
	case errors.Is(err, memory.ErrKnown): // it says the same under another id
		r.Same++
	case errors.Is(err, memory.ErrDeclined):
		r.Forgotten = append(r.Forgotten, m.ID)
	case errors.Is(err, memory.ErrSecret):
		r.Secret = append(r.Secret, m.ID)
	case errors.Is(err, memory.ErrIDTaken):
		r.Differ = append(r.Differ, m.ID)
	default:
		return err
	}
	return nil
}

// compare returns an entry as it is to be imported, and whether it is not here yet; what is
// here is counted in the report.
func (s *Service) compare(ctx context.Context, store string, e Entry, r *Report) (one memory.Imported, isNew bool, err error) {
	m, versions := e.memory(store)
	for i := range versions {
		if err := s.known(ctx, &versions[i]); err != nil {
			return one, false, err
		}
	}
	here, err := s.Memory.History(ctx, []scope.Scope{m.Scope}, m.ID)
	switch {
	case errors.Is(err, memory.ErrNotFound):
		return memory.Imported{Memory: m, Versions: versions}, true, nil
	case err != nil:
		return one, false, err
	case here.Memory.DeletedAt != nil:
		r.Forgotten = append(r.Forgotten, e.ID)
		return one, false, nil
	}
	if e.isPlain {
		if here.Memory.Content == m.Content || e.Versions[0].Content == here.Memory.Content {
			r.Same++
		} else {
			r.Differ = append(r.Differ, e.ID)
		}
		return one, false, nil
	}
	same, err := s.same(m, versions, here)
	if same {
		r.Same++
	} else {
		r.Differ = append(r.Differ, e.ID)
	}
	return one, false, err
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
	a, err := entryOf(memory.History{Memory: m, Versions: versions}, nil)
	if err != nil {
		return false, err
	}
	b, err := entryOf(here, nil)
	return a.Sum == b.Sum, err
}
