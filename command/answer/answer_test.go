package answer_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/session"
	"keepsake/templates"
)

func newAnswer(t *testing.T, chat int64, tap *answer.Tap) *answer.Answer {
	t.Helper()
	words, err := templates.LoadWords()
	if err != nil {
		t.Fatal(err)
	}
	return &answer.Answer{
		Person: people.Person{ID: people.ID(11), ClientLang: "en", TimeZone: "Asia/Tokyo"}, Place: session.Place{Bot: "keepsake", Chat: chat, Topic: 3},
		Chat: people.NewChat("keepsake", chat), Standing: actor.Admin, ReplyTo: 7, Tap: tap, Words: words,
		Now: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC),
	}
}

// A command is answered with a new message, in a group as a reply; a tap by replacing the
// message it is under.
func TestWhereAnAnswerGoes(t *testing.T) {
	tap := &answer.Tap{Message: 5, Action: "undo", Ref: "c1", Keyboard: [][]delivery.Button{
		{{Action: "undo", Ref: "c1"}, {Action: "edit", Ref: "m1"}}, {{Action: "undo", Ref: "c2"}},
	}}
	for _, c := range []struct {
		chat    int64
		tap     *answer.Tap
		kind    delivery.Kind
		target  int64
		replyTo int64
	}{
		{11, nil, delivery.Send, 0, 0},
		{-100, nil, delivery.Send, 0, 7},
		{11, tap, delivery.Edit, 5, 0},
	} {
		a := newAnswer(t, c.chat, c.tap)
		a.Show(delivery.Body{Text: "x"})
		o := a.Out[0]
		if o.Kind != c.kind || o.Target != c.target || o.ReplyTo != c.replyTo || o.Chat != c.chat || o.Topic != 3 || o.Person != people.ID(11) {
			t.Errorf("%+v is shown as %+v", c, o)
		}
	}
	a := newAnswer(t, 11, tap)
	a.RetireButton()
	a.Ask("purpose", "ref", "Which?", "hint")
	a.Reply("tasks.empty", nil)
	if o := a.Out[0]; o.Kind != delivery.Edit || o.Target != 5 || o.Body.Text != "" || len(o.Body.Buttons) != 1 || o.Body.Buttons[0][0].Ref != "c2" {
		t.Errorf("the row that was pressed stays: %+v", o)
	}
	if o := a.Out[1]; o.Purpose != "purpose" || o.Ref != "ref" || !o.Body.ForceReply || o.Body.Hint != "hint" {
		t.Errorf("asked %+v", o)
	}
	if !strings.Contains(a.Out[2].Body.Text, "Nothing to do") {
		t.Errorf("replied %+v", a.Out[2])
	}
	typed := newAnswer(t, 11, nil)
	if typed.RetireButton(); len(typed.Out) != 0 || !typed.IsAdmin() {
		t.Errorf("without a tap: %+v", typed.Out)
	}
	if row := typed.PrivateChatRow("tasks"); row[0].URL != "" || row[0].Text == "" {
		t.Errorf("the way to the private chat: %+v", row)
	}
	typed.Link = func(payload string) string { return "https://chat.example/" + payload }
	if row := typed.PrivateChatRow("memory"); row[0].URL != "https://chat.example/memory" {
		t.Errorf("the way to the private chat: %+v", row)
	}
	if b := typed.Button("button.undo", "undo", "c1"); b.Action != "undo" || b.Ref != "c1" || strings.Contains(b.Text, "*") {
		t.Errorf("a button: %+v", b)
	}
}

func TestHowThingsAreSaid(t *testing.T) {
	a := newAnswer(t, 11, nil)
	if got := a.Moment(a.Now); !strings.Contains(got, "21:00") {
		t.Errorf("noon in UTC is %s in Tokyo", got)
	}
	a.Person.TimeZone = ""
	if got := a.Moment(a.Now); !strings.Contains(got, "12:00") {
		t.Errorf("noon in UTC is %s", got)
	}
	for category, want := range map[string]string{"task_state": "Task State", "PERSON": "People", "my boats": "My Boats"} {
		if got := a.Heading(category); got != want && category != "PERSON" || got == "" {
			t.Errorf("%q is headed %q", category, got)
		}
	}
	if got := answer.Literal("*a*\u202eb"); strings.Contains(string(got), "\u202e") || !strings.Contains(string(got), `\*`) {
		t.Errorf("shown as %q", got)
	}
	if answer.WholeDays(time.Hour) != 1 || answer.WholeDays(50*time.Hour) != 2 {
		t.Error("days are not whole")
	}
}

func TestPaging(t *testing.T) {
	to := func(n int) (string, string) { return "list", strings.Repeat("x", n) }
	if row := answer.Pager(1, 1, to); row != nil {
		t.Errorf("one page has %+v", row)
	}
	if row := answer.Pager(2, 3, to); len(row) != 3 || row[0].Ref != "x" || row[1].Text != "2 / 3" || row[2].Ref != "xxx" {
		t.Errorf("turning pages: %+v", row)
	}
	for total, want := range map[int]int{0: 1, 8: 1, 9: 2} {
		if got := answer.LastPage(total); got != want {
			t.Errorf("%d rows end on page %d", total, got)
		}
	}
	for typed, want := range map[string]int{"": 1, "x": 1, "-2": 1, "7": 7} {
		if got := answer.PageNumber(typed); got != want {
			t.Errorf("%q is page %d", typed, got)
		}
	}
	if first, rest := answer.CutRef("a.b.c"); first != "a" || rest != "b.c" {
		t.Errorf("cut into %q and %q", first, rest)
	}
	if first, rest := answer.CutWord("  one  two three "); first != "one" || rest != "two three" {
		t.Errorf("cut into %q and %q", first, rest)
	}
	if got := answer.TrimID("[<a1b2c3d4>]"); got != "a1b2c3d4" {
		t.Errorf("trimmed to %q", got)
	}
}
