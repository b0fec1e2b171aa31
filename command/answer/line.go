package answer

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Line is a parsed command, "/name@bot rest".
type Line struct {
	Name string // lower case, without the slash
	Bot  string // whom it names after "@", "" = nobody
	Args string // what follows, trimmed; line ends kept
}

// Parse reads a command at the start of a message. Emoji, spaces and invisible characters
// before it are passed over; words are not: "what does /help do?" is talk. A path such as
// "/etc/passwd" is talk, too.
func Parse(s string) (Line, bool) {
	s = strings.TrimLeftFunc(s, isOrnament)
	if !strings.HasPrefix(s, "/") {
		return Line{}, false
	}
	name, rest := cutWhile(s[1:], isNameRune)
	if name == "" || len(name) > 32 {
		return Line{}, false
	}
	l := Line{Name: strings.ToLower(name)}
	if strings.HasPrefix(rest, "@") {
		l.Bot, rest = cutWhile(rest[1:], isNameRune)
	}
	if next, size := utf8.DecodeRuneInString(rest); size > 0 && !isOrnament(next) {
		return Line{}, false
	}
	l.Args = strings.TrimFunc(rest, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) })
	l.Name, l.Args = ExpandShort(l.Name, l.Args)
	return l, true
}

// isNameRune reports whether a rune may stand in the name of a command or of a bot.
func isNameRune(r rune) bool {
	return r == '_' || r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r))
}

// isOrnament reports whether a rune may stand around a command without being part of a
// sentence.
func isOrnament(r rune) bool {
	return unicode.IsSpace(r) || unicode.In(r, unicode.So, unicode.Sk, unicode.Mn, unicode.Me, unicode.Cf, unicode.Variation_Selector)
}

// cutWhile cuts s after the longest prefix of runes that fit.
func cutWhile(s string, fits func(rune) bool) (prefix, rest string) {
	i := strings.IndexFunc(s, func(r rune) bool { return !fits(r) })
	if i < 0 {
		return s, ""
	}
	return s[:i], s[i:]
}
