package store_test

import (
	"errors"
	"fmt"
	"testing"

	"keepsake/people"
	"keepsake/store"
	"keepsake/task"
	"keepsake/trust"
)

// peopleKept: seeing refreshes what the platform says, saving what the person chose.
func peopleKept(t *testing.T, db *store.DB) {
	ctx, ps := t.Context(), db.People()
	p := people.Person{ID: people.ID(42), Name: "Alice Ærø", Username: "alice", ClientLang: "en", CreatedAt: at(0), SeenAt: at(0)}
	_, err := ps.Get(ctx, p.ID)
	wantErr(t, err, people.ErrNotFound)
	want := p
	want.Receipts = true
	same(t, "first seen", ok[people.Person](t)(ps.See(ctx, p)), want)
	want.Language, want.TimeZone, want.Receipts, want.Reactions, want.Access, want.QuietHours = "de", "Europe/Berlin", false, people.Off, people.Owner, "23:00-07:00"
	must(t, errors.Join(ps.SaveSettings(ctx, want), ps.SetAccess(ctx, want.ID, want.Access)))
	p.Name, p.Username, p.ClientLang, p.CreatedAt, p.SeenAt = "Alice B", "", "fr", at(5), at(5)
	want.Name, want.Username, want.ClientLang, want.SeenAt = "Alice B", "", "fr", at(5)
	same(t, "seen again: settings and first day stay", ok[people.Person](t)(ps.See(ctx, p)), want)
	same(t, "got", ok[people.Person](t)(ps.Get(ctx, p.ID)), want)
	wantErr(t, ps.SaveSettings(ctx, people.Person{ID: "telegram:1"}), people.ErrNotFound)

	ok[people.Person](t)(ps.See(ctx, people.Person{ID: people.ID(43), SeenAt: at(1)}))
	same(t, "owners", ok[[]people.Person](t)(ps.Owners(ctx)), []people.Person{want})
	for i, access := range []people.Access{people.Blocked, people.Allowed} {
		ok[people.Person](t)(ps.See(ctx, people.Person{ID: people.ID(int64(50 + i)), SeenAt: at(i)}))
		must(t, ps.SetAccess(ctx, people.ID(int64(50+i)), access))
	}
	decided := ok[[]people.Person](t)(ps.Decided(ctx, 5))
	same(t, "decided about, the last seen first", len(decided) == 2 && decided[0].ID == people.ID(51) && decided[1].Access == people.Blocked, true)
	same(t, "one of them", len(ok[[]people.Person](t)(ps.Decided(ctx, 1))), 1)
	guests, total, err := ps.Guests(ctx, 0, 9)
	must(t, err)
	for i, p := range guests {
		if p.Access == people.Owner || i > 0 && p.SeenAt.After(guests[i-1].SeenAt) {
			t.Errorf("person %d of those who are no owners: %+v", i, p)
		}
	}
	second, again, err := ps.Guests(ctx, 1, 1)
	must(t, err)
	same(t, "those who are no owners", []int{total, again}, []int{len(guests), len(guests)})
	same(t, "the second of them", second, guests[1:2])
	must(t, ps.Erase(ctx, p.ID, at(9)))
	must(t, ps.Erase(ctx, "telegram:1", at(9)))
	same(t, "erased: access stays", ok[people.Person](t)(ps.Get(ctx, p.ID)),
		people.Person{ID: p.ID, Receipts: true, Access: people.Owner, CreatedAt: at(0), SeenAt: at(5), ErasedAt: at(9)})
	must(t, ps.Erase(ctx, people.ID(43), at(9)))
	_, err = ps.Get(ctx, people.ID(43))
	wantErr(t, err, people.ErrNotFound)
	must(t, errors.Join(each(8, func(i int) error {
		_, err := ps.See(ctx, people.Person{ID: people.ID(99), Name: fmt.Sprint(i), SeenAt: at(i)})
		return err
	})...))
}

// linksUsed: a link makes one owner, in time.
func linksUsed(t *testing.T, db *store.DB) {
	ctx, ps := t.Context(), db.People()
	must(t, ps.PutLink(ctx, people.Link{CodeHash: "h1", ExpiresAt: at(10)}))
	must(t, ps.PutLink(ctx, people.Link{CodeHash: "h2", ExpiresAt: at(5)}))
	use := func(hash string, minute int) bool {
		return ok[bool](t)(ps.UseLink(ctx, hash, "telegram:42", at(minute)))
	}
	same(t, "unknown", use("h0", 0), false)
	same(t, "expired", use("h2", 5), false)
	used := make([]bool, 8)
	must(t, errors.Join(each(len(used), func(i int) (err error) {
		used[i], err = ps.UseLink(ctx, "h1", fmt.Sprint(i), at(0))
		return err
	})...))
	n := 0
	for _, u := range used {
		if u {
			n++
		}
	}
	same(t, "used once", n, 1)
	same(t, "purged", ok[int](t)(ps.PurgeLinks(ctx, at(10))), 1)
	same(t, "purged later", ok[int](t)(ps.PurgeLinks(ctx, at(11))), 1)
}

