package memories_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/command/answer"
	"keepsake/command/memories"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/forget"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/session"
	"keepsake/store"
	"keepsake/store/storetest"
	"keepsake/task"
	"keepsake/templates"
	"keepsake/text"
	"keepsake/usage"
)

// desk is a Desk on a real database, and a clock.
type desk struct {
	*memories.Desk
	db    *store.DB
	t     *testing.T
	at    time.Time
	words *templates.Words
}

func newDesk(t *testing.T, caps memory.Caps) *desk {
	t.Helper()
	words, err := templates.LoadWords()
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, at: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC), words: words}
	db, now := storetest.SQLite(t), d.now
	d.db = db
	m := memory.New(memory.Config{Store: db.Memories(), Now: now, Key: []byte("k"), Caps: caps, IsAbout: people.HasLabel})
	ps := people.New(people.Config{Store: db.People(), Now: now})
	outbox := delivery.New(delivery.Config{Store: db.Deliveries(), Now: now})
	d.Desk = &memories.Desk{
		Store: "keepsake", Memory: m, People: ps, Deleted: 48 * time.Hour,
		Forget: &forget.Service{
			Memory: m, Sessions: session.New(session.Config{Store: db.Sessions(), Now: now}), Delivery: outbox, People: ps,
			Tasks: task.New(task.Config{Store: db.Tasks(), Delivery: outbox, People: ps, Words: words, Now: now}),
			Usage: usage.New(usage.Config{Store: db.Usage(), Now: now}), Tx: db, Scrubber: db, Stores: []string{"keepsake"}, Now: now,
		},
	}
	return d
}

func (d *desk) now() time.Time { return d.at }

func (d *desk) person() actor.Actor { return actor.OfPerson(people.ID(11)) }

func (d *desk) mine() []scope.Scope {
	return []scope.Scope{{Store: "keepsake", Kind: scope.User, ID: people.ID(11)}}
}

// answer returns what a request of somebody in a chat comes to: a tap, when action is not "".
func (d *desk) answer(person, chat int64, standing actor.Standing, ref string, tapped bool) *answer.Answer {
	a := &answer.Answer{
		Person: people.Person{ID: people.ID(person), Name: "Ann", ClientLang: "en"}, Standing: standing,
		Place: session.Place{Bot: "keepsake", Chat: chat}, Chat: people.NewChat("keepsake", chat), Words: d.words, Now: d.at,
		Link: func(payload string) string { return "https://chat.example/" + payload },
	}
	if tapped {
		a.Tap = &answer.Tap{Message: 5, Action: "it", Ref: ref, Keyboard: [][]delivery.Button{{{Action: "it", Ref: ref}}, {{Action: "other"}}}}
	}
	return a
}

func (d *desk) keep(person, chat int64, category, content string) memory.Memory {
	d.t.Helper()
	owner := scope.Scope{Store: "keepsake", Kind: scope.User, ID: people.ID(person)}
	if chat < 0 {
		owner = scope.Scope{Store: "keepsake", Kind: scope.Group, ID: people.ID(chat)}
	}
	m, _, err := d.Memory.Add(d.t.Context(), actor.OfPerson(people.ID(person)), memory.Draft{
		Scope: owner, Category: category, Content: content, Reason: "test",
		Evidence: []memory.Evidence{{Author: people.ID(person), Quote: "I say: " + content, SaidAt: d.at}},
	})
	if err != nil {
		d.t.Fatal(err)
	}
	d.at = d.at.Add(time.Minute)
	return m
}

// types is /memory with args; the answer must hold words.
func (d *desk) types(a *answer.Answer, args, words string) *answer.Answer {
	d.t.Helper()
	d.holds("/memory "+args, a, d.Command(d.t.Context(), a, args), words)
	return a
}

// taps does a tap; the answer must hold words, or the error be one.
func (d *desk) taps(do func(*memories.Desk, context.Context, *answer.Answer) error, ref string, want any) *answer.Answer {
	d.t.Helper()
	a := d.answer(11, 11, actor.Admin, ref, true)
	err := do(d.Desk, d.t.Context(), a)
	if wanted, ok := want.(error); ok {
		if !errors.Is(err, wanted) {
			d.t.Errorf("%s: %v, want %v", ref, err, wanted)
		}
		return a
	}
	d.holds(ref, a, err, want.(string))
	return a
}

