// Package tense tells forms of one verb apart that say whether something was done: "comprato" and "comprarsi", "sprzedał" and "sprzeda",
// "gekauft" and "kaufen". It knows endings, no verbs, and is asked only about two forms of one word.
//
// It also knows what is said to begin later, which is not so yet, and what ends at some time. It is pure. Start reading at Turns.
package tense

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase/moment"
)

// forms are, by language, how forms of something done end, and those of what is not done yet or goes on; without marks. A pair is compared
// only where one line finds both.
var forms = []struct{ done, open *regexp.Regexp }{
	// Italian, Spanish, Portuguese: participles, and infinitives with their pronouns.
	{regexp.MustCompile(`(?:at|it|ut|ad|id)[oaei]s?$`), regexp.MustCompile(`[aei]r(?:e|si|mi|ti|ci|lo|la|li|le|se|me|te|nos|las|los)?$`)},
	// Portuguese and Spanish: what happened once.
	{regexp.MustCompile(`\pL(?:ou|eu|iu|aram|eram|iram|aron|ieron)$`), regexp.MustCompile(`[aei]r(?:e|se|lo|la|los|las|me|te|nos)?$`)},
	// German and Dutch.
	{regexp.MustCompile(`^(?:an|auf|aus|ein|vor|zu|ab|mit|op|uit|aan)?ge\pL{2,}(?:t|en|d)$`), regexp.MustCompile(`^\pL{3,}(?:en|eln|ern)$`)},
	// Russian.
	{regexp.MustCompile(`[аеиоуыяю]л(?:а|о|и)?(?:ся|сь)?$`), regexp.MustCompile(`(?:т|ть|ти|ет|ит|ют|ут|ят|ат|ишь|ешь|ем|им|у|ю)(?:ся|сь)?$`)},
	// Ukrainian.
	{regexp.MustCompile(`[аеиіоуюяї](?:в|ла|ло|ли)(?:ся)?$`), regexp.MustCompile(`(?:ти|є|у|ю|ить|ють|уть|ать|ять|емо|имо|тиме)(?:ся)?$`)},
	// Polish.
	{regexp.MustCompile(`[aeiyąę](?:ł|l)(?:am|em|as|es|a|o|i|y)?$`), regexp.MustCompile(`(?:c|e|a|i|y|ja|aja|eja|uja)$`)},
}

// Turns reports whether one form of a verb says that something was done, and the other that it is not.
func Turns(said, claimed string) bool {
	return said != claimed && (Completes(said, claimed) || Completes(claimed, said) || IsImperfect(said) != IsImperfect(claimed))
}

// Completes reports whether the claimed form of a verb says that something was done, and the one that was said does not.
func Completes(said, claimed string) bool {
	return slices.ContainsFunc(forms, func(f struct{ done, open *regexp.Regexp }) bool {
		at := f.done.FindStringIndex(claimed)
		if at == nil || f.done.MatchString(said) || !f.open.MatchString(said) {
			return false
		}
		stem := claimed[:at[0]]
		if l := max(strings.LastIndex(claimed, "л"), strings.LastIndex(claimed, "в")); l > 0 && strings.HasPrefix(said, claimed[:l]+"л") {
			return false // "школу", "школа"
		}
		return at[0] == 0 || len(stem) > 2 && strings.HasPrefix(said, stem)
	})
}

var (
	// now finds words that say that something is so at present.
	now = regexp.MustCompile(`(?i)\b(?:currently|now|right now|at present|at the moment|already|momentan|aktuell|derzeit|zurzeit|im moment|gerade|bereits|schon|actuellement|en ce moment|maintenant|déjà|actualmente|ahora|ahorita|ya|attualmente|adesso|ora|già|atualmente|agora|já|momenteel|nu|op dit moment|al|obecnie|teraz|już|aktualnie)\b|сейчас|теперь|уже|зараз|тепер|вже|şu an|şimdi|حاليا|حالياً|الآن|الحين|现在|目前|已经|今は|現在|もう|지금|현재|이미`)
	// from finds words behind which stands when something begins, where they do not mean "since" as well.
	from = regexp.MustCompile(`(?i)\b(?:from|starting|as of|effective|ab|à partir d[eu]|dès|a partir del?|a partire da(?:l|ll['’])?|a partir d[eoa]|vanaf|met ingang van) (\S+(?: \S+)?)`)
	// coming finds what begins at a time that has no date.
	coming = regexp.MustCompile(`(?i)^(?:the |le |el |il |o |dem |de )?(?:next|nächste\w*|kommende\w*|volgende?|summer|autumn|spring|sommer|herbst|frühling)\b`)
	// later finds other words for what begins at a time to come.
	later = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:с|со|з|із|від|od) (?:января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря|січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня|stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia)(?:$|[^\pL])|(?:^|[^\pL])\pL+тим(?:у|еш|е|емо|ете|уть)(?:ся)?(?:$|[^\pL])|начиная с|починаючи з|itibaren|ابتداء من|اعتبارا من|从[^，。]{1,8}(?:起|开始)`)
)

// passing finds what is so for some days only.
var passing = regexp.MustCompile(`(?i)\b(?:this (?:week|weekend)|tonight|diese[rn]? woche|dieses wochenende|heute abend|cette semaine|ce week-?end|ce soir|esta semana|este fin de semana|esta noche|questa settimana|questo weekend|stasera|este fim de semana|esta noite|deze week|dit weekend|vanavond|w tym tygodniu|bu hafta(?: sonu)?)\b|на этой неделе|цього тижня|这周|這週|本周|这个?星期|今週|이번 ?주|هذا الأسبوع|هالأسبوع|هالاسبوع`)

// until finds what ends at a time that has a name or a number.
var until = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:until|till|bis|jusqu['’](?:en|au|à)|hasta|até|fino ad?|tot|до) (?:(?:the|zum|el|o|al?|eind|конца|кінця) )?\S+|\bdo (?:końca )?(?:stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia)|\S+ kadar(?:$|[^\pL])|到[^，。]{1,3}月|حتى \S+|\S+까지|\S+月まで`)

