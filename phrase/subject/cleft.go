package subject

import (
	"regexp"
	"slices"
	"strings"

	"keepsake/phrase"
)

// This file is about sentences that say apart what is so and of whom.

// clefts find such a sentence where a language writes no word for the person that it needs: what is so, and of whom.
var clefts = []*regexp.Regexp{
	regexp.MustCompile(`(?P<what>[^、。，,\s]+?)のは(?P<who>[^、。，,\s]*?(?:弟|兄|姉|妹|父|母|夫|妻|息子|娘|友達|友人|彼氏|彼|いとこ|おじ|おば|祖父|祖母|同僚|上司|先輩|後輩|旦那|嫁|子|さん|くん|ちゃん))(?:で|だ|な|、|。|,|$)`),
	regexp.MustCompile(`(?P<what>[^，。,]+?)的(?:人|那个)?是(?P<who>[^，。,]*?` + chineseOther + `)(?:不|，|。|,|$)`),
	regexp.MustCompile(`(?P<what>.+[은는던한]) (?:건|것은|게|사람은|사람이|쪽은) (?P<who>\pL*?(?:동생|형|누나|언니|오빠|엄마|아빠|아버지|어머니|남편|아내|와이프|아들|딸|친구|사촌|삼촌|이모|고모|할머니|할아버지|상사|동료|조카|씨))\pL{0,3}(?:\PL|$)`),
	regexp.MustCompile(`(?i)^\PL*m[oó]ja? (?P<who>był[ay]|star[ay]) (?P<what>.+)`), // "my ex", which reads like a verb
}

const chineseOther = `(?:弟|哥|姐|妹|爸|妈|丈夫|老公|妻子|老婆|儿子|女儿|朋友|同事|老板|叔|舅|姨|姑|爷爷|奶奶|外公|外婆|室友|邻居|小\p{Han}|老\p{Han}|他|她)`

// forOther finds a Chinese clause that says for whom something is, and no more.
var forOther = regexp.MustCompile(`^\PL*[给給帮幫替]\p{Han}{0,3}` + chineseOther + `[点點买買订訂做]?\PL*$`)

// IsCleft reports whether all that a claim says is what such a sentence says of somebody whom the claim does not name: "そばアレルギーなのは弟で私は平気",
// "the one who is allergic to buckwheat is my brother, I am fine".
func IsCleft(said string, claim []phrase.Token, claimed string) bool {
	if m := notSelf.FindStringSubmatch(said); m != nil && isAllWithin(claim, m[1]+m[2]+m[3]) || endsWithOther(said, claimed) {
		return true
	}
	return slices.ContainsFunc(clefts, func(cleft *regexp.Regexp) bool {
		m := cleft.FindStringSubmatch(said)
		if m == nil || strings.Contains(claimed, m[cleft.SubexpIndex("who")]) {
			return false
		}
		return isAllWithin(claim, m[cleft.SubexpIndex("what")])
	})
}

// notSelf finds a sentence that says what is so, and that it is not so of the speaker.
var notSelf = regexp.MustCompile(`([^、。，,\s]+?)のは(?:俺|私|僕|自分)(?:じゃ|では)な|([^，。,]+?)的(?:人)?不是我(?:，|。|,|$)|(.+[은는던한]) (?:건|것은|게|사람은) (?:내가|나는|제가|저는)? ?아니`)

// isAllWithin reports whether a text has all that a claim says.
func isAllWithin(claim []phrase.Token, text string) bool {
	return !slices.ContainsFunc(claim, func(t phrase.Token) bool { return t.Counts() && !isWithin(t.Term, text) })
}

// isWithin reports whether a text has the signs of a word that carry its sense, or elsewhere a word that begins like it.
func isWithin(word, text string) bool {
	signs := []rune(word)
	if phrase.IsDense(signs[0]) && !phrase.IsHangul(word) {
		return !slices.ContainsFunc(phrase.ContentRunes(signs), func(s rune) bool { return !strings.ContainsRune(text, s) })
	}
	beginning := string(signs[:min(2, len(signs))])
	return slices.ContainsFunc(phrase.Tokens(text), func(t phrase.Token) bool { return strings.HasPrefix(t.Term, beginning) })
}

