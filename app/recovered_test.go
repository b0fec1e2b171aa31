package app_test

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/app/recovery"
	"keepsake/app/settings"
	"keepsake/delivery"
	"keepsake/erasure"
	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/task"
)

// past is a database with what a backup may hold: a memory, and work that waits.
type past struct {
	*world
	owner        scope.Scope
	gone, stays  memory.Memory
	turn         string
	backup       string // a file, or the address of another database
	url, journal string
}

func newPast(t *testing.T, url string, key *store.Key) *past {
	p := &past{world: newWorld(t), owner: scope.Scope{Store: "keepsake", Kind: scope.User, ID: people.ID(7)}, url: url}
	p.config.DatabaseURL = settings.Secret(url)
	p.journal = strings.TrimPrefix(url, "sqlite:") + "-erasures"
	if !strings.HasPrefix(url, "sqlite:") {
		p.journal = filepath.Join(t.TempDir(), "journal")
		p.config.Erasures.Journal = p.journal
	}
	if key != nil {
		p.config.DatabaseKey = settings.Secret(key.Hex())
	}
	ctx := t.Context()
	a, err := app.New(ctx, p.config, app.Options{Now: p.now})
	must(t, err)
	who := actor.OfPerson(p.owner.ID)
	p.gone, _, err = a.Memory.Add(ctx, who, memory.Draft{Scope: p.owner, Content: "gonecanary is what Ann forgets"})
	must(t, err)
	p.stays, _, err = a.Memory.Add(ctx, who, memory.Draft{Scope: p.owner, Content: "staycanary is what she keeps"})
	must(t, err)
	_, err = a.Delivery.Put(ctx, delivery.Outgoing{Bot: "keepsake", Chat: 7, Person: p.owner.ID, Kind: delivery.Send, Body: delivery.Body{Text: "stalecanary to be sent"}})
	must(t, err)
	_, err = a.Delivery.Receive(ctx, []delivery.Update{{Bot: "keepsake", UpdateID: 3, Lane: delivery.Lane("keepsake", 7, 0), Chat: 7, Person: p.owner.ID,
		ReceivedAt: p.now(), DueAt: p.now(), State: delivery.Waiting,
		Payload: []byte(`{"update_id":3,"message":{"message_id":1,"date":1,"from":{"id":7,"first_name":"Ann"},"chat":{"id":7,"type":"private"},"text":"/help stalecanary"}}`)}})
	must(t, err)
	s, err := a.Sessions.Begin(ctx, actor.OfSystem(), session.Place{Bot: "keepsake", Chat: 7}, p.owner.ID, "keepsake", false)
	must(t, err)
	turn := a.Sessions.NewTurn(s.ID, delivery.Lane("keepsake", 7, 0), p.owner.ID)
	must(t, a.Sessions.OpenTurn(ctx, actor.OfSystem(), turn))
	p.turn = turn.ID
	_, err = candidate.New(a.DB.Candidates(), p.now).Begin(ctx, actor.Actor{Kind: actor.Extraction}, candidate.Run{Scope: p.owner, SessionID: s.ID, FromSeq: 1, ToSeq: 1})
	must(t, err)
	for i, at := range []time.Time{p.now().Add(-time.Hour), p.now().Add(100 * 24 * time.Hour)} {
		at = at.UTC()
		must(t, a.DB.Tasks().Insert(ctx, task.Task{ID: fmt.Sprint("task000", i), Store: "keepsake", Person: p.owner.ID, Title: "stalecanary task", CreatedAt: at.Add(-time.Hour),
			DueAt: &at, RemindAt: &at, Bot: "keepsake", Chat: 7}))
	}
	if p.isFile() {
		p.backup = filepath.Join(t.TempDir(), "backup.db")
		must(t, a.DB.Backup(ctx, p.backup))
	} else {
		must(t, a.Close())
		p.backup = storetest.CopyPostgres(t, url)
		a, err = app.New(ctx, p.config, app.Options{Now: p.now})
		must(t, err)
	}
	_, _, err = a.Forget.One(ctx, who, []scope.Scope{p.owner}, p.gone.ID)
	must(t, err)
	must(t, a.Close())
	return p
}

func (p *past) isFile() bool { return strings.HasPrefix(p.url, "sqlite:") }

// putBack puts the backup in the database's place, as pg_restore or a copy does.
func (p *past) putBack() {
	p.t.Helper()
	if !p.isFile() {
		p.config.DatabaseURL = settings.Secret(p.backup)
		return
	}
	b, err := os.ReadFile(p.backup)
	must(p.t, err)
	path := strings.TrimPrefix(p.url, "sqlite:")
	for _, side := range []string{"-wal", "-shm"} {
		_ = os.Remove(path + side)
	}
	must(p.t, os.WriteFile(path, b, 0o600))
}

