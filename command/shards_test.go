package command_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
)

// A group keeps a shard: an admin makes it, the group is told what sharing means, members add and take back what they
// said, others' facts stay, and with the shard all goes (E16, E31, E32, issue 12.3, 12.5).
func TestShardsByCommand(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.private(11, "Ann").in(-100, actor.Admin), w.private(12, "Bob").in(-100, actor.Member), w.private(13, "Eve").in(-100, actor.Member)
	bob.types("/shard", "Nothing is kept together")
	bob.types("/shard new Trip: dates", "the admins of the group begin")
	ann.types("/shard new", "/shard add")
	ann.types("/shard new "+strings.Repeat("n", 61), "1 to 60")
	ann.types("/shard new Trip: "+strings.Repeat("i", 2001), "2000")
	reply, _ := ann.types("/shard new *Trip*: dates and _places_", "This group now shares “\\*Trip\\*”")
	if len(reply.Out) != 2 || !strings.Contains(reply.Out[1].Body.Text, "dates and \\_places\\_") {
		t.Errorf("shown %+v", reply.Out)
	}
	ann.types("/shard new *trip*", "of that name already")
	bob.types("/shard add *Trip*: we leave on Friday", "Kept in")
	bob.types("/shard add *Trip*:", "too short or too long")
	w.at = w.at.Add(time.Minute)
	eve.types("/shard add *Trip*: the ferry goes at nine", "Kept in")
	bob.types("/shard add Nowhere: x", "no such shared memory")
	bob.types("/shard dance *Trip*", "/shard facts")
	list, message := bob.types("/shard list", "kept together here")
	action, ref := button(t, list, "*Trip*")
	id := strings.TrimPrefix(ref, "show.")
	shown := bob.taps(message, action, ref, "Facts: 2 of 50")
	if len(shown.Out[0].Body.Buttons) != 2 {
		t.Errorf("a member has the buttons %+v", shown.Out[0].Body.Buttons)
	}
	action, ref = button(t, shown, "Facts")
	facts := bob.taps(message, action, ref, "1. the ferry goes at nine")
	less, ferry := button(t, facts, "🗑 1")
	_, friday := button(t, facts, "🗑 2")
	bob.taps(message, less, ferry, "Only the people who manage")
	if left := bob.taps(message, less, friday, "Forgotten"); strings.Contains(textOf(left), "Friday") {
		t.Errorf("it is shown after it was taken back: %q", textOf(left))
	}
	bob.types("/shard pause *Trip*", "Only the people who manage")
	ann.types("/shard pause *Trip*", "nothing is added")
	eve.types("/shard add *Trip*: late", "nothing is added")
	paused, message := ann.types("/shard show *Trip*", "nothing is added")
	action, ref = button(t, paused, "Resume")
	if resumed := ann.taps(message, action, ref, "Trip"); strings.Contains(textOf(resumed), "nothing is added") {
		t.Error("it is paused still")
	}
	ann.types("/shard edit *Trip*: only places", "only places")
	ann.types("/shard detach *Trip*", "no longer shares")
	eve.types("/shard add *Trip*: not shared", "Only the people who manage")
	ann.types("/shard attach *Trip*", "This group now shares")

	stranger := w.private(14, "Mallory")
	stranger.types("/shard new Mine", "an owner of the bot does")
	stranger.types("/shard show *Trip*", "no such shared memory")
	stranger.taps(1, "shard", "facts."+id+".1", "no such shared memory")

	eve.types("/shard forget *Trip*", "Only the people who manage")
	_, mine := eve.types("/shard show *Trip*", "Trip")
	eve.taps(mine, "shard", "forget."+id, "Only the people who manage")
	eve.taps(mine, "shard", "forget."+id+".yes", "Only the people who manage")
	asked := ann.taps(message, "shard", "forget."+id, "cannot be undone")
	action, ref = button(t, asked, "Forget")
	ann.taps(message, action, ref, "is forgotten")
	eve.types("/shard", "Nothing is kept together")
}

