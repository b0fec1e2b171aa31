package load_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"keepsake/bot/simulator"
	"keepsake/store/storetest"
)

// TestCompare lets two programs do the same work in alternation and tells what a turn costs
// each: KEEPSAKE_COMPARE_BASE names the program that this tree's is compared with (scripts/compare.sh
// builds it). Without it the program is compared with itself, in small.
func TestCompare(t *testing.T) {
	here, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	base, chats, times, rounds := here, 10, 1, 2
	if path := os.Getenv("KEEPSAKE_COMPARE_BASE"); path != "" {
		base, chats, times, rounds = path, 1000, 1, 6
	}
	for _, database := range []string{"sqlite", "postgres"} {
		t.Run(database, func(t *testing.T) {
			first, second := newContestant(t, database, base, chats), newContestant(t, database, here, chats)
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
			defer cancel()
			for round := range rounds {
				// Who begins changes from round to round.
				pair := []*contestant{first, second}
				if round%2 == 1 {
					slices.Reverse(pair)
				}
				for _, c := range pair {
					c.measure(ctx, times)
				}
			}
			t.Logf("%d chats in a closed loop, %d rounds of %d turns each, in alternation", chats, rounds, chats*times)
			t.Logf("base: %s", first)
			t.Logf("here: %s", second)
			t.Logf("CPU a turn, here / base: %s", ratios(second.cpu, first.cpu))
			t.Logf("turns/s, here / base:    %s", ratios(second.speed, first.speed))
		})
	}
}

// contestant is a program with a world of its own, and what was measured of it.
type contestant struct {
	*world
	people []*simulator.Person
	cpu    []float64 // milliseconds of the program's own CPU time for a turn, of each round
	speed  []float64 // turns a second, of each round
}

// newContestant starts a program on a database that it makes itself; each person has been answered once, so that each is known
// and has a session.
func newContestant(t *testing.T, database, program string, chats int) *contestant {
	url := "sqlite:" + t.TempDir() + "/keepsake.db"
	if database == "postgres" {
		url = storetest.EmptyPostgresURL(t)
	}
	w := newWorld(t, url, false)
	w.program = program
	w.start()
	c := &contestant{world: w, people: w.persons(chats)}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	if n := len(w.speak(ctx, c.people, 1)); n != chats {
		t.Fatalf("%d of %d people are answered", n, chats)
	}
	return c
}

// measure lets each person ask so many times, and adds a round to what was measured.
func (c *contestant) measure(ctx context.Context, times int) {
	c.t.Helper()
	before, began := c.cpuTime(), time.Now()
	turns := len(c.world.speak(ctx, c.people, times))
	took, spent := time.Since(began), c.cpuTime()-before
	if turns != len(c.people)*times {
		c.t.Fatalf("%d of %d questions are answered", turns, len(c.people)*times)
	}
	c.cpu = append(c.cpu, float64(spent)/float64(time.Millisecond)/float64(turns))
	c.speed = append(c.speed, float64(turns)/took.Seconds())
}

func (c *contestant) String() string {
	return fmt.Sprintf("CPU a turn %s ms, turns/s %s", spread(c.cpu), spread(c.speed))
}

// cpuTime returns the CPU time that the program has used so far.
func (w *world) cpuTime() time.Duration {
	w.t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", w.bot.Process.Pid))
	if err != nil {
		w.t.Fatal(err)
	}
	// The second field is the program's name in brackets; the times are the 14th and 15th.
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	var ticks int64
	for _, field := range fields[11:13] {
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			w.t.Fatal(err)
		}
		ticks += n
	}
	return time.Duration(ticks) * time.Second / ticksPerSecond
}

// ticksPerSecond is the unit of Linux's process times, the same on all that Go runs on.
const ticksPerSecond = 100

// ratios returns the spread of a round's ratios.
func ratios(ours, theirs []float64) string {
	quotients := make([]float64, len(ours))
	for i := range ours {
		quotients[i] = ours[i] / theirs[i]
	}
	return spread(quotients)
}

// spread returns the smallest, the median and the greatest of some figures.
func spread(figures []float64) string {
	sorted := slices.Sorted(slices.Values(figures))
	return fmt.Sprintf("min %.2f median %.2f max %.2f", sorted[0], sorted[len(sorted)/2], sorted[len(sorted)-1])
}
