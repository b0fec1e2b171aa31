// Package segment cuts a clause into the parts that may be statements of their own, and tells what of a text states nothing by itself: a
// quotation at length, and a sentence that takes the one before back.
//
// It is pure. What the parts say is package grounds' to compare. Start reading at Cut.
package segment

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"keepsake/phrase"
	"keepsake/text"
)

// conjunctions divide a clause in two statements that may share their subject.
var conjunctions = []string{" and ", " but ", so, because, " und ", " aber ", " et ", " mais ", " y ", " pero ", " e ", " mas ", " maar ", " och ", " и ", " а ", " но ", " ve ", "而且", "并且", "也", "ので", "けど"}

// because gives a reason, or denies one: "not because I can't swim" does not say that they can't. so is a word of its own in Italian: "non so nuotare".
const because, so = " because ", " so "

// beforeKnow are words that stand before an Italian "I know".
var beforeKnow = phrase.WordSet("non lo la ne io che già gia ben")

// isNoConjunction reports whether a conjunction divides nothing behind a word.
func isNoConjunction(c, before string) bool {
	return c == because && before == "not" || c == so && beforeKnow[before]
}

// deniedReason finds a reason that is denied, up to its end.
var deniedReason = regexp.MustCompile(`(?i)(?:^|[\s,;])(?:not (?:because|cos|cause)|nicht weil|(?:non|mica) perché|pas parce qu[e'’]|no porque|n[ãa]o porque|niet omdat|не потому,? что|не тому,? що|nie dlatego,? że|(?:مش|مو) (?:عشان|لأن)|ليس لأن)\s?([^,.;!?،؛]+)|不是因[为為]([^，。；！？]+)`)

// FindDeniedReason returns a reason that a text denies, "I can't swim" of "not because I can't swim", and the rest of it.
func FindDeniedReason(s string) (reason, rest string, ok bool) {
	at := deniedReason.FindStringSubmatchIndex(s)
	if at == nil {
		return "", s, false
	}
	from, to := max(at[2], at[4]), max(at[3], at[5])
	return s[from:to], s[:at[0]] + " " + s[to:], true
}

// TakesBack reports whether a sentence only says that the one before is not so: "Not.", "Just kidding.", "Or maybe not."
func TakesBack(sentence []phrase.Clause) bool {
	if utf8.RuneCountInString(sentence[0].Sentence) >= maxTakingBack {
		return false
	}
	counting, hedged, denied := 0, false, false
	for _, c := range sentence {
		if c.IsQuestion {
			return false
		}
		for _, t := range phrase.Tokens(c.Text) {
			if t.Counts() {
				counting++
			}
		}
		marked := phrase.Markers(c.Text)
		hedged = hedged || marked[phrase.Doubt] || marked[phrase.Pretence]
		denied = denied || phrase.HasDenial(c.Text)
	}
	return hedged && counting < 2 || denied && counting == 0
}

// maxTakingBack is how many characters a sentence has that may be about the one before only.
const maxTakingBack = 40

// isLongQuotation reports whether a quotation is more than a name or a title.
func isLongQuotation(q string) bool { return len(strings.Fields(q)) >= 4 }

// QuotesAtLength reports whether a text has a quotation that is more than a name or a title.
func QuotesAtLength(s string) bool {
	return slices.ContainsFunc(phrase.FindQuotations(s), func(at []int) bool { return isLongQuotation(s[at[0]:at[1]]) })
}

// BlankQuotations blanks longer quotations in a text, byte by byte: they are no statements. A name or a title stays, and so does what the person asks to remember.
func BlankQuotations(s string) string {
	if phrase.HasRequest(s) && !isWork(s) {
		return s
	}
	for _, at := range phrase.FindQuotations(s) {
		if q := s[at[0]:at[1]]; isLongQuotation(q) || phrase.HasRequest(s) && len(strings.Fields(q)) > 1 {
			s = s[:at[0]] + strings.Repeat(" ", len(q)) + s[at[1]:]
		}
	}
	return s
}

