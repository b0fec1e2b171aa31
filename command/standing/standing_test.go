package standing_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/command"
	"keepsake/command/standing"
	"keepsake/fault"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/store/storetest"
)

// Somebody acts in a group with the standing that the platform says they have there now, if that is enough and the bot serves
// the group; the platform is asked about nobody else, and about one person so often only.
func TestIn(t *testing.T) {
	ctx, now := t.Context(), time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	db := storetest.SQLite(t)
	c := &command.Service{Name: "night", Store: "keepsake", Access: command.AccessOpen, People: people.New(people.Config{Store: db.People(), Now: clock}), Now: clock}
	away := errors.New("away")
	is, asked, silent := actor.Admin, 0, error(nil)
	desk := standing.New(c, func(_ context.Context, chat int64, person string) (actor.Standing, error) {
		if asked++; chat != -7 || person != "telegram:1" {
			t.Errorf("%s is asked about in %d", person, chat)
		}
		return is, silent
	})
	owner := actor.OfPerson("telegram:1")
	owner.Owner = true
	try := func(d *standing.Desk, chat int64, least actor.Standing, want error) actor.Actor {
		t.Helper()
		who, here, err := d.In(ctx, owner, chat, least)
		if !errors.Is(err, want) || err == nil && here != (scope.Scope{Store: "keepsake", Kind: scope.Group, ID: "telegram:-7"}) {
			t.Errorf("in %d: %+v, %v, want %v", chat, here, err, want)
		}
		return who
	}
	if who := try(desk, -7, actor.Admin, nil); !who.IsAdmin() || !who.Owner {
		t.Errorf("acts as %+v", who)
	}
	is = actor.Member
	try(desk, -7, actor.Admin, standing.ErrNoGroup)
	if who := try(desk, -7, actor.Member, nil); who.IsAdmin() {
		t.Errorf("a member acts as %+v", who)
	}
	before := asked
	try(nil, -7, actor.Member, standing.ErrNoGroup)
	try(desk, 7, actor.Member, standing.ErrNoGroup)
	c.Access = command.AccessList // without the group
	try(desk, -7, actor.Member, standing.ErrNoGroup)
	if c.Access = command.AccessOpen; asked != before {
		t.Errorf("asked %d times for what is no group", asked-before)
	}
	silent = away
	_, _, err := desk.In(ctx, owner, -7, actor.Member)
	if !errors.Is(err, away) || fault.KindOf(err) != fault.Unavailable {
		t.Errorf("a silent platform: %v", err)
	}
	silent = nil
	for range 40 {
		_, _, err = desk.In(ctx, owner, -7, actor.Member)
	}
	if !errors.Is(err, standing.ErrTooOften) || asked > 40 {
		t.Errorf("asked %d times: %v", asked, err)
	}
	now = now.Add(time.Minute)
	try(desk, -7, actor.Member, nil)
}
