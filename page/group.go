package page

import (
	"strconv"

	"keepsake/actor"
	"keepsake/fault"
)

// errNothing means that there is nothing for the visitor at an address.
var errNothing = fault.New(fault.NotFound, "the page is not the visitor's")

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

// atGroup lets a visitor act in the group that the address names, if their standing there is at least this one now. For
// everybody else there is nothing at the address.
func atGroup(least actor.Standing, do func(v *visit, s stand) error) func(v *visit) error {
	return func(v *visit) error {
		chat := groupOf(v.req.PathValue("chat"))
		who, here, err := v.agent.Groups.In(v.ctx(), v.actor(), chat, least)
		if err != nil {
			return err
		}
		return do(v, stand{who, here, groupPath(chat)})
	}
}
