package values

import (
	"slices"
	"strings"
	"sync"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// digits accepts a number: a PIN, a code, the number on the back of a card.
func (p Reader) digits(i int, by Link) (from, to int, kind Kind, ok bool) {
	c := p.Entry.Classes
	if c&(lexicon.Pin|lexicon.Code|lexicon.BareCode|lexicon.CVV|lexicon.Password) == 0 {
		return 0, 0, "", false
	}
	from = i
	if strings.HasPrefix(p.Low[i:], "g-") {
		i += 2
	}
	n, end := 0, i
	for end < len(p.Low) {
		b := p.Low[end]
		if b >= '0' && b <= '9' {
			n++
			end++
			continue
		}
		if b == ' ' && p.isCountAt(end+1) {
			break // "비번 60531 3층"
		}
		if n == 0 || !strings.ContainsRune(" -.", rune(b)) || end+1 >= len(p.Low) || p.Low[end+1] < '0' || p.Low[end+1] > '9' || c&(lexicon.Pin|lexicon.Code|lexicon.BareCode|lexicon.CVV) == 0 {
			break
		}
		end++
	}
	if n == 0 {
		return 0, 0, "", false
	}
	if r, _ := p.Next(end); (plain.IsWordRune(r) && !plain.IsDense(r) && !plain.IsHangul(r)) || r == '@' || r == '%' || r == '/' || r == '#' || r == '*' || r == '_' || r == ':' && by == Adjacent || r == '.' && p.IsDigitAt(end+1) {
		return 0, 0, "", false
	}
	if looks.IsDateOrVersion(p.Plain[i:end]) || p.IsUnitAt(end) || p.IsPostal(i, end) {
		return 0, 0, "", false
	}
	named := by != Adjacent
	_, isPressed := p.KeyAfter(end)
	ends := p.IsClauseEnd(end) || p.isCountAt(p.Skip(end, " ")) || isPressed
	switch {
	case c&lexicon.CVV != 0 && (n == 3 || n == 4):
		return from, end, Code, true
	case c&lexicon.Pin != 0 && n >= 3 && n <= 12 && (named || n <= 8 && ends && (n > 3 || p.IsDialLock())):
		return from, end, Password, true
	case c&lexicon.Code != 0 && n >= 4 && n <= 10 && (named || n <= 8):
		return from, p.codesLike(i, end), Code, true
	case c&lexicon.BareCode != 0 && n >= 3 && n <= 8 && (named || p.IsClauseEnd(end) && (n > 3 || p.IsDialLock())) && (p.IsLock(from) || n >= 4 && p.Words.Contains("card", p.Low[max(0, p.Start-mention.MaxNearby):from])):
		return from, end, Password, true
	case c&lexicon.BareCode != 0 && named && p.Far && n >= 4 && n <= 8 && !looks.IsYear(p.Low[i:end]) && p.IsClauseEnd(end) && p.IsWhose() && !p.IsNamedOther(p.Low[max(0, p.Start-mention.MaxNearby):from]):
		return from, end, Code, true // "the code for Leeds is 4711"
	case c&lexicon.BareCode != 0 && n >= 4 && n <= 8 && p.IsClauseEnd(end) && p.isForCourier():
		return from, end, Code, true
	case c&lexicon.BareCode != 0 && p.Skipped > 0:
		return 0, 0, "", false
	case c&lexicon.BareCode != 0 && !named && p.Own && (n == 6 || n >= 4 && n <= 8 && p.IsClauseEnd(end)):
		return from, end, Code, true
	case c&lexicon.BareCode != 0 && named && n >= 4 && n <= 8 && p.IsWhose():
		return from, end, Code, true
	case c&(lexicon.Password|lexicon.Weak) != 0 && n >= 3 && ends && (named || n > 3 || p.IsDialLock()):
		return from, end, Password, true
	}
	return 0, 0, "", false
}

// isCountAt reports whether one or two digits and what they count stand at i.
func (p Reader) isCountAt(i int) bool {
	end := p.Skip(i, "0123456789")
	r, _ := p.Next(end)
	return end > i && end-i < 3 && (p.IsUnitAt(end) || plain.IsDense(r) || plain.IsHangul(r))
}

// LoneNumber returns the only number between lo and hi that can be a PIN or a code, where the sentence speaks of a
// lock, of a card, of a message that came, or of the person's own code.
func (p Reader) LoneNumber(lo, hi int) (from, to int, ok bool) {
	c := p.Entry.Classes
	near := p.Low[lo:hi]
	if !looks.HasDigit(near) {
		return 0, 0, false
	}
	isYear := func(i, j int) bool {
		return looks.IsYear(p.Low[i:j]) && !p.IsPointed(lo, i, j) && !p.IsUndated(lo, i, j)
	}
	lock := sync.OnceValue(func() bool { return p.Words.HasThing("lock", near) || p.IsUpstairs() })
	dial := sync.OnceValue(func() bool { return p.Words.HasThing("short", near) })
	if p.IsNamedOther(near) || p.Unnamed && p.Words.HasStem("desk", near) {
		return 0, 0, false
	}
	for _, at := range looks.NumberShape().FindAllStringIndex(near, -1) {
		i, j := lo+at[0], lo+at[1]
		if ok && i < to {
			continue // the second half of a code
		}
		v := p.Low[i:j]
		end, isSplit := p.SplitCode(i, j, hi)
		if isSplit {
			v, j = p.Low[i:end], end
		}
		n := looks.CountDigits(v)
		if looks.IsDial(v) && c&lexicon.Pin != 0 && !p.IsPartOfWord(i, j) && lock() {
			return i, j, true
		}
		plain := looks.IsAllDigits(v) || len(v) == 7 && n == 6 && !p.IsDigitAt(i+3) || isSplit
		if !plain || looks.IsDateOrVersion(v) && n < 4 || p.IsUnitAt(j) || p.IsPartOfWord(i, j) || p.IsPriced(i) || p.isOwnerAt(j) || p.Unnamed && p.IsCounting(i, j) || looks.IsPhone(p.Low, i, j) || p.IsPostal(i, j) {
			continue
		}
		fits := c&lexicon.CVV != 0 && (n == 3 || n == 4) && !isYear(i, j) || c&lexicon.BareCode != 0 && (n == 3 || n >= 4 && n <= 6 && !isYear(i, j)) && p.Words.Contains("card", near) ||
			c&lexicon.Pin != 0 && n >= 4 && n <= 8 && !isYear(i, j) ||
			c&(lexicon.Pin|lexicon.BareCode) != 0 && n == 3 && p.IsDialled(lo, i, j) && dial() ||
			c&lexicon.Code != 0 && (n == 6 || n >= 4 && n <= 8 && !isYear(i, j)) ||
			c&lexicon.BareCode != 0 && (n >= 4 && n <= 8 && !isYear(i, j) && lock() || n == 6 && (p.IsWhose() || p.Words.HasStem("sent", near)) || (n == 8 || n == 4 && !isYear(i, j)) && (p.Own || p.Words.HasStem("sent", near) || p.Words.HasStem("toldcode", near)))
		if other := p.OtherWord(i); !fits || p.IsFieldOfOther(i) || p.Unnamed && p.IsOfJourney(near, i) || other != "" && (n > 6 || c&lexicon.Pin == 0 || !p.Words.HasThing("lock", other)) && !(n == 6 && c&lexicon.Code != 0 && p.Words.HasStem("toldcode", near)) || p.IsTimeOfDay(lo, i, v) && !(n == 3 && dial()) {
			continue
		}
		if ok && (c&lexicon.Pin == 0 || !p.IsVerb(near) && to-from != j-i) {
			return 0, 0, false
		}
		if !ok {
			from = i
		}
		to, ok = j, true // "from 5628 to 0049": what stands between goes, too
	}
	return from, to, ok
}

// isOwnerAt reports whether a number that ends at i is a name whose code it is: "12306的验证码".
func (p Reader) isOwnerAt(i int) bool {
	return i < p.Start && slices.ContainsFunc([]string{"的", "の", "의 "}, func(of string) bool { return strings.HasPrefix(p.Low[i:], of) })
}

// LoneDoorCode returns the only code with a letter of a keypad in it, where the sentence speaks of a lock.
func (p Reader) LoneDoorCode(lo, hi int) (from, to int, ok bool) {
	if p.Entry.Classes&(lexicon.Pin|lexicon.BareCode) == 0 || !p.Words.HasThing("lock", p.Low[lo:hi]) && p.Entry.Classes&lexicon.Pin == 0 {
		return 0, 0, false
	}
	all := looks.LettersOfKeypad().FindAllStringIndex(p.Plain[lo:hi], -1)
	if len(all) != 1 || p.IsOther(lo+all[0][0]) {
		return 0, 0, false
	}
	return lo + all[0][0], lo + all[0][1], true
}

// codesLike returns the end of a list of numbers as long as the one between i and end, a line each.
func (p Reader) codesLike(i, end int) int {
	for {
		next := p.Skip(end, " ,;")
		if !strings.HasPrefix(p.Low[next:], "\n") {
			return end
		}
		next = p.listMark(p.Skip(next, " \n"))
		to := next + end - i
		if to > len(p.Low) || !looks.IsDigits(p.Low[next:to]) || to < len(p.Low) && p.Low[to] != '\n' && p.Low[to] != ' ' && p.Low[to] != ',' {
			return end
		}
		i, end = next, to
	}
}

// isForCourier reports whether the noun's sentence speaks of who brings a parcel: they are told a code.
func (p Reader) isForCourier() bool {
	lo, hi := p.Sentence()
	return p.Words.HasStem("courier", p.Low[lo:hi])
}
