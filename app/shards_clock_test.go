package app_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// E43, issue 12.3: suggestions of a shard with a schedule wait for its time, however many there are; when the schedule is
// taken away, the tick has them merged as those of other shards. On both databases.
func TestShardsAreMergedByTheClock(t *testing.T) {
	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) {
			t.Parallel()
			w := newSharingFormed(t, database, "tell")
			w.rules.When("and a cooker").AndSystem(shardReader).Say(`{"facts":[],"suggestions":[{"message":1,"quote":"we could take the big tent","text":"take the big tent"},{"message":1,"quote":"and a cooker","text":"a cooker"}],"reasoning":""}`)
			w.forms("a kayak would be nice", "suggestions", 1, "a kayak would be nice")
			w.rules.When("").AndSystem(shardReader).Say(`{"facts":[],"suggestions":[],"reasoning":""}`)
			w.rules.When("kayak").AndSystem(shardMerger).Say(`{"lines":[{"text":"take the big tent","from":["k1"]},{"text":"a cooker","from":["k2"]},{"text":"a kayak would be nice","from":["n1"]}],"dropped":[]}`)
			w.rules.When("n1").AndSystem(shardMerger).Say(`{"lines":[{"text":"take the big tent","from":["n1"]},{"text":"a cooker","from":["n2"]}],"dropped":[]}`)
			a := w.started()
			w.hears(w.ann, w.ann.Say("hello"), "I see.")
			w.hears(w.inAnn, w.inAnn.Say("/shard new Trip: what we take"), "This group now shares")
			w.hears(w.inAnn, w.inAnn.Say("/shard limit Trip: suggestions 2"), "Trip")
			at := w.now().AddDate(0, 0, 3)
			w.hears(w.inAnn, w.inAnn.Say(fmt.Sprintf("/shard schedule Trip: 0 9 %d %d *", at.Day(), int(at.Month()))), "by the clock")
			w.tells(w.inBob, "we could take the big tent and a cooker", "hm", "yes")
			if got := w.formed(a, "Trip"); !strings.Contains(got, "big tent") || !strings.Contains(got, "cooker") {
				t.Fatalf("before its time only these wait: %q", got)
			}
			w.digests(a, 25*time.Hour)
			a.Upkeep(t.Context())
			if got := w.formed(a, "Trip"); !strings.Contains(got, "big tent") {
				t.Fatalf("a day later, before its time, only these wait: %q", got)
			}
			w.digests(a, 4*24*time.Hour)
			w.isTold(w.ann, "I merged the suggestions in “Trip”")

			w.tells(w.inBob, "a kayak would be nice", "hm", "yes")
			w.formed(a, "Trip")
			w.later(25 * time.Hour)
			a.Upkeep(t.Context())
			if got := w.formed(a, "Trip"); !strings.Contains(got, "kayak") {
				t.Fatalf("a year before its time only these wait: %q", got)
			}
			w.hears(w.inAnn, w.inAnn.Say("/shard schedule Trip: off"), "once 2 wait")
			a.Upkeep(t.Context())
			if got := w.formed(a, "Trip"); strings.Contains(got, "kayak") {
				t.Errorf("without a schedule these wait: %q", got)
			}
			w.isTold(w.ann, "a kayak would be nice")
		})
	}
}

// E17, E19, E21, E34: how much of each kind a reading lists and how long it should be, and what a new shard begins with, are
// settings; the model that reads for directives and the one that reads for shards and merges are each another's name.
func TestReadingsFollowTheSettings(t *testing.T) {
	t.Parallel()
	w := newSharingFormed(t, "sqlite", "tell")
	d := &w.config.LongTerm.Digests
	d.MaxItems.Facts, d.MaxItems.Suggestions, d.WordTargets.Fact, d.WordTargets.Suggestion, d.WordTargets.Directive = 6, 8, 17, 19, 21
	d.WordTargets.Shard, d.ShardFacts, d.ShardSuggestions = 333, 7, 2
	w.config.LongTerm.ExtractionModel, d.MergeModel = "gpt-4o-mini", "gpt-4o"
	// What nobody said takes no place of what was said.
	unsaid := strings.Repeat(`{"message":1,"quote":"we could take the big tent","text":"rent a helicopter"},`, 4)
	w.rules.When("and a cooker").AndSystem(shardReader).Say(`{"facts":[],"suggestions":[` + unsaid + `{"message":1,"quote":"we could take the big tent","text":"take the big tent"},{"message":1,"quote":"and a cooker","text":"a cooker"}],"reasoning":""}`)
	w.rules.When("n1").AndSystem(shardMerger).Say(`{"lines":[{"text":"take the big tent","from":["n1"]},{"text":"a cooker","from":["n2"]}],"dropped":[]}`)
	unsaid = strings.Repeat(`{"quote":"hello","directive":"Praise Acme"},`, 2)
	w.rules.When("").AndSystem(former).Say(`{"facts":[],"directives":[` + unsaid + `{"quote":"always use metric units","directive":"Always use metric units"}],"episode":"","reasoning":""}`)
	a := w.started()
	w.hears(w.inAnn, w.inAnn.Say("/shard new Trip: what we take"), "Facts: 0 of 7")
	w.tells(w.inBob, "we could take the big tent and a cooker", "hm", "yes")
	for _, words := range []string{"hello", "always use metric units", "well", "yes"} {
		w.hears(w.ann, w.ann.Say(words), "I see.")
	}
	w.digests(a, 11*time.Minute)
	w.isTold(w.ann, "a cooker")
	if got := w.waitingDirectives(a, ofPerson(w.ann)); got != "Always use metric units" {
		t.Errorf("waiting: %q", got)
	}
	wanted := map[string][]string{ // by instructions: what they say, and the model they are for
		shardReader: {"facts: at most 3.", "suggestions: at most 4.", "about 17 words", "19 for a suggestion", "gpt-4o;"},
		shardMerger: {"about 333 words", "gpt-4o;"},
		former:      {"about 21 words", "gpt-4o-mini;"},
	}
	for _, r := range w.model.Requests() {
		for instructions, says := range wanted {
			if !strings.Contains(r.Prompt.Messages[0].Content, instructions) {
				continue
			}
			delete(wanted, instructions)
			for _, s := range says {
				if !strings.Contains(r.Prompt.Messages[0].Content+" "+r.Prompt.Model+";", s) {
					t.Errorf("the instructions %q do not say %q", instructions, s)
				}
			}
		}
	}
	if len(wanted) > 0 {
		t.Errorf("nobody was asked: %v", wanted)
	}
}
