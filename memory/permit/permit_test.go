package permit

import (
	"errors"
	"testing"

	"keepsake/actor"
	"keepsake/scope"
)

// Who may do what; the whole table, actor by actor, is in internal/permission.
func TestCheck(t *testing.T) {
	own, group := scope.Scope{Store: "s", Kind: scope.User, ID: "telegram:1"}, scope.Scope{Store: "s", Kind: scope.Group, ID: "telegram:-1"}
	global, session := scope.Scope{Store: "s", Kind: scope.Global}, scope.Scope{Store: "s", Kind: scope.Session, ID: "x"}
	ann, eve := actor.OfPerson("telegram:1"), actor.OfPerson("telegram:2")
	in := func(a actor.Actor, standing actor.Standing) actor.Actor { a.Standing = standing; return a }
	tool := func(a actor.Actor) actor.Actor { a.Kind = actor.Tool; return a }
	owner := eve
	owner.Owner = true
	for name, c := range map[string]struct {
		a     actor.Actor
		act   Action
		owner scope.Scope
		want  error
	}{
		"one's own":                        {ann, Manage, own, nil},
		"by a tool":                        {tool(ann), Add, own, nil},
		"a tool erases":                    {tool(ann), Destroy, own, ErrNotAllowed},
		"another's":                        {eve, Propose, own, ErrNotAllowed},
		"a nameless one's":                 {actor.Actor{Kind: actor.Person}, Add, scope.Scope{Store: "s", Kind: scope.User}, ErrNotAllowed},
		"upkeep by a person":               {ann, Upkeep, own, ErrNotAllowed},
		"retiring by a person":             {ann, Retire, own, ErrNotAllowed},
		"a member adds":                    {in(eve, actor.Member), Add, group, nil},
		"a member erases":                  {in(eve, actor.Member), Destroy, group, actor.ErrAdminsOnly},
		"an admin erases":                  {in(eve, actor.Admin), Destroy, group, nil},
		"a stranger adds":                  {in(eve, actor.Stranger), Add, group, ErrNotAllowed},
		"a tool proposes for nobody":       {actor.Actor{Kind: actor.Tool}, Propose, group, nil},
		"an owner for everybody":           {owner, Add, global, nil},
		"somebody for everybody":           {eve, Add, global, ErrNotAllowed},
		"anybody in a session":             {ann, Add, session, ErrNotAllowed},
		"extraction adds":                  {actor.Actor{Kind: actor.Extraction}, Add, own, nil},
		"extraction destroys":              {actor.Actor{Kind: actor.Extraction}, Destroy, own, ErrNotAllowed},
		"the system destroys":              {actor.OfSystem(), Destroy, own, nil},
		"an import of one's own":           {actor.Actor{Kind: actor.Import, ID: "telegram:1"}, Import, own, nil},
		"an import into another's":         {actor.Actor{Kind: actor.Import, ID: "telegram:2"}, Import, own, ErrNotAllowed},
		"a person's import without a part": {ann, Import, own, ErrNotAllowed},
	} {
		if err := Check(c.a, c.act, c.owner); !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}
