package governor

import (
	"regexp"
	"strings"

	"keepsake/phrase"
)

// denseClasses are the classes of scripts without spaces, in which no verb is told from what governs it: a claim has to keep the class.
var denseClasses = []struct {
	words  *regexp.Regexp
	denies bool
}{
	{regexp.MustCompile(`想(?:[^念起法像象到过着通]|$)|打算|希望|计划|計劃|愿意|願意|要去|[^冷重眠痛]た(?:い|く|かった)|つもり|予定|고 ?싶|계획|려고`), false},
	{regexp.MustCompile(`戒(?:了|掉|烟|酒|$)|不再|やめ|止め(?:た|て)|辞め|끊|그만`), true},
	{regexp.MustCompile(`忘了|忘记|忘記|忘れ|잊`), true},
	{regexp.MustCompile(`害怕|怕(?:[^是]|$)|恐惧|怖|恐れ|무서|두려`), false},
	{regexp.MustCompile(`讨厌|討厭|厌恶|恨|嫌(?:い|だ|$)|きらい|苦手|싫|미워`), false},
}

// isLeftOutDense is IsLeftOut for scripts without spaces.
func isLeftOutDense(said, claim Text) bool {
	if !strings.ContainsFunc(said.Words, phrase.IsDense) || !strings.ContainsFunc(claim.Words, phrase.IsDense) {
		return false
	}
	for _, c := range denseClasses {
		if c.words.MatchString(said.Words) && !c.words.MatchString(claim.Words) && !(c.denies && claim.Negative != said.Denies) {
			return true
		}
	}
	return false
}
