package phrase

import (
	"strings"
	"unicode"

	"keepsake/phrase/numeral"
	"keepsake/text"
)

// This file cuts scripts that are written without spaces.

// denseSpeakers are the speaker's words in scripts without spaces, longer ones first.
var denseSpeakers = []struct {
	word string
	kind Kind
}{
	{"我的", Owner}, {"我们的", Owner}, {"我们", Subject}, {"给我", Object}, {"对我", Object}, {"我", Subject}, {"咱家的", Owner}, {"咱家", Owner}, {"咱们", Subject}, {"咱", Subject}, {"本人", Subject},
	{"私の", Owner}, {"僕の", Owner}, {"俺の", Owner}, {"うちの", Owner}, {"私に", Object}, {"私を", Object}, {"僕に", Object}, {"僕を", Object}, {"私から", Object},
	{"私は", Subject}, {"私が", Subject}, {"私", Subject}, {"僕は", Subject}, {"僕", Subject}, {"俺", Subject},
	{"제가", Subject}, {"저는", Subject}, {"나는", Subject}, {"내가", Subject}, {"나의", Owner}, {"저의", Owner}, {"제 ", Owner}, {"난 ", Subject}, {"전 ", Subject}, {"나에게", Object}, {"나를", Object},
	{"ของฉัน", Owner}, {"ของผม", Owner}, {"ฉัน", Subject}, {"ผม", Subject},
}

// denseWishes report a request in scripts without spaces, denseFillers change nothing.
var (
	denseWishes  = []string{"希望被", "希望", "想要", "更喜欢", "偏好", "要求", "不想被", "を希望する", "を希望", "希望する", "てほしい", "でほしい", "したい", "れたい", "を好む", "원한다", "원합니다", "선호한다", "선호합니다"}
	denseFillers = []string{"绝对", "絶対に", "絶対", "決して", "今は", "もう", "现在", "지금", "이제", "一点", "一下", "请", "請", "都", "就", "会", "會", "也", "一家", "一个", "一個", "一律", "总是", "永远", "常", "被", "称为", "称呼", "叫做", "叫", "ください", "下さい", "いつも", "必ず", "ね", "よ", "から", "まで", "って", "。", "해줘", "해 줘", "주세요", "줘"}
)

// denseDenies deny what follows them.
var denseDenies = []string{"不要", "不想", "不能", "不会", "别", "不", "没有", "没", "沒有", "沒"}

// denseOthers are words for somebody else in scripts without spaces.
var denseOthers = []string{"他们", "她们", "他", "她", "彼女", "彼", "그녀", "그는", "เขา"}

// denseTokens cuts a field that holds letters of a dense script.
func denseTokens(field string) []Token {
	var out []Token
	rest := text.Fold(field)
	flush := func(run string) {
		for _, piece := range strings.FieldsFunc(cutFrames(run), unicode.IsSpace) {
			for _, t := range splitScripts(piece) {
				kind := Content
				if strings.ContainsFunc(t, unicode.IsDigit) {
					kind = Number
				}
				out = append(out, Token{Kind: kind, Term: t})
			}
		}
	}
	run := ""
	for rest != "" {
		kind, size := denseWord(rest)
		if size == 0 {
			r := FirstRune(rest)
			run += string(r)
			rest = rest[len(string(r)):]
			continue
		}
		if kind == Filler { // what it stands between belongs together
			rest = rest[size:]
			continue
		}
		flush(run)
		run = ""
		out = append(out, Token{Kind: kind, Term: rest[:size]})
		rest = rest[size:]
	}
	flush(run)
	return out
}

func denseWord(s string) (Kind, int) {
	for _, w := range denseWishes {
		if strings.HasPrefix(s, w) {
			return Wish, len(w)
		}
	}
	for _, w := range denseFillers {
		if strings.HasPrefix(s, w) {
			return Filler, len(w)
		}
	}
	for _, w := range denseSpeakers {
		if strings.HasPrefix(s, w.word) {
			return w.kind, len(w.word)
		}
	}
	for _, w := range denseDenies {
		if strings.HasPrefix(s, w) {
			return Deny, len(w)
		}
	}
	for _, w := range denseOthers {
		if strings.HasPrefix(s, w) {
			return Other, len(w)
		}
	}
	return 0, 0
}

func cutFrames(s string) string {
	for _, f := range denseFrame {
		s = strings.ReplaceAll(s, f, " ")
	}
	return s
}

// dateUnits stand behind the number of a day or a month, and are no part of the word behind them.
const dateUnits = "月日号號"

// splitScripts parts digits and letters of spaced scripts from dense ones.
func splitScripts(s string) []string {
	var out []string
	var last rune
	runes := []rune(s)
	for n, r := range runes {
		if string(r) == numeral.Point && unicode.IsDigit(last) {
			out[len(out)-1] += numeral.Point
			continue
		}
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !IsDense(r) {
			last = 0
			continue
		}
		isUnit := n > 1 && strings.ContainsRune(dateUnits, last) && unicode.IsDigit(runes[n-2])
		if last == 0 || IsDense(r) != IsDense(last) || unicode.IsDigit(r) != unicode.IsDigit(last) || isUnit {
			out = append(out, "")
		}
		out[len(out)-1] += string(r)
		last = r
	}
	return out
}

// HasDense reports whether what was said has a run of a dense script, as it stands or, of Japanese, by
// its stems: endings are written in kana.
func HasDense(said, run string) bool {
	if strings.Contains(said, run) {
		return true
	}
	stem := denseStem(run)
	return stem != "" && len(stem) < len(run) && strings.Contains(denseStem(said), stem)
}

// denseStem returns a Japanese run without its hiragana, a Korean word without its last ending.
func denseStem(run string) string {
	if strings.ContainsFunc(run, func(r rune) bool { return unicode.Is(unicode.Hangul, r) }) {
		r := []rune(run)
		for len(r) > 2 {
			r = r[:len(r)-1]
		}
		return string(r)
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Hiragana, r) {
			return -1
		}
		return r
	}, run)
}

// IsHangul reports whether a term is written in Hangul.
func IsHangul(term string) bool { return unicode.Is(unicode.Hangul, FirstRune(term)) }

// HasDensePrefix reports whether a run begins with another, endings apart.
func HasDensePrefix(run, prefix string) bool {
	stem := denseStem(prefix)
	return stem != "" && strings.HasPrefix(denseStem(run), stem)
}

// IsRearranged reports whether two runs of a dense script are made of mostly the same letters: the one says
// what the other does, in another order.
func IsRearranged(a, b string) bool {
	shared, all := 0, 0
	for _, r := range a {
		if !IsDense(r) {
			return false
		}
		all++
		if strings.ContainsRune(b, r) {
			shared++
		}
	}
	return all > 1 && 5*shared >= 3*all
}

// denseLight are characters that carry others and state nothing of their own.
const denseLight = "年月日号號着過过了被为為呈已经經有在里裡中上下时時用是的得地会會能都就也很最每次家人点點个個种種类類任何内所对對把从從给給跟与又才还還吧呢啊吗使进進行作"

// ContentRunes returns the characters of a text that carry what is said: of Japanese, none of the endings.
func ContentRunes(rs []rune) []rune {
	var out []rune
	for _, r := range rs {
		if !unicode.Is(unicode.Hiragana, r) && !strings.ContainsRune(denseLight, r) {
			out = append(out, r)
		}
	}
	if len(out) < 2 {
		return rs
	}
	return out
}
