package tasktools

import (
	"regexp"
	"strings"

	"keepsake/phrase"
)

// This file finds the title of a task in a Korean request for it, whose verb has another ending there: "약 먹으라고 알려줘", "약 먹기".

var (
	// toldTo finds how a Korean request ends that asks to be told to do something; the endings before it report nothing.
	toldTo = regexp.MustCompile(`(?:라고|다고|자고)? ?(?:(?:꼭|다시|좀) )*(?:알려|말해|얘기해|깨워|상기시켜|리마인드해|챙겨) ?(?:줘요?|줄래요?|주세요|주라|주렴|주십시오|달라)[.!? ]*$`)
	// koreanParticle finds what a Korean noun ends in.
	koreanParticle = regexp.MustCompile(`(?:한테서?|에게서?|께서?|에서|으로|까지|부터|이랑|[을를이가은는에로와과랑도])$`)
	// verbOfTitle finds a verb in the form that titles have, and itsEnding how it ends in a request.
	verbOfTitle = regexp.MustCompile(`^(\p{Hangul}+)기$`)
	itsEnding   = regexp.MustCompile(`^(?:으?라고|으라|라|자고|는|기|기를|길|도록|게|고|을|으러|러|야|아야|어야|ㄹ)$`)
)

// hasAllKorean reports whether a request has all words of a Korean title, one after the other.
func hasAllKorean(title, said string) bool {
	words := strings.Fields(toldTo.ReplaceAllStringFunc(said, func(m string) string {
		ending, _, _ := strings.Cut(strings.TrimSpace(m), " ")
		if strings.HasSuffix(ending, "고") {
			return ending
		}
		return ""
	}))
	found := 0
	for t := range strings.FieldsSeq(title) {
		at := -1
		for i, w := range words {
			if isKoreanForm(t, strings.Trim(w, ".,!?")) {
				at = i
				break
			}
		}
		if at < 0 {
			return false
		}
		words = words[at+1:]
		found++
	}
	return found > 0 && phrase.IsHangul(title)
}

// isKoreanForm reports whether a word that was said is a form of one of a title.
func isKoreanForm(title, said string) bool {
	if m := verbOfTitle.FindStringSubmatch(title); m != nil {
		if rest, ok := strings.CutPrefix(said, m[1]); ok && itsEnding.MatchString(rest) {
			return true
		}
	}
	bare := func(w string) string {
		if b := koreanParticle.ReplaceAllString(w, ""); b != "" {
			return b
		}
		return w
	}
	return title == said || bare(title) == bare(said)
}
