package people

import (
	"context"
	"crypto/rand"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/scope"
)

// This file links the accounts of one person (A61). A code that is shown to one account and used by the other proves
// both. Linked accounts read each other's memories. Nothing is moved: each writes and forgets its own. After a link
// was taken back neither reads the other's; what was said meanwhile stays said.

var (
	// ErrLinkCode means that a code is unknown, used, expired or the account's own.
	ErrLinkCode = fault.New(fault.Denied, "this code links no other account")
	// ErrLinks means that one of the accounts has maxLinked links.
	ErrLinks = fault.New(fault.Conflict, "an account has as many links as it may")
)

// What became of a link, for Events.Linked.
const (
	LinkMade   = "made"
	LinkUndone = "undone"
)

// LinkChanges lists the arguments of Events.Linked.
var LinkChanges = []string{LinkMade, LinkUndone}

const (
	linkCodeLen = 16 // characters A–Z 2–7: 80 bits
	linkCodeTTL = 15 * time.Minute
	maxLinked   = 3
)

// NewLinkCode returns a code with which another account can be linked to the acting person's within linkCodeTTL, and
// ends the one before. Only its hash is stored. Only a person may call it; others get ErrDenied.
func (s *Service) NewLinkCode(ctx context.Context, a actor.Actor) (string, error) {
	if !a.IsThePerson(a.ID) {
		return "", ErrDenied
	}
	code := rand.Text()[:linkCodeLen]
	err := s.store.PutLinkCode(ctx, a.ID, hash(code), s.now.UTC().Add(linkCodeTTL))
	return code, fault.Op(err, "store link code")
}

// FindLinkCode returns whose code it is, for the person who is to confirm the link. It returns ErrLinkCode for
// the asking person's own.
func (s *Service) FindLinkCode(ctx context.Context, person, code string) (Person, error) {
	id, err := s.store.LinkCode(ctx, hash(readCode(code)), s.now.UTC(), false)
	if err != nil {
		return Person{}, fault.Op(err, "find link code")
	}
	if id == "" || id == person {
		return Person{}, ErrLinkCode
	}
	return s.Get(ctx, id)
}

// LinkAccounts links the acting person's account with the one whose code it is, and returns that one. The code is
// used up. It returns ErrLinkCode, or ErrLinks when one of both has its most links. Only a person may call it;
// others get ErrDenied.
func (s *Service) LinkAccounts(ctx context.Context, a actor.Actor, code string) (other Person, err error) {
	if !a.IsThePerson(a.ID) {
		return Person{}, ErrDenied
	}
	err = s.store.InTx(ctx, func(ctx context.Context) error {
		id, err := s.store.LinkCode(ctx, hash(readCode(code)), s.now.UTC(), true)
		if err != nil {
			return err
		}
		if id == "" || id == a.ID {
			return ErrLinkCode
		}
		if other, err = s.store.Get(ctx, id); err != nil {
			return err
		}
		own, err := s.store.Get(ctx, a.ID)
		if err != nil {
			return err
		}
		if len(own.LinkedAccounts()) >= maxLinked || len(other.LinkedAccounts()) >= maxLinked {
			return ErrLinks
		}
		err = s.store.PutAccountLink(ctx, rand.Text(), a.ID, other.ID, s.now.UTC())
		if err == nil {
			s.noteLink(ctx, LinkMade)
		}
		return err
	})
	return other, fault.Op(err, "link accounts")
}

// UnlinkAccounts takes back the link of the acting person's account with another, and reports whether there was one.
// Only a person may call it; others get ErrDenied.
func (s *Service) UnlinkAccounts(ctx context.Context, a actor.Actor, other string) (bool, error) {
	if !a.IsThePerson(a.ID) {
		return false, ErrDenied
	}
	done, err := s.store.DropAccountLink(ctx, a.ID, other)
	if err == nil && done {
		s.noteLink(ctx, LinkUndone)
	}
	return done, fault.Op(err, "unlink accounts")
}

// noteLink tells of a change of links once the transaction of ctx has committed.
func (s *Service) noteLink(ctx context.Context, change string) {
	if s.events.Linked != nil {
		s.store.AfterCommit(ctx, func() { s.events.Linked(change) })
	}
}

// readCode returns a code as it was made, however it was typed.
func readCode(typed string) string {
	return strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(typed))
}

// ReadScopes returns the scopes that the person may read where own are theirs to write: of a person's scope also those
// of the linked accounts, which come after it, unless the operator keeps accounts apart.
func ReadScopes(p Person, own []scope.Scope) []scope.Scope {
	if len(own) != 1 || own[0].Kind != scope.User || own[0].ID != p.ID || p.Linked == "" || p.KeptApart {
		return own
	}
	reads := []scope.Scope{own[0]}
	for _, id := range p.LinkedAccounts() {
		reads = append(reads, scope.Scope{Store: own[0].Store, Kind: scope.User, ID: id})
	}
	return reads
}
