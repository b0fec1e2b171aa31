package ingest_test

import (
	"strings"
	"testing"

	"keepsake/actor"
	"keepsake/session"
	"keepsake/trust"
)

// F22: the bot's own guess is stored for nobody, also when the person talks on about it; only what they say themselves is.
func TestTheBotsGuessIsNotStored(t *testing.T) {
	w := newWorld(t, sqlite(t))
	w.model.teach("live in Graz", "User lives in Graz")
	w.model.teach("weather", "User lives in Graz", "quote", "You live in Graz, I suppose")
	_, err := w.Sessions.Append(t.Context(), actor.OfSystem(), w.talk.ID, session.Message{Role: session.Assistant, Content: "You live in Graz, I suppose.", Trust: trust.Bot})
	must(t, err)
	w.says("How is the weather there?")
	w.extracts()
	list(t, "memories", w.active())
	list(t, "nothing of it is kept in the background", w.waits())
	for _, q := range w.model.questions() {
		if strings.Contains(q, "I suppose") {
			t.Errorf("the model was shown the bot's guess: %s", q)
		}
	}
	w.says("I live in Graz.")
	w.extracts()
	list(t, "once they say it", w.active(), "User lives in Graz")
}
