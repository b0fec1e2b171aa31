// Package pairs finds a password that stands beside a name of a user and that no word names: "anna_k82 / K9!morafek",
// "root:K9!morafek", an address of mail and a password in the line below. A list under a word for passwords has such pairs as well: what each is for,
// and the password.
//
// Texts come in the even form of package plain. Start reading at Find, then AddListed.
package pairs

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// accounts are names of users that machines have from the start.
const accounts = " root admin administrator ubuntu pi postgres guest superuser "

// Find adds each password of a pair. Between a name and a password may stand a word that isConj accepts. The line before a pair names a login if isLogin
// says so.
func Find(t plain.Text, isConj, isLogin func(string) bool, add func(from, to int)) {
	if len(t.Low) < 8 || !looks.HasDigit(t.Low) {
		return
	}
	for i := 0; i < len(t.Low); {
		i = t.Skip(i, " \n\t,;|/\"'`(")
		end := t.TokenEnd(i)
		token := t.Low[i:end]
		if at := strings.IndexByte(token, '@'); at > 0 { // "anna@example.org:K9!morafek"
			if colon := strings.IndexAny(token[at:], ":;,"); colon > 0 && looks.IsUserName(token[:at+colon]) && isPassword(t, i+at+colon+1, end) {
				add(i+at+colon+1, end)
			}
		}
		if account, _, is := strings.Cut(token, ":"); is && strings.Contains(accounts, " "+account+" ") && isPassword(t, i+len(account)+1, end) {
			add(i+len(account)+1, end)
		}
		name := strings.TrimRight(token, ",;|/:")
		if looks.HasDigit(name) && looks.HasLetter(name) {
			if from, to, ok := slashed(t, i, i+len(name), isLogin); ok {
				add(from, to)
			}
		}
		isAccount := strings.Contains(accounts, " "+name+" ") && name != ""
		if looks.IsUserName(name) || looks.IsLowNumberedName(name) {
			if from, to, ok := joined(t, i+len(name), strings.Contains(name, "@"), isConj); ok {
				add(from, to)
			}
		}
		if isAccount || looks.IsUserName(name) {
			if from, to, ok := beside(t, i+len(name), isAccount, strings.Contains(name, "@"), strings.Count(t.Low[:i], " ") < 2); ok {
				add(from, to)
			}
		}
		i = max(end, i+1)
	}
}

// beside returns the password after a name that ends at i: a sign or a line parts the two. An address that begins the
// text, or follows its first word, needs none, if the password ends it.
func beside(t plain.Text, i int, isAccount, isAddress, isFirst bool) (from, to int, ok bool) {
	rest := strings.TrimLeft(t.Low[i:], " ")
	switch {
	case rest == "":
		return 0, 0, false
	case strings.IndexByte("|/\n+&", rest[0]) >= 0 || rest[0] == '=' && isAddress || rest[0] == ',' && !isAddress || rest[0] == ':' && isAccount:
		from = t.Skip(len(t.Low)-len(rest)+1, " |/\n+&>")
	case rest[0] == ',' && isAddress && isEntry(t, i):
		from = t.Skip(len(t.Low)-len(rest)+1, " ")
		if end := t.TokenEnd(from); end < len(t.Low) && t.Low[end] != '\n' {
			return 0, 0, false
		}
	case isAddress && isFirst:
		if from = len(t.Low) - len(rest); t.Skip(t.TokenEnd(from), " \n") < len(t.Low) {
			return 0, 0, false
		}
	default:
		return 0, 0, false
	}
	to = from + len(strings.TrimRight(t.Low[from:t.TokenEnd(from)], ".,;:!?)\"'`"))
	isLine := rest[0] == '\n' && isAddress && t.Skip(to, "! \n") >= len(t.Low)
	return from, to, isPassword(t, from, to) || isLine && looks.IsExclaimed(t.Plain[from:t.TokenEnd(from)]) || (isAddress || isAccount && strings.IndexByte("/|", rest[0]) >= 0) && isSecondName(t, from, to)
}

