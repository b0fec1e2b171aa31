package slot

import (
	"slices"

	"keepsake/phrase"
)

// Words after which a number tells one thing from another of its kind, and is no value that could
// be corrected: "note 2", "fact number 2". Of places only where the person is not spoken of: "Room
// 12 has a projector", but not "User sits in room 12".
var (
	numberedThings = phrase.WordSet("item fact memory note entry content test eintrag notiz")
	numberedPlaces = phrase.WordSet("room flat apartment gate platform zimmer raum wohnung")
	numberSigns    = phrase.WordSet("number no nr num nummer número numéro numero номер")
)

// isNumbered reports whether each of the words is the number of such a thing.
func (s sentence) isNumbered(numbers []word) bool {
	for _, w := range numbers {
		i := slices.IndexFunc(s, func(x word) bool { return x.term == w.term && x.class == w.class })
		if i > 1 && numberSigns[s[i-1].term] {
			i--
		}
		if i < 1 || !numberedThings[s[i-1].term] && (!numberedPlaces[s[i-1].term] || s.has(self) || s.has(selfs)) {
			return false
		}
	}
	return len(numbers) > 0
}
