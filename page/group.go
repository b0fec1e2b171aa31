package page

import (
	"strconv"

	"keepsake/actor"
	"keepsake/agent"
	"keepsake/fault"
	"keepsake/session"
)

var (
	// errNothing means that there is nothing for the visitor at an address.
	errNothing = fault.New(fault.NotFound, "the page is not the visitor's")
	// errTooOften means that a visitor asked about groups too often.
	errTooOften = fault.New(fault.Limited, "asked about groups too often")
)

// groupPath returns the address of what a group keeps together; "" for what is no group.
func groupPath(chat int64) string {
	if chat >= 0 {
		return ""
	}
	return "/me/g/" + strconv.FormatInt(chat, 10)
}

// groupOf returns the group that a number names, as an address or a form writes it; 0 for none.
func groupOf(number string) int64 {
	chat, err := strconv.ParseInt(number, 10, 64)
	if err != nil || chat >= 0 || strconv.FormatInt(chat, 10) != number {
		return 0
	}
	return chat
}

// atGroup lets a visitor act in the group that the address names, if their standing there is at least this one now: the
// platform is asked each time. For everybody else, and where the bot serves no such group, there is nothing at the address.
func atGroup(least actor.Standing, do func(v *visit, s stand) error) func(v *visit) error {
	return func(v *visit) error {
		chat := groupOf(v.req.PathValue("chat"))
		if chat == 0 || v.agent.Standing == nil {
			return errNothing
		}
		group, err := v.agent.Commands.People.Chat(v.ctx(), v.agent.Commands.Name, chat)
		if err != nil {
			return err
		}
		if group.Closed || group.MovedTo != 0 || !v.agent.Commands.Serves(group) {
			return errNothing
		}
		if !v.room.ranks.allows(v.person.ID) {
			return errTooOften
		}
		standing, err := v.agent.Standing(v.ctx(), chat, v.person.ID)
		if err != nil {
			return err
		}
		if standing < least {
			return errNothing
		}
		who := v.actor()
		who.Standing = standing
		here := agent.GroupScope(v.agent.Commands.Store, session.Place{Bot: v.agent.Commands.Name, Chat: chat}, false)
		return do(v, stand{who, here, groupPath(chat)})
	}
}
