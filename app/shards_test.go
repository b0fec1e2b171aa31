package app_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/store/storetest"
)

// sharingWorld has a group of which Ann is an admin and Bob a member, and shards.
type sharingWorld struct {
	*world
	ann, bob     *simulator.Person
	inAnn, inBob *simulator.Person // in the group
	group        *simulator.Group
}

func newSharing(t *testing.T, database string) *sharingWorld {
	w := newWorld(t)
	if database == "postgres" {
		w.config.DatabaseURL = settings.Secret(storetest.PostgresURL(t))
	}
	w.config.LongTerm.Shards, w.config.Telegram.GroupRate = true, 10_000
	s := &sharingWorld{world: w, ann: w.tg.Person(11, "Ann"), bob: w.tg.Person(12, "Bob")}
	s.group = w.tg.Group(-100500, "Kitchen").Join(s.ann, s.bob).Promote(s.ann).AddBot(s.ann)
	s.inAnn, s.inBob = s.group.As(s.ann, 0), s.group.As(s.bob, 0)
	return s
}

// asks says something to the bot in the group, and returns the prefix and the late block of its prompt.
func (s *sharingWorld) asks(p *simulator.Person, words string) (prefix, late string) {
	s.t.Helper()
	s.hears(p, p.Say("@"+s.tg.Bot().Username+" "+words), "I see.")
	return s.systemOf(words), s.lateBlock(words)
}

// E23–E29, R1, R4, issue 12.4: what a group keeps together stands in the prompts of the group, and in nobody's private
// chat; what comes rides in the late block until the prefix is cold; what is taken back or paused leaves at once. On
// both databases, and after a restart the same bytes.
func TestShardsInPrompts(t *testing.T) {
	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) {
			t.Parallel()
			w := newSharing(t, database)
			w.rules.Otherwise().Say("I see.")
			_, stop := w.start(nil)
			w.hears(w.inAnn, w.inAnn.Say("/shard new Trip: dates and places"), "This group now shares")
			w.hears(w.inBob, w.inBob.Say("/shard add Trip: the ferry goes at nine"), "Kept in")
			prefix, late := w.asks(w.inAnn, "When is it?")
			want := "<collective_memory description=\"Shared memory across all your conversations\">"
			fact := "<memory_shard name=\"Trip\">\nKept here: dates and places\n## Shard facts:\n- the ferry goes at nine ("
			if !strings.Contains(prefix, want) || !strings.Contains(prefix, fact) {
				t.Fatalf("the prefix has %q", element(prefix))
			}
			if strings.Contains(late, "ferry") {
				t.Errorf("the late block repeats it: %q", late)
			}

			w.hears(w.inBob, w.inBob.Say("/shard add Trip: the cabin has no heating"), "Kept in")
			stop()
			a, stop := w.start(nil)
			again, late := w.asks(w.inBob, "Is it warm there?")
			if again != prefix {
				t.Errorf("after a restart the prefix has %q, it had %q", element(again), element(prefix))
			}
			if !strings.Contains(late, "New in the shard Trip since your memory was loaded (it wins over it):\n- the cabin has no heating (") {
				t.Errorf("the late block is %q", late)
			}
			w.ends(a) // the clock is not to jump within a turn
			w.later(6 * time.Minute)
			if prefix, late = w.asks(w.inBob, "What about blankets?"); !strings.Contains(prefix, "- the cabin has no heating (") || strings.Contains(late, "heating") {
				t.Errorf("after five idle minutes the prefix has %q, the late block %q", element(prefix), late)
			}

			facts := w.hears(w.inBob, w.inBob.Say("/shard facts Trip"), "the cabin has no heating")
			w.press(w.inBob, facts, "🗑 1")
			if prefix, late = w.asks(w.inBob, "And now what?"); strings.Contains(element(prefix)+late, "heating") || !strings.Contains(prefix, "ferry") {
				t.Errorf("what was taken back is shown: %q, %q", element(prefix), late)
			}
			w.hears(w.ann, w.ann.Say("What of the journey?"), "I see.")
			if got := w.systemOf("the journey"); element(got) != "" {
				t.Errorf("a private chat shows %q", element(got))
			}
			w.hears(w.inAnn, w.inAnn.Say("/shard edit Trip: only places"), "only places")
			if prefix, _ = w.asks(w.inAnn, "Which places?"); !strings.Contains(prefix, "Kept here: only places\n") {
				t.Errorf("after new instructions the prefix has %q", element(prefix))
			}
			w.hears(w.inAnn, w.inAnn.Say("/shard pause Trip"), "nothing is added")
			if prefix, _ = w.asks(w.inAnn, "Anything left?"); element(prefix) != "" {
				t.Errorf("of a paused shard the prefix has %q", element(prefix))
			}
			stop()
		})
	}
}

