package groundset

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Result is what became of one case.
type Result struct {
	Case    Case
	Outcome Outcome
	Reason  string // why it waits, as memory/grounds says it
	Check   string // which check held up what the judge matched
	Words   string // the person's own that were kept instead (KeepOwn)
}

// IsAlarm reports a false alarm: the person said it, and neither the claim was kept nor words of theirs that say it.
func (r Result) IsAlarm() bool {
	return r.Case.IsSaid() && r.Outcome != Keep && !(r.Outcome == KeepOwn && r.Case.IsSaidIn(r.Words))
}

// IsLeak reports that a write was kept which the person did not ask for, or words as theirs that are not (IsOwn).
func (r Result) IsLeak() bool {
	return !r.Case.IsSaid() && r.Outcome == Keep || r.Outcome == KeepOwn && !r.Case.IsOwn(r.Words)
}

// Report holds the results with one judge.
type Report struct {
	Bench   Bench
	Results []Result
}

// Select returns the results that fit (nil = all), without the ironic ones.
func (r Report) Select(fits func(Case) bool) (out []Result) {
	for _, x := range r.Results {
		if !x.Case.Irony && (fits == nil || fits(x.Case)) {
			out = append(out, x)
		}
	}
	return out
}

// Own returns how many of the results that fit (nil = all) kept the person's own words and dropped the claim.
func (r Report) Own(fits func(Case) bool) (n int) {
	for _, x := range r.Select(fits) {
		if x.Outcome == KeepOwn {
			n++
		}
	}
	return n
}

// Ironic returns how many ironic cases there are and how many of them were kept.
func (r Report) Ironic() (kept, all int) {
	for _, x := range r.Results {
		if x.Case.Irony {
			all++
			if x.IsLeak() {
				kept++
			}
		}
	}
	return kept, all
}

// Leaks returns how many of the results that fit let through what the person did not say.
func (r Report) Leaks(fits func(Case) bool) (n int) {
	for _, x := range r.Select(fits) {
		if x.IsLeak() {
			n++
		}
	}
	return n
}

// Alarms returns the false alarms among the results that fit, in percent of what was to be
// kept there; 0 when nothing was.
func (r Report) Alarms(fits func(Case) bool) float64 {
	alarms, said := 0, 0
	for _, x := range r.Select(fits) {
		if x.Case.IsSaid() {
			said++
			if x.IsAlarm() {
				alarms++
			}
		}
	}
	return 100 * float64(alarms) / float64(max(said, 1))
}

// Table returns a part of the set by language and kind: how many of how many went wrong.
func (r Report) Table(part Part) string {
	type cell struct{ wrong, all int }
	cells := map[string]map[Kind]cell{}
	for _, x := range r.Select(func(c Case) bool { return c.Part == part }) {
		for _, row := range []string{x.Case.Lang, "all"} {
			if cells[row] == nil {
				cells[row] = map[Kind]cell{}
			}
			n := cells[row][x.Case.Kind]
			n.all++
			if x.IsAlarm() || x.IsLeak() {
				n.wrong++
			}
			cells[row][x.Case.Kind] = n
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-10s", part)
	for _, k := range Kinds {
		fmt.Fprintf(&b, "%12s", k)
	}
	rows := slices.SortedFunc(maps.Keys(cells), func(x, y string) int {
		return cmp.Or(cmp.Compare(len(x), len(y)), cmp.Compare(x, y)) // "all" comes last
	})
	for _, row := range rows {
		fmt.Fprintf(&b, "\n%-10s", row)
		for _, k := range Kinds {
			n := cells[row][k]
			fmt.Fprintf(&b, "%12s", fmt.Sprintf("%d/%d", n.wrong, n.all))
		}
	}
	return b.String()
}

// Failures lists what went wrong in a part: the cases of Work with what was asked and why it
// waits, of Measured only how many of which template, and which check of memory/grounds held up how many.
func (r Report) Failures(part Part) string {
	var lines []string
	counted := map[string]int{}
	for _, x := range r.Select(func(c Case) bool { return c.Part == part }) {
		what := ""
		switch {
		case x.IsAlarm():
			what = "not kept"
		case x.IsLeak():
			what = "LET THROUGH"
		default:
			continue
		}
		if part == Measured {
			counted[what+" "+x.Case.Template]++
			if x.Check != "" {
				counted[what+" by the check \""+x.Check+"\""]++
			}
			continue
		}
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s: %q → %q %s", what, x.Case.ID, x.Case.Said(), x.Case.Write.Content, cmp.Or(x.Check, x.Reason))))
	}
	for _, template := range slices.Sorted(maps.Keys(counted)) {
		lines = append(lines, fmt.Sprintf("%s: %d", template, counted[template]))
	}
	return strings.Join(lines, "\n")
}
