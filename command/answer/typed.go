package answer

import (
	"cmp"
	"strings"
	"unicode"
)

// CutWord cuts the first word off what was typed.
func CutWord(s string) (first, rest string) {
	s = strings.TrimSpace(s)
	i := strings.IndexFunc(s, unicode.IsSpace)
	if i < 0 {
		return s, ""
	}
	return s[:i], strings.TrimSpace(s[i:])
}

// TrimID returns an id without what may stand around it: copied from the list, or from the
// help.
func TrimID(s string) string { return strings.Trim(s, "[]<>") }

// ExpandShort returns the command that a command of one word is short for: /search, /export, /archive, /mode,
// /review, /refused, /wishes, /everybody and /forget are subcommands of /memory. Clients make one word tappable wherever it stands, two not (U4).
// /forget alone asks whether everything is to be erased.
func ExpandShort(name, args string) (fullName, fullArgs string) {
	switch name {
	case "search", "export", "archive", "mode", "review", "refused", "wishes", "everybody":
		return "memory", strings.TrimSpace(name + " " + args)
	case "forget":
		if args == "" {
			args = "all"
		}
		return "memory", name + " " + args
	}
	return name, args
}

// MatchID returns the one of ids that a person means by a typed id: the same, or else the only one that
// differs in nothing but case (U13). Where there is none or more than one it returns what was typed, which
// is then not found. Tools and programs take ids exactly (F1).
func MatchID(ids []string, typed string) string {
	match := ""
	for _, id := range ids {
		switch {
		case id == typed:
			return id
		case !strings.EqualFold(id, typed) || id == match:
		case match != "":
			return typed
		default:
			match = id
		}
	}
	return cmp.Or(match, typed)
}
