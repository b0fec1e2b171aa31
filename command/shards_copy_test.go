package command_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/command"
	"keepsake/command/shards"
	"keepsake/memory/lines"
	"keepsake/memory/shard"
)

// sends answers the question asked last with a file.
func (s *speaker) sends(file []byte, words string) command.Reply {
	s.w.t.Helper()
	reply, _ := s.asks(command.Request{Form: &command.Form{Asked: s.asked, File: file}})
	s.holds("a file", reply, words)
	return reply
}

// exported returns what /shard export sends.
func (s *speaker) exported(name string) (c shard.Copy, file []byte) {
	s.w.t.Helper()
	reply, _ := s.types("/shard export "+name, "as a file")
	file = reply.Out[0].Body.File.Data
	c, err := shard.ReadCopy(file)
	if err != nil {
		s.w.t.Fatal(err)
	}
	return c, file
}

// E44, issue 12.8: a shard that left as a file comes back as one with the same facts, archive, suggestions and notes, and
// it is said where each went; what was changed in it, is none, or is brought by somebody who may make none is refused, and
// what was taken back there stays out.
func TestShardsAreImported(t *testing.T) {
	w := newWorld(t)
	w.commands.Shards.Memory = w.memory
	ann, bob := w.private(11, "Ann").in(-100, actor.Admin), w.private(12, "Bob").in(-100, actor.Member)
	ann.types("/shard new Trip: dates & <places>", "This group now shares")
	ann.types("/shard limit Trip: facts 2", "Trip")
	ann.types("/shard schedule Trip: 0 9 * * 1", "Trip")
	for _, fact := range []string{"one", "two <b>", "three"} {
		w.at = w.at.Add(time.Minute)
		bob.types("/shard add Trip: fact "+fact, "Kept in")
	}
	all := w.commands.Shards.Shards
	held, err := all.Find(t.Context(), ann.scope(), "Trip")
	if err != nil {
		t.Fatal(err)
	}
	part := actor.Actor{Kind: actor.Consolidation}
	var ideas []shard.Item
	for _, idea := range []string{"take the big tent", "a cooker", "a kayak"} {
		w.at = w.at.Add(time.Minute)
		i, err := all.Add(t.Context(), bob.actor(), ann.scope(), held.ID, shard.Suggestion, idea)
		if err != nil {
			t.Fatal(err)
		}
		ideas = append(ideas, i)
	}
	merged := shard.Digest{ShardID: held.ID, Lines: []lines.Line{{Text: "take the big tent and a cooker", From: []string{ideas[0].ID, ideas[1].ID}}}}
	if _, err = all.Absorb(t.Context(), part, botName, merged, ideas[:2]); err != nil {
		t.Fatal(err)
	}
	was, file := ann.exported("Trip")

	bob.types("/shard import", "the admins of the group begin")
	ann.types("/shard import", "Send the file")
	if ann.asked.Purpose != shards.FormImport {
		t.Fatalf("asked %+v", ann.asked)
	}
	changed := strings.Replace(string(file), "fact three", "fact four", 1)
	for name, bad := range map[string]string{"nothing": "", "another": `{"results":[]}`, "changed": changed, "two": string(file) + string(file), "a picture": "\x89PNG\x00"} {
		ann.sends([]byte(bad), "That is no file of a shared memory")
		if all, err := all.Seen(t.Context(), ann.scope()); err != nil || len(all) != 1 {
			t.Errorf("%s made a shard: %d, %v", name, len(all), err)
		}
	}
	bob.asked = ann.asked
	bob.sends(file, "Only the people who manage")
	w.at = w.at.Add(time.Hour)
	reply := ann.sends(file, "“Trip 2” is here. What went where:\nFacts: 2\nArchive: 1\nSuggestions: 1\nNotes: 1")
	if !strings.Contains(textOf(reply), "This group now shares “Trip 2”") {
		t.Errorf("the group is not told: %q", textOf(reply))
	}
	is, _ := ann.exported("Trip 2")
	texts := func(items []shard.CopiedItem) (all []string) {
		for _, i := range items {
			all = append(all, i.Text+" "+i.SaidAt.String())
		}
		return all
	}
	if is.Instructions != was.Instructions || is.Schedule != was.Schedule || is.Paused || !slices.Equal(is.Notes, was.Notes) || !slices.Equal(texts(is.Facts), texts(was.Facts)) ||
		!slices.Equal(texts(is.Archived), texts(was.Archived)) || !slices.Equal(texts(is.Suggestions), texts(was.Suggestions)) || len(is.Facts) != 2 {
		t.Errorf("came back as\n%+v, was\n%+v", is, was)
	}
	if is.Facts[0].Source != "Ann" {
		t.Errorf("it is from %q", is.Facts[0].Source)
	}
	again, _ := ann.exported("Trip 2")
	if again.Facts[0].Source != "Ann" {
		t.Errorf("exported again it is from %q", again.Facts[0].Source)
	}

	// What was taken back stays out, and with who brought it all of it goes.
	facts, message := ann.types("/shard facts Trip", "fact three")
	_, less := button(t, facts, "🗑 1")
	ann.taps(message, "shard", less, "Forgotten")
	ann.asked.Purpose = shards.FormImport
	ann.types("/shard import", "Send the file")
	ann.sends(file, "Facts: 1\nArchive: 1\nSuggestions: 1\nNotes: 1\nLeft out, because it was taken back here: 1")
	w.commands.Shards.Shards = nil
	ann.types("/shard import", "switched off")
	ann.sends(file, "switched off")
	if n, err := all.Erase(t.Context(), actor.OfPerson("telegram:11"), w.private(11, "Ann").scope()); err != nil || n < 8 {
		t.Errorf("with who brought it went %d items, %v", n, err)
	}
}

// What no shard keeps comes in by no file: a secret, what is empty or too long, and more than a shard may hold.
func TestShardsImportWhatFits(t *testing.T) {
	w := newWorld(t)
	ann := w.private(11, "Ann").in(-100, actor.Admin)
	ann.types("/shard new Trip: dates", "This group now shares")
	c, _ := ann.exported("Trip")
	at := w.at.Add(time.Hour) // later than now
	c.Facts = []shard.CopiedItem{{Text: "ours", SaidAt: at, Source: "Bob"}, {Text: " "}, {Text: strings.Repeat("long", 200)}, {Text: "key sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD"}}
	for n := range shard.MostFacts {
		c.Suggestions = append(c.Suggestions, shard.CopiedItem{Text: fmt.Sprint("idea ", n), SaidAt: w.at})
	}
	c.Suggestions = append(c.Suggestions, shard.CopiedItem{Text: "one too many", SaidAt: w.at})
	c.Paused = true
	c.Sum = ""
	b, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	ann.types("/shard import", "Send the file")
	ann.sends(b, "That is no file") // nobody summed it up
	sum := sha256.Sum256(b)
	c.Sum = hex.EncodeToString(sum[:])
	if b, err = json.Marshal(c); err != nil {
		t.Fatal(err)
	}
	ann.sends(b, "Facts: 1\nArchive: 0\nSuggestions: 500\nNotes: 0\nLeft out, because it is too long, empty or a secret: 4")
	back, _ := ann.exported("Trip 2")
	if !back.Paused || back.Facts[0].Source != "Bob → Ann" || back.Facts[0].SaidAt.After(w.at) {
		t.Errorf("came in as %+v", back.Facts)
	}
}
