// Package signin holds how a person's browser is let in to their page: by a link that works once, or by
// what Telegram signed for its Mini App; both become a sign-in that a cookie names.
//
// Codes and cookies are 256 random bits, and only their hashes are stored. A sign-in is bound to one
// person and one bot, and ends by itself after KeepSignIn. What its person may do with memories is for
// package memory to say: SignIn.Actor is who asks there.
//
// The package knows no HTTP and no Telegram. Start reading at Service.
package signin

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"time"

	"keepsake/actor"
	"keepsake/clock"
	"keepsake/fault"
	"keepsake/scope"
	"keepsake/tx"
)

// Errors of the Service.
var (
	// ErrUnknown means that a link or a cookie is not known: it was used, it has expired, or its person was erased.
	ErrUnknown = fault.New(fault.Denied, "the link or the sign-in is not known any more")
	// ErrUsed means that a proof of Telegram was used before.
	ErrUsed = fault.New(fault.Denied, "this was used before")
	// ErrDenied means that the actor may not do this.
	ErrDenied = fault.New(fault.Denied, "only the person and the operator may")
)

const (
	// KeepLink is how long a link works.
	KeepLink = 5 * time.Minute
	// KeepSignIn is how long a browser stays signed in.
	KeepSignIn = 12 * time.Hour
)

// Kind is what a row stands for.
type Kind string

// The kinds.
const (
	Link    Kind = "link"    // works once
	Browser Kind = "browser" // a cookie
	Proof   Kind = "proof"   // what Telegram signed and somebody has used
)

// SignIn is a browser that is signed in, or a link that would sign one in.
type SignIn struct {
	Kind      Kind
	Person    string // such as "telegram:42"
	Bot       string // the bot's name in the database: its memory store is shown
	CreatedAt time.Time
	ExpiresAt time.Time
}

// Actor returns who asks; owner says that the person is an owner now.
func (s SignIn) Actor(owner bool) actor.Actor {
	a := actor.OfPerson(s.Person)
	a.Owner = owner
	return a
}

// Store is what a database must do for sign-ins. Methods join the transaction that ctx carries.
type Store interface {
	tx.Runner
	// PutSignIn stores a row under a hash, and reports whether there was none yet.
	PutSignIn(ctx context.Context, hash string, s SignIn) (fresh bool, err error)
	// SignInByHash returns the row of a kind with this hash, or ErrUnknown.
	SignInByHash(ctx context.Context, hash string, kind Kind) (SignIn, error)
	// DeleteSignIn deletes the row of a kind with this hash and reports whether it was there: of two who call it at
	// once, one is told so.
	DeleteSignIn(ctx context.Context, hash string, kind Kind) (was bool, err error)
	DeleteSignInsOf(ctx context.Context, person string) (int, error)
	PurgeSignIns(ctx context.Context, before time.Time) (int, error)
}

// Service makes links, signs browsers in and out.
type Service struct {
	Store Store
	Now   clock.Now
}

// NewLink returns the code of a link that signs its person in once, within KeepLink. A person may make one for
// themselves; the system (an operator's shell) for anybody.
func (s *Service) NewLink(ctx context.Context, a actor.Actor, person, bot string) (string, error) {
	if !a.IsPart() && !a.IsThePerson(person) {
		return "", ErrDenied
	}
	if person == "" || bot == "" {
		return "", fault.Field("person", "and bot must be named")
	}
	code, err := s.put(ctx, Link, person, bot, KeepLink)
	return code, fault.Op(err, "make a link")
}

// UseLink ends a link and signs a browser in: it returns the cookie's secret. ErrUnknown when the link was used,
// or has expired.
func (s *Service) UseLink(ctx context.Context, code string) (secret string, in SignIn, err error) {
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		hash := hashOf(code)
		link, err := s.valid(ctx, hash, Link)
		if err != nil {
			return err
		}
		if was, err := s.Store.DeleteSignIn(ctx, hash, Link); err != nil || !was {
			return orUnknown(err)
		}
		in = link
		secret, err = s.put(ctx, Browser, link.Person, link.Bot, KeepSignIn)
		return err
	})
	return secret, in, fault.Op(err, "use a link")
}