// An owner brings a shard of their own into groups in which they are an admin, and where shards are switched off /shard
// and its buttons say so (issue 12.3).
func TestShardsOfAnOwner(t *testing.T) {
	w := newWorld(t)
	olga := w.private(21, "Olga")
	olga.becomesOwner()
	olga.types("/shard new Household: what we buy", "Household")
	olga.types("/shard add Household: bins go out on Mondays", "Kept in")
	olga.in(-100, actor.Member).types("/shard attach Household", "Only the people who manage")
	olga.in(-100, actor.Admin).types("/shard attach Household", "This group now shares")
	w.private(22, "Ann").in(-100, actor.Member).types("/shard facts Household", "bins go out on Mondays")
	w.private(22, "Ann").in(-200, actor.Admin).types("/shard attach Household", "no such shared memory")
	w.commands.Shards.Shards = nil
	olga.types("/shard", "switched off")
	olga.taps(1, "shard", "facts.x.1", "switched off")
}

// E38, E45: a shard without instructions says to who manages it what makes good ones, and offers four to begin with.
func TestShardsOfferInstructions(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.private(11, "Ann").in(-100, actor.Admin), w.private(12, "Bob").in(-100, actor.Member)
	made, message := ann.types("/shard new Home", "This group now shares")
	if text := made.Out[1].Body.Text; !strings.Contains(text, "Say it precisely") || len(made.Out[1].Body.Buttons) != 8 {
		t.Errorf("shown %q with %d rows", text, len(made.Out[1].Body.Buttons))
	}
	shown, bobs := bob.types("/shard show Home", "Home")
	if strings.Contains(textOf(shown), "Say it precisely") {
		t.Error("a member is told how to write instructions")
	}
	var ref string
	for _, row := range made.Out[1].Body.Buttons {
		if strings.Contains(row[0].Text, "household") {
			ref = row[0].Ref
		}
	}
	bob.taps(bobs, "shard", ref, "Only the people who manage")
	if used := ann.taps(message, "shard", ref, "whose turn it is"); strings.Contains(textOf(used), "Say it precisely") {
		t.Error("it is still asked for")
	}
	ann.taps(message, "shard", strings.Replace(ref, "household", "nonsense", 1), "no such shared memory")
}

// E34, E43, issue 12.3: who manages a shard says when its suggestions are merged, by a button or as a cron expression on
// their clock, and how much it keeps; others see it, and what is no time or number is refused with an example.
func TestShardsHaveSchedulesAndLimits(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.private(11, "Ann").in(-100, actor.Admin), w.private(12, "Bob").in(-100, actor.Member)
	made, message := ann.types("/shard new Trip: dates", "This group now shares")
	if strings.Contains(made.Out[1].Body.Text, "are merged") {
		t.Errorf("a new shard speaks of merging: %q", made.Out[1].Body.Text)
	}
	ann.types("/shard schedule Trip", "once 16 wait")
	ann.types("/shard schedule Trip: often", "I need five fields")
	ann.types("/shard schedule Trip: */5 * * * *", "I need five fields")
	ann.types("/shard schedule Trip: @every 1h", "I need five fields")
	ann.types("/shard schedule Trip: 30 18 * * 5", "`30 18 * * 5`")
	bob.types("/shard schedule Trip: 0 9 * * 1", "Only the people who manage")
	shown, bobs := bob.types("/shard show Trip", "`30 18 * * 5`")
	if strings.Contains(textOf(shown), "once 16 wait") {
		t.Errorf("both hold: %q", textOf(shown))
	}
	managed, _ := ann.types("/shard show Trip", "`30 18 * * 5`")
	_, ref := button(t, managed, "When")
	times := ann.taps(message, "shard", ref, "`30 18 * * 5`")
	if seen := bob.taps(bobs, "shard", ref, "`30 18 * * 5`"); len(seen.Out[0].Body.Buttons) != 1 {
		t.Errorf("a member may choose of %+v", seen.Out[0].Body.Buttons)
	}
	_, monday := button(t, times, "Monday")
	bob.taps(bobs, "shard", monday, "Only the people who manage")
	ann.taps(message, "shard", monday, "`0 9 * * 1`")
	_, enough := button(t, times, "enough")
	if off := ann.taps(message, "shard", enough, "Trip"); strings.Contains(textOf(off), "by the clock") {
		t.Errorf("it is merged by the clock still: %q", textOf(off))
	}
	ann.types("/shard schedule Trip: 0 9 * * 1", "`0 9 * * 1`")
	ann.types("/shard schedule Trip: off", "Facts: 0 of 50")

	ann.types("/shard limit Trip: facts 2", "Facts: 0 of 2")
	for _, fact := range []string{"one", "two", "three"} {
		w.at = w.at.Add(time.Minute)
		bob.types("/shard add Trip: fact "+fact, "Kept in")
	}
	bob.types("/shard show Trip", "Facts: 2 of 2")
	ann.types("/shard limit Trip: suggestions 3", "Trip")
	ann.types("/shard schedule Trip", "once 3 wait")
	for _, wrong := range []string{"facts 0", "facts 501", "suggestions many", "words 9", ""} {
		ann.types("/shard limit Trip: "+wrong, "from 1 to 500")
	}
	bob.types("/shard limit Trip: facts 9", "Only the people who manage")
}

