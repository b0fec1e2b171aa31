package bot

import (
	"strings"
	"unicode"

	"github.com/go-telegram/bot/models"
)

// command is a parsed "/name@bot rest".
type command struct {
	Name string // lower case, without the slash
	Bot  string // whom it names after "@", "" = nobody
	Args string // what follows, trimmed; line ends kept
}

// parseCommand reads a command at the start of a message. Emoji, spaces and invisible
// characters before it are passed over; words are not: "what does /help do?" is talk. A
// path such as "/etc/passwd" is talk, too.
func parseCommand(s string) (command, bool) {
	s = strings.TrimLeftFunc(s, ornament)
	if !strings.HasPrefix(s, "/") {
		return command{}, false
	}
	name, rest := span(s[1:], func(r rune) bool {
		return r == '_' || r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r))
	})
	if name == "" || len(name) > 32 {
		return command{}, false
	}
	c := command{Name: strings.ToLower(name)}
	if strings.HasPrefix(rest, "@") {
		c.Bot, rest = span(rest[1:], func(r rune) bool {
			return r == '_' || r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r))
		})
	}
	if next := firstRune(rest); next != 0 && !ornament(next) {
		return command{}, false
	}
	c.Args = strings.TrimFunc(rest, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) })
	return c, true
}

// ornament is what may stand around a command without being part of a sentence.
func ornament(r rune) bool {
	return unicode.IsSpace(r) || unicode.In(r, unicode.So, unicode.Sk, unicode.Mn, unicode.Me, unicode.Cf, unicode.Variation_Selector)
}

// span cuts s after the longest prefix of runes that fit.
func span(s string, fits func(rune) bool) (head, rest string) {
	i := strings.IndexFunc(s, func(r rune) bool { return !fits(r) })
	if i < 0 {
		return s, ""
	}
	return s[:i], s[i:]
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}

// word cuts the first word off a text.
func word(s string) (first, rest string) {
	s = strings.TrimSpace(s)
	i := strings.IndexFunc(s, unicode.IsSpace)
	if i < 0 {
		return s, ""
	}
	return s[:i], strings.TrimSpace(s[i:])
}

// commandFor returns the command of a message that is meant for us: a command that names
// another bot is not.
func (b *Bot) commandFor(m *models.Message) (command, bool) {
	if m.ForwardOrigin != nil {
		return command{}, false
	}
	c, ok := parseCommand(m.Text)
	if !ok {
		return command{}, false
	}
	if c.Bot != "" && !strings.EqualFold(c.Bot, b.Username()) {
		return command{}, false
	}
	return c, true
}
