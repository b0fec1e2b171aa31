package command_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/command"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/memory/archive"
)

// A memory is opened from the list, pinned, edited, deleted and restored by buttons alone;
// pressed a second time they change nothing.
func TestAMemoryByButtons(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	m := ann.keeps("person", "Anna is the user's sister")
	list, message := ann.types("/memory", "Anna is the user's sister")
	action, ref := button(t, list, "Anna is your")
	card := ann.taps(message, action, ref, "Anna is your sister")
	if !strings.Contains(textOf(card), "Stored as: Anna is the user's sister") {
		t.Errorf("U9: the card does not show the stored sentence: %s", textOf(card))
	}
	if o := card.Out[0]; o.Kind != delivery.Edit || o.Target != message {
		t.Errorf("the card does not replace the list: %+v", o)
	}
	action, ref = button(t, card, "Pin")
	if card = ann.taps(message, action, ref, "Pinned"); !strings.Contains(textOf(card), "Anna") {
		t.Errorf("the pinned card: %s", textOf(card))
	}
	ann.taps(message, action, ref, "Already done")
	action, ref = button(t, card, "Unpin")
	ann.taps(message, action, ref, "Anna")
	ann.taps(message, "hist", m.ID+".1", "Anna")

	action, ref = button(t, card, "Edit")
	ann.taps(message, action, ref, "What shall it say?")
	ann.answers("my password is hunter22secret", "looks like a password")
	ann.answers("  ", "too short or too long")
	updated := ann.answers("Anna is the user's cousin", "Updated: “Anna is the user's cousin”")
	ann.answers("Anna is the user's aunt", "changed meanwhile")
	action, ref = button(t, updated, "Undo")
	undone := ann.taps(w.messages, action, ref, "It says again: “Anna is the user's sister”")
	if undone.Out[0].Kind != delivery.Edit || len(undone.Out[0].Body.Buttons) != 1 {
		t.Errorf("the button that was pressed stays: %+v", undone.Out[0])
	}
	ann.taps(w.messages, action, ref, "Already undone")

	deleted := ann.taps(message, "del", m.ID+".1", "Deleted: 'Anna")
	ann.taps(message, "del", m.ID+".1", "already forgotten")
	if button(t, deleted, "Back"); len(ann.remembered()) != 0 {
		t.Errorf("remembered %q", ann.remembered())
	}
	bin, message := ann.types("/memory restore", "Deleted in the last 2 days")
	action, ref = button(t, bin, "Anna")
	ann.taps(message, action, ref, "Restored: “Anna")
	ann.taps(message, "deleted", "1", "nothing to restore")
	if got := ann.remembered(); !slices.Equal(got, []string{"Anna is the user's sister"}) {
		t.Errorf("remembered %q", got)
	}
}

// What is typed does what the buttons do.
func TestAMemoryByTyping(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	m := ann.keeps("person", "Anna is the user's sister")
	for _, step := range [][2]string{
		{"/memory show " + m.ID, "Anna is the user's sister"},
		{"/memory show id: " + m.ID, "Anna is the user's sister"},
		{"/memory pin <" + m.ID + ">", "Pinned: “Anna"},
		{"/memory unpin id:" + m.ID, "Unpinned: “Anna"},
		{"/memory edit " + m.ID, "What shall it say?"},
		{"/memory edit " + m.ID + " Anna is the user's cousin", "Updated: “Anna is the user's cousin”"},
		{"/memory edit " + m.ID + " Anna is the user's cousin", "Already done"},
		{"/memory edit " + m.ID + " my password is hunter22secret", "looks like a password"},
		{"/memory remove " + m.ID, "Deleted: 'Anna"},
		{"/memory show " + m.ID, "Anna is the user's cousin"},
		{"/memory restore " + m.ID, "Restored: “Anna"},
		{"/memory forget " + m.ID, "Deleted: 'Anna"},
	} {
		ann.types(step[0], step[1])
	}
	other := w.private(12, "Bob")
	other.types("/memory show "+m.ID, "no such memory")
}

