package ingest_test

import (
	"slices"
	"testing"
	"time"

	"keepsake/llm/openai"
	"keepsake/llm/scripted"
	"keepsake/memory/candidate"
	"keepsake/store"
)

// F14: whatever the model's endpoint does, a run is put off and done later: its find is neither lost nor
// kept twice, and what was no fault of the run does not count as an attempt.
func TestEndpointTroubles(t *testing.T) {
	for name, c := range map[string]struct {
		fault    scripted.Fault
		attempts int  // that count after one failure
		isFine   bool // the client reads the answer anyhow
	}{
		"slow":                    {scripted.Fault{Trouble: scripted.Hang}, 0, false},
		"stuck in the middle":     {scripted.Fault{Trouble: scripted.HangMid, Pieces: 2}, 0, false},
		"cut off":                 {scripted.Fault{Trouble: scripted.Cut, Pieces: 2}, 0, false},
		"a broken connection":     {scripted.Fault{Trouble: scripted.Drop, Pieces: 2}, 0, false},
		"an error of the server":  {scripted.Fault{Trouble: scripted.Status, Status: 500}, 0, false},
		"too many requests":       {scripted.Fault{Trouble: scripted.Status, Status: 429}, 0, false},
		"an error in the middle":  {scripted.Fault{Trouble: scripted.ErrorMid, Pieces: 2}, 0, false},
		"a web page":              {scripted.Fault{Trouble: scripted.NotStream}, 0, false},
		"garbage":                 {scripted.Fault{Trouble: scripted.Garbage}, 0, false},
		"nothing":                 {scripted.Fault{Trouble: scripted.Empty}, 1, false},
		"the limit of tokens":     {scripted.Fault{Trouble: scripted.Length, Pieces: 2}, 1, false},
		"the content filter":      {scripted.Fault{Trouble: scripted.Filtered, Pieces: 2}, 1, false},
		"one JSON, and no stream": {scripted.Fault{Trouble: scripted.Whole}, 0, true},
		"comments between chunks": {scripted.Fault{Trouble: scripted.Comments, Pieces: 2}, 0, true},
		"no reason of its end":    {scripted.Fault{Trouble: scripted.NoFinish}, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			db := sqlite(t)
			w := newWorld(t, db)
			w.Chat = openai.New(openai.Config{FirstByte: 300 * time.Millisecond, Idle: 300 * time.Millisecond,
				Endpoint: openai.Endpoint{BaseURL: w.model.URL(), Model: scripted.DefaultModel, Retries: -1, Timeout: time.Second}})
			w.model.teach("I live in Graz", "User lives in Graz")
			w.says("I live in Graz")
			w.model.Down(c.fault)
			if n := w.extracts(); n != 0 != c.isFine {
				t.Fatalf("%d runs done", n)
			}
			w.model.Up()
			if !c.isFine {
				w.wait(time.Minute)
				r := w.run()
				equal(t, "state", r.State, candidate.Waiting)
				equal(t, "attempts", r.Attempts, c.attempts)
				list(t, "nothing is written", w.active())
				w.Chat = newWorldClient(w)
				equal(t, "done later", w.extracts(), 1)
			}
			list(t, "memories", w.active(), "User lives in Graz")
			all, err := db.Candidates().InScope(t.Context(), alice)
			must(t, err)
			equal(t, "candidates", len(all), 1)
			equal(t, "and nothing is left", w.extracts(), 0)
		})
	}
}

// F14: ten minutes without a model, with many conversations waiting: all is done afterwards, once.
func TestTenMinutesDown(t *testing.T) {
	on(t, func(t *testing.T, db *store.DB) {
		w := newWorld(t, db)
		cities := []string{"Graz", "Linz", "Rome", "Oslo", "Bern", "Kyiv"}
		w.model.Down(scripted.Fault{Trouble: scripted.Status, Status: 503})
		var want []string
		for _, c := range cities {
			fact := "User's friend in " + c + " paints"
			w.model.teach("my friend in "+c+" paints", fact)
			w.says("By the way, my friend in " + c + " paints.")
			want = append(want, fact)
			w.wait(100 * time.Second)
			_, err := w.Work(t.Context())
			must(t, err)
		}
		list(t, "while it is down", w.active())
		w.model.Up()
		w.Chat = newWorldClient(w)
		w.wait(30 * time.Minute)
		w.extracts()
		slices.Sort(want)
		list(t, "afterwards", w.active(), want...)
		all, err := db.Candidates().InScope(t.Context(), alice)
		must(t, err)
		equal(t, "candidates", len(all), len(cities))
	})
}
