package bench_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/session"
	"keepsake/store/storetest"
)

// TestBenchWindow measures what a managed log's window costs at 10, 1,000 and 10,000
// messages: reading and cutting it the first time, and then, when it was cut (F16). The
// second must not grow with the length of the log.
func TestBenchWindow(t *testing.T) {
	sizes, reads := []int{10, 100}, 2
	if os.Getenv("KEEPSAKE_BENCH") != "" {
		sizes, reads = []int{10, 1000, 10_000}, 100
	}
	for name, open := range storetest.Databases {
		s := session.New(session.Config{Store: open(t).Sessions(), Now: time.Now})
		for i, n := range sizes {
			x, err := s.Begin(t.Context(), actor.OfSystem(), session.Place{Bot: "b", Chat: int64(i)}, fmt.Sprint("telegram:", i), "b", false)
			if err != nil {
				t.Fatal(err)
			}
			l, err := s.Log(t.Context(), actor.OfSystem(), x.ID, session.LogOptions{Kind: session.ManagedConversation})
			if err != nil {
				t.Fatal(err)
			}
			var ms []session.Message
			for j := range n {
				role := []session.Role{session.User, session.Assistant}[j%2]
				ms = append(ms, session.Message{Role: role, TurnID: fmt.Sprint("t", j/2), Content: strings.Repeat(fmt.Sprintf("The harbour was busy on day %d. ", j), 6)})
			}
			for len(ms) > 0 {
				part := min(500, len(ms))
				if _, err := s.Append(t.Context(), actor.OfSystem(), x.ID, ms[:part]...); err != nil {
					t.Fatal(err)
				}
				ms = ms[part:]
			}
			read := func() time.Duration {
				began := time.Now()
				if _, _, err := l.Messages(t.Context()); err != nil {
					t.Fatal(err)
				}
				return time.Since(began)
			}
			report(t, fmt.Sprintf("%s: window of %d messages, first", name, n), []time.Duration{read()})
			var ds []time.Duration
			for range reads {
				ds = append(ds, read())
			}
			report(t, fmt.Sprintf("%s: window of %d messages, then", name, n), ds)
		}
	}
}
