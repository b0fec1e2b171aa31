package numeral

// number is what words from and up to say together.
type number struct {
	from, to  int // of words
	value     int64
	isOrdinal bool
	language
	words int // number words in it
	end   int // of a half that stands behind the thing that is counted, 0 for none
}

// numberAt returns the number that begins with the word at i: the longest that any language reads there.
func (t *scanned) numberAt(i int) (found number, ok bool) {
	for _, e := range t.words[i].entries {
		if !t.isNumber(i, e) {
			continue
		}
		n, isSo := t.compose(i, e)
		if isSo && (!ok || n.to > found.to) {
			found, ok = n, true
		}
	}
	return found, ok
}

// composer puts the parts of a number together.
type composer struct {
	language
	total, group int64 // of whole numbers: the thousands that are done, and what is below
	room         int64 // a further part must be less
	lastScale    int64
	fraction     int64 // in thousandths
	parts        []int64
	isOrdinal    bool // an ordinal for tens has begun it
}

// isOrdinalTens reports whether a part puts in order and may be followed by another one: Spanish and Portuguese write both.
func (c *composer) isOrdinalTens(e entry) bool {
	return (c.language == spanish || c.language == portuguese) && e.value%(10*milli) == 0 && e.value < 100*milli
}

// compose reads a number of one language from the word at i, which is the entry.
func (t *scanned) compose(i int, first entry) (number, bool) {
	c := composer{language: first.language, room: 1 << 40, lastScale: 1 << 40}
	n := number{from: i, to: i, language: first.language}
	for at := i; at < len(t.words); {
		next, isJoined := at, false // where the next part is
		if at > i {
			if !t.words[at].follows {
				break
			}
			if known.ands[t.words[at].bare]&(1<<c.language) != 0 && at+1 < len(t.words) && t.words[at+1].follows {
				next, isJoined = at+1, true
			}
			isJoined = isJoined || t.words[next].and
		}
		e, ok := t.entryOf(next, c.language)
		if !ok || !c.accepts(e, isJoined) {
			break
		}
		c.add(e)
		n.to, n.words, n.isOrdinal = next+1, n.words+1, e.isOrdinal
		at = next + 1
		if e.isOrdinal && !c.isOrdinalTens(e) || e.ends {
			break
		}
	}
	n.value = (c.total+c.group)*milli + c.fraction
	if n.to == i {
		return number{}, false
	}
	return n, true
}

// entryOf returns the word at i as a number of a language.
func (t *scanned) entryOf(i int, l language) (entry, bool) {
	if i >= len(t.words) {
		return entry{}, false
	}
	for _, e := range t.words[i].entries {
		if e.language == l && t.isNumber(i, e) {
			return e, true
		}
	}
	return entry{}, false
}

// accepts reports whether a part can follow what the composer has. isJoined says that "and" stands between.
func (c *composer) accepts(e entry, isJoined bool) bool {
	v := e.value / milli
	isFirst := len(c.parts) == 0
	if isFirst {
		return true
	}
	last := c.parts[len(c.parts)-1]
	if e.isScale {
		switch {
		case isJoined && c.language != arabic, v >= c.lastScale:
			return false
		case v == 100:
			return c.group > 0 && (c.group < 10 || c.language == english && c.group < 100 && c.group%10 > 0) || c.group == 0 && c.room > 100
		}
		return c.group > 0 && (c.fraction == 0 || v >= 1000)
	}
	if e.value%milli != 0 || c.fraction > 0 {
		return false
	}
	isScaled := last >= 100
	if c.isOrdinal { // "décimo segundo"
		return e.isOrdinal && !isJoined && v < c.room
	}
	switch c.language {
	case french:
		if last == 10 && v >= 7 && v <= 9 { // dix-sept
			return !isJoined
		}
		if last == 4 && v == 20 && c.group%100 == 4 || (last == 60 || last == 80) && v >= 10 && v < 20 && c.room == 20 {
			return !isJoined || v == 11
		}
		if isJoined && v != 1 && v != 11 {
			return false
		}
	case spanish:
		if isJoined != (last >= 30 && last < 100 && last%10 == 0) {
			return false
		}
	case portuguese:
		if !isJoined && last < 1000 {
			return false
		}
	case arabic:
		if v == 10 && !isJoined && last >= 1 && last < 10 { // "three ten"
			return true
		}
		if isJoined && v >= 20 && v < 100 && last < 10 && c.group%100 == last {
			return true
		}
		if !isJoined {
			return false
		}
	case german, dutch, italian:
		if !isScaled || isJoined {
			return false
		}
	default:
		if isJoined && !isScaled {
			return false
		}
	}
	return v < c.room
}

// add adds a part that can follow.
func (c *composer) add(e entry) {
	v := e.value / milli
	last := int64(0)
	if len(c.parts) > 0 {
		last = c.parts[len(c.parts)-1]
	}
	c.parts = append(c.parts, v)
	c.isOrdinal = e.isOrdinal
	switch {
	case e.isScale && v == 100:
		c.group, c.room = c.group/100*100+max(c.group%100, 1)*100, 100
	case e.isScale:
		factor := max(c.group, 1)
		if c.fraction > 0 && c.group == 0 {
			factor = 0
		}
		c.total += factor*v + c.fraction*v/milli
		c.group, c.fraction, c.room, c.lastScale = 0, 0, min(v, c.lastScale), v
	case v == 0 || e.value%milli != 0:
		c.group, c.fraction, c.room = v, e.value%milli, 0
	case c.language == french && last == 4 && v == 20 && c.group%100 == 4:
		c.group, c.room = c.group+76, 20
		c.parts[len(c.parts)-1] = 80
	case v >= 1000: // "two thousand" in one word
		c.total, c.room, c.lastScale = c.total+v, 1000, 1000
	default:
		c.group += v
		switch {
		case v >= 100:
			c.room = 100
		case c.language == french && (v == 60 || v == 80):
			c.room = 20
		case v >= 20 && v%10 == 0, v == 10 && (c.language == turkish || e.isOrdinal):
			c.room = 10
		default:
			c.room = 0
		}
	}
}

// halfBehind returns where an expression for "and a half" ends that begins at i, or i.
func (t *scanned) halfBehind(i int) int {
	if i >= len(t.words) || !t.words[i].follows {
		return i
	}
	for _, half := range known.halves[t.words[i].bare] {
		if i+len(half) > len(t.words) {
			continue
		}
		if t.has(i, half) {
			return i + len(half)
		}
	}
	return i
}

// has reports whether these words stand at i, one behind the other.
func (t *scanned) has(i int, words []string) bool {
	for k, w := range words {
		if t.words[i+k].bare != w || !t.words[i+k].follows {
			return false
		}
	}
	return true
}
