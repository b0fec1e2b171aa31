package policies

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"keepsake/app"
	"keepsake/memory/policy"
)

type compareCmd struct {
	Fields map[string]string `arg:"" help:"Fields with their values, as for keepsake policy set." placeholder:"NAME=VALUE"`
	Role   string            `help:"The role whose policy it is; the first one without it." placeholder:"ROLE"`
}

func (r compareCmd) Run(ctx context.Context, sh Shell) error {
	return sh.Open(ctx, r.Role, func(m *app.Memories) error {
		c, err := m.Policies.Compare(ctx, sortFields(r.Fields))
		if err != nil {
			return err
		}
		if c.Present.Finds == 0 {
			fmt.Fprintln(sh.Out, "No finds to try it on: people agree to that with a button under /memory mode, and a quarter of their conversations serves for it.")
			return nil
		}
		if err := printTrials(sh, c.Present, c.Other); err != nil {
			return err
		}
		if c.Other.IsWorse(c.Present) {
			fmt.Fprintln(sh.Out, "It would be worse: it keeps more that is not wanted, or agrees less with people.")
		}
		return nil
	})
}

// printTrials prints what two policies would have done with the same finds.
func printTrials(sh Shell, present, other policy.Trial) error {
	w := tabwriter.NewWriter(sh.Out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "OF EARLIER FINDS\tNOW\tTHEN")
	for _, line := range []struct {
		name           string
		present, other int
	}{
		{"finds", present.Finds, other.Finds}, {"kept unasked", present.Kept, other.Kept}, {"of these said again", present.Merged, other.Merged},
		{"of these in place of another", present.Retired, other.Retired}, {"asked about", present.Asked, other.Asked},
		{"kept in the background", present.Background, other.Background}, {"dropped", present.Refused, other.Refused},
		{"wanted, and kept or asked about", present.Served, other.Served}, {"not wanted, and kept or asked about", present.Bothered, other.Bothered},
		{"kept and not wanted", present.Unwanted, other.Unwanted}, {"wanted and not kept", present.Missed, other.Missed},
	} {
		fmt.Fprintf(w, "%s\t%d\t%d\n", line.name, line.present, line.other)
	}
	fmt.Fprintf(w, "agrees with people\t%.1f %%\t%.1f %%\n", present.Agreement()*100, other.Agreement()*100)
	fmt.Fprintf(w, "time\t%s\t%s\n", present.Took.Round(time.Millisecond), other.Took.Round(time.Millisecond))
	return w.Flush()
}