// joined returns the password that a word for "and" joins to a name which ends at i.
func joined(t plain.Text, i int, isAddress bool, isConj func(word string) bool) (from, to int, ok bool) {
	i = t.Skip(i, " ")
	end := t.WordEnd(i)
	if !isConj(t.Low[i:end]) {
		return 0, 0, false
	}
	from = t.Skip(end, " ")
	to = from + len(strings.TrimRight(t.Low[from:t.TokenEnd(from)], ".,;:!?)\"'`"))
	if end := exclaimedEnd(t, from, to); isAddress && end > to {
		return from, end, true
	}
	return from, to, isPassword(t, from, to) || isAddress && isSecondName(t, from, to)
}

// exclaimedEnd returns the end of a name with a number and an exclamation mark, "Jack63!", whose name ends at i: beside an address it is a password. It
// returns i if there is none.
func exclaimedEnd(t plain.Text, from, i int) int {
	v := t.Plain[from:i]
	letters, digits := looks.CutNumber(v)
	isNamed := len(letters) > 2 && digits > 1 && looks.HasOnlyLetters(letters)
	if isNamed && strings.HasPrefix(t.Low[i:], "!") {
		return i + 1
	}
	return i
}

// slashed returns the password after a slash and a name that ends at i, where a colon behind a word for logging in stands before the name: "inlog
// Somtoday van Thijs: max10 / Kotal22?". The sign at the end of such a line is a part of the password.
func slashed(t plain.Text, start, i int, isLogin func(string) bool) (from, to int, ok bool) {
	before := strings.TrimRight(t.Low[:start], " ")
	from = t.Skip(i, " ")
	if !strings.HasSuffix(before, ":") || from >= len(t.Low) || t.Low[from] != '/' || !isLogin(before[strings.LastIndexByte(before, '\n')+1:]) {
		return 0, 0, false
	}
	from = t.Skip(from, "/ ")
	to = from + len(strings.TrimRight(t.Low[from:t.TokenEnd(from)], ".,;:)\"'`"))
	v := t.Plain[from:to]
	name := strings.TrimRight(t.Low[start:i], "0123456789")
	isOther := name == strings.TrimRight(t.Low[from:to], "0123456789?!") || strings.Contains(v, "/") || v == strings.ToLower(v) && !strings.ContainsAny(v, "-_?!#&") || !looks.HasDigit(v) || !looks.HasLetter(v)
	return from, to, len(v) > 5 && !isOther && !looks.IsAddress(v)
}

// isSecondName reports whether a place looks like a name of a user, which it cannot be beside an address: "anna@example.org + mura_621".
func isSecondName(t plain.Text, from, to int) bool {
	return to-from > 7 && looks.IsUserName(t.Low[from:to]) && !strings.Contains(t.Low[from:to], "@")
}

// isEntry reports whether a sign stands before an address that ends at i, as in "Argos, anna@example.org, K9morafek".
func isEntry(t plain.Text, i int) bool {
	before := strings.TrimRight(t.Low[:t.TokenStart(i)], " ")
	return before != "" && strings.IndexByte(",:;", before[len(before)-1]) >= 0
}

func isPassword(t plain.Text, from, to int) bool {
	return to > from && looks.IsUnnamedPassword(t.Plain[from:to]) && !looks.IsUserName(t.Low[from:to]) && t.Plain[from:to] != strings.ToUpper(t.Plain[from:to])
}

// AddListed adds the passwords of the lines under one of the nouns, each of which begins with what the password is for: "passwords:\n  router: K9!morafek".
func AddListed(t plain.Text, nouns []*mention.Noun, add func(from, to int)) {
	at := 0
	for _, n := range nouns {
		if n.Start < at || n.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 {
			continue
		}
		at = t.Skip(n.End, " \t:")
		for at < len(t.Low) && t.Low[at] == '\n' {
			line, _, _ := strings.Cut(t.Low[at+1:], "\n")
			name, value, isPair := strings.Cut(line, ": ")
			if !isPair || strings.TrimSpace(name) == "" || strings.Count(strings.TrimSpace(name), " ") > 2 {
				break
			}
			end := at + 1 + len(line)
			from := end - len(strings.TrimLeft(value, " \"'`"))
			to := from + len(strings.TrimRight(t.Low[from:end], " \"'`,"))
			if isPassword(t, from, to) {
				add(from, to)
			}
			at = end
		}
	}
}
