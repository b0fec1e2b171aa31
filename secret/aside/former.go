package aside

import (
	"strings"

	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

const (
	maxFormer = 120 // bytes before a value in which a service and the past or a habit are named
	maxUsed   = 60  // bytes behind it in which the service may follow
)

// isFormer reports whether a place is what somebody had or always has as the password of a service, where nothing calls it one: "my old one on
// facebook was olympiakara79", "l'ancien, celui de la Fnac, c'était soleil69".
func isFormer(t plain.Text, w *lexicon.Words, from, to int) bool {
	v := t.Plain[from:to]
	if !isValue(w, v) && !isRemembered(w, v) || !isBeside(t, w, from, to, "wasonce", "wasoncelast") {
		return false
	}
	lo, hi := t.TokenStart(max(0, from-maxFormer)), t.TokenEnd(min(len(t.Low), to+maxUsed))
	near := t.Low[lo:from] + " " + t.Low[to:hi]
	isOfService := w.HasStem("service", near) || w.HasStem("everywhere", near)
	return isOfService && w.HasStem("former", t.Low[lo:from]) && !w.HasThing("device", t.Low[lo:from]) && !w.HasStem("nickname", near)
}

// isRemembered reports whether a token is a word with a number or with exclamation marks that is no product: "soleil69", "Cobbermoor!!".
func isRemembered(w *lexicon.Words, v string) bool {
	word := strings.TrimRight(v, "!")
	letters, digits := looks.CutNumber(word)
	if len([]rune(letters)) < 5 || !looks.HasOnlyLetters(letters) || isCamel(letters) || w.Is("product", strings.ToLower(letters), ^uint32(0)) {
		return false
	}
	return digits < 5 && (digits > 0 || len(v)-len(word) > 1)
}
