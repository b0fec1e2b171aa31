package command_test

import (
	"errors"
	"testing"
	"time"

	"keepsake/fault"
	"keepsake/memory/digest"
	"keepsake/people"
	"keepsake/session"
	"keepsake/usage"
)

// R5: a person chooses their quiet hours by a tap or in words; they come before the operator's.
func TestQuietHoursAreChosen(t *testing.T) {
	w := newWorld(t)
	w.commands.Quiet = people.Hours{From: 22 * time.Hour, To: 8 * time.Hour}
	ann := w.private(11, "Ann")
	_, message := ann.types("/settings", "Quiet hours: 22:00–08:00")
	ann.taps(message, "set", "quiet", "and reminders still come")
	ann.taps(message, "quiet", "23:00-07:00", "Quiet hours: 23:00–07:00")
	ann.taps(message, "set", "typequiet", "Reply to this message with the hours")
	ann.answers("whenever", "I need two times")
	ann.answers("from 9 pm to 6:30 am", "Quiet hours: 21:00–06:30")
	ann.taps(message, "quiet", "late", "I need two times")
	if p := ann.settings(); p.QuietHours != "21:00-06:30" {
		t.Errorf("the settings are %+v", p)
	}
	ann.taps(message, "quiet", people.NoHours, "Quiet hours: none")
	ann.taps(message, "quiet", "", "Quiet hours: 22:00–08:00")
	bob := w.private(12, "Bob")
	p := ann.settings()
	p.QuietHours = "01:00-02:00"
	if err := w.people.SaveSettings(t.Context(), bob.actor(), p); fault.KindOf(err) != fault.Denied {
		t.Errorf("another person: %v", err)
	}
	p.QuietHours = "at night"
	var wrong *fault.Error
	if err := w.people.SaveSettings(t.Context(), ann.actor(), p); !errors.As(err, &wrong) || wrong.Field != "quiet_hours" {
		t.Errorf("what cannot be read: %v", err)
	}
}

// What nobody asked for waits until the quiet hours are over: the note about changed wishes, the daily line and
// the word that memories will be sent to be embedded. That the cap is reached does not.
func TestNoticesWaitForTheEndOfQuietHours(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann")
	_, message := ann.types("/settings", "Quiet hours: none")
	ann.becomesOwner()
	ann.taps(message, "quiet", "11:00-15:30", "11:00–15:30")
	morning := w.at.Truncate(24 * time.Hour).Add(15*time.Hour + 30*time.Minute)
	owner := ann.scope()
	told := func(what string, tell func() error, want time.Time) {
		t.Helper()
		if err := tell(); err != nil {
			t.Fatal(err)
		}
		if o := w.put(t); !o.DueAt.Equal(want) {
			t.Errorf("%s comes at %v", what, o.DueAt)
		}
	}
	before, after := digest.Digest{Scope: owner, Version: 1}, digest.Digest{Scope: owner, Version: 2, Lines: []digest.Line{{Text: "Use metres", From: []string{"a"}}}}
	wishes := func() error { return w.commands.TellOfWishes(t.Context(), session.Place{}, before, after) }
	told("the wishes", wishes, morning)
	told("the embedding", func() error { return w.commands.TellOfEmbedding(t.Context(), "host", w.at.Add(time.Hour)) }, morning)
	w.limit(usage.Limits{Cap: 1})
	if err := w.usage.Spend(t.Context(), usage.Payer{Bot: botName}, usage.Count{Calls: 1, Cost: 1.25}); err != nil {
		t.Fatal(err)
	}
	owners := func() error {
		n, err := w.commands.TellOwners(t.Context())
		if n != 1 {
			t.Errorf("told %d", n)
		}
		return err
	}
	told("the cap", owners, w.at)
	ann.taps(message, "set", "daily.on", "Settings")
	w.at, morning = w.at.Add(24*time.Hour), morning.Add(24*time.Hour)
	told("the day", owners, morning)
	w.at = morning
	told("the wishes, later", wishes, w.at)
}
