package people_test

import (
	"errors"
	"testing"
	"time"

	"keepsake/fault"
	"keepsake/people"
	"keepsake/store/storetest"
)

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// world is the service over a real store, with a clock to move.
type world struct {
	*people.Service
	at time.Time
}

func newWorld(t *testing.T) *world {
	w := &world{at: noon}
	w.Service = &people.Service{Store: storetest.SQLite(t).People(), Now: func() time.Time { return w.at }}
	return w
}

func see(t *testing.T, w *world, id int64, name string) people.Person {
	t.Helper()
	p, err := w.See(t.Context(), people.Person{ID: people.ID(id), Name: name, ClientLang: "en"})
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
	if err := w.Save(t.Context(), p); err != nil {
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

func TestTimeZonesAreNames(t *testing.T) {
	w := newWorld(t)
	p := see(t, w, 7, "Ann")
	for _, zone := range []string{"Local", "Atlantis/Capital", "../etc/passwd"} {
		p.TimeZone = zone
		if err := w.Save(t.Context(), p); fault.KindOf(err) != fault.Invalid {
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
	code, err := w.NewOwnerLink(ctx, time.Hour)
	if err != nil || len(code) != 22 {
		t.Fatalf("code of %d characters, %v", len(code), err)
	}
	if err := w.ClaimOwner(ctx, code, people.ID(9)); !errors.Is(err, people.ErrNotFound) {
		t.Errorf("a stranger: %v", err)
	}
	if err := w.ClaimOwner(ctx, code[:21]+"x", people.ID(7)); !errors.Is(err, people.ErrLink) {
		t.Errorf("a wrong code: %v", err)
	}
	if err := w.ClaimOwner(ctx, code, people.ID(7)); err != nil {
		t.Errorf("the first: %v", err)
	}
	if err := w.ClaimOwner(ctx, code, people.ID(8)); !errors.Is(err, people.ErrLink) {
		t.Errorf("the second: %v", err)
	}
	owners, err := w.Owners(ctx)
	if err != nil || len(owners) != 1 || owners[0].ID != people.ID(7) {
		t.Errorf("owners %+v, %v", owners, err)
	}

	late, err := w.NewOwnerLink(ctx, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	w.at = noon.Add(2 * time.Hour)
	if err := w.ClaimOwner(ctx, late, people.ID(8)); !errors.Is(err, people.ErrLink) {
		t.Errorf("too late: %v", err)
	}
	if n, err := w.PurgeLinks(ctx); err != nil || n < 1 {
		t.Errorf("purged %d, %v", n, err)
	}
}
