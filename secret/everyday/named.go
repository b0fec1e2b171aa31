package everyday

import (
	"strings"

	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// isNetworkName reports whether the place is the name of a network: what it is called, "the wifi name is Sunshine2020", "le wifi s'appelle Soleil2020", or what
// somebody connects to, "connect to the wifi Sunshine2020".
func (p place) isNetworkName() bool {
	before := strings.TrimRight(p.before(), " \"'`:=")
	if !looks.HasLetter(p.value()) || p.namesCode(before) {
		return false
	}
	if _, _, isName := p.cutTo("netnamed", before); isName {
		return true
	}
	if rest, isCalled := p.words.CutLast("netcalled", before); isCalled {
		return p.words.HasStem("network", rest+" ")
	}
	if !plain.IsUpperAt(p.Plain, p.from) {
		return false
	}
	after := strings.TrimLeft(p.Low[p.to:], " \"'`")
	rest, isNet := p.words.CutLast("nettojoin", before)
	_, isLast := p.words.CutFirst("joinslast", after)
	if !isNet {
		_, isNetBehind := p.words.CutFirst("netjoined", after)
		_, isJoined := p.words.CutLast("joinsthenet", before)
		return isNetBehind || isJoined
	}
	_, isJoined := p.cutLed("joinsnet", rest)
	return isJoined || isLast
}