// shardReader and shardMerger stand in the instructions of the models that read for a shard and merge it.
const shardReader, shardMerger = "and the members' own messages", "the lines of its present notes"

// forms lets the reading model list an entry of a kind where it is shown words: the message that holds them is
// number.
func (s *sharingWorld) forms(said, kind string, number int, text string) {
	entry := []any{map[string]any{"message": number, "quote": said, "text": text}}
	answer := map[string]any{"facts": []any{}, "suggestions": []any{}, "reasoning": ""}
	answer[kind] = entry
	b, _ := json.Marshal(answer)
	s.rules.When(said).AndSystem(shardReader).Say(string(b))
}

// formed lets eleven minutes pass and returns what a shard of the group has, as "kind: content".
func (s *sharingWorld) formed(a *app.App, name string) string {
	s.t.Helper()
	s.digests(a, 11*time.Minute)
	here := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: people.ID(s.group.ID())}
	found, err := a.Shards.Find(s.t.Context(), here, name)
	if err != nil {
		s.t.Fatal(err)
	}
	var out []string
	for _, kind := range []shard.Kind{shard.Fact, shard.Suggestion} {
		items, err := a.Shards.Items(s.t.Context(), here, found.ID, kind, false)
		if err != nil {
			s.t.Fatal(err)
		}
		for _, i := range items {
			out = append(out, string(kind)+": "+i.Says())
		}
	}
	return strings.Join(out, "; ")
}

func newSharingFormed(t *testing.T, database, consent string) *sharingWorld {
	w := newSharing(t, database)
	w.config.LongTerm.Enable, w.config.LongTerm.WritePolicy.WriteMode, w.config.LongTerm.WritePolicy.Precision, w.config.Memory.ConfirmNew = true, "auto", 0, "auto"
	w.config.LongTerm.QuietHours, w.config.LongTerm.Digests.MakeDigests, w.config.LongTerm.ShardConsent = "none", true, consent
	w.digestsByHand = true
	return w
}

func (s *sharingWorld) tells(p *simulator.Person, words ...string) {
	for _, said := range words {
		s.hears(p, p.Say("@"+s.tg.Bot().Username+" "+said), "I see.")
	}
}

