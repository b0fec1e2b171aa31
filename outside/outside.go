// Package outside holds what the tools of other programs may do: which of their definitions were agreed to, what a
// person allowed them for good, and their calls that change something outside of Keepsake.
//
// A definition is pinned by a hash. What a server lists first is taken, since the operator has just named the server;
// what it lists otherwise later waits for an owner, and until then the tool is not offered.
//
// A call that changes something outside runs at most once: its row says Running before the other program hears of
// it, and whoever finds it so after a crash tells that nobody knows what came of it. The rows hold no arguments and no
// results: those stand in the conversation, where forgetting and erasure find them.
//
// The package knows no protocol. Start reading at Service.
package outside

import (
	"context"
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
	ErrNotFound = fault.New(fault.NotFound, "there is no such call any more")
	ErrDenied   = fault.New(fault.Denied, "only the person and the operator may")
)

const (
	// KeepCall is how long a call can be allowed, and its row is kept.
	KeepCall = 24 * time.Hour
	// idLength is the length of a call's id.
	idLength = 12
	// minHash is how much of a hash names a definition: a button's reference has no place for all of it.
	minHash = 32
)

// Definition is a tool as its server lists it.
type Definition struct {
	Server string // the operator's name for it
	Name   string // the server's own name of the tool
	Hash   string // of all that the server says about it
	About  string // what it is for, shortened
}

// Pin is what was agreed to about one tool.
type Pin struct {
	Server, Name string
	Hash         string // of the definition that is used; "" = none yet
	About        string
	AskedHash    string // of the definition that owners were asked about; "" = nothing waits
	AskedAbout   string
	At           time.Time // when it last changed
}

// State says how far a call is.
type State string

// The states.
const (
	Waiting  State = "waiting"  // for the person's tap
	Running  State = "running"  // the other program may have heard of it
	Done     State = "done"     // it answered
	Failed   State = "failed"   // it answered that it did not, or was never reached
	Unknown  State = "unknown"  // it did not answer in time
	Declined State = "declined" // by the person
)

// Call is one call of a tool that changes something outside.
type Call struct {
	ID           string
	Person       string // for whom
	Server, Tool string
	Hash         string // of the definition that it was made by
	Session      string
	Turn, CallID string // where its arguments stand
	State        State
	Always       bool // the person had allowed the tool for good
	CreatedAt    time.Time
	EndedAt      *time.Time
}

// Permit is a tool that a person allowed for good, in one definition.
type Permit struct {
	Person, Server, Tool, Hash string
	CreatedAt                  time.Time
}

// Store is what a database must do. Methods join the transaction that ctx carries.
type Store interface {
	tx.Runner
	Pins(ctx context.Context, server string) ([]Pin, error)
	// PutPin stores a pin in the place of the one with its server and name.
	PutPin(ctx context.Context, p Pin) error
	// AskedPin returns the pin that waits with a hash that begins so, or ErrNotFound.
	AskedPin(ctx context.Context, hash string) (Pin, error)

	HasPermit(ctx context.Context, p Permit) (bool, error)
	PutPermit(ctx context.Context, p Permit) error
	DeletePermits(ctx context.Context, person, server, tool string) (int, error)

	// PutCall stores a call and reports whether there was none of its turn and call id yet.
	PutCall(ctx context.Context, c Call) (fresh bool, err error)
	// Call and CallOf return a call by its id, or by its turn and call id; ErrNotFound when there is none.
	Call(ctx context.Context, id string) (Call, error)
	CallOf(ctx context.Context, turn, callID string) (Call, error)
	CallsOf(ctx context.Context, turn string) ([]Call, error)
	// MoveCall changes the state of a call that is in the state from, and reports whether it was.
	MoveCall(ctx context.Context, id string, from, to State, ended *time.Time) (bool, error)
	ErasePerson(ctx context.Context, person string) (int, error)
	PurgeCalls(ctx context.Context, before time.Time) (int, error)
}

// Service is the rules.
type Service struct {
	Store Store
	Now   clock.Now
}

