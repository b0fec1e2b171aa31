package task_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"keepsake/actor"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/people"
	"keepsake/shortid"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/task"
	"keepsake/templates"
)

const alice = "telegram:1"

// house is a Service over a real database with a clock to move.
type house struct {
	*task.Service
	t        *testing.T
	db       *store.DB
	Delivery *delivery.Service
	People   *people.Service
	now      time.Time
	zone     *time.Location
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	must(t, err)
	return z
}

func open(t *testing.T) *house {
	t.Helper()
	return over(t, storetest.SQLite(t))
}

func over(t *testing.T, db *store.DB) *house {
	t.Helper()
	words, err := templates.LoadWords()
	must(t, err)
	// Friday noon in Berlin.
	h := &house{t: t, db: db, now: time.Date(2026, 11, 20, 11, 0, 0, 0, time.UTC), zone: zone(t, "Europe/Berlin")}
	clock := func() time.Time { return h.now }
	h.Delivery = delivery.New(delivery.Config{Store: db.Deliveries(), Now: clock})
	h.People = people.New(people.Config{Store: db.People(), Now: clock})
	h.Service = task.New(task.Config{
		Store: db.Tasks(), Delivery: h.Delivery,
		People: h.People, Words: words, Now: clock,
	})
	return h
}

func (h *house) create(title, due string) task.Task {
	h.t.Helper()
	t, err := h.Create(h.t.Context(), actor.OfSystem(), task.Draft{
		Store: "keepsake", Person: alice, Title: title, Due: due, Zone: h.zone, Bot: "keepsake", Chat: 1,
	})
	must(h.t, err)
	h.now = h.now.Add(time.Second)
	return t
}

func (h *house) outbox() []delivery.Outgoing {
	h.t.Helper()
	due, err := h.Delivery.ClaimOut(h.t.Context(), "keepsake", "me", h.now, h.now, nil, 10)
	must(h.t, err)
	return due.Messages
}

// Due dates are on the person's clock (issue, point 11).
func TestParseDue(t *testing.T) {
	now := time.Date(2026, 11, 20, 22, 30, 0, 0, time.UTC) // in Tokyo it is Saturday already
	for _, c := range []struct{ in, zone, want string }{
		{"2026-11-27", "Europe/Berlin", "2026-11-26T23:00Z day"},
		{"2026-11-27T15:00", "Europe/Berlin", "2026-11-27T14:00Z"},
		{" 2026-11-27 15:00 ", "America/New_York", "2026-11-27T20:00Z"},
		{"2026-11-27t15:00:30", "Asia/Kolkata", "2026-11-27T09:30Z"},
		{"2026-11-27T15:00:00Z", "Europe/Berlin", "2026-11-27T15:00Z"},
		{"2026-11-27T15:00+01:00", "Asia/Tokyo", "2026-11-27T14:00Z"},
		{"2027-07-01T15:00", "Europe/Berlin", "2027-07-01T13:00Z"}, // summer time
		{"2027-03-28T02:30", "Europe/Berlin", "gap"},               // an hour that is left out
		{"2026-10-25T02:30", "Europe/Berlin", "past"},
		{"2027-10-31T02:30", "Europe/Berlin", "2027-10-31T01:30Z"}, // an hour that comes twice: once
		{"2027-02-30", "UTC", "none"},
		{"2027-02-29T09:00", "UTC", "none"},
		{"2027-02-28T25:00", "UTC", "none"},
		{"2028-02-29", "UTC", "2028-02-29T00:00Z day"},
		{"2026-11-21", "Asia/Tokyo", "2026-11-20T15:00Z day"}, // today there
		{"2026-11-27T15:00", "", "2026-11-27T15:00Z"},
		{"2026-11-20", "Asia/Tokyo", "past"},
		{"2026-11-20T22:00", "UTC", "past"},
		{"2026-11-20T22:30", "UTC", "2026-11-20T22:30Z"},
		{"tomorrow", "UTC", "bad"},
		{"2026-13-01", "UTC", "none"},
		{"27.11.2026", "UTC", "bad"},
	} {
		var z *time.Location
		if c.zone != "" {
			z = zone(t, c.zone)
		}
		d, err := task.ParseDue(c.in, now, z)
		got := d.At.Format("2006-01-02T15:04Z07:00")
		if d.AllDay {
			got += " day"
		}
		var f *fault.Error
		switch {
		case errors.As(err, &f) && f.Kind == fault.Invalid && f.Field == "due" && strings.Contains(f.Message, "past"):
			got = "past"
		case errors.As(err, &f) && f.Field == "due" && strings.Contains(f.Message, "clocks are put forward"):
			got = "gap"
		case errors.As(err, &f) && f.Field == "due" && strings.Contains(f.Message, "no such day"):
			got = "none"
		case errors.As(err, &f) && f.Kind == fault.Invalid && f.Field == "due":
			got = "bad"
		case err != nil:
			t.Errorf("%s: %v", c.in, err)
		}
		if got != c.want {
			t.Errorf("%s in %s: %s, want %s", c.in, c.zone, got, c.want)
		}
	}
}

