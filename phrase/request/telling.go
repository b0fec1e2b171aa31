package request

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/phrase"
)

// This file tells requests from what only looks like one: telling of remembering, thanks for it, denials, other senses of the words.

// isWhole reports whether what was found is no beginning of a longer word: "запомни" in "запомнить". Korean, Chinese and Japanese have their
// endings in behind.
func isWhole(s string, at Span) bool {
	last, _ := utf8.DecodeLastRuneInString(s[:at.To])
	next, _ := utf8.DecodeRuneInString(s[at.To:])
	before, _ := utf8.DecodeLastRuneInString(s[:at.From])
	first := phrase.FirstRune(s[at.From:])
	if phrase.IsDense(last) || !unicode.IsLetter(last) && last != 'ْ' {
		return true
	}
	isJoined := unicode.IsLetter(next) && !phrase.IsDense(next) || unicode.Is(unicode.Mn, next) || compound.MatchString(s[at.To:])
	return !isJoined && !(unicode.IsLetter(before) && unicode.IsLetter(first) && !phrase.IsDense(before))
}

// compound finds what makes a noun of the verb before it: "guarda-chuva".
var compound = regexp.MustCompile(`^-\pL{4,}`)

// isTelling reports whether words that may ask to keep something only tell of keeping, by what stands before and behind them.
func isTelling(head, words, behind string) bool {
	if phrase.IsDense(phrase.FirstRune(words)) {
		return denseTelling.MatchString(behind) || tellsBehind(behind) || denseTeller.MatchString(head)
	}
	if tellers.MatchString(head) || phrase.NamesDoer(head) || isNoRequest(head, words, behind) {
		return true
	}
	terms, kinds := wordsOf(words)
	if len(terms) == 0 {
		return false
	}
	for i := range kinds {
		if kinds[i].is(loseVerb) {
			return false
		}
	}
	return isDenied(head)
}

// deniedWithin is how many words before a verb a denial stands at most that is one of it: "you don't need to note that".
const deniedWithin = 3

// isDenied reports whether a denial stands directly before the end of a text, in its last clause.
func isDenied(head string) bool {
	if at := strings.LastIndexAny(head, ",.;:–—،"); at >= 0 {
		head = head[at+1:]
	}
	terms, kinds := wordsOf(head)
	for i := max(0, len(terms)-deniedWithin); i < len(terms); i++ {
		if kinds[i].is(noWord) && !kinds[i].is(askWord) && len(terms) <= deniedWithin+3 {
			return true
		}
	}
	return false
}

var (
	// tellers find the end of what makes of the words behind it what somebody knows or has kept, or what something reminds of.
	tellers = regexp.MustCompile(`(?i)\b(?:everything|anything|what|all|things|that|stuff) (?:that )?you(?:['’]ve| have)?(?: already| still)?\s*$|(?:^|\s)(?:me|mi|nos|ci|m['’]) ?$|\b(?:j['’]ai|tu as|on a|ho|ha|he|has|hemos|i['’]ve|i have|ich habe?|ik heb|hab)(?: \pL+){0,2}\s*$|\bich (?:soll|muss|darf|sollte|müsste)\b[^,;:]*$`)
	// denseTelling finds how goes on what tells of keeping in scripts without spaces, and denseTeller what begins so.
	denseTelling = regexp.MustCompile(`^(?:完毕|録|らせ|させ|代わり|がわり|替わり|の使|て?(?:る|ます|ない[、。]|くれない[、。]|くれて|くれた)|た|き(?:た|ました)|もらった|しまった|み(?:た|ました)|おいた|い(?:る|た|て(?:くれて)?あり)|ある|ました|(?:し|と)?(?:なく|ない)|しろと|ろと|しない|られ|アプリ|帳|장|하지 ?[마말]|지 ?[마말]|(?:해)?줘?서|했|하는|할 |력| ?앱|은|이 안| 안 나|나\?|본|力|性|法|書き|事項|了(?:我|你|他|她)?(?:什么|哪些|多少)|(?:住|下)?(?:的|了吗|吗|多少))`)
	denseTeller  = regexp.MustCompile(`(?:我(?:都|什么都|一直|从来|总)?(?:习惯|喜欢|没|不|已经|昨天)?[^，。]{0,6}|叫我[^，。]{0,8}|(?:叫|让|讓|要求|要|请)(?:我们|大家|学生|同学们?|孩子们?|他们?|她们?)[^，。]{0,8}|(?:^|[^我你便话跟再来])(?:说|說|写道|问道|言う|言った)[:：，,]\s*|让我们?|没有?|还|怎么[^，。]{0,8}|不用|不要|別|别|不)$`)
	thanking     = regexp.MustCompile(`(?i)^\W*(?:thanks?(?: you)?(?: so much| a lot)? (?:for|that)|danke?,? dass|dank je dat|bedankt dat|merci (?:de t|d['’]avoir|pour)|gracias por|grazie (?:per|di|che)|obrigad[oa] por|dzięki,? że|dziękuję,? że|спасибо,? что|дякую,? що|شكر[اًا]+ (?:لأنك|على|انك))|谢谢你?(?:还|都|帮)|ありがとう|(?:줘서|주셔서) ?(?:고마|감사)|için (?:teşekkür|sağ ol)`)
)

// idleDense reports whether a sentence in a script without spaces is about something else: an app for notes, how to save a picture.
func idleDense(sentence string) bool {
	return phrase.IsDense(firstLetter(sentence)) && theLexicon().dense["idle"].MatchString(sentence)
}

// mostIdle is how many words a part has that says nothing: "things between chats".
const mostIdle = 4

// isIdle reports whether all that would be kept are "things", a "secret" or a "seat".
func isIdle(part string) bool {
	_, kinds := wordsOf(part)
	if len(kinds) > mostIdle+3 {
		return false
	}
	n, isIdle := 0, false
	for i := range kinds {
		w := &kinds[i]
		isIdle = isIdle || w.is(idle)
		if !w.is(idle) && !isAside(w) {
			n++
		}
	}
	return isIdle && n <= mostIdle && !slices.ContainsFunc(phrase.Tokens(part), func(t phrase.Token) bool { return t.Kind == phrase.Number })
}

// pastTense finds how verbs end that tell of what somebody kept, and not of what is to be kept.
var pastTense = regexp.MustCompile(`^(?:помнишь|помните|помню|помнит|памятає|pamieta|памятаєш|памятаете|памятаю|pamietasz|pamietam|pamietacie|merkst|vergisst|remembers|keeps|holds|saves|puts|adds|writes|stores|records|hatirliyor.*|.*(?:iyor|uyor)(?:sun|um|uz|lar)?|.*(?:dim|tim|dum|tum|mis|mus|missin)|(?:kaydet|yaz|ekle|sakla|hatirla)m[ea]|.{3,}(?:лем|лам|лся|лась|вши)|.{4,}(?:lem|lam|les|las)|.{2,}(?:ил|ал|ала|ила|ав|ив|али|или|ував|увала|ою|ываю|ую|ает|ують|ют|ят)|wrote|saved|noted|kept|stored|remembered|geschrieben|notiert|gespeichert|gemerkt|genoteerd|geschreven|schrieb)$`)
