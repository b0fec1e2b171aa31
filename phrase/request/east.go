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
	easternTurns = `żeby(?:m|ś|śmy|ście)?|więc|ale|jak(?:by|bym)?|gdyby(?:m|ś)?|gdy|kiedy|jeśli|bo|чтобы?|так что|но|если|когда|потому что|поэтому|а то|щоб|тож|але|якщо|коли|бо|як`
	easternTails = `jak|gdy|kiedy|jeśli|bo|gdyby|если|когда|как|потому|а то|як|якщо|коли|бо`
)

// eastern are the languages of east.txt.
var eastern = phrase.WordSet("pl ru uk")

// likeRussian are languages that a short text does not tell apart.
var likeRussian = phrase.WordSet("ru uk")

// easternWish finds what makes a wish of a past tense: "чтобы ты запомнил".
var easternWish = regexp.MustCompile(`(?i)чтоб|щоб|аби|żeby|abyś|(?:^|\s)(?:бы?|би|gdyby|якби)\pL{0,2}(?:\s|$)|бы?ś`)

// tells reports whether a verb that keeps, in the past tense, tells of what was kept.
func (w *western) tells(term string, s spoken) bool {
	return eastern[w.code] && pastTense.MatchString(term) && !easternWish.MatchString(s.text)
}
