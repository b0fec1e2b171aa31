package plain

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
)

// This file finds what was said of somebody else: by "she", "his" or "who", or by a verb whose form is not the speaker's.

// tongue is how a language speaks of somebody who is not the speaker.
type tongue struct {
	user *regexp.Regexp // the person in a claim
	// others finds words for somebody else in what was said; where a language writes no spaces, those of a run as a group of its own.
	others *regexp.Regexp
	// asks finds what asks for somebody at the beginning of what was said.
	asks *regexp.Regexp
	// third finds a verb in the third person, without marks. It is asked of what a claim says of the person word for word as it was said, where
	// the speaker would have said it in another form.
	third *regexp.Regexp
}

func tongueOf(user, others, asks, third string) tongue {
	word := func(pattern string) *regexp.Regexp {
		return regexp.MustCompile(`(?:^|[^\pL])(` + pattern + `)(?:$|[^\pL])`)
	}
	t := tongue{user: regexp.MustCompile(`(?i)` + user), others: word(others), asks: regexp.MustCompile(`(?i)^[^\pL]*(?:` + asks + `)(?:$|[^\pL])`)}
	if third != "" {
		t.third = regexp.MustCompile(third)
	}
	return t
}

var tongues = []tongue{
	tongueOf(`\buser\b`, `[Hh]e|[Hh]im|[Hh]is|[Ss]he|[Hh]ers?|[Tt]hey|them|[Tt]heirs?|[Yy]ou(?:['’]re| are| have)|[Yy]our name`, `who|whose`, `^(?:is|has|was|does)$|[^s]s$`),
	tongueOf(`\bnutzer`, `[Ee]r|ihn|[Ii]hm|[Ss]eine?[mnrs]?|^\s*Sie|sie|ihre?[mnrs]?|ihnen|[Dd]u (?:bist|hast|heißt)|[Dd]ein Name`, `wer|wem|wen|wessen`, `^(?:ist|hat|war|wird)$|t$`),
	tongueOf(`\butilisat`, `[Ii]l|[Ee]lles?|[Ii]ls|lui|[Ll]eurs?|[Ss]on|[Ss]a|[Ss]es|l['’](?:a|ont|avait)|[Tt]u (?:es|as|t['’]appelles)|[Tt]['’](?:es|as)|[Tt]on nom`, `qui|à qui`, `^(?:a|est)$`),
	tongueOf(`\busuari[oa]\b`, `él|[EeÉé]l(?:la|los|las)|[Ss]us?|[Ss]uy[oa]s?|[Ll]es?|[Ll][oa]s? \pL+(?:ó|aron|ieron)|[Ee]res|[Tt]ienes|[Tt]e llamas|[Tt]u nombre`, `(?:de |a )?qui[eé]n(?:es)?`, `^(?:es|esta|tiene|ha|va)$|(?:[^ib]a|e|io)$`),
	tongueOf(`\butente\b`, `[Ll]ui|[Ll]ei|[Ll]oro|[Ss]u[oaei]|[Ss]uoi|[Gg]li (?:ha|hanno|piace|piacciono)|[Ll][oai] (?:ha|hanno)|l['’](?:ha|hanno)|[Ss]ei|[Tt]i chiami|[Ii]l tuo nome`, `(?:di |a )?chi`, `^(?:ha|sta|va|fa)$|(?:[^v]a|e)$`),
	tongueOf(`\busuári[oa]\b`, `[Ee]l[ea]s?|[Dd]el[ea]s?|[Nn]el[ea]s?|[Ll]hes?|[Vv]ocê (?:é|tem|se chama)|(?:[Ss]eu|[Tt]eu) nome`, `(?:de |a )?quem`, `^(?:tem|esta|vai|foi)$|(?:[^iv]a|e)$`),
	tongueOf(`\bgebruiker`, `[Hh]ij|hem|[Zz]ij|[Zz]e|[Hh]aar \pL+|[Hh]en|[Hh]un|[Jj]e (?:bent|hebt|heet|naam)`, `wie|wiens`, `^(?:is|was)$|t$`),
	tongueOf(`użytkowni`, `[Oo]n|[Oo]na|[Oo]n[ie]|[Jj]ego|[Jj]ej|[Ii]ch|go|[Mm]u|jemu|im|[Nn]im|[Nn]ią|[Jj]esteś|[Mm]asz na imię|[Tt]woje imię`, `kto|czyj[ae]?|u kogo`, `^(?:ma|jest|byla?)$|[aeiy]$|l$`),
	tongueOf(`пользовател`, `[Оо]н|[Оо]на|[Оо]ни|[Ее]го|[Ее]ё|[Ее]е|[Ии]х|[Ее]му|[Ее]й|[Ии]м|^\s*[Тт]ы|[Тт]ы и|[Тт]ебя зовут|[Тт]воё имя|(?:у|с|к|для|от|без) (?:него|неё|нее|них|нему|ней|ним|ними)`, `(?:у )?(?:кто|кого|кому|чей|чья|чьё)`, `[еиуюая]т(?:ся)?$`),
	tongueOf(`користувач`, `[Вв]ін|[Вв]она|[Вв]они|[Йй]ого|[Її]ї|[Її]х\pL*|[Йй]ому|[Її]й|[Її]м|^\s*[Тт]и|[Тт]ебе звати|[Тт]воє ім['’]я|(?:у|в|з|до|для|від|без) (?:нього|неї|них)`, `(?:у |в )?(?:хто|кого|кому|чий|чия)`, `(?:є|е|ить|їть|ять|ють|уть|ать)(?:ся)?$`),
	tongueOf(`kullanıcı`, `[Oo]nun|[Oo]nu|[Oo]na|[Oo]nlar\pL*|^\s*[Oo]|[Ss]enin ad[ıi]n|[Aa]d[ıi]n`, `kim|kimin|kimde`, `(?:yor|m[iu]s|[ae]cak|[dt][iu])$`),
	tongueOf(`مستخدم`, `هو|هي|هم|عنده|عندها|عندهم|له|لها|لهم|\pL{3,}(?:ها|هم)|اسمك|أنت`, `من|مين`, `^ي`),
	tongueOf(`用户|用戶`, `[^，。]*(他们|她们|[他她]|你叫|你的名字)[^，。]*`, `谁.*|誰.*`, ``),
	tongueOf(`ユーザー`, `[^、。]*(彼女|彼ら|彼[のはがをにも]|あなたの名前|君の名前)[^、。]*`, `誰.*|だれ.*`, ``),
	tongueOf(`사용자`, `(그녀|그들|그[의를가는]|네 이름|너의 이름)\pL*`, `누가|누구\pL*`, ``),
}