// E6-E13, E16, issue 12.1, 12.5: what members say in a group that shares a shard forms in it after a pause, with who said
// it; what was said before it shared one, what nobody said, what one says of another and what was taken back does not.
// The member is shown it. On both databases.
func TestShardsForm(t *testing.T) {
	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) {
			t.Parallel()
			w := newSharingFormed(t, database, "tell")
			w.forms("the ferry sails at nine", "facts", 1, "the ferry sails at nine")
			w.forms("we could take the big tent", "suggestions", 2, "take the big tent")
			w.forms("Ann is afraid of boats", "facts", 1, "Ann is afraid of boats")
			w.forms("nothing much", "facts", 1, "the hotel costs 900 euros")
			w.rules.When("").AndSystem(shardReader).Say(`{"facts":[],"suggestions":[],"reasoning":""}`)
			a := w.started()
			w.tells(w.inBob, "the bus leaves at seven", "so it is", "yes")
			w.later(time.Minute)
			w.hears(w.inAnn, w.inAnn.Say("/shard new Trip: dates and places"), "This group now shares")
			w.later(time.Minute)
			w.tells(w.inBob, "the ferry sails at nine", "that is early", "well")
			if got, want := w.formed(a, "Trip"), "fact: the ferry sails at nine (source: Bob)"; got != want {
				t.Fatalf("formed %q, want %q", got, want)
			}
			for _, r := range w.model.Requests() {
				if m := r.Prompt.Messages; strings.Contains(m[0].Content, shardReader) && strings.Contains(m[1].Content, "bus leaves") {
					t.Errorf("what was said before is read: %q", m[1].Content)
				}
			}
			shown := w.isTold(w.inBob, "1. the ferry sails at nine (“Trip”)")
			if !shown.Silent || !strings.HasPrefix(shown.Text, "🧩 Bob, this part of what you said") {
				t.Errorf("Bob is shown %q, silent %v", shown.Text, shown.Silent)
			}
			if prefix, late := w.asks(w.inAnn, "When do we go?"); !strings.Contains(prefix+late, "the ferry sails at nine (source: Bob) (") {
				t.Errorf("the next prompt has %q, %q", element(prefix), late)
			}
			w.tells(w.inBob, "we could take the big tent", "or not", "hm")
			if got := w.formed(a, "Trip"); !strings.Contains(got, "suggestion: take the big tent (source: Bob)") {
				t.Errorf("formed %q", got)
			}
			w.tells(w.inBob, "Ann is afraid of boats", "poor her", "hm")
			w.formed(a, "Trip")
			w.tells(w.inBob, "nothing much", "hm", "well", "yes")
			if got := w.formed(a, "Trip"); strings.Contains(got, "afraid") || strings.Contains(got, "900") {
				t.Errorf("formed %q", got)
			}
			w.press(w.inBob, shown, "🗑 1")
			w.tells(w.inBob, "the ferry sails at nine", "as I said", "hm", "yes")
			if got := w.formed(a, "Trip"); strings.Contains(got, "ferry") {
				t.Errorf("what was taken back formed again: %q", got)
			}
		})
	}
}

// Issue 12.5, R5: where members are asked, a fact about one counts only once they keep it, and nobody else may; where it
// is off none forms; who has switched forming off is not read.
func TestShardsAskMembers(t *testing.T) {
	t.Parallel()
	for consent, want := range map[string]string{"ask": "fact: I bring the big pot (source: Bob)", "off": ""} {
		t.Run(consent, func(t *testing.T) {
			t.Parallel()
			w := newSharingFormed(t, "sqlite", consent)
			w.forms("I bring the big pot", "facts", 1, "I bring the big pot")
			w.rules.When("").AndSystem(shardReader).Say(`{"facts":[],"suggestions":[],"reasoning":""}`)
			a := w.started()
			w.hears(w.inAnn, w.inAnn.Say("/shard new Trip: who brings what"), "This group now shares")
			w.hears(w.bob, w.bob.Say("hello"), "I see.")
			w.tells(w.inBob, "I bring the big pot", "it is heavy", "yes")
			if got := w.formed(a, "Trip"); got != "" {
				t.Errorf("unasked formed %q", got)
			}
			if consent == "ask" {
				asked := w.isTold(w.bob, "1. I bring the big pot (“Trip”) — keep it?")
				w.press(w.bob, asked, "✅ 1")
			}
			if got := w.formed(a, "Trip"); got != want {
				t.Errorf("formed %q, want %q", got, want)
			}
			w.hears(w.bob, w.bob.Say("/memory mode off"), "")
			w.tells(w.inBob, "a new thing", "and more", "and more still", "yes")
			w.formed(a, "Trip")
			for _, r := range w.model.Requests() {
				if m := r.Prompt.Messages; strings.Contains(m[0].Content, shardReader) && strings.Contains(m[1].Content, "a new thing") {
					t.Errorf("read of who switched it off: %q", m[1].Content)
				}
			}
		})
	}
}

