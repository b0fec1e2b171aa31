// Package embedding connects the embedding model with memory: it makes the worker that gives memories their
// vectors, and charges what embeddings use.
//
// It is no client of an endpoint (llm/openai) and does not search (memory/recall).
//
// Start reading at NewIndexer and Accounts.
package embedding

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"keepsake/app/database"
	"keepsake/app/endpoint"
	"keepsake/app/settings"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/memory/recall"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/usage"
)

// NewIndexer returns the worker of a role's store.
func NewIndexer(c settings.Config, db *store.DB, e llm.Embedder, accounts recall.Accounts, log *slog.Logger, now func() time.Time) *recall.Indexer {
	return &recall.Indexer{Vectors: db.Vectors(), Embedder: e, Accounts: accounts, Storage: db, Store: c.Store(), Now: now, Log: log, ReembedCommand: Command(c)}
}

// Command returns what to type to make the vectors of a role's store again.
func Command(c settings.Config) string {
	if c.Role() == nil {
		return "keepsake memory reembed"
	}
	return "keepsake memory reembed " + c.Role().File
}

// Reembed makes the vectors of all memories anew with the embedding model that is set,
// beside the running bot, on the bot's own account. See recall.Indexer.Reembed.
func Reembed(ctx context.Context, c settings.Config, progress func(done, total int)) (err error) {
	if err := settings.Join(c.EmbeddingProblems()); err != nil {
		return err
	}
	e := endpoint.Embedder(c, slog.New(slog.DiscardHandler), time.Now)
	if e == nil {
		return fault.Field(c.EmbeddingSetting(), "is not set: there is no model to embed with")
	}
	db, err := database.OpenShared(ctx, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	zone, err := people.LoadZone(c.TimeZone)
	if err != nil {
		return err
	}
	paid := usage.New(usage.Config{Store: db.Usage(), Zone: zone, Now: time.Now})
	return errors.Join(
		NewIndexer(c, db, e, Accounts{Bot: c.Name, Usage: paid}, nil, time.Now).Reembed(ctx, progress),
		paid.Settle(context.WithoutCancel(ctx)))
}

// Accounts implements recall.Accounts with the accounts of a bot.
type Accounts struct {
	Bot    string
	Usage  *usage.Service
	People People // nil = the bot pays for everybody
	Zone   *time.Location
	Log    *slog.Logger
}

// People reads people.
type People interface {
	Get(ctx context.Context, id string) (people.Person, error)
}

var _ recall.Accounts = Accounts{}

// Check implements recall.Accounts.
func (a Accounts) Check(ctx context.Context) error {
	return a.Usage.CheckSide(ctx, usage.Payer{Bot: a.Bot})
}

// Charge implements recall.Accounts.
func (a Accounts) Charge(ctx context.Context, owner scope.Scope, u llm.Usage) {
	a.Usage.Owe(a.payer(ctx, owner), usage.CountOf(llm.Embedding, u))
}

// payer returns whose account an owner's memories are on. The days of a person who cannot be read end by the
// operator's clock.
func (a Accounts) payer(ctx context.Context, owner scope.Scope) usage.Payer {
	out := usage.Payer{Bot: a.Bot, Zone: a.Zone}
	if a.People == nil {
		return out
	}
	switch owner.Kind {
	case scope.Group: // without a topic
		out.Subject, out.Group = strings.Join(strings.SplitN(owner.ID, ":", 3)[:2], ":"), true
	case scope.User:
		out.Subject = owner.ID
		p, err := a.People.Get(ctx, owner.ID)
		if err == nil {
			out.Zone = people.ZoneOf(p, a.Zone)
		} else if !errors.Is(err, people.ErrNotFound) {
			a.Log.WarnContext(ctx, "a person's zone is not known for their usage", "error", err.Error())
		}
	}
	return out
}
