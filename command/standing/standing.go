// Package standing lets somebody act in a group from elsewhere: on a page, or by a program with their key.
//
// What they are there is asked of the platform each time, as in the group itself. To whoever is not enough there, and where
// the bot serves no such group, the group is as if it were not there. Start reading at Desk.In.
package standing

import (
	"context"
	"time"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/command"
	"keepsake/fault"
	"keepsake/httproom/throttle"
	"keepsake/scope"
	"keepsake/session"
)

// Bounds of one person's questions to the platform.
const (
	perSecond = 1
	atOnce    = 30
)

var (
	// ErrNoGroup means that there is no such group for who asks.
	ErrNoGroup = fault.New(fault.NotFound, "there is no such group, or you may not do this there")
	// ErrTooOften means that somebody asked about groups too often.
	ErrTooOften = &fault.Error{Kind: fault.Limited, Message: "these are too many requests about groups", RetryAfter: 5 * time.Second}
)

// Ask asks the platform what a person is in a group. An error means that the platform did not say.
type Ask func(ctx context.Context, chat int64, person string) (actor.Standing, error)

// Desk knows what people are in the groups of one bot. The nil Desk knows no group.
type Desk struct {
	commands *command.Service
	ask      Ask
	asked    throttle.Limiter
}

// New returns a Desk for the groups that a bot serves.
func New(c *command.Service, ask Ask) *Desk {
	return &Desk{commands: c, ask: ask, asked: throttle.Limiter{Now: c.Now, PerSecond: perSecond, AtOnce: atOnce}}
}

// In returns a person as who acts in a group, and the group as shards and the graph know it, if they are at least this
// there now; else ErrNoGroup, or ErrTooOften.
func (d *Desk) In(ctx context.Context, who actor.Actor, chat int64, least actor.Standing) (actor.Actor, scope.Scope, error) {
	if d == nil || chat >= 0 {
		return actor.Actor{}, scope.Scope{}, ErrNoGroup
	}
	group, err := d.commands.People.Chat(ctx, d.commands.Name, chat)
	if err != nil {
		return actor.Actor{}, scope.Scope{}, fault.Op(err, "find a group")
	}
	if group.Closed || group.MovedTo != 0 || !d.commands.Serves(group) {
		return actor.Actor{}, scope.Scope{}, ErrNoGroup
	}
	if !d.asked.Allows(who.ID) {
		return actor.Actor{}, scope.Scope{}, ErrTooOften
	}
	is, err := d.ask(ctx, chat, who.ID)
	if err != nil {
		return actor.Actor{}, scope.Scope{}, fault.Wrap(fault.Unavailable, "the platform does not say who is an admin", err)
	}
	if is < least {
		return actor.Actor{}, scope.Scope{}, ErrNoGroup
	}
	who.Standing = is
	return who, agent.GroupScope(d.commands.Store, session.Place{Bot: d.commands.Name, Chat: chat}, false), nil
}
