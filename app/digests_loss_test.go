package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/app/settings"
	"keepsake/fault"
	"keepsake/llm"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/store/storetest"
	"keepsake/usage"
)

// Issue 11.8, 12.6: a consolidation that would drop more than a fifth of a digest, and five lines at least, stops and asks
// its person, who reads what would go. "Go on" does it, "Leave it" changes nothing and what was said counts all the same;
// nobody else answers, a second tap is told so, and no second question comes in the month.
func TestAConsolidationThatDropsTooMuchAsks(t *testing.T) {
	for database, label := range map[string]string{"sqlite": "Go on", "postgres": "Leave it"} {
		t.Run(label, func(t *testing.T) {
			t.Parallel()
			w := newDigesting(t, "auto")
			if database == "postgres" {
				w.config.DatabaseURL = settings.Secret(storetest.PostgresURL(t))
			}
			now := w.now()
			w.later(time.Date(now.Year(), now.Month()+1, 2, 12, 0, 0, 0, time.UTC).Sub(now)) // the days of the test are in one month
			w.config.LongTerm.Digests.Threshold = 2
			wishes := []string{"Answer in German", "Use metres", "Write in prose", "Give sources", "Quote prices in euros", "Use the 24 hour clock", "Skip the greeting"}
			type line struct {
				Text string   `json:"text"`
				From []string `json:"from"`
			}
			var lines []line
			var dropped []map[string]string
			for i, c := range wishes {
				lines = append(lines, line{c, []string{fmt.Sprintf("n%d", i+1)}})
				if i < 5 {
					dropped = append(dropped, map[string]string{"id": fmt.Sprintf("k%d", i+1), "by": "n1"})
				}
			}
			first, _ := json.Marshal(map[string]any{"lines": lines, "dropped": []string{}})
			then, _ := json.Marshal(map[string]any{"lines": []line{{wishes[5], []string{"k6"}}, {wishes[6], []string{"k7"}}, {"Forget my rules of before", []string{"n1"}}}, "dropped": dropped})
			w.rules.When("").AndSystem(former).Say(`{"facts":[],"directives":[],"episode":""}`)
			w.rules.When("rules of before").AndSystem(merger).Say(string(then))
			w.rules.When("").AndSystem(merger).Say(string(first))
			a := w.started()
			ann := w.tg.Person(11, "Ann")
			owner := ofPerson(ann)
			hello := ann.Say("Hello.")
			w.hears(ann, hello, "I see.")
			part := actor.Actor{Kind: actor.Consolidation}
			ss := w.conversations(a, ann, false)
			wish := func(contents ...string) {
				t.Helper()
				ds := directives(contents...)
				for i := range ds {
					ds[i].SessionID, ds[i].SaidAt = ss[0].ID, w.now().Add(time.Duration(i)*time.Second)
				}
				_, err := a.Digests.Form(t.Context(), part, owner, ds, noEpisode)
				must(t, err)
				must(t, a.Digests.Schedule(t.Context(), part, owner, w.now()))
				w.digests(a, time.Minute)
			}
			wish(wishes...)
			w.isTold(ann, "put your wishes in order")
			wish("Forget my rules of before")
			asked := w.isTold(ann, "I would drop 5 of 7")
			if !asked.Silent || !strings.Contains(asked.Text, "➖ Quote prices in euros") || strings.Contains(asked.Text, "Skip the greeting") {
				t.Errorf("asked %q, silent %v", asked.Text, asked.Silent)
			}
			version := func() int {
				d, err := a.Digests.Current(t.Context(), owner)
				must(t, err)
				return d.Version
			}
			w.digests(a, 26*time.Hour)
			if v := version(); v != 1 {
				t.Errorf("version %d before anybody answered", v)
			}
			if _, parked, err := a.Digests.Backlog(t.Context(), "keepsake"); err != nil || parked != 0 {
				t.Errorf("%d are parked, which alarms the operator: %v", parked, err)
			}
			for _, stranger := range []actor.Actor{actor.OfPerson("telegram:12"), {Kind: actor.Person, ID: "telegram:12", Owner: true}, {Kind: actor.Tool, ID: owner.ID}} {
				if err := a.Agent.Forming.AnswerLoss(t.Context(), stranger, "", true); fault.KindOf(err) != fault.NotFound {
					t.Errorf("%+v answers for Ann: %v", stranger, err)
				}
			}
			w.press(ann, asked, label)
			if label == "Go on" {
				w.isTold(ann, "I go on")
				w.digests(a, time.Minute)
				if v := version(); v != 2 {
					t.Errorf("version %d after she allowed it", v)
				}
				w.isTold(ann, "➖ Answer in German")
			} else {
				w.isTold(ann, "I drop nothing")
				if err := a.Agent.Forming.AnswerLoss(t.Context(), actor.OfPerson(owner.ID), "", true); fault.KindOf(err) != fault.NotFound {
					t.Errorf("answered twice: %v", err)
				}
				asked := len(w.model.Requests())
				w.digests(a, 26*time.Hour)
				if n := len(w.model.Requests()); n != asked {
					t.Errorf("the model was asked %d times more though she left it", n-asked)
				}
				if got := w.waitingDirectives(a, owner); version() != 1 || got != "Forget my rules of before" {
					t.Errorf("version %d, waiting %q", version(), got)
				}
				wish("Be brief")
			}
			if err := a.Agent.Forming.AnswerLoss(t.Context(), actor.OfPerson(owner.ID), "", true); label == "Go on" && fault.KindOf(err) != fault.NotFound {
				t.Errorf("answered twice: %v", err)
			}
			for _, m := range ann.Messages() {
				if m.ID != asked.ID && strings.Contains(m.Text, "I would drop") {
					t.Errorf("asked again: %q", m.Text)
				}
			}
		})
	}
}

