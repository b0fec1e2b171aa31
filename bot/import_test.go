package bot_test

import (
	"slices"
	"testing"

	"keepsake/bot/simulator"
)

// U18 (issue 14.5): a file of another assistant, sent in answer to /import, is shown on a card and kept by a tap; no model reads
// it. What cannot be read is asked for again.
func TestU18ImportOfADocument(t *testing.T) {
	t.Parallel()
	w := newWorld(t, nil)
	ann := w.person(11, "Ann")
	sent := ann.Say("/import")
	question, err := ann.Await(w.ctx(), sent.ID, func(m simulator.Message) bool { return m.ForceReply })
	if err != nil {
		t.Fatal(err)
	}
	answering := ann.WithReply(question.ID)
	unread := answering.Document("memories.zip", []byte("PK\x03\x04"), "")
	ann.hears(unread.ID, "I can't read that")
	file := `[{"conversations_memory":"**Personal**\n\nAnn keeps bees. She lives in Graz.","account_uuid":"x"}]`
	brought := answering.Document("memories.json", []byte(file), "")
	card := ann.hears(brought.ID, "2 facts wait")
	ann.taps(card, "Keep all 2")
	if got := ann.remembered(); !slices.Equal(got, []string{"Ann keeps bees.", "She lives in Graz."}) {
		t.Errorf("kept %q", got)
	}
	if w.prompted("bees") {
		t.Error("a model was asked")
	}
}
