package tasktools_test

import (
	"encoding/json"
	"strings"
	"testing"

	"keepsake/session"
	"keepsake/trust"
)

// dueCase is what a person says on Friday, 20 November 2026, at noon in Berlin, and the due time that a model then sets.
type dueCase struct{ said, title, due string }

var dueSaid = []dueCase{
	{"remind me to call Sarah tomorrow at 9", "Call Sarah", "2026-11-21T09:00"},
	{"remind me to call Sarah tomorrow", "Call Sarah", "2026-11-21"},
	{"remind me to call Sarah tomorrow", "Call Sarah", "2026-11-21T10:00"},
	{"remind me to call Sarah at 3pm", "Call Sarah", "2026-11-20T15:00"},
	{"remind me to call Sarah at 9", "Call Sarah", "2026-11-21T09:00"},
	{"remind me to call Sarah at half past four", "Call Sarah", "2026-11-20T16:30"},
	{"remind me in 20 minutes to call Sarah", "Call Sarah", "2026-11-20T12:20"},
	{"remind me in an hour to call Sarah", "Call Sarah", "2026-11-20T13:00"},
	{"remind me in two weeks to call Sarah", "Call Sarah", "2026-12-04"},
	{"remind me to call Sarah on Monday evening", "Call Sarah", "2026-11-23T19:00"},
	{"remind me to call Sarah next week", "Call Sarah", "2026-11-25"},
	{"remind me to pay the rent by the end of the month", "Pay the rent", "2026-11-30"},
	{"remind me to pay the rent on the 27th", "Pay the rent", "2026-11-27"},
	{"remind me to pay the rent on 27 November", "Pay the rent", "2026-11-27"},
	{"remind me to pay the rent on 11/27", "Pay the rent", "2026-11-27"},
	{"remind me to water the plants tonight", "Water the plants", "2026-11-20T20:00"},
	{"Could you remind me to water the plants every evening?", "Water the plants", "2026-11-20T19:00"},
	{"remind me to call Sarah this weekend", "Call Sarah", "2026-11-21"},
	{"erinnere mich morgen um 9 daran, Sarah anzurufen", "Sarah anrufen", "2026-11-21T09:00"},
	{"erinnere mich am 27.11. um 15:30 daran, Sarah anzurufen", "Sarah anrufen", "2026-11-27T15:30"},
	{"erinnere mich in drei Tagen daran, Sarah anzurufen", "Sarah anrufen", "2026-11-23"},
	{"Ich muss am Freitag die Miete überweisen, erinner mich dran", "Miete überweisen", "2026-11-27"},
	{"recuérdame llamar a Ana mañana a las 9", "Llamar a Ana", "2026-11-21T09:00"},
	{"recuérdame llamar a Ana en media hora", "Llamar a Ana", "2026-11-20T12:30"},
	{"напомни мне завтра позвонить Саше", "Позвонить Саше", "2026-11-21"},
	{"напомни мне через 2 часа позвонить Саше", "Позвонить Саше", "2026-11-20T14:00"},
	{"надо оплатить квартиру в пятницу", "Оплатить квартиру", "2026-11-27"},
	{"明天九点提醒我给小王打电话", "给小王打电话", "2026-11-21T09:00"},
	{"周五提醒我交房租", "交房租", "2026-11-27"},
	{"半小时后提醒我买牛奶", "买牛奶", "2026-11-20T12:30"},
}

var dueUnsaid = []dueCase{
	{"remind me to call Sarah", "Call Sarah", "2026-11-27"},
	{"todo: renew my passport", "Renew passport", "2026-12-01T09:00"},
	{"add buy milk to my list", "Buy milk", "2026-11-21"},
	{"remind me to call Sarah tomorrow at 9", "Call Sarah", "2026-11-23T09:00"},
	{"remind me to call Sarah tomorrow at 9", "Call Sarah", "2026-11-21T15:00"},
	{"remind me to call Sarah on Monday", "Call Sarah", "2026-11-24"},
	{"remind me in 20 minutes to call Sarah", "Call Sarah", "2026-11-20T18:00"},
	{"remind me to pay the rent on the 27th", "Pay the rent", "2026-11-25"},
	{"Bitte setz Milch kaufen auf meine Liste", "Milch kaufen", "2026-11-21"},
	{"erinnere mich morgen um 9 daran, Sarah anzurufen", "Sarah anrufen", "2026-12-21T09:00"},
	{"apunta comprar leche", "Comprar leche", "2026-11-21T09:00"},
	{"запиши: купить молоко", "Купить молоко", "2026-11-21"},
	{"提醒我买牛奶", "买牛奶", "2026-11-22"},
}

func dueArgs(c dueCase) string {
	args, _ := json.Marshal(map[string]string{"title": c.title, "due": c.due})
	return string(args)
}

// TestW8DueTimes: a task whose day or hour the person did not imply waits for a tap; what they implied is made at once.
func TestW8DueTimes(t *testing.T) {
	for _, c := range dueSaid {
		if r := open(t).turn("create_task", dueArgs(c), said(c.said)); !strings.HasPrefix(r.Content, "Created task") {
			t.Errorf("%q → due %s: %s", c.said, c.due, r.Content)
		}
	}
	for _, c := range dueUnsaid {
		d := open(t)
		r := d.turn("create_task", dueArgs(c), said(c.said))
		if !strings.HasPrefix(r.Content, "Not created yet: the user did not say when") || r.Trust != trust.Unknown {
			t.Errorf("%q → due %s: %+v", c.said, c.due, r)
		}
		if list := d.turn("list_tasks", `{}`, said(c.said)).Content; list != "There are no open tasks." {
			t.Errorf("%q: the list reads %q", c.said, list)
		}
	}
}

// TestW8DueTimeOfOthers: a forwarded text's day is nobody's word; the bot's question is, once it is affirmed.
func TestW8DueTimeOfOthers(t *testing.T) {
	c := dueCase{"", "Call Sarah", "2026-11-27"}
	if r := open(t).turn("create_task", dueArgs(c), forwarded("The meeting is on Friday, 27 November."), said("remind me to call Sarah")); !strings.HasPrefix(r.Content, "Not created yet") {
		t.Errorf("a forwarded day: %s", r.Content)
	}
	bot := session.Message{ID: "m0", TurnID: "before", Role: session.Assistant, Content: "Shall I remind you next Friday to call Sarah?", Trust: trust.Bot}
	r := open(t).turn("create_task", dueArgs(c), bot, said("Yes, remind me to call Sarah"))
	if !strings.HasPrefix(r.Content, "Created task") {
		t.Errorf("an affirmed day: %s", r.Content)
	}
}
