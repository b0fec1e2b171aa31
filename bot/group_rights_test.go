package bot_test

import (
	"slices"
	"strings"
	"testing"

	"keepsake/bot/simulator"
)

// What one member of a group said, another changes neither by talking to the bot nor by a tap: the change waits for who said it.
func TestAMemberChangesNobodyElsesMemoryByTalking(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	carl := c.w.in(c.Group, 13, "Carl", 0)
	c.Join(carl.Person)
	c.w.remembers("remember that I was", "Bob (u12) was born in Mainz", "Bob (u12)")
	c.bob.says("@keepsake_bot remember that I was born in Mainz", "Kept: Bob was born in Mainz")
	id := between(c.ann.says("/memory", "born in Mainz").Text, "[", "]")
	born := func(where string) map[string]any {
		return map[string]any{"memory_id": id, "content": "Bob (u12) was born in " + where}
	}
	c.w.rules.When("in Hell").Times(1).Call("update_memory", born("Hell"))
	c.w.rules.When("in Bonn").Times(1).Call("update_memory", born("Bonn"))
	c.w.rules.WhenResult("update_memory", "another member said it").Say("That is Bob's to say.")

	card := carl.says("@keepsake_bot Bob was born in Hell", "May I change what I remember to this? Bob (u12) was born in Hell")
	if !strings.Contains(card.Text, "the one it is about") || !slices.Equal(c.kept(0), []string{"Bob (u12) was born in Mainz"}) {
		t.Fatalf("%q, kept %q", card.Text, c.kept(0))
	}
	for _, label := range []string{"Save", "Edit", "Never"} {
		if tap := carl.taps(card, label); !strings.Contains(tap.Text, "Only the one who said it") {
			t.Errorf("%s: Carl was told %q", label, tap.Text)
		}
	}
	carl.Say("yes")
	c.w.idle()
	if got := c.kept(0); !slices.Equal(got, []string{"Bob (u12) was born in Mainz"}) {
		t.Fatalf("kept %q", got)
	}
	c.bob.taps(card, "Never")
	c.bob.hears(card.ID, "I won't ask again")

	card = carl.says("@keepsake_bot Bob was born in Bonn", "May I change what I remember to this? Bob (u12) was born in Bonn")
	c.bob.taps(card, "Save")
	c.bob.hears(card.ID, "Kept: “Bob was born in Bonn”")
	c.bob.shows(card.ID, "no buttons", func(m simulator.Message) bool { return len(m.Buttons) == 0 })
	if got := c.kept(0); !slices.Equal(got, []string{"Bob (u12) was born in Bonn"}) {
		t.Errorf("kept %q", got)
	}
}

// Whom a memory in another member's own words names may have it forgotten; an export says whose words they are.
func TestAMemberDeletesWhatAnotherSaidAboutThem(t *testing.T) {
	t.Parallel()
	c := newCrowd(t, nil)
	carl := c.w.in(c.Group, 13, "Carl", 0)
	c.Join(carl.Person)
	c.w.rules.When("owes").Times(1).Call("add_to_memory", map[string]any{
		"content": "Bob (u12) is in debt to Dora for 50 euros", "category": "person", "subject": "Bob (u12)",
	})
	c.w.rules.Otherwise().Say("All right.")
	c.bob.says("@keepsake_bot hello", "All right.")
	carl.says("@keepsake_bot remember that Bob owes Dora 50 euros", "Kept: Carl: “Bob owes Dora 50 euros”")
	file := carl.says("/export", "to read").File
	if file == nil || !strings.Contains(string(file.Data), "Carl said: “Bob owes Dora 50 euros”") || strings.Contains(string(file.Data), "you said") {
		t.Errorf("the export: %s", file.Data)
	}
	id := between(c.bob.says("/memory", "Bob owes Dora").Text, "[", "]")
	c.bob.says("/memory delete "+id, "Deleted:")
	if got := c.kept(0); len(got) != 0 {
		t.Errorf("kept %q", got)
	}
}
