// Package keydesk is the operator's desk for the keys of the HTTP interface: what short commands do with them beside
// the running bot. What a key is, and who may make one, is in package apikey.
//
// Start reading at Open.
package keydesk

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/app/database"
	"keepsake/app/settings"
	"keepsake/fault"
	"keepsake/people"
	"keepsake/store"
)

// Desk is the keys of one database.
type Desk struct {
	db   *store.DB
	cast []settings.Config
	*apikey.Service
}

// Open opens the keys of the configured database. With make a database that is not there yet is made: the first
// key may be made before the bot has run.
func Open(ctx context.Context, c settings.Config, make bool) (*Desk, error) {
	cast, err := c.Cast()
	if err != nil {
		return nil, err
	}
	db, err := database.OpenShared(ctx, c)
	if make && fault.KindOf(err) == fault.NotFound {
		if err = makeDatabase(ctx, c); err == nil {
			db, err = database.OpenShared(ctx, c)
		}
	}
	if err != nil {
		return nil, err
	}
	return &Desk{db: db, cast: cast, Service: &apikey.Service{Store: db.Keys(), Now: time.Now}}, nil
}

func makeDatabase(ctx context.Context, c settings.Config) error {
	db, err := database.Open(ctx, c, store.Options{Shared: true})
	if err != nil {
		return err
	}
	return errors.Join(db.Migrate(ctx), db.Close())
}

// Make makes a key of a person ("1001" or "telegram:1001"), or of an agent, with the rights of may, and returns it
// with its secret.
func (d *Desk) Make(ctx context.Context, person, agent string, may apikey.Key) (apikey.Key, string, error) {
	key, _, err := KeyFor(d.cast, person, agent, may)
	if err != nil {
		return apikey.Key{}, "", err
	}
	return d.Create(ctx, actor.OfSystem(), key)
}

// KeyFor returns a key, not made yet, of a person ("1001" or "telegram:1001") or an agent of the cast, with the
// rights of may, and the settings of the role that it opens.
func KeyFor(cast []settings.Config, person, agent string, may apikey.Key) (apikey.Key, settings.Config, error) {
	role := cast[0]
	key := apikey.Key{Agent: agent, Write: may.Write, Trusted: may.Trusted}
	if key.Trusted && !key.Write {
		return apikey.Key{}, role, fault.Field("--trusted", "is for keys that may write: add --write")
	}
	if agent != "" {
		i := slices.IndexFunc(cast, func(c settings.Config) bool { return c.Name == agent })
		if i < 0 {
			names := make([]string, len(cast))
			for i, c := range cast {
				names[i] = c.Name
			}
			return apikey.Key{}, role, fault.Field("--agent", "must be one of: "+strings.Join(names, ", "))
		}
		role = cast[i]
	} else {
		id, err := PersonOf(person)
		if err != nil {
			return apikey.Key{}, role, err
		}
		key.Person = id
	}
	key.Store = role.Store()
	return key, role, nil
}

// PersonOf returns the id of a person as an operator writes it: a bare number is Telegram's.
func PersonOf(s string) (string, error) {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && n > 0 {
		return people.ID(n), nil
	}
	platform, name, _ := strings.Cut(s, ":")
	if n := people.Number(s); n > 0 && s == people.ID(n) || platform == "local" && name != "" {
		return s, nil
	}
	return "", fault.Field("--person", "is written like 1001 or telegram:1001, or local:ann for who talks in a terminal")
}

// Close closes the database.
func (d *Desk) Close() error { return d.db.Close() }
