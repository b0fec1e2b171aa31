package policies

import (
	"context"
	"fmt"
	"os"
	"text/tabwriter"
	"time"

	"keepsake/app"
	"keepsake/memory/rehearsal"
)

type replayCmd struct {
	Fields    map[string]string `arg:"" optional:"" help:"Fields that are tried with their values, as for keepsake policy set." placeholder:"NAME=VALUE"`
	Prompt    string            `help:"A file with the prompt of extraction that is tried; templates/prompts/extract.md is the present one." type:"existingfile" placeholder:"FILE"`
	Stretches int               `help:"How many stretches of conversations are read at most." default:"20" placeholder:"N"`
	Tokens    int               `help:"After how many tokens nothing more is read." default:"100000" placeholder:"N"`
	Role      string            `help:"The role whose policy it is; the first one without it." placeholder:"ROLE"`
}

func (r replayCmd) Run(ctx context.Context, sh Shell) error {
	plan := rehearsal.Plan{Stretches: r.Stretches, Tokens: r.Tokens}
	if r.Prompt != "" {
		b, err := os.ReadFile(r.Prompt)
		if err != nil {
			return err
		}
		plan.Instructions = string(b)
	}
	return sh.Open(ctx, r.Role, func(m *app.Memories) error {
		o, err := m.Rehearsal.Run(ctx, sortFields(r.Fields), plan)
		if o.Stretches == 0 {
			if err == nil {
				fmt.Fprintln(sh.Out, "No conversations to read again: people agree to that with a button under /memory mode, and a quarter of their conversations serves for it.")
			}
			return err
		}
		fmt.Fprintf(sh.Out, "Read again: %d stretches of conversations; %d more were left out.\n", o.Stretches, o.Left)
		if err := printTrials(sh, o.Present.Trial, o.Other.Trial); err != nil {
			return err
		}
		if err := printSides(sh, o.Present, o.Other); err != nil {
			return err
		}
		if o.Other.IsWorse(o.Present.Trial) {
			fmt.Fprintln(sh.Out, "It would be worse: it keeps more that is not wanted, or agrees less with people.")
		}
		return err
	})
}

// printSides prints what the readings took.
func printSides(sh Shell, present, other rehearsal.Side) error {
	w := tabwriter.NewWriter(sh.Out, 0, 4, 2, ' ', 0)
	fmt.Fprintf(w, "found that nobody was asked about\t%d\t%d\n", present.New, other.New)
	fmt.Fprintf(w, "answers in a wrong form\t%d\t%d\n", present.Failed, other.Failed)
	fmt.Fprintf(w, "tokens\t%d\t%d\n", present.Spent.Tokens(), other.Spent.Tokens())
	fmt.Fprintf(w, "cost\t%.4f\t%.4f\n", present.Spent.Cost, other.Spent.Cost)
	fmt.Fprintf(w, "time of the model\t%s\t%s\n", present.Read.Round(time.Millisecond), other.Read.Round(time.Millisecond))
	return w.Flush()
}
