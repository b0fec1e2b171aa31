package kill_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/internal/failpoint"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/task"
)

// reminded is how many people are reminded, of a task and of one that repeats, and told of a birthday.
const reminded = 12

// TestKillReminders: bots that are killed while they send reminders and words on birthdays send each once, of a task, of a
// series and of a birthday (issue 14.4), and the series goes on at its next time (U6).
func TestKillReminders(t *testing.T) {
	for name, url := range map[string]func() string{
		"SQLite":   func() string { return "sqlite:" + t.TempDir() + "/keepsake.db" },
		"Postgres": func() string { return storetest.PostgresURL(t) },
	} {
		t.Run(name, func(t *testing.T) {
			besides(t)
			w := newWorld(t, url())
			w.meet()
			w.planReminders()
			for i, at := range []string{failpoint.AfterSend, failpoint.BeforeMark} {
				if !w.killAtWithin(time.Minute, at, 2+i) { // on a busy machine a bot takes a while to begin
					t.Errorf("failpoint %s was not reached", at)
				}
			}
			c := w.start("")
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			if err := w.waitFor(ctx, c, func() bool { return len(w.reminders()) == 3*reminded }); err != nil {
				t.Errorf("%d kinds of reminders came: %v", len(w.reminders()), err)
			}
			c.interrupt() // it sends what is under way
			<-c.ended
			for text, n := range w.reminders() {
				if n != 1 {
					t.Errorf("%s came %d times", text, n)
				}
			}
			w.judgeTasks()
		})
	}
}

// meet lets people and a bot get to know each other.
func (w *world) meet() {
	for i := range reminded {
		w.say(i)
	}
	c := w.start("")
	ctx, cancel := context.WithTimeout(w.t.Context(), time.Minute)
	defer cancel()
	if err := w.waitFor(ctx, c, func() bool { return w.open() == 0 }); err != nil {
		w.t.Fatal(err)
	}
	c.kill()
	w.withTasks(func(db *store.DB, _ *task.Service) { // the lease of its upkeep outlives it
		past, future := time.Now().Add(-time.Hour), time.Now().Add(time.Hour)
		for _, job := range []string{"reminders", "greetings"} {
			if _, err := db.Deliveries().TakeLease(w.t.Context(), "cron:keepsake:"+job, "nobody", future, past); err != nil {
				w.t.Fatal(err)
			}
		}
	})
}

// withTasks opens the database while no bot runs.
func (w *world) withTasks(do func(db *store.DB, s *task.Service)) {
	w.t.Helper()
	db, err := store.Open(w.t.Context(), store.Options{URL: w.url, Key: w.key})
	if err != nil {
		w.t.Fatal(err)
	}
	defer db.Close()
	do(db, task.New(task.Config{Store: db.Tasks(), Now: time.Now}))
}

// planReminders makes tasks that are due now, of each person one that repeats.
func (w *world) planReminders() {
	w.withTasks(func(db *store.DB, s *task.Service) {
		ctx, now := w.t.Context(), time.Now().UTC().Truncate(time.Second)
		for i := range reminded {
			w.planBirthday(db, i)
			for name, rule := range map[string]string{"once": "", "daily": "FREQ=DAILY"} {
				x, err := s.Create(ctx, actor.OfSystem(), task.Draft{
					Store: "keepsake", Person: people.ID(w.people[i].ID()), Title: fmt.Sprintf("Parcel %d %s", i, name), Due: now.AddDate(0, 0, 1).Format("2006-01-02T15:04"),
					Repeat: rule, Zone: time.UTC, Bot: "keepsake", Chat: w.people[i].ID(),
				})
				if err == nil {
					x.DueAt, x.RemindAt = &now, &now
					err = db.Tasks().Update(ctx, x)
				}
				if err != nil {
					w.t.Fatal(err)
				}
			}
		}
	})
}

// planBirthday makes somebody's birthday today, for a person who wants to be told.
func (w *world) planBirthday(db *store.DB, i int) {
	ctx, now, person := w.t.Context(), time.Now().UTC().Truncate(time.Second), people.ID(w.people[i].ID())
	p, err := db.People().Get(ctx, person)
	if err != nil {
		w.t.Fatal(err)
	}
	p.QuietHours, p.TimeZone = people.NoHours, "UTC"
	ms := memory.New(memory.Config{Store: db.Memories(), Now: time.Now})
	_, _, err = ms.Add(ctx, actor.OfPerson(person), memory.Draft{
		Scope:    scope.Scope{Store: "keepsake", Kind: scope.User, ID: person},
		Category: "person", Content: fmt.Sprintf("Friend %d's birthday is %s", i, now.Format("2 January")),
	})
	err = errors.Join(err, db.People().SaveSettings(ctx, p), db.People().SaveGreeting(ctx, people.Greeting{
		Bot: "keepsake", Person: person, Chat: w.people[i].ID(), Birthdays: true, NextAt: &now,
	}))
	if err != nil {
		w.t.Fatal(err)
	}
}

// reminders counts what the phones show, by reminder.
func (w *world) reminders() map[string]int {
	found := map[string]int{}
	for _, p := range w.people {
		for _, m := range p.Messages() {
			for _, start := range []string{"Reminder: ", "A birthday today: "} {
				if _, title, ok := strings.Cut(m.Text, start); ok && m.IsFromBot() && !m.Deleted {
					found[title]++
				}
			}
		}
	}
	return found
}

// judgeTasks looks whether each task was reminded of, and whether what repeats waits for its next time.
func (w *world) judgeTasks() {
	w.withTasks(func(_ *store.DB, s *task.Service) {
		for i := range reminded {
			ts, n, err := s.List(w.t.Context(), "keepsake", people.ID(w.people[i].ID()), false, 0, 0)
			if err != nil || n != 2 {
				w.t.Fatalf("%d tasks, %v", n, err)
			}
			for _, x := range ts {
				if x.IsRepeating() != (x.RemindedAt == nil) || x.IsRepeating() && !x.RemindAt.After(time.Now()) {
					w.t.Errorf("%s: reminded %v, next %v", x.Title, x.RemindedAt, x.RemindAt)
				}
			}
		}
	})
}
