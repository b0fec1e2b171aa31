package plain

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
)

// This file compares Japanese and Korean, of which tokens keep no particles, as they were written, and the Turkish ending of a name to whom something
// is done.

var (
	// partners are Japanese particles of whom something is done to, or from whom it comes, behind a name; doers those of who does it.
	partners = regexp.MustCompile(`^(?:さん|ちゃん|くん|君|様|先生)?(?:に|から|へ|と)(?:[^はも]|$)`)
	doers    = regexp.MustCompile(`^(?:さん|ちゃん|くん|君|様|先生)?[はが]`)
	reason   = regexp.MustCompile(`ので|ために|せいで|だから`)
	past     = regexp.MustCompile(`\p{Hiragana}[ただ]$`)
	// koreanDoers are Korean particles of who does something, koreanPartners of whom it is done to or whose it is.
	koreanDoers    = regexp.MustCompile(`^(?:이|가|께서|이가)(?:$|\PL)`)
	koreanPartners = regexp.MustCompile(`^이?(?:에게|한테|께|의|을|를)(?:$|\PL)`)
	// target finds a Turkish name to whom something is done.
	target = regexp.MustCompile(`(\pL{3,})['’][yn]?[ıiuü](?:$|\PL)`)
)

// differsDense reports whether somebody does in a claim what is done to them, a reason is new, or what is asked or is to be done was done.
func (r retelling) differsDense() bool {
	return r.losesTarget() || reason.MatchString(r.claimed) && !reason.MatchString(r.words) || slices.ContainsFunc(r.pairs, r.turnsParticle) || slices.ContainsFunc(r.pairs, r.turnsDone)
}

// losesTarget reports whether a Turkish name lost the ending of whom something is done to.
func (r retelling) losesTarget() bool {
	return slices.ContainsFunc(target.FindAllStringSubmatch(r.words, -1), func(name []string) bool {
		hasEnding := strings.Contains(r.claimed, name[1]+"'") || strings.Contains(r.claimed, name[1]+"’")
		return strings.Contains(r.claimed, name[1]) && !hasEnding
	})
}

// turnsParticle reports whether who does something in one of two texts has it done to them in the other, or owns something there.
func (r retelling) turnsParticle(p Pair) bool {
	term := r.said[p.Said].Term
	i, k := strings.Index(r.words, term), strings.Index(r.claimed, term)
	if i < 0 || k < 0 || !phrase.IsDense(phrase.FirstRune(term)) {
		return false
	}
	said, claim := r.words[i+len(term):], r.claimed[k+len(term):]
	if !phrase.IsHangul(term) {
		return partners.MatchString(said) && doers.MatchString(claim)
	}
	return koreanDoers.MatchString(said) && koreanPartners.MatchString(claim) || koreanPartners.MatchString(said) && koreanDoers.MatchString(claim)
}

// turnsDone reports whether the last word that a Japanese claim has of what was said is past in it alone.
func (r retelling) turnsDone(p Pair) bool {
	said, claim := r.said[p.Said].Term, r.claim[p.Claim].Term
	return p.Said == r.highest && past.MatchString(claim) && !strings.Contains(r.words, claim) && !past.MatchString(said)
}
