package bot_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/bot"
	"keepsake/bot/simulator"
	"keepsake/command"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/task"
)

// TestDeepLinks (issue 3, point 8): t.me/bot?start=… opens what it names; what nobody knows
// greets.
func TestDeepLinks(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	ann.knows("preference", "", "User likes green tea")
	for payload, words := range map[string]string{
		"memory": "User likes green tea", "tasks": "Nothing to do", "help": "Talk to me", "settings": "Time zone",
		"privacy": "What is kept about you", "nonsense": "Hello, Ann", "lang_xx": "Hello, Ann", "": "Hello, Ann",
		strings.Repeat("x", 64): "Hello, Ann",
	} {
		ann.hears(ann.StartLink(payload).ID, words)
	}
	ann.hears(ann.StartLink("lang_de").ID, "Hallo, Ann")
	if p, err := w.people.Get(context.Background(), people.ID(11)); err != nil || p.Language != "de" {
		t.Errorf("%+v %v", p, err)
	}
	if n := len(w.model.Requests()); n != 0 {
		t.Errorf("the model was asked %d times", n)
	}
}

// What another assistant wants to write is shown by its link, to the person whose memory it is alone, and is stored by
// their tap byte for byte.
func TestLinksOfAnotherAssistant(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann, eve := w.person(11, "Ann"), w.person(13, "Eve")
	known := ann.knows("preference", "tea", "User likes green tea")
	ctx, tool := t.Context(), actor.Actor{Kind: actor.Tool, ID: people.ID(11), Standing: actor.Admin}
	propose := func(d memory.Decision) string {
		t.Helper()
		d.Scope = ann.scopes()[0]
		d, err := w.memory.Propose(ctx, tool, ann.scopes(), d, memory.ToolLimits)
		if err != nil {
			t.Fatal(err)
		}
		return "decide_" + d.ID
	}
	add := propose(memory.Decision{Op: memory.OpAdd, Content: "User keeps *bees*", Category: "context"})
	change := propose(memory.Decision{Op: memory.OpUpdate, MemoryID: known.ID, Content: "User likes black tea"})
	eve.hears(eve.StartLink(add).ID, "no such memory")
	eve.hears(eve.StartLink("memory_"+known.ID).ID, "no such memory")
	shown := ann.hears(ann.StartLink(add).ID, "User keeps *bees*")
	ann.hears(ann.StartLink(change).ID, "instead of: User likes green tea")
	ann.hears(ann.StartLink("memory_"+known.ID).ID, "You like green tea")
	ann.taps(shown, "Save")
	if got := ann.remembered(); !slices.Contains(got, "User keeps *bees*") {
		t.Errorf("remembered %q", got)
	}
	ann.hears(ann.StartLink(add).ID, "Already decided")
}

// TestLinksAreNoWayIn: a stranger of a private bot hears of a link what they hear of a word, and the owner is asked.
func TestLinksAreNoWayIn(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *bot.Config) { c.Commands.Access = command.AccessOwner })
	eve := w.person(13, "Eve")
	for _, payload := range []string{"memory", "settings", "lang_de"} {
		eve.hears(eve.StartLink(payload).ID, "I'm a private companion")
	}
	eve.hears(eve.StartLink("wrong").ID, "not valid any more")
	if p, err := w.people.Get(context.Background(), people.ID(13)); err == nil && p.Language != "" {
		t.Error("a stranger's link set something")
	}
}

// TestLinkIntoAGroup: t.me/bot?startgroup=… adds the bot and sends /start with the payload.
func TestLinkIntoAGroup(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.crowd(-100901).ann
	ann.hears(ann.Say("/start@keepsake_bot hello").ID, "Hello, I'm")
}

// TestListsStayWhereTheyWere: after a deletion Back leads to the page one came from; a page
// that is not there any more is the last one.
func TestListsStayWhereTheyWere(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	for i := range 17 {
		ann.knows("context", "", "Canary number "+strings.Repeat("i", i+1)+" sings")
	}
	list := ann.says("/memory list 3", "Canary number")
	ann.taps(list, "Canary")
	ann.shows(list.ID, "a card", func(m simulator.Message) bool { return strings.Contains(m.Text, "version") })
	ann.taps(list, "Delete")
	ann.shows(list.ID, "deleted", func(m simulator.Message) bool { return strings.HasPrefix(m.Text, "Deleted") })
	ann.taps(list, "Back")
	ann.shows(list.ID, "the last page", func(m simulator.Message) bool { _, ok := m.Button("2 / 2"); return ok })

	found := ann.says("/memory search canary", "found 16 memories")
	if _, err := ann.PressData(found.ID, "find:9.canary"); err != nil {
		t.Fatal(err)
	}
	ann.shows(found.ID, "the last page", func(m simulator.Message) bool { _, ok := m.Button("2 / 2"); return ok })
}

// TestDeletedAndTasksArePaged: long lists are pages, and stay within their ends.
func TestDeletedAndTasksArePaged(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	for i := range 9 {
		m := ann.knows("context", "", "Canary number "+strings.Repeat("i", i+1)+" sings")
		ann.says("/memory delete "+m.ID, "Deleted: 'Canary number "+strings.Repeat("i", i+1)+" ")
		if _, err := w.tasks.Create(t.Context(), actor.OfSystem(), task.Draft{Store: botName, Person: people.ID(11), Title: "Feed canary number " + strings.Repeat("i", i+1)}); err != nil {
			t.Fatal(err)
		}
	}
	gone := ann.says("/memory restore", "Deleted in the last")
	ann.taps(gone, "▶️")
	second := ann.shows(gone.ID, "page 2", func(m simulator.Message) bool { _, ok := m.Button("2 / 2"); return ok })
	ann.taps(second, "Canary number")
	ann.hears(gone.ID, "Restored")
	if _, err := ann.PressData(gone.ID, "deleted:2"); err != nil {
		t.Fatal(err)
	}
	ann.shows(gone.ID, "one page", func(m simulator.Message) bool { _, ok := m.Button("◀️"); return !ok && len(m.Buttons) == 4 })

	todo := ann.says("/tasks 2", "Your tasks")
	ann.taps(todo, "☑️")
	ann.shows(todo.ID, "the last page", func(m simulator.Message) bool { return len(m.Buttons) == 9 })
}
