package request

import (
	"regexp"
	"slices"
)

// This file finds a correction that the listener is told to make: "no, it's Siobhan, not Shevaun, fix that".

var (
	// refusals begin such a correction, and contrasts stand in one in scripts without spaces.
	refusals  = regexp.MustCompile(`(?i)^\PL*(?:no|nope|nah|nein|nö|ne|nee|non|não|nao|hayır|yok|нет|не|ні|nie|لا|لأ)[\s,.،!]+` + declining)
	contrasts = regexp.MustCompile(`じゃなく|ではなく|じゃない|아니(?:고|라|야)|不是|並非|并非`)
	// fixing ends one.
	fixing = regexp.MustCompile(`(?i)[\s,;،.]+(?:and |und |en |et |y |e |и |i |і |ve )?(?:please |bitte |por favor |aub )?(?:(?:fix|correct|change|update|amend) (?:that|this|it)|(?:korrigier|änder|berichtig|verbesser)(?:e|en sie)?(?: das| es)?(?: mal)?|pas (?:dat|dit|het) (?:even )?aan|(?:verbeter|wijzig|corrigeer) (?:dat|dit|het)(?: even)?` +
		`|(?:corrige|rectifie|change)(?:z)?(?:-le|-la|-moi ça| ça)?|(?:corr[íi]ge|c[áa]mbia|arr[ée]gla|rectif[íi]ca)(?:lo|la|melo)?|(?:correggi|cambia|aggiusta|sistema)(?:lo|la)?|(?:corrige|corrija|arruma|muda|conserta)(?: a[íi]| isso| lá)?|(?:düzelt|değiştir|güncelle)(?:in|sene)?(?: onu| şunu| bunu)?` +
		`|(?:исправь|поправь|поменяй|измени)(?:те)?(?: это| у себя)?|(?:виправ|поправ|зміни)(?:те)?(?: це| у себе)?|(?:popraw|zmień|skoryguj)(?:cie)?(?: to)?|(?:صحح|عدل|غير)(?:ها|ه|يها)?)(?:,? (?:please|pls|plz|bitte|stp|svp|porfa|por favor|grazie|lütfen|плиз|пожалуйста|будь ласка|proszę|then|then please))?\PL*$` +
		`|[、，,。\s]?(?:直して|訂正して|修正して|変えて)(?:ください|おいて|くれ|ね|ほしい)*[。!！]*$|[,.\s](?:고쳐|수정해|바꿔|정정해)(?:\s?(?:줘|주세요|놔|줄래))*[.!~]*$|[，,。](?:帮我|請|请|快)?(?:改|更正|修改|纠正|改正)(?:一下|过来|過來|下)?(?:吧|啊|哦)?[。!！]*$`)
)

