package own

import (
	"slices"

	"keepsake/memory/grounds"
	"keepsake/phrase"
	"keepsake/phrase/request"
	"keepsake/session"
)

// This file is what the person said before and asks to keep now: "yes" to the bot's question, or "remember that".

// findAffirmed returns what the person said before and affirms in this turn, with what they add to it: "yes, but not in the holidays". Without
// the addition it would be another fact.
func findAffirmed(w grounds.Write, v grounds.View, byOthers int) *Words {
	before := findBefore(w, v, byOthers)
	if added := findAddition(v); before != nil && added != nil && isAffirmed(v) {
		return join(v, []*Words{before, added})
	}
	return before
}

// findAddition returns what the person says in this turn beside a yes; nil = nothing.
func findAddition(v grounds.View) *Words {
	for _, said := range grounds.HeardFrom(v) {
		if said.Message.TurnID != v.TurnID || phrase.IsYes(said.Text) || phrase.IsOnlyRequest(said.Text) || request.PointsBack(said.Text) {
			continue
		}
		if parts := request.Beside(said.Text); len(parts) > 0 && !(v.Group && parts[len(parts)-1].IsStanding) {
			return newWords(v, said, parts[len(parts)-1])
		}
	}
	return nil
}

// findBefore returns the last message of the person's before this turn, which they affirm in it, where it has a word of the claim, or the claim is in
// another language and nobody else speaks of the matter; else the message before the one that asks to keep something, where the claim has its words and
// none of that one's: "save that one pls, i always have to ask her".
func findBefore(w grounds.Write, v grounds.View, byOthers int) *Words {
	if w.Before != "" {
		return nil
	}
	if isAffirmed(v) {
		if words := wholeOf(v, lastBefore(v)); words != nil && isOf(w, words, byOthers) {
			return words
		}
		return nil
	}
	asking, before := findAsking(v)
	words := wholeOf(v, before)
	if words == nil || grounds.SharedWords(w.Content, asking.Text) > 0 {
		return nil
	}
	if shared := grounds.SharedWords(w.Content, words.Quote); shared >= max(byOthers, fewestShared) || shared >= max(byOthers, 1) && request.NamesObject(asking.Text) {
		return words
	}
	return nil
}

// fewestShared is how many words of a claim what was said before has at least where nothing in the request stands for it: "it", "that".
const fewestShared = 2

// isOf reports whether words have one of the claim, or cannot be compared with it and nobody else speaks of the matter.
func isOf(w grounds.Write, words *Words, byOthers int) bool {
	shared := grounds.SharedWords(w.Content, words.Quote)
	return shared > 0 && shared >= byOthers || byOthers == 0 && isReadable(words.Quote) && grounds.AreInOtherLanguages(w.Content, words.Quote)
}

// lastBefore returns the person's last message before this turn, of those that count in it; nil = none.
func lastBefore(v grounds.View) (last *grounds.Said) {
	for _, said := range grounds.HeardFrom(v) {
		if v.TurnID != "" && said.Message.TurnID != v.TurnID {
			last = &said
		}
	}
	return last
}

// findAsking returns the person's last message of this turn that asks to keep something, and the one before it; nil = none.
func findAsking(v grounds.View) (asking, before *grounds.Said) {
	all := grounds.SaidBy(v)
	for i, said := range slices.Backward(all) {
		if said.Message.TurnID != v.TurnID {
			break
		}
		if i > 0 && (len(request.Find(said.Text)) > 0 || request.MayAsk(said.Text)) {
			return &said, &all[i-1]
		}
	}
	return nil, nil
}

// wholeOf returns all that a message says, as it is kept; nil where it cannot be.
func wholeOf(v grounds.View, said *grounds.Said) *Words {
	if said == nil {
		return nil
	}
	parts := request.Beside(said.Text)
	if len(parts) == 0 || v.Group && parts[len(parts)-1].IsStanding {
		return nil
	}
	return newWords(v, *said, parts[len(parts)-1])
}

// isAffirmed reports whether the person asks in this turn to keep what they said before, or says yes where the bot asks whether to. A question
// that says itself what would be kept is none: a yes to it is no yes to all that was said.
func isAffirmed(v grounds.View) bool {
	isAsked := request.IsBareQuestion(questionBefore(v))
	return slices.ContainsFunc(grounds.HeardFrom(v), func(said grounds.Said) bool {
		if said.Message.TurnID != v.TurnID || phrase.IsNo(said.Text) || phrase.RefusesKeeping(said.Text) {
			return false
		}
		if phrase.IsOnlyRequest(said.Text) || request.PointsBack(said.Text) {
			return true
		}
		return isAsked && (phrase.IsYes(said.Text) || phrase.BeginsWithYes(said.Text) && !phrase.HasDenial(said.Text))
	})
}

// questionBefore returns the bot's last words before this turn.
func questionBefore(v grounds.View) (out string) {
	for _, m := range v.Window {
		if m.TurnID == v.TurnID {
			break
		}
		if m.Role == session.Assistant && m.Masked == nil {
			out = m.View().Content
		}
	}
	return out
}
