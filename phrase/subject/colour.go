package subject

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
)

// This file tells what the clauses beside one make of it.

// ColourOf returns the markers that its neighbours give to a clause: "if I …,", "Anna says,", "I think". A
// condition or a plan of the listener ("if you cook") colours nothing.
func ColourOf(clauses []phrase.Clause, at int) map[phrase.Marker]bool {
	out := make(map[phrase.Marker]bool)
	for i, c := range clauses {
		if i == at {
			continue
		}
		short := len(strings.Fields(c.Text)) <= 4 && len(c.Text) < 40
		leads := i == at-1 && phrase.IsComplement(clauses[at].Text) // "I don't think, that …"
		if leads && phrase.HasDenial(phrase.Bare(c.Text)) {
			out[phrase.Doubt] = true
		}
		if leads && (IsOthersWord(c.Text) || isOthersMind(c.Text)) {
			out[phrase.Report] = true
		}
		for m := range phrase.Markers(c.Text) {
			switch {
			case m == phrase.Pretence:
				out[m] = true
			case slices.Contains(phrase.Bounds, m):
				if i == at+1 || short && i == at-1 {
					out[m] = true
				}
			case m == phrase.Report, m == phrase.Doubt:
				if leads || short && (i == at-1 || i == at+1) {
					out[m] = true
				}
			case m == phrase.Condition:
				if !phrase.IsAboutListener(c.Text) {
					out[m] = true
				}
			}
		}
	}
	return out
}

// sure finds words for what somebody is sure of, where no verb says so.
var sure = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:уверен[аы]?|впевнен[аий]|убежден[аы]?|убеждён|переконан[аий]|pewn[aiy]|przekonan[aiy]|sicher|überzeugt|sicur[aoei]|convint[aoei]|convencid[aoe]s?|segur[aoe]s?|convaincue?s?|sûre?s?|sure|convinced|zeker|overtuigd|emin)(?:$|[^\pL])`)

// isOthersMind reports whether a clause says that somebody else than the speaker is sure of what follows: "my aunt is sure that I drink".
func isOthersMind(s string) bool {
	return sure.MatchString(s) && !phrase.HasKind(phrase.Tokens(phrase.Bare(s)), phrase.Subject)
}

// IsOthersWord reports whether a clause that leads to another one is about somebody else than the speaker, who then
// says or thinks that one: "Anna swears that I snore".
func IsOthersWord(s string) bool {
	ts := phrase.Tokens(phrase.Bare(s))
	who := Find(ts)
	return len(who) > 0 && len(who) < len(ts) && who[len(who)-1].Kind != phrase.Subject && !phrase.HasKind(ts, phrase.Copula)
}