// UseProof signs a browser in by what Telegram signed for its Mini App and a door has checked; until says when
// nobody would take it any more. Only the system may call it. ErrUsed when it was used before.
func (s *Service) UseProof(ctx context.Context, a actor.Actor, proof, person, bot string, until time.Time) (secret string, err error) {
	if !a.IsPart() {
		return "", ErrDenied
	}
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		fresh, err := s.Store.PutSignIn(ctx, hashOf(proof), SignIn{Kind: Proof, Person: person, Bot: bot, CreatedAt: s.Now.UTC(), ExpiresAt: until})
		if err == nil && !fresh {
			err = ErrUsed
		}
		if err != nil {
			return err
		}
		secret, err = s.put(ctx, Browser, person, bot, KeepSignIn)
		return err
	})
	return secret, fault.Op(err, "use a proof")
}

// Authenticate returns the sign-in of a cookie, or ErrUnknown.
func (s *Service) Authenticate(ctx context.Context, secret string) (SignIn, error) {
	in, err := s.valid(ctx, hashOf(secret), Browser)
	return in, fault.Op(err, "check a sign-in")
}

// End signs the browser of a cookie out: whoever has the cookie may.
func (s *Service) End(ctx context.Context, a actor.Actor, secret string) error {
	in, err := s.Store.SignInByHash(ctx, hashOf(secret), Browser)
	if err == nil && !a.IsPart() && !a.IsThePerson(in.Person) {
		err = ErrDenied
	}
	if err == nil {
		_, err = s.Store.DeleteSignIn(ctx, hashOf(secret), Browser)
	}
	return fault.Op(err, "end a sign-in")
}

// Erase signs all browsers of a person out, and ends their links. The person may, and the system.
func (s *Service) Erase(ctx context.Context, a actor.Actor, owner scope.Scope) (int, error) {
	if owner.Kind != scope.User {
		return 0, nil
	}
	if !a.IsPart() && !a.IsThePerson(owner.ID) {
		return 0, ErrDenied
	}
	n, err := s.Store.DeleteSignInsOf(ctx, owner.ID)
	return n, fault.Op(err, "erase sign-ins")
}

// Purge deletes what has expired. Only the system may call it.
func (s *Service) Purge(ctx context.Context, a actor.Actor) (int, error) {
	if !a.IsPart() {
		return 0, ErrDenied
	}
	n, err := s.Store.PurgeSignIns(ctx, s.Now.UTC())
	return n, fault.Op(err, "purge sign-ins")
}

func (s *Service) put(ctx context.Context, kind Kind, person, bot string, keep time.Duration) (secret string, err error) {
	random := make([]byte, 32)
	_, _ = rand.Read(random) // it never fails
	secret = base64.RawURLEncoding.EncodeToString(random)
	now := s.Now.UTC()
	_, err = s.Store.PutSignIn(ctx, hashOf(secret), SignIn{Kind: kind, Person: person, Bot: bot, CreatedAt: now, ExpiresAt: now.Add(keep)})
	return secret, err
}

func (s *Service) valid(ctx context.Context, hash string, kind Kind) (SignIn, error) {
	in, err := s.Store.SignInByHash(ctx, hash, kind)
	if err == nil && !s.Now.UTC().Before(in.ExpiresAt) {
		err = ErrUnknown
	}
	return in, err
}

func orUnknown(err error) error {
	if err == nil {
		return ErrUnknown
	}
	return err
}

func hashOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// FormToken returns what every form of a signed-in page carries, so that no other site can send one: it is made of
// the cookie's secret, and says nothing about it.
func FormToken(secret string) string {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte("form"))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil))
}

// IsFormToken reports whether a form was made for this cookie.
func IsFormToken(secret, token string) bool {
	return subtle.ConstantTimeCompare([]byte(FormToken(secret)), []byte(token)) == 1
}
