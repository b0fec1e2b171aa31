package app

import (
	"keepsake/app/settings"
	"keepsake/usage"
)

// checkAccess says who may talk to the bot; it warns of an open one without any limit.
func checkAccess(c settings.Config) Finding {
	f := Finding{Check: "access", Found: "only owners, and whom they let in"}
	switch c.Access {
	case settings.AccessList:
		f.Found = "only owners, and the people and groups of KEEPSAKE_ALLOW"
	case settings.AccessOpen:
		f.Found = "everybody may talk to the bot"
		if l := c.UsageLimits(); l == (usage.Limits{Monthly: l.Monthly}) {
			f.Found += ", as much as they like: KEEPSAKE_PERSON_MESSAGES, KEEPSAKE_GROUP_MESSAGES and KEEPSAKE_CAP set limits"
		}
	}
	return f
}
