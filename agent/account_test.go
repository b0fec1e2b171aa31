package agent_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"keepsake/agent"
	"keepsake/delivery"
	"keepsake/llm/scripted"
	"keepsake/people"
	"keepsake/session"
	"keepsake/usage"
)

// counts lets the agent of a world count, and hold to limits.
func (w *world) counts(l usage.Limits) *usage.Service {
	w.agent.Usage = usage.New(usage.Config{Store: w.db.Usage(), Limits: l, Now: w.clock})
	return w.agent.Usage
}

func (w *world) used(subject string) usage.Count {
	w.t.Helper()
	day, _, err := w.agent.Usage.Today(w.t.Context(), usage.Payer{Bot: place.Bot, Subject: subject, Zone: time.UTC})
	w.ok(err)
	return day.Count
}

// Issue 3, point 4: a turn and its payer's account are one transaction: what the turn says
// it used is what the account holds.
func TestATurnAndItsAccountAgree(t *testing.T) {
	w := newWorld(t, agent.Config{})
	w.counts(usage.Limits{})
	w.rules.When("tea").Call("add_to_memory", map[string]any{"content": "User likes tea", "category": "preference"})
	w.rules.WhenResult("", "").Say("Noted.")
	turn, _ := w.say("I like tea")
	u, got := turn.Usage, w.used("telegram:42")
	want := usage.Count{Messages: 1, Calls: 2, Prompt: u.PromptTokens, Cached: u.CachedTokens, Answer: u.AnswerTokens, Cost: u.Cost}
	if got != want || u.Calls != 2 || w.used("") != want {
		t.Errorf("the turn used %+v, the account has %+v, the bot's %+v", u, got, w.used(""))
	}
}

// A call whose worker lost its lane was made all the same: it is counted, and so is the
// one that is made instead.
func TestACallThatIsNotWantedAnyMoreCounts(t *testing.T) {
	w := newWorld(t, agent.Config{})
	w.counts(usage.Limits{})
	turn, err := w.agent.Open(t.Context(), w.arrive("go"))
	w.ok(err)
	old := w.claim
	w.model.SetBrain(scripted.BrainFunc(func(context.Context, scripted.Prompt) (scripted.Answer, error) {
		if w.claim == old {
			w.take()
		}
		return scripted.Answer{Text: "Here."}, nil
	}))
	if err := w.agent.Respond(t.Context(), old, turn.ID, &view{}); !errors.Is(err, delivery.ErrLeaseLost) {
		t.Fatal(err)
	}
	if got := w.used("telegram:42"); got.Calls != 1 || got.Messages != 1 {
		t.Errorf("after the lost one: %+v", got)
	}
	w.ok(w.agent.Respond(t.Context(), w.claim, turn.ID, &view{}))
	if got := w.used("telegram:42"); got.Calls != 2 || got.Messages != 1 {
		t.Errorf("after both: %+v", got)
	}
}

// What there is no room for is not taken: nothing of it is stored, and it waits.
func TestNothingIsTakenOverTheLimit(t *testing.T) {
	w := newWorld(t, agent.Config{})
	w.counts(usage.Limits{Person: usage.Quota{Messages: 2}})
	in := w.arrive("one", "two", "three")
	var over *usage.Exceeded
	if _, err := w.agent.Open(t.Context(), in); !errors.As(err, &over) || over.Remaining != 2 {
		t.Fatalf("opened: %v", err)
	}
	if _, busy, err := w.agent.Unfinished(t.Context(), w.claim.Lane); busy || err != nil || len(w.waiting()) != 1 {
		t.Error("something is left of the turn")
	}
	if _, err := w.agent.Sessions.Current(t.Context(), place, "telegram:42"); !errors.Is(err, session.ErrNotFound) {
		t.Errorf("a session: %v", err)
	}
	w.ok(w.agent.Overhear(t.Context(), in))
	in = w.arrive("four")
	turn, err := w.agent.Open(t.Context(), in)
	w.ok(err)
	w.ok(w.agent.Wait(t.Context(), w.claim, turn.ID, w.clock()))
	if err := w.agent.Join(t.Context(), turn.Turn, w.arrive("five", "six")); !errors.As(err, &over) || over.Remaining != 1 {
		t.Errorf("joined: %v", err)
	}
	ms, err := w.agent.Sessions.TurnMessages(t.Context(), turn.ID)
	if err != nil || len(ms) != 1 {
		t.Errorf("the turn has %d messages", len(ms))
	}
}

// A turn that a limit cuts off ends with words; a summary that it holds up is made later.
func TestALimitEndsATurnAndHoldsASummaryUp(t *testing.T) {
	w := newWorld(t, small)
	w.counts(usage.Limits{})
	long(w, 6)
	u := w.counts(usage.Limits{Cap: 1})
	w.ok(u.Spend(t.Context(), usage.Payer{Bot: place.Bot}, usage.Count{Calls: 1, Cost: 2}))
	asked := len(w.prompts())
	w.ok(w.agent.Tidy(t.Context(), w.session().ID))
	if len(w.prompts()) != asked || w.session().Summary != "" {
		t.Error("a summary was made over the cap")
	}
	w.counts(usage.Limits{})
	turn, err := w.agent.Open(t.Context(), w.arrive("hello"))
	w.ok(err)
	w.counts(usage.Limits{Cap: 1})
	var over *usage.Exceeded
	if err := w.agent.Respond(t.Context(), w.claim, turn.ID, &view{}); !errors.As(err, &over) {
		t.Fatal(err)
	}
	w.ok(w.agent.EndLimited(t.Context(), w.claim, turn.ID, over))
	got, body := w.reply(turn.ID)
	if got.State != session.TurnLimited {
		t.Errorf("the turn is %s", got.State)
	}
	has(t, "reply", body.Text, "My budget is used up", "in the middle of this answer", "/memory")
	w.counts(usage.Limits{})
	before := w.used("").Calls
	w.ok(w.agent.Tidy(t.Context(), w.session().ID))
	if w.session().Summary == "" || w.used("").Calls != before+1 || w.used("telegram:42").Calls == 0 {
		t.Error("the summary was not made, or not counted, once the cap was gone")
	}
}

// Who pays: the person in private, the group in a group, of the bot that answers, at whatever
// door; owners are marked.
func TestPayer(t *testing.T) {
	w := newWorld(t, agent.Config{})
	p := people.Person{ID: "telegram:7", TimeZone: "Europe/Berlin", Access: people.Owner}
	got := w.agent.Payer(p, session.Place{Bot: "b", Chat: 7}, false)
	if got.Subject != p.ID || got.Bot != "keepsake" || got.Group || !got.Exempt || got.Zone.String() != "Europe/Berlin" {
		t.Errorf("in private: %+v", got)
	}
	got = w.agent.Payer(p, session.Place{Bot: "b", Chat: -7}, true)
	if got.Subject != "telegram:-7" || !got.Group || !got.Exempt || got.Zone != time.UTC {
		t.Errorf("in a group: %+v", got)
	}
}
