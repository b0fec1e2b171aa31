package everyday

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

// isNumbered reports whether the place is the number of a door, a gate, a locker or a place to park: "the door number is 4711", "take door 1207", "boarding
// at gate 4711", "my locker is 117".
func (p place) isNumbered(v string) bool {
	before := p.before()
	if len(v) > 5 || p.namesCode(before) {
		return false
	}
	if _, _, isDoor := p.cutTo("doornumber", before); isDoor {
		return !p.words.HasStem("errand", p.Low[p.to:]) // "the back door's number is 2980, put the parcels inside"
	}
	if rest, _, isParked := p.cutTo("parkingspace", before); isParked {
		return !p.words.HasThing("lock", rest)
	}
	if rest, _, isParked := p.cutTo("parkingplace", before); isParked && !p.isRightBehind("parkingplace", before) {
		return !p.words.HasThing("lock", rest) // "our car park is 4711"
	}
	rest, isNumber, isLocker := p.cutTo("lockerword", before)
	if isLocker && (isNumber || p.isCounted() || len(v) < 4) {
		return !p.words.HasStem("bolt", rest) && !p.words.HasEntry("lockword", rest)
	}
	return p.isDoor(strings.TrimRight(before, " "))
}

// isRightBehind reports whether an entry of a list stands right before the place, with no link between.
func (p place) isRightBehind(list, before string) bool {
	_, is := p.words.CutLast(list, strings.TrimRight(before, " "))
	return is
}

// isCounted reports whether a counter for numbers stands right behind the place, "117番".
func (p place) isCounted() bool {
	_, is := p.words.CutFirst("bycounter", strings.TrimLeft(p.Low[p.to:], " "))
	return is
}

// isDoor reports whether the place is the number right behind a word for a door or a gate which ends a text, and that somebody is told to take or to find, or
// behind one for a gate in a text about a journey.
func (p place) isDoor(before string) bool {
	before, _ = p.words.CutLast("bynumber", before)
	before = strings.TrimRight(before, " ")
	if rest, is := p.words.CutLast("takendoor", before); is {
		_, isTaken := p.cutLed("takesdoor", rest)
		if _, isNear := p.words.CutLast("bydoor", strings.TrimRight(rest, " ")); isTaken || isNear {
			return true
		}
	}
	rest, isGate := p.words.CutLast("boardinggate", before)
	if !isGate {
		return false
	}
	isWhole := rest == "" && plain.IsUpperAt(p.Plain, 0) && strings.Trim(p.Low[p.to:], " .!\n") == "" && before == "gate" // "Gate 4711" on a card for a flight
	return isWhole || p.words.HasEntry("boarding", p.Low) && !p.namesCode(p.Low)
}

// isPostal reports whether the place is the code of the post: behind the word for it in Hebrew, which ends as that for a code does, or six digits that India
// calls a PIN, where a town or an address is named and no lock, card or device.
func (p place) isPostal(v string) bool {
	if _, _, is := p.cutTo("postword", p.before()); is {
		return true
	}
	if len(v) != 6 || v[0] < '1' || v[0] > '8' || p.words.HasThing("device", p.Low) || p.words.HasStem("card", p.Low) || p.words.HasThing("lock", p.Low) || p.words.HasEntry("nopost", p.Low) {
		return false
	}
	isNamed := p.words.HasEntry("indianpin", p.Low)
	isHindi := p.words.HasEntry("postalpin", p.before())
	return isNamed && p.words.HasEntry("indianplace", p.Low) || isHindi
}

// isCastle reports whether the place is a year behind the name of a castle, in a language where that is a word for a lock: "Schloss Neuschwanstein 1869".
func (p place) isCastle(v string) bool {
	if len(v) != 4 || v[0] != '1' || v >= "1950" {
		return false
	}
	at := len(strings.TrimRight(p.Low[:p.from], " "))
	start := p.WordStart(at)
	name := p.Low[start:at]
	if at == p.from || utf8.RuneCountInString(name) < 5 || !unicode.IsUpper(plain.FirstRune(p.Plain[start:])) || !looks.HasOnlyLetters(name) || p.hasSecretThing(name) {
		return false
	}
	before := strings.TrimRight(p.Low[:start], " ")
	if head, is := p.words.CutLast("incastle", before); is {
		before = strings.TrimRight(head, " ")
	}
	_, is := p.words.CutLast("castle", before)
	return is && !p.namesCode(before)
}

// isPriced reports whether the place is what a lock costs in a shop, "padlock 2799 at decathlon", or the measure of a door beside that of a window, "door 2040,
// window 1200".
func (p place) isPriced() bool {
	before := strings.TrimRight(p.before(), " ")
	after := p.Low[p.to:]
	if p.words.HasStem("shopname", plain.FirstWords(after, 3)) && !strings.HasPrefix(strings.TrimLeft(after, " "), ",") {
		head, isLock := p.words.CutLast("soldlock", before)
		return isLock && !p.namesCode(head)
	}
	if _, isDoor := p.words.CutLast("takendoor", before); !isDoor {
		return false
	}
	window, isWindow := p.words.CutFirst("windowword", strings.TrimLeft(after, " ,;/\n"))
	window = strings.TrimLeft(window, " ")
	return isWindow && window != "" && window[0] >= '0' && window[0] <= '9'
}

// isPinned reports whether the place is what is pinned to a board or a pin on a map: "pin 4711 to the board", "map pins: 4471, 4480".
func (p place) isPinned() bool {
	before := strings.TrimRight(p.Low[:p.from], " 0123456789,:")
	if _, isMap := p.words.CutLast("mappins", before); isMap {
		return true
	}
	_, isVerb := p.words.CutLast("pinverb", before)
	_, isBoard := p.words.CutFirst("pinboard", strings.TrimLeft(p.Low[p.to:], " "))
	return isVerb && isBoard
}

// isForGoods reports whether the place is a sum for which something was bought or sold: "from the bank i got 125430 for the car".
func (p place) isForGoods(v string) bool {
	_, isGoods := p.words.CutFirst("forgoods", strings.TrimLeft(p.Low[p.to:], " "))
	return isGoods && len(v) > 3 && !p.namesCode(p.Low)
}
