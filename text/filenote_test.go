package text_test

import (
	"testing"

	"keepsake/text"
)

// TestWithoutFileNotes: what the bot notes of a file is nothing that the person wrote; brackets of their own are.
func TestWithoutFileNotes(t *testing.T) {
	for _, note := range []string{text.FileNote("photo", ""), text.FileNote("document", "it wants a password"), text.VoiceNote} {
		if got := text.WithoutFileNotes("my dog\n" + note); got != "my dog\n" {
			t.Errorf("%q", got)
		}
	}
	for _, said := range []string{"see [photo attached] here", "[my dog]", ""} {
		if got := text.WithoutFileNotes(said); got != said {
			t.Errorf("%q: %q", said, got)
		}
	}
}
