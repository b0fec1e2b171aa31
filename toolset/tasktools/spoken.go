package tasktools

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// This file reads ways to name a time that are neither a number with a unit nor an hour: "in half an hour", "Montagabend",
// "八点一刻".

var (
	// joinedPart is a German weekday with a part of the day in one word.
	joinedPart = regexp.MustCompile(`(?i)(montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)(morgen|vormittag|mittag|nachmittag|abend|nacht)`)
)

// stretches are lengths of time in words of their own.
var stretches = []struct {
	words *regexp.Regexp
	long  time.Duration
}{
	{compileWords(`half an hour|halbe[nr]? stunde|media hora|demi-heure|mezz['’]?ora|meia hora|half uur|полчаса|半小时|半个小时|半小時|半時間`), 30 * time.Minute},
	{compileWords(`an hour and a half|one and a half hours|anderthalb stunden|eineinhalb stunden|hora y media|heure et demie|un['’]ora e mezza|hora e meia|anderhalf uur|полтора часа|一个半小时|一個半小時|一小时半`), 90 * time.Minute},
}

// addStretches adds the moments so far from now.
func (t *times) addStretches(folded string) {
	for _, s := range stretches {
		if s.words.MatchString(folded) {
			slack := s.long / 10
			t.instants = append(t.instants, span{t.now.Add(s.long - slack), t.now.Add(s.long + slack)})
		}
	}
}

// addQuarters adds hours with a half or a quarter, which are found with their minutes ("15:15"); of whole hours findClocks knows more.
func (t *times) addQuarters(found map[string]bool) {
	for s := range found {
		h, m, isClock := strings.Cut(s, ":")
		hour, _ := strconv.Atoi(h)
		if minute, err := strconv.Atoi(m); isClock && err == nil && minute%15 == 0 && minute > 0 {
			t.clocks = append(t.clocks, clock{hour % 24, minute})
		}
	}
}
