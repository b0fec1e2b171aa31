package relation

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
)

// This file compares what was said in a script without spaces with a claim by what tells their parts there: particles, whose something is,
// what nearly was, what is wished, what is done to somebody. phrase.Tokens leaves these out.

// DiffersDense reports whether a claim in a script without spaces says otherwise than what was said by such words.
func DiffersDense(claim, said string) bool {
	if !strings.ContainsFunc(claim, phrase.IsDense) || !strings.ContainsFunc(said, phrase.IsDense) {
		return false
	}
	said = strings.TrimSpace(said)
	for _, d := range doneToSpeaker {
		if d.said.MatchString(said) && d.claimed.MatchString(claim) && !d.kept.MatchString(claim) {
			return true
		}
	}
	if TurnsStandard(claim, said) {
		return true
	}
	claim = theUser.ReplaceAllString(claim, "")
	for _, o := range onlyOne {
		if o.MatchString(said) && !o.MatchString(claim) {
			return true
		}
	}
	return isPassiveAlone(claim, said) || isPassiveAlone(said, claim) || turnsParticle(claim, said) || turnsBoundDense(claim, said) || losesOwnedDense(claim, said) ||
		isDoneOnlyInClaim(claim, said) || takesNextOfList(claim, said) || isSetApartIn(claim, said) || isOnlyRelated(identity.FindStringSubmatch(strings.TrimSpace(claim)), said)
}

// identity finds a claim that says what somebody is, and how what was said tells of somebody else whom the person knows or meets.
var (
	identity = regexp.MustCompile(`^(?:是([^，。、]{1,8})|([^，。、]{1,8}?)(?:です|だ|である|입니다|이다|이에요|예요))[。.]?$`)
	related  = regexp.MustCompile(`^(?:と|に|を|から|와|과|에게|를|을|랑|한테)`)
	relating = regexp.MustCompile(`(?:和|跟|与|给|被|对|把|找|见|认识|嫁|娶|有|同)(?:了|过|一个|一位|一名|个)*$`)
)

// isOnlyRelated reports whether whoever a claim says that the person is stands in what was said as somebody they have to do with: "我和医生住在一起".
func isOnlyRelated(claimed []string, said string) bool {
	if claimed == nil {
		return false
	}
	before, behind, ok := strings.Cut(said, claimed[1]+claimed[2])
	return ok && (relating.MatchString(before) || related.MatchString(behind))
}

// standards find what something is compared with: "동생이 나보다 월급 많아". thanSpeaker are those that are the person, as they and as a claim call them.
var (
	standards   = regexp.MustCompile(`보다|より|比`)
	thanSpeaker = regexp.MustCompile(`(?:나|저|내|우리|사용자)\s?보다|(?:私|わたし|僕|ぼく|俺|おれ|自分|うち|ユーザー)より|比(?:我|俺|咱|用户|用戶)`)
)

// TurnsStandard reports whether a claim in a script without spaces compares somebody else with the person, and what was said the person with them, or the reverse.
func TurnsStandard(claim, said string) bool {
	if !standards.MatchString(claim) || !standards.MatchString(said) {
		return false
	}
	return thanSpeaker.MatchString(claim) != thanSpeaker.MatchString(said)
}

// theUser finds what a claim calls the person.
var theUser = regexp.MustCompile(`(?:用户|用戶|ユーザー|사용자)(?:的|は|の|가|는|의|에게)?\s*`)

// onlyOne are what a claim may not leave out: what nearly was, what is wished, a denial of a denial, what was.
var onlyOne = []*regexp.Regexp{
	regexp.MustCompile(`かけた|そうになった|ところだった|뻔했|뻔 ?하|差点|差點|险些|(?:^|[^很尽赶凉愉飞加勤痛轻爽])快要?[^，。递乐餐速捷手门艇车点活]{1,6}了`),
	regexp.MustCompile(`[きぎしちにびいりけべめれせてね]た(?:い(?:です|んだ|な|と|。|、|$)|かった)|みたかった`),
	regexp.MustCompile(`不是我?不|并非不|没有.{1,3}不|不得不|不会不|没有不|ないわけではない|ないわけじゃない|なくはない|ないことはない|않는 건 아니|(?:^| )안 \S+ 건 아니`),
	regexp.MustCompile(`[てで]もら`),
	regexp.MustCompile(`(?:였|이었)(?:어|다|습니다|는데|지)`),
}