// finds does a search as package command does: asked outside of a transaction, then shown.
func (d *desk) finds(a *answer.Answer, args, words string) *answer.Answer {
	d.t.Helper()
	query, ok := memories.ParseSearch(args)
	page := 1
	if a.Tap != nil {
		query, page = memories.ParseSearchTap(a)
	} else if !ok {
		d.t.Errorf("%q is no search", args)
	}
	hits, err := d.Relevant(d.t.Context(), a, query)
	if err == nil {
		err = d.ShowFound(d.t.Context(), a, query, page, hits)
	}
	d.holds("/memory "+args, a, err, words)
	return a
}

func (d *desk) holds(what string, a *answer.Answer, err error, words string) {
	d.t.Helper()
	said := a.Note
	for _, o := range a.Out {
		said += "\n" + o.Body.Text
	}
	if err != nil || !strings.Contains(said, words) {
		d.t.Errorf("%s is answered with %q, want %q (%v)", what, said, words, err)
	}
}

func (d *desk) typed() *answer.Answer { return d.answer(11, 11, actor.Admin, "", false) }

func labels(a *answer.Answer) (all []string) {
	for _, o := range a.Out {
		for _, row := range o.Body.Buttons {
			for _, b := range row {
				all = append(all, b.Text)
			}
		}
	}
	return all
}

func TestOneMemory(t *testing.T) {
	d := newDesk(t, memory.Caps{})
	m := d.keep(11, 11, "task_state", "The user restores a boat")
	card := d.taps((*memories.Desk).TapOpen, m.ID+".1", "**Task State**")
	if got := labels(card); len(got) != 6 {
		t.Errorf("the buttons of a card are %q", got)
	}
	d.taps((*memories.Desk).TapHistory, m.ID, "The user restores a boat”")
	d.taps((*memories.Desk).TapPin, m.ID+".1", "Pinned")
	d.taps((*memories.Desk).TapPin, m.ID+".1", memory.ErrUnchanged)
	d.taps((*memories.Desk).TapUnpin, m.ID+".1", "boat")
	d.types(d.typed(), "pin "+m.ID, "Pinned: ")
	d.types(d.typed(), "unpin "+m.ID, "Unpinned: ")
	ask := d.taps((*memories.Desk).TapEdit, m.ID, "What shall it say?")
	if o := ask.Out[0]; o.Purpose != memories.FormEdit || !o.Body.ForceReply {
		t.Fatalf("asked %+v", o)
	}
	a := d.typed()
	d.holds("the answer", a, d.AnswerEdit(t.Context(), a, ask.Out[0].Ref, " The user restores two boats "), "Updated: “The user restores two boats”")
	if err := d.AnswerEdit(t.Context(), d.typed(), ask.Out[0].Ref, "The user restores none"); !errors.Is(err, memory.ErrConflict) {
		t.Errorf("an answer to an old question: %v", err)
	}
	d.types(d.typed(), "edit "+m.ID, "What shall it say?")
	change := a.Out[0].Body.Buttons[0][0].Ref
	d.taps((*memories.Desk).TapUndo, change, "It says again")
	d.taps((*memories.Desk).TapUndo, change, memory.ErrUndone)
	deleted := d.taps((*memories.Desk).TapDelete, m.ID+".1", "Deleted: ")
	if got := labels(deleted); len(got) != 2 {
		t.Errorf("the buttons under a deletion are %q", got)
	}
	d.types(d.typed(), "show "+m.ID, "boat")
	d.taps((*memories.Desk).TapDeleted, "1", "last 2 days")
	d.taps((*memories.Desk).TapRestore, m.ID, "Restored: ")
	d.types(d.typed(), "forget "+m.ID, "Deleted: ")
	d.types(d.typed(), "restore "+m.ID, "Restored: ")
	d.types(d.typed(), "restore", "nothing to restore")
}

