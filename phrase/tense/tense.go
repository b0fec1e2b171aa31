// Package tense tells forms of one verb apart that say whether something was done: "comprato" and "comprarsi", "sprzedał" and "sprzeda",
// "gekauft" and "kaufen". It knows endings, no verbs, and is asked only about two forms of one word.
//
// It also knows what is said to begin later, which is not so yet. It is pure. Start reading at Turns.
package tense

import (
	"regexp"
	"slices"
	"strings"
)

// forms are, by language, how forms of something done end, and those of what is not done yet or goes on; without marks. A pair is compared
// only where one line finds both.
var forms = []struct{ done, open *regexp.Regexp }{
	// Italian, Spanish, Portuguese: participles, and infinitives with their pronouns.
	{regexp.MustCompile(`(?:at|it|ut|ad|id)[oaei]s?$`), regexp.MustCompile(`[aei]r(?:e|si|mi|ti|ci|lo|la|li|le|se|me|te|nos|las|los)?$`)},
	// German and Dutch.
	{regexp.MustCompile(`^(?:an|auf|aus|ein|vor|zu|ab|mit|op|uit|aan)?ge\pL{2,}(?:t|en|d)$`), regexp.MustCompile(`^\pL{3,}(?:en|eln|ern)$`)},
	// Russian.
	{regexp.MustCompile(`[аеиоуыяю]л(?:а|о|и)?(?:ся|сь)?$`), regexp.MustCompile(`(?:т|ть|ти|ет|ит|ют|ут|ят|ат|ишь|ешь|ем|им)(?:ся|сь)?$`)},
	// Ukrainian.
	{regexp.MustCompile(`[аеиіоуюяї](?:в|ла|ло|ли)(?:ся)?$`), regexp.MustCompile(`(?:ти|є|ить|ить|ють|уть|ать|ять|емо|имо|тиме)(?:ся)?$`)},
	// Polish.
	{regexp.MustCompile(`[aeiyąę](?:ł|l)(?:am|em|as|es|a|o|i|y)?$`), regexp.MustCompile(`(?:c|e|a|i|y|ja|aja|eja|uja)$`)},
}

// Turns reports whether one form of a verb says that something was done, and the other that it is not.
func Turns(said, claimed string) bool {
	if said == claimed {
		return false
	}
	for _, f := range forms {
		isDone := func(a, b string) bool {
			at := f.done.FindStringIndex(a)
			if at == nil || f.done.MatchString(b) || !f.open.MatchString(b) {
				return false
			}
			stem := a[:at[0]]
			return at[0] == 0 || len(stem) > 2 && strings.HasPrefix(b, stem)
		}
		if isDone(said, claimed) || isDone(claimed, said) {
			return true
		}
	}
	return IsImperfect(said) != IsImperfect(claimed)
}

// now finds words that say that something is so at present, later what begins at a time to come.
var (
	now   = regexp.MustCompile(`(?i)\b(?:currently|now|right now|at present|at the moment|already|momentan|aktuell|derzeit|zurzeit|im moment|gerade|bereits|schon|actuellement|en ce moment|maintenant|déjà|actualmente|ahora|ahorita|ya|attualmente|adesso|ora|già|atualmente|agora|já|momenteel|nu|op dit moment|al|obecnie|teraz|już|aktualnie)\b|сейчас|теперь|уже|зараз|тепер|вже|şu an|şimdi|حاليا|حالياً|الآن|الحين|现在|目前|已经|今は|現在|もう|지금|현재|이미`)
	later = regexp.MustCompile(`(?i)\b(?:from|starting|as of|effective|ab|à partir d[eu]|dès|a partir del?|a partire da(?:l|ll['’])?|a partir d[eoa]|vanaf|per|met ingang van) (?:the |le |el |il |o |dem |de )?(?:\d{1,2}\b|\d{1,2}[.]|next|nächste\w*|kommende\w*|volgende?|januar\w*|febr\w*|march|märz|maart|april|may|mai|mei|june?i?|july?i?|aug\w*|sept\w*|o[ck]tob\w*|novemb\w*|de[cz]emb\w*|janv\w*|févr\w*|mars|avril|juin|juillet|août|enero|febrero|marzo|abril|mayo|junio|julio|agosto|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|tomorrow|morgen|demain|mañana|domani|amanhã|monday|montag|lundi|maandag|summer|autumn|spring|sommer|herbst|frühling)|начиная с|починаючи з|itibaren|ابتداء من|اعتبارا من|从[^，。]{1,8}(?:起|开始)`)
)

// Time is what a text says of when something is so.
type Time struct{ isNow, beginsLater, isDated bool }

// dated finds a number or the name of a month or a day.
var dated = regexp.MustCompile(`(?i)\d|\b(?:jan|feb|mar|mär|apr|may|mai|mei|jun|jul|aug|ag[ou]|sep|o[kct]t|nov|de[cz]|ene|gen|fév|fev|av?r|ao|lug|mon|tue|wed|thu|fri|sat|sun|di|do|mi|lun|mie|jue|vie|sáb|sab|dom)\pL*|next|nächst|kommend|prochain|próxim|prossim|volgend|tomorrow|morgen|demain|mañana|domani|amanhã|следующ|наступн|завтра|przyszł|jutro|gelecek|yarın|القادم|غدا|下|明|来|來|次|다음|내일|[一二三四五六七八九十]月`)

// Of returns the time of a text.
func Of(s string) Time {
	return Time{isNow: now.MatchString(s), beginsLater: later.MatchString(s), isDated: dated.MatchString(s)}
}

// BringsForward reports whether a claim says that something is so which was said to begin later: it says "now", or leaves the day out.
func BringsForward(claim, said Time) bool {
	return said.beginsLater && !said.isNow && !claim.beginsLater && (claim.isNow || !claim.isDated)
}

// imperfect are the endings of verbs in the imperfect of French, Spanish, Portuguese and Italian.
var imperfect = strings.Fields("ait aient aba aban ava avam avano eva evano")

// IsImperfect reports whether a word ends as such a verb does: "mangeait", "tomaba".
func IsImperfect(term string) bool {
	return len(term) > 4 && slices.ContainsFunc(imperfect, func(e string) bool { return strings.HasSuffix(term, e) })
}
