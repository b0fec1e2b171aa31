package vt_test

import (
	"strings"
	"testing"

	"keepsake/internal/vt"
)

// The screen wraps, scrolls, moves and erases as terminals do.
func TestScreen(t *testing.T) {
	for _, c := range []struct{ name, printed, want string }{
		{"lines", "one\r\ntwo", "one\ntwo"},
		{"a full row wraps at the next character", "abcdef\r\ng", "abcdef\ng"},
		{"a long line wraps", "abcdefgh", "abcdef\ngh"},
		{"a wide character does not fit the last column", "abcde你", "abcde\n你"},
		{"up and erase", "one\r\ntwo\x1b[1A\r\x1b[Jx", "x"},
		{"to the right", "a\r\x1b[3Cb", "a  b"},
		{"erase the line", "abc\r\x1b[Kd", "d"},
		{"clear", "a\r\nb\x1b[2J\x1b[Hc", "c"},
		{"scroll", "1\r\n2\r\n3\r\n4\r\n5", "1\n2\n3\n4\n5"},
		{"styles and modes", "\x1b[?2004h\x1b[1ma\x1b[0m", "a"},
	} {
		s := vt.NewScreen(6, 4)
		if _, err := s.Write([]byte(c.printed)); err != nil {
			t.Fatal(err)
		}
		if got := s.String(); got != c.want || len(s.Unknown()) > 0 {
			t.Errorf("%s: %q, want %q; unknown %v", c.name, got, c.want, s.Unknown())
		}
	}
	s := vt.NewScreen(6, 4)
	changed := s.Changed()
	_, _ = s.Write([]byte("ab\x1b["))
	<-changed
	_, _ = s.Write([]byte("1A\x1b[5n\a"))
	if row, col := s.Cursor(); row != 0 || col != 2 || strings.Join(s.Unknown(), "") != `"\x1b[5n"` {
		t.Errorf("cursor at %d, %d; unknown %v", row, col, s.Unknown())
	}
}