// tasksKept: a person's tasks in order, reminded once, made once by a call.
func tasksKept(t *testing.T, db *store.DB) {
	ctx, ts := t.Context(), db.Tasks()
	add := func(id string, change func(*task.Task)) task.Task {
		x := task.Task{ID: id, Person: "telegram:42", Store: "keepsake", Title: "Send «it»", Trust: trust.Forwarded, CreatedAt: at(0), Bot: "keepsake", Chat: 42, Topic: 1}
		change(&x)
		must(t, ts.Insert(ctx, x))
		return x
	}
	b := add("bbbbbbbb", func(x *task.Task) { x.CreatedAt = at(1) })
	a := add("aaaaaaaa", func(*task.Task) {})
	late := add("late0000", func(x *task.Task) { x.DueAt, x.RemindAt, x.AllDay = atp(90), atp(80), true })
	soon := add("soon0000", func(x *task.Task) {
		x.DueAt, x.RemindAt, x.SourceTurn, x.SourceCall = atp(30), atp(30), "turn1", "call1"
	})
	other := add("other000", func(x *task.Task) { x.Person, x.RemindAt = "telegram:43", atp(10) })
	add("store000", func(x *task.Task) { x.Store = "elsewhere" })

	open := func(limit, offset int) []task.Task {
		return ok[[]task.Task](t)(ts.List(ctx, "keepsake", "telegram:42", false, limit, offset))
	}
	same(t, "open, by due time, none last", open(0, 0), []task.Task{soon, late, a, b})
	same(t, "page", open(2, 1), []task.Task{late, a})
	same(t, "count", ok[int](t)(ts.Count(ctx, "keepsake", "telegram:42", false)), 4)
	same(t, "one", ok[task.Task](t)(ts.Get(ctx, "keepsake", "telegram:42", soon.ID)), soon)
	_, err := ts.Get(ctx, "keepsake", "telegram:43", soon.ID)
	wantErr(t, err, task.ErrNotFound)
	wantErr(t, ts.Insert(ctx, soon), task.ErrExists)
	again := soon
	again.ID = "again000"
	wantErr(t, ts.Insert(ctx, again), task.ErrExists) // the same call, whatever the id

	due := func(minute, limit int) []task.Task {
		return ok[[]task.Task](t)(ts.DueReminders(ctx, at(minute), limit))
	}
	same(t, "not yet", len(due(9, 10)), 0)
	same(t, "due", due(80, 10), []task.Task{other, soon, late})
	same(t, "at most", due(80, 1), []task.Task{other})
	must(t, ts.MarkReminded(ctx, soon.ID, at(31)))
	must(t, ts.SetDone(ctx, late.ID, atp(40), "turn2"))
	same(t, "reminded once, not when done", due(80, 10), []task.Task{other})
	must(t, ts.SetDone(ctx, a.ID, atp(50), ""))
	done := ok[[]task.Task](t)(ts.List(ctx, "keepsake", "telegram:42", true, 0, 0))
	same(t, "done, newest first", []string{done[0].ID, done[1].ID}, []string{a.ID, late.ID})
	must(t, ts.SetDone(ctx, a.ID, nil, ""))
	must(t, ts.SetAsked(ctx, b.ID, "turn2"))
	proposed := add("propose0", func(x *task.Task) { x.CreatedAt, x.RemindAt, x.SourceTurn, x.Proposed = at(2), atp(1), "turn2", true })
	add("propose1", func(x *task.Task) { x.Proposed, x.SourceTurn, x.SourceCall = true, "turn2", "call2" })
	must(t, ts.DropProposals(ctx, "telegram:42", at(2))) // the older one
	ofTurn := ok[[]task.Task](t)(ts.OfTurn(ctx, "keepsake", "telegram:42", "turn2"))
	same(t, "completed, asked about, proposed in a turn", []string{ofTurn[0].ID, ofTurn[1].ID, ofTurn[2].ID}, []string{late.ID, b.ID, proposed.ID})
	same(t, "a proposal reminds of nothing and is not listed", append(due(80, 10), open(0, 0)[2:]...), []task.Task{other, ofTurn[1]})
	same(t, "proposed", ok[[]task.Task](t)(ts.Proposed(ctx, "keepsake", "telegram:42", at(2))), []task.Task{proposed})
	must(t, ts.SetDone(ctx, proposed.ID, atp(60), ""))
	same(t, "declined", len(ok[[]task.Task](t)(ts.Proposed(ctx, "keepsake", "telegram:42", at(2)))), 1)
	same(t, "declined, too old or somebody else's", len(ok[[]task.Task](t)(ts.Proposed(ctx, "keepsake", "telegram:42", at(3))))+len(ok[[]task.Task](t)(ts.Proposed(ctx, "keepsake", "telegram:43", at(2)))), 0)
	same(t, "declined is not done", ok[int](t)(ts.Count(ctx, "keepsake", "telegram:42", true)), 1)
	must(t, ts.SetDone(ctx, proposed.ID, nil, ""))
	must(t, ts.Accept(ctx, proposed.ID))
	same(t, "accepted", len(due(80, 10)), 2)
	series := add("series00", func(x *task.Task) {
		x.DueAt, x.RemindAt, x.Repeat, x.RepeatFrom, x.Zone = atp(20), atp(20), "FREQ=DAILY", "2026-11-20T09:00", "Europe/Berlin"
	})
	must(t, ts.MarkReminded(ctx, series.ID, at(21)))
	stalled := ok[[]task.Task](t)(ts.StalledSeries(ctx, at(60), 10))
	same(t, "a series that stands still", len(stalled), 1)
	series = stalled[0]
	series.DueAt, series.RemindAt, series.RemindedAt, series.Repeat = atp(30), atp(31), nil, "FREQ=WEEKLY"
	must(t, ts.Update(ctx, series))
	same(t, "moved on", ok[task.Task](t)(ts.Get(ctx, "keepsake", "telegram:42", series.ID)), series)
	same(t, "stands still no more", len(ok[[]task.Task](t)(ts.StalledSeries(ctx, at(60), 10))), 0)
	series.Revision = &task.Revision{ID: "revision", Turn: "turn4", Before: task.Shape{DueAt: atp(20), Repeat: "FREQ=DAILY"}, After: task.Shape{DueAt: atp(30), RemindAt: atp(31), AllDay: true}}
	must(t, ts.Update(ctx, series))
	same(t, "with its revision, of its turn", ok[[]task.Task](t)(ts.OfTurn(ctx, "keepsake", "telegram:42", "turn4")), []task.Task{series})
	series.Revision = nil
	must(t, ts.Update(ctx, series))
	same(t, "without one", len(ok[[]task.Task](t)(ts.OfTurn(ctx, "keepsake", "telegram:42", "turn4"))), 0)
	series.DoneAt, series.DoneTurn, series.Cancelled = atp(50), "turn3", true
	must(t, ts.Update(ctx, series))
	same(t, "called off", ok[task.Task](t)(ts.Get(ctx, "keepsake", "telegram:42", series.ID)), series)
	must(t, ts.SetDone(ctx, series.ID, nil, ""))
	same(t, "no longer called off", ok[task.Task](t)(ts.Get(ctx, "keepsake", "telegram:42", series.ID)).Cancelled, false)
	wantErr(t, ts.Update(ctx, task.Task{ID: "nothing0"}), task.ErrNotFound)
	same(t, "no clock was guessed", len(ok[[]task.Task](t)(ts.Floating(ctx, "telegram:42"))), 0)
	series.DoneAt, series.DoneTurn, series.Cancelled, series.Floating = nil, "", false, true
	must(t, ts.Update(ctx, series))
	same(t, "its clock was guessed", ok[[]task.Task](t)(ts.Floating(ctx, "telegram:42")), []task.Task{series})
	must(t, ts.Delete(ctx, series.ID))
	must(t, ts.Delete(ctx, proposed.ID))
	same(t, "open again", ok[int](t)(ts.Count(ctx, "keepsake", "telegram:42", false)), 3)
	must(t, ts.Delete(ctx, a.ID))
	for what, err := range map[string]error{
		"delete": ts.Delete(ctx, a.ID), "done": ts.SetDone(ctx, a.ID, nil, ""), "reminded": ts.MarkReminded(ctx, a.ID, at(0)),
	} {
		if !errors.Is(err, task.ErrNotFound) {
			t.Errorf("%s: %v, want not found", what, err)
		}
	}
	same(t, "erased", ok[int](t)(ts.Erase(ctx, "telegram:42")), 4)
	same(t, "the other's stay", len(due(80, 10)), 1)
}
