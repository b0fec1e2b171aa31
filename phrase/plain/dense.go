package plain

import (
	"regexp"
	"strings"

	"keepsake/phrase"
)

// This file compares Japanese, of which tokens keep no particles, as it was written, and the Turkish ending of whom something is done to.

var (
	// partners are the particles of whom something is done to, or from whom it comes, behind a name; doers those of who does it.
	partners = regexp.MustCompile(`^(?:さん|ちゃん|くん|君|様|先生)?(?:に|から|へ|と)(?:[^はも]|$)`)
	doers    = regexp.MustCompile(`^(?:さん|ちゃん|くん|君|様|先生)?[はが]`)
	reason   = regexp.MustCompile(`ので|ために|せいで|だから`)
	past     = regexp.MustCompile(`\p{Hiragana}[ただ]$`)
	target   = regexp.MustCompile(`(\pL{3,})['’][yn]?[ıiuü](?:$|[^\pL])`)
)

// differsDense reports whether somebody does in a Japanese claim what is done to them, a reason is new, or what is asked or to be done was done.
// The same of a Turkish name.
func (r retelling) differsDense() bool {
	for _, m := range target.FindAllStringSubmatch(r.words, -1) {
		if strings.Contains(r.claimed, m[1]) && !strings.Contains(r.claimed, m[1]+"'") && !strings.Contains(r.claimed, m[1]+"’") {
			return true
		}
	}
	if reason.MatchString(r.claimed) && !reason.MatchString(r.words) {
		return true
	}
	for _, p := range r.pairs {
		t := r.claim[p.Claim]
		if !phrase.IsDense(phrase.FirstRune(t.Term)) || phrase.IsHangul(t.Term) {
			continue
		}
		if i, k := strings.Index(r.words, t.Term), strings.Index(r.claimed, t.Term); i >= 0 && k >= 0 {
			if partners.MatchString(r.words[i+len(t.Term):]) && doers.MatchString(r.claimed[k+len(t.Term):]) {
				return true
			}
		}
		if past.MatchString(t.Term) && !strings.Contains(r.words, t.Term) && p.Said == r.highest && !past.MatchString(r.said[p.Said].Term) {
			return true
		}
	}
	return false
}
