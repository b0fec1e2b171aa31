package locks

import (
	"strings"

	"keepsake/secret/amounts"
	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

const (
	maxRoom   = 5  // words that say of which room a code is
	maxErrand = 8  // words behind a code in which it is said what to do in the room
	maxBefore = 60 // bytes before a code in which the same is said
)

// Room returns the number of a room behind a word for a code, where it is said what to do there or which key follows: "kod do kotłowni 2980 worki wnieś do
// środka", "deponun kodu 4471 kolileri içeri alın". Rooms are in the list chamber, what is done in errand. A
// place that is in no list stands behind a preposition of the list entryto.
func Room(n *mention.Noun) (from, to int, ok bool) {
	lo, hi := n.Sentence()
	at := strings.IndexAny(n.Low[n.End:hi], "0123456789,.:;?(")
	if n.Entry.Classes&(lexicon.BareCode|lexicon.Pin) == 0 || at < 0 || n.IsQuestion() || n.IsOfKind() {
		return 0, 0, false
	}
	from = n.End + at
	to = n.Skip(from, "0123456789")
	number, of := n.Low[from:to], n.Low[n.End:from]
	isOther := n.IsUnitAt(to) || n.IsPartOfWord(from, to) || n.IsPriced(from) || looks.IsPhone(n.Low, from, to) || n.IsDigitAt(n.Skip(to, " .,:-/")) || n.IsOther(from)
	if len(number) < 4 || len(number) > 8 || isOther || len(strings.Fields(of)) > maxRoom {
		return 0, 0, false
	}
	before := n.Low[max(lo, n.WordStart(max(lo, n.Start-maxBefore))):n.Start]
	isRoom := isOfRoom(n, of+" ") || strings.TrimSpace(of) == "" && isOfRoom(n, plain.LastWords(before, 3)+" ")
	isKey, _ := n.KeyAfter(to)
	isErrand := isErrandAt(n, to) || isRoom && n.Words.HasStem("errand", before) || isKey
	words := strings.Fields(of)
	isPlace := len(words) > 1 && n.Words.Is("entryto", words[0], ^uint32(0)) && !looks.IsYear(number) && !amounts.IsRound(number) && !n.Words.HasStem("service", of)
	return from, to, isErrand && (isRoom || isPlace)
}

// isOfRoom reports whether words name a room or a locked thing.
func isOfRoom(n *mention.Noun, words string) bool {
	return n.Words.HasThing("chamber", words) || n.Words.HasThing("lock", words)
}

// isErrandAt reports whether the words behind a number say what to do in the room.
func isErrandAt(n *mention.Noun, to int) bool {
	after, _, _ := strings.Cut(n.Low[to:min(len(n.Low), n.TokenEnd(min(len(n.Low), to+2*maxBefore)))], "\n")
	words := strings.Fields(strings.TrimLeft(after, " ,."))
	if len(words) > 0 && (plain.IsDense(plain.FirstRune(words[0])) || plain.IsHangul(plain.FirstRune(words[0]))) {
		return n.Words.HasStem("errand", after)
	}
	return n.Words.HasStem("errand", plain.FirstWords(strings.TrimLeft(after, " ,."), maxErrand)+" ")
}
