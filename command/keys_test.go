package command_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/command"
	"keepsake/command/programs"
)

// The id of a key is no secret: what is stored to be sent names the key, in every language.
func TestKeysAreNamed(t *testing.T) {
	w := newWorld(t)
	keys := &apikey.Service{Store: w.db.Keys(), Now: w.commands.Now}
	w.commands.Programs = programs.Desk{Keys: keys, Store: botName}
	for i, lang := range w.words.Languages() {
		ann := w.private(int64(11+i), "Ann")
		ann.person.Language = lang
		taps := func(action, ref, id string) string {
			t.Helper()
			reply, message := ann.asks(command.Request{Tap: &command.Tap{Message: 100, Action: action, Ref: ref}})
			last := len(reply.Out) - 1
			if id == "" { // a new one, which is the reference of the button under its message
				id = reply.Out[last].Body.Buttons[0][0].Ref
			}
			row, err := w.delivery.ByMessage(t.Context(), botName, ann.place.Chat, message+int64(last))
			if err != nil || !strings.Contains(row.Body.Text, id) {
				t.Errorf("%s %s: no %s in what is sent: %q, %v", lang, action, id, row.Body.Text, err)
			}
			return id
		}
		taps(programs.ActionHide, "3GhaZsP8", "3GhaZsP8")
		taps(programs.ActionAsk, "3GhaZsP8", "3GhaZsP8")
		newest := ""
		for range 3 {
			w.at = w.at.Add(time.Second)
			newest = taps(programs.ActionNew, "read."+newest, "")
		}
		taps(programs.ActionList, "", newest)
	}
}

// A button that was pressed before makes no second key, nobody ends another's, twenty are the most, and a group is
// led to the private chat (issue 13, REST).
func TestKeyButtons(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	ann.types("/api", "whoever runs me has not set that up")
	ann.taps(100, programs.ActionNew, "read.", "whoever runs me has not set that up")
	ann.taps(100, programs.ActionRevoke, "a1b2c3d4", "whoever runs me has not set that up")
	keys := &apikey.Service{Store: w.db.Keys(), Now: w.commands.Now}
	w.commands.Programs = programs.Desk{Keys: keys, Store: botName}
	reply, message := ann.types("/api", "You have no key yet.")
	if !strings.Contains(textOf(reply), "Whoever runs me knows the address") {
		t.Errorf("without a public address: %s", textOf(reply))
	}
	action, ref := button(t, reply, "reads and writes")
	made := ann.taps(message, action, ref, "Your new key")
	if again := ann.taps(message, action, ref, "Your keys have changed since."); len(again.Out) != 1 || strings.Contains(textOf(again), "ks_") {
		t.Errorf("pressed again: %+v", again)
	}
	mine, err := keys.List(t.Context(), actor.OfPerson(ann.person.ID), ann.person.ID)
	if err != nil || len(mine) != 1 || !mine[0].Write || mine[0].Trusted || mine[0].Store != botName {
		t.Fatalf("keys %+v, %v", mine, err)
	}
	stored, err := w.db.Deliveries().Out(t.Context(), 6)
	if err != nil || !strings.Contains(stored.Body.Text, made.Out[1].Body.Unmasked[0]) || len(stored.Body.Unmasked) > 0 {
		t.Errorf("what is to be sent: %+v, %v", stored, err)
	}
	bob := w.private(12, "Bob")
	bob.types("/api", "You have no key yet.")
	bob.taps(100, programs.ActionRevoke, mine[0].ID, "revoked already")
	ann.taps(message, programs.ActionAsk, mine[0].ID, "Revoke the key")
	ann.taps(message, programs.ActionList, "", "reads and writes · made")
	ann.taps(message, programs.ActionRevoke, mine[0].ID, "You have no key yet.")
	ann.taps(message, programs.ActionRevoke, mine[0].ID, "revoked already")
	for range apikey.MaxKeys {
		if _, _, err := keys.Create(t.Context(), actor.OfSystem(), apikey.Key{Store: botName, Person: ann.person.ID}); err != nil {
			t.Fatal(err)
		}
	}
	reply, message = ann.types("/api", "never used")
	action, ref = button(t, reply, "New key: reads")
	ann.taps(message, action, ref, "20 keys")
	group := ann.in(-100, actor.Admin)
	group.types("/start", "a companion that remembers")
	reply, _ = group.types("/api", "private chat")
	if b := reply.Out[0].Body.Buttons; len(b) != 1 || b[0][0].URL != "https://chat.example/api" {
		t.Errorf("buttons in a group %+v", b)
	}
}
