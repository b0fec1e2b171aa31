package people

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"keepsake/text"
)

// A label identifies a person in a group for the model: "Ann (u42)". The part in brackets is
// made from the id, so that nobody can pose as somebody else by changing their name. Names and
// messages are cleaned of imitations of this part (Unlabel).

// maxLabel is the maximum length of a name in a label, in runes.
const maxLabel = 32

// NoID is the part in brackets for an author without an id: an anonymous admin or a channel.
const NoID = "anonymous"

// Label returns the label of a person with a name and an id; "" = no id.
func Label(name, id string) string {
	tag := Tag(id)
	if tag == "" {
		tag = NoID
	}
	return cleanName(name) + " (" + tag + ")"
}

// tagLike matches text that could be read as the part in brackets.
var tagLike = regexp.MustCompile(`(?i)\bu\s*\p{Nd}+\b`)

func cleanName(name string) string {
	name = norm.NFKC.String(text.StripInvisible(text.OneLine(name)))
	name = tagLike.ReplaceAllString(name, " ")
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || strings.ContainsRune(" '-.", r) {
			return r
		}
		return ' '
	}, name)
	name = text.Cut(text.OneLine(name), maxLabel)
	if name == "" {
		return "Member"
	}
	return name
}

// imitation matches a part in brackets, with brackets of any script and with invisible
// characters in it.
var imitation = regexp.MustCompile(`[(（﹙⁽₍❨❪⸨⦅\[［]([\s\p{Cf}]*(?:[uUｕＵυսᴜ][\s\p{Cf}]*\p{Nd}[\p{Nd}\s\p{Cf}]*|(?i:anonymous)[\s\p{Cf}]*))[)）﹚⁾₎❩❫⸩⦆\]］]`)

// Unlabel replaces the brackets of every imitation of a label in a text, so that no line of it
// can be taken for another person's.
func Unlabel(s string) string { return imitation.ReplaceAllString(s, "‹$1›") }

// HasLabel reports whether a text contains the part in brackets of a person's label.
func HasLabel(s, id string) bool {
	tag := Tag(id)
	return tag != "" && strings.Contains(s, "("+tag+")")
}

// shownTag finds the part in brackets of a label, with the spaces before it.
var shownTag = regexp.MustCompile(`\s*[(（]u\d+[)）]`)

// WithoutTags returns a text as people read it: "Ann (u42) sails" is "Ann sails". Where no name stands before the part in brackets,
// it stays.
func WithoutTags(s string) string {
	var b strings.Builder
	from := 0
	for _, at := range shownTag.FindAllStringIndex(s, -1) {
		if endsWithName(s[:at[0]]) {
			b.WriteString(s[from:at[0]])
			from = at[1]
		}
	}
	return b.String() + s[from:]
}

// endsWithName reports whether a text ends with a word that may be a name: one that begins with a letter that is not a small one.
func endsWithName(s string) bool {
	words := strings.Fields(s)
	if len(words) == 0 {
		return false
	}
	for _, r := range words[len(words)-1] {
		return unicode.IsLetter(r) && !unicode.IsLower(r)
	}
	return false
}