// making finds what tells the listener to say something else of what was said: "make that 7 pm", "maak daar 19.00 van".
var making = regexp.MustCompile(`(?i)(?:^|[,.;!]\s*|(?:no|sorry|oops|actually|wait|oh|ok|please|pls) )make (?:that|it) |(?:^|[^\pL])(?:(?:change|move|switch|set) (?:that|it) to |mach(?:en wir)? (?:da |das |dann |mal |bitte |lieber )*.{1,24}? (?:d(?:a)?raus)|mach (?:da |das )?(?:lieber|bitte|doch) |(?:ma(?:ak|k)) (?:daar|er|hier) (?:maar |even |toch )?.{1,24}? van|maak (?:dat|het) maar ` +
	`|(?:mets|fais|disons|note) plutôt |mets[- ](?:ça|le|la) (?:à|au|le) |(?:pon(?:lo|la|le)?|d[ée]ja(?:lo|la)) (?:mejor |para |a |en |el )|que sea(?:n)? (?:a |el |la |mejor )|(?:fai|facciamo|metti(?:lo|la)?|segna) (?:piuttosto |alle |per le |il |invece )|(?:p[õo]e|coloca|bota|muda|passa) (?:isso |a[íi] )?(?:p(?:a)?ra |às |no |na )|que seja ` +
	`|(?:сделай|поставь|пусть будет|переделай|перенеси)(?: это)?(?: лучше)? (?:на |в |в[оа]? )|(?:зроби|постав|хай буде|нехай буде|перенеси)(?: це)?(?: краще)? (?:на |о |в |у )|(?:zrób|ustaw|przestaw|niech będzie|przełóż)(?: to)?(?: lepiej)? (?:z tego |na |o |w ))` +
	`|.{1,24}? (?:yap|olsun|yapalım|al|olarak düzelt)(?: (?:lütfen|sen|onu|bunu))?\PL*$|(?:^|\s)(?:خلي?ها|خلي?ه|خليها|اجعلها|اجعله|حولها|غيرها|عدلها)(?:\s|$)` +
	`|(?i:(?:^\s*|[.,;:!?،]\s*|(?:^|[^\pL])(?:please|pls|and|so|und|also|bitte|et|donc|y|e|en|dus|i|и|тож|так) )(?:(?:update|correct|fix|change) (?:your|my|the) |(?:aktualisiere?|korrigiere?|berichtige?|änder[en]?) (?:mal |bitte )*(?:dein|mein|die|das|den)\pL* |(?:corrige|actualise|mets à jour|rectifie|modifie)[sz]? (?:ta |ma |la |tes |mes )|(?:corrige|actualiza|cambia|rectifica|atualiza|corrija|aggiorna|correggi|modifica) (?:tu |mi |la |el |tus |mis |tua |mia |a |o |sua |minha |le |i |il )|(?:werk|pas) (?:je|mijn|m['’]n|de|het) ` +
	`|(?:обнови|исправь|поправь|онови|виправ) (?:\pL+ )?|(?:zaktualizuj|popraw|zmień) (?:\pL+ )?|(?:حدث|حدّث|صحح|عدل) )(?:records?|notes?|files?|profile|memory|details|info|akten?|notizen|profil|daten|kartei|fiche|fiches|dossier|données|mémoire|ficha|fichas|datos|perfil|notas|memoria|scheda|dati|profilo|dossiê|dados|memória|gegevens|notities|fiche|profiel|данные|профиль|записи|карточку|дані|профіль|записи|dane|profil|notatki|kartotekę|بيانات\pL*|معلومات\pL*|ملف\pL*|سجل\pL*)(?:$|[^\pL]))` +
	`|に(?:変更|変え|直し|訂正|修正)(?:して|て)|(?:으로|로) (?:바꿔|변경|수정|고쳐)|改(?:成|到|为|為)`)

// declining is what says that no more is wanted, behind a "no": "nah all good, just".
const declining = `(?:(?:(?:it's |that's |i'm )?(?:all good|fine|ok|okay)|alles (?:gut|ok|klar)|schon gut|passt(?: schon)?|danke(?: dir)?|thanks|thank you|gracias|todo bien|está bien|(?:va|è tutto) bene(?: così)?|tutto ok|ça va|c'est bon|merci|grazie|tudo (?:bem|certo)|obrigad[oa]|bedankt|dank je|hoeft niet|prima` +
	`|спасибо|не надо|всё хорошо|дякую|не треба|dziękuję|dzięki|nie trzeba|teşekkürler|sağ ol|gerek yok|شكرا|تمام)[\s,.،!]+)*(?:(?:nur|just|only|bloß|solo|soltanto|seulement|juste|só|apenas|alleen|enkel|только|просто|лише|tylko|sadece|فقط|بس)\s+)?`

// enough ends what asks for one thing and no more: "yok, kaydet yeter".
var enough = regexp.MustCompile(`(?i)[\s,.]+(?:yeter(?:li)?|(?:das )?reicht(?: mir| schon| völlig)?|that['’]?s (?:all|it)|basta(?: così)?|(?:ça )?suffit|chega|es suficiente|достаточно|хватит|досить|wystarczy|(?:is )?genoeg|كفاية|يكفي|でいい(?:です)?|だけでいい(?:です)?|면 돼요?|就行了?|就好了?)\PL*$`)

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
		if _, ok := findCorrected(sentence); ok || making.MatchString(sentence) && !isQuestion(sentence) {
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
