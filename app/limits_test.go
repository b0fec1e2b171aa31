package app_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/llm/scripted"
	"keepsake/people"
	"keepsake/usage"
)

func TestAccessAndLimitsAsSettings(t *testing.T) {
	path := write(t, `
access: allowlist
allow: [12, -1001234567890]
usage: {person_messages: 20, group_tokens: 5000, cap: 3, cap_period: day, currency: EUR}
model:
  name: m
  fallback: n
  prices:
    m: {prompt: 1, answer: 2}
`)
	c, err := settings.Load(path, good())
	if err != nil {
		t.Fatal(err)
	}
	if u := c.Usage; len(c.Allow) != 2 || c.Allow[1] != -1001234567890 || u.PersonMessages != 20 || u.GroupTokens != 5000 || u.Cap != 3 || u.Currency != "EUR" {
		t.Errorf("read %v %+v", c.Allow, u)
	}
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "needs the prices of n") {
		t.Errorf("the fallback's price is missing: %v", err)
	}
	c.Model.Fallback = ""
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
	c.Media.VoiceModel = "ears"
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "needs the price of ears") {
		t.Errorf("the price of listening is missing: %v", err)
	}
	c.Model.Prices["ears"] = settings.Price{Minute: 0.006}
	if err := c.Validate(); err != nil {
		t.Error(err)
	}
	c.Allow = nil
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "KEEPSAKE_ALLOW is empty") {
		t.Errorf("an empty list: %v", err)
	}
	c.Allow = []int64{0}
	if err := c.Validate(); err == nil || !strings.Contains(err.Error(), "nobody's number") {
		t.Errorf("nobody: %v", err)
	}
	if c, err = settings.Load(empty(t), with(with(good(), "KEEPSAKE_ACCESS", "allowlist"), "KEEPSAKE_ALLOW", "12, -500 ")); err != nil || !slices.Equal(c.Allow, []int64{12, -500}) || c.Validate() != nil {
		t.Errorf("from the environment: %v %v", c.Allow, err)
	}
}

// Where nobody wrote down what cached tokens cost, they cost what the others do.
func TestCachedTokensAreNotFree(t *testing.T) {
	w := newWorld(t)
	w.rules.Otherwise().Say("I see.")
	w.config.Model.Prices = map[string]settings.Price{scripted.DefaultModel: {Prompt: 1000, Answer: 2000}}
	a, stop := w.start(nil)
	defer stop()
	ann := w.tg.Person(7, "Ann")
	for _, words := range []string{"hello", "hello again"} {
		if _, err := ann.AwaitText(within(t), ann.Say(words).ID, "I see."); err != nil {
			t.Fatal(err)
		}
	}
	// The answer stands in the chat before its turn is counted.
	var day usage.Day
	eventually(t, "both turns counted", func() bool {
		var err error
		day, _, err = a.Usage.Today(t.Context(), usage.Payer{Bot: "keepsake"})
		must(t, err)
		return day.Calls == 2
	})
	want, cached := 0.0, 0
	for _, r := range w.model.Requests() {
		want += float64(r.Usage.Prompt)*1000/1e6 + float64(r.Usage.Answer)*2000/1e6
		cached += r.Usage.Cached
	}
	if cached == 0 || day.Cost < want*0.999 || day.Cost > want*1.001 {
		t.Errorf("%d cached tokens; counted %g, it was %g", cached, day.Cost, want)
	}
}

func TestDoctorTellsWhoMayTalk(t *testing.T) {
	w := newWorld(t)
	for access, want := range map[string]string{
		settings.AccessOwner: "access: only owners, and whom they let in", settings.AccessList: "of KEEPSAKE_ALLOW ->",
		settings.AccessOpen: "as much as they like: KEEPSAKE_PERSON_MESSAGES",
	} {
		w.config.Access, w.config.Allow = access, nil
		if access == settings.AccessList {
			w.config.Allow = []int64{12}
		}
		if got := examine(t, w.config); !strings.Contains(got, want) {
			t.Errorf("%s: no %q in\n%s", access, want, got)
		}
	}
	w.config.Usage.Cap = 1
	if got := examine(t, w.config); !strings.Contains(got, "needs the prices of scripted") || strings.Contains(got, "access:") {
		t.Errorf("a cap without prices:\n%s", got)
	}
}

// Issue 3, point 4: money by the price table, held against the cap; it survives a restart
// and ends with its day. The owner hears of it, and of the day, by the schedule.
func TestMoneyIsCountedAndCapped(t *testing.T) {
	w := newWorld(t)
	now := w.now().UTC()
	w.later(now.Truncate(24 * time.Hour).Add(36 * time.Hour).Sub(now)) // noon
	w.rules.Otherwise().Say("I see.")
	w.config.Model.Prices = map[string]settings.Price{scripted.DefaultModel: {Prompt: 1000, Cached: new(500.0), Answer: 1000}}
	w.config.Usage.Cap, w.config.Usage.CapPeriod = 0.5, "day"
	a, stop := w.start(nil)
	ann := w.tg.Person(7, "Ann")
	says := func(words, want string) simulator.Message {
		t.Helper()
		m, err := ann.AwaitText(within(t), ann.Say(words).ID, want)
		if err != nil {
			t.Fatalf("%v; the last was %q", err, ann.Last().Text)
		}
		return m
	}
	says("hello", "I see.")
	p, err := a.People.Get(t.Context(), people.ID(7))
	must(t, err)
	p.Access, p.Daily = people.Owner, true
	must(t, a.People.SaveSettings(t.Context(), actor.OfSystem(), p))
	must(t, a.DB.People().SetAccess(t.Context(), p.ID, p.Access))
	says("hello again", "My budget is used up")
	u := w.model.Requests()[0].Usage
	cost := (float64(u.Prompt-u.Cached)*1000 + float64(u.Cached)*500 + float64(u.Answer)*1000) / 1e6
	day, _, err := a.Usage.Today(t.Context(), usage.Payer{Bot: "keepsake"})
	must(t, err)
	if day.Cost < cost*0.999 || day.Cost > cost*1.001 || day.Calls != 1 {
		t.Errorf("counted %+v, it was %g", day, cost)
	}
	a.Upkeep(context.Background())
	if _, err := ann.AwaitText(within(t), 0, "The spending cap is reached"); err != nil {
		t.Fatal(err)
	}
	stop()
	a, stop = w.start(nil)
	w.later(time.Hour)
	says("an hour later, after a restart", "My budget is used up")
	says("/usage", "Cap: 0.5000 USD a day")
	w.later(24 * time.Hour)
	a.Delivery.Wake()
	says("the next day", "I see.")
	a.Upkeep(context.Background())
	if _, err := ann.AwaitText(within(t), 0, "calls of the model: 1"); err != nil {
		t.Fatal(err)
	}
	stop()
	told := 0
	for _, m := range ann.Messages() {
		if m.IsFromBot() && strings.Contains(m.Text, "cap is reached") {
			told++
		}
	}
	if told != 2 { // one call is more than half a dollar, on either day
		t.Errorf("told of the cap %d times in two days", told)
	}
}
