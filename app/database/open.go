// Package database is the database that the settings name, for whoever works on it as a whole: opened,
// described, backed up, encrypted.
//
// It knows no noun; package store does. Start reading at Open.
package database

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"keepsake/app/settings"
	"keepsake/fault"
	"keepsake/store"
)

// Open opens the database of the settings; where that fails, it says which database and
// which setting it is about.
func Open(ctx context.Context, c settings.Config, o store.Options) (*store.DB, error) {
	o, err := c.StoreOptions(o)
	if err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, o)
	switch {
	case errors.Is(err, store.ErrNoDatabase):
		return nil, &fault.Error{Kind: fault.NotFound, Field: "DATABASE_URL", Message: "there is no database yet: " + Describe(c) +
			" is not there. Is that the right place? keepsake serve makes it, and so does keepsake migrate"}
	case err == nil || strings.HasPrefix(o.URL, "sqlite:"):
		return db, err
	}
	// What the driver says is long, and names the user: doctor shows it.
	return nil, &fault.Error{Kind: fault.KindOf(err), Field: "DATABASE_URL", Message: Describe(c) + " cannot be opened. " +
		"Is the Postgres server running, and are the address, the user, the password and the database's name right? " +
		"(keepsake doctor says more)"}
}

// OpenShared opens a database that is there and up to date. It makes none.
func OpenShared(ctx context.Context, c settings.Config) (*store.DB, error) {
	db, err := Open(ctx, c, store.Options{Shared: true, Existing: true})
	if err != nil {
		return nil, err
	}
	if err := db.CheckSchema(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// Describe says in words where the database of the settings is, without what is secret.
func Describe(c settings.Config) string {
	address := c.DatabaseURL.Reveal()
	if path, ok := strings.CutPrefix(address, "sqlite:"); ok {
		return "the file " + strings.TrimPrefix(path, "//")
	}
	u, err := url.Parse(address)
	if err != nil {
		return "PostgreSQL"
	}
	host := cmp.Or(u.Host, u.Query().Get("host"))
	return fmt.Sprintf("the PostgreSQL database %s at %s", cmp.Or(strings.TrimPrefix(u.Path, "/"), u.User.Username()), host)
}
