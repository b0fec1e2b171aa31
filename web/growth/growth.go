// Package growth counts how a memory grows and is used (E42).
//
// Start reading at Count.
package growth

import (
	"time"

	"keepsake/memory"
)

// Figures are how a memory grows and is used.
type Figures struct {
	Days []Day `json:"days" nullable:"false"`
	Use  Use   `json:"use"`
}

// Day is what a day brought.
type Day struct {
	Date     string `json:"date" format:"date" example:"2026-11-22"`
	Added    int    `json:"added" minimum:"0"`
	Updated  int    `json:"updated" minimum:"0" doc:"Memories whose current version, not the first, is of this day"`
	Archived int    `json:"archived" minimum:"0"`
	Total    int    `json:"total" minimum:"0" doc:"How many there were at its end, archived ones as well"`
}

// Use is how often memories were needed.
type Use struct {
	Accesses      int `json:"accesses" minimum:"0" doc:"How often one was looked up"`
	NeverAccessed int `json:"never_accessed" minimum:"0" doc:"Memories that never were"`
	ShownDays     int `json:"shown_days" minimum:"0" doc:"Days on which prompts showed one unasked, summed"`
}

const day = 24 * time.Hour

// Count counts memories over some days of UTC, of which the last is now's.
func Count(ms []memory.Memory, now time.Time, days int) Figures {
	first := now.UTC().Truncate(day).Add(-time.Duration(days-1) * day)
	out := Figures{Days: make([]Day, days)}
	at := func(t time.Time) *Day { // what is of a day before the first counts for none
		if i := int(t.UTC().Truncate(day).Sub(first) / day); i >= 0 && i < days {
			return &out.Days[i]
		}
		return new(Day)
	}
	total := 0
	for _, m := range ms {
		if m.CreatedAt.Before(first) {
			total++
		}
		at(m.CreatedAt).Added++
		if m.Version > 1 {
			at(m.UpdatedAt).Updated++
		}
		if m.ArchivedAt != nil {
			at(*m.ArchivedAt).Archived++
		}
		out.Use.Accesses += m.AccessCount
		out.Use.ShownDays += m.ShownCount
		if m.AccessCount == 0 {
			out.Use.NeverAccessed++
		}
	}
	for i := range out.Days {
		total += out.Days[i].Added
		out.Days[i].Total, out.Days[i].Date = total, first.Add(time.Duration(i)*day).Format(time.DateOnly)
	}
	return out
}
