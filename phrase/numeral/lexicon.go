package numeral

import (
	_ "embed"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

//go:embed words.txt
var wordsFile string

// milli is how values are held, so that halves and decimals are whole numbers.
const milli = 1000

// language is the index of a section of words.txt.
type language int

// Languages in which the parts of a number are put together in another way than in the others.
var english, german, dutch, french, spanish, italian, portuguese, turkish, russian, ukrainian, arabic language

// level says how sure it is that a word is a number.
type level int

const (
	sure level = iota
	mild       // unless the text shows another language more
	shy        // only where the text shows the language more than any other
)

// entry is a word as a number of one language.
type entry struct {
	language
	level
	value     int64 // in thousandths
	isOrdinal bool
	isScale   bool // multiplies what stands before it
	ends      bool // nothing of the number can follow
}

// lexicon is what words.txt holds.
type lexicon struct {
	names   []string
	entries map[string][]entry
	signs   map[string]uint32 // of each word the languages that it shows
	ands    map[string]uint32
	halves  map[string][][]string // expressions by their first word
}

var known = readLexicon()

func readLexicon() *lexicon {
	x := &lexicon{entries: map[string][]entry{}, signs: map[string]uint32{}, ands: map[string]uint32{}, halves: map[string][][]string{}}
	levels := map[string]level{}
	var endings []string
	var section []string
	finish := func() {
		for _, line := range section {
			x.addLine(line, endings, levels)
		}
		clear(levels)
		section, endings = nil, nil
	}
	for line := range strings.Lines(wordsFile) {
		line = strings.TrimSpace(line)
		key, list, isLine := strings.Cut(line, ":")
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "["):
			finish()
			x.names = append(x.names, strings.Trim(line, "[]"))
		case isLine && key == "ends":
			endings = strings.Fields(list)
		case isLine && (key == "mild" || key == "shy"):
			for w := range strings.FieldsSeq(list) {
				levels[bare(w)] = map[string]level{"mild": mild, "shy": shy}[key]
			}
		default:
			section = append(section, line)
		}
	}
	finish()
	for l, name := range map[*language]string{&english: "en", &german: "de", &dutch: "nl", &french: "fr", &spanish: "es", &italian: "it", &portuguese: "pt", &turkish: "tr", &russian: "ru", &ukrainian: "uk", &arabic: "ar"} {
		*l = language(slices.Index(x.names, name))
	}
	x.addGlued()
	x.addCases()
	return x
}

// addLine adds a line of the last section.
func (x *lexicon) addLine(line string, endings []string, levels map[string]level) {
	key, list, _ := strings.Cut(line, ":")
	l := language(len(x.names) - 1)
	for w := range strings.FieldsSeq(list) {
		switch key {
		case "sign":
			x.signs[bare(w)] |= 1 << l
			continue
		case "and":
			x.ands[bare(w)] |= 1 << l
			continue
		case "half":
			parts := strings.Split(w, "_")
			for i := range parts {
				parts[i] = bare(parts[i])
			}
			x.halves[parts[0]] = append(x.halves[parts[0]], parts)
			continue
		}
		e := entry{language: l, isOrdinal: strings.HasSuffix(key, "."), isScale: strings.HasSuffix(key, "*")}
		f, err := strconv.ParseFloat(strings.TrimRight(key, "*."), 64)
		if err != nil {
			panic("numeral: words.txt: " + line)
		}
		e.value = int64(f * milli)
		forms := []string{w}
		if stem, ok := strings.CutSuffix(w, "+"); ok {
			forms = nil
			for _, ending := range endings {
				forms = append(forms, stem+ending)
			}
		}
		for _, form := range forms {
			form = strings.ReplaceAll(bare(form), "_", " ")
			e.level = levels[form]
			x.add(form, e)
		}
	}
}

// add adds a word unless its language has it.
func (x *lexicon) add(word string, e entry) {
	if !slices.ContainsFunc(x.entries[word], func(o entry) bool { return o.language == e.language }) {
		x.entries[word] = append(x.entries[word], e)
	}
}

// cardinals returns the words of a language for numbers from and up to, by value.
func (x *lexicon) cardinals(l language, from, to int64) map[string]int64 {
	out := map[string]int64{}
	for w, es := range x.entries {
		for _, e := range es {
			if e.language == l && !e.isOrdinal && !e.isScale && e.value >= from*milli && e.value <= to*milli && e.value%milli == 0 {
				out[w] = e.value
			}
		}
	}
	return out
}

