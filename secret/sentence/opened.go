package sentence

import (
	"strings"

	"keepsake/secret/amounts"
	"keepsake/secret/lexicon"
	"keepsake/secret/locks"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
	"keepsake/secret/values"
)

// opened adds the number in a sentence about opening something: "4711 opens the gate".
func (p reader) opened(add func(from, to int, kind values.Kind)) {
	lo, hi := p.Sentence()
	if before := strings.TrimRight(p.Low[:lo], " "); strings.HasSuffix(before, "?") && len(before) < mention.MaxNearby/2 {
		lo = 0 // "the bike lock? you turn it to 3-8-1"
	}
	if near := p.Low[lo:hi]; !p.Words.HasThing("lock", near) && !p.Words.HasThing("short", near) {
		if from, to, ok := locks.Keyed(p.Noun); ok {
			add(from, to, values.Password)
		}
		return
	}
	p.turned(add)
	// "dial 1932 at the gate": also what would be a year elsewhere
	i := p.Skip(p.End, " ")
	if word := p.Low[i:p.WordEnd(i)]; p.Words.Is("with", word, ^uint32(0)) && !p.Words.Is("outof", word, ^uint32(0)) {
		i = p.Skip(i+len(word), " ") // "opens with 1994"
	}
	if p.IsDigitAt(i) && !p.Words.HasThing("lock", p.Entry.Text) {
		if j := i + len(p.Low[i:]) - len(strings.TrimLeft(p.Low[i:], "0123456789")); j-i >= 4 && j-i <= 8 && !p.IsUnitAt(j) && !p.IsPartOfWord(i, j) && !p.IsPostal(i, j) && !strings.HasPrefix(p.Low[j:], ":") {
			add(i, j, values.Password)
			return
		}
	}
	q := p.As(lexicon.Pin)
	q.Unnamed = true
	if from, to, ok := q.LoneNumber(lo, hi); ok && !amounts.IsMeasure(p.Noun, from, to, hi) {
		add(from, to, values.Password)
	}
}

// maxBeside is how many words may stand between a locked thing and its number.
const maxBeside = 6

// besideThing returns the only number that can be a PIN in what follows a locked thing in its clause, wherever a few words of
// any kind leave it: "front gate downstairs 4711 then left", "the padlock at the gym I set 262907". What says that a number is
// something else, a price, a time, a count, a flight, is asked of package values.
func (p reader) besideThing() (from, to int, ok bool) {
	_, hi := p.Sentence()
	if n := strings.IndexAny(p.Low[p.End:hi], ",;:(?"); n >= 0 {
		if from, to, ok = p.clauseOfDigits(p.End + n + 1); ok && n < 60 && strings.IndexByte(",:", p.Low[p.End+n]) >= 0 && !looks.HasDigit(p.Low[p.End:p.End+n]) && !p.isSum(from, to) {
			return from, to, true
		}
		hi = p.End + n
	}
	if !hasPIN(p.Low[p.End:hi]) {
		return 0, 0, false
	}
	q := p.As(lexicon.Pin)
	q.Unnamed = true
	if from, to, ok = q.LoneNumber(p.End, hi); !ok || to-from > 8 || !looks.IsAllDigits(p.Low[from:to]) || p.IsQuestion() {
		return 0, 0, false
	}
	words := strings.Fields(p.Low[p.End:from])
	if amounts.IsRound(p.Low[from:to]) && !p.IsPointed(p.End, from, to) || amounts.IsMeasure(p.Noun, from, to, hi) || len(words) > maxBeside || len(p.Low[p.End:from]) > 80 {
		return 0, 0, false
	}
	counted := false // "the four digits"
	for _, word := range words {
		word = strings.Trim(word, "\"'`*-")
		if p.Words.HasStem("numeral", word) || word == "네" || word == "4桁" {
			counted = true
			continue
		}
		if strings.ContainsAny(word, "0123456789") || p.Words.HasStem("lost", word) || p.Words.HasStem("verb", word) {
			return 0, 0, false
		}
		for _, list := range []string{"other", "unit", "negation", "until", "dated"} {
			if p.Words.Is(list, word, ^uint32(0)) && !(counted && list == "unit") {
				return 0, 0, false
			}
		}
	}
	return from, to, p.goesOn(to)
}

// clauseOfDigits returns the digits of a PIN that are all of a clause at i, or that "then" follows: "…, 6459, …". What would be a
// year needs that word.
func (p reader) clauseOfDigits(i int) (from, to int, ok bool) {
	from = p.Skip(i, " \"'`")
	to = p.Skip(from, "0123456789")
	next := p.Skip(to, " ")
	word := p.Low[next:p.WordEnd(next)]
	isThen := p.Words.Is("thenwords", word, ^uint32(0)) || p.Words.Is("conj", word, ^uint32(0))
	isClause := next == len(p.Low) || strings.IndexByte(".,!;\n", p.Low[next]) >= 0
	n := to - from
	if n == 4 && (amounts.IsRound(p.Low[from:to]) || p.Low[from:to] < "2400" && p.Low[from+2] < '6' && p.Words.Is("timed", p.Low[p.Start:p.End], ^uint32(0))) {
		return 0, 0, false
	}
	return from, to, n >= 4 && n <= 8 && (isThen || isClause && !looks.IsYear(p.Low[from:to])) && !p.IsPostal(from, to) && !(isClause && p.IsDigitAt(p.Skip(next, ",. ")))
}

