package bot_test

import (
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/bot/simulator"
	"keepsake/memory"
)

// R7: what left because there was too much is behind a button of the list; it is found,
// opened, restored and deleted as any memory, and erased with all.
func TestR7Archive(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	*w.memory = *w.memory.WithCaps(memory.Caps{Explicit: 2})
	ann := w.person(11, "Ann")
	ann.says("/memory archive", "The archive is empty")
	first := ann.knows("context", "", "Alec is the user's boss")
	second := ann.knows("preference", "", "User prefers green tea")
	third := ann.knows("context", "", "User lives in Lisbon")

	list := ann.says("/memory", "📝")
	if strings.Contains(list.Text, first.ID) || !strings.Contains(list.Text, third.ID) {
		t.Errorf("the list shows the archive:\n%s", list.Text)
	}
	ann.taps(list, "🗄 Archive: 1")
	archive := ann.shows(list.ID, "the archive", func(m simulator.Message) bool { return strings.Contains(m.Text, "In the archive is one memory") })
	if !strings.Contains(archive.Text, "["+first.ID+"] 🗄 Alec is your boss") {
		t.Errorf("the archive:\n%s", archive.Text)
	}
	ann.taps(archive, "🗄 Alec is your boss")
	card := ann.shows(list.ID, "the card", func(m simulator.Message) bool { return strings.Contains(m.Text, "Archived on") })
	ann.taps(card, "Restore")
	ann.hears(card.ID, "Restored: “Alec is the user's boss”")
	found := ann.says("/memory search green tea", "I found one memory")
	if !strings.Contains(found.Text, "["+second.ID+"] 🗄 You prefer green tea") {
		t.Errorf("what was found is not marked:\n%s", found.Text)
	}
	ann.says("/memory show "+second.ID, "Archived on")
	deleted := ann.says("/memory delete "+second.ID, "Deleted: 'User prefers green tea'")
	ann.says("/memory archive", "The archive is empty")
	ann.taps(deleted, "Undo")
	ann.hears(deleted.ID, "Restored")
	if n := len(ann.remembered()); n != 2 {
		t.Errorf("%d remembered, the cap is 2", n)
	}
	exported := ann.says("/memory export", "Your 3 memories")
	if exported.File == nil || !strings.Contains(string(exported.File.Data), "archived_at") {
		t.Error("the export does not say what is in the archive")
	}
	ann.says("/memory forget all", "3")
}

// R11: a memory whose time is over says so.
func TestR11ExpiredCard(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	m := ann.knows("context", "", "User is on holiday")
	until := w.now()
	if err := w.db.Memories().SetExpires(t.Context(), m.ID, &until); err != nil {
		t.Fatal(err)
	}
	if n, err := w.memory.Expire(t.Context(), actor.OfSystem(), m.Scope.Store); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	ann.says("/memory", "In the archive is one memory")
	ann.says("/memory show "+m.ID, "when its time was over")
	ann.says("/memory restore "+m.ID, "Restored: “User is on holiday”")
	ann.says("/memory", "User is on holiday")
}
