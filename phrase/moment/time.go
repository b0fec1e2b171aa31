package moment

import (
	"regexp"
	"strconv"
	"strings"

	"keepsake/text"
)

var (
	clock    = regexp.MustCompile(`(?i)\b(\d{1,2})(?:[:.](\d{2}))?\s*(a\.?m\.?|p\.?m\.?|uhr|h|ч|часов|часа|час)?(?:\P{L}|$)`)
	halfPast = regexp.MustCompile(`(?i)\b(half past|quarter past|quarter to|half|halb|viertel nach|viertel vor|dreiviertel|viertel)\s+(\p{L}+|\d{1,2})`)
	halfWest = regexp.MustCompile(`(?i)(\p{L}+|\d{1,2})(?: horas?| heures?| ore)? (?:y|et|e) (media|cuarto|demie|quart|mezza|mezzo|meia|quarto)(?:\P{L}|$)`)
)

// findTimes returns the times of day that stand in a text, as "19:30".
func findTimes(s string) []string {
	var out []string
	for _, m := range clock.FindAllStringSubmatch(s, -1) {
		h, _ := strconv.Atoi(m[1])
		if m[2] == "" && m[3] == "" || h > 24 {
			continue
		}
		half := strings.ToLower(strings.ReplaceAll(m[3], ".", ""))
		if half == "pm" && h < 12 {
			h += 12
		}
		out = append(out, timeOf(h, m[2]))
	}
	return out
}

func timeOf(h int, minutes string) string {
	if minutes == "" {
		minutes = "00"
	}
	return strconv.Itoa(h%24) + ":" + minutes
}

// impliedTimes returns the times of day that a text may mean: "half past seven" is one in the morning and one
// in the evening.
func impliedTimes(s string) map[string]bool {
	out := make(map[string]bool)
	add := func(h int, minutes string) {
		for _, x := range []int{h, h + 12} {
			if h >= 0 && h <= 12 || x == h {
				out[timeOf(x, minutes)] = true
			}
		}
	}
	number := func(w string) (int, bool) {
		n, err := strconv.Atoi(Digits(strings.Join(text.Terms(w), "")))
		return n, err == nil && n >= 0 && n <= 24
	}
	rest := halfPast.ReplaceAllStringFunc(s, func(found string) string {
		m := halfPast.FindStringSubmatch(found)
		h, ok := number(m[2])
		if !ok {
			return found
		}
		switch strings.ToLower(m[1]) {
		case "half past", "half":
			add(h, "30")
		case "halb":
			add((h+23)%24, "30")
		case "quarter past", "viertel nach":
			add(h, "15")
		case "quarter to", "viertel vor", "dreiviertel":
			add((h+23)%24, "45")
		case "viertel":
			add((h+23)%24, "15")
		}
		return " "
	})
	rest = halfWest.ReplaceAllStringFunc(rest, func(found string) string {
		m := halfWest.FindStringSubmatch(found)
		h, ok := number(m[1])
		if !ok {
			return found
		}
		if strings.HasPrefix(strings.ToLower(m[2]), "m") || strings.HasPrefix(strings.ToLower(m[2]), "d") {
			add(h, "30")
		} else {
			add(h, "15")
		}
		return " "
	})
	for _, m := range clock.FindAllStringSubmatch(rest, -1) {
		h, _ := strconv.Atoi(m[1])
		if strings.HasPrefix(strings.ToLower(m[3]), "p") && h < 12 {
			h += 12
		}
		if h <= 24 {
			add(h, m[2])
		}
	}
	for _, t := range text.Terms(rest) {
		if n, ok := number(t); ok && IsNumeral(t) {
			add(n, "")
		}
	}
	for w, h := range map[string]int{"noon": 12, "midday": 12, "midnight": 0, "mittag": 12, "mitternacht": 0, "mediodía": 12, "medianoche": 0, "midi": 12, "minuit": 0, "полдень": 12, "полночь": 0} {
		if strings.Contains(text.Fold(s), text.Fold(w)) {
			out[timeOf(h, "")] = true
		}
	}
	return out
}
