package secret

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

const (
	maxAnswer = 160 // bytes of a message that answers
	maxLead   = 160 // bytes of the question or label before it
	maxBehind = 80  // bytes that may follow a question in its message
	maxLabel  = 8   // words of a label that ends with a colon or a copula
	maxPhrase = 5   // words of one that ends otherwise

	maxToCopula = 4 // words of an answer up to its copula
)

// CanAnswer reports whether a message is short enough, and has letters or digits enough, for MaskAnswer to find something in it.
func CanAnswer(s string) bool { return len(s) <= maxAnswer && utf8.RuneCountInString(s) > 2 }

// MaskAnswer returns s with what is a secret because of the message before it replaced by text.Mask: "Wie lautet das WLAN-Passwort?" and
// "Rosenblatt77", "my bank PIN:" and "9318". before ends with a question for a secret, or is the beginning of a sentence that names one; any other
// changes nothing. What is a secret by itself is for Mask.
func MaskAnswer(before, s string) string {
	if !CanAnswer(s) {
		return s
	}
	for _, l := range leadsOf(before) {
		s = l.mask(s)
		if from := behindCopula(s); from > 0 {
			s = s[:from] + lead{l.text, true}.mask(s[from:])
		}
	}
	return s
}

// lead is what a message asks for or begins to name at its end, as it stands before the answer. After some only what has a digit is taken for a secret: that
// a word is one, the lead does not say.
type lead struct {
	text       string
	needsDigit bool
}

// mask returns s with what is a secret behind the lead replaced by text.Mask.
func (l lead) mask(s string) string {
	for {
		v := newView(l.text + s)
		var spans []span
		for _, x := range findSpans(v) {
			for from, to := v.Original(x.from, x.to); from < len(l.text) && to > len(l.text); from, to = v.Original(x.from, x.to) {
				x.from++ // of what begins in the lead only the rest is told
			}
			from, _ := v.Original(x.from, x.to)
			value := v.Low[x.from:x.to]
			if from >= len(l.text) && (looks.HasDigit(value) || !l.needsDigit && len(strings.Fields(s)) < 3 && !tables().Is("smalltalk", value, ^uint32(0))) {
				spans = append(spans, x)
			}
		}
		masked := v.replace(spans)[len(l.text):]
		if masked == s {
			return s
		}
		s = masked
	}
}

// behindCopula returns where a text goes on behind a copula among its first words, "ah it is tulip77rose"; 0 if there is none.
func behindCopula(s string) int {
	at := 0
	for range maxToCopula {
		word, rest, more := strings.Cut(s[at:], " ")
		if !more {
			return 0
		}
		at = len(s) - len(rest)
		if low := plain.Low(word); tables().Is("is", low, ^uint32(0)) {
			return at
		}
	}
	return 0
}

// leadsOf returns what the answer to a message can stand behind; none where the message neither asks for a secret nor begins to name one.
func leadsOf(before string) []lead {
	before = strings.TrimRight(before, " \n\t*_`")
	if len(before) > maxLead {
		before = strings.ToValidUTF8(before[len(before)-maxLead:], "")
	}
	v := newView(before)
	noun := func(low string) string {
		name := ""
		for _, h := range tables().Index.Find(low) {
			if h.Noun != nil && h.Noun.Classes&secretClasses != 0 && len(h.Text) >= len(name) {
				name = h.Text
			}
		}
		return name
	}
	if asked := lastQuestion(v); asked != "" {
		if name := noun(plain.Low(asked)); name != "" {
			return []lead{{asked, false}, {name + ": ", true}}
		}
		return nil
	}
	from, _ := v.Original(strings.LastIndexByte(v.Low, '\n')+1, len(v.Low))
	line := v.Source[from:]
	low := plain.Low(line)
	if words := len(strings.Fields(low)); noun(low) == "" || words > maxLabel {
		return nil
	}
	_, isOpen := tables().CutLast("is", low)
	switch {
	case isOpen || strings.HasSuffix(low, ":"):
		return []lead{{line + " ", false}}
	case strings.HasSuffix(low, noun(low)):
		return []lead{{line + ": ", false}}
	case len(strings.Fields(low)) <= maxPhrase && !strings.ContainsAny(low, ".!,"):
		return []lead{{line + ": ", true}} // "the password of the mail"
	}
	return nil
}

// lastQuestion returns the last question of a text with a space behind it; "" if it has none, or goes on for long after it.
func lastQuestion(v *view) string {
	end := strings.LastIndexByte(v.Low, '?')
	if greek := len(v.Low) - 1; greek > 0 && v.Low[greek] == ';' && unicode.Is(unicode.Greek, []rune(v.Low)[0]) {
		end = greek
	}
	if end < 0 || len(v.Low)-end > maxBehind {
		return ""
	}
	start := end
	for start > 0 && !v.EndsSentenceAt(start-1) && v.Low[start-1] != '?' {
		start--
	}
	from, to := v.Original(start, end)
	return strings.TrimLeft(v.Source[from:to], " ") + "? "
}

// secretClasses are those of nouns that name a secret themselves.
const secretClasses = lexicon.Password | lexicon.Weak | lexicon.Pin | lexicon.Code | lexicon.BareCode | lexicon.Key | lexicon.CVV | lexicon.ID | lexicon.Seed | lexicon.NetKey | lexicon.Question