func TestLists(t *testing.T) {
	d := newDesk(t, memory.Caps{Explicit: 10})
	d.types(d.typed(), "list", "I don't remember anything")
	d.types(d.typed(), "list person", "I don't remember anything")
	d.types(d.typed(), "export", "I don't remember anything")
	d.keep(11, 11, "preference", "Alec is the user's boss")
	for _, n := range strings.Fields("one two three four five six seven eight nine ten") {
		d.keep(11, 11, "context", "The user owns boat "+n)
	}
	list := d.types(d.typed(), "", "Your memories")
	if got := labels(list); !slices.Contains(got, "▶️") || !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "Archive") }) {
		t.Errorf("the buttons of a list are %q", got)
	}
	d.taps((*memories.Desk).TapList, "2", "boat")
	d.types(d.typed(), "list context 2", "boat")
	d.types(d.typed(), "list Context", "boat")
	d.types(d.typed(), "list nothing", "Nothing is kept under that name")
	archived := d.types(d.typed(), "archive", "Alec")
	d.taps((*memories.Desk).TapArchive, "1", "Alec")
	d.taps((*memories.Desk).TapOpen, archived.Out[0].Body.Buttons[0][0].Ref, "Archived on")
	d.finds(d.typed(), "search boat", "I found 10 memories")
	d.finds(d.typed(), "search unicorn", "I found nothing")
	if !memories.IsBareSearch(" Search ") || memories.IsBareSearch("search tea") || memories.IsBareSearch("") {
		t.Error("a bare search is one without words")
	}
	rows := d.types(d.typed(), "list", "[").Out[0].Body.Buttons // P54's text; below it short buttons (U4, U13)
	if len(rows) < 3 || len(rows[0]) != 2 || len(rows[0][0].Text) > 3*22 {
		t.Errorf("the buttons of the list are %v", rows)
	}
	var actions []string
	for _, b := range rows[len(rows)-1] {
		actions = append(actions, b.Action)
	}
	if got := strings.Join(actions, " "); got != "look archive export wipe" {
		t.Errorf("what can be done with the list is %q", got)
	}
	d.taps((*memories.Desk).TapExport, "", "with their history")
	d.taps((*memories.Desk).TapForgetAll, "", "erases")
	d.finds(d.answer(11, 11, actor.Admin, "9.boat", true), "", "boat")
	d.types(d.typed(), "help", "/memory")
	d.types(d.typed(), "dance", "/memory dance")
	d.types(d.typed(), "show", "Which one?")
	d.types(d.typed(), "remove x", "`/memory delete a1b2c3d4`")
	export := d.types(d.typed(), "export", "Your 11 memories")
	if f := export.Out[0].Body.File; f == nil || !strings.Contains(string(f.Data), "Alec") {
		t.Errorf("the file is %+v", f)
	}
	for sub, want := range map[string]bool{"Edit": true, "forget": true, "list": false, "": false} {
		if memories.TakesID(sub) != want {
			t.Errorf("TakesID(%q) is %v", sub, !want)
		}
	}
}

