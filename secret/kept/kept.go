// Package kept finds the plain word that somebody asks to remember as what a network "is": "wifi at the gym is goalkeeper, remember that".
// No word for a password stands there, and the word itself has neither a digit nor a capital.
//
// Asking to remember is what makes a password of it, together with words that say nothing else of the network: "is slow, remember that"
// tells how it fares. What networks are said to be is the list netstate of package lexicon, what asks to remember keepit. Texts come in the
// even form of package plain.
//
// Start reading at Find.
package kept

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

const (
	maxText  = 160 // bytes of a text that is a note of one thing
	maxPlace = 7   // words between the network and the word, with those that say where it is
)

// note is a network in a text that asks to remember something.
type note struct {
	*mention.Noun
	langs uint32 // of the words that ask
}

// Find adds the word that a network is, in a text that asks to remember it. The nouns are all of the text.
func Find(t plain.Text, w *lexicon.Words, nouns []*mention.Noun, add func(from, to int)) {
	if len(t.Low) > maxText || strings.ContainsAny(t.Low, "{}<>[]=\n") {
		return
	}
	for _, n := range nouns {
		if n.Entry.Classes&lexicon.Net == 0 {
			continue
		}
		end, langs := askAt(t, w, n.End, len(t.Low))
		if langs == 0 {
			_, langs = askAt(t, w, 0, n.Start)
		}
		if langs == 0 {
			continue
		}
		if from, to, ok := (note{n, langs}).find(end); ok {
			add(from, to)
		}
		return
	}
}

// askAt returns where words that ask to remember begin between two places, and their languages; the second place and 0 if there are none.
func askAt(t plain.Text, w *lexicon.Words, from, to int) (at int, langs uint32) {
	isStart := from == 0
	for i := from; i < to; {
		r, next := t.Next(i)
		if isStart || plain.IsDense(r) || plain.IsHangul(r) {
			if rest, is := w.CutFirst("keepit", t.Low[i:to]); is {
				return i, w.Lists["keepit"][t.Low[i:to-len(rest)]]
			}
		}
		isStart = !plain.IsWordRune(r) && r != '\''
		i = next
	}
	return to, 0
}

// find returns the last word before a place, if it is what the network is.
func (p note) find(end int) (from, to int, ok bool) {
	for {
		head, is := p.Words.CutLast("politely", strings.TrimRight(p.Low[p.End:end], " ,.;!?-"))
		if !is || p.End+len(head) <= p.End {
			break
		}
		end = p.End + len(head)
	}
	to = p.End + len(strings.TrimRight(p.Low[p.End:end], " ,.;!?-\"'"))
	to, isClosed := p.cutCopula(to)
	from = p.wordStart(to)
	if from <= p.End || to <= from {
		return 0, 0, false
	}
	between := strings.TrimSpace(p.Low[p.End:from])
	if strings.ContainsAny(between, ",.;!?:") && !strings.HasSuffix(between, ":") || len(strings.Fields(between)) > maxPlace {
		return 0, 0, false
	}
	return from, to, p.isWord(from, to) && p.isSaid(between) && (isClosed || p.isLinked(between, from))
}

// cutCopula returns where what the network is ends, without a copula behind it, and whether there is one: "तरबूज है", "himawariです", "수박이야",
// "dat de wifi bij oma komkommer is".
func (p note) cutCopula(to int) (end int, isClosed bool) {
	for range 2 {
		s := strings.TrimRight(p.Low[p.End:to], " ,")
		to = p.End + len(s)
		head, is := p.Words.CutLast("copula", s)
		if !is || strings.TrimSpace(head) == "" {
			break
		}
		to, isClosed = p.End+len(strings.TrimRight(head, " ")), true
	}
	return to, isClosed
}

// wordStart returns where a word begins that ends at a place: its letters are of one script, where the text has no spaces.
func (p note) wordStart(to int) int {
	from := to
	for from > p.End {
		r, n := utf8.DecodeLastRuneInString(p.Low[p.End:from])
		if !plain.IsWordRune(r) || from < to && plain.IsDense(r) != plain.IsDense(plain.FirstRune(p.Low[from:])) || plain.IsHangul(r) != plain.IsHangul(plain.FirstRune(p.Low[from-n:to])) {
			break
		}
		if from < to && plain.IsDense(r) {
			if _, is := p.Words.CutLast("copula", p.Low[p.End:from]); is {
				break
			}
		}
		from -= n
	}
	return from
}

// isWord reports whether a word can be a password of one plain word, and says nothing of a network.
func (p note) isWord(from, to int) bool {
	low := p.Low[from:to]
	n := utf8.RuneCountInString(low)
	isDense := plain.IsDense(plain.FirstRune(low)) || plain.IsHangul(plain.FirstRune(low))
	if !looks.HasOnlyLetters(low) || n < 4 && !isDense || n < 2 || n > 20 || p.isState(low) || p.Words.HasWord("netplace", low) || p.Words.HasStem("service", low) || p.Words.HasStem("state", low) || p.Words.HasThing("device", low) || p.Words.IsStop(low) {
		return false
	}
	return isDense || p.IsPlainInAnyCase(from, to) && !p.Words.HasVerbEnding(low, p.langs&p.langsOf(low)) && !p.isAdjective(low)
}

