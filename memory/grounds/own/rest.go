package own

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"keepsake/memory"
	"keepsake/memory/grounds"
	"keepsake/phrase"
	"keepsake/phrase/contrast"
	"keepsake/phrase/request"
)

// This file is a turn of several messages: people write in bursts, and ask between two of them.

// withRest returns words with what else the person says in this turn that has words of the claim which they lack: "Jo can't have pistachios" – "keep that in
// mind" – "her pen is in the school bag". Each message adds the part of it that has most of those words, one of which no text of others has; and all that
// may limit or correct what was said before it: "sorry, not at my cousin's wedding".
func withRest(w grounds.Write, v grounds.View, words *Words, byOthers int) *Words {
	if words == nil || v.TurnID == "" {
		return words
	}
	each, told, isBehind := []*Words{words}, words.Quote, !words.SaidNow
	for _, said := range grounds.ListSaid(v) {
		switch {
		case said.Message.TurnID != v.TurnID:
		case words.isOf(said):
			isBehind = true
		default:
			if added := findAdded(w, v, said, told, byOthers, isBehind); added != nil {
				each, told, isBehind = append(each, added), told+"\n"+added.Quote, true
			}
		}
	}
	return cmp.Or(amend(w, join(v, each), w.Before, byOthers == 0), words)
}

// findToldTogether returns all that the person says in a turn of several messages, none of which has most of the claim's words, where they have them together.
func findToldTogether(w grounds.Write, v grounds.View, byOthers int) *Words {
	var each []*Words
	for _, said := range grounds.ListSaid(v) {
		if w.Before != "" || v.TurnID == "" || said.Message.TurnID != v.TurnID {
			continue
		}
		if words := wholeOf(v, &said); words != nil {
			each = append(each, words)
		}
	}
	if all := join(v, each); all != nil && isTold.isMeant(w, v, all, byOthers) {
		return all
	}
	return nil
}

// findAdded returns the part of a message that has most of a claim's words which are not told yet, else one that may limit what it stands behind; nil = none.
func findAdded(w grounds.Write, v grounds.View, said grounds.Said, told string, byOthers int, isBehind bool) (found *Words) {
	most := grounds.SharedWords(w.Content, told)
	for _, part := range partsBeside(said.Text) {
		words := newWords(v, said, part)
		if words == nil || v.Group && part.IsStanding {
			continue
		}
		shared := grounds.SharedWords(w.Content, told+"\n"+words.Quote)
		isNew := shared > most && (byOthers == 0 || grounds.HasWordOfTheirOwn(w.Content, words.Quote, v))
		if isNew || found == nil && isBehind && isLimiting(words.Quote) && !phrase.HasRequest(said.Text) {
			most, found = max(most, shared), words
		}
	}
	return found
}

// partsBeside returns the parts of a message that may be meant; of one that only tells what somebody says ("the coach says three runs at most"), all of it.
func partsBeside(s string) (out []request.Span) {
	for _, p := range partsOf(s) {
		out = append(out, p.Span)
	}
	if len(out) == 0 && phrase.Markers(s)[phrase.Report] && !phrase.HasRequest(s) && !phrase.RefusesKeeping(s) && !strings.ContainsAny(s, "?؟？:：") {
		out = append(out, request.Around(s, request.Span{To: len(s)}))
	}
	return out
}

// withCorrection returns a part of a text with the sentence behind it where that corrects a value in it: "I have two sons. No, three".
func withCorrection(s string, part request.Span) request.Span {
	isCorrected := contrast.BlankCorrected(s)[part.From:part.To] != contrast.BlankCorrected(s[part.From:part.To])
	next := part.To + strings.IndexFunc(s[part.To:], unicode.IsLetter)
	if isCorrected && next >= part.To {
		part.To = request.Around(s, request.Span{From: next, To: next + 1}).To
	}
	return part
}

// isOf reports whether words are, among others, of a message, and it does not only affirm them.
func (w *Words) isOf(said grounds.Said) bool {
	return slices.ContainsFunc(w.Evidence, func(e memory.Evidence) bool {
		return e.MessageID == said.Message.ID && strings.Contains(w.Quote, e.Quote)
	})
}