// isSum reports whether what follows a locked thing between two places is a price or a measure: no sign leads to it, and it is
// round and followed by more, or something around it says so.
func (p reader) isSum(from, to int) bool {
	before := strings.TrimRight(p.Low[:from], " ")
	_, hi := p.Sentence()
	if !looks.IsAllDigits(p.Low[from:to]) || strings.IndexByte(":=#", before[len(before)-1]) >= 0 || hi < to {
		return false
	}
	next := p.Skip(to, " ")
	isPressed := p.Words.Is("pressed", p.Low[next:p.WordEnd(next)], ^uint32(0))
	return amounts.IsRound(p.Low[from:to]) && p.RuneAt(to) == ' ' && !isPressed && !p.IsPointed(0, from, to) || amounts.IsMeasure(p.Noun, from, to, hi)
}

// hasPIN reports whether the first digits of a text are four to eight in a row, and no year.
func hasPIN(s string) bool {
	from := strings.IndexAny(s, "0123456789")
	if from < 0 {
		return false
	}
	n := len(s[from:]) - len(strings.TrimLeft(s[from:], "0123456789"))
	return n >= 4 && n <= 8 && !looks.IsYear(s[from:from+n])
}

// goesOn reports whether nothing follows a number at i that it could count: its clause ends, or a word joins another.
func (p reader) goesOn(i int) bool {
	next := p.Skip(i, " \"'`#*")
	r, _ := p.Next(next)
	if p.IsClauseEnd(i) || r == ',' {
		return true
	}
	if plain.IsDense(r) || plain.IsHangul(r) {
		return !p.IsUnitAt(i)
	}
	word := p.Low[next:p.WordEnd(next)]
	for _, list := range []string{"next", "conj", "either", "with", "thenwords", "pressed"} {
		if p.Words.Is(list, word, ^uint32(0)) {
			return true
		}
	}
	for _, typed := range p.Words.Stems["typed"] {
		if strings.HasPrefix(word, typed) {
			return true
		}
	}
	return plain.BeginsWithAnd(word) || p.Words.HasStem("where", word)
}

// inSequence adds the numbers of a sentence that says at which locked thing comes which: "first 3907 at the barrier, then 3970
// at the door". They are of one length.
func (p reader) inSequence(add func(from, to int, kind values.Kind)) {
	lo, hi := p.Sentence()
	if !p.Words.HasStem("sequence", p.Low[lo:hi]) || p.IsQuestion() {
		return
	}
	var numbers [][]int
	for _, at := range looks.NumberShape().FindAllStringIndex(p.Low[lo:hi], -1) {
		i, j := lo+at[0], lo+at[1]
		j = i + len(strings.TrimRight(p.Low[i:j], ",."))
		n := j - i
		if !looks.IsAllDigits(p.Low[i:j]) || n < 4 || n > 8 || looks.IsYear(p.Low[i:j]) || p.IsUnitAt(j) || p.IsPartOfWord(i, j) || p.IsOther(i) || !p.isUncounted(j) || p.IsTimeOfDay(lo, i, p.Low[i:j]) {
			return
		}
		if len(numbers) > 0 && numbers[0][1]-numbers[0][0] != n {
			return
		}
		numbers = append(numbers, []int{i, j})
	}
	if len(numbers) < 2 {
		return
	}
	for _, n := range numbers {
		add(n[0], n[1], values.Password)
	}
}

// remembered adds the number that somebody asks to remember or to tell for a locked thing, "remember 4711 for the garage",
// or that begins a sentence which says what it is for, "4711 is for the safe".
func (p reader) remembered(add func(from, to int, kind values.Kind)) {
	lo, hi := p.Sentence()
	near := p.Low[lo:hi]
	first := p.Skip(lo, " ")
	if end := p.WordEnd(first); p.Words.Is("article", p.Low[first:end], ^uint32(0)) {
		first = p.Skip(end, " ") // "die 8759 ist für den Safe"
	}
	isAsked := p.Words.HasStem("remember", near) || p.Words.HasStem("given", near)
	if !isAsked && !p.IsDigitAt(first) || p.IsQuestion() && !p.Words.HasStem("remember", near) || p.Words.HasWord("negation", near) {
		return
	}
	q := p.As(lexicon.Pin)
	q.Unnamed = true
	from, to, ok := q.LoneNumber(lo, hi)
	if !ok || !isAsked && (from != first || !p.isOnlyFor(to)) {
		return
	}
	add(from, to, values.Password)
}

