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
	if added := findAddition(v); before != nil && added != nil {
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
// another language and nobody else speaks of the matter.
func findBefore(w grounds.Write, v grounds.View, byOthers int) *Words {
	if w.Before != "" || !isAffirmed(v) {
		return nil
	}
	var last *grounds.Said
	for _, said := range grounds.HeardFrom(v) {
		if v.TurnID != "" && said.Message.TurnID != v.TurnID {
			last = &said
		}
	}
	if last == nil {
		return nil
	}
	parts := request.Beside(last.Text)
	if len(parts) == 0 || v.Group && parts[len(parts)-1].IsStanding {
		return nil
	}
	words := newWords(v, *last, parts[len(parts)-1])
	if words == nil {
		return nil
	}
	shared := grounds.SharedWords(w.Content, words.Quote)
	if shared > 0 && shared >= byOthers || byOthers == 0 && isReadable(words.Quote) && grounds.AreInOtherLanguages(w.Content, words.Quote) {
		return words
	}
	return nil
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
