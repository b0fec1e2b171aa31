package command_test

import (
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/memory"
	"keepsake/scope"
	"keepsake/trust"
)

// What a program wrote is not shown as the person's own word: the card, /memory why and the export name its key, in every
// language. What the person agreed to, and what came with an import, say that.
func TestWhatAProgramWroteNamesIt(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	key := apikey.Key{ID: "Key12345", Store: ann.scope().Store, Person: ann.person.ID, Write: true}
	m, c, err := w.memory.Add(t.Context(), key.Actor(), memory.Draft{Scope: ann.scope(), Content: "User keeps seven goats", Category: "context", Program: true})
	if err != nil || c.Source != memory.SourceProgram || m.Trust != trust.Tool {
		t.Fatalf("%+v %+v %v", m, c, err)
	}
	wrote := "A program with the key Key12345 wrote this. You were not asked."
	for _, line := range []string{"/memory show " + m.ID, "/memory why " + m.ID} {
		reply, _ := ann.types(line, "seven goats")
		if said := strings.ReplaceAll(textOf(reply), "`", ""); !strings.Contains(said, wrote) || strings.Contains(said, "You asked me") {
			t.Errorf("%s: %s", line, said)
		}
	}
	if file := ann.exports(); !strings.Contains(file, `"program": "Key12345"`) || strings.Contains(file, `"said"`) {
		t.Errorf("the export: %s", file)
	}
	for _, lang := range []string{"de", "ru", "zh"} {
		ann.person.Language = lang
		ann.types("/memory why "+m.ID, "Key12345")
	}
	ann.person.Language = "en"

	if _, _, _, err = w.memory.Update(t.Context(), ann.actor(), []scope.Scope{ann.scope()}, m.ID, memory.Edit{Content: "User keeps eight goats"}); err != nil {
		t.Fatal(err)
	}
	reply, _ := ann.types("/memory why "+m.ID, "You asked me to keep this")
	if said := textOf(reply); strings.Count(said, "Key12345") != 1 {
		t.Errorf("the first version was a program's: %s", said)
	}

	mine := ann.keeps("context", "User rows on Mondays")
	reply, _ = ann.types("/memory why "+mine.ID, "You asked me to keep this")
	if strings.Contains(textOf(reply), "program") {
		t.Errorf("the person's own: %s", textOf(reply))
	}

	local := apikey.Key{Store: key.Store, Person: key.Person, Write: true}
	if m, _, err = w.memory.Add(t.Context(), local.Actor(), memory.Draft{Scope: ann.scope(), Content: "User paints boats", Category: "context"}); err != nil {
		t.Fatal(err)
	}
	ann.types("/memory why "+m.ID, "A program on my computer wrote this.")
}

// What a program proposes is in /memory review, also where nothing forms by itself, with the key of the program; once it is
// saved, /memory why says that the person agreed.
func TestReviewListsWhatAProgramProposes(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	ann.types("/memory review", "I keep only what you ask me to")
	by := apikey.Key{ID: "Key12345", Store: ann.scope().Store, Person: ann.person.ID, Write: true}.Actor()
	by.Kind = actor.Tool
	for _, content := range []string{"User keeps seven goats", "User rows on Mondays"} {
		if _, err := w.memory.Propose(t.Context(), by, []scope.Scope{ann.scope()}, memory.Decision{Op: memory.OpAdd, Scope: ann.scope(), Content: content, Category: "context"}, memory.Limits{}); err != nil {
			t.Fatal(err)
		}
	}
	own := ann.proposes("User likes plums")
	card, message := ann.types("/memory review", "Another assistant asks to keep this about you")
	if said := textOf(card); !strings.Contains(said, "seven goats") || !strings.Contains(said, "Key12345") {
		t.Errorf("the card: %s", said)
	}
	action, ref := button(t, card, "▶️")
	ann.taps(message, action, ref, "User rows on Mondays")
	ann.taps(message, action, "3", "3 of 3 — shall I remember this?")
	card = ann.taps(message, action, "1", "seven goats")
	action, ref = button(t, card, "Save")
	ann.taps(message, action, ref, "seven goats")
	ms, _, err := w.memory.List(t.Context(), memory.ActiveQuery(ann.scope()))
	if err != nil || len(ms) != 1 {
		t.Fatal(ms, err)
	}
	reply, _ := ann.types("/memory why "+ms[0].ID, "proposed this, and you said yes.")
	if !strings.Contains(textOf(reply), "Key12345") {
		t.Errorf("why: %s", textOf(reply))
	}
	eve := w.private(12, "Eve")
	eve.types("/memory review", "I keep only what you ask me to")
	if _, err := w.memory.Decline(t.Context(), ann.actor(), []scope.Scope{ann.scope()}, own.ID); err != nil {
		t.Fatal(err)
	}
	ann.types("/memory review", "User rows on Mondays")
}
