package ending_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"keepsake/agent/ending"
	"keepsake/llm"
	"keepsake/templates"
)

// X12: each trouble has a sentence of its own in every language: for the person who waits, for the person
// whose message is given up, and for the owner who must mend it. None is said in the words of another.
func TestEveryTroubleHasItsOwnSentence(t *testing.T) {
	words, err := templates.LoadWords()
	if err != nil {
		t.Fatal(err)
	}
	person := []string{ending.WaitingWords(errors.New("away")), "reply.slow", "reply.again", "turn.gave_up", "turn.failed", "turn.broken", "turn.refused",
		"turn.too_long", "turn.no_room", "turn.cut.length", "turn.cut.time", "turn.shortened", "turn.stuck", "turn.empty", "turn.stopped"}
	owner := []string{"owner.storage.full", "owner.storage.readonly", "owner.storage.away", "owner.backup.late", "owner.backup.none"}
	for _, trouble := range llm.Troubles {
		person = append(person, ending.WaitingWords(fmt.Errorf("respond: %w", trouble)))
		owner = append(owner, "owner.trouble."+string(trouble))
	}
	for _, lang := range words.Languages() {
		said := map[string]string{}
		for _, id := range append(person, owner...) {
			text := words.Say(lang, id, templates.Data{"From": "1", "Until": "2", "Since": "3"})
			plain := strings.ToLower(strings.Join(strings.Fields(text), " "))
			if plain == "" || strings.Contains(plain, id) {
				t.Errorf("%s: %s says %q", lang, id, text)
			}
			if other, ok := said[plain]; ok {
				t.Errorf("%s: %s and %s say the same: %q", lang, id, other, text)
			}
			said[plain] = id
		}
	}
	for reason, err := range map[string]error{ending.Refused: llm.ErrRefused, ending.TooLong: llm.ErrTooLong, ending.NoRoom: llm.ErrNoRoom} {
		if got, final := ending.FinalReason(fmt.Errorf("respond: %w", err)); !final || got != reason {
			t.Errorf("%v ends a turn with %q, %t", err, got, final)
		}
	}
	if _, final := ending.FinalReason(llm.TroubleKey); final {
		t.Error("what an operator can mend ends a turn")
	}
	if ending.AwayReason(llm.TroubleCredit) != ending.Broken || ending.AwayReason(errors.New("away")) != ending.Away {
		t.Error("a turn is given up for another reason than it has")
	}
}
