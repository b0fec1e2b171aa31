package sentence

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
	"keepsake/secret/values"
)

// others adds more secrets of a list, "hunter2x and swordfish9", and returns where the last one ends.
func (p reader) others(to int, add func(from, to int, kind values.Kind)) int {
	for range 12 {
		if from, end, is := p.alternative(to); is {
			add(from, end, p.Kind())
			to = end
			continue
		}
		i := p.Skip(to, " ,;/&+\n\"'`!?.*")
		if end := p.WordEnd(i); end > i && p.Words.Is("conj", p.Low[i:end], ^uint32(0)) {
			i = p.Skip(end, " ")
		} else if end, is := p.MatchDense("conj", i); is {
			i = p.Skip(end, " ")
		}
		i = p.Skip(i, "\"'`*")
		end := p.ValueEnd(i)
		if end <= i || p.Entry.Classes&(lexicon.Password|lexicon.Weak|lexicon.Key|lexicon.Code) == 0 || !looks.HasDigit(p.Low[i:end]) || !looks.IsHardRandom(p.Plain[i:end]) {
			return to
		}
		add(i, end, p.Kind())
		to = end
	}
	return to
}

// alternative returns the number of the same length after one that ends at to, where only words like "or" and "not" stand
// between: "3907 or maybe 3970".
func (p reader) alternative(to int) (from, end int, ok bool) {
	start := to - len(p.Low[:to]) + len(strings.TrimRight(p.Low[:to], "0123456789"))
	if p.Entry.Classes&(lexicon.Pin|lexicon.Code|lexicon.BareCode|lexicon.Password) == 0 || to-start < 4 {
		return 0, 0, false
	}
	from = p.Skip(to, " ,")
	for range 3 {
		word := p.Low[from:p.WordEnd(from)]
		if dense, is := p.MatchDense("conj", from); is {
			word = p.Low[from:dense]
		} else if word == "" || p.IsDigitAt(from) || !p.Words.Is("conj", word, ^uint32(0)) && !p.Words.Is("either", word, ^uint32(0)) && !p.Words.Is("negation", word, ^uint32(0)) {
			break
		}
		from = p.Skip(from+len(word), " ,")
	}
	end = p.Skip(from, "0123456789")
	return from, end, from > to && end-from == to-start && p.IsClauseEnd(end) && !p.IsUnitAt(end)
}

// echoes adds what the same sentence says of the secret later: "… type hunter2x", "… it is hunter2x".
func (p reader) echoes(i int, add func(from, to int, kind values.Kind)) {
	if p.Entry.Classes&(lexicon.Password|lexicon.Weak) == 0 {
		return
	}
	limit := min(len(p.Low), i+100)
	for said := false; i < limit; {
		i = p.Skip(i, " ,\"'`*(")
		end := p.TokenEnd(i)
		if end <= i || p.Low[i] == '\n' {
			return
		}
		word := strings.TrimRight(p.Low[i:end], ",:")
		if to := p.ValueEnd(i); said && to > i && looks.HasDigit(p.Low[i:to]) && looks.IsHardRandom(p.Plain[i:to]) {
			add(i, to, values.Password)
		}
		said = p.Words.Is("use", word, ^uint32(0)) || p.Words.Is("is", word, p.Entry.Langs) || said && (p.Words.Is("filler", word, p.Entry.Langs) || p.Words.Is("my", word, p.Entry.Langs))
		if strings.ContainsAny(word[max(0, len(word)-1):], ".!?") {
			return
		}
		i = end
	}
}

// columns adds what stands under the noun in a table: "service | user | password" and a line for each service.
func (p reader) columns(add func(from, to int, kind values.Kind)) {
	isBox := p.Words.HasStem("keybox", p.Low[p.Start:p.End])
	isPerson := p.Entry.Classes&(lexicon.Password|lexicon.Pin|lexicon.ID) == lexicon.ID
	if p.Entry.Classes&(lexicon.Password|lexicon.Pin|lexicon.ID) == 0 && !isBox {
		return
	}
	start := strings.LastIndexByte(p.Low[:p.Start], '\n') + 1
	end := strings.IndexByte(p.Low[p.End:], '\n')
	if end < 0 {
		return
	}
	end += p.End
	isPostal := p.Words.HasStem("postal", p.Low[start:end]) || strings.HasPrefix(p.Entry.Text, "pin") && strings.HasSuffix(p.Entry.Text, "code") // of India
	for _, sign := range []string{"|", ";", ","} {
		column := strings.Count(p.Low[start:p.Start], sign)
		all := strings.Count(p.Low[start:end], sign)
		rest := strings.TrimLeft(p.Low[p.End:end], " \"`*")
		if all == 0 || column == 0 && sign == "," || rest != "" && !strings.HasPrefix(rest, sign) || column > 0 && !strings.HasSuffix(strings.TrimRight(p.Low[start:p.Start], " \"`*"), sign) {
			continue
		}
		for from := end + 1; from < len(p.Low); {
			line, _, _ := strings.Cut(p.Low[from:], "\n")
			if fields := strings.Split(line, sign); len(fields) == all+1 {
				at := from + len(strings.Join(fields[:column], sign))
				if column > 0 {
					at++
				}
				to := at + len(strings.TrimRight(fields[column], " \"`*"))
				if at = p.Skip(at, " \"`*-:"); at < to && !(isPostal && to-at == 6) && !(isBox && !looks.IsAllDigits(p.Low[at:to])) && !(isPerson && (looks.CountDigits(p.Low[at:to]) < 7 || strings.Contains(p.Low[at:to], " "))) {
					add(at, to, p.Kind())
				}
			}
			from += len(line) + 1
		}
		return
	}
}

// turned adds the numbers of a dial that is turned to and fro: "12 left, 34 right, 5 left".
func (p reader) turned(add func(from, to int, kind values.Kind)) {
	lo, hi := p.Sentence()
	turns, from, to, numbers := 0, 0, 0, 0
	for i := lo; i < hi; {
		if p.IsDigitAt(i) {
			end := p.Skip(i, "0123456789")
			if end-i > 2 {
				return
			}
			if numbers++; numbers == 1 {
				from = i
			}
			to, i = end, end
			continue
		}
		r, next := p.Next(i)
		end := p.WordEnd(i)
		if plain.IsDense(r) || plain.IsHangul(r) {
			if e, is := p.MatchDense("turns", i); is {
				turns, next = turns+1, e
			}
			i = next
			continue
		}
		if p.Words.Is("turns", p.Low[i:end], ^uint32(0)) {
			turns++
		}
		i = max(end, next)
	}
	if numbers > 2 && turns > 2 {
		add(from, to, values.Password)
	}
}
