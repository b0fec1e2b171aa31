package values

import (
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

const maxThing = 4 // words for the thing that a password of a note opens

// IsNote reports whether the whole text is a noun with its names and one more word, as people write
// themselves notes: "Netflix password swordfish".
func (p Reader) IsNote(from, to int) bool {
	low := p.Low[from:to]
	if p.isBareName(from, to) || p.isJoinedNote(from, to) || p.isThingNote(from, to) {
		return true
	}
	if plain.IsUpperAt(p.Plain, from) && p.IsNetwork() && !p.IsPlaced(from) && p.Skipped < 3 && p.IsTextEnd(to) && utf8.RuneCountInString(low) > 4 && p.IsPlainInAnyCase(from, to) && !p.Words.HasStem("service", low) && !p.IsDenied() && !p.IsQuestion() {
		return p.Entry.Classes&lexicon.Password != 0 // "wifi password Marmalade"
	}
	if !p.IsTextEnd(to) || p.IsQuestion() || p.Entry.Classes&lexicon.Password == 0 || plain.IsUpperAt(p.Plain, from) || utf8.RuneCountInString(low) < 5 || !looks.HasOnlyLetters(low) ||
		p.Words.Is("head", low, ^uint32(0)) || p.Words.Is("below", low, ^uint32(0)) || p.Words.HasStem("lost", low) || p.Words.HasStem("remember", low) || p.IsVerb(low) || p.Words.IsStop(low) || p.Words.IsParticiple(low, p.Entry.Langs) || p.Words.HasVerbEnding(low, p.Entry.Langs) || p.Entry.Langs&p.Words.Langs["de"] != 0 && strings.HasSuffix(low, "en") && !strings.HasSuffix(low, "chen") {
		return false
	}
	names, mine := 0, 0
	for _, part := range [][2]int{{0, p.Start}, {p.End, from}} {
		for i := p.Skip(part[0], " "); i < part[1]; i = p.Skip(i, " '-") {
			end := p.WordEnd(i)
			if end == i || end > part[1] {
				return false
			}
			word := p.Low[i:end]
			switch {
			case plain.IsUpperAt(p.Plain, i) && i > 0 || i == 0 && p.Plain[:end] != p.Low[:end]:
				names++
			case p.Words.Is("my", word, p.Entry.Langs) && !p.Words.Is("article", word, ^uint32(0)):
				mine++ // "new password hedgehog"
			case p.Words.Is("thing", word, ^uint32(0)) && part[0] == 0: // "pdf password hedgehog"
			case word != "s" && !p.Words.Is("article", word, ^uint32(0)):
				return false
			}
			i = end
		}
	}
	if names == 0 && mine == 0 && p.Entry.Langs&(p.Words.Langs["en"]|p.Words.Langs["de"]) != 0 && !slices.ContainsFunc([]string{"s", "ed", "ing", "t"}, func(e string) bool { return strings.HasSuffix(low, e) }) {
		return !lexicon.IsGermanPredicate(low) && p.IsPlainWord(from, to) // "password hedgehog"
	}
	return names > 0 || mine > 0 && p.Skipped == 0 && p.IsPlainWord(from, to)
}

// isThingNote reports whether the whole text is a noun for a password, the thing that it opens and one more plain word, in a language that says the thing
// behind the noun, or the thing before it: "mdp wifi pastèque", "clave portátil sandía", "netflix wachtwoord watermeloen".
func (p Reader) isThingNote(from, to int) bool {
	low := p.Low[from:to]
	langs := p.Words.Langs["fr"] | p.Words.Langs["es"] | p.Words.Langs["pt"] | p.Words.Langs["it"] | p.Words.Langs["nl"] | p.Words.Langs["sv"] | p.Words.Langs["el"] | p.Words.Langs["id"] | p.Words.Langs["ar"] | p.Words.Langs["he"] | p.Words.Langs["fa"]
	if p.Entry.Langs&langs == 0 || p.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 || !p.IsTextEnd(to) || p.IsQuestion() || utf8.RuneCountInString(low) < 4 || !looks.HasOnlyLetters(low) || !p.IsPlainWord(from, to) {
		return false
	}
	before, between := p.Low[:p.Start], p.Low[p.End:from]
	words := strings.Fields(before + " " + between)
	if len(words) > maxThing || strings.ContainsAny(before+between, ".,;:!?\n") {
		return false
	}
	hasThing := slices.ContainsFunc(strings.Fields(p.Low[p.Start:p.End]), p.isOpened) // "mdp wifi" is one noun
	for _, word := range words {
		isThing := p.isOpened(word)
		if !isThing && !p.Words.Is("of", word, p.Entry.Langs) && !p.Words.Is("my", word, p.Entry.Langs) && !p.Words.Is("article", word, ^uint32(0)) {
			return false
		}
		hasThing = hasThing || isThing
	}
	return hasThing && !p.isSaidOfNote(low)
}

// isOpened reports whether a word is a service, a device or a network.
func (p Reader) isOpened(word string) bool {
	return p.Words.HasStem("service", word) || p.Words.HasThing("device", word) || p.Words.HasStem("network", word) || p.Words.HasStem("netword", word)
}

// isSaidOfNote reports whether the last word of a note says something of the password, or asks for it.
func (p Reader) isSaidOfNote(low string) bool {
	isState := p.Words.HasStem("state", low) || p.Words.HasStem("lost", low) || p.Words.Is("unfilled", low, ^uint32(0)) || p.Words.HasStem("asksfor", low)
	return isState || p.Words.IsStop(low) || p.IsVerb(low) || p.Words.IsParticiple(low, p.Entry.Langs) || p.Words.HasVerbEnding(low, p.Entry.Langs) || p.isOpened(low) || p.Words.HasThing("chamber", low)
}
