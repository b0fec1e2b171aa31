package session_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"keepsake/actor"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
)

// TestKeptWindows lets two processes do at random with one conversation what can be done with
// it, and reads its window through both after each step: each shows what a process shows
// that has kept nothing.
func TestKeptWindows(t *testing.T) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			db := open(t)
			chat := int64(1000)
			rapid.Check(t, func(rt *rapid.T) {
				chat++
				w := newKeptWorld(t.Context(), rt, db, chat)
				w.say(40) // enough that the window is kept
				w.compare("at first")
				steps := []string{"say", "say in vain", "edit", "mask", "mask in vain", "revise", "take back", "remove", "restore", "trim", "resume", "move", "erase"}
				for range rapid.IntRange(1, 5).Draw(rt, "steps") {
					step := rapid.SampledFrom(steps).Draw(rt, "step")
					w.do(step)
					w.compare(step)
				}
			})
		})
	}
}

// keptWorld is a conversation and the processes that work with it.
type keptWorld struct {
	*rapid.T
	ctx       context.Context
	db        *store.DB
	processes []*session.Service
	x         session.Session
	person    string
	said      int
}

func newKeptWorld(ctx context.Context, t *rapid.T, db *store.DB, chat int64) *keptWorld {
	w := &keptWorld{T: t, ctx: ctx, db: db, person: fmt.Sprint("telegram:", chat)}
	for range 2 {
		w.processes = append(w.processes, w.process())
	}
	w.begin(session.Place{Bot: "keepsake", Chat: chat})
	return w
}

// process returns a process that has kept nothing yet.
func (w *keptWorld) process() *session.Service {
	return session.New(session.Config{Store: w.db.Sessions(), Now: time.Now})
}

func (w *keptWorld) begin(p session.Place) {
	x, err := w.processes[0].Begin(w.ctx, actor.OfSystem(), p, w.person, "keepsake", false)
	w.check(err)
	w.x = x
}

