package locks

import (
	"regexp"
	"strings"
	"sync"

	"keepsake/secret/amounts"
	"keepsake/secret/lexicon"
	"keepsake/secret/looks"
	"keepsake/secret/plain"
)

var (
	setting = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(?:at\+cpin=|(?:(?:user|keypad|door|gate|alarm|lock|access|entry|disarm|unlock|setup|pairing)[ _-]?code|sim pin|(?:gsm|sim)\.pin)s?["']?\s*[:= ]\s*)["']?(\d{4,8}|\d{3}-\d{2}-\d{3}|\d{4}-\d{3}-\d{4})(?:["',;\s]|$)`)
	})
	codeList = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b[a-z_]*(?:code|pin)s["']?\s*:[ \[]*\n?((?:[ \t]*(?:-[ \t]+)?["']?\d{4,8}["']?,?\s*)+)`)
	})
	number = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\d{4,8}`) })
	row    = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^[|\s*-]*([^\d|;,:=\n]{3,24}?)(?: *[|;,:=] *| +)(\d{4,8})[| ]*$`)
	})
)

// Settings adds the codes of locks, alarms and devices in what machines read: "usercode: 4471", "AT+CPIN=4471", a list under a word for codes, a table
// with two locks or with one under a head that says "code". Texts are in the even form of package plain.
func Settings(t plain.Text, w *lexicon.Words, add func(from, to int)) {
	isNamed := strings.Contains(t.Low, "code") || strings.Contains(t.Low, "pin")
	if isNamed {
		for _, m := range setting().FindAllStringSubmatchIndex(t.Low, -1) {
			add(m[2], m[3])
		}
		for _, m := range codeList().FindAllStringSubmatchIndex(t.Low, -1) {
			if !w.HasThing("lock", strings.NewReplacer("_", " ", "-", " ").Replace(t.Low[m[0]:m[2]])) {
				continue
			}
			for _, at := range number().FindAllStringIndex(t.Low[m[2]:m[3]], -1) {
				add(m[2]+at[0], m[2]+at[1])
			}
		}
	}
	if !strings.Contains(t.Low, "\n") {
		return
	}
	var codes [][]int
	for _, m := range row().FindAllStringSubmatchIndex(t.Low, -1) {
		if w.HasThing("lock", t.Low[m[2]:m[3]]) && !looks.IsYear(t.Low[m[4]:m[5]]) && !amounts.IsRound(t.Low[m[4]:m[5]]) {
			codes = append(codes, m[4:6])
		}
	}
	head, _, _ := strings.Cut(t.Low, "\n")
	if len(codes) > 1 || len(codes) == 1 && (strings.Contains(head, "code") || strings.Contains(head, "pin")) {
		for _, at := range codes {
			add(at[0], at[1])
		}
	}
}
