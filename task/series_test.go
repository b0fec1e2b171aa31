package task_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/people"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/task"
	"keepsake/templates"
)

func (h *house) series(title, due, rule string) (task.Task, error) {
	return h.Create(h.t.Context(), actor.OfSystem(), task.Draft{
		Store: "keepsake", Person: alice, Title: title, Due: due, Repeat: rule, Zone: h.zone, Bot: "keepsake", Chat: 1,
	})
}

// remindUntil moves the clock by steps and returns when each reminder came, on the clock of the house.
func (h *house) remindUntil(end time.Time, step time.Duration) (came []string) {
	h.t.Helper()
	for ; h.now.Before(end); h.now = h.now.Add(step) {
		n, err := h.Remind(h.t.Context(), actor.OfSystem(), h.now)
		must(h.t, err)
		for range n {
			came = append(came, h.now.In(h.zone).Format("01-02 15:04"))
		}
	}
	return came
}

// U6: a series comes at its times on the wall clock, over both changes of the clocks, each once.
func TestU6SeriesOverChangesOfTheClocks(t *testing.T) {
	for _, c := range []struct{ from, due, rule, until, want string }{
		{"2027-03-26T12:00", "2027-03-27T09:00", "FREQ=DAILY", "2027-03-30T00:00", "03-27 09:00|03-28 09:00|03-29 09:00"},
		{"2027-10-29T12:00", "2027-10-30T09:00", "FREQ=DAILY", "2027-11-02T00:00", "10-30 09:00|10-31 09:00|11-01 09:00"},
		{"2027-03-26T12:00", "2027-03-27T02:30", "FREQ=DAILY", "2027-03-30T00:00", "03-27 02:30|03-28 03:30|03-29 02:30"}, // left out: an hour later
		{"2027-10-29T12:00", "2027-10-30T02:30", "FREQ=DAILY", "2027-11-02T00:00", "10-30 02:30|10-31 02:30|11-01 02:30"}, // twice: once
		{"2026-11-20T12:00", "2026-11-20T09:00", "FREQ=WEEKLY;BYDAY=MO,TH", "2026-12-01T00:00", "11-23 09:00|11-26 09:00|11-30 09:00"},
		{"2026-11-20T12:00", "2026-11-21", "FREQ=DAILY;INTERVAL=3", "2026-11-30T00:00", "11-21 09:00|11-24 09:00|11-27 09:00"},
		{"2026-11-20T12:00", "2026-11-20T13:00", "RRULE:FREQ=DAILY;COUNT=2", "2026-11-25T00:00", "11-20 13:00|11-21 13:00"},
		{"2026-11-20T12:00", "2026-11-20T13:00", "FREQ=DAILY;UNTIL=20261122", "2026-11-25T00:00", "11-20 13:00|11-21 13:00|11-22 13:00"},
		{"2026-11-20T12:00", "2026-11-20T13:00", "FREQ=DAILY;UNTIL=20261121T120000Z", "2026-11-25T00:00", "11-20 13:00|11-21 13:00"},
		{"2026-11-20T12:00", "2026-11-20T13:00", "FREQ=DAILY;UNTIL=20261121T125959", "2026-11-25T00:00", "11-20 13:00"},
		{"2026-11-20T12:00", "2026-11-30", "FREQ=MONTHLY;BYMONTHDAY=-1", "2027-03-02T00:00", "11-30 09:00|12-31 09:00|01-31 09:00|02-28 09:00"},
		{"2026-11-20T12:00", "2026-11-20T09:00", "FREQ=DAILY;BYHOUR=9,21", "2026-11-22T00:00", "11-20 21:00|11-21 09:00|11-21 21:00"},
		{"2026-11-20T12:00", "2026-11-20", "FREQ=DAILY;BYHOUR=14;COUNT=1", "2026-11-22T00:00", "11-20 14:00"},
	} {
		t.Run(c.rule+" "+c.due, func(t *testing.T) {
			h := open(t)
			at := func(s string) time.Time {
				x, err := time.ParseInLocation("2006-01-02T15:04", s, h.zone)
				must(t, err)
				return x
			}
			h.now = at(c.from)
			_, err := h.series("Water", c.due, c.rule)
			must(t, err)
			if got := strings.Join(h.remindUntil(at(c.until), 30*time.Minute), "|"); got != c.want {
				t.Errorf("came %s, want %s", got, c.want)
			}
		})
	}
}

