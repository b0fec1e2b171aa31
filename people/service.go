package people

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/scope"
)

// Config configures a Service.
type Config struct {
	Store  Store
	Now    clock.Now
	Events Events // called after committed writes; may be empty
	// KeepApart says that linked accounts do not read each other's memories; links stay (A61).
	KeepApart bool
}

// Events are functions that are called after the commit of a write. They may be nil.
type Events struct {
	// TurnedAway is called when a person or a group is turned away for the first time.
	TurnedAway func()
	// Linked is called with LinkMade when two accounts were linked, and with LinkUndone when a link was taken back.
	Linked func(change string)
}

// Service reads and writes people. Its methods join the transaction that ctx carries.
type Service struct {
	store  Store
	now    clock.Now
	events Events

	keepApart bool
}

// New returns a Service.
func New(c Config) *Service {
	return &Service{store: c.Store, now: c.Now, events: c.Events, keepApart: c.KeepApart}
}

// See records that a person has written and returns the person with their settings. Only the
// person and the system may call it; others get ErrDenied.
func (s *Service) See(ctx context.Context, a actor.Actor, p Person) (Person, error) {
	if !a.IsPart() && !a.IsThePerson(p.ID) {
		return Person{}, ErrDenied
	}
	now := s.now.UTC()
	p = p.masked()
	p.CreatedAt, p.SeenAt = now, now
	got, err := s.store.See(ctx, p)
	got.KeptApart = s.keepApart
	return got, fault.Op(err, "see person")
}

// FindSeen returns the person with their settings if See would write nothing because the stored
// row is current. It only reads.
func (s *Service) FindSeen(ctx context.Context, p Person) (seen Person, ok bool, err error) {
	p = p.masked()
	p.SeenAt = s.now.UTC()
	seen, err = s.store.Get(ctx, p.ID)
	seen.KeptApart = s.keepApart
	if errors.Is(err, ErrNotFound) {
		return Person{}, false, nil
	}
	return seen, err == nil && seen.IsCurrent(p), fault.Op(err, "look for a person")
}

// Get returns a person, or ErrNotFound if they have never written.
func (s *Service) Get(ctx context.Context, id string) (Person, error) {
	p, err := s.store.Get(ctx, id)
	p.KeptApart = s.keepApart
	return p, fault.Op(err, "get person")
}

// SaveSettings stores a person's Language, TimeZone, Receipts, Reactions, MemoryMode, QuietHours, Private, Daily and Replays.
// TimeZone must be an IANA name, QuietHours as ParseHours reads it. Only the person and the system may call it; others get ErrDenied.
func (s *Service) SaveSettings(ctx context.Context, a actor.Actor, p Person) error {
	if !a.IsPart() && !a.IsThePerson(p.ID) {
		return ErrDenied
	}
	if p.TimeZone != "" {
		if _, err := LoadZone(p.TimeZone); err != nil {
			return err
		}
	}
	if _, err := ParseHours(p.QuietHours); err != nil {
		return err
	}
	return fault.Op(s.store.SaveSettings(ctx, p), "save settings")
}

// NoteZoneAsked stores that a person is asked what their clock is under the answer of a turn. Only the system may call
// it; others get ErrDenied.
func (s *Service) NoteZoneAsked(ctx context.Context, a actor.Actor, person, turn string) error {
	if !a.IsPart() {
		return ErrDenied
	}
	return fault.Op(s.store.SetZoneAsked(ctx, person, turn), "note that the zone was asked")
}

// LoadZone returns the location of an IANA name such as "Europe/London". It refuses "Local" and
// "", which would mean the machine's zone.
func LoadZone(name string) (*time.Location, error) {
	if zone, ok := offsetZone(name); ok {
		return zone, nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		return nil, fault.Field("time_zone", "not an IANA time zone name such as Europe/London")
	}
	return zone, nil
}

// Owners returns the owners of the bot.
func (s *Service) Owners(ctx context.Context) ([]Person, error) {
	ps, err := s.store.Owners(ctx)
	return ps, fault.Op(err, "list owners")
}

// NewOwnerLink returns a one-time code that makes the first person who uses it within ttl an
// owner. The code fits a /start payload (22 characters A–Z a–z 0–9). Only its hash is stored.
// Only owners and the system (an operator's shell) may call it; others get ErrOwnersOnly.
func (s *Service) NewOwnerLink(ctx context.Context, a actor.Actor, ttl time.Duration) (string, error) {
	if !a.IsPart() && !(a.Kind == actor.Person && a.Owner) {
		return "", ErrOwnersOnly
	}
	code := rand.Text()[:ownerCodeLen]
	err := s.store.PutLink(ctx, Link{CodeHash: hash(code), ExpiresAt: s.now.UTC().Add(ttl)})
	return code, fault.Op(err, "store owner link")
}

// ownerCodeLen is the length of an owner link's code: 110 bits.
const ownerCodeLen = 22

// IsOwnerCode reports whether s has the form of an owner link's code.
func IsOwnerCode(s string) bool {
	return len(s) == ownerCodeLen && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}

// ClaimOwner makes the acting person an owner. It returns ErrLink when the code is unknown, used
// or expired, and ErrDenied when the actor is not a person. The person must have been seen.
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

// PurgeLinks deletes expired links and returns their number. Only the system may call it.
func (s *Service) PurgeLinks(ctx context.Context, a actor.Actor) (int, error) {
	if !a.IsPart() {
		return 0, ErrDenied
	}
	n, err := s.store.PurgeLinks(ctx, s.now.UTC())
	return n, fault.Op(err, "purge owner links")
}

// Erase deletes the data of a scope's owner except access: name, username, settings, and an
// undecided request for access. Of a group it deletes the title in its request. Only actors
// with actor.CanErase may call it; others get ErrDenied.
func (s *Service) Erase(ctx context.Context, a actor.Actor, owner scope.Scope) error {
	if !a.CanErase(owner) {
		return ErrDenied
	}
	if owner.Kind != scope.User && owner.Kind != scope.Group {
		return nil
	}
	return fault.Op(s.store.Erase(ctx, owner.ID, s.now.UTC()), "erase person")
}

func hash(code string) string {
	sum := sha256.Sum256([]byte(code))
	return hex.EncodeToString(sum[:])
}
