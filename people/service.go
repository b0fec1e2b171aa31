package people

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"keepsake/fault"
)

// Service is the one door to people for every other room.
type Service struct {
	Store Store
	Now   func() time.Time
}

// See notes that somebody wrote and returns them with their settings.
func (s *Service) See(ctx context.Context, p Person) (Person, error) {
	now := s.now()
	p.CreatedAt, p.SeenAt = now, now
	got, err := s.Store.See(ctx, p)
	return got, fault.Op(err, "see person")
}

// Get returns a person; ErrNotFound when they never wrote.
func (s *Service) Get(ctx context.Context, id string) (Person, error) {
	p, err := s.Store.Get(ctx, id)
	return p, fault.Op(err, "get person")
}

// Save writes a person's settings and access. A time zone must be an IANA name.
func (s *Service) Save(ctx context.Context, p Person) error {
	if p.TimeZone != "" {
		if _, err := LoadZone(p.TimeZone); err != nil {
			return err
		}
	}
	return fault.Op(s.Store.Save(ctx, p), "save person")
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
	ps, err := s.Store.Owners(ctx)
	return ps, fault.Op(err, "list owners")
}

// NewOwnerLink makes a one-time code that turns the first person who opens it within ttl
// into an owner. The code fits a /start payload (22 characters A–Z a–z 0–9); only its
// hash is stored.
func (s *Service) NewOwnerLink(ctx context.Context, ttl time.Duration) (string, error) {
	code := rand.Text()[:22] // 110 bits
	err := s.Store.PutLink(ctx, Link{CodeHash: hash(code), ExpiresAt: s.now().Add(ttl)})
	return code, fault.Op(err, "store owner link")
}

// ClaimOwner makes a person owner by a code; ErrLink when it is unknown, used or expired.
// The person must have been seen.
func (s *Service) ClaimOwner(ctx context.Context, code, person string) error {
	return s.Store.InTx(ctx, func(ctx context.Context) error {
		p, err := s.Store.Get(ctx, person)
		if err != nil {
			return fault.Op(err, "claim owner link")
		}
		ok, err := s.Store.UseLink(ctx, hash(code), person, s.now())
		if err != nil {
			return fault.Op(err, "claim owner link")
		}
		if !ok {
			return ErrLink
		}
		p.Access = Owner
		return fault.Op(s.Store.Save(ctx, p), "make owner")
	})
}

// PurgeLinks removes links that expired, and returns how many.
func (s *Service) PurgeLinks(ctx context.Context) (int, error) {
	n, err := s.Store.PurgeLinks(ctx, s.now())
	return n, fault.Op(err, "purge owner links")
}

func (s *Service) now() time.Time { return s.Now().UTC().Truncate(time.Microsecond) }

func hash(code string) string {
	sum := sha256.Sum256([]byte(code))
	return hex.EncodeToString(sum[:])
}