// U6: a rule that nobody can mean, or that never comes, is refused, and so is one without a beginning.
func TestU6Rules(t *testing.T) {
	h := open(t)
	for _, rule := range []string{
		"every day", "FREQ=HOURLY", "FREQ=MINUTELY", "FREQ=DAILY;BYSECOND=1", "FREQ=DAILY;INTERVAL=-1", "FREQ=DAILY;COUNT=-2", "FREQ=WEEKLY;BYDAY=XX",
		"FREQ=DAILY;BYHOUR=25", "FREQ=YEARLY;BYMONTH=13", "INTERVAL=2", "FREQ=DAILY\nRRULE:FREQ=DAILY", "FREQ=DAILY;BYHOUR=" + strings.Repeat("1,", 80) + "1",
		"FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=0,10,20,30,40", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;UNTIL=20200101", "FREQ=",
	} {
		_, err := h.series("Water", "2026-11-21T09:00", rule)
		var f *fault.Error
		if !errors.As(err, &f) || f.Kind != fault.Invalid || f.Field != "repeat" {
			t.Errorf("%q: %v", rule, err)
		}
	}
	for _, due := range []string{"", "2027-02-30", "tomorrow"} {
		if _, err := h.series("Water", due, "FREQ=DAILY"); fault.KindOf(err) != fault.Invalid {
			t.Errorf("due %q: %v", due, err)
		}
	}
	leap, err := h.series("Leap", "2028-02-29", "FREQ=YEARLY")
	must(t, err)
	if got := leap.DueAt.In(h.zone).Format(time.DateOnly); got != "2028-02-29" {
		t.Errorf("due %s", got)
	}
}

// U6: after days of silence a series is reminded of once, late; and it is one row through all its times, over a restart.
func TestU6LateOnceAndOverARestart(t *testing.T) {
	path := storetest.SQLiteFile(t)
	h := over(t, storetest.OpenSQLite(t, path))
	made, err := h.series("Pills", "2026-11-21T09:00", "FREQ=DAILY")
	must(t, err)
	must(t, h.db.Close())
	h = over(t, storetest.OpenSQLite(t, path))
	h.now = time.Date(2026, 11, 25, 10, 0, 0, 0, h.zone)
	for i, want := range []int{1, 0} {
		if n, err := h.Remind(t.Context(), actor.OfSystem(), h.now); err != nil || n != want {
			t.Errorf("round %d: %d reminders, %v", i, n, err)
		}
	}
	got, err := h.Get(t.Context(), "keepsake", alice, made.ID)
	must(t, err)
	if s := got.RemindAt.In(h.zone).Format("01-02 15:04"); s != "11-26 09:00" || got.RemindedAt != nil || got.DoneAt != nil {
		t.Errorf("next %s of %+v", s, got)
	}
	if b := h.outbox()[0].Body; len(b.Buttons) != 2 || b.Buttons[1][1].Action != task.ActionCancel || b.Buttons[1][1].Text != "✕ No more of these" {
		t.Errorf("body %+v", b)
	}
}

// A series that the release before reminded of, or that a backup put back, goes on at its next time.
func TestU6StalledSeriesGoesOn(t *testing.T) {
	for _, engine := range []func(testing.TB) *store.DB{storetest.SQLite, storetest.Postgres} {
		h := over(t, engine(t))
		made, err := h.series("Pills", "2026-11-21T09:00", "FREQ=DAILY")
		must(t, err)
		h.now = *made.RemindAt
		must(t, h.db.Tasks().MarkReminded(t.Context(), made.ID, h.now))
		if n, err := h.Remind(t.Context(), actor.OfSystem(), h.now); err != nil || n != 0 {
			t.Errorf("%d reminders, %v", n, err)
		}
		if got := h.remindUntil(h.now.Add(48*time.Hour), time.Hour); strings.Join(got, "|") != "11-22 09:00" {
			t.Errorf("came %v", got)
		}
	}
}

