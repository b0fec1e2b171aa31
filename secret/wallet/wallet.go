// Package wallet finds the words that a wallet is restored from (BIP-39) in a text. It knows the
// lists of words and their checksum, and nothing of other secrets.
//
// A text is given in the even form of package plain, and the lists are brought into it.
//
// Start reading at Find.
package wallet

import (
	"crypto/sha256"
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"keepsake/secret/plain"
)

//go:embed seeds.txt
var seedsFile string

// seedWord is a word of BIP-39 in one of its lists.
type seedWord struct {
	list  int8
	index int16
}

// seedWords has the words of all lists in their even form.
var seedWords = sync.OnceValue(func() map[string][]seedWord {
	m := make(map[string][]seedWord, 9*2048)
	list := int8(0)
	for line := range strings.Lines(seedsFile) {
		name, words, ok := strings.Cut(line, ": ")
		if !ok || strings.HasPrefix(name, "#") {
			continue
		}
		for i, w := range strings.Fields(words) {
			w = plain.Low(w)
			m[w] = append(m[w], seedWord{list, int16(i)})
		}
		list++
	}
	return m
})

// Numbers of words that BIP-39 knows.
const (
	minSeedWords = 12
	maxSeedWords = 24
)

// Span is a place in a text, in bytes.
type Span struct{ From, To int }

// text is what is searched.
type text struct{ low string }

// Find returns runs of words of one of BIP-39's lists that a wallet can be restored from: twelve or
// more whose checksum is right, or that a word like "seed" names, or that are a line of their own.
func Find(low string) []Span {
	var out []Span
	v := text{low}
	for i := 0; i < len(v.low); {
		from := i
		words, starts, ends := v.run(&i)
		if len(words) < minSeedWords {
			if i == from {
				_, i = v.next(i)
			}
			continue
		}
		v.judge(words, starts, ends, func(from, to int) { out = append(out, Span{from, to}) })
	}
	return out
}

// next returns the character that begins at i, and where it ends.
func (v text) next(i int) (rune, int) {
	if i >= len(v.low) {
		return 0, i
	}
	r, n := utf8.DecodeRuneInString(v.low[i:])
	return r, i + n
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.Is(unicode.Mc, r) || r >= '0' && r <= '9'
}

// run reads words in a row that could be of a list, and moves i behind them and what ended them.
func (v text) run(i *int) (words []string, starts, ends []int) {
	for *i < len(v.low) {
		c := v.low[*i]
		if c == ' ' || c == '\n' || c == '\t' || c == ',' || c == '.' || c == ')' || c >= '0' && c <= '9' || c == '-' || c == '"' {
			*i++
			continue
		}
		r, _ := utf8.DecodeRuneInString(v.low[*i:])
		end := *i
		for {
			r, j := v.next(end)
			if !isWordRune(r) || r <= '9' {
				break
			}
			end = j
		}
		n := end - *i
		if n == 0 {
			_, *i = v.next(*i)
			return words, starts, ends
		}
		if n < 3 || n > 40 || r < utf8.RuneSelf && n > 9 {
			*i = end
			return words, starts, ends
		}
		words, starts, ends = append(words, v.low[*i:end]), append(starts, *i), append(ends, end)
		*i = end
	}
	return words, starts, ends
}

// judge adds the runs of one list within words.
func (v text) judge(words []string, starts, ends []int, add func(from, to int)) {
	known := seedWords()
	for list := int8(0); list < 9; list++ {
		var run []int16
		for k := 0; k <= len(words); k++ {
			at := int16(-1)
			if k < len(words) {
				for _, w := range known[words[k]] {
					if w.list == list {
						at = w.index
						break
					}
				}
			}
			if at >= 0 {
				run = append(run, at)
				continue
			}
			if n := len(run); n >= minSeedWords && v.isSeed(run, starts[k-n], ends[k-1]) {
				from := starts[k-n]
				if c := strings.TrimRight(v.low[:from], " .)"); strings.HasSuffix(c, "1") { // "1. first 2. second"
					from = len(c) - 1
				}
				add(from, ends[k-1])
			}
			run = run[:0]
		}
	}
}

// seedNames are what people call these words.
var seedNames = []string{"seed", "recovery", "wallet", "mnemonic", "phrase", "backup", "wiederherst", "frase", "récup", "recup", "сид", "мнемо", "фраз", "кошел", "助记", "助記", "ニーモニック", "シート", "시드", "니모닉", "복구", "ledger", "trezor", "metamask", "bitcoin", "crypto", "ethereum"}

// isSeed reports whether a run of words of a list, at this place, is a seed.
func (v text) isSeed(run []int16, from, to int) bool {
	isWhole := len(run)%3 == 0 && len(run) <= maxSeedWords
	if isWhole && hasSeedChecksum(run) {
		return true
	}
	different := make(map[int16]bool, len(run))
	for _, index := range run {
		different[index] = true
	}
	if len(different)*3 < min(len(run), maxSeedWords)*2 { // "word word word": nobody drew these
		return false
	}
	if isWhole {
		before, after := strings.TrimRight(v.low[:from], " 1.)\"'"), strings.TrimLeft(v.low[to:], " .\"'")
		if (before == "" || strings.HasSuffix(before, "\n") || strings.HasSuffix(before, ":")) && (after == "" || strings.HasPrefix(after, "\n")) {
			return true
		}
	}
	near := v.low[max(0, from-100):from] + v.low[to:min(len(v.low), to+60)]
	for _, name := range seedNames {
		if strings.Contains(near, name) {
			return true
		}
	}
	// Words before or after a seed can be of the list by chance.
	for n := maxSeedWords; n >= minSeedWords; n -= 3 {
		for i := 0; i+n <= len(run); i++ {
			if hasSeedChecksum(run[i : i+n]) {
				return true
			}
		}
	}
	return false
}

// hasSeedChecksum reports whether the last bits of a mnemonic are the first of the hash of the others.
func hasSeedChecksum(run []int16) bool {
	bits := len(run) * 11
	check := bits / 33
	all := make([]byte, (bits+7)/8)
	for i, index := range run {
		for b := range 11 {
			if index>>(10-b)&1 == 1 {
				all[(i*11+b)/8] |= 0x80 >> ((i*11 + b) % 8)
			}
		}
	}
	entropyBytes := (bits - check) / 8
	sum := sha256.Sum256(all[:entropyBytes])
	for b := range check {
		at := entropyBytes*8 + b
		if all[at/8]>>(7-at%8)&1 != sum[b/8]>>(7-b%8)&1 {
			return false
		}
	}
	return true
}
