package people

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"keepsake/text"
)

// A label is how a model tells people in a group apart: "Ann (u42)". The part in brackets
// is made of the id, so nobody becomes somebody else by another name; a name is cleaned of
// what could imitate the form, and so is what people write (Unlabel).

// maxLabel bounds a name in a label, in runes.
const maxLabel = 32

// NoID is what stands in the brackets of somebody without an id: an anonymous admin, a
// channel.
const NoID = "anonymous"

// Label returns the label of somebody who is called name; id is a person's id, "" = none.
func Label(name, id string) string {
	tag := Tag(id)
	if tag == "" {
		tag = NoID
	}
	return cleanName(name) + " (" + tag + ")"
}

// tagLike is what could be read as the part in brackets.
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

// imitation is a part in brackets, in any of the scripts' brackets and with what cannot be
// seen in between.
var imitation = regexp.MustCompile(`[(（﹙⁽₍❨❪⸨⦅\[［]([\s\p{Cf}]*(?:[uUｕＵυսᴜ][\s\p{Cf}]*\p{Nd}[\p{Nd}\s\p{Cf}]*|(?i:anonymous)[\s\p{Cf}]*))[)）﹚⁾₎❩❫⸩⦆\]］]`)

// Unlabel returns what somebody wrote with every imitation of a label's brackets in others,
// so that no line of theirs can be taken for somebody else's.
func Unlabel(s string) string { return imitation.ReplaceAllString(s, "‹$1›") }

// Labelled reports whether a text names the person by the part in brackets of their label.
func Labelled(s, id string) bool {
	tag := Tag(id)
	return tag != "" && strings.Contains(s, "("+tag+")")
}