func TestProposals(t *testing.T) {
	d := newDesk(t, memory.Caps{})
	owner := scope.Scope{Store: "keepsake", Kind: scope.User, ID: people.ID(11)}
	propose := func(content string) string {
		p, err := d.Memory.Propose(t.Context(), actor.OfPerson(people.ID(11)), []scope.Scope{owner}, memory.Decision{
			Op: memory.OpAdd, Scope: owner, Category: "context", Content: content, Reason: "test",
		}, memory.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		return p.ID
	}
	lute, boat, dill := propose("The user plays the lute"), propose("The user owns a boat"), propose("The user hates dill")
	saved := d.taps((*memories.Desk).TapSave, lute, "Kept: ")
	if o := saved.Out[0]; o.Kind != delivery.Edit || len(o.Body.Buttons) != 1 {
		t.Errorf("the proposal's buttons: %+v", o)
	}
	d.taps((*memories.Desk).TapAmend, lute, memory.ErrDecided)
	ask := d.taps((*memories.Desk).TapAmend, boat, "How shall I remember it?")
	for _, wording := range []string{" ", "my key is " + text.Mask} {
		if err := d.AnswerAmend(t.Context(), d.typed(), ask.Out[0].Ref, wording); err == nil {
			t.Errorf("%q is taken", wording)
		}
	}
	a := d.typed()
	d.holds("the answer", a, d.AnswerAmend(t.Context(), a, ask.Out[0].Ref, "The user owns two boats"), "Kept: “The user owns two boats”")
	if o := a.Out[0]; o.Kind != delivery.Edit || o.Target != 5 || len(o.Body.Buttons) != 1 {
		t.Errorf("the proposal's buttons: %+v", o)
	}
	d.taps((*memories.Desk).TapNever, dill, "I won't ask again")
	d.taps((*memories.Desk).TapNever, dill, memory.ErrDecided)

	// What the person has said otherwise since is not stored, and its buttons go.
	for name, tap := range map[string]func(*memories.Desk, context.Context, *answer.Answer) error{
		"Save": (*memories.Desk).TapSave, "Edit": (*memories.Desk).TapAmend, "Never": (*memories.Desk).TapNever,
	} {
		old := propose("The user lives in " + name)
		if err := d.Memory.Supersede(t.Context(), actor.Actor{Kind: actor.Extraction}, owner, "The user lives in "+name, ""); err != nil {
			t.Fatal(err)
		}
		a := d.taps(tap, old, "")
		if len(a.Out) != 1 || a.Out[0].Kind != delivery.Edit || len(a.Out[0].Body.Buttons) != 1 || !strings.Contains(a.Note, "something newer") {
			t.Errorf("%s: %q, %+v", name, a.Note, a.Out)
		}
	}
}

func TestAGroupsMemories(t *testing.T) {
	d := newDesk(t, memory.Caps{})
	empty := d.answer(11, -100, actor.Member, "", false)
	d.types(empty, "", "anything about this group")
	if b := empty.Out[0].Body.Buttons[0][0]; b.URL != "https://chat.example/memory" {
		t.Errorf("the way to one's own: %+v", b)
	}
	m := d.keep(11, -100, "context", "The user owns a boat")
	list := d.types(d.answer(12, -100, actor.Member, "", false), "list", "somebody")
	if !strings.Contains(list.Out[0].Body.Text, "in this group") {
		t.Errorf("the list: %s", list.Out[0].Body.Text)
	}
	d.types(d.answer(12, -100, actor.Member, "", false), "show "+m.ID, "boat")
	for _, sub := range []string{"delete ", "edit ", "pin "} {
		if err := d.Command(t.Context(), d.answer(12, -100, actor.Member, "", false), sub+m.ID); !errors.Is(err, memory.ErrNotYours) {
			t.Errorf("%s: %v", sub, err)
		}
	}
	d.types(d.answer(11, -100, actor.Member, "", false), "delete "+m.ID, "Deleted: ")
	if err := d.Command(t.Context(), d.answer(12, -100, actor.Member, "", false), "show "+m.ID); !errors.Is(err, memory.ErrNotFound) {
		t.Errorf("somebody else is shown what was taken back: %v", err)
	}
	d.types(d.answer(12, -100, actor.Member, "", false), "restore", "Which one?")
}

func TestForgettingEverything(t *testing.T) {
	d := newDesk(t, memory.Caps{})
	d.keep(11, 11, "context", "The user owns a boat")
	d.keep(11, -100, "context", "The user owns a bike")
	ask := d.types(d.typed(), "forget all", "one memory")
	press := func(chat int64, ref, words string) (*answer.Answer, bool) {
		a := d.answer(11, chat, actor.Admin, ref, true)
		erase, err := d.TapForget(t.Context(), a)
		d.holds(ref, a, err, words)
		return a, erase
	}
	press(11, "no", "Nothing was erased")
	sure := ask.Out[0].Body.Buttons[0][0].Ref
	again, _ := press(11, sure, "Are you sure?")
	now := again.Out[0].Body.Buttons[0][0].Ref
	for _, chat := range []int64{11, -100} {
		a, erase := press(chat, now, "")
		if !erase {
			t.Fatal("nothing is to be erased")
		}
		finished := false
		err := d.EraseAll(t.Context(), a, func(context.Context) error { finished = true; return nil })
		if d.holds("erasing", a, err, "orgotten"); !finished {
			t.Error("what the tap came in is not ended")
		}
	}
	d.types(d.typed(), "", "I don't remember anything")
	d.at = d.at.Add(time.Hour)
	press(11, now, "too old")
	member := d.answer(12, -100, actor.Member, now, true)
	if _, err := d.TapForget(t.Context(), member); !errors.Is(err, actor.ErrAdminsOnly) {
		t.Errorf("a member erases a group: %v", err)
	}
	if err := d.Command(t.Context(), d.answer(12, -100, actor.Member, "", false), "forget all"); !errors.Is(err, actor.ErrAdminsOnly) {
		t.Errorf("a member asks to erase a group: %v", err)
	}
}
