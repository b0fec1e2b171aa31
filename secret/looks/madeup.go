package looks

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// FindMadeUp adds the tokens of a text that nothing but a password looks like: letters and digits with a sign in their
// middle, "Otter!7734". Where the text speaks of access, the sign may also end the token, if the sentence goes on after it:
// "it's Werder1899! now".
func FindMadeUp(s string, isAccess func() bool, add func(from, to int)) {
	if !HasDigit(s) || !strings.ContainsAny(s, inner) {
		return
	}
	for i := 0; i < len(s); {
		for i < len(s) && strings.IndexByte(" \t\n", s[i]) >= 0 {
			i++
		}
		end := i
		for end < len(s) && strings.IndexByte(" \t\n", s[end]) < 0 {
			end++
		}
		from := i + len(s[i:end]) - len(strings.TrimLeft(s[i:end], "\"'`*_([{<"))
		to := from + len(strings.TrimRight(s[from:end], "\"'`*_)]}>.,;:?"))
		if token := s[from:to]; isMadeUp(token) || endsInSign(token) && goesOn(s[to:]) && isAccess() {
			add(from, to)
		}
		i = max(end, i+1)
	}
}

// inner are the signs that passwords have between letters and digits, and that words and names do not have there: "Player#1234"
// is a name, "feature~2" a place, "Q&A24" a title.
const inner = "!$^*"

// isMadeUp reports whether a token has four letters, a digit and a sign between letters or digits, and no sign of an address, of
// a sum or of a program.
func isMadeUp(v string) bool {
	if n := utf8.RuneCountInString(v); n < 8 || n > 40 || strings.ContainsAny(v, "/\\:=<>(){}[]\"'`,;|•…") || IsAddress(v) || account(v) || strings.ContainsAny(v[:1], "$@#~") {
		return false
	}
	letters, digits, at, last := 0, 0, -1, rune(0)
	for i, r := range v {
		switch {
		case r > unicode.MaxASCII:
			return false
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		case strings.ContainsRune(inner, r) && isAlnum(last) && i+1 < len(v) && isAlnum(rune(v[i+1])):
			at = i
		}
		last = r
	}
	if at < 0 || letters < 4 || digits == 0 {
		return false
	}
	hasUpper, hasLower := strings.ToLower(v) != v, strings.ToUpper(v) != v
	return hasLower && (hasUpper || digits > 1)
}

// endsInSign reports whether a token is a word of four letters and more with digits, and ends in an exclamation mark.
func endsInSign(v string) bool {
	word, is := strings.CutSuffix(v, "!")
	return is && utf8.RuneCountInString(word) >= 7 && HasDigit(word) && CountDigits(word) <= 6 && len(word)-CountDigits(word) >= 4 && strings.ToLower(word) != word && strings.ToUpper(word) != word && !strings.ContainsFunc(word, func(r rune) bool { return !isAlnum(r) }) && !commonTerms(word)
}

func isAlnum(r rune) bool { return r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)) }

// goesOn reports whether a sentence goes on at the start of s, after a space.
func goesOn(s string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, " "))
	return strings.HasPrefix(s, " ") && unicode.IsLetter(r) && !unicode.IsUpper(r) || strings.HasPrefix(s, ",")
}

// IsExclaimed accepts a word with a number and an exclamation mark at its end, as people make a password that has to have both: "gamer1!".
var IsExclaimed = matcher(`^\p{L}{3,16}\d{1,4}!$`)
