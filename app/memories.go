package app

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/app/database"
	"keepsake/app/extraction"
	"keepsake/app/settings"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/archive"
	"keepsake/memory/calibration"
	"keepsake/memory/candidate"
	"keepsake/memory/digest"
	"keepsake/memory/forget"
	"keepsake/memory/graph"
	"keepsake/memory/policy"
	"keepsake/memory/shard"
	"keepsake/memory/writeswitch"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
)

// ErrNoStore says that nothing is kept where the settings point (I37).
var ErrNoStore = fault.New(fault.NotFound, "No memory store found.")

// Memories is the operator's desk for one memory store: that of Config.Store, beside the
// running bot.
type Memories struct {
	db      *store.DB
	name    string // of the store
	setting string // that says so
	bot     string // whose settings these are
	// conversation is the kind of conversation of that bot, and its limits.
	conversation session.LogOptions
	Memory       *memory.Service
	Digests      *digest.Service
	Sessions     *session.Service
	Delivery     *delivery.Service
	Archive      *archive.Service
	Extraction   extraction.Desk
	Policies     extraction.PolicyDesk
	Writes       *writeswitch.Service
	forget       *forget.Service
	Rehearsal    extraction.Rehearsal
}

// OpenMemories opens the memories of the configured database; ErrNoStore when there is
// none. It makes no database and no tables.
func OpenMemories(ctx context.Context, c settings.Config) (*Memories, error) {
	db, err := database.Open(ctx, c, store.Options{Shared: true, Existing: true})
	if fault.KindOf(err) == fault.NotFound {
		return nil, ErrNoStore
	}
	if err != nil {
		return nil, err
	}
	if err := db.CheckSchema(ctx); err != nil {
		if v, verr := db.SchemaVersion(ctx); verr == nil && v == 0 {
			err = ErrNoStore
		}
		return nil, errors.Join(err, db.Close())
	}
	m := &Memories{
		db: db, name: c.Store(), setting: c.StoreSetting(), bot: c.Name, conversation: c.Conversation(),
		Memory: memory.New(memory.Config{
			Store: db.Memories(), Now: time.Now, Key: c.TombstoneKey(),
			ReadOnly: c.IsReadOnly(), KeepDeleted: c.Memory.KeepDeleted, Caps: c.MemoryCaps(),
		}),
		Sessions: session.New(session.Config{Store: db.Sessions(), Now: time.Now, Idle: c.Session.Idle}),
		Delivery: delivery.New(delivery.Config{Store: db.Deliveries(), Now: time.Now}),
	}
	m.Writes = &writeswitch.Service{Store: db.Switches(), Now: time.Now}
	m.Digests = digest.New(db.Digests(), time.Now)
	finds := candidate.New(db.Candidates(), time.Now)
	m.Extraction = extraction.Desk{Candidates: finds, Memory: m.Memory, Tx: db, Store: m.name, Pruning: extraction.NewPruning(c, m.Memory, finds, db, time.Now)}
	calibrator := &calibration.Calibrator{Candidates: finds, Store: m.name, Now: time.Now}
	m.Policies = extraction.PolicyDesk{Policies: &policy.Service{Store: db.Policies(), Centroids: db.Centroids(), Now: time.Now}, Store: m.name, Settings: c.Policy(), Calibrator: calibrator}
	m.Policies.Tuner = extraction.NewTuner(c, m.Policies.Policies, calibrator, nil)
	m.Rehearsal = extraction.Rehearsal{Config: c, DB: db, Memory: m.Memory, Sessions: m.Sessions, Candidates: finds, Desk: m.Policies}
	m.forget = &forget.Service{
		Memory: m.Memory, Candidates: m.Extraction.Candidates, Digests: m.Digests, Shards: shard.New(db.Shards(), time.Now), Sessions: m.Sessions, Delivery: m.Delivery,
		Tx: db, Scrubber: db, Bots: c.BotsOfStore(), Now: time.Now,
	}
	m.Archive = &archive.Service{Memory: m.Memory, Graph: graph.New(db.Triples()), Digests: m.Digests, Tx: db, Now: time.Now, Conversations: func(ctx context.Context, id string) error {
		_, err := m.Sessions.Get(ctx, id)
		return err
	}}
	return m, nil
}

