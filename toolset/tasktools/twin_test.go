package tasktools_test

import (
	"strings"
	"testing"
)

// W8: a task that was proposed in the chat and not decided is not proposed a second time, in the same turn or the next.
func TestW8ProposedOnce(t *testing.T) {
	d := open(t)
	d.own = "look at this"
	first := d.call("create_task", `{"title": "Sell the house", "due": "2026-11-27"}`)
	if !strings.Contains(first, "with the buttons Add and No") {
		t.Fatal(first)
	}
	id := anID.FindStringSubmatch(first)[1]
	for _, args := range []string{`{"title": "Sell the house", "due": "2026-11-27"}`, `{"title": "sell house", "due": "2026-11-27"}`} {
		if again := d.call("create_task", args); !strings.HasPrefix(again, "Not created again") || !strings.Contains(again, id) {
			t.Errorf("%s: %s", args, again)
		}
	}
	for _, args := range []string{`{"title": "Sell the house", "due": "2026-11-28"}`, `{"title": "Sell the house"}`, `{"title": "Do not sell the house", "due": "2026-11-27"}`} {
		if other := d.call("create_task", args); !strings.HasPrefix(other, "Not created yet") {
			t.Errorf("%s: %s", args, other)
		}
	}
	waiting := func() int {
		ts, err := d.tasks.Proposed(t.Context(), "keepsake", alice.ID)
		if err != nil {
			t.Fatal(err)
		}
		return len(ts)
	}
	if n := waiting(); n != 4 {
		t.Errorf("%d wait", n)
	}
	d.own = "" // now they ask for it: the question is settled, so that its Add makes no second one
	if made := d.call("create_task", `{"title": "Sell the house", "due": "2026-11-27"}`); !strings.HasPrefix(made, "Created task") {
		t.Error(made)
	}
	if n := waiting(); n != 3 {
		t.Errorf("%d wait after it was asked for", n)
	}
	d.own, d.now = "and this", d.now.AddDate(0, 0, 2) // the card is far up: a new one takes its place
	if anew := d.call("create_task", `{"title": "Sell the house"}`); !strings.HasPrefix(anew, "Not created yet") {
		t.Error(anew)
	}
	if n := waiting(); n != 3 {
		t.Errorf("%d wait two days later", n)
	}
}

// A task that is open is not made a second time without a word; whoever asks for another is asked by a tap.
func TestOpenTaskIsNotDoubled(t *testing.T) {
	for _, c := range []struct{ first, again, another string }{
		{`{"title": "Call Sarah", "due": "2026-11-27T15:00"}`, "Remind me on 2026-11-27 at 15:00 to call Sarah", "Add another one, please: on 2026-11-27 at 15:00 call Sarah"},
		{`{"title": "Sarah anrufen"}`, "Erinnere mich daran, Sarah anzurufen", "Leg noch eine Aufgabe an: Sarah anrufen"},
		{`{"title": "Позвонить Саше"}`, "Напомни позвонить Саше", "Добавь ещё одно дело: позвонить Саше"},
		{`{"title": "Llamar a Ana"}`, "Recuérdame llamar a Ana", "Añade otra tarea: llamar a Ana"},
		{`{"title": "Appeler Léa"}`, "Rappelle-moi d'appeler Léa", "Ajoute encore une tâche : appeler Léa"},
		{`{"title": "买牛奶"}`, "提醒我买牛奶", "再加一个待办：买牛奶"},
		{`{"title": "Take the pills", "due": "2026-11-21T09:00", "repeat": "FREQ=DAILY"}`, "Remind me every day at 9:00 to take the pills, from 2026-11-21 on", "Add a second one: every day at 9:00 take the pills, from 2026-11-21 on"},
	} {
		d := open(t)
		d.own = c.again
		made := d.call("create_task", c.first)
		if !strings.HasPrefix(made, "Created task") {
			t.Errorf("%q: %s", c.again, made)
			continue
		}
		id := anID.FindStringSubmatch(made)[1]
		if again := d.call("create_task", c.first); !strings.HasPrefix(again, "Not created: the user has this task already: [id:"+id) {
			t.Errorf("%q: %s", c.again, again)
		}
		d.own = c.another
		if another := d.call("create_task", c.first); !strings.HasPrefix(another, "Not created yet: the user has the same task already") {
			t.Errorf("%q: %s", c.another, another)
		}
		if another := d.call("create_task", c.first); !strings.HasPrefix(another, "Not created again") {
			t.Errorf("%q twice: %s", c.another, another)
		}
	}
}
