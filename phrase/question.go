package phrase

import (
	"slices"
	"strings"
	"unicode"

	"keepsake/text/sieve"
)

// AskedFact returns what a question asks to keep: the words of the sentence of s that asks whether
// to remember something, from the asking verb on; "" when no sentence does.
func AskedFact(s string) string {
	for _, sentence := range slices.Backward(sentences(s)) {
		if !strings.ContainsAny(sentence, "?？؟") {
			continue
		}
		if at := askedTo.FindStringIndex(sentence); at != nil {
			rest := strings.TrimLeftFunc(sentence[at[1]:], unicode.IsLetter)
			return strings.Trim(strings.TrimSpace(rest), "?？؟ ")
		}
	}
	return ""
}

// knownAsked finds what asks for what somebody knows, also where it is no question: "remind me what you know about Maeve".
var knownAsked = sieve.MustCompile(`(?i)\bwhat (?:do |did |else )*you (?:already |still |all )?(?:know|remember|have on)\b|\bwas (?:weißt du|weisst du|du (?:\S+ ){0,3}(?:weißt|weisst|gemerkt hast))|` +
	`(?:\bqué|\blo que) (?:\S+ )?(?:sabes|recuerdas)\b|\b(?:ce que tu|que|qu'est-ce que tu) (?:sais|te rappelles)\b|\b(?:cosa|quello che) (?:sai|ricordi)\b|` +
	`\bo que (?:você |vc |tu )?(?:sabes?|lembra)\b|\bwat (?:weet je|je (?:\S+ ){0,3}weet)|\bco (?:o \S+ )?(?:wiesz|pamiętasz)|что ты (?:\S+ ){0,3}(?:знаешь|помнишь)|що ти (?:\S+ ){0,3}(?:знаєш|пам'ятаєш)|` +
	`\bne(?:ler)? (?:biliyorsun|hatırlıyorsun)|ماذا تعرف|ما تعرفه|你(?:都|还)?(?:知道|记得)(?:什么|些什么|哪些)|(?:何|なに)を?(?:知って|覚えて)|(?:뭘|뭐|무엇을) ?(?:알아|알고|기억)`)

// AsksWhatIsKnown reports whether a text asks somebody what they know: it states nothing.
func AsksWhatIsKnown(s string) bool { return knownAsked.MatchString(s) }

// questionTold finds where a sentence tells that somebody asks something: "The user asks how long minced meat may thaw".
var questionTold = sieve.MustCompile(`(?i)\b(?:asks?|asked|asking) (?:about )?(?:how|what|when|where|who|whose|whether|if|which|why)\b|\bwonders? (?:how|what|when|where|who|whether|if|which|why|about)\b|\b(?:wants?|would like) to know\b|` +
	`\b(?:fragt|fragt sich),? (?:ob|wie|was|wann|wo|wer|wem|wen|welche\w*|warum|woher|wohin)\b|\b(?:will|möchte) wissen\b|` +
	`\bdemande (?:à |au bot |comment|quand|où|quel\w*|combien|pourquoi|ce que|si |s['’])|\b(?:veut|voudrait) savoir\b|` +
	`\bpregunta (?:si|cómo|cuándo|dónde|quién|qué|cuál|cuánto|por qué)|\bquiere saber\b|\bchiede (?:se|come|quando|dove|quanto|perché|quale|quali|cosa|chi)\b|\bvuole sapere\b|` +
	`\bpergunta (?:se|como|quando|onde|quanto|por que|qual|quem|o que)\b|\bquer saber\b|\bvraagt (?:of|zich af|hoe|wat|wanneer|waar|wie|welke|waarom)\b|\bwil weten\b|` +
	`спрашивает|хочет (?:у)?знать|интересуется,|запитує|питає|хоче (?:ді)?знати|\bpyta,? |chce wiedzieć|zastanawia się|soruyor|merak ediyor|bilmek istiyor|يسأل|يتساءل|يريد أن يعرف|` +
	`(?:在|想|询|詢)问|想问|问(?:：|的?是|怎么|如何|什么|哪|是否|能不能|可不可以)|想知道|尋ねて|質問して|知りたが|知りたい|묻는다|묻고|물었|물어봤|궁금해`)

// TellsOfQuestion reports whether a sentence in the third person tells of a question, and not of what is asked about.
func TellsOfQuestion(s string) bool { return questionTold.MatchString(s) }
