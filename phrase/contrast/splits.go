package contrast

import "strings"

// chineseDenials removes the denials that stand between the words of a Chinese sentence, which has no spaces.
var chineseDenials = strings.NewReplacer("没有", "", "沒有", "", "并不", "", "不", "", "没", "", "沒", "")

// Splits reports whether a text has a run of words of such a script, but for a denial within it: "对猫不过敏" has "对猫过敏" so.
func Splits(said, run string) bool {
	return !strings.Contains(said, run) && strings.Contains(chineseDenials.Replace(said), run)
}