// endsWithOther reports whether a Turkish clause is somebody whom the claim does not name, with all that is said of them before: "fıstığa alerjisi olan
// kuzenim", "my cousin who is allergic to peanuts".
func endsWithOther(said, claimed string) bool {
	m := turkishOther.FindStringSubmatch(said)
	return m != nil && strings.HasPrefix(claimed, "Kullanıcı") && !strings.Contains(claimed, m[1])
}

var turkishOther = regexp.MustCompile(`\pL[ae]n ((?:\p{Lu}\pL|kuzen|karde[sş]|abi|abla|anne|baba|e[sş]im|kar[ıi]m|kocam|o[gğ]lum|k[ıi]z[ıi]m|arkada[sş]|patron|kom[sş]u|teyze|amca|day[ıi]|hala|dede|nine|ye[gğ]en|m[uü]d[uü]r)\pL*)\PL*$`)

// SetBehind returns whom a clause is about that has no word for the speaker, where the next is no more than a relative of theirs: "allergic to penicillin,
// my son"; nil where it is not. "…, my friend" speaks to somebody.
func SetBehind(clause []phrase.Token, next string) []phrase.Token {
	next = strings.TrimSpace(notMe.ReplaceAllString(next, ""))
	ts := phrase.Tokens(phrase.Bare(next))
	for len(ts) > 0 && ts[0].Kind <= phrase.Copula {
		ts = ts[1:] // "that's my son"
	}
	i := slices.IndexFunc(ts, func(t phrase.Token) bool { return IsKin(t.Term) })
	isRelative := i >= 0 && phrase.HasKind(ts, phrase.Owner) && !isSameKin(ts[i].Term, "friend") && isBare(ts)
	if slices.ContainsFunc(clause, isSpeaker) || !isRelative && !arabicRelative.MatchString(next) {
		return nil
	}
	return ts
}

var (
	// notMe finds what somebody says behind a relative who is meant.
	notMe = regexp.MustCompile(`(?i)[,\s]+(?:not me|nicht ich|pas moi|no yo|yo no|non io|io no|não eu|eu não|niet ik|ik niet|nie ja|ja nie|не я|مو أنا|مش أنا)\s*$`)
	// arabicRelative finds a relative of the speaker's, which is one word.
	arabicRelative = regexp.MustCompile(`^(?:ابني|بنتي|ابنتي|أخي|أخوي|اخوي|أختي|اختي|أمي|امي|أبي|أبوي|ابوي|زوجي|زوجتي|مرتي|جوزي|خالي|خالتي|عمي|عمتي|جدي|جدتي)$`)
)

// isSpeaker reports whether a token is a word for the speaker, or for what is theirs.
func isSpeaker(t phrase.Token) bool {
	return t.Kind == phrase.Subject || t.Kind == phrase.Object || t.Kind == phrase.Owner
}

// topic finds a sentence that only announces whom the next is about: "about my grandpa."
var topic = regexp.MustCompile(`(?i)^(?:.{0,20}[、。])?([^、。\s]{2,8})の(?:話|こと)(?:ね|だけど|なんだけど|です|だよ)?[、。\s]*$|^\PL*(?:关于|說說|说说)(我?\p{Han}{1,5})[。，:：]?$|^\PL*(\S{2,6}) (?:얘긴데|얘기야|이야기야)[.,]?$|` +
	`^\PL*(?:(?:this is |it['’]s )?about|es geht um|c['’]est (?:pour|à propos de)|se trata de|si tratta di|это про|це про|chodzi o) ((?:my|meine[nmr]?|mon|ma|mi|mio|mia|mo[jeją]+|мо[йюїґ]+) \pL+)\PL*$`)

// Topic returns whom a sentence announces that the next is about, nil where it says more.
func Topic(sentence string) []phrase.Token {
	m := topic.FindStringSubmatch(sentence)
	if m == nil {
		return nil
	}
	return phrase.Tokens(m[1] + m[2] + m[3] + m[4])
}
