package text_test

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer/codec"
	"pgregory.net/rapid"

	"keepsake/text"
)

func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"plain":                     "plain",
		"a\r\nb\rc\u2028d\u0085e":   "a\nb\nc\nd\ne",
		"tab\tstays":                "tab\tstays",
		"nul\x00 bell\a del\x7f c1": "nul bell del c1",
		"bad\xffbyte":               "bad\uFFFDbyte",
		"":                          "",
	} {
		if got := text.Clean(in); got != want {
			t.Errorf("Clean(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestOneLine(t *testing.T) {
	if got := text.OneLine("  a\n\n b\u00A0\u3000c\t\r\nd "); got != "a b c d" {
		t.Errorf("%q", got)
	}
}

func TestCutAndLengths(t *testing.T) {
	for _, c := range []struct {
		in    string
		limit int
		want  string
	}{{"héllo", 5, "héllo"}, {"héllo!", 5, "héll…"}, {"ab cd", 4, "ab…"}, {"abc", 0, ""}, {"老板老板", 3, "老板…"}} {
		if got := text.Cut(c.in, c.limit); got != c.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.in, c.limit, got, c.want)
		}
	}
	if text.Len("a😀é") != 3 || text.UTF16Len("a😀é") != 4 {
		t.Error("lengths")
	}
	for in, want := range map[string]int{"": 0, "four": 4, "héllo": 5, "用户吃素": 8, "吃素": 4, "ユーザー": 8, "비건": 4, "กินเจ": 10, "Я ем": 4, "a😀é": 3} {
		if got := text.ReadingLen(in); got != want {
			t.Errorf("ReadingLen(%q) = %d, want %d", in, got, want)
		}
	}
}