func TestCreate(t *testing.T) {
	h := open(t)
	made := h.create("  Update Alec\non the project ", "2026-11-27")
	if !shortid.IsValid(made.ID) || made.Title != "Update Alec on the project" || !made.AllDay {
		t.Errorf("task %+v", made)
	}
	if made.RemindAt == nil || made.RemindAt.In(h.zone).Format("2006-01-02 15:04") != "2026-11-27 09:00" {
		t.Errorf("reminded at %v", made.RemindAt)
	}
	if today := h.create("Today", "2026-11-20"); today.RemindAt != nil {
		t.Errorf("09:00 has passed, reminded at %v", today.RemindAt)
	}
	if timed := h.create("Call", "2026-11-20T15:00"); !timed.RemindAt.Equal(*timed.DueAt) {
		t.Errorf("reminded at %v", timed.RemindAt)
	}
	if never := h.create("Some day", ""); never.RemindAt != nil || never.DueAt != nil {
		t.Errorf("task %+v", never)
	}
	got, err := h.Get(t.Context(), "keepsake", alice, made.ID)
	must(t, err)
	if got.Title != made.Title || !got.DueAt.Equal(*made.DueAt) {
		t.Errorf("stored %+v", got)
	}
	if secret := h.create("password is hunter2", ""); secret.Title != "password is •••" {
		t.Errorf("title %q", secret.Title)
	}
	for _, n := range []task.Draft{{Title: " \n"}, {Title: strings.Repeat("x", 201)}, {Title: "x", Due: "someday"}} {
		if _, err := h.Create(t.Context(), actor.OfSystem(), n); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%+v: %v", n, err)
		}
	}
}

// The same call of the same turn makes its task once.
func TestCreate_Once(t *testing.T) {
	h := open(t)
	n := task.Draft{Store: "keepsake", Person: alice, Title: "Call Alec", SourceTurn: "turn", SourceCall: "call"}
	_, err := h.Create(t.Context(), actor.OfSystem(), n)
	must(t, err)
	if _, err := h.Create(t.Context(), actor.OfSystem(), n); !errors.Is(err, task.ErrExists) {
		t.Fatalf("error %v", err)
	}
	n.SourceCall = "call2"
	_, err = h.Create(t.Context(), actor.OfSystem(), n)
	must(t, err)
}

func TestListAndComplete(t *testing.T) {
	h := open(t)
	ctx := t.Context()
	none := h.create("None", "")
	late := h.create("Late", "2026-12-01")
	soon := h.create("Soon", "2026-11-20T15:00")
	titles := func(done bool) string {
		ts, total, err := h.List(ctx, "keepsake", alice, done, 10, 0)
		must(t, err)
		var out []string
		for _, x := range ts {
			out = append(out, x.Title)
		}
		if total != len(ts) {
			t.Errorf("total %d", total)
		}
		return strings.Join(out, " ")
	}
	if got := titles(false); got != "Soon Late None" {
		t.Errorf("open: %s", got)
	}
	done, err := h.Complete(ctx, actor.OfSystem(), "keepsake", alice, soon.ID)
	must(t, err)
	if done.DoneAt == nil || titles(false) != "Late None" || titles(true) != "Soon" {
		t.Errorf("done %+v, open %s", done, titles(false))
	}
	_, err = h.Complete(ctx, actor.OfSystem(), "keepsake", alice, soon.ID)
	if !errors.Is(err, task.ErrDone) {
		t.Errorf("error %v", err)
	}
	_, err = h.Reopen(ctx, actor.OfSystem(), "keepsake", alice, soon.ID)
	must(t, err)
	_, err = h.Reopen(ctx, actor.OfSystem(), "keepsake", alice, soon.ID)
	if !errors.Is(err, task.ErrOpen) {
		t.Errorf("error %v", err)
	}
	must(t, h.Delete(ctx, actor.OfSystem(), "keepsake", alice, late.ID))
	for _, err := range []error{
		h.Delete(ctx, actor.OfSystem(), "keepsake", alice, late.ID),
		h.Delete(ctx, actor.OfSystem(), "keepsake", "telegram:2", none.ID),
	} {
		if !errors.Is(err, task.ErrNotFound) {
			t.Errorf("error %v", err)
		}
	}
	if got := titles(false); got != "Soon None" {
		t.Errorf("open: %s", got)
	}
}

