package shards

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/templates"
	"keepsake/text"
)

const (
	mostPeople = 8         // who are offered on one screen
	asOthers   = "default" // takes back what was set
)

// levels are what buttons offer for a subject.
var levels = []struct{ name, button string }{
	{"none", "button.shard_none"}, {"read", "button.shard_read"}, {"suggest", "button.shard_suggest"},
	{"edit", "button.shard_edit"}, {"manage", "button.shard_manage"}, {asOthers, "button.shard_default"},
}

// rights shows who may do what with a shard, to who manages it with a button for each to change it.
func (d Desk) rights(ctx context.Context, a *answer.Answer, s shard.Shard) error {
	manages := d.Shards.RightOf(a.Actor(), d.here(a), s) >= shard.Manage
	listed, err := d.subjects(ctx, a, s, manages)
	if err != nil {
		return err
	}
	owned := "shards.rights_group"
	if s.Home.Kind == scope.User {
		owned = "shards.rights_owner"
	}
	shown := []string{a.Say("shards.rights", data(s)), "", a.Say(owned, nil)}
	var rows [][]delivery.Button
	for _, to := range listed {
		who, err := d.nameOf(ctx, a, to)
		if err != nil {
			return err
		}
		shown = append(shown, a.Say("shards.right", templates.Data{"Who": answer.Literal(who), "May": templates.Markdown(a.Say("shards.may."+d.Shards.RightOfSubject(s, to).String(), nil))}))
		if manages {
			rows = append(rows, []delivery.Button{{Text: text.Cut(text.Visible("🔑 "+who), answer.TapRunes), Action: Action, Ref: doRights + "." + s.ID + "." + d.codeOf(to)}})
		}
	}
	if manages {
		shown = append(shown, "", a.Say("shards.rights_below", nil))
		if d.Shards.Roles(s) != nil {
			shown = append(shown, a.Say("shards.rights_opened", data(s)))
		}
	}
	a.Show(delivery.Body{Text: strings.Join(shown, "\n"), Buttons: append(rows, []delivery.Button{a.Button("button.back", Action, doShow+"."+s.ID)})})
	return nil
}

// subjects returns whose right is shown: everybody, the admins of groups that an owner's shard is attached to, the roles
// of the process where there are several; for who manages it also who was given a right by name, and who said here what is
// in the shard.
func (d Desk) subjects(ctx context.Context, a *answer.Answer, s shard.Shard, manages bool) ([]shard.Subject, error) {
	all := []shard.Subject{shard.Everybody}
	if s.Home.Kind == scope.User {
		all = append(all, shard.Admins)
	}
	if len(d.Roles) > 1 {
		for _, name := range d.Roles {
			all = append(all, shard.OfRole(name))
		}
	}
	var named []shard.Subject
	for _, to := range slices.Sorted(maps.Keys(s.Rights)) {
		if to.Person() != "" && (manages || to.Person() == a.Person.ID) {
			named = append(named, to)
		}
	}
	if !manages { // whom else they let is theirs to know
		return append(all, named...), nil
	}
	for _, kind := range []shard.Kind{shard.Fact, shard.Suggestion} {
		items, err := d.Shards.Items(ctx, d.here(a), s.ID, kind, false)
		if err != nil {
			return nil, err
		}
		for _, i := range items {
			to := shard.OfPerson(i.Person)
			if len(named) < mostPeople && i.Person != "" && i.Person != a.Person.ID && i.Scope == d.here(a) && !slices.Contains(named, to) {
				named = append(named, to)
			}
		}
	}
	return append(all, named...), nil
}

// nameOf returns how a subject is called on screens.
func (d Desk) nameOf(ctx context.Context, a *answer.Answer, to shard.Subject) (string, error) {
	switch id := to.Person(); {
	case to == shard.Everybody:
		return a.Plain("shards.who_everybody", nil), nil
	case to == shard.Admins:
		return a.Plain("shards.who_admins", nil), nil
	case id == "":
		return a.Plain("shards.who_role", templates.Data{"Name": answer.Literal(to.Role())}), nil
	case d.People != nil:
		p, err := d.People.Get(ctx, id)
		if err == nil && p.Name != "" {
			return people.Label(p.Name, id), nil
		}
		if err != nil && !errors.Is(err, people.ErrNotFound) {
			return "", err
		}
	}
	return strings.TrimPrefix(to.Person(), "telegram:"), nil
}

