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
