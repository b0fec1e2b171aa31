package ingest_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// A18: a reading keeps so many facts; what has no grounds, and what is not as it should be, takes none of their places.
func TestWhatIsRefusedTakesNoPlace(t *testing.T) {
	w := newWorld(t, sqlite(t))
	var said []string
	listed := []map[string]any{}
	entry := func(quote, fact string) {
		listed = append(listed, map[string]any{"quote": quote, "fact": fact, "type": "preference", "fact_key": fact, "subject": "", "confidence": 0.9, "importance": 0.5})
	}
	for i := range 5 {
		entry("I like golf", fmt.Sprintf("User owns %d boats", i+2)) // nobody said that
	}
	for _, thing := range strings.Fields("apples bread cheese dates eggs figs grapes honey ice jam kale lemons mint nuts olives pears quinces rice salt tea water") {
		said = append(said, "I like "+thing+".")
		entry("I like "+thing, "User likes "+thing)
	}
	answer, err := json.Marshal(map[string]any{"facts": listed, "reasoning": ""})
	must(t, err)
	w.model.say(string(answer))
	w.says(strings.Join(said, " "))
	w.extracts()
	equal(t, "facts that count, of 21 that were said", len(w.last()), 20)
}
