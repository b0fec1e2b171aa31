package people

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/scope"
)

// Config is what a Service is made of.
type Config struct {
	Store  Store
	Now    clock.Now
	Events Events // what is told of committed writes; the zero value tells nobody
}

// Events are called once a write has committed. A function that is nil is not called.
type Events struct {
	// TurnedAway is called for every person and group turned away for the first time.
	TurnedAway func()
}

// Service is the one door to people for every other room. Its methods join a transaction
// that is in ctx.
type Service struct {
	store  Store
	now    clock.Now
	events Events
}

// New returns a Service.
func New(c Config) *Service { return &Service{store: c.Store, now: c.Now, events: c.Events} }

// See notes that somebody wrote and returns them with their settings. For the person and
// the house; others get ErrDenied.
func (s *Service) See(ctx context.Context, a actor.Actor, p Person) (Person, error) {
	if !a.IsPart() && !a.IsThePerson(p.ID) {
		return Person{}, ErrDenied
	}
	now := s.now.UTC()
	p.CreatedAt, p.SeenAt = now, now
	got, err := s.store.See(ctx, p)
	return got, fault.Op(err, "see person")
}

// FindSeen returns a person with their settings when See would write nothing: they are known
// by the same names, and were seen lately. It only reads.
func (s *Service) FindSeen(ctx context.Context, p Person) (seen Person, ok bool, err error) {
	p.SeenAt = s.now.UTC()
	seen, err = s.store.Get(ctx, p.ID)
	if errors.Is(err, ErrNotFound) {
		return Person{}, false, nil
	}
	return seen, err == nil && seen.IsCurrent(p), fault.Op(err, "look for a person")
}

// Get returns a person; ErrNotFound when they never wrote.
func (s *Service) Get(ctx context.Context, id string) (Person, error) {
	p, err := s.store.Get(ctx, id)
	return p, fault.Op(err, "get person")
}

// SaveSettings writes a person's Language, TimeZone, Receipts, Reactions and Daily. A time
// zone must be an IANA name. For the person and the house; others get ErrDenied.
func (s *Service) SaveSettings(ctx context.Context, a actor.Actor, p Person) error {
	if !a.IsPart() && !a.IsThePerson(p.ID) {
		return ErrDenied
	}
	if p.TimeZone != "" {
		if _, err := LoadZone(p.TimeZone); err != nil {
			return err
		}
	}
	return fault.Op(s.store.SaveSettings(ctx, p), "save settings")
}

// LoadZone returns the location of an IANA name such as "Europe/London". "Local" and ""
// are refused: they would mean the machine's zone, not the person's.
func LoadZone(name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		return nil, fault.Field("time_zone", "not an IANA time zone name such as Europe/London")
	}
	return zone, nil
}

// Owners returns who owns the bot; empty when nobody does yet.
func (s *Service) Owners(ctx context.Context) ([]Person, error) {
	ps, err := s.store.Owners(ctx)
	return ps, fault.Op(err, "list owners")
}

// NewOwnerLink makes a one-time code that turns the first person who opens it within ttl
// into an owner. The code fits a /start payload (22 characters A–Z a–z 0–9); only its
// hash is stored. For owners and the house (an operator's shell); others get ErrOwnersOnly.
func (s *Service) NewOwnerLink(ctx context.Context, a actor.Actor, ttl time.Duration) (string, error) {
	if !a.IsPart() && !(a.Kind == actor.Person && a.Owner) {
		return "", ErrOwnersOnly
	}
	code := rand.Text()[:22] // 110 bits
	err := s.store.PutLink(ctx, Link{CodeHash: hash(code), ExpiresAt: s.now.UTC().Add(ttl)})
	return code, fault.Op(err, "store owner link")
}

// ClaimOwner makes the person who asks an owner by a code; ErrLink when it is unknown, used
// or expired. The person must have been seen. Nobody claims for another: ErrDenied.
func (s *Service) ClaimOwner(ctx context.Context, a actor.Actor, code string) error {
	if !a.IsThePerson(a.ID) {
		return ErrDenied
	}
	return s.store.InTx(ctx, func(ctx context.Context) error {
		if _, err := s.store.Get(ctx, a.ID); err != nil {
			return fault.Op(err, "claim owner link")
		}
		ok, err := s.store.UseLink(ctx, hash(code), a.ID, s.now.UTC())
		if err != nil {
			return fault.Op(err, "claim owner link")
		}
		if !ok {
			return ErrLink
		}
		return fault.Op(s.store.SetAccess(ctx, a.ID, Owner), "make owner")
	})
}

// PurgeLinks removes links that expired, and returns how many. For the house only.
func (s *Service) PurgeLinks(ctx context.Context, a actor.Actor) (int, error) {
	if !a.IsPart() {
		return 0, ErrDenied
	}
	n, err := s.store.PurgeLinks(ctx, s.now.UTC())
	return n, fault.Op(err, "purge owner links")
}

// Erase destroys what is kept of a scope's owner but their access: name, username,
// settings, and a request for access that nobody decided; of a group what it is called in
// its request. For whoever actor.CanErase; others get ErrDenied.
func (s *Service) Erase(ctx context.Context, a actor.Actor, owner scope.Scope) error {
	if !a.CanErase(owner) {
		return ErrDenied
	}
	if owner.Kind != scope.User && owner.Kind != scope.Group {
		return nil
	}
	return fault.Op(s.store.Erase(ctx, owner.ID), "erase person")
}

func hash(code string) string {
	sum := sha256.Sum256([]byte(code))
	return hex.EncodeToString(sum[:])
}
