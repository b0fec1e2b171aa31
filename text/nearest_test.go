package text_test

import (
	"testing"

	"keepsake/text"
)

func TestNearest(t *testing.T) {
	names := []string{"serve", "chat", "memory", "session", "DATABASE_URL", "telegram.bot_token", "add"}
	for word, want := range map[string]string{
		"memroy": "memory", "memories": "memory", "sesion": "session", "Chat": "chat", "DATABSE_URL": "DATABASE_URL", "database-url": "DATABASE_URL",
		"telegram.bot_tokn": "telegram.bot_token", "dance": "", "": "", "x": "", "ad": "add", "chta": "chat",
	} {
		if got, ok := text.Nearest(word, names); got != want || ok != (want != "") {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"tea", "tea", 0}, {"tea", "tee", 1}, {"teh", "the", 1}, {"чай", "чаи", 1}, {"日本", "日", 1}, {"kitten", "sitting", 3}, {"", "ab", 2}} {
		if got, back := text.Distance(c.a, c.b), text.Distance(c.b, c.a); got != c.want || back != c.want {
			t.Errorf("%q and %q: %d and %d, want %d", c.a, c.b, got, back, c.want)
		}
	}
}
