package request

import (
	"regexp"
	"strings"

	"keepsake/phrase"
	"keepsake/phrase/runon"
)

// This file tells a question from a request that is put as one, and finds what one states before it asks.

// isQuestion reports whether a sentence has the mark of a question, and not only behind an ending that tells: "설탕을 못 드시거든?"
func isQuestion(sentence string) bool {
	return strings.ContainsAny(sentence, "?？؟") && !runon.TellsByEnding(sentence)
}

// polite finds the beginning of a request that is put as a question, and indirect a question within one.
var (
	polite   = regexp.MustCompile(`(?i)^[^\pL]*(?:(?:hey|hi|hello|ok|okay|so|please|oh|um|and|hallo|bitte|salut|hola|oi|ciao|привет)\W+){0,3}(?:can|could|would|will) (?:you|u) |^[^\pL]*(?:would it be|is it) possible |^[^\pL]*(?:do you think|any chance) you |^[^\pL]*(?:can|could|may) i (?:ask|get|have) (?:you|u) |^[^\pL]*(?:hey |hallo |bitte )?(?:kannst|könntest|würdest) (?:du |dir )|^[^\pL]*(?:tu )?(?:peux|pourrais)|^[^\pL]*(?:me )?(?:puedes|podrías|podes|puoi|potresti|pode|poderia|consegue)|^[^\pL]*kun je |(?:^|\s)(?:можешь|сможешь|можете|تقدر|بتقدر|ممكن|فيك|تگدر) |^[^\pL]*(?:podia|podias|conseguia|conseguias|riesci a (?:salv|segn|annot|memorizz)\pL*|pueds|podrias|podrías|pourrais|pourriez)|能|可以|くれる|もらえ|줄래|줄 수|mısın|misin|هل يمكنك`)
	indirect = regexp.MustCompile(`(?i)^[^\pL]*(?:jak|gdzie|kiedy|kto|czy|як|де|коли|хто|чи|чому|hoe|waar|wanneer|wie|waarom|what|where|when|who|whom|whose|which|how|why|if|whether|was|wo|wann|wer|wie|ob|warum|quoi|où|quand|qui|comment|si|qué|dónde|cuándo|quién|cómo|che cosa|dove|quando|chi|что я|где|когда|кто|как|почему)(?:$|[^\pL])`)
)

// asksPolitely reports whether a question asks to keep something: "can you remember that …?" It does not ask what is known.
func asksPolitely(sentence string) bool {
	if !asksWhatIsKept(sentence) && len(findAddresses(sentence)) > 0 || len(findDense(sentence)) > 0 {
		return true
	}
	if !isQuestion(withoutTag(sentence)) && len(findSpaced(sentence)) > 0 {
		return true
	}
	if !polite.MatchString(sentence) || howMuch.MatchString(sentence) {
		return false
	}
	at := findRequests(sentence)
	return len(at) > 0 && !indirect.MatchString(strings.TrimSpace(sentence[at[len(at)-1].To:]))
}

// statedBefore returns how many bytes of a question state something before it asks: "my son can't have nuts what can I bake?"
func statedBefore(question string) (to int) {
	for _, c := range phrase.Clauses(question) {
		if c.IsQuestion {
			return to
		}
		to = c.To
	}
	return 0
}