// U6: whoever moves to another zone is reminded at nine there.
func TestU6SeriesGoesByTheClockChosenSince(t *testing.T) {
	h := open(t)
	_, err := h.series("Pills", "2026-11-21T09:00", "FREQ=DAILY")
	must(t, err)
	ctx := t.Context()
	p, err := h.People.See(ctx, actor.OfPerson(alice), people.Person{ID: alice, Name: "Alice", ClientLang: "de"})
	must(t, err)
	p.TimeZone = "Asia/Tokyo"
	must(t, h.People.SaveSettings(ctx, actor.OfPerson(alice), p))
	h.now = time.Date(2026, 11, 21, 9, 0, 0, 0, h.zone)
	_, err = h.Remind(ctx, actor.OfSystem(), h.now)
	must(t, err)
	h.zone = zone(t, "Asia/Tokyo")
	if got := h.remindUntil(h.now.Add(48*time.Hour), time.Hour); strings.Join(got, "|") != "11-22 09:00|11-23 09:00" {
		t.Errorf("came %v", got)
	}
}

// U6: a reminder is put off for an hour or a day, once; the due time stays, and so do the times of a series.
func TestU6Snooze(t *testing.T) {
	h, ctx, person := open(t), t.Context(), actor.OfPerson(alice)
	call := h.create("Call", "2026-11-20T15:00")
	day := h.create("Rent", "2026-11-21")
	pills, err := h.series("Pills", "2026-11-21T10:00", "FREQ=DAILY")
	must(t, err)
	never := h.create("Some day", "")
	for _, x := range []task.Task{call, never} {
		if _, err := h.Snooze(ctx, person, "keepsake", alice, x.ID, task.SnoozeHour); !errors.Is(err, task.ErrSnoozed) {
			t.Errorf("before its reminder: %v", err)
		}
	}
	snooze := func(x task.Task, by task.Snoozing, want string) {
		t.Helper()
		got, err := h.Snooze(ctx, person, "keepsake", alice, x.ID, by)
		must(t, err)
		if s := got.RemindAt.In(h.zone).Format("01-02 15:04"); s != want {
			t.Errorf("%s: again at %s, want %s", x.Title, s, want)
		}
		if _, err := h.Snooze(ctx, person, "keepsake", alice, x.ID, by); !errors.Is(err, task.ErrSnoozed) {
			t.Errorf("twice: %v", err)
		}
	}
	texts := ""
	remind := func(want int) {
		t.Helper()
		if n, err := h.Remind(ctx, actor.OfSystem(), h.now); err != nil || n != want {
			t.Fatalf("%d reminders at %s, want %d: %v", n, h.now.In(h.zone), want, err)
		}
		for out := h.outbox(); len(out) > 0; out = h.outbox() {
			texts += out[0].Body.Text
			must(t, h.Delivery.MarkSent(ctx, out[0].ID, h.now))
		}
	}
	h.now = time.Date(2026, 11, 20, 15, 5, 0, 0, h.zone)
	remind(1)
	if _, err := h.Snooze(ctx, person, "keepsake", alice, call.ID, "never"); !errors.Is(err, task.ErrNotFound) {
		t.Errorf("for ever: %v", err)
	}
	snooze(call, task.SnoozeHour, "11-20 16:05")
	h.now = time.Date(2026, 11, 20, 16, 5, 0, 0, h.zone)
	remind(1)
	h.now = time.Date(2026, 11, 21, 10, 1, 0, 0, h.zone)
	remind(2)
	snooze(day, task.SnoozeDay, "11-22 09:00")
	snooze(pills, task.SnoozeHour, "11-21 11:01")
	if got, err := h.Complete(ctx, person, "keepsake", alice, pills.ID); err != nil || got.DoneAt != nil || got.RemindAt.In(h.zone).Format("01-02 15:04") != "11-22 10:00" {
		t.Errorf("done before the pause ended: %+v, %v", got, err)
	}
	h.now = time.Date(2026, 11, 22, 9, 0, 0, 0, h.zone)
	remind(1) // "Rent" was due yesterday
	h.now = time.Date(2026, 11, 22, 10, 0, 0, 0, h.zone)
	remind(1)
	if _, err := h.Snooze(ctx, person, "keepsake", alice, pills.ID, task.SnoozeDay); err != nil {
		t.Fatal(err)
	}
	if strings.Count(texts, "Due today") != 1 || strings.Count(texts, "Rent") != 2 {
		t.Errorf("texts %s", texts)
	}
}