// isState reports whether a word says how a network fares, in the language of those that ask or in English: it begins with such a stem, or holds
// it in a script without spaces. A stem of up to three Latin letters is the whole word.
func (p note) isState(word string) bool {
	langs := p.langs | p.Words.Langs["en"]
	for stem, of := range p.Words.Lists["netstate"] {
		first := plain.FirstRune(stem)
		isDense := plain.IsDense(first) || plain.IsHangul(first)
		if of&langs != 0 && (word == stem || isDense && strings.Contains(word, stem) || !isDense && len(stem) > 3 && strings.HasPrefix(word, stem)) {
			return true
		}
	}
	return false
}

// langsOf returns the languages whose endings a word can have: those of its script.
func (p note) langsOf(low string) uint32 {
	if plain.IsASCII(low) && p.langs&(p.Words.Langs["ru"]|p.Words.Langs["uk"]|p.Words.Langs["el"]|p.Words.Langs["ar"]|p.Words.Langs["he"]|p.Words.Langs["fa"]) != 0 {
		return 0
	}
	return ^uint32(0)
}

// adjectives are endings of what something is said to be, by language, and of few nouns.
var adjectives = map[string][]string{
	"en": {"able", "ible", "ful", "less", "ous", "ive", "ed", "ing", "ish", "ly"},
	"de": {"ig", "lich", "los", "bar", "haft", "isch", "iert", "sam", "end"},
	"fr": {"ible", "able", "eux", "euse", "ment", "atif", "ique", "ant"},
	"es": {"able", "ible", "oso", "osa", "ado", "ada", "ido", "ida", "ísimo", "ísima", "mente"},
	"pt": {"ável", "ível", "oso", "osa", "ado", "ada", "ido", "ida", "íssimo", "íssima", "mente"},
	"it": {"abile", "ibile", "oso", "osa", "ato", "ata", "uto", "uta", "issimo", "issima", "mente"},
	"nl": {"lijk", "ig", "loos", "baar", "eerd"},
	"sv": {"lig", "ligt", "lös", "löst", "erad", "erat"},
	"pl": {"ny", "na", "ne", "wy", "we", "cy", "ty", "te"},
	"cs": {"ný", "né", "lý", "lé", "tý", "té", "vý", "vé", "ší"},
	"ru": {"ый", "ий", "ая", "яя", "ое", "ее", "ые", "ен", "ена", "ено", "ает", "ит", "ют"},
	"uk": {"ий", "ій", "ене", "ено", "ає", "ить", "ють"},
	"tr": {"siz", "sız", "suz", "süz", "yor", "miş", "mış", "muş", "müş"},
}

// isAdjective reports whether a word has the ending of what something is said to be in the language of the text.
func (p note) isAdjective(low string) bool {
	for lang, endings := range adjectives {
		if p.langs&p.Words.Langs[lang] != 0 && slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(low, plain.Low(e)) }) {
			return true
		}
	}
	return false
}

// isSaid reports whether what stands between the network and the word names the place alone: it denies nothing, calls nothing by a name and
// says nothing else of the network.
func (p note) isSaid(between string) bool {
	for word := range strings.FieldsSeq(between) {
		if p.isState(word) && !p.Words.Is("at", word, ^uint32(0)) && !p.Words.Is("is", word, ^uint32(0)) {
			return false
		}
	}
	return !p.Words.HasWord("negation", between) && !p.Words.HasWord("called", between) && !p.Words.HasStem("nickname", between) && !p.Words.HasWord("without", between)
}

// isLinked reports whether a copula joins the network and the word: it stands right before the word, behind it ("yaad rakhna: wifi tarbooz
// hai"), or the language needs none.
func (p note) isLinked(between string, from int) bool {
	if between == "" {
		return p.langs&p.zero() != 0
	}
	last := between[strings.LastIndexByte(between, ' ')+1:]
	if last == "c'est" || strings.HasSuffix(last, ":") || p.Words.Is("is", last, ^uint32(0)) && !p.Words.Is("of", last, p.langs) {
		return true
	}
	if _, is := p.Words.CutLast("copula", between); is {
		return true
	}
	isForeign := plain.IsASCII(p.Low[from:p.WordEnd(from)]) && !unicode.Is(unicode.Latin, plain.FirstRune(between))
	return isForeign || p.langs&p.zero() != 0 && !p.Words.Is("at", last, ^uint32(0)) && !p.Words.Is("of", last, ^uint32(0)) && !p.Words.Is("article", last, ^uint32(0))
}

// zero returns the languages that need no copula.
func (p note) zero() uint32 {
	var langs uint32
	for _, lang := range []string{"ru", "uk", "ar", "he", "fa", "hi", "tr", "id", "ja", "ko", "zh", "th"} {
		langs |= p.Words.Langs[lang]
	}
	return langs
}