// codeOf returns a subject as a button names it, and subjectOf the subject of such a code.
func (d Desk) codeOf(to shard.Subject) string {
	switch id := to.Person(); {
	case to == shard.Everybody:
		return "e"
	case to == shard.Admins:
		return "a"
	case id != "":
		return "p" + strconv.FormatInt(people.Number(id), 10)
	}
	return "r" + strconv.Itoa(slices.Index(d.Roles, to.Role()))
}

func (d Desk) subjectOf(code string) (shard.Subject, bool) {
	switch code {
	case "":
		return "", false
	case "e":
		return shard.Everybody, true
	case "a":
		return shard.Admins, true
	}
	n, err := strconv.ParseInt(code[1:], 10, 64)
	switch {
	case err != nil:
		return "", false
	case code[0] == 'r' && n >= 0 && n < int64(len(d.Roles)):
		return shard.OfRole(d.Roles[n]), true
	}
	return shard.OfPerson(people.ID(n)), code[0] == 'p' && n > 0
}

// tapRights shows the rights of a shard, what may be chosen for one subject, or sets that.
func (d Desk) tapRights(ctx context.Context, a *answer.Answer, id, what string) error {
	s, err := d.Shards.Find(ctx, d.here(a), id)
	if err != nil {
		return err
	}
	code, level := answer.CutRef(what)
	to, ok := d.subjectOf(code)
	switch {
	case !ok:
		return d.rights(ctx, a, s)
	case level != "":
		return d.grant(ctx, a, s.ID, to, level)
	case d.Shards.RightOf(a.Actor(), d.here(a), s) < shard.Manage:
		return shard.ErrNotAllowed
	}
	who, err := d.nameOf(ctx, a, to)
	if err != nil {
		return err
	}
	said := data(s)
	said["Who"], said["May"] = answer.Literal(who), templates.Markdown(a.Say("shards.may."+d.Shards.RightOfSubject(s, to).String(), nil))
	body := delivery.Body{Text: a.Say("shards.right_choose", said)}
	for _, l := range levels {
		body.Buttons = append(body.Buttons, []delivery.Button{a.Button(l.button, Action, doRights+"."+s.ID+"."+code+"."+l.name)})
	}
	body.Buttons = append(body.Buttons, []delivery.Button{a.Button("button.back", Action, doRights+"."+s.ID)})
	a.Show(body)
	return nil
}

// typedRight sets a right that was typed: "everybody read", "admins edit", "12345 manage", "role companion none".
func (d Desk) typedRight(ctx context.Context, a *answer.Answer, id, typed string) error {
	words := strings.Fields(typed)
	if len(words) < 2 {
		return fault.Field("permissions", "must name whose right it is, and which")
	}
	who, level := strings.Join(words[:len(words)-1], " "), strings.ToLower(words[len(words)-1])
	to := shard.Subject(strings.ToLower(who))
	role, isRole := strings.CutPrefix(who, "role ")
	n, err := strconv.ParseInt(who, 10, 64)
	switch {
	case isRole && slices.Contains(d.Roles, role):
		to = shard.OfRole(role)
	case err == nil && n > 0:
		to = shard.OfPerson(people.ID(n))
	case to != shard.Everybody && to != shard.Admins:
		return fault.Field("permissions", "must name whose right it is, and which")
	}
	return d.grant(ctx, a, id, to, level)
}

func (d Desk) grant(ctx context.Context, a *answer.Answer, id string, to shard.Subject, level string) error {
	var set *shard.Right
	if level != asOthers {
		right, ok := shard.ParseRight(level)
		if !ok {
			return fault.Field("permissions", "must be none, read, suggest, edit or manage")
		}
		set = &right
	}
	s, err := d.Shards.Grant(ctx, a.Actor(), d.here(a), id, to, set)
	if err != nil {
		return err
	}
	return d.rights(ctx, a, s)
}
