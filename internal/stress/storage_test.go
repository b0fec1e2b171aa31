package stress_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/internal/faulty"
	"keepsake/store"
)

// own makes a person the owner of the bot.
func (w *world) own(id int64) {
	w.t.Helper()
	code, err := w.app.People.NewOwnerLink(context.Background(), actor.OfSystem(), time.Hour)
	must(w.t, err)
	p := w.tg.Person(id, "Owner")
	p.StartLink(code)
	w.until("somebody owns it", 20*time.Second, func() bool {
		owners, err := w.app.People.Owners(context.Background())
		return err == nil && len(owners) == 1
	})
}

// X1: on a full disk the model is asked no more than once by each who is being answered at that
// moment. Health fails, and once there is room all is answered, counted, and told to the owner.
func TestFullDisk(t *testing.T) {
	if faulty.InNamespace(t) {
		return
	}
	disk := faulty.NewDisk(t, 24<<10)
	w := newWorld(t, "sqlite:"+filepath.Join(disk.Dir, "keepsake.db"))
	w.start()
	w.own(1)
	crowd := w.crowd(10)
	for _, p := range crowd {
		p.Say("m0")
	}
	w.until("all are answered", 30*time.Second, func() bool {
		for _, p := range crowd {
			if len(answers(p)) == 0 {
				return false
			}
		}
		return w.settled()
	})

	disk.Fill(0)
	before := len(w.model.Requests())
	for i := 1; w.health().Status == "ok" && i < 40; i++ { // the log of the database has some room left
		for _, p := range crowd {
			p.Say(fmt.Sprintf("m%d", i) + strings.Repeat(" ", 400) + ".")
		}
		time.Sleep(100 * time.Millisecond)
	}
	if h := w.health(); h.Status != "failing" || h.Database != "full" {
		t.Fatalf("health: %+v", h)
	}
	if page := w.metrics(); !strings.Contains(page, `keepsake_storage_failing{cause="full"} 1`) {
		t.Error("the metrics do not tell")
	}
	asked := len(w.model.Requests())
	wait := 5 * time.Second
	if full() {
		wait = 90 * time.Second
	}
	time.Sleep(wait)
	if more := len(w.model.Requests()) - asked; more > len(crowd) {
		t.Errorf("%d calls of the model whose results cannot be stored (%d before that)", more, asked-before)
	}

	disk.Free()
	w.until("health is ok again", time.Minute, func() bool { return w.health().Status == "ok" })
	for _, p := range crowd {
		p.Say("m99")
	}
	w.until("all are answered", 2*time.Minute, func() bool {
		for _, p := range crowd {
			if texts := answers(p); len(texts) == 0 || !strings.HasPrefix(texts[len(texts)-1], "re: m99") {
				return false
			}
		}
		return w.settled()
	})
	for _, p := range crowd {
		w.answeredInOrder(p, 100)
	}
	w.until("all is counted", time.Minute, func() bool { return w.app.Usage.Owed().Calls == 0 })
	if n, made := w.calls(), len(w.model.Requests()); n != made {
		t.Errorf("%d calls counted, %d made", n, made)
	}
	owner := w.tg.Person(1, "Owner")
	w.until("the owner is told", time.Minute, func() bool {
		w.app.Upkeep(t.Context())
		return strings.Contains(strings.Join(answers(owner), "\n"), "the disk of the database was full")
	})
	if n := strings.Count(strings.Join(answers(owner), "\n"), "could store nothing"); n != 1 {
		t.Errorf("the owner was told %d times", n)
	}
}

// X1: starting on a full or a read-only disk says so.
func TestStartOnBadDisks(t *testing.T) {
	if faulty.InNamespace(t) {
		return
	}
	for says, spoil := range map[string]func(d *faulty.Disk){
		"is full":   func(d *faulty.Disk) { d.Fill(0) },
		"read-only": func(d *faulty.Disk) { d.SetReadOnly() },
	} {
		disk := faulty.NewDisk(t, 1<<10)
		w := newWorld(t, "sqlite:"+filepath.Join(disk.Dir, "keepsake.db"))
		spoil(disk)
		a, err := app.New(t.Context(), w.config, app.Options{})
		if err == nil {
			_ = a.Close()
		}
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v", says, err)
		}
	}
}