// E15, E23, E33, F15, issue 12.3, 12.6: enough suggestions are merged into the shard's notes, which the next prompt shows with
// their version; who made the shard reads what changed, silently, and takes it back; what is taken back of a member's words
// leaves the notes at once. On both databases.
func TestShardsAreMerged(t *testing.T) {
	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) {
			t.Parallel()
			w := newSharingFormed(t, database, "tell")
			w.rules.When("and a cooker").AndSystem(shardReader).Say(`{"facts":[],"suggestions":[{"message":1,"quote":"we could take the big tent","text":"take the big tent"},{"message":1,"quote":"and a cooker","text":"a cooker"}],"reasoning":""}`)
			w.forms("a kayak would be nice", "suggestions", 2, "a kayak would be nice")
			w.rules.When("").AndSystem(shardReader).Say(`{"facts":[],"suggestions":[],"reasoning":""}`)
			w.rules.When("kayak").AndSystem(shardMerger).Say(`{"lines":[{"text":"take the big tent","from":["k1"]},{"text":"a cooker, a kayak would be nice","from":["k2","n1"]}],"dropped":[]}`)
			w.rules.When("n1").AndSystem(shardMerger).Say(`{"lines":[{"text":"take the big tent","from":["n1"]},{"text":"a cooker","from":["n2"]}],"dropped":[]}`)
			a := w.started()
			w.hears(w.ann, w.ann.Say("hello"), "I see.")
			w.hears(w.inAnn, w.inAnn.Say("/shard new Trip: what we take"), "This group now shares")
			here := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: people.ID(w.group.ID())}
			s, err := a.Shards.Find(t.Context(), here, "Trip")
			if err != nil {
				t.Fatal(err)
			}
			admin := actor.Actor{Kind: actor.Person, ID: people.ID(11), Standing: actor.Admin}
			if _, err := a.Shards.Change(t.Context(), admin, here, s.ID, func(s *shard.Shard) { s.Threshold = 2 }); err != nil {
				t.Fatal(err)
			}
			w.tells(w.inBob, "we could take the big tent and a cooker", "hm", "yes")
			w.formed(a, "Trip")
			first := w.isTold(w.ann, "I merged the suggestions in “Trip”")
			if !first.Silent || !strings.Contains(first.Text, "2. ➕ a cooker") {
				t.Errorf("Ann is told %q, silent %v", first.Text, first.Silent)
			}
			prefix, late := w.asks(w.inBob, "What do we take?")
			if !strings.Contains(prefix, "## Current consolidated shard memory:\ntake the big tent\na cooker\n") || strings.Contains(prefix+late, "## Recent shard suggestions") {
				t.Errorf("after a consolidation the prefix has %q, the late block %q", element(prefix), late)
			}

			w.tells(w.inBob, "a kayak would be nice", "hm", "yes")
			if got := w.formed(a, "Trip"); got != "suggestion: a kayak would be nice (source: Bob)" {
				t.Fatalf("one suggestion was merged at once: %q", got)
			}
			if prefix, late = w.asks(w.inBob, "And what else?"); !strings.Contains(prefix+late, "- a kayak would be nice (source: Bob) (") {
				t.Errorf("what waits is not shown: %q, %q", element(prefix), late)
			}
			w.digests(a, 25*time.Hour)
			second := w.isTold(w.ann, "a cooker, a kayak would be nice")
			w.press(w.ann, second, "↩️ 1")
			if prefix, _ = w.asks(w.inBob, "Is that all?"); !strings.Contains(prefix, "take the big tent\na cooker\na kayak would be nice\n") {
				t.Errorf("after taking it back the prefix has %q", element(prefix))
			}
			w.hears(w.inBob, w.inBob.Say("/shard show Trip"), "Notes, version 3")
			shown := w.isTold(w.inBob, "a cooker (“Trip”)")
			w.press(w.inBob, shown, "🗑 2")
			prefix, late = w.asks(w.inBob, "What is left?")
			if strings.Contains(element(prefix), "cooker") || !strings.Contains(prefix, "- take the big tent (source: Bob) (") || strings.Contains(late, "cooker") {
				t.Errorf("after Bob took it back the prefix has %q, the late block %q", element(prefix), late)
			}
		})
	}
}

