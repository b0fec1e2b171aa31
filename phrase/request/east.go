package request

import (
	"regexp"

	"keepsake/phrase"
)

// This file holds what is bound to the grammar of the languages of east.txt.

const (
	// easternYours finds a place of the listener's: "w twoich notatkach", "в твоей голове".
	easternYours = `(?:w|do|na|pod|między|przy|wśród|z|ze) (?:twoj|swoj)(?:ej|ego|ich|e|ą|im|ą)\s|(?:u|przy) (?:siebie|ciebie|sobie|tobie)|(?:в|во|на|под|за|среди|к|до|из|между) (?:твое|сво)(?:й|ём|ем|ей|их|и|ю|ё|е)\s|(?:в|на) твою\s|у себя|у тебя|при себе|(?:в|у|на|під|за|серед|до|між|поміж) (?:тво|сво)(?:їй|єму|їх|ї|ю|є|їм|єї)\s|(?:у|в|біля|коло) (?:себе|тебе)|при собі`
	// easternTurns find where a clause begins without a mark, and easternTails one that says when.
	easternTurns = `بلي|[إا]ن(?:ي|نا|و)?|أني|żeby(?:m|ś|śmy|ście)?|więc|ale|jak(?:by|bym)?|gdyby(?:m|ś)?|gdy|kiedy|jeśli|bo|чтобы?|так что|но|если|когда|потому что|поэтому|а то|щоб|тож|але|якщо|коли|бо|як|عشان|علشان|لأن\pL*|بس|لكن|لو|[إا]ذا|لما`
	easternTails = `jak|gdy|kiedy|jeśli|bo|gdyby|если|когда|как|потому|а то|як|якщо|коли|бо|لو|[إا]ذا|لما|لأن\pL*`
)

// eastern are the languages of east.txt.
var eastern = phrase.WordSet("pl ru uk ar")

// likeRussian are languages that a short text does not tell apart.
var likeRussian = phrase.WordSet("ru uk")

// easternWish finds what makes a wish of a past tense: "чтобы ты запомнил".
var easternWish = regexp.MustCompile(`(?i)чтоб|щоб|аби|żeby|abyś|(?:^|\s)(?:бы?|би|gdyby|якби)\pL{0,2}(?:\s|$)|бы?ś`)

var (
	// arabicPrefix finds what is written together with the word behind it: "and", "so", "in", "the", "will".
	arabicPrefix = regexp.MustCompile(`^(?:[وفبله]ال|لل|عال|هال|ال|[وفبلهح])`)
	// arabicObject finds the end of a verb that holds its object: "احفظها", "تضيعهاش".
	arabicObject = regexp.MustCompile(`\pL{2,}(?:ها|ه|هم)ش?$`)
)

// shortestArabic is how many bytes a word has at least without its prefix.
const shortestArabic = 6

// withoutPrefix returns a word without what is written together with it, "" where nothing is.
func (w *clauseWords) withoutPrefix(term string) string {
	if w.code != "ar" {
		return ""
	}
	bare := term[len(arabicPrefix.FindString(term)):]
	if bare == term || len(bare) < shortestArabic {
		return ""
	}
	return bare
}

// holdsObject reports whether a verb holds its object.
func (w *clauseWords) holdsObject(term string) bool {
	return romance[w.code] && hasClitic.MatchString(term) || w.code == "ar" && arabicObject.MatchString(term)
}

// tells reports whether a verb that keeps, in the past tense, tells of what was kept.
func (w *clauseWords) tells(term string, s spoken) bool {
	return eastern[w.code] && pastTense.MatchString(term) && !easternWish.MatchString(s.text)
}