func TestEscape(t *testing.T) {
	for in, want := range map[string]string{
		"*bold* _it_ `c`":       "\\*bold\\* \\_it\\_ \\`c\\`",
		"    code":              "&#32;   code",
		"a\n\tb":                "a\n&#9;b",
		"1. x":                  "1\\. x",
		"<b> & [l](http://x.y)": "\\<b\\> \\& \\[l\\]\\(http\\://x\\.y\\)",
		"the user's":            "the user's",
	} {
		if got := text.Escape(in); got != want {
			t.Errorf("Escape(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"bo\u200Bss":      "bo⟨U+200B⟩ss",
		"\u202Eabc\u202C": "⟨U+202E⟩abc⟨U+202C⟩",
		"a\u00ADb":        "a⟨U+00AD⟩b",
		"x\u2800y\u3164z": "x⟨U+2800⟩y⟨U+3164⟩z",
		"🏳️‍🌈 ❤️ 👨‍👩‍👧 1️⃣ 👍🏽": "🏳️‍🌈 ❤️ 👨‍👩‍👧 1️⃣ 👍🏽",
		"می\u200cخواهم":  "می\u200cخواهم", // Persian needs its joiners
		"a\u200Cb":       "a⟨U+200C⟩b",
		"10\u00A0km":     "10\u00A0km",
		"end\u00A0":      "end⟨U+00A0⟩",
		"老板\u3000老板":     "老板\u3000老板",
		"\uFE0F":         "⟨U+FE0F⟩",
		"line\nand\ttab": "line\nand\ttab",
		"\U000E0041":     "⟨U+E0041⟩",
		"\x01":           "⟨U+0001⟩",
	} {
		if got := text.Visible(in); got != want {
			t.Errorf("Visible(%q) = %q, want %q", in, got, want)
		}
	}
	if got := text.StripInvisible("bo\u200Bss a\u00A0b"); got != "boss a\u00A0b" {
		t.Errorf("StripInvisible: %q", got)
	}
}

func TestFold(t *testing.T) {
	for _, same := range [][]string{
		{"Alec", "ALEC", " alec ", "A\u200Blec", "ａｌｅｃ"},
		{"straße", "STRASSE"},
		{"ﬁne", "FINE"},
		{"Café", "cafe\u0301"},
		{"a b", "a\u00A0\n b"},
	} {
		for _, s := range same[1:] {
			if text.Fold(s) != text.Fold(same[0]) {
				t.Errorf("Fold(%q) = %q, Fold(%q) = %q", s, text.Fold(s), same[0], text.Fold(same[0]))
			}
		}
	}
	if text.Fold("Alec") == text.Fold("Alek") {
		t.Error("different words fold the same")
	}
}

// FACTS, text search in many languages: marks stripped, casefold, 5 runes, pairs for
// scripts without spaces.
func TestWords(t *testing.T) {
	for in, want := range map[string][]string{
		"Alec is the user's boss":  {"alec", "is", "the", "user", "boss"},
		"Meetings, MEETINGS!":      {"meeti"},
		"l'équipe d’Élise":         {"equip", "elise"},
		"начальника зовут":         {"начал", "зовут"},
		"老板是李明":                    {"老板", "板是", "是李", "李明"},
		"私の上司":                     {"私の", "の上", "上司"},
		"회사에서":                     {"회사", "사에", "에서"},
		"ภาษาไทย":                  {"ภา", "าษ", "ษา", "าไ", "ไท", "ทย"},
		"Łódź Ørsted Straße":       {"lodz", "orste", "stras"},
		"iPhone15 3.5 4711":        {"iphon", "3", "5", "4711"},
		"ｆｕｌｌ ＷＩＤＴＨ":               {"full", "width"},
		"…!?":                      nil,
		"Alec和Bob":                 {"alec", "和", "bob"},
		"don't":                    {"don"},
		"b a\u0301\u0302\u0301 ad": {"b", "a", "ad"},
	} {
		if got := text.Words(in); !slices.Equal(got, want) {
			t.Errorf("Words(%q) = %q, want %q", in, got, want)
		}
	}
	if got := text.Terms("Meetings meetings"); !slices.Equal(got, []string{"meetings", "meetings"}) {
		t.Errorf("Terms: %q", got)
	}
}

// Inflected questions find what was said, in the languages of FACTS.
func TestWords_MeetInflections(t *testing.T) {
	for _, c := range [][2]string{
		{"The user has two meetings", "meeting"}, {"Der Nutzer arbeitet in München", "munchen arbeiten"},
		{"Le chef s'appelle Benoît", "benoit"}, {"Моего начальника зовут Алек", "начальник алек"},
		{"El usuario prefiere café", "cafe prefiero"}, {"用户的老板是李明", "老板"}, {"ユーザーの上司はアレックです", "上司"},
		{"사용자의 회사에서", "회사"},
	} {
		have := text.Words(c[0])
		for _, w := range text.Words(c[1]) {
			if !slices.Contains(have, w) {
				t.Errorf("%q does not meet %q: %q not in %q", c[1], c[0], w, have)
			}
		}
	}
}

func TestTokens(t *testing.T) {
	for in, want := range map[string]int{"": 0, "hello world": 2, "Привет, мир": 4} {
		if got := text.Tokens(in); got != want {
			t.Errorf("Tokens(%q) = %d, want %d", in, got, want)
		}
	}
	if n := text.Tokens(strings.Repeat("Remember that I like tea. ", 1000)); n < 6000 || n > 8000 {
		t.Errorf("long text: %d", n)
	}
}

// TestTokensAgain: texts that were counted before, and whose places others have taken since, have
// as many tokens as ever.
func TestTokensAgain(t *testing.T) {
	fresh := codec.NewO200kBase()
	var wg sync.WaitGroup
	for worker := range 2 {
		wg.Go(func() {
			for i := range 20_000 { // thousands of them share an index
				s := strings.Repeat("tea ", i%7) + strconv.Itoa(i)
				n := text.Tokens(s)
				if again := text.Tokens(s); again != n {
					t.Errorf("worker %d: Tokens(%q) = %d, then %d", worker, s, n, again)
				}
				if i%100 > 0 {
					continue
				}
				if want, err := fresh.Count(s); err != nil || n != want {
					t.Errorf("worker %d: Tokens(%q) = %d, want %d (%v)", worker, s, n, want, err)
				}
			}
		})
	}
	wg.Wait()
}

func TestCutTokens(t *testing.T) {
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{{"hello world", 2, "hello world"}, {"", 0, ""}, {strings.Repeat("дом ", 1000), 0, ""}} {
		if got := text.CutTokens(c.in, c.n); got != c.want {
			t.Errorf("CutTokens(%q, %d) = %q", c.in, c.n, got)
		}
	}
	long := strings.Repeat("большой дом ", 1000)
	got := text.CutTokens(long, 500)
	if n := text.Tokens(got); n > 500 || n < 450 || !strings.HasPrefix(long, got) || !utf8.ValidString(got) || !strings.HasSuffix(got, "й") && !strings.HasSuffix(got, "м") {
		t.Errorf("%d tokens, ends in %q", n, got[max(0, len(got)-20):])
	}
}

// Any string: no panic, valid UTF-8, stable when done twice, and nothing invisible left.
func TestAnyString(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) + rapid.String().Draw(t, "runes")
		c := text.Clean(s)
		if !utf8.ValidString(c) || text.Clean(c) != c || strings.ContainsRune(c, 0) {
			t.Fatalf("Clean: %q", c)
		}
		if o := text.OneLine(s); text.OneLine(o) != o || strings.ContainsAny(o, "\n\t") {
			t.Fatalf("OneLine: %q", o)
		}
		if f := text.Fold(s); text.Fold(f) != f {
			t.Fatalf("Fold is not stable: %q %q", f, text.Fold(f))
		}
		for _, w := range text.Words(s) {
			if w == "" || utf8.RuneCountInString(w) > 6 {
				t.Fatalf("Words: %q", w)
			}
		}
		text.Visible(s)
		text.Escape(s)
		text.Tokens(s)
	})
}

func TestCapitalize(t *testing.T) {
	for in, want := range map[string]string{"": "", "ann": "Ann", "éva": "Éva", "Ann": "Ann", "7 days": "7 days", "\xff": "\xff", "ßa": "ßa"} {
		if got := text.Capitalize(in); got != want {
			t.Errorf("Capitalize(%q) = %q, want %q", in, got, want)
		}
	}
}
