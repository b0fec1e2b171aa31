// Package corrected is what follows when a person changes a message that something was kept from, or asked because of (W14).
//
// What waits for their yes or tap and came from the message no longer holds, and what the message says now is asked about
// instead. For what is kept they are offered what it would say now. That is told where it can be without a model. Nothing
// is stored without a tap, and nothing that is not shown.
//
// Start reading at Desk.Withdraw and Desk.Offer.
package corrected

import (
	"context"

	"keepsake/agent"
	"keepsake/command/answer"
	"keepsake/command/memories"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/scope"
)

// Desk is what it is done with. Its methods run inside the transaction of a request and write into its Answer.
type Desk struct {
	Memories *memories.Desk
	// Delivery knows what was said about a changed message.
	Delivery *delivery.Service
	// RetireButtons takes the buttons of what waits no more off the answer of a turn; nil = there are none.
	RetireButtons func(ctx context.Context, turnID string, p people.Person) error
}

// scopes returns whose memories a message may have been kept in, as in package memories.
func (d *Desk) scopes(a *answer.Answer) []scope.Scope {
	if a.Chat.IsGroup() {
		return []scope.Scope{agent.GroupScope(d.Memories.Store, a.Place, a.Chat.TopicMemory)}
	}
	return []scope.Scope{{Store: d.Memories.Store, Kind: scope.User, ID: a.Person.ID}}
}
