package templates

import (
	"fmt"
	"strings"
	"time"
)

// DateStyle names the parts of a time that are written; its value is the id of a sentence.
type DateStyle string

const (
	Clock     DateStyle = "date.clock"      // 15:04
	Moment    DateStyle = "date.moment"     // 2 Jan 2006, 15:04
	DueDay    DateStyle = "date.due_day"    // Mon 2 Jan 2006
	DueMoment DateStyle = "date.due_moment" // Mon 2 Jan 2006, 15:04
)

// FormatTime returns a time, in its own location, as people of this language write it: plain
// text, not Markdown. Every date and time that a person reads comes from here.
func (w *Words) FormatTime(lang string, style DateStyle, t time.Time) string {
	name := func(id string, i int) Markdown {
		if names := strings.Fields(w.Say(lang, id, nil)); i < len(names) {
			return Markdown(names[i])
		}
		return ""
	}
	return w.Say(lang, string(style), Data{
		"Weekday": name("date.weekdays", int(t.Weekday())), "Month": name("date.months", int(t.Month())-1),
		"Day": t.Day(), "Year": t.Year(),
		"Hour": Markdown(fmt.Sprintf("%02d", t.Hour())), "Minute": Markdown(fmt.Sprintf("%02d", t.Minute())),
	})
}
