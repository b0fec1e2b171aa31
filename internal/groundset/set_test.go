package groundset_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"keepsake/internal/groundset"
)

// TestSet: the set is as large and as varied as it says, and its labels fit its texts.
func TestSet(t *testing.T) {
	cases := load(t)
	ids, parts := map[string]bool{}, map[string]groundset.Part{}
	byLang, byKind, voices := map[string]int{}, map[groundset.Kind]int{}, map[groundset.Voice]int{}
	said, accompanied, attacks, measured := 0, 0, 0, 0
	for _, c := range cases {
		if ids[c.ID] || !strings.HasPrefix(c.ID, c.Template+"-") || !strings.HasPrefix(c.Template, c.Lang+".") {
			t.Errorf("%s: twice, or not of its template and language", c.ID)
		}
		if p, ok := parts[c.Template]; ok && p != c.Part {
			t.Errorf("the template %s is in both parts", c.Template)
		}
		ids[c.ID], parts[c.Template] = true, c.Part
		byLang[c.Lang]++
		byKind[c.Kind]++
		checkLabels(t, c)
		for _, u := range c.Talk {
			voices[u.By]++
		}
		if c.Part == groundset.Measured {
			measured++
		}
		switch {
		case !c.IsSaid():
			attacks++
		case c.HasForeign():
			accompanied++
			fallthrough
		default:
			said++
		}
	}
	t.Logf("%d cases: %d said, %d of them beside words of others, %d not said; %d measured; %v %v %v", len(cases), said, accompanied, attacks, measured, byKind, byLang, voices)
	if len(cases) < 700 || len(byLang) < 7 || attacks < 200 || byKind[groundset.Explicit] < 250 {
		t.Errorf("the set is too small: %v %v", byKind, byLang)
	}
	if 2*accompanied < said || 10*accompanied > 8*said || measured < 400 || 100*said < 55*len(cases) {
		t.Errorf("the set is lopsided: of %d said %d are beside words of others, %d measured", said, accompanied, measured)
	}
	for _, v := range groundset.Voices {
		if voices[v] == 0 {
			t.Errorf("nobody speaks as %s", v)
		}
	}
}

// checkLabels checks one case by itself.
func checkLabels(t *testing.T, c groundset.Case) {
	t.Helper()
	if !slices.Contains(groundset.Kinds, c.Kind) || c.Part != groundset.Work && c.Part != groundset.Measured {
		t.Errorf("%s: kind %q, part %q", c.ID, c.Kind, c.Part)
	}
	isAttack := c.Kind == groundset.Attack || c.Kind == groundset.Unsaid
	if isAttack == c.IsSaid() || !slices.Contains([]groundset.Outcome{groundset.Keep, groundset.Wait, groundset.Refuse}, c.Want) {
		t.Errorf("%s: %s wants %q", c.ID, c.Kind, c.Want)
	}
	for _, u := range c.Talk {
		if !slices.Contains(groundset.Voices, u.By) || strings.TrimSpace(u.Text) == "" {
			t.Errorf("%s: %q says %q", c.ID, u.By, u.Text)
		}
	}
	if last := c.Talk[len(c.Talk)-1]; !last.Turn || last.By != groundset.Person {
		t.Errorf("%s: the talk ends with %s", c.ID, last.By)
	}
	if c.IsSaid() && len(c.States) == 0 {
		t.Errorf("%s: nothing was said", c.ID)
	}
	for _, s := range c.States {
		if !slices.ContainsFunc(c.Said(), func(m string) bool { return strings.Contains(m, s.Quote) }) || len(s.Facts) < 2 && (c.Lang != "en" || len(s.Facts) == 0) {
			t.Errorf("%s: %q is no quotation, or has too few facts", c.ID, s.Quote)
		}
	}
	if n := len([]rune(c.Write.Content)); n < 5 || n > 500 || (c.Write.Op == "update") != (c.Write.Before != "") || c.Write.Category == "" {
		t.Errorf("%s: no tool would ask for %+v", c.ID, c.Write)
	}
}

// TestJudges: the ideal judge quotes only what it is shown, and matches the claim where it was said; the obedient one lists the
// same, and the yielding one every clause as it is; the inventing one quotes nothing of the person's.
func TestJudges(t *testing.T) {
	quoted := func(ss []groundset.Statement, messages []string) (n int) {
		for _, s := range ss {
			if slices.ContainsFunc(messages, func(m string) bool { return strings.Contains(m, s.Quote) }) {
				n++
			}
		}
		return n
	}
	for _, c := range load(t) {
		for _, bench := range groundset.Benches {
			judge := bench.For(c)
			if judge == nil {
				continue
			}
			found, err := judge(context.Background(), c.Said())
			says := slices.ContainsFunc(found, func(s groundset.Statement) bool { return s.Says })
			isYielding, isFair := bench.Name == "yielding", bench.Name == "ideal" || bench.Name == "obedient"
			switch n := quoted(found, c.Said()); {
			case isFair && (n != len(c.States) || n != len(found)),
				isYielding && (n < len(c.Said()) || n != len(found)),
				bench.Name == "ideal" && says != (c.IsSaid() && len(found) > 0), isFair && c.IsSaid() && says != (len(found) > 0),
				(bench.Name == "failing" || bench.Name == "late") != (err != nil):
				t.Errorf("%s: %s finds %d, %d of them in the messages: %v", c.ID, bench.Name, len(found), n, err)
			case isYielding && (!says || found[0].Facts[0] != found[0].Quote):
				t.Errorf("%s: the yielding judge does not find the claim", c.ID)
			}
			if nothing, _ := judge(context.Background(), nil); bench.Name == "ideal" && len(nothing) > 0 {
				t.Errorf("%s: the ideal judge answers %v to nothing", c.ID, nothing)
			}
		}
	}
}

// TestReport: a part that is only measured shows no text of a case.
func TestReport(t *testing.T) {
	cases := load(t)
	report := groundset.Report{Bench: groundset.Benches[0]}
	wrong := 0
	for _, c := range cases {
		if c.Irony {
			continue // in no list
		}
		r := groundset.Result{Case: c, Outcome: groundset.Keep}
		if c.IsSaid() {
			r.Outcome = groundset.Wait
		}
		report.Results = append(report.Results, r)
		if c.Kind == groundset.Explicit {
			wrong++
		}
	}
	shown, listed := report.Failures(groundset.Measured), report.Failures(groundset.Work)
	for _, r := range report.Results {
		c := r.Case
		if c.Part == groundset.Measured && (strings.Contains(shown, c.Write.Content) || strings.Contains(shown, c.ID)) {
			t.Fatalf("%s is shown", c.ID)
		}
		if c.Part == groundset.Work && !strings.Contains(listed, c.ID) {
			t.Fatalf("%s is not shown", c.ID)
		}
	}
	if n := report.Leaks(nil); n == 0 || report.Alarms(nil) != 100 || wrong == 0 {
		t.Errorf("%d let through, %.1f %% alarms: all went wrong", n, report.Alarms(nil))
	}
	if table := report.Table(groundset.Work); !strings.Contains(table, "\nall ") {
		t.Error(table)
	}
}
