// Package apikey holds the keys by which programs reach a memory over HTTP, and what a repeated
// request was answered.
//
// A key is 256 random bits, shown once when it is made; only its hash is stored. It is bound to the
// private memory of one person, or to what an agent keeps for everybody, and it may read, or read and
// write. What its holder may do with memories is for package memory to say: Key.Actor is who asks there.
//
// The package knows no HTTP. Start reading at Key, then Service.
package apikey

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/scope"
	"keepsake/shortid"
	"keepsake/tx"
)

// Errors of the Service.
var (
	// ErrUnknown means that there is no such key: it was mistyped, revoked, or erased with its person.
	ErrUnknown = fault.New(fault.Denied, "the key is not known")
	// ErrNotFound means that there is no key with this id, or that it is another person's.
	ErrNotFound = fault.New(fault.NotFound, "no such key")
	// ErrDenied means that the actor may not do this.
	ErrDenied = fault.New(fault.Denied, "only the person and the operator may")
	// ErrReused means that a name of a request was used for another request before.
	ErrReused = fault.Field("idempotency-key", "was used for another request")
	// ErrTooMany means that a person has MaxKeys keys.
	ErrTooMany = fault.New(fault.Conflict, "there are too many keys; revoke one first")
)

// MaxKeys is how many keys a person, or an agent, may have.
const MaxKeys = 20

// prefix begins every key, so that people and scanners of secrets recognize one.
const prefix = "ks_"

// usedEvery is how exactly LastUsedAt is kept: a read need not write each time.
const usedEvery = 24 * time.Hour

// KeepReplies is how long a repeated request is recognized.
const KeepReplies = 24 * time.Hour

// Key is a key without its secret.
type Key struct {
	ID         string // shortid.Len characters
	Store      string // the memory store that it opens, see scope.Scope
	Person     string // whose memory it opens, such as "telegram:42"; "" = what Agent keeps for everybody
	Agent      string // the agent's name; "" = a person's key
	Write      bool
	Trusted    bool // what another assistant writes with it needs no tap of the person
	CreatedAt  time.Time
	LastUsedAt *time.Time // at most a day old while the key is in use; nil = never used
}

// Scope returns what the key opens.
func (k Key) Scope() scope.Scope {
	if k.Person == "" {
		return scope.Scope{Store: k.Store, Kind: scope.Global}
	}
	return scope.Scope{Store: k.Store, Kind: scope.User, ID: k.Person}
}

// Actor returns who asks with the key: its person, or for an agent's key an owner, since only the
// operator makes those. It names the key, so that nothing a program writes is taken for the person's own words.
func (k Key) Actor() actor.Actor {
	a := actor.OfPerson(k.Person)
	a.Owner, a.Key = k.Person == "", cmp.Or(k.ID, actor.LocalKey)
	return a
}

// Reply is what a named request came to. It holds no text: what it made is read anew.
type Reply struct {
	KeyID       string
	NameHash    string // of the name that the caller gave the request
	Fingerprint string // of the request, keyed with its name
	MadeID      string // id of what it made, such as a memory; "" = the request is not done yet
	Version     int
	ExpiresAt   time.Time
}

// Store is what a database must do for keys. Methods join the transaction that ctx carries.
type Store interface {
	tx.Runner
	PutKey(ctx context.Context, k Key, hash string) error
	// KeyByHash returns the key with this hash, or ErrUnknown.
	KeyByHash(ctx context.Context, hash string) (Key, error)
	// Keys returns a person's keys, or all of the database when person is "", the oldest first.
	Keys(ctx context.Context, person string) ([]Key, error)
	// DeleteKeys deletes keys with their replies, notes that in the journal of erasures, and returns how many there were.
	DeleteKeys(ctx context.Context, ids ...string) (int, error)
	MarkUsed(ctx context.Context, id string, at time.Time) error

	// ClaimReply stores a reply unless there is one of this key and name that has not expired, and returns the one
	// that is there and whether it is new. It waits for another transaction that claims the same.
	ClaimReply(ctx context.Context, r Reply, now time.Time) (Reply, bool, error)
	// SetReply sets what a claimed reply made, and its version.
	SetReply(ctx context.Context, r Reply) error
	PurgeReplies(ctx context.Context, before time.Time) (int, error)
}

// Service makes, checks and revokes keys.
type Service struct {
	Store Store
	Now   clock.Now
}

