package kill_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/llm/scripted"
	"keepsake/memory/shard"
	"keepsake/people"
	"keepsake/scope"
	"keepsake/store"
	"keepsake/store/storetest"
)

// Issue 12, Proof: what a group says forms in its shard once, is told once and is merged once, however often the bot that
// reads and merges is killed. On both databases.
func TestKillShards(t *testing.T) {
	besides(t)
	for name, url := range map[string]string{"sqlite": "sqlite:" + t.TempDir() + "/keepsake.db", "postgres": storetest.PostgresURL(t)} {
		t.Run(name, func(t *testing.T) { killShards(t, url, kills(t)) })
	}
}

// sharing has a conversation read at every fourth message, and two suggestions merged at once.
const sharing = `
memory: {confirm_new: auto}
long_term_memory:
  enable: true
  quiet_hours: none
  shards: true
  write_policy: {mode: shadow}
  digests: {enable: true, messages: 4, max_items: {suggestions: 20}, max_agent_memories_before_consolidation: 2}
`

var (
	keptForm   = regexp.MustCompile(`we could take heron\d+x`)
	spokenForm = regexp.MustCompile(`(?m)^(\d+)\. .*(we could take heron\d+x)`)
	sourceForm = regexp.MustCompile(`(?m)^([kn]\d+): "([^"]*)"$`)
)

// formShard lists every suggestion of a group, and mergeShard leaves every line as it is.
func formShard(question string) scripted.Answer {
	list := []any{}
	for _, m := range spokenForm.FindAllStringSubmatch(question, -1) {
		list = append(list, map[string]any{"message": json.Number(m[1]), "quote": m[2], "text": m[2]})
	}
	answer, _ := json.Marshal(map[string]any{"facts": []any{}, "suggestions": list, "reasoning": ""})
	return scripted.Answer{Text: string(answer)}
}

func mergeShard(question string) scripted.Answer {
	lines := []any{}
	for _, m := range sourceForm.FindAllStringSubmatch(question, -1) {
		lines = append(lines, map[string]any{"text": m[2], "from": []string{m[1]}})
	}
	answer, _ := json.Marshal(map[string]any{"lines": lines, "dropped": []any{}, "reasoning": ""})
	return scripted.Answer{Text: string(answer)}
}

func killShards(t *testing.T, url string, n int) {
	w := newWorld(t, url)
	if err := os.WriteFile(w.config, []byte(sharing), 0o600); err != nil {
		t.Fatal(err)
	}
	ann, bob := w.people[0], w.people[1]
	g := w.tg.Group(-100500, "Kitchen").Join(ann, bob).Promote(ann).AddBot(ann)
	inAnn, inBob := g.As(ann, 0), g.As(bob, 0)
	c := w.start("", "KEEPSAKE_GROUP_RATE=10000")
	said := inAnn.Say("/shard new Trip: what we take")
	if _, err := inAnn.AwaitText(t.Context(), said.ID, "This group now shares"); err != nil {
		t.Fatal(err)
	}
	c.kill()
	time.Sleep(time.Second) // messages are dated by the second
	told := func() map[string]int {
		all := map[string]int{}
		for _, m := range inBob.Messages() {
			if m.IsFromBot() && strings.Contains(m.Text, "of what you said") {
				for _, k := range keptForm.FindAllString(m.Text, -1) {
					all[k]++
				}
			}
		}
		return all
	}
	spoken := 0
	for range n {
		for i := 0; i < 4 && spoken-len(told()) < 8; i++ { // a reading lists ten at most
			spoken++
			inBob.Say(fmt.Sprintf("@keepsake_bot we could take heron%dx", spoken))
		}
		c := w.start("", "KEEPSAKE_GROUP_RATE=10000")
		if err := c.endWithin(300*time.Millisecond + rand.N(1200*time.Millisecond)); err != nil {
			t.Fatalf("a bot ended by itself: %v", err)
		}
		c.kill()
	}
	deadline := time.Now().Add(3 * time.Minute)
	for (len(told()) < spoken || w.suggested().Current.Version == 0) && time.Now().Before(deadline) { // each life looks at what is due when it begins
		c := w.start("", "KEEPSAKE_GROUP_RATE=10000")
		if err := c.endWithin(17 * time.Second); err != nil {
			t.Fatalf("a bot ended by itself: %v", err)
		}
		c.kill()
	}
	w.judgeShards(spoken, told())
}

// suggested returns what was suggested: what waits, and the notes.
func (w *world) suggested() shard.Merging {
	w.t.Helper()
	db, err := store.Open(w.t.Context(), store.Options{URL: w.url})
	if err != nil {
		w.t.Fatal(err)
	}
	defer db.Close()
	shards := shard.New(db.Shards(), time.Now)
	here := scope.Scope{Store: "keepsake", Kind: scope.Group, ID: people.ID(-100500)}
	held, err := shards.Find(w.t.Context(), here, "Trip")
	if err != nil {
		w.t.Fatal(err)
	}
	m, err := shards.ToMerge(w.t.Context(), actor.Actor{Kind: actor.Consolidation}, "keepsake", held.ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return m
}

// judgeShards checks that every suggestion was told once, and waits or stands in the notes once.
func (w *world) judgeShards(spoken int, told map[string]int) {
	w.t.Helper()
	m := w.suggested()
	kept := map[string]int{}
	for _, i := range m.Waiting {
		kept[i.Content]++
	}
	for _, l := range m.Current.Lines {
		kept[l.Text]++
	}
	for i := range spoken {
		what := fmt.Sprintf("we could take heron%dx", i+1)
		if kept[what] != 1 || told[what] != 1 {
			w.t.Errorf("%q is kept %d times and told %d times", what, kept[what], told[what])
		}
	}
	w.t.Logf("%d suggestions; the notes have version %d with %d lines, %d wait", spoken, m.Current.Version, len(m.Current.Lines), len(m.Waiting))
	if m.Current.Version == 0 {
		w.t.Error("nothing was merged")
	}
}
