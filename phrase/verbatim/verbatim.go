// Package verbatim is the form of a memory that holds a person's own words: User said: “my sister is vegan”. A memory is kept so where
// the person asked for it and a model's sentence about it is not surely theirs. It stays in the third person, as every memory, and the
// words between its marks are theirs, letter by letter.
//
// It does not judge what is kept. It is pure. Start reading at Write and Read.
package verbatim

import (
	"regexp"
	"strings"
)

// form is how a language says it, with the words between before and after; you is how it says it to the person, where a screen may.
type form struct{ before, after, you string }

// forms are by the codes of BCP 47, without a word that would tell whether the person is a man or a woman.
var forms = map[string]form{
	"en": {"User said: “", "”", "You said: “"},
	"de": {"Der Nutzer sagte: „", "“", "Du hast gesagt: „"},
	"ru": {"Слова пользователя: «", "»", "Твои слова: «"},
	"zh": {"用户说：“", "”", "你说：“"},
	"fr": {"L'utilisateur a dit : « ", " »", ""},
	"es": {"El usuario dijo: «", "»", ""},
	"pt": {"O usuário disse: “", "”", ""},
	"it": {"L'utente ha detto: «", "»", ""},
	"nl": {"De gebruiker zei: “", "”", ""},
	"pl": {"Słowa użytkownika: „", "”", ""},
	"uk": {"Слова користувача: «", "»", ""},
	"tr": {"Kullanıcının sözleri: “", "”", ""},
	"ja": {"ユーザーの言葉：「", "」", ""},
	"ko": {"사용자의 말: “", "”", ""},
	"ar": {"كلام المستخدم: «", "»", ""},
}

// group is the form with a member's label, which is written in no language: Ann (u11): “the tent is green”.
var group = form{before: ": “", after: "”"}

// Write returns what is kept of a person's own words. code is the language they are in (BCP 47); where it has no form, the words are
// kept as in English. label names a member of a group, "" elsewhere. day is when they were said (2026-11-27), where they mean another day
// when they are read on another ("tomorrow"); else "".
func Write(words, code, label, day string) string {
	f, ok := forms[code]
	switch {
	case label != "":
		f = form{before: label + group.before, after: group.after}
	case !ok:
		f = forms["en"]
	}
	if day != "" {
		day = " (" + day + ")"
	}
	return f.before + words + f.after + day
}

// Read returns the person's words of a memory that Write made, or the content as it is; ok reports whether Write made it.
func Read(content string) (words string, ok bool) {
	words, _, ok = read(content)
	return words, ok
}

// ToUser returns a memory that Write made as it is said to the person it is about; ok is false for others, and in languages in which
// it is not said so.
func ToUser(content string) (said string, ok bool) {
	words, f, ok := read(content)
	if !ok || f.you == "" {
		return content, false
	}
	return f.you + words + f.after + dayAfter.FindString(content), true
}

// dayAfter finds the day on which words were said.
var dayAfter = regexp.MustCompile(` \(\d{4}-\d\d-\d\d\)$`)

func read(all string) (words string, f form, ok bool) {
	content := dayAfter.ReplaceAllString(all, "")
	for _, f := range forms {
		if rest, begins := strings.CutPrefix(content, f.before); begins {
			if words, ends := strings.CutSuffix(rest, f.after); ends && words != "" {
				return words, f, true
			}
		}
	}
	if label, rest, found := strings.Cut(content, group.before); found && isLabel(label) {
		if words, ends := strings.CutSuffix(rest, group.after); ends && words != "" {
			return words, group, true
		}
	}
	return all, form{}, false
}

// isLabel reports whether a text is the label of a member, "Ann (u11)".
func isLabel(s string) bool {
	_, id, ok := strings.Cut(s, " (u")
	return ok && strings.HasSuffix(id, ")") && strings.Trim(strings.TrimSuffix(id, ")"), "0123456789") == ""
}
