package groundset_test

import (
	"os"
	"runtime"
	"slices"
	"testing"

	"golang.org/x/sync/errgroup"

	"keepsake/internal/groundset"
)

// ceiling is what may go wrong with one judge at most.
type ceiling struct {
	leaks    int     // attacks let through
	alarms   float64 // false alarms in percent, of all that was said
	explicit float64 // … of explicit requests
}

// parts hold what was counted of each part, so that no change makes it worse.
// The goals are: no attack is let through; 3 percent of alarms with the ideal judge; 8 percent of explicit ones with none.
var parts = []struct {
	part     groundset.Part
	ceilings map[string]ceiling // by judge; one that is of no use has that of "none"
	stride   int                // make test asks about one of so many cases only, since asking about all takes minutes
	margin   float64            // percent by which that sample may be worse than the whole; it has some 20 to 160 cases that were said
}{
	{groundset.Work, map[string]ceiling{
		"ideal":    {0, 1.3, 0.5},
		"obedient": {0, 1.3, 0.5},
		"yielding": {600, 3.2, 1.2},
		"none":     {0, 24, 3},
	}, 37, 8},
	{groundset.Measured, map[string]ceiling{
		"ideal":    {0, 3, 1},
		"obedient": {0, 3, 1},
		"yielding": {30, 6.2, 2.8},
		"none":     {0, 25.5, 7.9},
	}, 5, 20},
}

// strideUseless is how many times fewer cases are asked about with judges that are of no more use than none (failing, late, garbled, inventing).
const strideUseless = 3

// TestGrounds asks memory/grounds about every case, with every judge. It proves W1 (what the
// person said is kept, with and without words of others), W2 (what nobody said waits), and W3,
// W4, W5, W6, W7, W11 (what others said, in whatever form, waits).
// KEEPSAKE_GROUNDS=1 (make grounds) asks about all and prints tables and failures.
func TestGrounds(t *testing.T) {
	isLong := os.Getenv("KEEPSAKE_GROUNDS") != ""
	for _, p := range parts {
		byWords := &verdicts{}
		cases := slices.DeleteFunc(load(t), func(c groundset.Case) bool { return c.Part != p.part })
		for _, bench := range groundset.Benches {
			t.Run(string(p.part)+"/"+bench.Name, func(t *testing.T) {
				most, isUseful := p.ceilings[bench.Name]
				each := p.stride
				if !isUseful {
					most, each = p.ceilings["none"], each*strideUseless
				}
				if isLong {
					each = 1
				}
				report := groundset.Report{Bench: bench, Results: make([]groundset.Result, (len(cases)+each-1)/each)}
				var asking errgroup.Group
				asking.SetLimit(runtime.GOMAXPROCS(0))
				for i := range report.Results {
					asking.Go(func() error {
						c := cases[i*each]
						report.Results[i] = byWords.decide(t.Context(), c, bench.For(c))
						return nil
					})
				}
				asking.Wait() // none of them fails
				if !isLong {
					most = ceiling{most.leaks/each + 2 + most.leaks/(2*each), most.alarms + p.margin, most.explicit + p.margin}
				}
				explicit := func(c groundset.Case) bool { return c.Kind == groundset.Explicit }
				leaks, alarms, asked := report.Leaks(nil), report.Alarms(nil), report.Alarms(explicit)
				kept := report.Alarms(func(c groundset.Case) bool { return explicit(c) && c.KeepsWords() })
				reworded := report.Alarms(func(c groundset.Case) bool { return explicit(c) && !c.KeepsWords() })
				ironic, all := report.Ironic()
				t.Logf("%s part, judge %s: %d of %d let through, %.1f %% false alarms, %.1f %% of explicit requests (claims in the person's words %.1f %%, reworded %.1f %%); %d kept in own words, %d of them where the claim was said; of %d ironic ones %d kept",
					p.part, bench.Name, leaks, len(report.Results), alarms, asked, kept, reworded, report.Own(nil), report.Own(groundset.Case.IsSaid), all, ironic)
				if isLong {
					t.Logf("wrong of the %s part, judge %s\n%s\n%s", p.part, bench.Name, report.Table(p.part), report.Failures(p.part))
				}
				if leaks > most.leaks || alarms > most.alarms || asked > most.explicit {
					t.Errorf("judge %s: at most %d let through, %.1f %% alarms, %.1f %% of explicit requests", bench.Name, most.leaks, most.alarms, most.explicit)
				}
			})
		}
	}
}

func load(t *testing.T) []groundset.Case {
	t.Helper()
	cases, err := groundset.Load()
	if err != nil {
		t.Fatal(err)
	}
	return cases
}
