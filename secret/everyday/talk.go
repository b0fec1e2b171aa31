package everyday

import (
	"strings"

	"keepsake/secret/looks"
)

// isTalk reports whether the place has words that are said of passwords and are none: what asks for one, "¿cuál es mi contraseña?", the password of a tale or a
// proverb, "love is the password to heaven", a motto.
func (p place) isTalk() bool {
	v := p.value()
	if v == "" || looks.HasDigit(v) {
		return false
	}
	return p.words.Is("askingwhich", v, ^uint32(0)) || p.isTold() || p.isProverb(v) || p.isMotto(v)
}

// isTold reports whether the text says that the password is that of a film, a book or a tale: "in the film the password is Swordfish".
func (p place) isTold() bool {
	return p.words.HasEntry("intale", p.Low) && !p.hasOwnThing()
}

// hasOwnThing reports whether the text speaks of a network, a device or a service.
func (p place) hasOwnThing() bool {
	return p.words.HasThing("device", p.Low) || p.words.HasStem("service", p.Low) || p.words.HasStem("network", p.Low)
}

// isProverb reports whether the text says of a virtue that it opens what no password does: "smile is the password", "patience is the password of life".
func (p place) isProverb(v string) bool {
	if p.hasOwnThing() {
		return false
	}
	return p.words.HasEntry("toheaven", p.Low) || p.words.Is("virtue", v, ^uint32(0)) && p.isDefinition()
}

// isDefinition reports whether the place begins a text that goes on with what it is and nothing else, "smile is the password".
func (p place) isDefinition() bool {
	after, isSaid := p.words.CutFirst("isthepassword", strings.TrimLeft(p.Low[p.to:], " "))
	return isSaid && strings.Trim(after, " .!\n") == "" && strings.Trim(p.Low[:p.from], " \"'`") == ""
}

// isMotto reports whether the place is the motto of a day, a party or a year: "die Losung heißt Freiheit", "hasło wyborcze to Wolność".
func (p place) isMotto(v string) bool {
	before := strings.TrimRight(p.before(), " :\"'`")
	if _, _, is := p.cutTo("motto", before); is {
		return true
	}
	_, _, is := p.cutTo("watchword", before)
	return is && p.words.Is("ideal", v, ^uint32(0))
}
