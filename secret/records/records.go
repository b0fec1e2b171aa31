// Package records knows what machines and papers print that looks like a secret and is none: the answer of a server in an access log,
// a range of commits, the port of an address, a row that a database refuses, the id of a session, a version, a plate, a waybill, the number of a
// product, a meter's reading; what programs print and what is written in them is in programs.go.
//
// It is asked last, about everything that another room has found, because such a shape is known by its own text and not by the
// noun that led to it. It finds nothing. Texts come in the even form of package plain, words from records.txt of package lexicon.
//
// Start reading at Holds.
package records

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

const (
	maxPlate   = 60 // bytes between a word for a plate and the plate
	maxSerial  = 70 // bytes between a word for the number of a product and the number
	maxPaper   = 24 // bytes between a word for a file or a waybill and its number
	maxReading = 80 // bytes between a word for a reading and the number
)

// Of returns the records of a text. Nothing is looked for before Holds is called.
func Of(t plain.Text, w *lexicon.Words) *Text { return &Text{Text: t, words: w} }

// Text is a text with the places of its records.
type Text struct {
	plain.Text
	words  *lexicon.Words
	isRead bool
	places [][]int // from and to of what holds no secret
	starts []int   // where no secret begins: a port in an address, the fields behind its question mark
}

// Holds reports whether what stands between two places is of a record, and so no secret.
func (t *Text) Holds(from, to int) bool {
	t.read()
	if slices.Contains(t.starts, from) || slices.ContainsFunc(t.places, func(at []int) bool { return at[0] <= from && to <= at[1] }) {
		return true
	}
	return t.isVersion(from, to) || t.isSession(from, to) || t.isUser(from, to) || t.isPort(from, to) || t.isNumbered(from, to) || t.isSerial(from, to) || t.isReading(from, to) || t.isRoom(from, to) || t.isPostal(from, to) || t.isSetOnThing(from, to) || t.isNextField(from)
}

// read finds the places of shapes that need no word.
func (t *Text) read() {
	if t.isRead {
		return
	}
	t.isRead = true
	for _, s := range slices.Concat(shapes, programs) {
		if !strings.Contains(t.Low, s.has) {
			continue
		}
		for _, m := range s.find().FindAllStringSubmatchIndex(t.Plain, -1) {
			if s.isNone == nil || !s.isNone.MatchString(t.Plain[m[0]:m[1]]) {
				for i := 2; i < len(m); i += 2 {
					t.places = append(t.places, m[i:i+2])
				}
			}
		}
	}
	if strings.Contains(t.Low, "://") {
		for _, m := range addresses().FindAllStringSubmatchIndex(t.Low, -1) {
			t.starts = append(t.starts, m[2])
		}
		for _, m := range queries().FindAllStringSubmatchIndex(t.Low, -1) {
			t.starts = append(t.starts, m[2])
		}
	}
	if strings.Contains(t.Low, "git ") && gitCommand().MatchString(t.Low) {
		for _, m := range commits().FindAllStringSubmatchIndex(t.Low, -1) {
			t.places = append(t.places, m[2:4])
		}
	}
}

// shape is what a machine prints: its groups hold no secret.
type shape struct {
	has    string // what a text needs to have, so that the expression is not asked in vain
	find   func() *regexp.Regexp
	isNone *regexp.Regexp // what is no such record after all
}

