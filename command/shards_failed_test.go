package command_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/memory/digest"
	"keepsake/memory/shard"
)

// E39, issue 12.5, 12.7: everybody in a group comes to what it keeps together from /memory there; a shard on which merging failed says
// so to them, with the next try, and when no try is left.
func TestShardsAreFoundAndSayWhatFailed(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.private(11, "Ann").in(-100, actor.Admin), w.private(12, "Bob").in(-100, actor.Member)
	ann.types("/shard new Trip: dates", "This group now shares")
	list, message := bob.types("/memory", "about this group yet")
	action, ref := button(t, list, "Shared memory")
	shown := bob.taps(message, action, ref, "What is kept together here")
	action, ref = button(t, shown, "Trip")
	bob.taps(message, action, ref, "Facts: 0 of 50")

	part := actor.Actor{Kind: actor.Consolidation}
	trip, err := w.commands.Shards.Shards.Find(t.Context(), bob.scope(), "Trip")
	if err == nil {
		_, err = w.commands.Shards.Shards.Add(t.Context(), actor.Actor{Kind: actor.Person, ID: "telegram:12", Standing: actor.Member}, bob.scope(), trip.ID, shard.Suggestion, "we could rent bikes")
	}
	if err == nil {
		err = w.digests.Schedule(t.Context(), part, trip.Scope(), w.at)
	}
	if err != nil {
		t.Fatal(err)
	}
	if shown, _ = bob.types("/shard show Trip", "Suggestions that wait"); strings.Contains(textOf(shown), "last try") {
		t.Errorf("nothing was tried yet: %q", textOf(shown))
	}
	fails := func(state digest.State, words string) {
		t.Helper()
		w.at = w.at.Add(time.Hour)
		due, err := w.digests.Due(t.Context(), botName, 1, 10)
		if err != nil || len(due) != 1 {
			t.Fatalf("%d jobs are due, %v", len(due), err)
		}
		j, ok, err := w.digests.Claim(t.Context(), part, due[0], time.Minute)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		j.State, j.Error, j.DueAt = state, "no answer of the model could be used", w.at.Add(30*time.Minute)
		if err := w.digests.Finish(t.Context(), part, j, 0, 0); err != nil {
			t.Fatal(err)
		}
		bob.types("/shard show Trip", words)
	}
	fails(digest.Waiting, "The last try to merge them failed. I try again on")
	fails(digest.Parked, "failed several times")
}