// IsOfOther reports whether a claim says of the speaker what was said of somebody else, and not of them: "remember: her mother is ill", "who wants
// a dog", "vive en Lugo", "Begoña has the keys".
func IsOfOther(said, claim Text) bool {
	r := retelling{said: said.Tokens, claim: claim.Tokens, words: said.Words, claimed: claim.Words}
	if claim.IsUpdate || !slices.ContainsFunc(r.claim, isSpeaker) || slices.ContainsFunc(r.said, r.isSpeakerSaid) {
		return false
	}
	speaks := r.speaks() // by the form of a verb, which may be a noun's: "cocinero"
	return !speaks && r.givesAway() || slices.ContainsFunc(tongues, func(t tongue) bool {
		return t.user.MatchString(r.claimed) && (t.asks.MatchString(r.words) || r.replaces(t) || !speaks && r.hasThird(t))
	})
}

// replaces reports whether the claim lacks a word for somebody else. A wish of the person's may leave out whom it is about.
func (r retelling) replaces(t tongue) bool {
	if r.hasDoer() && phrase.HasKind(r.claim, phrase.Wish) {
		return false
	}
	isKept := func(word string) bool {
		return strings.Contains(" "+strings.ToLower(r.claimed)+" ", " "+strings.ToLower(word)+" ")
	}
	return slices.ContainsFunc(t.others.FindAllStringSubmatch(r.words, -1), func(m []string) bool {
		if len(m) > 2 { // within a run without spaces
			return !strings.Contains(r.claimed, m[2])
		}
		return !isKept(strings.TrimSpace(m[1]))
	})
}

// hasThird reports whether what was said begins with a verb in the third person, or ends with it in Turkish, and the claim says the same of the
// person.
func (r retelling) hasThird(t tongue) bool {
	who := phrase.IndexKind(r.claim, phrase.Subject)
	if t.third == nil || who < 0 {
		return false
	}
	last := r.said[len(r.said)-1].Term
	if strings.HasPrefix(strings.ToLower(r.claimed), "kullanıcı") {
		return last == r.claim[len(r.claim)-1].Term && t.third.MatchString(last)
	}
	for who++; who < len(r.claim)-1 && besideVerb[r.claim[who].Term]; who++ {
	}
	if who >= len(r.claim) || r.claim[who].Kind == phrase.Name || r.claim[who].Kind == phrase.Number {
		return false
	}
	verb := r.claim[who].Term
	for _, said := range r.said {
		if said.Term == verb {
			return t.third.MatchString(verb) && !said.Self // "pracuję" is no "pracuje"
		}
		if !besideVerb[said.Term] && !isTime(said) {
			return false
		}
	}
	return false
}

// besideVerb are words that may stand between the person and what they do.
var besideVerb = phrase.WordSet("no not nicht non nao nie не лише se si sie ya ja juz уже вже also anche auch aussi tambem tambien tez тоже також always sempre siempre immer")

// givesAway reports whether somebody had the thing that the claim gives to the person: "Begoña has the keys".
func (r retelling) givesAway() bool {
	who := phrase.IndexKind(r.claim, phrase.Subject)
	if strings.HasPrefix(r.claimed, "用户有") {
		return strings.Contains(r.claimed, "的") && !strings.Contains(r.words, "的")
	}
	if !r.hasDoer() || who+1 >= len(r.claim) || !having[r.claim[who+1].Term] {
		return false
	}
	has := slices.IndexFunc(r.said, func(t phrase.Token) bool { return t.Term == r.claim[who+1].Term })
	return has > 0 && r.said[has-1].IsEntity() && !isTime(r.said[has-1])
}