// serves starts the bot and reports what it says and knows.
func (p *past) serves() {
	p.t.Helper()
	a, stop := p.start(nil)
	ctx := within(p.t)
	ben := p.tg.Person(8, "Ben")
	sent := ben.Say("/help")
	_, err := ben.Await(ctx, sent.ID, anything)
	must(p.t, err)
	a.Upkeep(ctx)
	time.Sleep(300 * time.Millisecond) // for what might come all the same
	for _, m := range p.tg.History(7) {
		p.t.Errorf("Ann is sent %q", m.Text)
	}
	if _, err := a.Memory.Get(ctx, []scope.Scope{p.owner}, p.gone.ID); err == nil {
		p.t.Error("what was forgotten is remembered")
	}
	if m, err := a.Memory.Get(ctx, []scope.Scope{p.owner}, p.stays.ID); err != nil || m.DeletedAt != nil {
		p.t.Errorf("what was kept is gone: %v", err)
	}
	if later, err := a.DB.Tasks().Get(ctx, "keepsake", p.owner.ID, "task0001"); err != nil || later.RemindedAt != nil {
		p.t.Errorf("a reminder that is due later: %+v, %v", later, err)
	}
	stop()
}

func databases(t *testing.T) map[string]*past {
	t.Helper()
	file := func() string { return "sqlite:" + filepath.Join(t.TempDir(), "keepsake.db") }
	return map[string]*past{
		"sqlite": newPast(t, file(), nil), "encrypted": newPast(t, file(), store.NewKey()), "postgres": newPast(t, storetest.PostgresURL(t), nil),
	}
}

// After a restore, what was forgotten since the backup is forgotten, and what waited in it is listed, by ids,
// and never sent; a reminder that is due later stays (U18).
func TestAfterARestore(t *testing.T) {
	for name, p := range databases(t) {
		t.Run(name, func(t *testing.T) {
			p.t = t
			var r recovery.Result
			var err error
			if p.isFile() {
				var done recovery.Restored
				done, err = recovery.Restore(t.Context(), p.config, p.backup, slog.New(slog.DiscardHandler))
				r = done.Result
			} else {
				p.putBack()
				r, err = recovery.Finish(t.Context(), p.config, nil)
			}
			must(t, err)
			if r.Erased.Entries != 1 || r.Erased.Unknown != 0 || r.Damaged != 0 || r.IsDirty {
				t.Errorf("erased %+v", r)
			}
			c := r.Closed
			if len(c.Updates) != 1 || len(c.Messages) != 1 || len(c.Turns) != 1 || c.Turns[0] != p.turn || len(c.Reminders) != 1 || c.Reminders[0] != "task0000" || len(c.Runs) != 1 {
				t.Errorf("closed %+v", c)
			}
			again, err := recovery.Finish(t.Context(), p.config, nil)
			if err != nil || again.Erased.Entries != 0 || again.Closed.Len() != 0 {
				t.Errorf("once more: %+v, %v", again, err)
			}
			p.serves()
			if name == "sqlite" {
				b, err := os.ReadFile(strings.TrimPrefix(p.url, "sqlite:"))
				must(t, err)
				if strings.Contains(string(b), "gonecanary") {
					t.Error("the file has the bytes")
				}
			}
			text, err := os.ReadFile(p.journal)
			must(t, err)
			if strings.Contains(string(text), "canary") || strings.Contains(string(text), "telegram") {
				t.Errorf("the journal has words:\n%s", text)
			}
		})
	}
}

// Somebody copies a backup into the database's place and starts the bot: it notices by the journal, and
// does by itself what a restore does (U18).
func TestABackupInPlaceOfTheDatabase(t *testing.T) {
	p := newPast(t, "sqlite:"+storetest.SQLiteFile(t), nil)
	p.putBack()
	p.serves()
	if !strings.Contains(p.logged(), "the database is older than it was") {
		t.Error("the log says nothing of it")
	}
}

// The journal goes back as far as it is set to.
func TestTheJournalIsPruned(t *testing.T) {
	p := newPast(t, "sqlite:"+storetest.SQLiteFile(t), nil)
	a, err := app.New(t.Context(), p.config, app.Options{Now: p.now})
	must(t, err)
	defer a.Close()
	before, err := os.Stat(p.journal)
	must(t, err)
	a.Upkeep(context.Background())
	if now, err := os.Stat(p.journal); err != nil || now.Size() != before.Size() {
		t.Errorf("the journal lost an entry too early: %v", err)
	}
	// A transaction that is just about to commit has its entry there, without an end.
	journal := erasure.NewFile(p.journal)
	must(t, journal.Append(t.Context(), erasure.NewEntry(p.now(), erasure.Key("key"), []erasure.Item{{Part: erasure.Task, IDs: []string{"task0000"}}})))
	p.later(24 * time.Hour)
	a.Upkeep(context.Background())
	if records, _, err := journal.Read(t.Context()); err != nil || len(records) != 2 || records[1].End != "" {
		t.Errorf("an erasure under way is given up: %+v, %v", records, err)
	}
	p.later(settings.DefaultKeepErasures + 48*time.Hour)
	a.Upkeep(context.Background())
	if now, err := os.Stat(p.journal); err != nil || now.Size() != 0 {
		t.Errorf("the journal keeps everything: %v", err)
	}
}

// Where backups are made by schedule, /privacy says for how many days they hold what is erased (U18).
func TestPrivacyTellsHowLongBackupsStay(t *testing.T) {
	for want, dir := range map[string]string{"for at most 5 days": t.TempDir(), "of my operator’s until they delete them": ""} {
		w := newWorld(t)
		w.config.Backup = settings.Backup{Dir: dir, Every: 36 * time.Hour, Keep: 3}
		_, stop := w.start(nil)
		ann := w.tg.Person(7, "Ann")
		_, err := ann.AwaitText(within(t), ann.Say("/privacy").ID, want)
		must(t, err)
		stop()
	}
}
