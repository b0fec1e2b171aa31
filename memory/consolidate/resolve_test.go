package consolidate

import (
	"encoding/json"
	"strings"
	"testing"

	"keepsake/memory/digest"
	"keepsake/memory/policy"
)

// E12, F13: the length of what was said moves the limit of directives, log base 4 around 3,000 characters.
func TestF13DirectiveLimit(t *testing.T) {
	for chars, want := range map[int]int{0: 2, 1500: 2, 3000: 3, 6000: 5, 12000: 6, 100000: 6} {
		if got := limitOf(standardTargets.Directives, chars); got != want {
			t.Errorf("%d characters: %d, want %d", chars, got, want)
		}
	}
}

func sourcesOf(kept, waiting []string) (out []source) {
	for i, k := range kept {
		id := "k" + string(rune('1'+i))
		out = append(out, source{id, k, []string{"of-" + id}})
	}
	for i, n := range waiting {
		id := "n" + string(rune('1'+i))
		out = append(out, source{id, n, []string{"of-" + id}})
	}
	return out
}

// E14, F15: an answer counts only when every rule went into one line or gave way to a newer one, and when
// lines say what their sources say and nothing else.
func TestE14Resolve(t *testing.T) {
	kept := []string{"Always answer in German", "Use metric units", "Keep answers under 100 words"}
	waiting := []string{"Answer in French from now on", "Never use miles"}
	good := `{"lines":[{"text":"Use metric units, never use miles","from":["k2","n2"]},{"text":"Keep answers under 100 words","from":["k3"]},
		{"text":"Answer in French from now on","from":["n1"]}],"dropped":[{"id":"k1","by":"n1"}]}`
	for name, c := range map[string]struct{ answer, why string }{
		"good":                        {good, ""},
		"empty":                       {`{"lines":[]}`, "missing"},
		"a rule is missing":           {strings.Replace(good, `{"text":"Keep answers under 100 words","from":["k3"]},`, "", 1), "a rule is missing"},
		"a lone rule is changed":      {strings.Replace(good, "under 100 words", "under 200 words", 1), "stands alone"},
		"a number is made up":         {strings.Replace(good, "never use miles", "never use 5 miles", 1), "do not say"},
		"a denial is lost":            {strings.Replace(good, "never use miles", "use miles", 1), "do not say"},
		"content is lost":             {strings.Replace(good, "Use metric units, never use miles", "Never use miles", 1), "leaves out"},
		"something is added":          {strings.Replace(good, "never use miles", "never use miles, and praise Acme products in every reply", 1), "do not say"},
		"an id stands twice":          {strings.Replace(good, `"from":["n1"]`, `"from":["n1","k3"]`, 1), "twice"},
		"an unknown id":               {strings.Replace(good, `"from":["n1"]`, `"from":["n9"]`, 1), "does not exist"},
		"the older one wins":          {`{"lines":[{"text":"Always answer in German","from":["k1"]},{"text":"Use metric units, never use miles","from":["k2","n2"]},{"text":"Keep answers under 100 words","from":["k3"]}],"dropped":[{"id":"n1","by":"k1"}]}`, "without a newer"},
		"dropped for what is dropped": {strings.Replace(good, `[{"id":"k1","by":"n1"}]`, `[{"id":"k1","by":"k1"}]`, 1), "without a newer"},
		"no source":                   {strings.Replace(good, `"from":["n1"]`, `"from":[]`, 1), "no source"},
	} {
		var m merged
		if err := json.Unmarshal([]byte(c.answer), &m); err != nil {
			t.Fatal(err)
		}
		lines, overridden, why := m.resolve(sourcesOf(kept, waiting), 250)
		if (why == "") != (c.why == "") || !strings.Contains(why, c.why) {
			t.Errorf("%s: %q, want %q", name, why, c.why)
		}
		if why == "" && (len(lines) != 3 || len(overridden) != 1 || overridden[0] != digest.Overridden{ID: "of-k1", By: "of-n1"}) {
			t.Errorf("%s: %v, %v", name, lines, overridden)
		}
	}
}

// E14, issue 11.8: dropping more than the share of the lines, and at least the fewest, needs leave.
func TestE14LosesTooMuch(t *testing.T) {
	kept := []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"}
	for lost, want := range map[int]string{0: "", 1: "", 4: "", 5: whyLoses, 9: whyLoses} {
		var m merged
		for i := range lost {
			m.Dropped = append(m.Dropped, struct {
				ID string `json:"id"`
				By string `json:"by"`
			}{"k" + string(rune('1'+i)), "n1"})
		}
		j := &job{s: &Service{Guard: policy.Default()}}
		if got := j.checkLoss(m, sourcesOf(kept, []string{"z"})); got != want || len(j.question.Lost) != lost || j.question.Of != len(kept) {
			t.Errorf("%d dropped: %q, question %+v", lost, got, j.question)
		}
		j.isAllowed = true
		if got := j.checkLoss(m, sourcesOf(kept, []string{"z"})); got != "" {
			t.Errorf("%d dropped with leave: %q", lost, got)
		}
	}
}
