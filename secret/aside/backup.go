package aside

import (
	"regexp"
	"strings"
	"sync"

	"keepsake/secret/lexicon"
	"keepsake/secret/plain"
)

// maxBackup is how many bytes before a key it is said what it is.
const maxBackup = 90

var hexKey = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(?:0x)?(?:[0-9a-f]{64}|(?:[0-9a-f]{4}[ -]){15}[0-9a-f]{4})\b`)
})

// Backup returns the key of 64 digits to which a service encrypts a copy of messages, behind the words that say so: "whatsapp sicherung hat mir nen 64
// stelligen schlüssel angezeigt: 0xe631…". A checksum has as many digits and is called none.
func Backup(t plain.Text, w *lexicon.Words, _ [][]int) (from, to int, ok bool) {
	if !strings.Contains(t.Low, "64") {
		return 0, 0, false
	}
	for _, at := range hexKey().FindAllStringIndex(t.Low, -1) {
		before := t.Low[max(0, t.TokenStart(max(0, at[0]-maxBackup))):at[0]]
		if strings.Contains(before, "64") && w.HasStem("longkey", before+" ") && !w.HasStem("hashword", before+" ") {
			return at[0], at[1], true
		}
	}
	return 0, 0, false
}
