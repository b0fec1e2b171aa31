package locks

import (
	"strings"

	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

// maxLinks is how many small words may stand between a verb for turning and the number: "turn it to the 615".
const maxLinks = 3

// FindTurned returns the only number that a verb in the sentence of a lock turns, sets or puts it to: "safe behind the painting, spin to
// 582", "the locker at the pool I set 4790". Three digits need a verb for turning, or nothing but "has" before them at the end
// of a text about a thing that takes so many.
func FindTurned(n *mention.Noun) (from, to int, ok bool) {
	lo, hi := n.Sentence()
	near := n.Low[lo:hi]
	if !looks.HasDigit(near) || n.IsQuestion() {
		return 0, 0, false
	}
	for i, j := lo, lo; i < hi; i = j {
		if j = n.Skip(i, "0123456789"); j == i {
			j++
			continue
		}
		size := j - i
		isPart := i > lo && strings.IndexByte("+#$", n.Low[i-1]) >= 0 || i > lo+1 && strings.IndexByte(".,:/'", n.Low[i-1]) >= 0 && n.IsDigitAt(i-2) || j+1 < len(n.Low) && strings.IndexByte(".,:/-", n.Low[j]) >= 0 && n.IsDigitAt(j+1)
		if size < 3 || size > 8 || isPart {
			continue
		}
		isTurned := isBehind(n, lo, i, "turned") || isBefore(n, j, "turned")
		isHad := !isTurned && size == 3 && n.IsTextEnd(j) && isBehind(n, lo, i, "have") && n.Words.HasThing("short", near)
		isSet := !isTurned && size > 3 && !isAmount(n.Low[i:j]) && (isBehind(n, lo, i, "settled") || isBefore(n, j, "settled")) && n.Words.HasThing("lock", n.Low[lo:i])
		if !isHad && !isSet && !isTurned || n.IsUnitAt(j) || n.IsPartOfWord(i, j) || n.IsOther(i) || n.IsPostal(i, j) || isTurned && !n.Words.HasThing("short", near) && !n.Words.HasThing("lock", near) {
			continue
		}
		if ok {
			return 0, 0, false
		}
		from, to, ok = i, j, true
	}
	return from, to, ok
}

// stood returns the three digits that small words lead to from a suitcase, whatever follows: "my suitcase is 417 get the jacket out". Other things that
// three digits open are numbered themselves, "locker 417 is jammed".
func stood(n *mention.Noun) (from, to int, ok bool) {
	if !n.Words.HasThing("luggage", n.Low[n.WordStart(n.Start):n.End]) || n.IsQuestion() {
		return 0, 0, false
	}
	_, hi := n.Sentence()
	i, linked := n.End, false
	for range maxLinks {
		i = n.Skip(i, " :\"'`")
		if i >= hi || n.IsDigitAt(i) {
			break
		}
		end, is := i, false
		for _, list := range []string{"is", "dialled", "standsat", "topic"} {
			if end, is = n.Match(list, i); is {
				break
			}
		}
		if word := n.Low[i:n.WordEnd(i)]; !is {
			if is = isLink(n, word); !is && !n.Words.Is("article", word, ^uint32(0)) && !n.Words.Is("my", word, ^uint32(0)) {
				return 0, 0, false
			}
			end = i + len(word)
		}
		i, linked = end, linked || is
	}
	from, to = i, n.Skip(i, "0123456789-")
	v := n.Low[from:to]
	isSize := len(v) == 3 && looks.IsAllDigits(v) && !strings.HasSuffix(v, "00") || looks.IsDial(v)
	isOther := n.IsUnitAt(to) || n.IsPartOfWord(from, to) || n.IsDigitAt(n.Skip(to, " .,:/"))
	return from, to, linked && isSize && !isOther && to <= hi
}

// isLink reports whether a word of any language leads from a lock to what it is turned to.
func isLink(n *mention.Noun, word string) bool {
	for _, list := range []string{"is", "dialled", "standsat"} {
		if n.Words.Is(list, word, ^uint32(0)) {
			return true
		}
	}
	return false
}

// isAmount reports whether a number that somebody sets or puts may be a year, a round sum, or a time of day.
func isAmount(v string) bool {
	isTime := len(v) == 4 && v < "2400" && v[2] < '6' && (v[3] == '0' || v[3] == '5')
	return isTime || looks.IsYear(v) || strings.HasSuffix(v, "00")
}

// isBehind reports whether a word of a list stands before i, with nothing but small words between.
func isBehind(n *mention.Noun, lo, i int, list string) bool {
	for range maxLinks {
		i = len(strings.TrimRight(n.Low[:i], " \"'-"))
		start := n.WordStart(i)
		if start == i || start < lo {
			return false
		}
		if r := n.Before(i); plain.IsDense(r) || plain.IsHangul(r) {
			for _, d := range n.Words.Dense[list] {
				if strings.HasSuffix(n.Low[:i], d) {
					return true
				}
			}
			at, is := n.DenseBefore(i, "dialled", "numbered")
			if !is {
				return false
			}
			i = at
			continue
		}
		word := n.Low[start:i]
		_, isStem := n.StemAt(list, start)
		isBare := n.Words.Lists[list][word] == n.Words.Langs["vi"] && n.IsSource(start, i, word) // "van", and not "vặn"
		if isStem && len(word) > 3 || n.Words.Is(list, word, n.Entry.Langs) && !isBare {
			return true
		}
		isLink := n.Words.Is("dialled", word, ^uint32(0)) || n.Words.Is("numbered", word, ^uint32(0)) || n.Words.Is("article", word, ^uint32(0)) || n.Words.Is("until", word, ^uint32(0)) || n.Words.Is("itself", word, ^uint32(0))
		if !isLink {
			return false
		}
		i = start
	}
	return false
}

// isBefore reports whether a word of a list stands behind i, with nothing but the ending of a case or a small word between:
// "582'ye çevir", "582まで回す".
func isBefore(n *mention.Noun, i int, list string) bool {
	for range 2 {
		i = n.Skip(i, " '-")
		if _, is := n.StemAt(list, i); is {
			return true
		}
		if end, is := n.MatchDense("dialled", i); is {
			i = end
			continue
		}
		word := n.Low[i:n.WordEnd(i)]
		if !n.Words.Is("dialled", word, ^uint32(0)) && !n.Words.Is("ending", word, ^uint32(0)) {
			return false
		}
		i += len(word)
	}
	_, is := n.StemAt(list, n.Skip(i, " "))
	return is
}