// Lists and searches are pages; a page past the end is the last.
func TestPages(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	for _, n := range strings.Fields("one two three four five six seven eight nine ten") {
		ann.keeps("context", "The user owns boat "+n)
	}
	ann.keeps("season 2", "The user likes the second season")
	list, message := ann.types("/memory", "Your memories")
	action, ref := button(t, list, "▶️")
	next := ann.taps(message, action, ref, "Your memories")
	action, ref = button(t, next, "◀️")
	ann.taps(message, action, ref, "Your memories")
	ann.types("/memory list 99", "Your memories")
	ann.types("/memory list season 2", "second season")
	ann.types("/memory list context 2", "boat")
	found, message := ann.types("/memory search boat", "I found 10 memories")
	action, ref = button(t, found, "▶️")
	if ann.taps(message, action, ref, "boat"); len(action+":"+ref) > 64 {
		t.Errorf("the button has %d bytes", len(action+":"+ref))
	}
	ann.taps(message, "find", "7.boat", "boat")
	ann.taps(message, "find", "1.unicorn", "I found nothing")
}

func TestTheArchive(t *testing.T) {
	w := newWorld(t)
	w.commands.Memory = w.memory.WithCaps(memory.Caps{Explicit: 2})
	w.memory = w.commands.Memory
	ann := w.private(11, "Ann")
	first := ann.keeps("context", "Alec is the user's boss")
	w.at = w.at.Add(time.Hour)
	ann.keeps("preference", "User prefers green tea")
	w.at = w.at.Add(time.Hour)
	ann.keeps("context", "User lives in Lisbon")
	list, message := ann.types("/memory", "Lisbon")
	action, ref := button(t, list, "Archive")
	archived := ann.taps(message, action, ref, "Alec is your boss")
	action, ref = button(t, archived, "Alec")
	card := ann.taps(message, action, ref, "Archived on")
	action, ref = button(t, card, "Restore")
	ann.taps(message, action, ref, "Restored: “Alec")
	ann.types("/memory show "+first.ID, "Alec")
	ann.types("/memory archive 9", "🗄")
}

func TestExport(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	ann.types("/memory export", "I don't remember anything about you yet")
	ann.keeps("person", "Anna is the user's sister")
	reply, _ := ann.types("/memory export", "Your one memory")
	var file archive.DetailedFile
	if f := reply.Out[0].Body.File; f == nil || f.Name != "memories-2026-11-22.json" {
		t.Fatalf("the file is %+v", f)
	} else if err := json.Unmarshal(f.Data, &file); err != nil || len(file.Memories) != 1 {
		t.Fatalf("%v: %s", err, f.Data)
	}
	if m := file.Memories[0]; m.Content != "Anna is the user's sister" || len(m.Versions) != 1 {
		t.Errorf("exported %+v", m)
	}
}

// A proposal is saved, reworded or declined by a tap, once.
func TestDecisions(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	saved, amended, declined := ann.proposes("User plays the lute"), ann.proposes("User is called Annie"), ann.proposes("User hates dill")
	reply := ann.taps(5, "save", saved.ID, "Kept: “User plays the lute”")
	if reply.Note != "Kept" {
		t.Errorf("the note is %q", reply.Note)
	}
	button(t, reply, "Undo")
	ann.taps(5, "save", saved.ID, "Already decided")
	ann.taps(5, "amend", saved.ID, "Already decided")

	ann.taps(5, "amend", amended.ID, "How shall I remember it?")
	ann.answers("my password is hunter22secret", "looks like a password")
	reply = ann.answers("User is called Ann", "Kept: “User is called Ann”")
	if o := reply.Out[0]; o.Kind != delivery.Edit || o.Target != 5 || len(o.Body.Buttons) != 1 {
		t.Errorf("the buttons of the proposal: %+v", o)
	}
	ann.answers("User is called Ann", "Already decided")

	ann.taps(5, "never", declined.ID, "I won't ask again")
	ann.taps(5, "never", declined.ID, "Already decided")
	if got := ann.remembered(); len(got) != 2 || !slices.Contains(got, "User is called Ann") {
		t.Errorf("remembered %q", got)
	}
}

