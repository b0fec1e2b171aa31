package app_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/memory"
	"keepsake/scope"
)

// judge starts a bot, which sends what waits to be sent, and counts every effect.
func (w *tickingWorld) judge(ticks int) {
	t := w.t
	bot, stop := w.start(nil)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute) // after a hundred ticks there is a lot to send
	defer cancel()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for {
		n, err := bot.Delivery.Unsettled(ctx, "keepsake")
		must(t, err)
		if n == 0 {
			break
		}
		<-again.C
	}
	stop()
	a, versions := w.front[1], 0
	for _, r := range w.rounds {
		versions += w.judgeRound(a, r)
	}
	t.Logf("%d ticks, %d frozen, the work of %d done by others, %d killed, %d digests", ticks, w.froze, w.taken, w.killed, versions)
	if w.taken == 0 || w.killed == 0 || versions == 0 {
		t.Error("this proves nothing")
	}
}

// judgeRound counts the effects of one round, and returns how many digests were made of it.
func (w *tickingWorld) judgeRound(a *app.App, r tickingRound) int {
	t, ctx := w.t, context.Background()
	owner, here := ofPerson(r.person), w.scopeOf(r)
	ms, err := a.Memory.Find(ctx, memory.ActiveQuery(owner))
	must(t, err)
	facts := map[string]int{}
	for _, m := range ms {
		facts[m.Content]++
		h, err := a.Memory.History(ctx, []scope.Scope{owner}, m.ID)
		must(t, err)
		if len(h.Changes) != 1 {
			t.Errorf("%q came by %d changes", m.Content, len(h.Changes))
		}
	}
	kept := map[string]int{}
	waiting, err := a.Digests.Waiting(ctx, owner)
	must(t, err)
	for _, d := range waiting {
		kept[d.Content]++
	}
	d, err := a.Digests.Current(ctx, owner)
	must(t, err)
	for _, l := range d.Lines {
		kept[l.Text]++
	}
	held, err := a.Shards.Find(ctx, here, "Trip")
	must(t, err)
	m, err := a.Shards.ToMerge(ctx, actor.Actor{Kind: actor.Consolidation}, "keepsake", held.ID)
	must(t, err)
	for _, i := range m.Waiting {
		kept[i.Content]++
	}
	for _, l := range m.Current.Lines {
		kept[l.Text]++
	}
	told := w.countTold(r)
	for _, n := range r.said {
		fact, wish, tent := fmt.Sprintf("User collects stamps of %d", 1000+n), fmt.Sprintf("Always write about heron%d", n), fmt.Sprintf("we could take tent%d", n)
		if facts[fact] != 1 || kept[wish] != 1 || kept[tent] != 1 || told[tent] != 1 {
			t.Errorf("of tick %d, the fact is there %d times, the wish %d, the suggestion %d, told %d times", n, facts[fact], kept[wish], kept[tent], told[tent])
		}
	}
	if told["put your wishes in order"] != d.Version || told["I merged the suggestions"] != m.Current.Version {
		t.Errorf("%d and %d digests are told %d and %d times", d.Version, m.Current.Version, told["put your wishes in order"], told["I merged the suggestions"])
	}
	return d.Version + m.Current.Version
}

// countTold counts what the person was told unasked, in private or in the group.
func (w *tickingWorld) countTold(r tickingRound) map[string]int {
	told := map[string]int{}
	for _, x := range append(r.person.Messages(), r.group.As(r.person, 0).Messages()...) {
		if !x.IsFromBot() {
			continue
		}
		for _, words := range []string{"put your wishes in order", "I merged the suggestions"} {
			if strings.Contains(x.Text, words) {
				told[words]++
			}
		}
		if strings.Contains(x.Text, "of what you said") {
			for _, tent := range regexp.MustCompile(`we could take tent\d+`).FindAllString(x.Text, -1) {
				told[tent]++
			}
		}
	}
	return told
}
