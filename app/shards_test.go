package app_test

import (
	"strings"
	"testing"
	"time"

	"keepsake/app/settings"
	"keepsake/bot/simulator"
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
			_, stop = w.start(nil)
			again, late := w.asks(w.inBob, "Is it warm there?")
			if again != prefix {
				t.Errorf("after a restart the prefix has %q, it had %q", element(again), element(prefix))
			}
			if !strings.Contains(late, "New in the shard Trip since your memory was loaded (it wins over it):\n- the cabin has no heating (") {
				t.Errorf("the late block is %q", late)
			}
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
