package shard

import (
	"context"
	"maps"
	"slices"
	"strings"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/scope"
	"keepsake/text"
)

// Right is how much somebody may do with a shard (E47). Each right includes those before it.
type Right int

const (
	None    Right = iota // it is to them as if it were not there
	Read                 // see all that is in it
	Suggest              // add what they say themselves; what they tell the bot may form in it
	Edit                 // change what belongs in it, take back what others said, undo what merging changed
	Manage               // change all of it but its reach; see CanManage
)

var rightNames = []string{"none", "read", "suggest", "edit", "manage"}

// String returns the name of a right, as people and programs write it.
func (r Right) String() string { return rightNames[r] }

// ParseRight returns the right of a name.
func ParseRight(name string) (Right, bool) {
	at := slices.Index(rightNames, strings.ToLower(strings.TrimSpace(name)))
	return Right(max(at, 0)), at >= 0
}

// Subject is whose right it is: Everybody, Admins, a person or a role of the bot.
type Subject string

const (
	Everybody Subject = "everybody" // in the chats that see the shard
	Admins    Subject = "admins"    // of the groups that see it; those of its home may all of it anyway

	personPrefix, rolePrefix = "person:", "role:"
	maxSubjects              = 100
	mostSubject              = 100 // runes
)

// OfPerson returns the subject of a person, by id.
func OfPerson(id string) Subject { return Subject(personPrefix + id) }

// OfRole returns the subject of a role of the bot, by name.
func OfRole(name string) Subject { return Subject(rolePrefix + name) }

// Person returns the id of the person whose right it is; "" for another subject.
func (s Subject) Person() string {
	id, _ := strings.CutPrefix(string(s), personPrefix)
	if id == string(s) {
		return ""
	}
	return id
}

// Role returns the name of the role whose right it is; "" for another subject.
func (s Subject) Role() string {
	name, _ := strings.CutPrefix(string(s), rolePrefix)
	if name == string(s) {
		return ""
	}
	return name
}

// Rights are what was set for a shard; who is not in them has the defaults, with which everybody adds what they say
// where the shard is attached.
type Rights map[Subject]Right

// Of returns the right of a subject: a person and admins have everybody's unless theirs was set. The right of a role
// bounds what is done through it; a role for which none was set bounds nothing, unless its store is another: see
// Service.RightOfSubject.
func (r Rights) Of(s Subject) Right {
	if right, ok := r[s]; ok {
		return right
	}
	switch {
	case s.Role() != "":
		return Manage
	case s != Everybody:
		return r.Of(Everybody)
	}
	return Suggest
}

// RightOf returns what an actor may do who acts in a chat that sees the shard. Whoever could make the shard in its home
// may manage it; the model may nothing.
func (s *Service) RightOf(a actor.Actor, here scope.Scope, held Shard) Right {
	if CanManage(a, here, held) {
		return Manage
	}
	bound := s.bound(held)
	switch {
	case a.IsPart():
		return min(Suggest, bound)
	case a.Kind != actor.Person || !a.IsMember():
		return None
	}
	if right, ok := held.Rights[OfPerson(a.ID)]; ok && a.ID != "" {
		return min(right, bound)
	}
	if here.Kind == scope.Group && a.IsAdmin() {
		return min(held.Rights.Of(Admins), bound)
	}
	return min(held.Rights.Of(Everybody), bound)
}

// shows reports whether the role may show the shard in a chat that it reaches. What a group is shown all of it see, so
// that everybody must be allowed to; a person alone needs their own right.
func (s *Service) shows(here scope.Scope, held Shard) bool {
	switch {
	case s.bound(held) < Read, here.Store != held.Home.Store && !s.isOpened(held):
		return false
	case here == held.Home:
		return true
	case here.Kind == scope.User:
		return held.Rights.Of(OfPerson(here.ID)) >= Read
	}
	return held.Rights.Of(Everybody) >= Read
}

// MayForm reports whether what a person tells the bot in a chat that shares the shard may form in it. Who is an admin is
// not known of what was said a while ago: they have everybody's right unless they were given one by name.
func (s *Service) MayForm(held Shard, person string) bool {
	return min(held.Rights.Of(OfPerson(person)), s.bound(held)) >= Suggest
}

// rightHere returns the right of an actor who acts in a chat, which is None where the shard does not reach it.
func (s *Service) rightHere(ctx context.Context, a actor.Actor, here scope.Scope, held Shard) (Right, error) {
	if CanManage(a, here, held) {
		return Manage, nil
	}
	if !s.shows(here, held) {
		return None, nil
	}
	if here != held.Home && !held.Open {
		chats, err := s.store.Chats(ctx, held)
		if err != nil || !slices.Contains(chats, here) {
			return None, err
		}
	}
	return s.RightOf(a, here, held), nil
}

// Grant sets the right of a subject in a shard, with nil to the default. Who manages the shard may. A role cannot be
// shut out through itself, so that somebody can always undo it. What was said before somebody could add does not form.
func (s *Service) Grant(ctx context.Context, a actor.Actor, here scope.Scope, id string, to Subject, right *Right) (Shard, error) {
	return s.hold(ctx, a, here, id, "grant", Manage, func(ctx context.Context, held *Shard) error {
		was := s.RightOfSubject(*held, to)
		held.Rights = maps.Clone(held.Rights)
		if held.Rights == nil {
			held.Rights = Rights{}
		}
		if delete(held.Rights, to); right != nil {
			held.Rights[to] = *right
			if err := s.checkRights(*held, to); err != nil {
				return err
			}
		}
		err := s.store.Update(ctx, *held)
		if err == nil && was < Suggest && s.RightOfSubject(*held, to) >= Suggest {
			err = s.store.Resume(ctx, *held, s.now.UTC())
		}
		return err
	})
}

// checkRights refuses a subject that is none, and a right that shuts out who would have to undo it.
func (s *Service) checkRights(held Shard, to Subject) error {
	right := held.Rights[to]
	switch {
	case to != Everybody && to != Admins && to.Person() == "" && to.Role() == "",
		text.Len(string(to)) > mostSubject, text.OneLine(string(to)) != string(to), right < None || right > Manage:
		return fault.Field("permissions", "must name everybody, admins, a person or a role")
	case len(held.Rights) > maxSubjects:
		return fault.Field("permissions", "must have at most 100 subjects")
	case s.role != "" && to == OfRole(s.role) && right < Read:
		return fault.Field("permissions", "must not shut out the role through which they are set")
	}
	return nil
}