func (w *keptWorld) check(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// any returns one of the processes.
func (w *keptWorld) any() *session.Service {
	return rapid.SampledFrom(w.processes).Draw(w.T, "process")
}

// message returns one of the conversation's messages.
func (w *keptWorld) message() session.Message {
	ms, err := w.process().Messages(w.ctx, w.x.ID, 1, 0)
	w.check(err)
	return rapid.SampledFrom(ms).Draw(w.T, "message")
}

func (w *keptWorld) newMessages(n int) (ms []session.Message) {
	for range n {
		w.said++
		ms = append(ms, session.Message{Role: session.User, Content: fmt.Sprintf("fact %d.", w.said), Author: w.person, External: int64(w.said)})
	}
	return ms
}

func (w *keptWorld) say(n int) {
	_, err := w.any().Append(w.ctx, actor.OfSystem(), w.x.ID, w.newMessages(n)...)
	w.check(err)
}

var errInVain = errors.New("rolled back")

// inVain runs fn in a transaction that is rolled back after a look at the window.
func (w *keptWorld) inVain(p *session.Service, fn func(ctx context.Context) error) {
	err := w.db.InTx(w.ctx, func(ctx context.Context) error {
		w.check(fn(ctx))
		w.compareIn(ctx, p, "in the transaction")
		return errInVain
	})
	if !errors.Is(err, errInVain) {
		w.Fatal(err)
	}
}

func (w *keptWorld) do(step string) {
	p, store := w.any(), w.db.Sessions()
	switch m := w.message(); step {
	case "say":
		w.say(rapid.IntRange(1, 3).Draw(w.T, "messages"))
	case "say in vain":
		w.inVain(p, func(ctx context.Context) error {
			_, err := p.Append(ctx, actor.OfSystem(), w.x.ID, w.newMessages(2)...)
			return err
		})
		w.say(3) // they get the same numbers
	case "edit":
		w.check(store.SetEdited(w.ctx, m.ID, rapid.SampledFrom([]string{"", "meant otherwise"}).Draw(w.T, "wording")))
	case "mask":
		w.check(w.mask(w.ctx, p, m))
	case "mask in vain":
		w.inVain(p, func(ctx context.Context) error { return w.mask(ctx, p, m) })
	case "revise":
		w.check(store.SetRevised(w.ctx, m.ID, &session.Revision{Content: "revised"}))
	case "take back":
		w.check(store.SetRevised(w.ctx, m.ID, nil))
	case "remove":
		now := time.Now()
		w.check(store.SetRemoved(w.ctx, w.x.ID, []string{m.ID}, &now))
	case "restore":
		w.check(store.SetRemoved(w.ctx, w.x.ID, []string{m.ID}, nil))
	case "trim", "resume":
		if w.x.WindowFrom = 1; step == "trim" {
			w.x.WindowFrom = m.Seq
		}
	case "move":
		to := w.x.Place.Chat - 1_000_000
		w.check(w.processes[0].Move(w.ctx, actor.OfSystem(), w.x.Place.Bot, w.x.Place.Chat, to))
		w.x.Place.Chat = to
	case "erase":
		_, err := p.Erase(w.ctx, actor.OfSystem(), scope.Scope{Kind: scope.User, ID: w.person})
		w.check(err)
		w.compare("erased")
		w.begin(w.x.Place)
		w.say(40)
	}
}

// mask has what a message says forgotten.
func (w *keptWorld) mask(ctx context.Context, p *session.Service, m session.Message) error {
	says := func(s string) bool { return strings.Contains(s, m.Content) }
	_, err := p.Mask(ctx, actor.OfSystem(), scope.Scope{Kind: scope.User, ID: w.person}, nil, nil, says)
	return err
}

// compare reads the window through every process.
func (w *keptWorld) compare(after string) {
	w.Helper()
	for _, p := range w.processes {
		w.compareIn(w.ctx, p, after)
	}
}

func (w *keptWorld) compareIn(ctx context.Context, p *session.Service, after string) {
	w.Helper()
	want, err := w.process().Window(ctx, w.x)
	w.check(err)
	got, err := p.Window(ctx, w.x)
	w.check(err)
	if !reflect.DeepEqual(got, want) {
		w.Fatalf("after %q the window is\n%+v, not\n%+v", after, got, want)
	}
}

// TestKeptWindowsForget: what is forgotten leaves the memory with its commit, and the memory
// of another process with the next look at the conversation.
func TestKeptWindowsForget(t *testing.T) {
	ctx, db := t.Context(), storetest.SQLite(t)
	here := session.New(session.Config{Store: db.Sessions(), Now: time.Now})
	there := session.New(session.Config{Store: db.Sessions(), Now: time.Now})
	x := must(here.Begin(ctx, actor.OfSystem(), place, alice, "keepsake", false))(t)
	var ms []session.Message
	for i := range 40 {
		ms = append(ms, session.Message{Role: session.User, Content: fmt.Sprintf("fact %d.", i)})
	}
	must(here.Append(ctx, actor.OfSystem(), x.ID, ms...))(t)
	keeps := func(p *session.Service) bool {
		must(p.Window(ctx, x))(t)
		return strings.Contains(session.KeptText(p), "fact 7.")
	}
	if !keeps(here) || !keeps(there) {
		t.Fatal("nothing is kept")
	}
	owner := scope.Scope{Kind: scope.User, ID: alice}
	err := db.InTx(ctx, func(ctx context.Context) error {
		_, err := here.Mask(ctx, actor.OfSystem(), owner, nil, nil, func(s string) bool { return s == "fact 7." })
		return err
	})
	if err != nil || strings.Contains(session.KeptText(here), "fact") {
		t.Errorf("after the commit the session's words are kept (%v)", err)
	}
	if keeps(here) || keeps(there) {
		t.Error("after another look the forgotten words are kept")
	}
	must(here.Erase(ctx, actor.OfSystem(), owner))(t)
	if s := session.KeptText(here); s != "" {
		t.Errorf("after the erasure %q is kept", s)
	}
}

// TestKeptWindowsBeginLater: a window that begins behind all that is kept of it does not show what stands between.
func TestKeptWindowsBeginLater(t *testing.T) {
	for name, open := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			ctx, db := t.Context(), open(t)
			s := session.New(session.Config{Store: db.Sessions(), Now: time.Now})
			x := must(s.Begin(ctx, actor.OfSystem(), place, alice, "keepsake", false))(t)
			var ms []session.Message
			for i := range 40 {
				ms = append(ms, session.Message{Role: session.User, Content: fmt.Sprintf("fact %d.", i+1)})
			}
			must(s.Append(ctx, actor.OfSystem(), x.ID, ms...))(t)
			must(s.Mask(ctx, actor.OfSystem(), scope.Scope{Kind: scope.User, ID: alice}, nil, nil, func(s string) bool { return s == "fact 39." }))(t)
			must(s.Window(ctx, x))(t) // keeps 1 to 38
			x.WindowFrom = 40
			if got := must(s.Window(ctx, x))(t); len(got) != 1 || got[0].Seq != 40 {
				t.Errorf("a window from 40 on shows %d messages, the first of them %d", len(got), got[0].Seq)
			}
		})
	}
}
