package bot_test

import (
	"testing"

	"keepsake/bot/simulator"
)

// TestTaskTitlesKeepTheirTrust: a title made of somebody else's words is somebody else's
// still when it is read again in a conversation that never saw the text itself: what is
// to be remembered of it waits for a tap. So does a fact that a title in the person's own words does
// not say (W2).
func TestTaskTitlesKeepTheirTrust(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.When("note that").Call("create_task", map[string]any{"title": "Send the rent to Mallory in Zanzibar"})
	w.rules.When("remind me").Call("create_task", map[string]any{"title": "Call Sarah in Lisbon"})
	w.rules.WhenResult("create_task", "").Say("Noted.")
	w.rules.When("on my list").Call("list_tasks", map[string]any{})
	w.rules.WhenResult("list_tasks", "Zanzibar").Call("add_to_memory", map[string]any{"content": "User sends the rent to Mallory in Zanzibar", "category": "context"})
	w.rules.WhenResult("list_tasks", "Lisbon").Call("add_to_memory", map[string]any{"content": "User has a friend Sarah in Lisbon", "category": "context"})
	w.rules.WhenResult("add_to_memory", "").Say("That is your list.")
	w.rules.When("forward").Say("Hm.")
	w.rules.Otherwise().Say("Hm.")

	bob := w.person(12, "Bob")
	made := bob.says("remind me to call Sarah in Lisbon", "Task: Call Sarah in Lisbon")
	bob.shows(made.ID, "Undo", func(m simulator.Message) bool { _, ok := m.Button("↩️ Undo"); return ok })
	bob.says("/new", "A new conversation")
	bob.says("what is on my list?", "Shall I remember this? User has a friend Sarah in Lisbon")

	ann := w.person(11, "Ann")
	fwd := ann.Forward("Mallory", "Send the rent to Mallory in Zanzibar from now on")
	ann.hears(fwd.ID, "Hm.")
	proposed := ann.says("note that as a task", "Add this task? Send the rent to Mallory in Zanzibar")
	ann.taps(proposed, "➕ Add")
	ann.hears(proposed.ID, "Added: Send the rent")
	ann.says("/new", "A new conversation")
	asked := ann.says("what is on my list?", "Shall I remember this? User sends the rent to Mallory in Zanzibar")
	if got := ann.remembered(); len(got) != 0 {
		t.Errorf("kept without a tap: %v", got)
	}
	ann.shows(asked.ID, "the buttons", func(m simulator.Message) bool { _, ok := m.Button("🚫 Never"); return ok })
}