// passive finds what is done to somebody: a sign with "れる", or "被" before one.
var passive = regexp.MustCompile(`被(\p{Han}{1,6})|(\p{Han})(?:[らまかさばなわ]|[めべえけせてね]ら)れ[るたてま]`)

// isPassiveAlone reports whether something is done to somebody in one text that somebody does in the other.
func isPassiveAlone(a, b string) bool {
	if passive.MatchString(b) {
		return false
	}
	for _, m := range passive.FindAllStringSubmatch(a, -1) {
		if strings.ContainsAny(b, m[1]+m[2]) {
			return true
		}
	}
	return false
}

// particleOf finds a particle that says who does something, or to whom, and liking verbs whose thing takes the first of them.
var (
	particleOf = regexp.MustCompile(`([\p{Han}\p{Katakana}ー]{1,8})(が|を|に)(は|も)?`)
	liking     = regexp.MustCompile(`好き|嫌い|欲し|ほしい|でき|出来|分か|わか|得意|苦手|上手|下手|怖|必要|れる|ある|いる`)
)

// turnsParticle reports whether somebody does in the claim what was said to be done to them, or the reverse.
func turnsParticle(claim, said string) bool {
	if liking.MatchString(said) {
		return false
	}
	particles := map[string]string{}
	for _, m := range particleOf.FindAllStringSubmatch(said, -1) {
		if m[3] == "" {
			particles[m[1]] += m[2]
		}
	}
	for _, m := range particleOf.FindAllStringSubmatch(claim, -1) {
		was := particles[m[1]]
		if m[3] == "" && was != "" && (m[2] == "が") != strings.Contains(was, "が") {
			return true
		}
	}
	return false
}

// boundDense finds the end of a word and whether something begins or ends there.
var boundDense = regexp.MustCompile(`(\S\s?\S)(から|まで|부터|까지)`)

// turnsBoundDense reports whether something begins in the claim where it ends in what was said, or the reverse.
func turnsBoundDense(claim, said string) bool {
	begins := map[string]string{"から": "<", "부터": "<", "まで": ">", "까지": ">"}
	was := map[string]string{}
	for _, m := range boundDense.FindAllStringSubmatch(said, -1) {
		was[m[1]] += begins[m[2]]
	}
	for _, m := range boundDense.FindAllStringSubmatch(claim, -1) {
		if w := was[m[1]]; w != "" && !strings.Contains(w, begins[m[2]]) {
			return true
		}
	}
	return false
}

// topic finds what a claim begins with, ownedDense what follows it in what was said where something of its is meant, isItself where it is not,
// and predicate what a claim says of its topic.
var (
	topic      = regexp.MustCompile(`^([\p{Han}]{1,6}?)(?:是|在|叫|有|住|怀孕|懷孕)|^([\p{Han}\p{Katakana}ー]{1,8})[はが]|^([\p{Hangul}]{1,5}?)(?:은|는|이|가) `)
	ownedDense = regexp.MustCompile(`^(?:的|の)([\p{Han}\p{Katakana}]{1,4})|^ ([\p{Hangul}]{1,6}?)(?:이|가|은|는|한테|도) `)
	isItself   = regexp.MustCompile(`^(?:是|在|叫|有|住|怀孕|懷孕|は|が|も|은|는|이|가|도)`)
	predicate  = regexp.MustCompile(`^([\p{Han}\p{Katakana}ー]{1,6}?)(在|叫|是|学|吃|喜欢|住|が|は)([\p{Han}\p{Katakana}ー]{1,4})`)
)

// losesOwnedDense reports whether a claim says of somebody what was said of something of theirs: "老板的车是红色的".
func losesOwnedDense(claim, said string) bool {
	m := topic.FindStringSubmatch(claim)
	if m == nil {
		return false
	}
	owner := m[1] + m[2] + m[3]
	isLeft := false
	for rest := said; ; {
		_, behind, ok := strings.Cut(rest, owner)
		if !ok {
			return isLeft
		}
		if isItself.MatchString(behind) {
			return false
		}
		if o := ownedDense.FindStringSubmatch(behind); o != nil {
			isLeft = isLeft || !strings.Contains(claim, o[1]+o[2])
		}
		rest = behind
	}
}

