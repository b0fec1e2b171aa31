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
			case m == phrase.Doubt && i > at && asksOnward(c):
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

// asksOnward reports whether a clause is a question that goes on from what was stated before, so that the "may" and "could" in it are no doubt about
// that: "…, what may I eat?", "…, could they eat tuna?" A question whether the statement is right is none: "…, could that be wrong?"
func asksOnward(c phrase.Clause) bool {
	return c.IsQuestion && onward.MatchString(c.Text) && !aboutTruth.MatchString(c.Text) && !phrase.Markers(mayOrCould.ReplaceAllString(c.Text, " "))[phrase.Doubt]
}

// verbsOfMay are verbs that ask for leave or advice in a question, and doubt in a statement.
const verbsOfMay = `may|might|could|k[öo]nn?te[nst]*|pourr\pL+|podr[íi]\pL+|poder[íi]a\pL*|potre\pL+|może|mogę|mogą|mógłby\pL*|mogłaby\pL*|может|могут|можно|може|можуть|zou|zouden|kunde`

var (
	mayOrCould = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:` + verbsOfMay + `)(?:$|[^\pL])`)
	// onward finds the beginning of such a question: by a question word, or by the verb and who it is about.
	onward = regexp.MustCompile(`(?i)^\PL*(?:(?:and|so|und|also|et|alors|y|e|entonces|allora|então|en|dus|och|a|i|и|а|та) )?(?:` +
		`(?:what|how|which|where|when|why|was|wie|welche[rsn]?|wo|wann|warum|wieso|womit|wovon|que|qu['’]|quoi|comment|où|quand|pourquoi|quels?|quelles?|qué|cómo|cuál|cuáles|dónde|cuándo|cosa|che|come|dove|quando|quale|quali|perché|o que|como|qual|quais|onde|` +
		`wat|hoe|welke?|waar|wanneer|waarom|vad|hur|vilken|vilka|var|när|co|jak|jakie|jaki|która?|które|gdzie|kiedy|dlaczego|что|чем|чего|как|какой|какая|какие|где|когда|почему|що|чим|як|який|яка|які|де|коли|чому)(?:[^\pL]|$)` +
		`|(?:may|might|could) (?:i|we|he|she|they|you|my|our|the)[^\pL]|k[öo]nnte[nst]* (?:ich|wir|er|sie|die|man|mein|meine|unsere?)[^\pL]|pourr\pL+-(?:je|nous|il|elle|ils|elles|on)[^\pL]` +
		`|(?:podr[íi]|poder[íi]a|potre)\pL* \pL+(?:[aei]r|[aei]re)[^\pL]|(?:может|могут|може|можуть) (?:ли )?(?:он|она|они|им|ему|ей|мне|він|вона|вони)[^\pL]|zou(?:den)? (?:ik|we|wij|hij|zij|ze)[^\pL]|(?:czy )(?:mogą|może|mogę)[^\pL])`)
	// aboutTruth finds what asks whether a statement is right.
	aboutTruth = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:right|wrong|true|false|correct|mistaken|mixed|imagin\pL+|sure|know|say|guess|falsch|richtig|wahr|sein|irren|täusch\pL*|wissen|sagen|vrai|faux|tort|trompe\pL*|être|savoir|cierto|verdad|ser|equivoc\pL*|saber|vero|essere|sbagli\pL*|sapere|verdade|errad[oa]|engan\pL*|` +
		`waar zijn|kloppen|vergis\pL*|weten|sant|fel|veta|prawda|prawdą|myl\pL*|wiedzieć|быть|правд\pL*|ошиб\pL*|бути|помил\pL*)(?:$|[^\pL])`)
)

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
