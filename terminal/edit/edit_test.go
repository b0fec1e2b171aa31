package edit

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"keepsake/internal/vt"
)

// typeKeys types into an empty line and returns it with a bar at the cursor.
func typeKeys(keys string) string {
	var l line
	var d decoder
	for _, k := range d.decode([]byte(keys)) {
		l.press(k)
	}
	return l.text[:l.at] + "|" + l.text[l.at:]
}

// C6: Backspace and the cursor keys work by grapheme cluster.
func TestLineClusters(t *testing.T) {
	const left, right, del, back = "\x1b[D", "\x1b[C", "\x1b[3~", "\x7f"
	for _, c := range []struct{ name, keys, want string }{
		{"an accent that combines", "cafe\u0301" + back, "caf|"},
		{"a family", "a👩‍👩‍👧‍👦" + back, "a|"},
		{"a flag", "🇩🇪🇫🇷" + back, "🇩🇪|"},
		{"a skin tone", "👍🏽!" + left + back, "|!"},
		{"a Hindi syllable", "नि" + back, "|"},
		{"left over a flag", "x🇩🇪" + left, "x|🇩🇪"},
		{"left and right", "你好" + left + left + right, "你|好"},
		{"delete", "👩‍🚀b\x01" + del, "|b"},
		{"delete at the end", "b" + del, "b|"},
		{"back at the start", "b\x01" + back, "|b"},
		{"home, end", "abc\x1b[Hx\x1b[Fy", "xabcy|"},
		{"a word back", "one two  \x17x", "one x|"},
		{"a word left and right", "one two\x1b[1;5D\x1b[1;5Dx\x1bfy", "xoney| two"},
		{"to the start, to the end", "one two\x1b[D\x15x\x0b", "x|"},
		{"a word ahead", "one two\x01\x1bd", "| two"},
		{"pasted lines", "\x1b[200~a\r\nb\rc\x1b[201~", "a\nb\nc|"},
		{"control characters of a paste", "\x1b[200~a\x07\x9bb\tc\x1b[201~", "ab\tc|"},
		{"Alt-Enter", "a\x1b\rb", "a\nb|"},
		{"keys without a meaning", "a\x1b[15~\x1bOP\x1bq\x1b[200;1Rb", "ab|"},
		{"a mark before a letter joins it", "ab\x01\u0301", "\u0301|ab"},
	} {
		if got := typeKeys(c.keys); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A key whose bytes come one by one is the same key.
func TestDecoderPieces(t *testing.T) {
	const keys = "ä👍\x1b[D\x1b[3~\x1b[200~你\n\x1b[201~\x1bOH\x1b\x1b[C"
	var l line
	var d decoder
	for i := range len(keys) {
		for _, k := range d.decode([]byte{keys[i]}) {
			l.press(k)
		}
	}
	if got, want := l.text[:l.at]+"|"+l.text[l.at:], typeKeys(keys); got != want || len(d.rest) > 0 {
		t.Errorf("%q, want %q; %q waits", got, want, d.rest)
	}
}

func TestHistory(t *testing.T) {
	var l line
	press := func(keys string) string {
		var d decoder
		for _, k := range d.decode([]byte(keys)) {
			if k.name == keyEnter {
				l.take()
			}
			l.press(k)
		}
		return l.text
	}
	const up, down = "\x1b[A", "\x1b[B"
	for _, c := range []struct{ keys, want string }{
		{"one\rone\r \rtwo\rthree", "three"}, {up, "two"}, {up, "one"}, {up, "one"}, {down, "two"}, {down, "three"}, {down, "three"},
		{up + "!", "two!"}, {"\r" + up, "two!"},
	} {
		if got := press(c.keys); got != c.want {
			t.Errorf("%q: %q, want %q", c.keys, got, c.want)
		}
	}
}

// C4, C6: whatever is printed and typed, in whatever pieces, the screen shows the output whole and
// unmixed, below it the edit line, and the cursor where it belongs.
func TestScreenShowsOutputAndLine(t *testing.T) {
	piece := rapid.SampledFrom([]string{
		"a", "word ", "你好", "👩‍🚀", "\n", "\n\n", "\x1b[1mbold\x1b[0m", "a long line of output that wraps ", "é", "🇩🇪", "…\r\x1b[K", "tab\tstop",
	})
	input := rapid.SampledFrom([]string{"x", "typed ", "你", "👍🏽", "\x7f", "\x1b[D", "\x1b[D", "\x1b[C", "\x01", "\x05", "\x15", "\x1b[200~a\nb\x1b[201~"})
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(8, 40).Draw(t, "width"), 600 // more than forty steps can print, so that nothing scrolls
		terminal := vt.NewScreen(width, height)
		s := screen{out: terminal, width: width, height: height}
		var l line
		var d decoder
		var output string
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			printed := ""
			if rapid.Bool().Draw(t, "prints") {
				printed = piece.Draw(t, "output")
			} else {
				for _, k := range d.decode([]byte(input.Draw(t, "keys"))) {
					l.press(k)
				}
			}
			if err := s.update(printed, &region{nil, "> ", l.text, l.at}); err != nil {
				t.Fatal(err)
			}
			output += printed
		}
		// The same, printed at once: first the output, then on its own rows the line.
		want := vt.NewScreen(width, height)
		once := screen{out: want, width: width, height: height}
		_ = once.update(output, nil)
		rows := want.Rows()
		if n := once.height; len(rows) >= n {
			t.Fatalf("%d rows of output scroll a screen of %d", len(rows), n)
		}
		_ = once.update("", &region{nil, "> ", l.text, l.at})
		if got := terminal.String(); got != want.String() {
			t.Fatalf("after %q and %q:\n%s\nwant\n%s", output, l.text, got, want)
		}
		gotRow, gotCol := terminal.Cursor()
		if row, col := want.Cursor(); row != gotRow || col != gotCol {
			t.Fatalf("the cursor is at %d, %d, want %d, %d:\n%s", gotRow, gotCol, row, col, terminal)
		}
		if len(terminal.Unknown()) > 0 {
			t.Fatal(terminal.Unknown())
		}
	})
}

// What scrolls off the screen was printed once and whole, also of a line that is longer than the screen.
func TestScreenScrolls(t *testing.T) {
	terminal := vt.NewScreen(10, 6)
	s := screen{out: terminal, width: 10, height: 6}
	var words []string
	for i := range 60 {
		word := string(rune('a'+i%26)) + "123 "
		words = append(words, word)
		if err := s.update(word, &region{[]string{"waits"}, "> ", "typed", 5}); err != nil {
			t.Fatal(err)
		}
	}
	_ = s.update("\n", nil)
	got := strings.Join(terminal.Rows(), "")
	if want := strings.Join(words, ""); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
		t.Errorf("printed\n%s", terminal)
	}
}

// A pasted text that is longer than the screen shows the rows around its cursor.
func TestLongText(t *testing.T) {
	terminal := vt.NewScreen(20, 8)
	s := screen{out: terminal, width: 20, height: 8}
	text := strings.Repeat("line\n", 50) + "end"
	_ = s.update("", &region{[]string{strings.Repeat("waiting ", 9)}, "> ", text, len(text)})
	if rows := terminal.Rows(); len(rows) != 6 || rows[0] != "waiting waiting wa…" || rows[5] != "end" {
		t.Errorf("%d rows:\n%s", len(rows), terminal)
	}
	_ = s.update("", &region{nil, "> ", text, 0})
	if rows := terminal.Rows(); rows[0] != "> line" || len(rows) != 6 {
		t.Errorf("%d rows:\n%s", len(rows), terminal)
	}
}