// Reminders come at their time, once, through the outbox, also across a restart; what is
// done or has no time is not reminded of.
func TestRemind(t *testing.T) {
	path := storetest.SQLiteFile(t)
	h := over(t, storetest.OpenSQLite(t, path))
	ctx := t.Context()
	call := h.create("Call *Alec*", "2026-11-20T15:00")
	day := h.create("Pay rent", "2026-11-21")
	h.create("Some day", "")
	done := h.create("Done before", "2026-11-20T14:00")
	_, err := h.Complete(ctx, actor.OfSystem(), "keepsake", alice, done.ID)
	must(t, err)

	n, err := h.Remind(ctx, actor.OfSystem(), h.now)
	must(t, err)
	if n != 0 || len(h.outbox()) != 0 {
		t.Fatalf("%d too early", n)
	}
	must(t, h.db.Close())

	h2 := over(t, storetest.OpenSQLite(t, path))
	h2.now = call.DueAt.Add(20 * time.Minute) // it was due while nobody was running
	n, err = h2.Remind(ctx, actor.OfSystem(), h2.now)
	must(t, err)
	out := h2.outbox()
	if n != 1 || len(out) != 1 {
		t.Fatalf("%d reminders, outbox %+v", n, out)
	}
	o := out[0]
	if o.Body.Text != `⏰ **Reminder:** Call \*Alec\*` || o.Chat != 1 || o.Person != alice || o.Kind != delivery.Send {
		t.Errorf("outgoing %+v", o)
	}
	if b := o.Body.Buttons[0][0]; b.Action != task.ActionDone || b.Ref != call.ID || b.Text == "" {
		t.Errorf("button %+v", b)
	}
	n, err = h2.Remind(ctx, actor.OfSystem(), h2.now)
	must(t, err)
	if n != 0 {
		t.Error("reminded twice")
	}
	must(t, h2.Delivery.MarkSent(ctx, o.ID, h2.now))
	_, err = h2.People.See(ctx, actor.OfPerson(alice), people.Person{ID: alice, Name: "Alice", ClientLang: "en-GB"})
	must(t, err)
	h2.now = *day.RemindAt
	n, err = h2.Remind(ctx, actor.OfSystem(), h2.now)
	must(t, err)
	if out := h2.outbox(); n != 1 || len(out) != 1 || out[0].Body.Text != "⏰ **Due today:** Pay rent" {
		t.Errorf("%d reminders, outbox %+v", n, out)
	}
}

// More than one transaction's worth: all of them, each once.
func TestRemind_Many(t *testing.T) {
	h := open(t)
	for range 120 {
		h.create("Call", "2026-11-20T15:00")
	}
	h.now = h.now.Add(24 * time.Hour)
	n, err := h.Remind(t.Context(), actor.OfSystem(), h.now)
	must(t, err)
	if n != 120 {
		t.Errorf("%d reminders", n)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := h.Remind(ctx, actor.OfSystem(), h.now); err == nil {
		t.Error("no error without a database")
	}
}

// W8: a declined proposal is remembered for 30 days, is in no list, and can be neither accepted nor declined again.
func TestDeclined(t *testing.T) {
	h, ctx, person := open(t), t.Context(), actor.OfPerson(alice)
	propose := func(title string) task.Task {
		made, err := h.Create(ctx, actor.OfSystem(), task.Draft{Store: "keepsake", Person: alice, Title: title, Proposed: true})
		must(t, err)
		return made
	}
	made := propose("Sell the house")
	if _, err := h.Decline(ctx, person, "keepsake", alice, made.ID); err != nil {
		t.Fatal(err)
	}
	for name, do := range map[string]func(context.Context, actor.Actor, string, string, string) (task.Task, error){"accept": h.Accept, "decline": h.Decline, "complete": h.Complete} {
		if _, err := do(ctx, person, "keepsake", alice, made.ID); !errors.Is(err, task.ErrNotFound) {
			t.Errorf("%s: %v, want not found", name, err)
		}
	}
	declined := func() []task.Task {
		ts, err := h.Declined(ctx, "keepsake", alice)
		must(t, err)
		return ts
	}
	if ts := declined(); len(ts) != 1 || ts[0].Title != "Sell the house" || !ts[0].IsDeclined() {
		t.Errorf("declined: %+v", ts)
	}
	for _, done := range []bool{false, true} {
		if ts, n, err := h.List(ctx, "keepsake", alice, done, 0, 0); err != nil || n != 0 || len(ts) != 0 {
			t.Errorf("listed: %+v, %v", ts, err)
		}
	}
	h.now = h.now.AddDate(0, 0, 31)
	if ts := declined(); len(ts) != 0 {
		t.Errorf("after a month: %+v", ts)
	}
}
