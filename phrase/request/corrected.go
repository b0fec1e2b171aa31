package request

import (
	"regexp"
	"slices"
)

// This file finds a correction that the listener is told to make: "no, it's Siobhan, not Shevaun, fix that".

var (
	// refusals begin such a correction, and contrasts stand in one in scripts without spaces.
	refusals  = regexp.MustCompile(`(?i)^\PL*(?:no|nope|nah|nein|nee|non|não|nao|hayır|yok|нет|не|ні|nie|لا|لأ)[\s,.،!]+`)
	contrasts = regexp.MustCompile(`じゃなく|ではなく|じゃない|아니(?:고|라|야)|不是|並非|并非`)
	// fixing ends one.
	fixing = regexp.MustCompile(`(?i)[\s,;،.]+(?:and |und |en |et |y |e |и |i |і |ve )?(?:please |bitte |por favor |aub )?(?:(?:fix|correct|change|update|amend) (?:that|this|it)|(?:korrigier|änder|berichtig|verbesser)(?:e|en sie)?(?: das| es)?(?: mal)?|pas (?:dat|dit|het) (?:even )?aan|(?:verbeter|wijzig|corrigeer) (?:dat|dit|het)(?: even)?` +
		`|(?:corrige|rectifie|change)(?:z)?(?:-le|-la|-moi ça| ça)?|(?:corr[íi]ge|c[áa]mbia|arr[ée]gla|rectif[íi]ca)(?:lo|la|melo)?|(?:correggi|cambia|aggiusta|sistema)(?:lo|la)?|(?:corrige|corrija|arruma|muda|conserta)(?: a[íi]| isso| lá)?|(?:düzelt|değiştir|güncelle)(?:in|sene)?(?: onu| şunu| bunu)?` +
		`|(?:исправь|поправь|поменяй|измени)(?:те)?(?: это| у себя)?|(?:виправ|поправ|зміни)(?:те)?(?: це| у себе)?|(?:popraw|zmień|skoryguj)(?:cie)?(?: to)?|(?:صحح|عدل|غير)(?:ها|ه|يها)?)(?:,? (?:please|pls|plz|bitte|stp|svp|porfa|por favor|grazie|lütfen|плиз|пожалуйста|будь ласка|proszę|then|then please))?\PL*$` +
		`|[、，,。\s]?(?:直して|訂正して|修正して|変えて)(?:ください|おいて|くれ|ね|ほしい)*[。!！]*$|[,.\s](?:고쳐|수정해|바꿔|정정해)(?:\s?(?:줘|주세요|놔|줄래))*[.!~]*$|[，,。](?:帮我|請|请|快)?(?:改|更正|修改|纠正|改正)(?:一下|过来|過來|下)?(?:吧|啊|哦)?[。!！]*$`)
)

// correction is a word that says of what follows that it corrects what is kept.
var correction = regexp.MustCompile(`(?i)^\PL*(?:(?:small|quick|kleine|petite|piccola|pequeña|pequena|mała|маленькая|невелика|bir) )?(?:corrections?|korrektur|berichtigung|richtigstellung|correctie|rectificatie|rectification|erratum|errata|correcci[oó]n|rectificaci[oó]n|fe de erratas|rectifico|corrijo|rettific[oa]|correggo|correzione|errata corrige` +
	`|corre[cç]?[cç][aã]o|retific[oa]|retificação|düzeltiyorum|düzeltme|tashih|поправ(?:ка|очка)|исправление|исправлюсь|виправлення|уточнення|уточнение|poprawka|korekta|sprostowanie|تصحيح|تعديل|訂正(?:です|します)?|修正(?:です|します)?|更正(?:一下)?|改正|纠正(?:一下)?|정정(?:합니다|할게요?|해요)?)\s?[:,،：，、.。]\s*`)

// findCorrected returns what such a sentence says.
func findCorrected(sentence string) (part Span, ok bool) {
	if at := correction.FindStringIndex(sentence); at != nil && !isQuestion(sentence) && saysSomething(sentence[at[1]:]) {
		return trim(sentence, Span{From: at[1], To: len(sentence)}), true
	}
	end := fixing.FindStringIndex(sentence)
	if end == nil {
		return part, false
	}
	begin := refusals.FindStringIndex(sentence)
	if begin == nil && !contrasts.MatchString(sentence[:end[0]]) {
		return part, false
	}
	if begin != nil {
		part.From = begin[1]
	}
	if part.To = end[0]; part.From >= part.To || !saysSomething(sentence[part.From:part.To]) {
		return part, false
	}
	return trim(sentence, part), true
}

// Corrects reports whether a text tells its reader to correct what is kept, or what was said before.
func Corrects(s string) bool {
	return slices.ContainsFunc(sentencesOf(s), func(at Span) bool {
		sentence := s[at.From:at.To]
		if _, ok := findCorrected(sentence); ok {
			return true
		}
		all, _ := findAsking(sentence)
		return slices.ContainsFunc(all, func(p piece) bool { return p.corrects }) || hasClause(sentence, utterance.mayCorrect)
	})
}

// mayCorrect reports whether such a clause may tell the listener to correct something: "take Mark off", "update my details".
func (u utterance) mayCorrect() bool {
	if !u.any(fixHint) || u.any(toldHint|thirdHint|whichHint) || u.any(loseHint) && !u.any(beforeHint) {
		return false
	}
	return u.first&fixHint != 0 && !u.isOwn() || u.any(thatHint|placeHint|pleaseHint|youHint|mustHint|wantHint) && !u.any(ownHint) && u.others <= 2
}
