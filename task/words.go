package task

import (
	"slices"
	"strconv"
	"strings"

	"keepsake/templates"
)

// weekdays are the days of a rule in the order of the words date.weekdays.
var weekdays = []string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}

// SayRepeat returns how a series repeats, as plain text for people: "every 2 days", "every Mon, Wed". A rule that has
// more parts than that is shown as it is.
func (t Task) SayRepeat(words *templates.Words, lang string) string {
	parts := map[string]string{}
	for part := range strings.SplitSeq(t.Repeat, ";") {
		name, value, _ := strings.Cut(part, "=")
		parts[name] = value
	}
	id, n := "repeat."+strings.ToLower(parts["FREQ"]), 1
	if s, ok := parts["INTERVAL"]; ok {
		n, _ = strconv.Atoi(s) // ParseRepeat has read it
	}
	days, known := sayDays(words, lang, parts["BYDAY"])
	delete(parts, "FREQ")
	delete(parts, "INTERVAL")
	delete(parts, "WKST")
	delete(parts, "BYDAY")
	switch {
	case len(parts) > 0 || !known || days != "" && (n > 1 || id != "repeat.weekly"):
		return words.Say(lang, "repeat.rule", templates.Data{"Rule": templates.Markdown(t.Repeat)})
	case days != "":
		return words.Say(lang, "repeat.on", templates.Data{"Days": templates.Markdown(days)})
	case n > 1:
		return words.Say(lang, id+"_n", templates.Data{"N": n})
	}
	return words.Say(lang, id, nil)
}

// sayDays returns the days of a rule; known=false when one is more than a day of the week.
func sayDays(words *templates.Words, lang, byDay string) (said string, known bool) {
	if byDay == "" {
		return "", true
	}
	names := strings.Fields(words.Say(lang, "date.weekdays", nil))
	var days []string
	for day := range strings.SplitSeq(byDay, ",") {
		i := slices.Index(weekdays, day)
		if i < 0 || i >= len(names) {
			return "", false
		}
		days = append(days, names[i])
	}
	return strings.Join(days, ", "), true
}
