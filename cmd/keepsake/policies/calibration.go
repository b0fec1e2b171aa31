package policies

import (
	"context"
	"fmt"

	"keepsake/app"
	"keepsake/memory/policy"
)

type calibrationCmd struct{ roleArg }

func (r calibrationCmd) Run(ctx context.Context, sh Shell) error {
	return sh.Open(ctx, r.Role, func(m *app.Memories) error {
		c, err := m.Policies.Calibration(ctx)
		if err != nil {
			return err
		}
		if len(c.Reports) == 0 {
			fmt.Fprintln(sh.Out, "Nobody has confirmed, declined, edited or taken back a find yet: nothing is proven, and everything is asked about.")
			return nil
		}
		for _, g := range c.Reports {
			printReport(sh, c.Precision, g)
		}
		return nil
	})
}

func printReport(sh Shell, precision float64, g policy.Report) {
	fmt.Fprintf(sh.Out, "%s, by %s: %d taps, and %d held out for testing.\n", g.Type, g.Method, g.Taps, g.Tested)
	switch {
	case precision == 0:
		fmt.Fprintln(sh.Out, "  The policy asks for no precision: the thresholds alone decide.")
	case g.Level.Proven:
		fmt.Fprintf(sh.Out, "  Precision of %.1f %% is proven from a score of %.3f on: %.1f %% of %d, at least %.1f %%.\n", precision*100, g.Level.Score, g.Level.Share*100, g.Level.Taps, g.Level.Lower*100)
	default:
		fmt.Fprintf(sh.Out, "  Precision of %.1f %% is not proven: finds of this kind are asked about.\n", precision*100)
	}
	if g.Tested > 0 {
		fmt.Fprintf(sh.Out, "  Brier score %.3f, calibrated %.3f (0 is best).\n", g.Raw, g.Calibrated)
	}
	for _, b := range g.Bins {
		fmt.Fprintf(sh.Out, "  expected %3.0f %%, kept %3.0f %% of %d\n", b.Expected*100, b.Observed*100, b.Taps)
	}
}
