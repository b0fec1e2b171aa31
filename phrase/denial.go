package phrase

import (
	"regexp"
	"strings"
	"unicode"

	"keepsake/text"
	"keepsake/text/sieve"
)

// denial holds the words that turn a statement round.
var denial = WordSet(`
	nowhere nope nah aint havent hasnt hadnt wasnt werent wouldnt couldnt shouldnt mustnt neednt nary
	nein nee fehlanzeige pustekuchen denkste niemand niemanden niemandem nirgends nirgendwo nimmer nix ned nö keinesfalls mitnichten schwerlich keins keinerlei
	nullement aucunement nulle nul neanche mica affatto nem tampouco tampoco ninguna ningun nessun evenmin niemand nergens hic hicbir
	вовсе отнюдь никак некому нечего некогда незачем
	hardly barely scarcely seldom rarely weder kaum keinerlei keineswegs selten guere ni apenas raramente nemmeno neppure вряд едва редко neither not no never none nobody nothing neither nor without cannot isnt arent dont doesnt didnt wont cant
	nicht kein keine keinen keinem keiner keines nie niemals ohne nichts
	nunca jamas tampoco ninguno ninguna nadie nada sin
	non ne pas jamais aucun aucune rien sans
	nao nenhum nenhuma ninguem sem
	mai nessuno nessuna niente senza
	niet geen nooit niets niks zonder
	nulla nic nikt nikogo nikomu nigdzie zadna zadne zadnej zadnego zadnych zadnym
	нету ничто нема ніхто нікого нікому нічого ніщо ніде жоден жодна жодне жодного жодної жодних
	никаких никакие никакои никакую никакого никакая никого никому ничем нигде никуда нисколько не нет никогда ни никто ничего без ні немає ніколи
	nie nigdy zaden bez ikke inte aldrig ingen ei eivat nem soha
	degil hayir asla yok
	لا ليس ليست لم لن ما غير بدون مش مو موب ماكو مافي ماني مالي
	לא אין אף בלי
	नहीं नही मत
	tidak bukan jangan tanpa belum
	khong chua chang
`)

// contracted finds English contractions of not, which word splitting takes apart.
var contracted = sieve.MustCompile(`(?i)\p{L}n['’ʼ]t\b`)

// denying finds denials of several words.
var denying = sieve.MustCompile(`\b(?:anything but|far from|no way|in no way|by no means|not the least|the last thing|fat chance|as if i|weit entfernt von|weit davon entfernt|von wegen|nie im leben|das letzte was|nichts am hut|wenig am hut|the opposite of|not exactly|alles andere als|das gegenteil von|tout sauf|le contraire de|todo menos|lo contrario de)\b|\bn(?:['’ʼ]|e )\p{L}+ (?:\p{L}+ )?(?:plus|guere|guère|point)\b|(?:^\s*|[,;] ?|\b(?:mais|et|maintenant) |\b(?:je|on|il|elle) \p{L}+ |\bj['’ʼ]\p{L}+ )plus (?:du |d(?:e |['’ʼ])\pL)|что угодно, только не|противоположность`)

// denseDenials are looked for as they are, since their scripts have no spaces.
var denseDenials = []string{
	"算不上", "谈不上", "并非", "绝非", "哪里是", "不", "没", "沒", "别", "別", "非", "无", "無", "未", // Chinese
	"ない", "ません", "なかった", "ぬ", // Japanese
	"않", "없", "아니", "안 ", "못", // Korean
	"ไม่", "มิ", // Thai
}

// excepting finds a denial that leaves somebody out: "nobody but Sven".
var excepting = sieve.MustCompile(`(?i)\b(?:nobody|no one|none|nothing|everyone|everybody|everything|anyone|all) but\b`)

// HasException reports whether a text denies of all but one.
func HasException(s string) bool { return excepting.MatchString(s) }

// IsDenialWord reports whether a term (see text.Terms) is one of the words that deny: "not", "nobody".
func IsDenialWord(term string) bool { return denial[term] }

// HasContractedNot reports whether a text has an English contraction of not: "isn't".
func HasContractedNot(s string) bool { return contracted.MatchString(s) }