// E44: a shard leaves as a file, for everybody who sees it, with all of it that counts and its archive; what is taken back is
// not in it, and who does not see it has none.
func TestShardsAreExported(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.private(11, "Ann").in(-100, actor.Admin), w.private(12, "Bob").in(-100, actor.Member)
	ann.types("/shard new Trip: dates & places", "This group now shares")
	ann.types("/shard limit Trip: facts 2", "Trip")
	for _, fact := range []string{"one <b>", "two", "three", "four"} {
		w.at = w.at.Add(time.Minute)
		bob.types("/shard add Trip: fact "+fact, "Kept in")
	}
	facts, message := bob.types("/shard facts Trip", "fact four")
	action, ref := button(t, facts, "🗑 1")
	bob.taps(message, action, ref, "Forgotten")
	reply, _ := bob.types("/shard export Trip", "as a file")
	file := reply.Out[0].Body.File
	if file == nil || !strings.HasSuffix(file.Name, ".json") {
		t.Fatalf("sent is %+v", reply.Out[0].Body)
	}
	var got struct {
		Format, Name, Instructions string
		Facts                      []struct{ Text string }
		Archived                   []struct{ Text string } `json:"archived_facts"`
		Suggestions, Notes         []any
	}
	if err := json.Unmarshal(file.Data, &got); err != nil {
		t.Fatal(err)
	}
	if got.Format != "keepsake.shard/1" || got.Name != "Trip" || got.Instructions != "dates & places" || len(got.Facts) != 1 || got.Facts[0].Text != "fact three" ||
		len(got.Archived) != 2 || got.Archived[0].Text != "fact one <b>" || got.Suggestions == nil || got.Notes == nil {
		t.Errorf("the file is %s", file.Data)
	}
	w.private(13, "Eve").in(-200, actor.Admin).types("/shard export Trip", "no such shared memory")
}

// E31, issue 12.3: what somebody types nearly right is understood: a name without a subcommand shows it, a text follows a name
// without a colon or after a wide one, and /shard edit without a text says how to write one and changes nothing.
func TestShardsTypedNearlyRight(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.private(11, "Ann").in(-100, actor.Admin), w.private(12, "Bob").in(-100, actor.Member)
	ann.types("/shard new Big Trip: dates and places", "This group now shares")
	ann.types("/shard new 旅行：日期和地点", "This group now shares “旅行”")
	bob.types("/shard big trip", "dates and places")
	bob.types("/shard show 旅行", "日期和地点")
	bob.types("/shard add Big Trip the ferry goes at nine", "Kept in “Big Trip”")
	bob.types("/shard add 旅行：九点开船", "Kept in “旅行”")
	bob.types("/shard facts Big Trip", "1. the ferry goes at nine")
	bob.types("/shard facts 旅行", "1. 九点开船")
	bob.types("/shard add Small Trip the ferry", "no such shared memory")
	bob.types("/shard edit Big Trip", "Only the people who manage")
	guided, _ := ann.types("/shard edit Big Trip", "Say it precisely")
	if !strings.Contains(textOf(guided), "dates and places") {
		t.Errorf("what belongs in it is gone: %q", textOf(guided))
	}
	ann.types("/shard edit Big Trip only places", "only places")
	ann.types("/shard schedule Big Trip 0 9 * * 1", "by the clock")
	ann.types("/shard limit Big Trip facts 80", "of 80")
	bob.types("/shard pause Big Trip now", "no such shared memory")
	bob.types("/shard nonsense Big Trip", "/shard facts")
}
