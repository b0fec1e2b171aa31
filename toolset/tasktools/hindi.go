package tasktools

import (
	"regexp"
	"strings"
)

// hindiTimes are words for days and times, as package moment knows them. What is to be done is ahead: of a task, "कल" is tomorrow.
var hindiTimes = strings.NewReplacer("परसों", "day after tomorrow", "कल", "tomorrow", "आज", "today", "सुबह", "morning", "शाम", "evening", "रात", "evening", "दोपहर", "afternoon",
	"सोमवार", "Monday", "मंगलवार", "Tuesday", "बुधवार", "Wednesday", "गुरुवार", "Thursday", "शुक्रवार", "Friday", "शनिवार", "Saturday", "रविवार", "Sunday")

// hindiHour finds an hour: "9 बजे".
var hindiHour = regexp.MustCompile(`(\d{1,2}(?::\d{2})?) बजे`)

// withHindiTimes returns what was said with its Hindi times in English.
func withHindiTimes(said string) string {
	return hindiTimes.Replace(hindiHour.ReplaceAllString(said, "at $1 o'clock"))
}