var shapes = []shape{
	{"http/", once(`\b(?:GET|POST|PUT|HEAD|PATCH|DELETE|OPTIONS|CONNECT) +\S+ +(HTTP/\d(?:\.\d)?"?(?: +\d{3}(?: +(?:\d+|-))?)?)`), nil},
	{"http/", once(`(?m)[\d.]{7,15} +\S+ +([\w.@-]+) +\[([^\]\n]*)\] +"[A-Z]`), nil},
	{"..", once(`\b([0-9a-f]{7,40}\.{2,3}(?:HEAD|[\w./-]+))`), nil},
	{")=(", once(`(?i)(?:key|schlussel|cle|llave|clave|chiave|chave|sleutel|nyckel|klucz|klic|ключ|anahtar|キー|키)\W{0,4}(\([^)\n]*\)=\([^)\n]*\))`), regexp.MustCompile(`(?i)\([^)]*(?:pass|pwd|token|secret|pin|otp|card|iban|cvv|ssn)[^)]*\)=`)},
	{"[", once(`[=:]\s*((?:var|data|local|module|secrets|each|self|os\.environ|process\.env)(?:\.[A-Za-z_]\w*)*\[)`), nil},
	{":", once(`(?m)(?:^(?:[ \t]+|- |[ \t]+- )|\{ ?)"?(\p{L}[\p{L}_-]*)"?:(?: |$)`), nil}, // a field of a section: its name is no value
	{`"`, once(`"(?:code|error_?[cC]ode|errno)" ?: ?("[A-Z]\w*"|\d{1,5}) ?, ?"(?:message|msg|error|reason|detail|description)"`), nil},
	{" port ", once(`\bfrom [\d.]{7,15} port (\d{2,5})\b`), nil},
	{"for user", once(`\bfor user ('[^'\n]+'@'[^'\n]+')`), nil},
	{"@ ", once(`\b(?i:wi-?fi|wlan|wlan-netz|wireless|hotspot)\b @ (\S+)`), nil}, // the place or the name of a network
	{"pin", once(`(?i)\bpin\w* ?[=:] ?((?:GPIO_?|P[A-H]|[ADP])\d{1,2})\b`), nil}, // of a chip
	{"=", once(`(?m)^([a-z_]+(?:\.[a-z0-9_]+)+): \w+=`), nil},
	{"\n", once(`(?m)^\s*"?(?:region|zone|location|cluster|namespace|environment|instance_type|machine_type|image|tag|version|runtime|arch|stage|bucket|backend|provider|timezone|locale|log_level)"?\s*[=:]\s*"?([\w.:/-]+)"?,?\s*$`), nil},
}

var (
	addresses  = once(`\b[a-z][a-z0-9+.-]*://(?:[^/\s@]+@)?[^/\s@:]+:(\d{2,5})(?:[/\s,.)]|$)`)
	gitCommand = once(`(?m)^\W*git +(?:log|show|blame|reflog|rebase|bisect|cherry|branch|rev-list|shortlog)\b`)
	commits    = once(`(?m)^\W*([0-9a-f]{7,40})\b`)
	uuid       = once(`\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b`)
	release    = once(`^(?:[בהלמש]{1,2}-)?(v{1,2})?\d+\.\d+\.\d+(-(?:rc|beta|alpha|pre|dev|snapshot)\.?\d*)?$`)
	level      = once(`\b(?:INFO|WARN|WARNING|ERROR|DEBUG|FATAL|TRACE|NOTICE)\b|\bERR!`)
	name       = once(`^[a-z][a-z._]{2,14}\d{0,4}$`)
	serial     = once(`^[\p{Lu}\d][\p{Lu}\d -]*$`)
	dated      = once(`^ [^\d.,:;?!\n]{0,60}\d{1,4}[./-]\d{1,2}[./-]\d{1,4}`)
	reading    = once(`^\d{4,7}(?:[.,]\d)?$`)
)

