package typed

import (
	"slices"
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/values"
)

// secondName returns the password that looks like a name of a user itself, beside such a name in a sentence about logging in: behind
// "it is" and a stroke, "my uni login, it's kai.photo18 / rixtar_125 now", or joined where one logs in with both, "log in with kai_82 and
// rixtar_125".
func secondName(p values.Reader) (from, to int, ok bool) {
	lo, hi := p.Sentence()
	if p.Entry.Classes&lexicon.Login == 0 || p.IsQuestion() && !p.Words.HasEntry("itis", p.Low[lo:hi]) {
		return 0, 0, false
	}
	for i := p.Skip(lo, " "); i < hi; i = max(p.Skip(p.TokenEnd(i), " "), i+1) {
		end := p.TokenEnd(i)
		if name := p.Low[i:end]; !looks.IsUserName(name) && !looks.IsLowNumberedName(name) {
			continue
		}
		joint := p.Skip(end, " ")
		after := p.TokenEnd(joint)
		link := p.Low[joint:after]
		from = p.Skip(after, " ")
		to = from + len(strings.TrimRight(p.Low[from:p.TokenEnd(from)], ".,;:!?)"))
		if to > hi || to-from < 8 || !looks.IsUserName(p.Low[from:to]) && !looks.IsUnnamedPassword(p.Plain[from:to]) || strings.Contains(p.Low[from:to], "@") {
			continue
		}
		before := strings.TrimRight(p.Low[lo:i], " :")
		cue := before[strings.LastIndexAny(before, " ,")+1:]
		next := p.Skip(to, " ")
		isWith := p.Words.Is("with", cue, ^uint32(0)) || p.Words.Is("with", p.Low[next:p.WordEnd(next)], ^uint32(0))
		if (link == "/" || link == "|") && (isWith || p.Words.Is("itis", cue, ^uint32(0))) || isWith && p.Words.Is("andword", link, ^uint32(0)) {
			return from, to, true
		}
	}
	return 0, 0, false
}

// besideMail returns the password that a word for "and" joins to a word for an address of mail, where somebody is asked to log in or a service is
// named: "log into netflix with dad's email and Arsenal1886 as usual".
func besideMail(p values.Reader) (from, to int, ok bool) {
	lo, hi := p.Sentence()
	if p.Entry.Classes&lexicon.Login == 0 && !p.Words.HasStem("service", p.Low[lo:hi]) || p.IsQuestion() || p.Words.HasStem("lost", p.Low[lo:hi]) {
		return 0, 0, false
	}
	at := slices.IndexFunc(p.Words.Stems["mailbox"], func(word string) bool { return strings.Contains(p.Low[lo:hi], word) })
	if at < 0 {
		return 0, 0, false
	}
	word := p.Words.Stems["mailbox"][at]
	i := p.WordEnd(lo + strings.Index(p.Low[lo:hi], word) + len(word))
	for range maxOwner {
		i = p.Skip(i, " ")
		end := p.WordEnd(i)
		if p.Words.Is("andword", p.Low[i:end], ^uint32(0)) || p.Words.Is("andjoint", p.Low[i:end], ^uint32(0)) {
			from = p.Skip(end, " \"'`")
			to = p.RunEnd(from, hi)
			return from, to, isNumbered(p, from, to) && !looks.IsReference(p.Plain[from:to]) && !p.Words.Is("productname", p.Low[from:to], ^uint32(0))
		}
		if end == i || end >= hi {
			break
		}
		i = end
	}
	return 0, 0, false
}
