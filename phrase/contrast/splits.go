package contrast

import (
	"regexp"
	"strings"
)

// mixedUp finds what says that two things were taken for each other.
var mixedUp = regexp.MustCompile(`(?i)\b(?:(?:wrong|other) way (?:a?round|about)|mixed (?:\pL+ ){0,2}up|got (?:it|them|that|those|these) (?:backwards|reversed)|swapped|vice versa|vertauscht|verwechselt|anders ?(?:he)?rum|falsch ?rum|genau umgekehrt|mélangé|inversé|confondu|à l['’]envers|c['’]est l['’]inverse|al revés|confundí|confundido|invertit[oiae]|scambiat[oiae]|confuso|ao contrário|troquei|trocado|confundi|omgedraaid|andersom|verwisseld|door elkaar gehaald)|karıştırd|tam tersi`)

// IsMixedUp reports whether a text says that things are mixed up: "I got them the wrong way round".
func IsMixedUp(s string) bool { return mixedUp.MatchString(s) }

// chineseDenials removes the denials that stand between the words of a Chinese sentence, which has no spaces.
var chineseDenials = strings.NewReplacer("没有", "", "沒有", "", "并不", "", "不", "", "没", "", "沒", "")

// Splits reports whether a text has a run of words of such a script, but for a denial within it: "对猫不过敏" has "对猫过敏" so.
func Splits(said, run string) bool {
	return !strings.Contains(said, run) && strings.Contains(chineseDenials.Replace(said), run)
}