// addGlued adds the numbers up to 99 that are written in one word: "zweiundvierzig", "tweeënveertig", "quarantasette".
func (x *lexicon) addGlued() {
	for _, l := range []language{german, dutch, italian} {
		units, tens := x.cardinals(l, 1, 9), x.cardinals(l, 20, 90)
		for t, tv := range tens {
			for u, uv := range units {
				if tv%(10*milli) != 0 {
					continue
				}
				cardinal, ordinal := entry{language: l, value: tv + uv}, entry{language: l, value: tv + uv, isOrdinal: true}
				switch l {
				case german:
					x.add(u+"und"+t, cardinal)
					for _, ending := range []string{"e", "en", "er", "es", "em"} {
						x.add(u+"und"+t+"st"+ending, ordinal)
					}
				case dutch:
					x.add(u+"en"+t, cardinal)
					x.add(u+"en"+t+"ste", ordinal)
				case italian:
					if u[0] == 'o' || u[0] == 'u' { // ventotto, ventuno
						x.add(t[:len(t)-1]+u, cardinal)
						x.add(t[:len(t)-1]+"un", cardinal)
						continue
					}
					x.add(t+u, cardinal)
				}
			}
		}
	}
	for _, half := range []struct {
		language
		ending string
	}{{german, "einhalb"}, {dutch, "eneenhalf"}, {dutch, "enhalf"}} {
		for u, v := range x.cardinals(half.language, 2, 12) {
			x.add(u+half.ending, entry{language: half.language, value: v + milli/2})
		}
	}
}

// addCases adds Turkish numbers with the endings of cases, which nothing of the number can follow: "yediye".
func (x *lexicon) addCases() {
	endings := strings.Fields("de da te ta den dan ten tan e a ye ya i u yi yu si su inin unun nin nun sinde sunda inde unda ini unu sini sunu nci inci uncu uncusu incisi le la yle yla lik luk er ar")
	for w, es := range maps.Clone(x.entries) {
		for _, e := range es {
			if e.language != turkish || e.isOrdinal || w == "on" || w == "bin" || w == "yuz" || w == "elli" || w == "kirk" || e.value == milli {
				continue
			}
			e.ends = true
			for _, ending := range endings {
				if len(x.entries[w+ending]) == 0 {
					x.add(w+ending, e)
				}
			}
		}
	}
	for _, form := range []string{"dorde", "dordu"} {
		x.add(form, entry{language: turkish, level: shy, value: 4 * milli, ends: true})
	}
}

// bareRunes holds the letters up to Arabic as they are compared: small, without marks, as package text has them.
var bareRunes = func() (out [0x700]string) {
	for r := range rune(len(out)) {
		for _, part := range norm.NFKD.String(strings.ToLower(string(r))) {
			if !unicode.Is(unicode.Mn, part) && (unicode.IsLetter(part) || unicode.IsDigit(part)) {
				out[r] += string(part)
			}
		}
	}
	for r, to := range map[rune]string{'ø': "o", 'Ø': "o", 'ł': "l", 'Ł': "l", 'đ': "d", 'Đ': "d", 'æ': "ae", 'œ': "oe", 'Œ': "oe", 'Æ': "ae", 'ı': "i", 'ß': "ss", 'ة': "ه", 'ى': "ي"} {
		out[r] = to
	}
	return out
}()

// bare returns a word small and without marks.
func bare(s string) string {
	isBare := true
	for i := 0; i < len(s) && isBare; i++ {
		isBare = s[i] >= 'a' && s[i] <= 'z'
	}
	if isBare {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '_':
			b.WriteRune(r)
		case int(r) < len(bareRunes):
			b.WriteString(bareRunes[r])
		}
	}
	return b.String()
}

// Fold returns a text small and without marks, as numbers are compared; signs and scripts without spaces stay.
func Fold(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf && (r < 'A' || r > 'Z') || r == 'º':
			b.WriteRune(r)
		case int(r) < len(bareRunes) && (unicode.IsLetter(r) || unicode.Is(unicode.Mn, r)):
			b.WriteString(bareRunes[r])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
