package command

import (
	"strings"

	"keepsake/command/answer"
	"keepsake/command/memories"
	"keepsake/people"
	"keepsake/secret"
	"keepsake/shortid"
)

// Line is a parsed command.
type Line = answer.Line

// Parse reads a command at the start of a message.
func Parse(s string) (Line, bool) { return answer.Parse(s) }

// Mask returns what somebody wrote with the secrets in it masked. The subcommand and the id of
// a command about one memory are none, whatever they look like: "/memory pin a1b2c3d4" tells
// no PIN. Nor is the code of an owner link, which is one word of the length of such codes.
func Mask(s string) string {
	l, ok := Parse(s)
	if !ok {
		return secret.Mask(s)
	}
	if l.Name == "start" {
		if l.Args == "" || people.IsOwnerCode(l.Args) {
			return s
		}
		return strings.TrimSuffix(s, l.Args) + secret.MaskName(l.Args)
	}
	sub, rest := answer.CutWord(l.Args)
	id, _ := answer.CutWord(rest)
	if l.Name != "memory" || !memories.TakesID(sub) || !shortid.IsValid(answer.TrimID(id)) {
		return secret.Mask(s)
	}
	i := strings.Index(s, sub) + len(sub)
	i += strings.Index(s[i:], id) + len(id)
	return s[:i] + secret.Mask(s[i:])
}
