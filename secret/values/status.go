package values

import (
	"strings"

	"keepsake/secret/plain"
)

// IsStatus reports whether what stands between two places, behind a question, says where somebody is or that they forgot, and is no answer:
// "暗証番号なんだっけ？今前にいる", "شو الرقم السري؟ نسيته".
func (p Reader) IsStatus(from, to int) bool {
	low := p.Low[from:to]
	if r := plain.FirstRune(low); !plain.IsDense(r) && !plain.IsHangul(r) {
		return p.Words.HasStem("status", low)
	}
	clause := p.Low[from:]
	if end := strings.IndexAny(clause, ".,!?\n"); end >= 0 {
		clause = clause[:end]
	}
	return p.Words.Contains("status", clause)
}

// isCommon reports whether a word between two places, which ends the text, is a thing that many people choose as a password, and that a sentence about
// passwords speaks of in other ways: "passwort zum öffnen ist urlaub".
func (p Reader) isCommon(from, to int) bool {
	return p.Words.Is("commonpass", p.Low[from:to], ^uint32(0)) && p.IsTextEnd(to) && !p.IsQuestion() && !p.IsDenied()
}