// E46, issue 12.8: a shard that cites another says so in the prompts of the group that sees both, and on its screen; a
// paused one is cited nowhere, and what the cited one says does not form in the citing one. On both databases.
func TestShardsCiteInPrompts(t *testing.T) {
	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) {
			t.Parallel()
			w := newSharingFormed(t, database, "tell")
			w.rules.When("the big tent is green").AndSystem(shardReader).Say(`{"facts":[{"message":1,"quote":"the big tent is green","text":"the big tent is green"}],"suggestions":[],"reasoning":""}`)
			w.rules.When("").AndSystem(shardReader).Say(`{"facts":[],"suggestions":[],"reasoning":""}`)
			a := w.started()
			w.hears(w.inAnn, w.inAnn.Say("/shard new Trip: dates"), "This group now shares")
			w.hears(w.inAnn, w.inAnn.Say("/shard new Gear: what we own"), "This group now shares")
			w.hears(w.inBob, w.inBob.Say("/shard cite Trip: Gear"), "Only the people who manage")
			w.hears(w.inAnn, w.inAnn.Say("/shard cite Trip: Gear"), "Cites, to read only: Gear")
			w.hears(w.inAnn, w.inAnn.Say("/shard cite Gear: Trip"), "in a circle")
			w.hears(w.inAnn, w.inAnn.Say("/shard add Gear: the big tent is green"), "Kept in")
			w.later(time.Minute)
			prefix, _ := w.asks(w.inBob, "What is there?")
			if !strings.Contains(prefix, "<memory_shard name=\"Trip\">\nKept here: dates\nCites, to read only: \"Gear\"\n") {
				t.Errorf("the prefix has %q", element(prefix))
			}
			w.tells(w.inBob, "the big tent is green", "hm", "yes")
			if got := w.formed(a, "Trip"); got != "" {
				t.Errorf("what the cited one says formed again: %q", got)
			}
			w.hears(w.inAnn, w.inAnn.Say("/shard pause Gear"), "nothing is added")
			if prefix, _ = w.asks(w.inBob, "And now?"); strings.Contains(prefix, "Gear") || !strings.Contains(prefix, "\"Trip\"") {
				t.Errorf("while it is paused the prefix has %q", element(prefix))
			}
			w.hears(w.inAnn, w.inAnn.Say("/shard resume Gear"), "Gear")
			w.hears(w.inAnn, w.inAnn.Say("/shard uncite Trip: Gear"), "Trip")
			if prefix, _ = w.asks(w.inBob, "And then?"); strings.Contains(prefix, "Cites") {
				t.Errorf("without a citation the prefix has %q", element(prefix))
			}
		})
	}
}

// E44, issue 12.8: a group takes in the file that another group was sent, in answer to the question for it, and its prompts
// show what is in it; a file that was changed is asked for again. No model reads either.
func TestShardsComeFromAFile(t *testing.T) {
	t.Parallel()
	w := newSharing(t, "sqlite")
	w.rules.Otherwise().Say("I see.")
	_, stop := w.start(nil)
	w.hears(w.inAnn, w.inAnn.Say("/shard new Trip: dates and places"), "This group now shares")
	w.hears(w.inBob, w.inBob.Say("/shard add Trip: the ferry goes at nine"), "Kept in")
	file := w.hears(w.inBob, w.inBob.Say("/shard export Trip"), "as a file").File
	if file == nil {
		t.Fatal("no file was sent")
	}
	garden := w.tg.Group(-100600, "Garden").Join(w.ann).Promote(w.ann).AddBot(w.ann).As(w.ann, 0)
	question := w.hears(garden, garden.Say("/shard import"), "Send the file")
	answering := garden.WithReply(question.ID)
	changed := strings.Replace(string(file.Data), "nine", "ten!", 1)
	question = w.hears(garden, answering.Document(file.Name, []byte(changed), ""), "That is no file of a shared memory")
	w.hears(garden, garden.WithReply(question.ID).Document(file.Name, file.Data, ""), "“Trip” is here. What went where:\nFacts: 1\n")
	if prefix, _ := w.asks(garden, "When is it?"); !strings.Contains(prefix, "- the ferry goes at nine (source: Ann) (") {
		t.Errorf("the prefix has %q", element(prefix))
	}
	stop()
}