// U6: this time of a series is done, never one of a day that has not come; what is called off comes back by Reopen.
func TestU6CompleteAndCancelSeries(t *testing.T) {
	h, ctx, person := open(t), t.Context(), actor.OfPerson(alice)
	at := func(x task.Task) string { return x.RemindAt.In(h.zone).Format("01-02 15:04") }
	complete := func(x task.Task, want string) task.Task {
		t.Helper()
		got, err := h.Complete(ctx, person, "keepsake", alice, x.ID)
		must(t, err)
		if at(got) != want {
			t.Errorf("%s %s: next %s, want %s", x.Title, x.Repeat, at(got), want)
		}
		return got
	}
	make := func(due, rule string) task.Task {
		x, err := h.series("Pills", due, rule)
		must(t, err)
		return x
	}
	complete(make("2026-11-20T20:00", "FREQ=DAILY"), "11-21 20:00")             // later today
	complete(make("2026-11-21T09:00", "FREQ=DAILY"), "11-21 09:00")             // tomorrow's is not
	complete(make("2026-11-20T09:00", "FREQ=DAILY;BYHOUR=9,21"), "11-20 21:00") // nor the second of today
	h.now = time.Date(2026, 11, 20, 8, 0, 0, 0, h.zone)
	complete(make("2026-11-20", "FREQ=DAILY"), "11-21 09:00") // before nine
	h.now = time.Date(2026, 11, 20, 12, 0, 0, 0, h.zone)
	if last := complete(make("2026-11-20T13:00", "FREQ=DAILY;COUNT=1"), "11-20 13:00"); last.DoneAt == nil {
		t.Error("the last time leaves the task open")
	}
	x := make("2026-11-21T09:00", "FREQ=DAILY")
	off, err := h.Cancel(ctx, person, "keepsake", alice, x.ID)
	must(t, err)
	if off.DoneAt == nil || !off.Cancelled {
		t.Errorf("cancelled %+v", off)
	}
	for name, err := range map[string]error{
		"cancel": only(h.Cancel(ctx, person, "keepsake", alice, x.ID)), "move": only(h.Move(ctx, person, "keepsake", alice, x.ID, task.Change{Due: "2026-12-01"})),
		"snooze": only(h.Snooze(ctx, person, "keepsake", alice, x.ID, task.SnoozeDay)),
	} {
		if !errors.Is(err, task.ErrDone) {
			t.Errorf("%s what is called off: %v", name, err)
		}
	}
	h.now = time.Date(2026, 11, 24, 12, 0, 0, 0, h.zone)
	back, err := h.Reopen(ctx, person, "keepsake", alice, x.ID)
	must(t, err)
	if back.DoneAt != nil || back.Cancelled || at(back) != "11-25 09:00" {
		t.Errorf("back %+v at %s", back, at(back))
	}
}

// U6: the Done under a reminder is about the time that it reminded of. Tapped after midnight it leaves the reminder of the new
// day, and one that is just due.
func TestU6DoneUnderAReminderLeavesTheNextTime(t *testing.T) {
	h, person := open(t), actor.OfPerson(alice)
	h.now = time.Date(2026, 11, 20, 8, 0, 0, 0, h.zone)
	x, err := h.series("Water the plants", "2026-11-20T09:00", "FREQ=DAILY")
	must(t, err)
	for _, c := range []struct{ tapped, next string }{
		{"2026-11-20 09:05", "11-21 09:00"},
		{"2026-11-22 00:50", "11-22 09:00"}, // reminded of the 21st only now
		{"2026-11-22 08:59", "11-22 09:00"}, // tapped again in the morning
		{"2026-11-23 02:00", "11-23 09:00"},
	} {
		h.now, err = time.ParseInLocation("2006-01-02 15:04", c.tapped, h.zone)
		must(t, err)
		_, err = h.Remind(t.Context(), actor.OfSystem(), h.now)
		must(t, err)
		got, err := h.CompleteReminded(t.Context(), person, "keepsake", alice, x.ID)
		must(t, err)
		if at := got.RemindAt.In(h.zone).Format("01-02 15:04"); at != c.next || got.DoneAt != nil {
			t.Errorf("tapped %s: next %s, want %s", c.tapped, at, c.next)
		}
	}
	h.now = time.Date(2026, 11, 23, 9, 0, 0, 0, h.zone)
	_, err = h.CompleteReminded(t.Context(), person, "keepsake", alice, x.ID)
	must(t, err)
	if n, err := h.Remind(t.Context(), actor.OfSystem(), h.now); err != nil || n != 1 {
		t.Errorf("%d reminders of the time that had come when an older one was tapped, %v", n, err)
	}
}