// Agree compares what a server lists with what was agreed to, and returns the hashes that may be used. What is new
// or changed waits for an owner; tell is called with it once, in the same transaction. Only the system may call it.
func (s *Service) Agree(ctx context.Context, a actor.Actor, server string, listed []Definition, tell func(ctx context.Context, asked []Pin) error) (map[string]bool, error) {
	if !a.IsPart() {
		return nil, ErrDenied
	}
	agreed := map[string]bool{}
	err := s.Store.InTx(ctx, func(ctx context.Context) error {
		clear(agreed)
		pins, err := s.Store.Pins(ctx, server)
		if err != nil {
			return err
		}
		byName := make(map[string]Pin, len(pins))
		for _, p := range pins {
			byName[p.Name] = p
		}
		var asked []Pin
		for _, d := range listed {
			p, known := byName[d.Name]
			switch {
			case known && p.Hash == d.Hash:
				agreed[d.Hash] = true
				continue
			case known && p.AskedHash == d.Hash:
				continue
			case len(pins) == 0:
				p = Pin{Server: server, Name: d.Name, Hash: d.Hash, About: d.About}
				agreed[d.Hash] = true
			default:
				p.Server, p.Name, p.AskedHash, p.AskedAbout = server, d.Name, d.Hash, d.About
				asked = append(asked, p)
			}
			p.At = s.Now.UTC()
			if err := s.Store.PutPin(ctx, p); err != nil {
				return err
			}
		}
		if len(asked) == 0 {
			return nil
		}
		return tell(ctx, asked)
	})
	return agreed, fault.Op(err, "agree on the tools of %s", server)
}

// Approve lets a definition be used that waits, by its hash or at least 32 characters of it. Owners may, and the operator.
func (s *Service) Approve(ctx context.Context, a actor.Actor, hash string) (Pin, error) {
	if !a.IsPart() && !a.Owner {
		return Pin{}, ErrDenied
	}
	if len(hash) < minHash {
		return Pin{}, ErrNotFound
	}
	var p Pin
	err := s.Store.InTx(ctx, func(ctx context.Context) (err error) {
		if p, err = s.Store.AskedPin(ctx, hash); err != nil {
			return err
		}
		p.Hash, p.About, p.AskedHash, p.AskedAbout, p.At = p.AskedHash, p.AskedAbout, "", "", s.Now.UTC()
		return s.Store.PutPin(ctx, p)
	})
	return p, fault.Op(err, "approve a tool")
}

// IsAllowed reports whether a person has allowed a tool for good, in this definition.
func (s *Service) IsAllowed(ctx context.Context, person, server, tool, hash string) (bool, error) {
	if person == "" {
		return false, nil
	}
	ok, err := s.Store.HasPermit(ctx, Permit{Person: person, Server: server, Tool: tool, Hash: hash})
	return ok, fault.Op(err, "look for a permit")
}

// Ask stores a call that waits for the person's tap. A tool may, for its person. The same call asked again is one.
func (s *Service) Ask(ctx context.Context, a actor.Actor, c Call) (Call, error) {
	c.State = Waiting
	c, _, err := s.put(ctx, a, c)
	return c, fault.Op(err, "ask about a call")
}

// Begin stores a call that runs at once, since its person has allowed the tool for good. first reports whether it was
// not begun before: only then may the other program be asked. A tool may, for its person.
func (s *Service) Begin(ctx context.Context, a actor.Actor, c Call) (_ Call, first bool, err error) {
	c.State, c.Always = Running, true
	c, first, err = s.put(ctx, a, c)
	return c, first, fault.Op(err, "begin a call")
}

func (s *Service) put(ctx context.Context, a actor.Actor, c Call) (Call, bool, error) {
	if !a.IsToolFor(c.Person) || a.TurnID == "" || a.CallID == "" {
		return Call{}, false, ErrDenied
	}
	c.ID, c.Turn, c.CallID, c.Session, c.CreatedAt = shortid.New(idLength), a.TurnID, a.CallID, a.SessionID, s.Now.UTC()
	fresh, err := s.Store.PutCall(ctx, c)
	if err != nil || fresh {
		return c, fresh, err
	}
	c, err = s.Store.CallOf(ctx, a.TurnID, a.CallID)
	return c, false, err
}

