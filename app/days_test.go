package app_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"keepsake/app/settings"
	"keepsake/bot/simulator"
	"keepsake/memory"
	"keepsake/store"
	"keepsake/store/storetest"
)

// A bot that runs for twelve days, with people who tell, change and forget, and with all upkeep: everybody is answered
// every day, what they told is there and found, nothing is logged that an operator must look at, and its health is good. On both
// databases.
func TestManyDays(t *testing.T) {
	for _, database := range []string{"sqlite", "encrypted", "postgres"} {
		t.Run(database, func(t *testing.T) {
			t.Parallel()
			w := newForming(t, "auto", "auto")
			w.config.LongTerm.Digests.MakeDigests = true
			switch database {
			case "postgres":
				w.config.DatabaseURL = settings.Secret(storetest.PostgresURL(t))
			case "encrypted":
				w.withoutDatabase()
				w.config.DatabaseKey = settings.Secret(store.NewKey().Hex())
			}
			things := strings.Fields("canoe piano lantern bicycle telescope kettle hammock accordion sextant greenhouse typewriter sundial")
			habits := []string{"swam in Bled", "baked pretzels", "read Kafka", "fixed gutters", "climbed Triglav", "painted fences", "sang madrigals",
				"planted leeks", "visited Porto", "juggled torches", "knitted socks", "studied Finnish"}
			days := len(things)
			for day, thing := range things {
				w.teach("I "+habits[day], "User "+habits[day], 0.9)
				w.rules.When(fmt.Sprintf("own a %s.", thing)).AndTool("add_to_memory").
					Call("add_to_memory", map[string]any{"content": "User owns a " + thing, "category": "context"})
			}
			w.rules.When("").AndSystem(former).Say(`{"facts":[],"directives":[],"episode":"They talked about the day"}`)
			a := w.started()
			var crowd []*simulator.Person
			for i, name := range []string{"Ann", "Bob", "Cleo"} {
				crowd = append(crowd, w.tg.Person(int64(11+i), name))
			}
			for day, thing := range things {
				for _, p := range crowd {
					w.hears(p, p.Say("I "+habits[day]+"."), "I see.")
					w.hears(p, p.Say(fmt.Sprintf("Remember that I own a %s.", thing)), "Kept")
					w.hears(p, p.Say("/memory search "+thing), thing)
				}
				w.extracts(a)
				for range 4 {
					w.later(6 * time.Hour)
					a.Upkeep(t.Context())
				}
				if h := a.Health(t.Context()); h.Status != "ok" {
					t.Fatalf("day %d: %+v", day, h)
				}
			}
			for _, p := range crowd {
				q := memory.ActiveQuery(ofPerson(p))
				q.Words = []string{"owns"}
				if n, err := a.Memory.Count(t.Context(), q); err != nil || n != days {
					t.Errorf("%d memories of things, %v", n, err)
				}
			}
			for line := range strings.Lines(w.logged()) {
				if strings.Contains(line, "level=ERROR") || strings.Contains(line, "level=WARN") && !strings.Contains(line, "nobody owns this bot yet") {
					t.Error(line)
				}
			}
		})
	}
}
