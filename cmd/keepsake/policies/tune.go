package policies

import (
	"context"
	"fmt"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/memory/policy"
)

type tuneCmd struct {
	roleArg
	Adopt bool `help:"Make what is proposed the policy that counts, on trial."`
}

func (r tuneCmd) Run(ctx context.Context, sh Shell) error {
	return sh.Open(ctx, r.Role, func(m *app.Memories) error {
		p, base, ok, err := m.Policies.Tuner.Propose(ctx)
		if err != nil {
			return err
		}
		if !ok {
			fmt.Fprintf(sh.Out, "Nothing is proposed: the present policy is on trial, no other thresholds or weights serve people clearly better, or fewer than %d finds of people who agreed have a known result, held out or not.\n", policy.MinTuneFinds)
			return nil
		}
		for _, d := range policy.Diff(base.Policy, p.Policy) {
			fmt.Fprintf(sh.Out, "%s: %s -> %s\n", d.Name, d.Before, d.After)
		}
		if err := printTrials(sh, p.Present, p.Tried); err != nil || !r.Adopt {
			return err
		}
		set, err := m.Policies.Tuner.Adopt(ctx, actor.OfSystem(), p.Policy.Version())
		if err != nil {
			return err
		}
		printChange(sh, base, set)
		return nil
	})
}
