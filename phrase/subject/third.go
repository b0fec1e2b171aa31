package subject

import (
	"keepsake/phrase"
	"keepsake/phrase/verbform"
)

// This file tells that a clause is about the speaker by the person of its verb.

// IsThirdOf reports whether a claim has in the third person a verb that was said in the first, in a language that leaves "I" out: "gidiyorum", "gidiyor".
func IsThirdOf(claim, said phrase.Token) bool {
	a, b := claim.Term, said.Term
	switch {
	case claim.Kind != phrase.Content || said.Kind != phrase.Content || said.Noun || said.Owned || a == b:
		return false
	case phrase.IsArabic(b):
		return phrase.IsArabic(a) && verbform.AreArabic(a, b)
	case said.Self:
		return phrase.AreVerbForms(a, b)
	}
	return verbform.IsTurkish(a, b) || verbform.AreSlavic(a, b) && (phrase.AreForms(a, b) || phrase.AreSynonyms(a, b))
}