// Name returns the store's name.
func (m *Memories) Name() string { return m.name }

// Close closes the database.
func (m *Memories) Close() error { return m.db.Close() }

// Scopes returns whose memories are meant: a person's ("telegram:42"), or with "" all of
// the store.
func (m *Memories) Scopes(ctx context.Context, person string) ([]scope.Scope, error) {
	if person == "" {
		return m.Memory.Scopes(ctx, m.name)
	}
	owner, err := m.person(person)
	return []scope.Scope{owner}, err
}

func (m *Memories) person(id string) (scope.Scope, error) {
	platform, name, _ := strings.Cut(id, ":")
	_, err := strconv.ParseInt(name, 10, 64)
	if platform == "" || name == "" || err != nil && platform != "local" {
		return scope.Scope{}, fault.Field("--person", "is written like telegram:42, or local:ann for who talks in a terminal")
	}
	return scope.Scope{Store: m.name, Kind: scope.User, ID: id}, nil
}

// CountElsewhere returns how many memories the other stores of the database have, by their names.
func (m *Memories) CountElsewhere(ctx context.Context) (map[string]int, error) {
	all, err := m.db.CountByStore(ctx)
	delete(all, m.name)
	return all, err
}

// Clear destroys the sessions, the memories, or both, of a person or (with "") of all, and
// reports whether their bytes are gone too; see forget.Service.Clear.
func (m *Memories) Clear(ctx context.Context, person string, sessions, memories bool) (r forget.Receipt, clean bool, err error) {
	if person != "" {
		if _, err := m.person(person); err != nil {
			return forget.Receipt{}, false, err
		}
	}
	return m.forget.Clear(ctx, actor.OfSystem(), forget.Wipe{Store: m.name, Person: person, Sessions: sessions, Memories: memories})
}

// Import is what `keepsake memory import` brings in.
type Import struct {
	File       io.Reader
	Person     string // only theirs; of a plain list: whose they become
	OtherStore bool   // the archive may be of another store than this one
	Foreign    bool   // the file is of another assistant
	DryRun     bool
	Progress   func(done, total int)
}

// Import brings an archive's memories back into the store it names, or a plain list to a person.
func (m *Memories) Import(ctx context.Context, in Import) (archive.Report, error) {
	file, err := io.ReadAll(in.File)
	if err != nil {
		return archive.Report{}, fault.Wrap(fault.Unavailable, "the file cannot be read", err)
	}
	var owner scope.Scope
	if in.Person != "" {
		if owner, err = m.person(in.Person); err != nil {
			return archive.Report{}, err
		}
	}
	only := archive.Scope{Kind: owner.Kind, ID: owner.ID}
	a, err := archive.Read(bytes.NewReader(file))
	isList := in.Foreign || errors.Is(err, archive.ErrPlain)
	switch {
	case isList && in.Person == "":
		return archive.Report{}, fault.Wrap(fault.Invalid, "say with --person whose they shall be, such as --person telegram:42", archive.ErrPlain)
	case isList:
		a, err = archive.ReadList(bytes.NewReader(file), in.Foreign, m.name, only, time.Now())
	case err == nil && a.Store != m.name && !in.OtherStore:
		return archive.Report{}, fault.Field(m.setting, fmt.Sprintf(
			"names another store than the archive: %s, and the archive is of %s. With --from-other-store its memories become %s's", m.name, a.Store, m.name))
	case err == nil && in.Person != "":
		a = a.Only(only)
	}
	if err != nil {
		return archive.Report{}, err
	}
	a.Store = m.name
	return m.Archive.Import(ctx, a, in.DryRun, in.Progress)
}
