package own

import (
	"slices"
	"strings"

	"keepsake/memory"
	"keepsake/memory/grounds"
)

// This file is a turn of several messages: people write in bursts, and ask between two of them.

// withRest returns words with what else the person says in this turn that has words of the claim which they lack: "Jo can't have pistachios" – "keep that in
// mind" – "her pen is in the school bag". Each message adds the part of it that has most of those words, one of which no text of others has.
func withRest(w grounds.Write, v grounds.View, words *Words, byOthers int) *Words {
	if words == nil {
		return nil
	}
	each := []*Words{words}
	told := words.Quote
	for _, said := range grounds.HeardFrom(v) {
		if v.TurnID == "" || said.Message.TurnID != v.TurnID || words.isOf(said) {
			continue
		}
		if added := findAdded(w, v, said, told, byOthers); added != nil {
			each = append(each, added)
			told += "\n" + added.Quote
		}
	}
	joined := amend(w, join(v, each), w.Before, byOthers == 0)
	if joined == nil {
		return words
	}
	return joined
}

// findAdded returns the part of a message that has most of a claim's words which are not told yet; nil = none.
func findAdded(w grounds.Write, v grounds.View, said grounds.Said, told string, byOthers int) (found *Words) {
	most := grounds.SharedWords(w.Content, told)
	for _, part := range partsOf(said.Text) {
		words := newWords(v, said, part.Span)
		if words == nil || v.Group && part.IsStanding || byOthers > 0 && !grounds.HasWordOfTheirOwn(w.Content, words.Quote, v) {
			continue
		}
		if shared := grounds.SharedWords(w.Content, told+"\n"+words.Quote); shared > most {
			most, found = shared, words
		}
	}
	return found
}

// isOf reports whether words are, among others, of a message, and it does not only affirm them.
func (w *Words) isOf(said grounds.Said) bool {
	return slices.ContainsFunc(w.Evidence, func(e memory.Evidence) bool {
		return e.MessageID == said.Message.ID && strings.Contains(w.Quote, e.Quote)
	})
}