// The same of a shard: who made it is asked, and nobody else answers.
func TestAShardThatWouldLoseTooMuchAsks(t *testing.T) {
	t.Parallel()
	w := newSharingFormed(t, "sqlite", "tell")
	w.rules.When("").AndSystem(shardReader).Say(`{"facts":[],"suggestions":[],"reasoning":""}`)
	w.rules.When("start anew").AndSystem(shardMerger).Say(`{"lines":[{"text":"start anew","from":["n1"]}],"dropped":[
		{"id":"k1","by":"n1"},{"id":"k2","by":"n1"},{"id":"k3","by":"n1"},{"id":"k4","by":"n1"},{"id":"k5","by":"n1"}]}`)
	w.rules.When("").AndSystem(shardMerger).Say(`{"lines":[{"text":"tent","from":["n1"]},{"text":"stove","from":["n2"]},{"text":"rope","from":["n3"]},
		{"text":"lamp","from":["n4"]},{"text":"map","from":["n5"]}],"dropped":[]}`)
	a := w.started()
	w.hears(w.ann, w.ann.Say("hello"), "I see.")
	w.hears(w.inAnn, w.inAnn.Say("/shard new Trip: what we take"), "This group now shares")
	here := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: people.ID(w.group.ID())}
	s, err := a.Shards.Find(t.Context(), here, "Trip")
	must(t, err)
	admin := actor.Actor{Kind: actor.Person, ID: people.ID(11), Standing: actor.Admin}
	suggest := func(contents ...string) {
		t.Helper()
		for _, c := range contents {
			_, err := a.Shards.Add(t.Context(), admin, here, s.ID, shard.Suggestion, c)
			must(t, err)
		}
		must(t, a.Digests.Schedule(t.Context(), actor.Actor{Kind: actor.Consolidation}, scope.Scope{Store: "keepsake", Kind: scope.Project, ID: s.ID}, w.now()))
		w.digests(a, time.Minute)
	}
	suggest("tent", "stove", "rope", "lamp", "map")
	suggest("start anew")
	requests := len(w.model.Requests())
	if n, err := a.Agent.Forming.Wake(t.Context()); n != 0 || err != nil {
		t.Errorf("%d shards wake while somebody is asked, %v", n, err)
	}
	w.digests(a, 26*time.Hour)
	if n := len(w.model.Requests()); n != requests {
		t.Errorf("the model was asked %d times more while somebody is asked", n-requests)
	}
	asked := w.isTold(w.ann, "notes of “Trip” in order, I would drop 5 of 5")
	for _, other := range []actor.Actor{actor.OfPerson("telegram:12"), {Kind: actor.Person, ID: "telegram:12", Standing: actor.Admin, Owner: true}} {
		if err := a.Agent.Forming.AnswerLoss(t.Context(), other, s.ID, true); fault.KindOf(err) != fault.Denied {
			t.Errorf("%+v answers for Ann: %v", other, err)
		}
	}
	w.press(w.ann, asked, "Go on")
	w.isTold(w.ann, "I go on")
	w.digests(a, time.Minute)
	newest, err := a.Shards.Newest(t.Context(), []shard.Shard{s})
	must(t, err)
	if d := newest[s.ID]; d.Version != 2 || len(d.Lines) != 1 {
		t.Errorf("after she allowed it: %+v", d)
	}
}

// Who pays, F14: near a person's limit nothing is read for their digest, and an answer that cannot be used stores nothing; what
// was said before and what comes after is read together once it can be, and counted apart.
func TestWhatCouldNotBeReadIsReadLater(t *testing.T) {
	for name, isNearLimit := range map[string]bool{"near a limit": true, "bad answers": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newDigesting(t, "auto")
			w.later(w.now().UTC().Truncate(day).Add(36 * time.Hour).Sub(w.now())) // noon: the day of the limit does not end by itself
			w.config.Usage.PersonTokens = 1_000_000
			if !isNearLimit {
				w.rules.When("").AndSystem(former).Times(2).Say("I would rather not.") // and once more, when it is told so
			}
			w.listens("always use metric units", "Always use metric units", "")
			w.rules.When("").AndSystem(former).Say(`{"directives":[],"episode":""}`)
			a := w.started()
			ann := w.tg.Person(11, "Ann")
			w.hears(ann, ann.Say("Hello."), "I see.")
			w.hears(ann, ann.Say("Please always use metric units."), "I see.")
			w.ends(a)
			payer := usage.Payer{Bot: a.Config.Name, Subject: people.ID(ann.ID())}
			if isNearLimit {
				must(t, a.Usage.Spend(t.Context(), payer, usage.Count{Prompt: 960_000}))
			}
			w.digests(a, 11*time.Minute)
			if got := w.waitingDirectives(a, ofPerson(ann)); got != "" {
				t.Errorf("formed of what was not read: %q", got)
			}
			w.hears(ann, ann.Say("What is new?"), "I see.") // a conversation goes on
			w.digests(a, day)
			if got := w.waitingDirectives(a, ofPerson(ann)); got != "Always use metric units" {
				t.Errorf("the next day: %q", got)
			}
			spent, _, err := a.Usage.Today(t.Context(), payer)
			must(t, err)
			alone, along := spent.Parts[llm.Consolidation], spent.Parts[llm.Extraction] // it may be read with what is read for memories
			if alone.Calls+along.Calls == 0 || alone.Tokens+along.Tokens == 0 {
				t.Errorf("counted apart: %+v", spent.Parts)
			}
		})
	}
}