// isWork reports whether what a text quotes is a work, or something to work on, by what stands beside it: "…, it's how my novel begins".
func isWork(s string) bool {
	for _, at := range phrase.FindQuotations(s) {
		s = s[:at[0]] + strings.Repeat(" ", at[1]-at[0]) + s[at[1]:]
	}
	return phrase.Markers(s)[phrase.Pretence] || workedOn.MatchString(s)
}

var workedOn = regexp.MustCompile(`(?i)translat|(?:this|the) line|what i want to (?:say|tell|be)|novel|roman|powieś|роман|小説|소설|رواية|poem|gedicht|poème|poesia|wiersz|стих|вірш|lyrics|songtext|homework|\binto (?-i:\p{Lu})\pL+|übersetz|hausaufgabe|tradui|traduc|tradur|devoirs|deberes|compiti|vertaal|huiswerk|tłumacz|zadanie domowe|перевод|перевед|домашк|переклад|çevir|ödev|ترجم|翻译|翻譯|訳して|번역`)

// links end a verb that another statement follows, in Korean.
var links = strings.Fields("었고 았고 였고 했고 됐고 갔고 왔고 이고 있고 없고 지만 으며 하며 이며 는데 인데 은데")

// moreThan finds a Portuguese "more", which is a French "but".
var moreThan = regexp.MustCompile(`(?i)^ mais \pL+ (?:do )?que (?:eu|ele|ela|o|a|os|as|meu|minha|\p{Lu})`)

var (
	// half finds the end of a time or number that has its own "and": "las ocho y media".
	half = regexp.MustCompile(`(?i)^ (?:y|e|et|and|und) (?:(?:un|a|ein) )?(?:media|medio|mezz[ao]|mei[ao]|demie?|half|cuarto|quarto|quart|quarter)(?:$|\PL)`)
	// tens are numbers before an "and" that belongs to them: "treinta y cinco".
	tens = phrase.WordSet("treinta cuarenta cincuenta sesenta setenta ochenta noventa vinte trinta quarenta cinquenta sessenta oitenta cem cento duzentos duzentas trezentos trezentas hundred thousand mil")
)

// Cut returns the parts of a clause between its conjunctions.
func Cut(s string) [][2]int {
	var out [][2]int
	from := 0
	for i := 0; i < len(s); {
		size, keeps := 0, 0
		for _, c := range conjunctions {
			if len(s)-i >= len(c) && strings.EqualFold(s[i:i+len(c)], c) && !moreThan.MatchString(s[i:]) && !half.MatchString(s[i:]) && !tens[lastWord(s[:i])] && !isNoConjunction(c, lastWord(s[:i])) {
				size = len(c)
				break
			}
		}
		for _, l := range links {
			if rest, ok := strings.CutPrefix(s[i:], l); ok && strings.HasPrefix(rest, " ") {
				size, keeps = len(l)+1, len(l)
			}
		}
		if size > 0 {
			out = append(out, [2]int{from, i + keeps})
			i += size
			from = i
			continue
		}
		_, n := utf8.DecodeRuneInString(s[i:])
		i += n
	}
	return append(out, [2]int{from, len(s)})
}

// lastWord returns the last word of a text, in small letters.
func lastWord(s string) string {
	s = strings.TrimRight(s, " ")
	return strings.ToLower(s[strings.LastIndexByte(s, ' ')+1:])
}

// IsBehindBut reports whether the part of a clause that begins at a byte stands behind a "but": a denial before it is none of it.
func IsBehindBut(clause string, at int) bool {
	return strings.HasSuffix(clause[:at], " ") && phrase.IsBut(lastWord(clause[:at]))
}

// Spaced returns the words of s with one space around each, for IsWithin.
func Spaced(s string) string { return " " + strings.Join(text.Terms(s), " ") + " " }

// IsWithin reports whether the words of q stand in one of these Spaced texts, one after the other.
func IsWithin(q string, texts []string) bool {
	want := Spaced(q)
	return slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, want) })
}