// Allow marks a call that waits as running, and returns it as it is then; with always its tool is allowed for good in
// this definition. first reports whether the caller is the one to run it: a call that was decided before is returned as it is. The
// person may, and nobody else.
func (s *Service) Allow(ctx context.Context, a actor.Actor, id string, always bool) (c Call, first bool, err error) {
	err = s.Store.InTx(ctx, func(ctx context.Context) error {
		if c, err = s.mine(ctx, a, id); err != nil || c.State != Waiting {
			return err
		}
		if first, err = s.Store.MoveCall(ctx, id, Waiting, Running, nil); err != nil || !first {
			return err
		}
		c.State = Running
		if !always {
			return nil
		}
		return s.Store.PutPermit(ctx, Permit{Person: c.Person, Server: c.Server, Tool: c.Tool, Hash: c.Hash, CreatedAt: s.Now.UTC()})
	})
	return c, first, fault.Op(err, "allow a call")
}

// Decline ends a call that waits. The person may.
func (s *Service) Decline(ctx context.Context, a actor.Actor, id string) (Call, error) {
	c, err := s.mine(ctx, a, id)
	if err == nil && c.State == Waiting {
		now := s.Now.UTC()
		_, err = s.Store.MoveCall(ctx, id, Waiting, Declined, &now)
	}
	return c, fault.Op(err, "decline a call")
}

// AskAgain takes back what a person allowed for good, of the tool of a call. The person may.
func (s *Service) AskAgain(ctx context.Context, a actor.Actor, id string) (Call, error) {
	c, err := s.mine(ctx, a, id)
	if err == nil {
		_, err = s.Store.DeletePermits(ctx, c.Person, c.Server, c.Tool)
	}
	return c, fault.Op(err, "take a permit back")
}

// End says what came of a running call. The system may, and the tool that made it.
func (s *Service) End(ctx context.Context, a actor.Actor, id string, state State) error {
	if !a.IsPart() && a.Kind != actor.Tool {
		return ErrDenied
	}
	now := s.Now.UTC()
	_, err := s.Store.MoveCall(ctx, id, Running, state, &now)
	return fault.Op(err, "end a call")
}

// OfTurn returns the calls of a turn, the oldest first.
func (s *Service) OfTurn(ctx context.Context, turn string) ([]Call, error) {
	cs, err := s.Store.CallsOf(ctx, turn)
	return cs, fault.Op(err, "read the calls of a turn")
}

// Erase destroys the calls and permits of a person. The person may, and the system.
func (s *Service) Erase(ctx context.Context, a actor.Actor, owner scope.Scope) (int, error) {
	if owner.Kind != scope.User {
		return 0, nil
	}
	if !a.IsPart() && !a.IsThePerson(owner.ID) {
		return 0, ErrDenied
	}
	n, err := s.Store.ErasePerson(ctx, owner.ID)
	return n, fault.Op(err, "erase calls")
}

// Purge deletes calls older than KeepCall. Only the system may call it.
func (s *Service) Purge(ctx context.Context, a actor.Actor) (int, error) {
	if !a.IsPart() {
		return 0, ErrDenied
	}
	n, err := s.Store.PurgeCalls(ctx, s.Now.UTC().Add(-KeepCall))
	return n, fault.Op(err, "purge calls")
}

// mine returns a call of the acting person; one that is too old is none.
func (s *Service) mine(ctx context.Context, a actor.Actor, id string) (Call, error) {
	c, err := s.Store.Call(ctx, id)
	if err == nil && (!a.IsThePerson(c.Person) || s.Now.UTC().Sub(c.CreatedAt) > KeepCall) {
		err = ErrNotFound
	}
	return c, err
}
