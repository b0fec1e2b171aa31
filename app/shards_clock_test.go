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
