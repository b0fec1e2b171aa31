package subject

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
)

// This file finds claims that give the speaker the part of somebody else.

// TurnsRoles reports whether a claim says of the speaker what somebody else does to them in these clauses, and in none of them the speaker does: "Bob
// owes me 50" does not say that I owe Bob. isSame compares a word of the claim with one that was said.
func TurnsRoles(claim []phrase.Token, clauses [][]phrase.Token, isSame func(claim, said phrase.Token) bool) bool {
	i := phrase.IndexKind(claim, phrase.Subject)
	if i < 0 || slices.ContainsFunc(claim[:i], phrase.Token.Counts) || phrase.HasKind(claim, phrase.Object) || phrase.HasKind(claim, phrase.Deny) {
		return false
	}
	verb := slices.IndexFunc(claim[i:], func(t phrase.Token) bool { return t.Kind == phrase.Content })
	if verb < 0 {
		return false
	}
	find := func(ts []phrase.Token, t phrase.Token) int {
		return slices.IndexFunc(ts, func(x phrase.Token) bool { return isSame(t, x) })
	}
	for _, name := range claim[i+verb:] {
		if name.Kind != phrase.Name || phrase.IsCalendar(name.Term) {
			continue
		}
		isTurned := false
		for _, c := range clauses {
			v, n := find(c, claim[i+verb]), find(c, name)
			switch isBySelf := phrase.HasKind(c, phrase.Subject); {
			case v < 0 || n < 0:
			case isBySelf:
				return false
			case n < v && phrase.HasKind(c, phrase.Object) && phrase.Role(c, n) == "":
				isTurned = true
			}
		}
		if isTurned {
			return true
		}
	}
	return false
}

var (
	// chineseClause cuts a Chinese, Japanese or Korean text into clauses.
	chineseClause = regexp.MustCompile(`[，,。；;、！!？?\n]`)
	// ofRelative finds a Chinese clause about somebody of the speaker's, or called.
	ofRelative = regexp.MustCompile(chineseStart + `(?:我的?)?` + chineseOther)
	// ofSelf finds one about the speaker.
	ofSelf = regexp.MustCompile(chineseStart + `(?:我|咱|俺)`)
)

// chineseStart is the beginning of a Chinese clause, with a word that joins it to the one before or asks to remember.
const chineseStart = `^\s*(?:请|記住|记住|记一下|记得)?(?:还有|而且|另外|并且|以及|然后|同时|不过|但是|但|也|现在|其实)*`

// IsOfRelativeOnly reports whether a Chinese claim says of the speaker what a text says of somebody else, and of the speaker the contrary or nothing: "我弟弟住在成都,
// 我不住" does not say that I live there.
func IsOfRelativeOnly(said, claim string) bool {
	what, ok := strings.CutPrefix(strings.TrimSpace(claim), "用户")
	if !ok || what == "" || ofRelative.MatchString(what) {
		return false
	}
	isOfOther, isOther := false, false
	for _, clause := range chineseClause.Split(said, -1) {
		switch {
		case ofRelative.MatchString(clause):
			isOther = true
		case ofSelf.MatchString(clause):
			isOther = false
		}
		if !isWithin(what, clause) {
			continue
		}
		if !isOther {
			return false
		}
		isOfOther = true
	}
	return isOfOther
}