// once returns a function that compiles an expression at its first call.
func once(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// isVersion reports whether a place is a version of three numbers with "v", a preposition of Hebrew, or a word for a version that is not yet done: without
// one of these it can be a birthday.
func (t *Text) isVersion(from, to int) bool {
	m := release().FindStringSubmatch(t.Low[from:to])
	return m != nil && (m[1] != "" || m[2] != "" || m[0][0] > '9')
}

// isSession reports whether a place is a part of a UUID, or one that is called the id of a session.
func (t *Text) isSession(from, to int) bool {
	for _, m := range uuid().FindAllStringIndex(t.Low, -1) {
		if m[0] <= from && to <= m[1] {
			return to-from < m[1]-m[0] || t.words.HasStem("sessionword", t.lastWord(from))
		}
	}
	return false
}

// isUser reports whether a place is a name behind a word for a user in a line of a log.
func (t *Text) isUser(from, to int) bool {
	line := strings.LastIndexByte(t.Plain[:from], '\n') + 1
	return name().MatchString(t.Low[from:to]) && level().MatchString(t.Plain[line:from]) && t.words.HasThing("accountof", t.lastWord(from))
}

// isPort reports whether a place is the number of a port: a word for one stands shortly before it, and the text speaks of servers where
// the word is one for a door as well.
func (t *Text) isPort(from, to int) bool {
	v := t.Low[from:to]
	if len(v) < 2 || len(v) > 5 || !looks.IsAllDigits(v) {
		return false
	}
	near := t.before(from, maxReading)
	return t.words.HasStem("portword", near) && t.words.Contains("serverword", t.Low) && !t.namesCode(near)
}

// isNumbered reports whether a place is a plate, or the number of a file or a waybill.
func (t *Text) isNumbered(from, to int) bool {
	v := t.Plain[from:to]
	if len(v) < 5 || len(v) > 24 || !looks.HasDigit(v) || !serial().MatchString(v) {
		return false
	}
	if near := t.before(from, maxPlate); looks.HasLetter(t.Low[from:to]) && len(v) < 11 && t.words.HasStem("platewords", near) && !t.namesCode(near) {
		return !t.namesPerson(from, "platewords")
	}
	near := t.before(from, maxPaper)
	return t.words.HasStem("paperwords", near) && !t.namesCode(near) && !t.namesPerson(from, "paperwords")
}

// namesPerson reports whether the number at a place is that of a person which a paper asks for: such a noun stands before the word for the paper, one of
// a list, "my social security number for the file: …".
func (t *Text) namesPerson(from int, list string) bool {
	near := t.before(from, 2*maxPaper)
	for _, word := range t.words.Stems[list] {
		at := strings.LastIndex(near, word)
		if at >= 0 && list == "platewords" && t.endsWithPerson(near[at+len(word):]) {
			return true // "matrícula: Mari, dni 19488163X"
		}
		if at > 0 && slices.ContainsFunc(mention.All(plain.Of(near[:at]), t.words, t.words.Index.Find(near[:at])), func(n *mention.Noun) bool { return n.Entry.Classes&lexicon.ID != 0 }) {
			return true
		}
	}
	return false
}

// endsWithPerson reports whether a text ends with a noun for a person's number.
func (t *Text) endsWithPerson(s string) bool {
	s = strings.TrimRight(s, " :")
	return slices.ContainsFunc(mention.All(plain.Of(s), t.words, t.words.Index.Find(s+" ")), func(n *mention.Noun) bool {
		return n.Entry.Classes&lexicon.ID != 0 && n.End == len(s)
	})
}

// isSerial reports whether a word for the number of a product, a member or a house stands before a place, and no other for a code: "the serial
// number of the safe is 88213377".
func (t *Text) isSerial(from, to int) bool {
	v := t.Plain[from:to]
	if len(v) < 4 || len(v) > 24 || !looks.HasDigit(v) || !serial().MatchString(v) {
		return false
	}
	near := t.before(from, maxSerial)
	return slices.ContainsFunc(t.words.Stems["serialwords"], func(word string) bool {
		at := strings.LastIndex(near, word)
		return at >= 0 && !t.namesCode(near[:at]+" "+near[at+len(word):])
	})
}

// isReading reports whether a place is a number that a meter shows.
func (t *Text) isReading(from, to int) bool {
	near := t.before(from, maxReading)
	isBox := t.words.HasStem("housekey", near) && t.words.HasStem("keyplace", near) // "the key is in the box at the meter 3816"
	return !isBox && reading().MatchString(t.Low[from:to]) && (t.words.HasStem("readings", near) || t.isMetered(near, to)) && !t.namesCode(near)
}

// isMetered reports whether the few words before a number that ends at i say which meter shows it, and nothing follows, or a date: "meter in the cellar 48213". A
// cupboard of meters, or a lock on it, has a number of its own.
func (t *Text) isMetered(near string, i int) bool {
	near = near[strings.LastIndexAny(near, ".,:;?!\n")+1:]
	isEnd := i == len(t.Low) || strings.IndexByte(".,;!\n", t.Low[i]) >= 0 || dated().MatchString(t.Low[i:])
	if !isEnd || len(strings.Fields(near)) > 5 || !t.words.HasStem("meters", near) {
		return false
	}
	for _, meter := range t.words.Dense["meters"] {
		near = strings.ReplaceAll(near, meter, " ") // in Thai a cupboard is part of the word
	}
	return !slices.ContainsFunc([]string{"bolt", "keyplace", "doorword", "strongbox", "cupboard"}, func(list string) bool { return t.words.HasThing(list, near) })
}

// isRoom reports whether a place is the number of the room right before it, of which is said that there is a safe: "room 1234 has the safe".
func (t *Text) isRoom(from, to int) bool {
	v := t.Low[from:to]
	if len(v) > 4 || !looks.IsAllDigits(v) {
		return false
	}
	after, _, _ := strings.Cut(t.Low[to:], "\n")
	if at := strings.IndexAny(after, ".,:;?!0123456789"); at >= 0 {
		after = after[:at]
	}
	before := t.before(from, maxSerial)
	room := strings.TrimRight(before, " ")
	room = room[strings.LastIndexAny(room, " \n")+1:]
	isDense := from == 0 && t.words.HasStem("roomafter", strings.TrimLeft(after, " ")) // "1234房间有保险箱"
	return (isDense || t.words.Is("roomword", room, ^uint32(0))) && t.words.HasThing("strongbox", after) && !t.words.HasThing("lock", before) && !t.namesCode(before)
}

// isPostal reports whether a place is what India calls the PIN code of a place: six digits behind those words, in a text that has no lock,
// card or device.
func (t *Text) isPostal(from, to int) bool {
	v := t.Low[from:to]
	if len(v) != 6 || v[0] < '1' || v[0] > '8' || !looks.IsAllDigits(v) {
		return false
	}
	return t.follows(from, " :-", "postalpin") && t.words.HasStem("postalplace", t.Low) && !t.words.HasThing("lock", t.Low) && !t.words.HasThing("device", t.Low) && !t.words.HasStem("card", t.Low)
}

// isSetOnThing reports whether a place is the thing on which somebody sets a password, "поставил пароль на холодильник": a word of small letters.
func (t *Text) isSetOnThing(from, to int) bool {
	return looks.HasOnlyLetters(t.Low[from:to]) && !plain.IsUpperAt(t.Plain, from) && t.follows(from, " ", "setson")
}

// follows reports whether an expression of a list stands before a place, with nothing but marks between.
func (t *Text) follows(from int, marks, list string) bool {
	before := strings.TrimRight(t.Low[:from], marks)
	return slices.ContainsFunc(t.words.Ending(list, plain.LastRune(before)), func(words string) bool { return strings.HasSuffix(before, words) })
}

// lastWord returns the word before a place, if nothing but spaces stands between: a sign gives a value to a name, "user=anna passwd=…".
func (t *Text) lastWord(i int) string {
	at := len(strings.TrimRight(t.Low[:i], " "))
	if r := t.Before(i); at == i && !plain.IsDense(r) {
		return ""
	}
	return t.Low[t.WordStart(at):at]
}

// before returns the text before a place in its sentence, at most so many bytes of it. A stop behind a short word, "n.", ends no sentence.
func (t *Text) before(i, most int) string {
	from := max(0, i-most)
	for from < i && plain.IsWordRune(t.Before(from)) && plain.IsWordRune(plain.FirstRune(t.Low[from:])) {
		_, from = t.Next(from)
	}
	for at := i - 1; at > from; at-- {
		if t.EndsSentenceAt(at) && t.Low[at] != '!' && at-t.WordStart(at) > 3 {
			return t.Low[at+1 : i]
		}
	}
	return strings.ToValidUTF8(t.Low[from:i], "")
}

// namesCode reports whether a text has a noun for a code in it, and not only a thing that one opens.
func (t *Text) namesCode(near string) bool {
	const codes = lexicon.Pin | lexicon.Password | lexicon.Code | lexicon.CVV
	return slices.ContainsFunc(mention.All(plain.Of(near), t.words, t.words.Index.Find(near)), func(n *mention.Noun) bool {
		isBare := n.Entry.Classes&lexicon.BareCode != 0 && t.words.Contains("codeword", n.Entry.Text)
		return (isBare || n.Entry.Classes&codes != 0) && !t.words.HasStem("portword", n.Entry.Text)
	})
}