// H2: in a group members take back what they said, admins everything; buttons are for whom
// their message was sent to.
func TestWhoMayWhatInAGroup(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.private(11, "Ann"), w.private(12, "Bob")
	admin, member, gone := ann.in(-100, actor.Admin), bob.in(-100, actor.Member), bob.in(-100, actor.Stranger)
	anonymous := &speaker{w: w, place: member.place, standing: actor.Member}
	hers, his := admin.keeps("context", "The user owns a boat"), member.keeps("context", "The user owns a bike")
	proposal := admin.proposes("User plays the lute")

	for _, s := range []*speaker{member, gone, anonymous} {
		s.types("/memory delete "+hers.ID, "Only the one who said it")
		s.types("/memory edit "+hers.ID+" The user owns two boats", "Only the one who said it")
		s.types("/memory pin "+hers.ID, "Only the one who said it")
	}
	gone.types("/memory delete "+his.ID, "Only the one who said it")
	_, message := member.types("/memory", "boat")
	gone.taps(message, "del", his.ID, "members of the group")
	anonymous.taps(message, "del", his.ID, "for somebody else")
	w.private(13, "Eve").in(-100, actor.Member).taps(message, "del", his.ID, "for somebody else")
	member.taps(message+1000, "del", his.ID, "no longer know whom this button") // as a message whose record was purged
	member.taps(message, "del", hers.ID, "Only the one who said it")
	member.taps(message, "save", proposal.ID, "Only the one who said it")
	member.taps(message, "never", proposal.ID, "Only the one who said it")
	deleted := member.taps(message, "del", his.ID, "Deleted: 'The user owns a bike'")
	member.types("/memory show "+his.ID, "bike")
	action, ref := button(t, deleted, "Undo")
	member.taps(message, action, ref, "Restored")
	admin.taps(message, "save", proposal.ID, "Kept: “User plays the lute”")

	// An admin deletes what a member said; the member is not shown it again by others.
	admin.types("/memory delete "+his.ID, "Deleted")
	w.private(13, "Eve").in(-100, actor.Member).types("/memory show "+his.ID, "no such memory")

	admin.taps(message, "edit", hers.ID, "What shall it say?")
	stolen := *member
	stolen.asked = admin.asked
	if _, ok, err := w.commands.Question(t.Context(), member.place, w.messages, member.person.ID); err != nil || ok {
		t.Errorf("a question to the admin is the member's to answer: %v", err)
	}
	if _, ok, err := w.commands.Question(t.Context(), admin.place, w.messages, admin.person.ID); err != nil || !ok {
		t.Errorf("the admin's question is not the admin's: %v", err)
	}
	if _, ok, err := w.commands.Question(t.Context(), admin.place, 99999, admin.person.ID); ok || err == nil {
		t.Error("a message that is not ours is a question")
	}
	stolen.answers("The user owns no boat", "Only the one who said it")
	admin.answers("The user owns two boats", "Updated")
	if got := ann.remembered(); len(got) != 0 {
		t.Errorf("the group's memory is Ann's own: %q", got)
	}
}