// takesNextOfList reports whether a claim says of one what was said of the next: "大姐在上海二姐在北京".
func takesNextOfList(claim, said string) bool {
	m := predicate.FindStringSubmatch(claim)
	if m == nil {
		return false
	}
	_, behind, ok := strings.Cut(said, m[1]+m[2])
	return ok && strings.Contains(behind, m[2]+m[3]) && !strings.HasPrefix(behind, m[3])
}

// doneToSpeaker finds what somebody does to the speaker, claims that begin with the user, and what keeps it done to them there.
var doneToSpeaker = []struct{ said, claimed, kept *regexp.Regexp }{
	{regexp.MustCompile(`^[^我，。]{2,8}了(?:我|用户)(?:一下|一次)?[。！!]?$`), regexp.MustCompile(`^用[户戶]`), regexp.MustCompile(`被`)},
	{regexp.MustCompile(`^[^我用，。]{1,8}(?:把[^，。]{1,8})?(?:卖|賣|送|借|寄|教|让|讓|欠)?给?(?:我|用户)`), regexp.MustCompile(`^用[户戶].*(?:给|欠|教)`), regexp.MustCompile(`被|从|從`)},
	{regexp.MustCompile(`[てで]くれ`), regexp.MustCompile(`^ユーザーは`), regexp.MustCompile(`もら|くれ|から`)},
	{regexp.MustCompile(`(?:나|저|내|사용자)(?:에게|한테|를)`), regexp.MustCompile(`^사용자[는가]`), regexp.MustCompile(`받|에게서|한테서|당`)},
}

// japanesePast finds a Japanese verb in the past, notDone how it goes on that is not so yet.
var (
	japanesePast = regexp.MustCompile(`(\p{Han})\p{Hiragana}{0,3}[ただ](?:。|$)`)
	notDone      = regexp.MustCompile(`^\p{Hiragana}{0,3}[るうくむぶつぬすぐ](?:よ|ね|ん|の|。|、|$|予定|つもり)`)
	// ahead finds what somebody is going to do in Korean.
	ahead = regexp.MustCompile(`[할갈될울살을둘볼줄날올칠질릴널설뜰풀들] ?(?:거(?:야|예요|에요|다|임)|것|예정|계획|생각)|려고|려 해|려는|겠`)
)

// isDoneOnlyInClaim reports whether a claim says that something was done which is still to be done.
func isDoneOnlyInClaim(claim, said string) bool {
	if ahead.MatchString(said) && !ahead.MatchString(claim) {
		return true
	}
	m := japanesePast.FindStringSubmatch(claim)
	if m == nil {
		return false
	}
	_, behind, ok := strings.Cut(said, m[1])
	return ok && notDone.MatchString(behind)
}

// lastWord finds the word that a Japanese or Korean claim ends with, topics the nouns that it is about, apartDense how goes on what is set apart.
var (
	lastWord   = regexp.MustCompile(`([\p{Han}\p{Katakana}ー]{1,8}(?:さん|くん|ちゃん|き|い)?)(?:です|だ|である)?。?$|([\p{Hangul}]{2,6})(?:이다|다)?$`)
	topics     = regexp.MustCompile(`([\p{Han}\p{Katakana}ー]{1,8}|[\p{Hangul}]{2,6}?)(?:が|を|に|이|가|을|를)`)
	apartDense = regexp.MustCompile(`^(?:な?(?:の|ん|わけ|こと|ってこと))?(?:じゃな|ではな|では無)|^(?:(?:이|가)? ?아니| ?말고)`)
)

// isSetApartIn reports whether a claim ends with what was set apart, or is about it: "田中さんじゃなくて鈴木さん".
func isSetApartIn(claim, said string) bool {
	if apartDense.MatchString(claim) {
		return false
	}
	found := topics.FindAllStringSubmatch(claim, -1)
	if m := lastWord.FindStringSubmatch(claim); m != nil {
		found = append(found, []string{m[0], m[1] + m[2]})
	}
	return slices.ContainsFunc(found, func(m []string) bool {
		_, behind, ok := strings.Cut(said, m[1])
		return ok && apartDense.MatchString(behind)
	})
}
