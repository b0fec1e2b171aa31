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
// the addition it would be another fact. Where they affirm nothing in words that are known, it is the message before the one that asks to keep
// something, where the claim has its words and none of that one's: "save that one pls, i always have to ask her".
func findAffirmed(w grounds.Write, v grounds.View, byOthers int) *Words {
	if w.Before != "" {
		return nil
	}
	words, isAffirmed := findBehindYes(w, v)
	if !isAffirmed {
		return findBefore(w, v, byOthers)
	}
	if words == nil || !isOf(w, v, words, byOthers) {
		return nil
	}
	if added := findAddition(v); added != nil {
		return join(v, []*Words{words, added})
	}
	return words
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

// findBefore returns the message before the one of this turn that asks to keep something.
func findBefore(w grounds.Write, v grounds.View, byOthers int) *Words {
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

// isOf reports whether words have one of the claim, or cannot be compared with it and nobody else speaks of the matter. Where others have more of
// them, the words are to have one that nobody else has.
func isOf(w grounds.Write, v grounds.View, words *Words, byOthers int) bool {
	shared := grounds.SharedWords(w.Content, words.Quote)
	switch {
	case shared >= fewestShared && grounds.HasWordOfTheirOwn(w.Content, words.Quote, v):
		return true
	case shared > 0:
		return shared >= byOthers
	}
	return byOthers == 0 && isReadable(words.Quote) && grounds.AreInOtherLanguages(w.Content, words.Quote)
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

// findBehindYes returns what the person asks in this turn to keep of what they said before, or says yes to where the bot asks whether to, and
// reports whether they do. Of a question that says itself what would be kept, it is what the person said of that: a yes to it is no yes to
// all that was said.
func findBehindYes(w grounds.Write, v grounds.View) (words *Words, isAffirmed bool) {
	question := questionBefore(v)
	keeping := request.KeepingQuestion(question)
	isBare := request.IsBareQuestion(question) || keeping != "" && request.PointsBack(keeping)
	var before *grounds.Said // the message before, of an earlier turn; and where there is one, of this turn
	var last *grounds.Said
	for _, said := range grounds.HeardFrom(v) {
		if said.Message.TurnID != v.TurnID {
			before, last = &said, &said
			continue
		}
		switch {
		case phrase.IsNo(said.Text) || phrase.RefusesKeeping(said.Text):
		case phrase.IsOnlyRequest(said.Text) || request.PointsBack(said.Text):
			words, isAffirmed = nearest(w, wholeOf(v, last), wholeOf(v, before)), true
		case !phrase.IsYes(said.Text) && (!phrase.BeginsWithYes(said.Text) || phrase.HasDenial(said.Text)):
		case isBare:
			words, isAffirmed = wholeOf(v, before), true
		case keeping != "":
			words = findAskedAbout(v, keeping)
			isAffirmed = words != nil
		}
		if isAffirmed {
			break
		}
		last = &said
	}
	return words, isAffirmed
}

// nearest returns of two words those that have more of a claim, of equals the first.
func nearest(w grounds.Write, a, b *Words) *Words {
	if a == nil || b != nil && grounds.SharedWords(w.Content, b.Quote) > grounds.SharedWords(w.Content, a.Quote) {
		return b
	}
	return a
}

// findAskedAbout returns what the person said before this turn of what a question of the bot's says: the statements of the message that has most of its
// words, from the first to the last of which the question has half. It returns nil where others speak of that as well.
func findAskedAbout(v grounds.View, question string) *Words {
	most := grounds.SharedByOthers(question, v)
	var found *grounds.Said
	for _, said := range grounds.HeardFrom(v) {
		if shared := grounds.SharedWords(question, said.Text); said.Message.TurnID != v.TurnID && (shared > most || found != nil && shared == most) {
			most, found = shared, &said
		}
	}
	if found == nil {
		return nil
	}
	parts := request.Beside(found.Text)
	if len(parts) > 1 {
		parts = parts[:len(parts)-1] // the last is all of them
	}
	parts = slices.DeleteFunc(parts, func(p request.Span) bool {
		statement := found.Text[p.From:p.To]
		return v.Group && p.IsStanding || 2*grounds.SharedWords(statement, question) < max(1, grounds.SharedWords(statement, statement))
	})
	if len(parts) == 0 {
		return nil
	}
	return newWords(v, *found, request.Span{From: parts[0].From, To: parts[len(parts)-1].To})
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
