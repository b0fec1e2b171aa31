package tasktools_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"keepsake/session"
	"keepsake/tool"
	"keepsake/toolset/tasktools"
)

// TestU6Phrases: of 300 ways to ask in four languages for what repeats, on Friday, 20 November 2026, at noon in Berlin, the first time
// and the rule that a model makes of them are taken as said; other rules and days are not.
func TestU6Phrases(t *testing.T) {
	file, err := os.ReadFile("testdata/repeats.tsv")
	if err != nil {
		t.Fatal(err)
	}
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(strings.TrimSpace(string(file)), "\n")
	if len(rows) < 300 {
		t.Errorf("%d phrases", len(rows))
	}
	for _, row := range rows {
		f := strings.Split(row, "\t")
		if len(f) != 4 {
			t.Fatalf("row %q", row)
		}
		c := tool.Call{
			Now: time.Date(2026, 11, 20, 11, 0, 0, 0, time.UTC), Zone: zone,
			Conversation: &tool.Conversation{Turn: session.Turn{ID: "turn"}, Window: []session.Message{said(f[1])}},
		}
		when, rule := tasktools.IsWhenSaid(c, f[2], f[3]), tasktools.IsRepeatSaid(c, f[3])
		if got := when && rule; got != (f[0] == "said") {
			t.Errorf("%s: %s from %s: the time is said %v, the rule %v", f[1], f[3], f[2], when, rule)
		}
	}
}

// U6: tasks repeat, move and are called off by words; what the person did not say changes nothing.
func TestU6ChangeByWords(t *testing.T) {
	const pills = `{"title":"Take the pills","due":"2026-11-21T09:00","repeat":"FREQ=DAILY"}`
	for _, c := range []struct{ said, args, want string }{
		{"move the pills to 10 tomorrow", `"due":"2026-11-21T10:00"`, "Changed task"},
		{"please remind me of the pills every Monday at 8 instead", `"due":"2026-11-23T08:00","repeat":"FREQ=WEEKLY;BYDAY=MO"`, "Changed task"},
		{"cancel the pills", `"cancel":true`, "Cancelled: Take the pills"},
		{"Streich die Erinnerung, das brauche ich nicht mehr", `"cancel":true`, "Cancelled: Take the pills"},
		{"отмени это напоминание", `"cancel":true`, "Cancelled: Take the pills"},
		{"取消提醒", `"cancel":true`, "Cancelled: Take the pills"},
		{"stop reminding me of the pills", `"repeat":"none"`, "Changed task"},
		{"don't cancel the pills", `"cancel":true`, "The user did not ask"},
		{"how are you?", `"cancel":true`, "The user did not ask"},
		{"cancel the call with Sarah", `"cancel":true`, "The user did not ask"},
		{"move the pills to 10 tomorrow", `"due":"2026-11-25T10:00"`, "The user did not say this time"},
		{"move the pills to 10 tomorrow", `"due":"2026-11-21T10:00","repeat":"FREQ=WEEKLY"`, "The user did not say that it repeats"},
	} {
		d := open(t)
		made := d.turn("create_task", pills, said("remind me every day at 9 to take the pills")).Content
		if !strings.HasPrefix(made, "Created task") || !strings.Contains(made, "repeats FREQ=DAILY") {
			t.Fatalf("made %s", made)
		}
		id := anID.FindStringSubmatch(made)[1]
		if got := d.turn("change_task", `{"task_id":"`+id+`",`+c.args+`}`, said(c.said)).Content; !strings.HasPrefix(got, c.want) {
			t.Errorf("%q %s: %s", c.said, c.args, got)
		}
		left := d.turn("list_tasks", `{}`, said("what is open?")).Content
		if isGone := !strings.Contains(left, id); isGone != strings.HasPrefix(c.want, "Cancelled") {
			t.Errorf("%q: left %s", c.said, left)
		}
	}
	d := open(t)
	for args, want := range map[string]string{
		`{"task_id":"nothing","due":"2026-11-21"}`: "task_id", `{"task_id":"abcdefgh"}`: "due",
	} {
		if _, err := d.try("change_task", args); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", args, err)
		}
	}
	if got := d.turn("change_task", `{"task_id":"abcdefgh","cancel":true}`, said("cancel it")).Content; !strings.HasPrefix(got, "No task has this ID") {
		t.Errorf("unknown: %s", got)
	}
	if r := d.turn("create_task", pills, said("remind me to take the pills tomorrow at 9")); !strings.HasPrefix(r.Content, "Not created yet: the user did not say that it repeats like this") {
		t.Errorf("a series nobody asked for: %s", r.Content)
	}
}