// StripDenseDenials returns a text without the denials of scripts without spaces.
func StripDenseDenials(s string) string {
	for _, d := range denseDenials {
		s = strings.ReplaceAll(s, d, "")
	}
	return s
}

// IsDenial reports whether a text denies by an expression that is no "not": "anything but".
func IsDenial(s string) bool { return denying.MatchString(text.Fold(s)) }

// undenying takes the words out of a text that hold a denial and deny nothing: "特别", "かもしれない", "동안".
var undenying = strings.NewReplacer(pairUp("特别 特別 级别 级別 性别 性別 分别 分別 区别 區別 别墅 告别 别名 非常 非洲 不超过 不超過 不多于 不晚于 不过 不過 不错 不錯 不同 不久 不仅 不僅 不但 不管 不论 无线 無線 无锡 未来 未來 未婚 保持不变 維持不變 维持不变 " +
	"かもしれない かもしれません に違いない 少ない 危ない もったいない まま変わらない だけでなく 別に 別々 別の 特に 未満 " +
	"동안 집안 제안 방안 연못 뿐만_아니라 변함없")...)

// pairUp returns words as pairs for a replacer that takes them out.
func pairUp(words string) (pairs []string) {
	for _, w := range strings.Fields(words) {
		pairs = append(pairs, strings.ReplaceAll(w, "_", " "), " ")
	}
	return pairs
}

// allergicToNothing parts "not allergic" in Chinese, in which "but" stands otherwise.
var allergicToNothing = strings.NewReplacer("不过敏", "不 过敏", "不過敏", "不 過敏")

// HasDenial reports whether a statement has a denial in it.
func HasDenial(s string) bool {
	folded := undenying.Replace(allergicToNothing.Replace(text.Fold(s)))
	if HasContractedNot(folded) || denying.MatchString(folded) {
		return true
	}
	for _, t := range strings.FieldsFunc(folded, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) && !unicode.Is(unicode.Mc, r)
	}) {
		if (denial[t] || denial[stripMarks(t)]) && !deniesNothing(t, folded) {
			return true
		}
	}
	if turkishDenial.MatchString(s) {
		return true
	}
	for _, d := range denseDenials {
		if strings.Contains(folded, d) {
			return true
		}
	}
	return false
}

// turkishDenial finds a Turkish verb that holds its denial: "içmiyorum", "gelmedi".
var turkishDenial = regexp.MustCompile(`(?:^|\s)\p{Ll}+(?:m[ıiuü]yor|m[ae]d[ıi]|m[ae]yac|m[ae]yec|[ae]m[ae]z)\p{Ll}*`)

// othersWords holds words that deny in one language, and finds where they stand in another and mean something else: Portuguese "in the" and "only", French
// and German "May", Dutch "just", French "of whom", Italian "of it".
var othersWords = map[string]*regexp.Regexp{
	"no": portuguese, "apenas": portuguese,
	"mai":  regexp.MustCompile(`(?:\d\.?|1er|\b(?:im|am|en|de|du|fin|d[eé]but|mi|anfang|ende|mitte|seit|bis|ab|jusqu.en|depuis))[\s-]+mai\b`),
	"pas":  regexp.MustCompile(`\b(?:het|een|ik|hij|zij|ze|wij|niet|van|mijn|wordt|gebruiker)\b`),
	"dont": regexp.MustCompile(`\b(?:le|les|il|elle|est|une|du|des|je|sa|l['’]\pL+)\b`), // "of whom"
	"ne":   regexp.MustCompile(`\b(?:ho|ha|hai|hanno|che|della|di|il|sono|utente|gli|piu|pago|prendo|mangio|bevo|faccio|compro|per|alla|nel|una|al mese)\b`),
}

// portuguese finds words of most Portuguese sentences that are none of Spanish, Italian or English.
var portuguese = regexp.MustCompile(`[ãõ]|\b(?:nao|uma|com|tenho|trabalho|em|meu|minha|meus|minhas|pra|pro|voce|voces|ele|ela|sao|foi|mesmo|mesma|antes)\b|usuári|utilizador`)

// deniesNothing reports whether a word denies nothing in the language of a text.
func deniesNothing(word, folded string) bool {
	re, ok := othersWords[word]
	return ok && re.MatchString(folded)
}
