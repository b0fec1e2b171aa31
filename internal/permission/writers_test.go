package permission_test

import (
	"reflect"
	"slices"
	"testing"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/memory/policy"
	"keepsake/memory/shard"
	"keepsake/outside"
	"keepsake/people"
	"keepsake/session"
	"keepsake/signin"
	"keepsake/task"
)

// readers are the public methods that write nothing anybody could mind. Every other one must
// say who asks.
var readers = map[reflect.Type][]string{
	reflect.TypeFor[*memory.Service](): {
		"At", "Caps", "Change", "ChangesSince", "Count", "CountEvidence", "Decision", "Decisions", "Find", "Get", "Having", "History", "IsOwn", "IsRefused", "Refused",
		"List", "Revisions", "Scopes", "Search", "Topics", "TurnChanges", "Untouched",
		"Versions",
		"Touch", "TouchShown", // count that memories were asked for, and shown
		"WithCaps", // returns another Service
	},
	reflect.TypeFor[*forget.Service](): {},
	reflect.TypeFor[*policy.Service](): {"Current", "History", "Measure"},
	reflect.TypeFor[*shard.Service](): {
		"Seen", "Find", "Items", "Active", "Contents", "Sharing", "Newest", "Copy",
		"RightOf", "RightOfSubject", "MayForm", "Roles", "RoleNames", // say who may
		"SameChat",                           // names chats
		"WithLimits", "WithRoles", "ForRole", // return another Service
	},
	reflect.TypeFor[*task.Service]():   {"List", "Get", "OfTurn", "Declined", "Proposed"},
	reflect.TypeFor[*people.Service](): {"Get", "Greeting", "FindSeen", "FindLinkCode", "Owners", "Chat", "Request", "Waiting", "Admissions", "Guests"},
	reflect.TypeFor[*apikey.Service](): {
		"Authenticate", // says who asks
	},
	reflect.TypeFor[*signin.Service](): {
		"Authenticate", "UseLink", // say who asks
	},
	reflect.TypeFor[*outside.Service](): {"IsAllowed", "OfTurn"},
	reflect.TypeFor[*session.Service](): {
		"Current", "Get", "List", "Window", "Messages", "ByIDs", "HasMessage", "FindMessage", "Owners", "Turn", "LaneTurn", "TurnMessages",
		"ByPublicID", "ListKept",
		"Trim", "NewTurn", // change what they are given, the caller stores it
	},
}

// TestEveryWritingMethodTakesAnActor: another door has the rules from its first line, because
// it cannot write without saying who asks.
func TestEveryWritingMethodTakesAnActor(t *testing.T) {
	for service, reads := range readers {
		for m := range service.Methods() {
			takes := false
			for in := range m.Type.Ins() {
				takes = takes || in == reflect.TypeFor[actor.Actor]()
			}
			if !takes && !slices.Contains(reads, m.Name) {
				t.Errorf("%s.%s takes no actor: let it take one, or add it to the readers with a reason", service, m.Name)
			}
		}
		for _, name := range reads {
			if _, ok := service.MethodByName(name); !ok {
				t.Errorf("%s has no %s", service, name)
			}
		}
	}
}
