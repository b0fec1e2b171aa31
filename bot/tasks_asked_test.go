package bot_test

import (
	"slices"
	"testing"

	"keepsake/bot/simulator"
)

// proposesTask has the model make a task that the person's words do not ask for.
func proposesTask(w *world, heard string, titles ...string) {
	rule := w.rules.When(heard)
	for _, title := range titles {
		rule.Call("create_task", map[string]any{"title": title})
	}
}

// openTasks returns the titles of a person's open tasks.
func (c *chatter) openTasks() []string {
	c.w.t.Helper()
	scope := c.scopes()[0]
	ts, _, err := c.w.tasks.List(c.w.t.Context(), scope.Store, scope.ID, false, 0, 0)
	if err != nil {
		c.w.t.Fatal(err)
	}
	titles := []string{}
	for _, t := range ts {
		titles = append(titles, t.Title)
	}
	slices.Sort(titles)
	return titles
}

// W8: a typed yes adds the proposed task when it is the only thing asked, and the buttons that asked go; a typed no is a no: the
// task is not proposed again, until the person asks for it themselves.
func TestW8ATypedAnswerSettlesAProposedTask(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.WhenResult("create_task", "").Say("As you see below.")
	proposesTask(w, "look at this", "Call Mallory")
	proposesTask(w, "and this", "Sell the house")
	proposesTask(w, "once more", "Sell the house")
	proposesTask(w, "remind me to sell the house", "Sell the house")
	w.rules.When("Yes please").Say("Added.")
	w.rules.When("no thanks").Say("Fine.")
	ann := w.person(11, "Ann")
	asked := ann.says("look at this", "Call Mallory")
	if got := ann.openTasks(); len(got) != 0 {
		t.Fatalf("added without an answer: %q", got)
	}
	ann.Say("Yes please")
	ann.shows(asked.ID, "Undo alone", func(m simulator.Message) bool { return len(m.Buttons) == 1 && len(m.Buttons[0]) == 1 })
	w.idle()
	if got := ann.openTasks(); !slices.Equal(got, []string{"Call Mallory"}) {
		t.Errorf("after yes %q", got)
	}
	asked = ann.says("and this", "Sell the house")
	ann.Say("no thanks")
	ann.shows(asked.ID, "no buttons", func(m simulator.Message) bool { return len(m.Buttons) == 0 })
	w.idle()
	ann.Say("once more")
	w.idle()
	if n := answers(ann, "Sell the house"); n != 1 {
		t.Errorf("proposed %d times", n)
	}
	ann.says("remind me to sell the house", "Sell the house")
	if got := ann.openTasks(); !slices.Equal(got, []string{"Call Mallory", "Sell the house"}) {
		t.Errorf("after asking for it %q", got)
	}
}

// W8: a yes to two questions says to neither which it is for.
func TestW8AYesToTwoTasksAddsNone(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.WhenResult("create_task", "").Say("As you see below.")
	proposesTask(w, "look at this", "Call Mallory", "Sell the house")
	w.rules.When("yes").Say("Which one?")
	ann := w.person(11, "Ann")
	asked := ann.says("look at this", "Sell the house")
	ann.Say("yes")
	w.idle()
	if got := ann.openTasks(); len(got) != 0 || len(asked.Buttons) == 0 {
		t.Errorf("%q was added, %d rows of buttons", got, len(asked.Buttons))
	}
}