// "/memory forget all" asks twice, only for a while, and erases once; what it says goes with
// the erasure.
func TestForgetAll(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	ann.types("/start lang_de", "Hallo, Ann")
	ann.types("/start lang_en", "Hello, Ann")
	ann.keeps("person", "Anna is the user's sister")
	ask, message := ann.types("/memory forget all", "one memory")
	ann.taps(message, "forget", "no", "Nothing was erased")
	action, ref := button(t, ask, "erase")
	again := ann.taps(message, action, ref, "Are you sure?")
	action, ref = button(t, again, "rase")
	w.at = w.at.Add(11 * time.Minute)
	ann.taps(message, action, ref, "too old to be answered safely")
	ask, message = ann.types("/memory forget all", "one memory")
	_, ref = button(t, ask, "erase")
	again = ann.taps(message, "forget", ref, "Are you sure?")
	_, ref = button(t, again, "rase")
	reply := ann.taps(message, "forget", ref, "I have forgotten you")
	if !reply.Stop || reply.Language == nil || *reply.Language != "" {
		t.Errorf("what is being answered goes on, or the menu stays: %+v", reply)
	}
	if got := ann.remembered(); len(got) != 0 {
		t.Errorf("remembered %q", got)
	}

	group := ann.in(-100, actor.Admin)
	group.keeps("context", "The user owns a boat")
	group.taps(message, "forget", ref, "forgotten")
	if got := group.remembered(); len(got) != 0 {
		t.Errorf("the group's memory holds %q", got)
	}
	bob := w.private(12, "Bob").in(-100, actor.Member)
	_, message = bob.types("/help", "Talk to me")
	bob.taps(message, "forget", ref, "Only admins")
}

// A refused request writes nothing but its reason, and the outbox row is the request's.
func TestARefusalWritesNothing(t *testing.T) {
	w := newWorld(t)
	w.commands.Memory = memory.New(memory.Config{Store: w.db.Memories(), Key: []byte("k"), ReadOnly: true, Now: func() time.Time { return w.at }})
	ann := w.private(11, "Ann")
	m := ann.keeps("person", "Anna is the user's sister")
	reply, _ := ann.asks(command.Request{Text: "/memory edit " + m.ID + " Anna is nobody"})
	if len(reply.Out) != 1 || !strings.Contains(textOf(reply), "switched off") {
		t.Errorf("refused with %+v", reply)
	}
	if got := ann.remembered(); !slices.Equal(got, []string{"Anna is the user's sister"}) {
		t.Errorf("remembered %q", got)
	}
}

// R20: what is described after /forget is shown to be forgotten, as the tool does; an id is deleted, and everything asks.
func TestForgettingByDescription(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	for _, n := range strings.Fields("one two three four five six seven eight nine ten") {
		ann.keeps("context", "Jörg Müller owns boat "+n)
	}
	ann.keeps("person", "Samantha is the user's aunt")
	for line, words := range map[string]string{
		"/forget Samantha": "This I could forget", "/memory forget Samantha": "Samantha is the user's aunt", "/memory delete samantha": "Samantha is the user's aunt",
		"/forget everything about Samantha": "Samantha is the user's aunt", "/forget everything": "This erases **everything**", "/forget me": "This erases **everything**",
		"/forget Mallory": "I remember nothing about “Mallory”", "/memory delete Mallory": "not an id", "/memory delete nosuch12": "no such memory",
	} {
		ann.types(line, words)
	}
	card, message := ann.types("/forget Joerg Mueller", "These 10 memories I could forget")
	if len(ann.remembered()) != 11 {
		t.Fatalf("forgotten without a tap: %q", ann.remembered())
	}
	action, ref := button(t, card, "Forget 1")
	ann.taps(message, action, ref, "Deleted: 'Jörg")
	ann.taps(message, action, ref, "already forgotten")
	action, ref = button(t, card, "▶️")
	if next := ann.taps(message, action, ref, "10\\. 🗑"); len(action+":"+ref) > 64 || strings.Contains(textOf(next), "8\\. 🗑") {
		t.Errorf("%s:%s shows %q", action, ref, textOf(next))
	}
	action, ref = button(t, card, "Forget all 10")
	ann.taps(message, action, ref, "Forgotten: 9 memories")
	ann.taps(message, action, ref, "already forgotten")
	action, ref = button(t, card, "▶️")
	ann.taps(message, action, ref, "already forgotten")
	if got := ann.remembered(); len(got) != 1 {
		t.Errorf("left %q", got)
	}
}