func only[T any](_ T, err error) error { return err }

// U6: a task moves, begins to repeat and stops; of a series one time moves, and the others stay.
func TestU6Move(t *testing.T) {
	h, ctx, person := open(t), t.Context(), actor.OfPerson(alice)
	x := h.create("Call", "2026-11-20T15:00")
	move := func(c task.Change) task.Task {
		t.Helper()
		c.Zone = h.zone
		got, err := h.Move(ctx, person, "keepsake", alice, x.ID, c)
		must(t, err)
		stored, err := h.Get(ctx, "keepsake", alice, x.ID)
		must(t, err)
		if stored.Repeat != got.Repeat || !stored.DueAt.Equal(*got.DueAt) || stored.AllDay != got.AllDay {
			t.Errorf("stored %+v, returned %+v", stored, got)
		}
		return got
	}
	h.now = time.Date(2026, 11, 20, 15, 0, 0, 0, h.zone)
	if n, err := h.Remind(ctx, actor.OfSystem(), h.now); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if got := move(task.Change{Due: "2026-11-23"}); !got.AllDay || got.RemindedAt != nil {
		t.Errorf("moved %+v", got)
	}
	if got := move(task.Change{Repeat: "FREQ=WEEKLY"}); !got.IsRepeating() || got.RemindAt.In(h.zone).Format("01-02 15:04") != "11-23 09:00" {
		t.Errorf("repeats %+v", got)
	}
	move(task.Change{Due: "2026-11-24"})
	if got := h.remindUntil(time.Date(2026, 12, 8, 0, 0, 0, 0, h.zone), 30*time.Minute); strings.Join(got, "|") != "11-24 09:00|11-30 09:00|12-07 09:00" {
		t.Errorf("came %v", got)
	}
	if got := move(task.Change{Due: "2026-12-09T08:00", Repeat: "FREQ=DAILY"}); got.RepeatFrom != "2026-12-09T08:00" {
		t.Errorf("a new series %+v", got)
	}
	if got := move(task.Change{Repeat: task.NoRepeat}); got.IsRepeating() || got.RemindAt == nil {
		t.Errorf("once more %+v", got)
	}
	for field, c := range map[string]task.Change{"due": {Due: "2026-02-30"}, "repeat": {Repeat: "often"}} {
		_, err := h.Move(ctx, person, "keepsake", alice, x.ID, c)
		var f *fault.Error
		if !errors.As(err, &f) || f.Field != field {
			t.Errorf("%+v: %v", c, err)
		}
	}
	bare := h.create("Some day", "")
	if _, err := h.Move(ctx, person, "keepsake", alice, bare.ID, task.Change{Repeat: "FREQ=DAILY"}); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a series without a beginning: %v", err)
	}
}

// U6: how a series repeats is said in each language; what has no words is shown as its rule.
func TestU6SayRepeat(t *testing.T) {
	words, err := templates.LoadWords()
	must(t, err)
	for rule, want := range map[string]string{
		"FREQ=DAILY": "every day|jeden Tag|каждый день|每天", "FREQ=WEEKLY;INTERVAL=2": "every 2 weeks|alle 2 Wochen|раз в 2 нед.|每2周",
		"FREQ=WEEKLY;BYDAY=MO,WE": "every Mon, Wed|jeden Mo., Mi.|каждую неделю: пн, ср|每周一, 周三", "FREQ=MONTHLY": "every month|jeden Monat|каждый месяц|每月",
		"FREQ=YEARLY;INTERVAL=1": "every year|jedes Jahr|каждый год|每年",
	} {
		var got []string
		for _, lang := range []string{"en", "de", "ru", "zh"} {
			got = append(got, task.Task{Repeat: rule}.SayRepeat(words, lang))
		}
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%s is %s, want %s", rule, s, want)
		}
	}
	for _, rule := range []string{"FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYDAY=1MO", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO", "FREQ=DAILY;COUNT=3"} {
		if s := (task.Task{Repeat: rule}).SayRepeat(words, "en"); s != "by the rule "+rule {
			t.Errorf("%s is %s", rule, s)
		}
	}
}