// Create makes a key and returns it with its secret, which nobody can read again. A person may make
// one for their own memory; for others, and for agents, only the system (an operator's shell) may.
func (s *Service) Create(ctx context.Context, a actor.Actor, k Key) (Key, string, error) {
	if !a.IsPart() && !(k.Agent == "" && a.IsThePerson(k.Person)) {
		return Key{}, "", ErrDenied
	}
	if (k.Person == "") == (k.Agent == "") || k.Store == "" {
		return Key{}, "", fault.Field("key", "needs a store, and a person or an agent")
	}
	random := make([]byte, 32)
	_, _ = rand.Read(random) // it never fails
	token := prefix + base64.RawURLEncoding.EncodeToString(random)
	k.ID, k.CreatedAt, k.LastUsedAt = shortid.New(shortid.Len), s.Now.UTC(), nil
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		all, err := s.Store.Keys(ctx, k.Person)
		if err != nil {
			return err
		}
		same := 0
		for _, o := range all {
			if o.Person == k.Person && o.Agent == k.Agent {
				same++
			}
		}
		if same >= MaxKeys {
			return ErrTooMany
		}
		return s.Store.PutKey(ctx, k, hash(token))
	})
	if err != nil {
		return Key{}, "", fault.Op(err, "create a key")
	}
	return k, token, nil
}

// Authenticate returns the key with this secret, or ErrUnknown.
func (s *Service) Authenticate(ctx context.Context, token string) (Key, error) {
	if !strings.HasPrefix(token, prefix) || len(token) != len(prefix)+43 {
		return Key{}, ErrUnknown
	}
	k, err := s.Store.KeyByHash(ctx, hash(token))
	if err != nil {
		return Key{}, fault.Op(err, "check a key")
	}
	if now := s.Now.UTC(); k.LastUsedAt == nil || now.Sub(*k.LastUsedAt) >= usedEvery {
		_ = s.Store.MarkUsed(ctx, k.ID, now) // where nothing can be stored, reading still works
	}
	return k, nil
}

// List returns a person's keys, or with "" those of everybody, the oldest first. A person may list
// their own, the system all.
func (s *Service) List(ctx context.Context, a actor.Actor, person string) ([]Key, error) {
	if !a.IsPart() && !a.IsThePerson(person) {
		return nil, ErrDenied
	}
	ks, err := s.Store.Keys(ctx, person)
	return ks, fault.Op(err, "list keys")
}

// Revoke ends a key: from the next request on it is unknown, also in a database that is put back
// from a backup. A person may revoke their own keys, the system all.
func (s *Service) Revoke(ctx context.Context, a actor.Actor, id string) error {
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		all, err := s.Store.Keys(ctx, "")
		if err != nil {
			return err
		}
		for _, k := range all {
			if k.ID == id && (a.IsPart() || k.Person != "" && a.IsThePerson(k.Person)) {
				_, err := s.Store.DeleteKeys(ctx, id)
				return err
			}
		}
		return ErrNotFound
	})
	return fault.Op(err, "revoke a key")
}

// Erase deletes the keys of a person and what their requests were answered, and returns how many keys there were.
// Who may erase the person's data may call it.
func (s *Service) Erase(ctx context.Context, a actor.Actor, owner scope.Scope) (int, error) {
	if !a.CanErase(owner) {
		return 0, ErrDenied
	}
	if owner.Kind != scope.User {
		return 0, nil
	}
	n := 0
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		ks, err := s.Store.Keys(ctx, owner.ID)
		if err != nil || len(ks) == 0 {
			return err
		}
		ids := make([]string, len(ks))
		for i, k := range ks {
			ids[i] = k.ID
		}
		n, err = s.Store.DeleteKeys(ctx, ids...)
		return err
	})
	return n, fault.Op(err, "erase keys")
}

// Once does a named request once (IETF's Idempotency-Key). The first time it calls do and keeps what
// that made, in one transaction: a request that fails may be repeated. After that it returns what was
// kept, for KeepReplies, with repeated = true. ErrReused means that the name stood for another request.
func (s *Service) Once(ctx context.Context, a actor.Actor, k Key, name string, request []byte, do func(ctx context.Context) (madeID string, version int, err error)) (r Reply, repeated bool, err error) {
	if a != k.Actor() || !k.Write {
		return Reply{}, false, ErrDenied
	}
	now := s.Now.UTC()
	r = Reply{KeyID: k.ID, NameHash: hash(name), Fingerprint: fingerprint(name, request), ExpiresAt: now.Add(KeepReplies)}
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		there, fresh, err := s.Store.ClaimReply(ctx, r, now)
		if err != nil {
			return err
		}
		if repeated = !fresh; repeated {
			if there.Fingerprint != r.Fingerprint {
				return ErrReused
			}
			r = there
			return nil
		}
		if r.MadeID, r.Version, err = do(ctx); err != nil {
			return err
		}
		return s.Store.SetReply(ctx, r)
	})
	return r, repeated, err
}

// Purge deletes the replies that have expired. Only the system may call it.
func (s *Service) Purge(ctx context.Context, a actor.Actor) (int, error) {
	if !a.IsPart() {
		return 0, ErrDenied
	}
	n, err := s.Store.PurgeReplies(ctx, s.Now.UTC())
	return n, fault.Op(err, "purge replies")
}

func hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// fingerprint returns a hash of a request that cannot be searched for guesses without the request's name.
func fingerprint(name string, request []byte) string {
	h := hmac.New(sha256.New, []byte(name))
	h.Write(request)
	return hex.EncodeToString(h.Sum(nil))
}
