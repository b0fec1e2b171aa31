package chosen

import (
	"strings"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

const (
	maxEntry   = 4 // words of an entry of a note before an address
	minNumbers = 2 // digits of a word with a number, as people choose passwords
)

// note is a text in which somebody noted how to get in, and the nouns of it.
type note struct {
	plain.Text
	words *lexicon.Words
	nouns []*mention.Noun
}

// FindNoted adds passwords that a note gives by their place: behind an address and a service, "Netflix - anna@example.org - nilmu-plordran-ninplock3", a
// network and a stroke, "internet Volia_88 / Banfe6466", a machine and its first user, "router 192.168.0.1 admin Rirri32*", or glued to a short noun,
// "老pwguoan2016".
func FindNoted(t plain.Text, w *lexicon.Words, nouns []*mention.Noun, add func(from, to int)) {
	if len(t.Low) > maxText || strings.ContainsAny(t.Low, "{}<>[]=") {
		return
	}
	n := note{t, w, nouns}
	for from, to := range t.SignedTokens() {
		value := from + len(strings.TrimRight(t.Low[from:to], ".,;:'"))
		if n.isGlued(from, value) {
			add(from+2, value)
		} else if n.isPassword(from, value) && (n.isBehindAddress(from, value) || n.isOfNetwork(from, value) || n.isOfMachine(from, value) || n.isLabelled(from, value) || n.isSignedBehind(from, value)) {
			add(from, value)
		}
	}
}

// isPassword reports whether a place can be a password: it is signed, strange, or a word with a number.
func (n note) isPassword(from, to int) bool {
	v := n.Plain[from:to]
	return isSignedName(v) || isStrange(n.words, v) || isNumbered(n.words, v) || strings.Count(v, "-") > 1 && looks.HasDigit(v) && looks.HasLetter(v) && looks.IsUnnamedPassword(v)
}

// isNumbered reports whether a token is a word of letters and a number behind it or in it, and no product.
func isNumbered(w *lexicon.Words, v string) bool {
	letters, digits := looks.CutNumber(v)
	if utf8.RuneCountInString(v) < 6 || looks.IsAddress(v) || looks.IsDateOrVersion(v) || w.HasStem("product", strings.ToLower(letters)) || w.HasStem("service", strings.ToLower(letters)) {
		return false
	}
	isWord := digits >= minNumbers && digits < 6 && utf8.RuneCountInString(letters) > 3 && looks.HasOnlyLetters(letters) && letters != strings.ToUpper(letters)
	return isWord || looks.CountDigits(v) >= minNumbers && looks.HasLetter(v) && v != strings.ToLower(v) && v != strings.ToUpper(v) && looks.HasOnlyLetters(strings.Trim(strings.NewReplacer("0", "", "1", "", "2", "", "3", "", "4", "", "5", "", "6", "", "7", "", "8", "", "9", "").Replace(v), " "))
}

// isGlued reports whether a token begins with a short noun for a password that is one with it, in a text without spaces.
func (n note) isGlued(from, to int) bool {
	v := n.Plain[from:to]
	isDense := plain.IsDense(n.Before(from)) || strings.ContainsFunc(n.Low[:from], plain.IsDense) && n.Before(from) == ' '
	return strings.HasPrefix(n.Low[from:to], "pw") && isDense && len(v) > 7 && looks.CountDigits(v) >= minNumbers && !looks.IsAddress(v)
}

// isBehindAddress reports whether an address stands before a place, and a service or a dash before that.
func (n note) isBehindAddress(from, to int) bool {
	head := strings.TrimRight(n.Low[:from], " ")
	dashed, isDash := strings.CutSuffix(head, " -")
	if isDash {
		head = strings.TrimRight(dashed, " ")
	}
	head = strings.TrimSuffix(head, ",")
	start := strings.LastIndexAny(head, " \n") + 1
	mail := head[start:]
	if !strings.Contains(mail, "@") || !looks.IsAddress(mail) || !isDash && !n.isEnd(to) {
		return false
	}
	entry := head[:start]
	entry = strings.TrimSpace(entry[strings.LastIndexAny(entry, ",;\n:")+1:])
	if isDash {
		name, is := strings.CutSuffix(entry, "-")
		return is && strings.TrimSpace(name) != "" && len(strings.Fields(name)) < maxEntry
	}
	return entry != "" && len(strings.Fields(entry)) < maxEntry && n.words.HasStem("service", entry)
}

// isEnd reports whether an entry or the text ends at i.
func (n note) isEnd(i int) bool {
	i = n.Skip(i, " ")
	return i >= len(n.Low) || strings.IndexByte(",;\n.", n.Low[i]) >= 0
}

// isOfNetwork reports whether a place stands behind a stroke, the name of a network and a word for it.
func (n note) isOfNetwork(from, to int) bool {
	head, is := strings.CutSuffix(strings.TrimRight(n.Low[:from], " "), " /")
	if !is {
		return false
	}
	fields := strings.Fields(head[strings.LastIndexAny(head, ",;\n:")+1:])
	if len(fields) < 2 || strings.HasPrefix(n.Low[from:to], fields[len(fields)-1]) || looks.IsNetworkName(n.Plain[from:to]) {
		return false // "BarnLoft / BarnLoft_5G"
	}
	for i := len(fields) - 2; i >= max(0, len(fields)-3); i-- {
		if n.words.HasStem("netlabel", fields[i]) {
			return true
		}
	}
	return false
}

// isOfMachine reports whether a place stands behind the first user of a machine, whose address or kind stands before.
func (n note) isOfMachine(from, to int) bool {
	head := strings.TrimRight(n.Low[:from], " ")
	fields := strings.Fields(head[strings.LastIndexAny(head, ",;\n")+1:])
	last := len(fields) - 1
	if last < 1 || n.words.HasStem("nickname", n.Low) || fields[last] != "admin" && fields[last] != "root" || !isSignedName(n.Plain[from:to]) && !isStrange(n.words, n.Plain[from:to]) {
		return false
	}
	address := fields[last-1]
	isIP := strings.Count(address, ".") == 3 && strings.Trim(address, "0123456789.") == ""
	return isIP || n.words.HasStem("netdevice", address)
}

// isLabelled reports whether a line is nothing but the name of a machine of a network, a colon and the place: "Fritzbox: tulpe1234".
func (n note) isLabelled(from, to int) bool {
	label, is := strings.CutSuffix(strings.TrimRight(n.Low[:from], " "), ":")
	label = strings.TrimSpace(label[strings.LastIndexByte(label, '\n')+1:])
	rest := n.Low[to:]
	return is && !strings.Contains(label, " ") && n.words.HasStem("netdevice", label) && (rest == "" || rest[0] == '\n') && isNumbered(n.words, n.Plain[from:to])
}

// isSignedBehind reports whether a place is a word with a number and a sign that ends no sentence, right behind a noun for a password: "clé wifi
// Kongul91*".
func (n note) isSignedBehind(from, to int) bool {
	if v := n.Plain[from:to]; !isSignedName(v) || strings.IndexByte("*#$%&", v[len(v)-1]) < 0 {
		return false
	}
	at := len(strings.TrimRight(n.Low[:from], " "))
	for _, noun := range n.nouns {
		if noun.Entry.Classes&(lexicon.Password|lexicon.Weak|lexicon.NetKey) != 0 && noun.End == at {
			return true
		}
	}
	return false
}
