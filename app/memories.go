package app

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/app/settings"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/archive"
	"keepsake/memory/candidate"
	"keepsake/memory/forget"
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
	Sessions     *session.Service
	Delivery     *delivery.Service
	Archive      *archive.Service
	forget       *forget.Service
}

// OpenMemories opens the memories of the configured database; ErrNoStore when there is
// none. It makes no database and no tables.
func OpenMemories(ctx context.Context, c settings.Config) (*Memories, error) {
	o, err := storeOptions(c, store.Options{Shared: true, Existing: true})
	if err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, o)
	if errors.Is(err, store.ErrNoDatabase) {
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
			ReadOnly: c.Memory.ReadOnly, KeepDeleted: c.Memory.KeepDeleted, Caps: c.Memory.Caps(),
		}),
		Sessions: session.New(session.Config{Store: db.Sessions(), Now: time.Now, Idle: c.Session.Idle}),
		Delivery: delivery.New(delivery.Config{Store: db.Deliveries(), Now: time.Now}),
	}
	m.forget = &forget.Service{
		Memory: m.Memory, Candidates: candidate.New(db.Candidates(), time.Now), Sessions: m.Sessions, Delivery: m.Delivery,
		Tx: db, Scrubber: db, Bots: c.BotsOfStore(), Now: time.Now,
	}
	m.Archive = &archive.Service{Memory: m.Memory, Tx: db, Now: time.Now, Conversations: func(ctx context.Context, id string) error {
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
	platform, number, ok := strings.Cut(id, ":")
	if _, err := strconv.ParseInt(number, 10, 64); !ok || platform == "" || err != nil {
		return scope.Scope{}, fault.Field("--person", "is written like telegram:42")
	}
	return scope.Scope{Store: m.name, Kind: scope.User, ID: id}, nil
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

// Import brings an archive's memories back into the store it names, which must be this;
// with a person, only theirs.
func (m *Memories) Import(ctx context.Context, a archive.Archive, person string, dry bool, progress func(done, total int)) (archive.Report, error) {
	if a.Store != m.name {
		return archive.Report{}, fault.Field(m.setting, "names another store than the archive; it must be the archive's")
	}
	if person != "" {
		owner, err := m.person(person)
		if err != nil {
			return archive.Report{}, err
		}
		a = a.Only(archive.Scope{Kind: owner.Kind, ID: owner.ID})
	}
	return m.Archive.Import(ctx, a, dry, progress)
}
