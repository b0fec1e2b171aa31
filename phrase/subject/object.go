package subject

import (
	"slices"

	"keepsake/phrase"
)

// This file is about the speaker as the one to whom somebody does something.

// NamesDoer reports whether a clause that is no order names somebody or something before the speaker to whom they do it: "the dog bit me".
func NamesDoer(ts []phrase.Token) bool {
	me := phrase.IndexKind(ts, phrase.Object)
	isDoer := func(t phrase.Token) bool {
		return t.Noun || t.IsEntity() || IsKin(t.Term) || t.Kind == phrase.Content && articleless[ts[me].Term]
	}
	return me > 0 && phrase.Role(ts, me) == "" && slices.ContainsFunc(ts[:me], isDoer)
}

// articleless are words for the speaker, to whom something is done, of languages that have no articles.
var articleless = phrase.WordSet("меня мне мене мені beni bana mnie mi")

// AsObject returns the tokens of a fact with the speaker as its object where somebody else does something to them: "Ana called the user Max".
func AsObject(ts []phrase.Token) []phrase.Token {
	for i, t := range ts {
		isBehind := t.Kind == phrase.Subject && i > 1 && slices.ContainsFunc(ts[:i], func(t phrase.Token) bool { return t.IsEntity() }) && !phrase.IsConjunction(ts, i-1) && !ts[i-1].Comma
		if isBehind && i+1 < len(ts) && (phrase.IsArticle(ts[i+1].Term) || ts[i+1].Kind == phrase.Name || ts[i+1].Term == "to") {
			ts = slices.Clone(ts)
			ts[i].Kind = phrase.Object
		}
	}
	return ts
}
