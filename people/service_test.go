package people_test

import (
	"errors"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/people"
	"keepsake/store/storetest"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// world is the service over a real store, with a clock to move.
type world struct {
	*people.Service
	store people.Store
	at    time.Time
}

func newWorld(t *testing.T) *world {
	w := &world{at: noon, store: storetest.SQLite(t).People()}
	w.Service = people.New(people.Config{Store: w.store, Now: func() time.Time { return w.at }})
	return w
}

func see(t *testing.T, w *world, id int64, name string) people.Person {
	t.Helper()
	p, err := w.See(t.Context(), actor.OfSystem(), people.Person{ID: people.ID(id), Name: name, ClientLang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestSeeRefreshesAndKeepsSettings(t *testing.T) {
	w := newWorld(t)
	p := see(t, w, 7, "Ann")
	if p.ID != "telegram:7" || !p.Receipts || p.Access != people.None || !p.CreatedAt.Equal(noon) {
		t.Errorf("a new person: %+v", p)
	}
	p.Language, p.TimeZone, p.Receipts = "de", "Europe/Berlin", false
	if err := w.SaveSettings(t.Context(), actor.OfSystem(), p); err != nil {
		t.Fatal(err)
	}
	w.at = noon.Add(time.Hour)
	p = see(t, w, 7, "Anna")
	if p.Name != "Anna" || p.Language != "de" || p.TimeZone != "Europe/Berlin" || p.Receipts || !p.SeenAt.Equal(w.at) || !p.CreatedAt.Equal(noon) {
		t.Errorf("seen again: %+v", p)
	}
	if got, err := w.Get(t.Context(), p.ID); err != nil || got.Name != "Anna" {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := w.Get(t.Context(), people.ID(8)); !errors.Is(err, people.ErrNotFound) {
		t.Errorf("a stranger: %v", err)
	}
}

func TestFindSeenIsTrueWhereSeeingWritesNothing(t *testing.T) {
	w := newWorld(t)
	find := func(name string) bool {
		t.Helper()
		p, ok, err := w.FindSeen(t.Context(), people.Person{ID: people.ID(7), Name: name, ClientLang: "en"})
		if err != nil || ok && p.Name != name {
			t.Fatalf("%+v, %v", p, err)
		}
		return ok
	}
	if find("Ann") {
		t.Error("a stranger was seen")
	}
	see(t, w, 7, "Ann")
	if !find("Ann") || find("Anna") {
		t.Error("only the same names are what was seen")
	}
	w.at = noon.Add(time.Hour)
	if find("Ann") {
		t.Error("an hour ago is not lately")
	}
	see(t, w, 7, "Ann")
	if !find("Ann") {
		t.Error("seen just now")
	}
}

func TestTimeZonesAreNames(t *testing.T) {
	w := newWorld(t)
	p := see(t, w, 7, "Ann")
	for _, zone := range []string{"Local", "Atlantis/Capital", "../etc/passwd"} {
		p.TimeZone = zone
		if err := w.SaveSettings(t.Context(), actor.OfSystem(), p); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", zone, err)
		}
	}
	if _, err := people.LoadZone(""); err == nil {
		t.Error("no zone is a zone")
	}
}

// TestOwnerLink: once, in time, for somebody who was seen.
func TestOwnerLink(t *testing.T) {
	w := newWorld(t)
	ctx := t.Context()
	see(t, w, 7, "Ann")
	see(t, w, 8, "Ben")
	code, err := w.NewOwnerLink(ctx, actor.OfSystem(), time.Hour)
	if err != nil || len(code) != 22 {
		t.Fatalf("code of %d characters, %v", len(code), err)
	}
	if err := w.ClaimOwner(ctx, actor.OfPerson(people.ID(9)), code); !errors.Is(err, people.ErrNotFound) {
		t.Errorf("a stranger: %v", err)
	}
	if err := w.ClaimOwner(ctx, actor.OfPerson(people.ID(7)), code[:21]+"x"); !errors.Is(err, people.ErrLink) {
		t.Errorf("a wrong code: %v", err)
	}
	if err := w.ClaimOwner(ctx, actor.OfPerson(people.ID(7)), code); err != nil {
		t.Errorf("the first: %v", err)
	}
	if err := w.ClaimOwner(ctx, actor.OfPerson(people.ID(8)), code); !errors.Is(err, people.ErrLink) {
		t.Errorf("the second: %v", err)
	}
	owners, err := w.Owners(ctx)
	if err != nil || len(owners) != 1 || owners[0].ID != people.ID(7) {
		t.Errorf("owners %+v, %v", owners, err)
	}

	late, err := w.NewOwnerLink(ctx, actor.OfSystem(), time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	w.at = noon.Add(2 * time.Hour)
	if err := w.ClaimOwner(ctx, actor.OfPerson(people.ID(8)), late); !errors.Is(err, people.ErrLink) {
		t.Errorf("too late: %v", err)
	}
	if n, err := w.PurgeLinks(ctx, actor.OfSystem()); err != nil || n < 1 {
		t.Errorf("purged %d, %v", n, err)
	}
}