// isOnlyFor reports whether nothing but a copula and what may stand before a noun is between i and the noun, which ends
// its clause.
func (p reader) isOnlyFor(i int) bool {
	said := false
	for _, word := range strings.Fields(p.Low[i:max(i, p.Start)]) {
		isLink := p.Words.Is("is", word, p.Entry.Langs)
		if !isLink && !p.Words.Is("of", word, p.Entry.Langs) && !p.Words.Is("user", word, ^uint32(0)) && !p.Words.Is("article", word, ^uint32(0)) && !p.Words.Is("definite", word, p.Entry.Langs) && !p.Words.Is("pointed", word, p.Entry.Langs) {
			return false
		}
		said = said || isLink
	}
	return said && p.IsClauseEnd(p.End)
}

// withWord adds the plain word that a sentence about logging in, opening or a network calls one, "I log in to Strava with the
// word dandelion", or that it types for a network, "for the wifi you type trombone".
func (p reader) withWord(add func(from, to int, kind values.Kind)) {
	lo, hi := p.Sentence()
	near := p.Low[lo:hi]
	if p.IsQuestion() || p.Words.HasStem("lost", near) || p.Words.HasWord("negation", near) || p.Words.HasStem("head", near) {
		return
	}
	for i := lo; i < hi; i = max(p.WordEnd(i), p.nextPlace(i)) {
		if r := p.Before(i); i > lo && plain.IsWordRune(r) {
			continue
		}
		end, is := p.MatchWords("withword", i)
		typed, isTyped := i, false
		if !is && p.Entry.Classes&lexicon.Net != 0 {
			if typed, isTyped = p.MatchWords("types", i); !isTyped {
				typed, isTyped = p.MatchWords("typedmust", i)
			}
		}
		if !is && !isTyped {
			continue
		}
		from := p.Skip(max(end, typed), " \"'`:")
		to := p.WordEnd(from)
		if to > from && to <= hi && p.IsPlainWord(from, to) && !p.IsNoun(from, to) && (is && p.endsClause(to, hi) || isTyped && p.endsTyping(to, p.Words.Lists["typedmust"][p.Low[i:typed]] == 0)) {
			add(from, to, values.Password)
			return
		}
	}
}

// endsTyping reports whether a text ends at i, if the verb for typing was said before, or with such a verb after i: "musst du
// otter eingeben".
func (p reader) endsTyping(i int, isVerbSaid bool) bool {
	next := p.Skip(i, " \"'`")
	end := p.WordEnd(next)
	return isVerbSaid && p.IsTextEnd(i) || p.Words.Is("typedlast", p.Low[next:end], ^uint32(0)) && p.IsTextEnd(end)
}

// nextPlace returns where the character after i begins.
func (p reader) nextPlace(i int) int {
	_, next := p.Next(i)
	return next
}

// access adds the one random token in a sentence about logging in, unlocking or a network, which names no password:
// "I log in to Gmail with Morafek9021", "the wifi at home is mura-7-fek".
func (p reader) access(add func(from, to int, kind values.Kind)) {
	lo, hi := p.Sentence()
	if line := strings.TrimRight(p.Low[lo:hi], " "); strings.HasSuffix(line, ":") && strings.HasPrefix(p.Low[hi:], "\n") {
		next, _, _ := strings.Cut(p.Low[hi+1:], "\n") // "to open the file:" and below it the password
		hi += 1 + len(next)
	}
	isLost := p.Words.HasStem("lost", p.Low[lo:hi]) && !strings.HasSuffix(p.Entry.Text, " with") // "locked with"
	if isLost || strings.ContainsAny(p.Low[lo:hi], "{}<>[]") {
		return
	}
	if p.Entry.Classes&lexicon.Login != 0 {
		if from, to, ok := p.As(lexicon.Code).LoneNumber(lo, hi); ok && !p.IsOfKindBefore(lo, from) && (looks.CountDigits(p.Low[from:to]) == 6 || p.IsTyped(lo, from, to)) {
			add(from, to, values.Code)
		}
	}
	from, to, found := 0, 0, false
	for i := lo; i < hi; {
		f, t, ok := p.LoneRandom(i, hi)
		if !ok {
			break
		}
		i = t
		if !looks.IsUnnamedPassword(p.Plain[f:t]) || p.IsOther(f) || p.IsUser(lo, f) {
			continue
		}
		if found {
			return
		}
		from, to, found = f, t, true
	}
	if !found {
		return
	}
	before := strings.TrimRight(p.Low[lo:from], " \"'`*")
	word := before[strings.LastIndexAny(before, " ")+1:]
	next := p.Skip(to, " \"'`*-")
	after := p.Low[next:p.WordEnd(next)]
	with := p.Words.Is("with", word, ^uint32(0)) || p.Words.Is("use", word, ^uint32(0)) || p.Words.Is("with", after, ^uint32(0))
	if with || p.IsClauseEnd(to) && (p.Entry.Classes&lexicon.Net != 0 || p.Words.HasThing("lock", p.Low[lo:hi]) || p.Entry.Classes&lexicon.Opens != 0 && p.Words.HasStem("sealed", p.Low[lo:hi])) {
		add(from, to, values.Password)
	}
}