// X7: a file that is deleted while the bot runs is noticed within a minute: health fails, nothing
// is written and no model is asked.
func TestDeletedFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	w.start()
	ann := w.tg.Person(7, "Ann")
	ann.Say("m0")
	w.until("she is answered", 20*time.Second, func() bool { return len(answers(ann)) == 1 && w.settled() })
	must(t, os.Remove(strings.TrimPrefix(w.config.DatabaseURL.Reveal(), "sqlite:")))
	w.until("health fails", time.Minute, func() bool { h := w.health(); return h.Status == "failing" && h.Database == "gone" })
	asked := len(w.model.Requests())
	ann.Say("m1")
	time.Sleep(2 * time.Second)
	if n := len(w.model.Requests()); n != asked || len(answers(ann)) != 1 || w.tg.PendingUpdates() == 0 {
		t.Errorf("%d calls of the model, %q read, %d updates left at Telegram", n-asked, answers(ann), w.tg.PendingUpdates())
	}
}

// X7: a damaged page is found at the start, which refuses, and by doctor.
func TestDamagedFile(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	w.start()
	for _, p := range w.crowd(5) {
		p.Say("m0")
	}
	w.until("all are answered", 30*time.Second, w.settled)
	must(t, w.stop())
	path := strings.TrimPrefix(w.config.DatabaseURL.Reveal(), "sqlite:")
	whole, err := os.ReadFile(path)
	must(t, err)
	// Some of these pages hold the schema, without which the file cannot even be opened. The first is left
	// alone: without it nobody can tell a damaged file from an encrypted one, which is what is said then.
	pages := len(whole) / pageSize
	for _, page := range []int{1, pages / 3, pages / 2, pages - 1} {
		spoilt := slices.Clone(whole)
		copy(spoilt[page*pageSize:], strings.Repeat("\xde\xad\xbe\xef", pageSize/4))
		must(t, os.WriteFile(path, spoilt, 0o600))
		if _, err := app.New(t.Context(), w.config, app.Options{}); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("page %d of %d: it starts: %v", page, pages, err)
		}
		found := ""
		app.Doctor(t.Context(), w.config, func(f app.Finding) {
			if f.Check == "database" {
				found = f.Found + " " + f.Advice
			}
		})
		if !strings.Contains(found, "damaged") || !strings.Contains(found, "restore") {
			t.Errorf("page %d of %d: doctor says %q", page, pages, found)
		}
	}
}

const pageSize = 4096

// PostgreSQL is killed and started again, and its connections are ended, while people talk:
// each message is answered once and in order, and each call of the model is counted.
func TestPostgresDies(t *testing.T) {
	t.Parallel()
	pg := faulty.NewPostgres(t)
	w := newWorld(t, pg.URL)
	w.config.DatabaseURL = settings.Secret(pg.URL)
	w.start()
	crowd := w.crowd(6)
	rounds := 4
	if full() {
		rounds = 20
	}
	n := 0
	for round := range rounds {
		for range 3 {
			for _, p := range crowd {
				p.Say(fmt.Sprintf("m%d", n))
			}
			n++
			time.Sleep(30 * time.Millisecond)
		}
		if round%2 == 0 {
			pg.EndConnections()
		} else {
			pg.Kill()
			time.Sleep(200 * time.Millisecond)
			pg.Start()
		}
	}
	w.until("all are answered", 2*time.Minute, func() bool {
		for _, p := range crowd {
			if texts := answers(p); len(texts) == 0 || texts[len(texts)-1] != fmt.Sprintf("re: m%d", n-1) {
				return false
			}
		}
		return w.settled() && w.health().Status == "ok"
	})
	for _, p := range crowd {
		w.answeredInOrder(p, n)
	}
	w.until("all is counted", time.Minute, func() bool { return w.app.Usage.Owed().Calls == 0 })
	if counted, made := w.calls(), len(w.model.Requests()); counted != made {
		t.Errorf("%d calls counted, %d made", counted, made)
	}
}
