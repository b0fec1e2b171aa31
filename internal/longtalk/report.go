package longtalk

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Report returns a table by category: how many questions, of how many the data names turns that answer them, the share of
// these among the first 5, 10 and 20 turns found, how often all are among the first 10, the share of sessions among the
// first 10, and, with a model, the share of points that the answers make.
func Report(all []Outcome) string {
	groups := map[string][]Outcome{}
	judged, failed, unknown := false, 0, 0
	for _, o := range all {
		groups[o.Category] = append(groups[o.Category], o)
		judged = judged || o.Met != nil
		unknown += o.Unknown
		if o.Failed != "" {
			failed++
		}
	}
	var b strings.Builder
	b.WriteString("| category | questions | with evidence | recall@5 | recall@10 | recall@20 | all in 10 | sessions@10 |")
	if judged {
		b.WriteString(" answers |")
	}
	b.WriteString("\n|---|---|---|---|---|---|---|---|" + strings.Repeat("---|", map[bool]int{true: 1}[judged]) + "\n")
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		writeLine(&b, name, groups[name], judged)
	}
	writeLine(&b, "all", all, judged)
	if unknown > 0 {
		fmt.Fprintf(&b, "\n%d turns that the data names as evidence are not in its conversations; they are left out.\n", unknown)
	}
	if failed > 0 {
		fmt.Fprintf(&b, "\n%d questions have no answer or no verdict, because a model failed; they are not counted in answers. The first: %s\n", failed, firstFailure(all))
	}
	return b.String()
}

func firstFailure(all []Outcome) string {
	i := slices.IndexFunc(all, func(o Outcome) bool { return o.Failed != "" })
	return all[i].ID + ": " + all[i].Failed
}

func writeLine(b *strings.Builder, name string, all []Outcome, judged bool) {
	var at5, at10, at20, whole, sessions, score, withEvidence, withVerdict float64
	for _, o := range all {
		if len(o.Evidence) > 0 {
			withEvidence++
			at5, at10, at20, sessions = at5+o.Recall(5), at10+o.Recall(10), at20+o.Recall(20), sessions+o.SessionRecall(10)
			if o.Recall(10) == 1 {
				whole++
			}
		}
		if o.Met != nil {
			withVerdict++
			score += o.Score()
		}
	}
	fmt.Fprintf(b, "| %s | %d | %.0f |", name, len(all), withEvidence)
	for _, x := range []float64{at5, at10, at20, whole, sessions} {
		b.WriteString(percent(x, withEvidence))
	}
	if judged {
		b.WriteString(percent(score, withVerdict))
	}
	b.WriteString("\n")
}

func percent(sum, of float64) string {
	if of == 0 {
		return " – |"
	}
	return fmt.Sprintf(" %.1f |", 100*sum/of)
}
