package app

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/archive"
	"keepsake/session"
	"keepsake/store"
)

// ErrNoStore says that nothing is kept where the settings point (I37).
var ErrNoStore = fault.New(fault.NotFound, "No memory store found.")

// Memories is the operator's desk for one memory store: that of Config.Store, beside the
// running bot.
type Memories struct {
	db       *store.DB
	name     string   // of the store
	setting  string   // that says so
	bots     []string // that may be at work in it
	Memory   *memory.Service
	Sessions *session.Service
	Delivery *delivery.Service
	Archive  *archive.Service
}

// OpenMemories opens the memories of the configured database; ErrNoStore when there is
// none. It makes no database and no tables.
func OpenMemories(ctx context.Context, c Config) (*Memories, error) {
	o, err := c.storeOptions(store.Options{Shared: true, Existing: true})
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
		db: db, name: c.Store(), setting: c.storeSetting(), bots: c.botsOfStore(),
		Memory: &memory.Service{
			Store: db.Memories(), Now: time.Now, Key: c.key(),
			ReadOnly: c.Memory.ReadOnly, KeepDeleted: c.Memory.KeepDeleted, Caps: c.Memory.caps(),
		},
		Sessions: &session.Service{Store: db.Sessions(), Now: time.Now, Idle: c.Session.Idle},
		Delivery: &delivery.Service{Store: db.Deliveries(), Now: time.Now},
	}
	m.Archive = &archive.Service{Memory: m.Memory, Conversations: func(ctx context.Context, id string) error {
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
func (m *Memories) Scopes(ctx context.Context, person string) ([]memory.Scope, error) {
	if person == "" {
		return m.Memory.Store.Scopes(ctx, m.name)
	}
	scope, err := m.person(person)
	return []memory.Scope{scope}, err
}

func (m *Memories) person(id string) (memory.Scope, error) {
	platform, number, ok := strings.Cut(id, ":")
	if _, err := strconv.ParseInt(number, 10, 64); !ok || platform == "" || err != nil {
		return memory.Scope{}, fault.Field("--person", "is written like telegram:42")
	}
	return memory.Scope{Store: m.name, Kind: memory.User, ID: id}, nil
}

// Cleared counts what Clear destroyed. Unscrubbed says that the rows are gone and their
// bytes go with the running bot's next upkeep.
type Cleared struct {
	Memory     memory.Erased
	Sessions   session.Erased
	Delivery   delivery.Erased
	Unscrubbed bool
}

// Clear destroys the sessions, the memories, or both, of a person or of all. With sessions
// goes what has arrived or is to be sent in their chats. Answers in the making there stop
// at their next write.
func (m *Memories) Clear(ctx context.Context, person string, sessions, memories bool) (Cleared, error) {
	var out Cleared
	err := m.db.InTx(ctx, func(ctx context.Context) error {
		scopes, err := m.Scopes(ctx, person)
		if err != nil {
			return err
		}
		owners := scopes
		if person == "" {
			if owners, err = m.Sessions.Store.Owners(ctx, m.name); err != nil {
				return err
			}
		}
		for _, scope := range append(owners, scopes...) {
			if err := m.stop(ctx, scope); err != nil {
				return err
			}
		}
		for _, scope := range scopes {
			if !memories {
				break
			}
			e, err := m.Memory.Erase(ctx, scope)
			if err != nil {
				return err
			}
			out.Memory.Memories += e.Memories
			out.Memory.Versions += e.Versions
		}
		for _, scope := range owners {
			if !sessions {
				break
			}
			e, err := m.Sessions.Erase(ctx, scope)
			if err != nil {
				return err
			}
			out.Sessions.Sessions += e.Sessions
			out.Sessions.Messages += e.Messages
			d, err := m.Delivery.Store.Erase(ctx, scope)
			if err != nil {
				return err
			}
			out.Delivery.Updates += d.Updates
			out.Delivery.Outgoing += d.Outgoing
		}
		return nil
	})
	if err != nil {
		return Cleared{}, fault.Op(err, "clear")
	}
	// The rows are gone for good; an erasure owes the scrub until it is done.
	out.Unscrubbed = m.db.Scrub(context.WithoutCancel(ctx)) != nil
	return out, nil
}

// stop ends the leases of a scope's chat.
func (m *Memories) stop(ctx context.Context, scope memory.Scope) error {
	if scope.Kind != memory.User && scope.Kind != memory.Group {
		return nil
	}
	_, number, _ := strings.Cut(scope.ID, ":")
	number, _, _ = strings.Cut(number, ":") // a group's topic
	chat, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return nil // not a chat of ours
	}
	for _, bot := range m.bots {
		if err := m.Delivery.Store.BumpFences(ctx, bot, chat); err != nil {
			return err
		}
	}
	return nil
}

// Import brings an archive's memories back into the store it names, which must be this;
// with a person, only theirs.
func (m *Memories) Import(ctx context.Context, a archive.Archive, person string, dry bool, progress func(done, total int)) (archive.Report, error) {
	if a.Store != m.name {
		return archive.Report{}, fault.Field(m.setting, "names another store than the archive; it must be the archive's")
	}
	if person != "" {
		scope, err := m.person(person)
		if err != nil {
			return archive.Report{}, err
		}
		a = a.Only(archive.Scope{Kind: scope.Kind, ID: scope.ID})
	}
	return m.Archive.Import(ctx, a, dry, progress)
}
