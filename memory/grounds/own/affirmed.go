package own

import (
	"slices"
	"unicode/utf8"

	"keepsake/memory/grounds"
	"keepsake/phrase"
	"keepsake/phrase/request"
	"keepsake/phrase/request/reply"
	"keepsake/session"
)

// This file is what the person said before and asks to keep now: "yes" to the bot's question, or "remember that".

// findAffirmed returns what the person said before and affirms in this turn, with what they add to it: "yes, but not in the holidays". Without
// the addition it would be another fact. Where they affirm nothing in words that are known, it is the message before the one that asks to keep
// something, where the claim has its words and none of that one's: "save that one pls, i always have to ask her".
func findAffirmed(w grounds.Write, v grounds.View, byOthers int, isJudged bool) *Words {
	if w.Before != "" {
		return nil
	}
	words, isAffirmed := findBehindYes(w, v, isJudged)
	if !isAffirmed {
		return findBefore(w, v, byOthers)
	}
	if words == nil || !isOf(w, v, words, byOthers) {
		return nil
	}
	added := findAddition(v)
	switch {
	case added == nil || words.SaidNow:
		return words
	case contradicts(words, added):
		return nil
	}
	return join(v, []*Words{words, added})
}

// contradicts reports whether what is added to a yes takes back what that affirms: it says another thing of the same, "yes, but she lives in Bruges now",
// and not only when or how far it holds.
func contradicts(words, added *Words) bool {
	isOfThem := phrase.HasKind(phrase.Tokens(added.Quote), phrase.Other) || grounds.SharedWords(words.Quote, added.Quote) > 0
	return reply.Limits(added.Quote) && isOfThem
}

// findAddition returns what the person says in this turn beside a yes; nil = nothing.
func findAddition(v grounds.View) *Words {
	for _, said := range grounds.ListSaid(v) {
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
		if i > 0 && !phrase.IsNo(said.Text) && (len(request.Find(said.Text)) > 0 || request.MayAsk(said.Text)) {
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
func findBehindYes(w grounds.Write, v grounds.View, isJudged bool) (words *Words, isAffirmed bool) {
	question := questionBefore(v)
	keeping := request.KeepingQuestion(question)
	isBare := request.IsBareQuestion(question) || keeping != "" && request.PointsBack(keeping)
	var before, last *grounds.Said // the message before this turn, and before the one that is looked at
	for _, said := range grounds.ListSaid(v) {
		if said.Message.TurnID != v.TurnID {
			before, last = &said, &said
			continue
		}
		switch {
		case phrase.IsNo(said.Text) || phrase.RefusesKeeping(said.Text):
		case phrase.IsOnlyRequest(said.Text) || request.PointsBack(said.Text):
			words, isAffirmed = nearest(w, wholeOf(v, last), wholeOf(v, before)), true
		case !saysYes(said.Text):
		case isBare:
			words, isAffirmed = wholeOf(v, before), true
		case keeping != "" && !isJudged: // a judge has looked for what was said of it
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

// leastAdded is how many letters what is denied behind a yes has at least: "yes, and I don't drink tea either", not "yes, not that one".
const leastAdded = 14

// saysYes reports whether a text is or begins with a yes, and takes nothing of it back.
func saysYes(s string) bool {
	first, rest := phrase.CutOpening(s)
	if phrase.HasDenial(rest) && utf8.RuneCountInString(rest) < leastAdded {
		return false
	}
	return phrase.IsYes(s) || phrase.IsYes(first) || phrase.BeginsWithYes(s) && !phrase.HasDenial(first)
}

// nearest returns of two words those that have more of a claim, of equals the first.
func nearest(w grounds.Write, a, b *Words) *Words {
	if a == nil || b != nil && grounds.SharedWords(w.Content, b.Quote) > grounds.SharedWords(w.Content, a.Quote) {
		return b
	}
	return a
}

// findAskedAbout returns what the person said before this turn of what a question of the bot's says: the clauses that it is about, of the message that
// has most of its words. It returns nil where others speak of that as well, and where the question says it otherwise.
func findAskedAbout(v grounds.View, question string) *Words {
	question = phrase.Bare(question)
	most := grounds.SharedByOthers(question, v)
	var found *grounds.Said
	for _, said := range grounds.ListSaid(v) {
		if shared := grounds.SharedWords(question, said.Text); said.Message.TurnID != v.TurnID && (shared > most || found != nil && shared == most) {
			most, found = shared, &said
		}
	}
	if found == nil || !grounds.HasNames(question, found.Text) {
		return nil
	}
	var about []request.Span
	parts := request.Beside(found.Text)
	for i, p := range parts {
		if len(parts) > 1 && i == len(parts)-1 || v.Group && p.IsStanding { // the last is all of them
			continue
		}
		if part, ok := clausesAbout(found.Text, p, question); ok {
			about = append(about, part)
		}
	}
	if len(about) == 0 {
		return nil
	}
	return newWords(v, *found, request.Span{From: about[0].From, To: about[len(about)-1].To})
}

// clausesAbout returns the part of a statement that a question is about, from the first of its clauses that has a word of the question to the last, with
// those that may limit them: "I eat nuts, but not raw". The question has most of the words of those that it is about, and denies as they do.
func clausesAbout(s string, statement request.Span, question string) (part request.Span, ok bool) {
	about, all := request.Span{From: statement.To}, request.Span{From: statement.To}
	grow := func(p *request.Span, c phrase.Clause) { p.From, p.To = min(p.From, c.From), max(p.To, c.To) }
	for _, c := range phrase.Clauses(s) {
		if c.From < statement.From || c.From >= statement.To {
			continue
		}
		c.To = min(c.To, statement.To)
		isAbout := grounds.SharedWords(c.Text, question) > 0
		if isAbout {
			grow(&about, c)
		}
		if isAbout || isLimiting(c.Text) {
			grow(&all, c)
		}
	}
	if about.To <= about.From {
		return all, false
	}
	words := s[about.From:about.To]
	shared := grounds.SharedWords(words, question)
	return all, shared >= fewestShared && 2*shared > grounds.SharedWords(words, words) && isLimiting(words) == isLimiting(question)
}

// isLimiting reports whether a clause denies something, or says when, how far or for whom not something holds.
func isLimiting(s string) bool {
	return phrase.HasDenial(s) || len(phrase.Markers(s)) > 0
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
