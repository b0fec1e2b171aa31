package sieve

// beginning is how many letters of a word are looked for at once.
const beginning = 4

// needles are folded words that are looked for together.
type needles struct {
	lengths []int               // of beginnings, in letters
	marks   [1 << 12]uint64     // one bit for each beginning; other letters may share it
	rests   map[uint64][][]rune // what may follow a beginning, by its letters
}

// newNeedles returns the words to look for, nil if there are none.
func newNeedles(words []string) *needles {
	if words == nil {
		return nil
	}
	n := &needles{rests: map[uint64][][]rune{}}
	has := [beginning + 1]bool{}
	for _, w := range words {
		letters := []rune(w)
		length := min(len(letters), beginning)
		has[length] = true
		var key uint64
		for _, r := range letters[:length] {
			key = key<<16 | uint64(uint16(r))
		}
		bit := bitOf(key)
		n.marks[bit/64] |= 1 << (bit % 64)
		n.rests[key] = append(n.rests[key], letters[length:])
	}
	for length := range has {
		if has[length] {
			n.lengths = append(n.lengths, length)
		}
	}
	return n
}

// bitOf returns the bit of marks that stands for the letters of a beginning.
func bitOf(key uint64) uint64 { return key * 0x9E3779B97F4A7C15 >> (64 - 18) }

// isIn reports whether a text has one of the words.
func (n *needles) isIn(s string) bool {
	var last uint64 // the last letters, 16 bits each
	seen := 0
	for i, r := range s {
		last = last<<16 | uint64(uint16(fold(r)))
		seen++
		for _, length := range n.lengths {
			if seen < length {
				break
			}
			key := last << (64 - 16*length) >> (64 - 16*length)
			bit := bitOf(key)
			if n.marks[bit/64]&(1<<(bit%64)) == 0 {
				continue
			}
			for _, rest := range n.rests[key] {
				if begins(s[i:], rest) {
					return true
				}
			}
		}
	}
	return false
}

// begins reports whether a text goes on with letters behind its first one.
func begins(s string, rest []rune) bool {
	if len(rest) == 0 {
		return true
	}
	at := -1
	for _, r := range s {
		if at >= 0 {
			if fold(r) != rest[at] {
				return false
			}
			if at == len(rest)-1 {
				return true
			}
		}
		at++
	}
	return false
}
