package app

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

// Keys is the operator's desk for the keys of the HTTP interface, beside the running bot.
type Keys struct {
	db   *store.DB
	cast []settings.Config
	*apikey.Service
}

// OpenKeys opens the keys of the configured database. A database that is not there yet is made: a key may be
// made before the bot has run.
func OpenKeys(ctx context.Context, c settings.Config) (*Keys, error) {
	cast, err := c.Cast()
	if err != nil {
		return nil, err
	}
	db, err := database.Open(ctx, c, store.Options{Shared: true})
	if err != nil {
		return nil, err
	}
	if err := db.CheckSchema(ctx); err != nil {
		if v, verr := db.SchemaVersion(ctx); verr == nil && v == 0 {
			err = db.Migrate(ctx)
		}
		if err != nil {
			return nil, errors.Join(err, db.Close())
		}
	}
	return &Keys{db: db, cast: cast, Service: &apikey.Service{Store: db.Keys(), Now: time.Now}}, nil
}

// Make makes a key of a person ("1001" or "telegram:1001"), or of an agent, and returns it with its secret.
func (k *Keys) Make(ctx context.Context, person, agent string, write bool) (apikey.Key, string, error) {
	key := apikey.Key{Store: k.cast[0].Store(), Agent: agent, Write: write}
	if agent != "" {
		i := slices.IndexFunc(k.cast, func(c settings.Config) bool { return c.Name == agent })
		if i < 0 {
			names := make([]string, len(k.cast))
			for i, c := range k.cast {
				names[i] = c.Name
			}
			return apikey.Key{}, "", fault.Field("--agent", "must be one of: "+strings.Join(names, ", "))
		}
		key.Store = k.cast[i].Store()
	} else {
		id, err := PersonOf(person)
		if err != nil {
			return apikey.Key{}, "", err
		}
		key.Person = id
	}
	return k.Create(ctx, actor.OfSystem(), key)
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
func (k *Keys) Close() error { return k.db.Close() }
