package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"keepsake/app"
	"keepsake/text"
)

// memoryRunsCmd is about what lets memories form by themselves: what waits to be read, what failed too
// often, and taking back what a run has kept.
type memoryRunsCmd struct {
	roleArg
	Retry    string `help:"Have the failed one with this id tried again." placeholder:"ID"`
	Revert   string `help:"Take back everything that the run with this id has kept; /memory why names it." placeholder:"ID"`
	RetryAll bool   `help:"Have all failed ones tried again."`
	Limit    limit  `help:"How many failed ones are shown at most." default:"50"`
}

func (r memoryRunsCmd) Run(ctx context.Context, sh *shell) error {
	if r.Retry != "" && r.RetryAll {
		return usageError("--retry names one, --retry-all means all: use one of them")
	}
	if r.Revert != "" && (r.Retry != "" || r.RetryAll) {
		return usageError("--revert takes back what a run has kept, --retry has one tried again: use one of them")
	}
	return withMemories(ctx, sh, r.Role, func(m *app.Memories) error {
		desk := m.Extraction
		if r.Revert != "" {
			n, err := desk.Revert(ctx, r.Revert)
			if err == nil {
				fmt.Fprintf(sh.out, "%s back.\n", count(n, "change was taken", "changes were taken"))
			}
			return err
		}
		if r.Retry != "" || r.RetryAll {
			n, err := desk.Retry(ctx, r.Retry)
			if err == nil {
				fmt.Fprintf(sh.out, "%s again; the running bot takes that up within seconds.\n", count(n, "stretch of conversation waits", "stretches of conversation wait"))
			}
			return err
		}
		b, err := desk.Backlog(ctx)
		if err != nil {
			return err
		}
		fmt.Fprintf(sh.out, "%s to be read for memories.\n", count(b.Waiting, "stretch of conversation waits", "stretches of conversation wait"))
		parked, err := desk.Parked(ctx, int(r.Limit))
		if err != nil {
			return err
		}
		if len(parked) == 0 {
			fmt.Fprintln(sh.out, "None failed too often.")
			return nil
		}
		fmt.Fprintln(sh.out, "These failed too often (keepsake memory runs --retry ID, or --retry-all):")
		w := tabwriter.NewWriter(sh.out, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "ID\tBEGUN\tWHOSE\tATTEMPTS\tWHY")
		for _, p := range parked {
			fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\n", p.ID, formatTime(p.StartedAt), visible(ownerName(p.Scope)), p.Attempts, text.OneLine(p.Error))
		}
		return w.Flush()
	})
}
