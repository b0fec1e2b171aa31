package secret

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/locks"
	"keepsake/secret/looks"
)

// access adds the one random token in a sentence about logging in, unlocking or a network, which names no password:
// "I log in to Gmail with Morafek9021", "the wifi at home is mura-7-fek".
func (p *phrase) access(add func(from, to int, kind Kind)) {
	lo, hi := p.sentence()
	isLost := p.w.HasStem("lost", p.Low[lo:hi]) && !strings.HasSuffix(p.n.Text, " with") // "locked with"
	if isLost || strings.ContainsAny(p.Low[lo:hi], "{}<>[]") {
		return
	}
	if p.n.Classes&lexicon.Login != 0 {
		if from, to, ok := p.as(lexicon.Code).loneNumber(lo, hi); ok && !p.isOfKindBefore(lo, from) && (looks.CountDigits(p.Low[from:to]) == 6 || p.isTyped(lo, from, to)) {
			add(from, to, Code)
		}
	}
	from, to, found := 0, 0, false
	for i := lo; i < hi; {
		f, t, ok := p.loneRandom(i, hi)
		if !ok {
			break
		}
		i = t
		if !looks.IsUnnamedPassword(p.Plain[f:t]) || p.isOther(f) || p.isUser(lo, f) {
			continue
		}
		if found {
			return
		}
		from, to, found = f, t, true
	}
	if !found {
		return
	}
	before := strings.TrimRight(p.Low[lo:from], " \"'`*")
	word := before[strings.LastIndexAny(before, " ")+1:]
	next := p.Skip(to, " \"'`*-")
	after := p.Low[next:p.WordEnd(next)]
	with := p.w.Is("with", word, ^uint32(0)) || p.w.Is("use", word, ^uint32(0)) || p.w.Is("with", after, ^uint32(0))
	if with || p.isClauseEnd(to) && (p.n.Classes&lexicon.Net != 0 || p.w.HasThing("lock", p.Low[lo:hi]) || p.n.Classes&lexicon.Opens != 0 && p.w.HasStem("sealed", p.Low[lo:hi])) {
		add(from, to, Password)
	}
}

// isTyped reports whether a word for typing stands before or after what is between two places: "enter 4821 to log in".
func (p *phrase) isTyped(lo, from, to int) bool {
	before := strings.TrimRight(p.Low[lo:from], " ")
	next := p.Skip(to, " ")
	after := p.Low[next:p.WordEnd(next)]
	if _, is := p.matchDense("use", p.Skip(next, "をで로을를")); is {
		return true
	}
	return p.w.Is("use", before[strings.LastIndexAny(before, " ,:")+1:], ^uint32(0)) || p.w.Is("use", after, ^uint32(0))
}

// findUnnamed adds what the noun's sentence tells though it names no password: what opens a lock, logs in, answers a question,
// came with a message, is said in words or stands in a table.
func (p *phrase) findUnnamed(add func(from, to int, kind Kind)) {
	c := p.n.Classes
	if c&lexicon.Opens != 0 {
		p.opened(add)
	}
	if c&(lexicon.Opens|lexicon.Login|lexicon.Net) != 0 {
		p.access(add)
	}
	if c&lexicon.Locked != 0 {
		if from, to, ok := locks.After(p.Text, p.w, p.end); ok {
			add(from, to, Password)
		}
		p.remembered(add)
	}
	if c&(lexicon.Question|lexicon.Private) != 0 {
		p.answered(add)
	}
	if c&(lexicon.Message|lexicon.Payment) != 0 {
		p.messaged(add)
	}
	p.dictated(add)
	p.columns(add)
}