// Time is what a text says of when something is so.
type Time struct {
	text                          string
	isNow, beginsLater, isPassing bool
}

// Parse returns the time of a text.
func Parse(s string) Time {
	t := Time{text: s, isNow: now.MatchString(s), beginsLater: later.MatchString(s), isPassing: passing.MatchString(s)}
	for _, m := range from.FindAllStringSubmatch(s, -1) {
		t.beginsLater = t.beginsLater || coming.MatchString(m[1]) || moment.IsDated(m[0]) // "March I" alone is no month
	}
	for _, m := range until.FindAllString(s, -1) {
		t.isPassing = t.isPassing || moment.IsDated(m)
	}
	return t
}

// MakesLasting reports whether a claim leaves out that something is so for some days only ("I work nights this week"), or was so.
func MakesLasting(claim, said Time) bool {
	return said.isPassing && !claim.isPassing && !moment.IsDated(claim.text) || BringsBack(claim, said)
}

// BringsForward reports whether a claim says that something is so which was said to begin later: it says "now", or leaves the day out.
func BringsForward(claim, said Time) bool {
	return said.beginsLater && !said.isNow && !claim.beginsLater && (claim.isNow || !moment.IsDated(claim.text))
}

var (
	// formerly and presently find what somebody was or had, and what the person is or has.
	formerly  = regexp.MustCompile(`(?i)\b(?:i|he|she|it|my \pL+) was\b|\b(?:we|they) were\b|\b(?:had ik|hadden we|had ze|ik had|we hadden)\b|\b(?:ich|er|sie|wir) (?:war|waren|hatte|hatten)\b|\b(?:j['’]étais|j['’]avais|yo era|ero|eravamo|avevo|eu era|eu tinha|ik was|ik had|i had|we had)\b|(?:^|\P{L})\pL+(?:[ıiuü]m|s[ıiuü]) vardı`)
	presently = regexp.MustCompile(`(?i)\b(?:the user|der nutzer|die nutzerin|l['’]utilisat(?:eur|rice)|el usuario|la usuaria|l['’]utente|o usuário|a usuária|de gebruiker) (?:is|has|ist|hat|est|es|tiene|é|è|ha|tem|heeft|a)\b|(?:^|\P{L})[Kk]ullanıcının .* var(?:\P{L}|$)`)
)

// BringsBack reports whether a claim says that the person is or has what they said they were or had.
func BringsBack(claim, said Time) bool {
	return formerly.MatchString(said.text) && presently.MatchString(claim.text) && !participle.MatchString(claim.text)
}

// participle finds what was done behind a form of "to have" or "to be", which is no present.
var participle = regexp.MustCompile(`(?i)\b(?:has|have) (?:been|had|\pL+ed)\b|\b(?:hat|ist) .*\b(?:ge|ver|be|er|ent)\pL+(?:t|en)\b|\b(?:a|est|ha|è) (?:été|eu|stat[oa]|avut[oa]|\pL+(?:é|ée|i|u|at[oa]|ut[oa]|it[oa]))\b|\b(?:ha|tem) \pL+(?:ado|ido)\b|\bheeft .*\bge\pL+`)

// imperfect are the endings of verbs in the imperfect of French, Spanish, Portuguese and Italian.
var imperfect = strings.Fields("ait ais aient aba aban ava avam avano eva evano")

// presents are verbs of the present that end like that.
var presents = regexp.MustCompile(`^(?:(?:f|s|v|pl|t|m|ch|p|n|l|b|(?:re|dis)?con?n|(?:ap|dis)?par|jam|desorm|pal|fr|mauv|angl|franc|japon|portug|holland|irland|ecoss|poln|finland|liban|senegal|camerounn?|marseill|lyonn|thailand|pakistan|rel|del|milan)aise?s?|(?:re|dis)?con?nait|(?:ap|dis|re)*parait|(?:dé|de|com)?plait|ren?ait|naît|l?leva|eleva|releva|nieva|alaba|graba|acaba)$`)

// IsImperfect reports whether a word ends as such a verb does: "mangeait", "tomaba".
func IsImperfect(term string) bool {
	return len(term) > 4 && !presents.MatchString(term) && slices.ContainsFunc(imperfect, func(e string) bool { return strings.HasSuffix(term, e) })
}
