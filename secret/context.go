package secret

import "strings"

// isOwnBefore reports whether one of the three words before the noun says whose it is.
func (p *phrase) isOwnBefore() bool {
	i := p.start
	for range 3 {
		to := len(strings.TrimRight(p.low[:i], " -_\"'*"))
		from := p.wordStart(to)
		if from == to {
			return false
		}
		word := p.low[from:to]
		if p.w.is("own", word, ^uint32(0)) {
			return true
		}
		for _, d := range p.w.dense["own"] {
			if strings.HasSuffix(p.low[:i], d) || strings.Contains(word, d) && isDense(lastRune(d)) {
				return true
			}
		}
		i = from
	}
	return false
}

// isChanged reports whether the sentence is about changing the secret.
func (p *phrase) isChanged() bool {
	p.changed = p.isVerb(p.low[max(0, p.start-60):min(len(p.low), p.end+60)])
	return p.changed
}

// isVerb reports whether s has a verb of changing in it.
func (p *phrase) isVerb(s string) bool {
	for verb := range p.w.lists["verb"] {
		if strings.Contains(s, verb) {
			return true
		}
	}
	return false
}

// isQualifier reports whether the word at i can name whose or what for a secret is, and does not make
// of the noun another thing ("password manager") or begin another thought.
func (p *phrase) isQualifier(i int) bool {
	word := p.low[i:p.wordEnd(i)]
	if len(word) <= 3 && !p.isSource(i, i+len(word), word) {
		return true // with its marks it is another word: Vietnamese "thẻ" is not "the"
	}
	return word == "" || !isStop(word) && !p.w.is("head", word, ^uint32(0)) && !p.w.is("next", word, p.n.langs) && !p.isVerb(word)
}

// isOf reports whether the word at i, that is a copula in one of the noun's languages, is a
// preposition or an article in another: "on", "to", "do".
func (p *phrase) isOf(i int) bool {
	_, of := p.match("of", i)
	_, my := p.match("my", i)
	return of || my
}

// isWhose reports whether a bare "code" is somebody's ("your code", "the code") and not of something
// else ("area code").
func (p *phrase) isWhose() bool {
	if p.own {
		return true
	}
	if isWordRune(p.before(p.start)) && !isDense(p.before(p.start)) && !isHangul(p.before(p.start)) {
		return false // part of another word
	}
	before := strings.TrimRight(p.low[:p.start], " ")
	from := p.wordStart(len(before))
	if from == len(before) {
		return true // it begins the sentence
	}
	if _, is := p.denseBefore(len(before), "my", "own"); is {
		return true
	}
	return p.w.is("my", before[from:], p.n.langs)
}

// isLock reports whether the words before the number speak of what a code opens: "the code for the door".
func (p *phrase) isLock(from int) bool {
	return p.hasLock(p.low[p.wordStart(max(0, p.start-24)):from])
}

// hasLock reports whether a text speaks of something that is locked.
func (p *phrase) hasLock(near string) bool {
	for stem := range p.w.lists["lock"] {
		if strings.Contains(near, stem) {
			return true
		}
	}
	return false
}

// isTold reports whether the sentence is about telling the secret, so that a plain word may follow the
// noun: "remember my password …", "the wifi has the password …", "pw …".
func (p *phrase) isTold() bool {
	if len(p.n.text) <= 3 || p.isHad() {
		return true
	}
	if !p.own {
		return false
	}
	near := p.low[max(0, p.start-48):p.start]
	for verb := range p.w.lists["remember"] {
		if strings.Contains(near, verb) {
			return true
		}
	}
	return false
}

// isHad reports whether the words before the noun say that something has it: "the wifi has the password".
func (p *phrase) isHad() bool {
	i := p.start
	for n := 0; n < 4; n++ {
		to := len(strings.TrimRight(p.low[:i], " -"))
		from := p.wordStart(to)
		word := p.low[from:to]
		switch {
		case n > 0 && p.w.is("have", word, p.n.langs):
			return true
		case from == to || !p.w.is("definite", word, p.n.langs):
			return false
		}
		i = from
	}
	return false
}

// isPhraseNoun reports whether the noun is one of several words' secret, "passphrase".
func (p *phrase) isPhraseNoun() bool {
	return strings.Contains(p.n.text, "phras") || strings.Contains(p.n.text, "fras") || strings.Contains(p.n.text, "фраз")
}
