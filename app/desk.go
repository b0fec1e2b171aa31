package app

import (
	"context"
	"errors"
	"net/http"
	"time"

	"keepsake/actor"
	"keepsake/app/database"
	"keepsake/app/doors"
	"keepsake/app/settings"
	"keepsake/bot/telegram"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/people"
	"keepsake/store"
)

// This file is the operator's desk: what short commands do beside the running bot. They
// open a SQLite file shared, so that the bot need not stop for them.

// Migrate brings the database up to date and returns the version of its schema.
func Migrate(ctx context.Context, c settings.Config) (version int64, err error) {
	db, err := database.Open(ctx, c, store.Options{Shared: true})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Migrate(ctx); err != nil {
		return 0, err
	}
	return db.SchemaVersion(ctx)
}

// Mail is the dead letters of a database.
type Mail struct {
	db  *store.DB
	Now func() time.Time
}

// OpenMail opens the dead letters of the configured database.
func OpenMail(ctx context.Context, c settings.Config) (*Mail, error) {
	db, err := database.OpenShared(ctx, c)
	if err != nil {
		return nil, err
	}
	return &Mail{db: db, Now: time.Now}, nil
}

// Dead returns dead letters, newest first.
func (m *Mail) Dead(ctx context.Context, limit int) ([]delivery.Update, error) {
	return m.db.Deliveries().Dead(ctx, limit)
}

// Letter returns one with its payload; delivery.ErrNotFound when there is none.
func (m *Mail) Letter(ctx context.Context, id int64) (delivery.Update, error) {
	u, err := m.db.Deliveries().Update(ctx, id)
	if err == nil && u.State != delivery.DeadMail {
		return delivery.Update{}, delivery.ErrNotFound
	}
	return u, err
}

// Replay makes a letter wait again, with no attempts counted. The running bot finds it
// when it next looks at its due rows.
func (m *Mail) Replay(ctx context.Context, id int64) error {
	if _, err := m.Letter(ctx, id); err != nil {
		return err
	}
	return m.db.Deliveries().Replay(ctx, id, m.Now().UTC().Truncate(time.Microsecond))
}

// Close closes the database.
func (m *Mail) Close() error { return m.db.Close() }

// OwnerLink makes a one-time link that turns who opens it first into an owner.
func OwnerLink(ctx context.Context, c settings.Config, ttl time.Duration) (link string, err error) {
	db, err := database.OpenShared(ctx, c)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	cast, err := c.Cast()
	if err != nil {
		return "", err
	}
	standing, err := telegram.Probe(ctx, http.DefaultClient, c.Telegram.APIURL, cast[0].Telegram.Token.Reveal())
	if err != nil {
		return "", fault.Op(err, "ask %s for the bot's name (keepsake doctor says what to mend)", hostOf(c.Telegram.APIURL))
	}
	p := people.New(people.Config{Store: db.People(), Now: time.Now})
	code, err := p.NewOwnerLink(ctx, actor.OfSystem(), ttl)
	if err != nil {
		return "", err
	}
	return doors.StartLink(standing.Username, code), nil
}
