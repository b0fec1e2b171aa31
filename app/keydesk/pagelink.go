package keydesk

import (
	"context"
	"errors"
	"slices"
	"time"

	"keepsake/actor"
	"keepsake/app/doors"
	"keepsake/app/settings"
	"keepsake/fault"
	"keepsake/people"
	"keepsake/signin"
)

// PageLink makes a link that opens a person's page once, and returns its address: the only owner's when no person
// is named, in the memory of the first role when no role is.
func PageLink(ctx context.Context, c settings.Config, person, role string) (link string, err error) {
	if c.Web.URL == "" {
		return "", fault.Field("KEEPSAKE_WEB_URL", "is not set: without a public address there is no page")
	}
	d, err := Open(ctx, c, false)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	i := slices.IndexFunc(d.cast, func(o settings.Config) bool { return role == "" || o.Name == role })
	if i < 0 {
		return "", fault.Field("--role", "is the name of no role")
	}
	if person == "" {
		owners, err := people.New(people.Config{Store: d.db.People(), Now: time.Now}).Owners(ctx)
		if err != nil {
			return "", err
		}
		if len(owners) != 1 {
			return "", fault.Field("--person", "is needed: there is not exactly one owner")
		}
		person = owners[0].ID
	} else if person, err = PersonOf(person); err != nil {
		return "", err
	}
	return doors.PageLink(&signin.Service{Store: d.db.SignIns(), Now: time.Now}, c.Web.URL, d.cast[i].Name)(ctx, actor.OfSystem(), person, 0)
}
