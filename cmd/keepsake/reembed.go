package main

import (
	"context"
	"fmt"

	"keepsake/app/embedding"
)

// reembedCmd makes the vectors of all memories anew: after another embedding model was set.
type reembedCmd struct{ roleArg }

func (r reembedCmd) Run(ctx context.Context, sh *shell) error {
	c, err := sh.loadRole(r.Role)
	if err != nil {
		return err
	}
	told, all := -1, 0
	err = embedding.Reembed(ctx, c, func(done, total int) {
		all = total
		if percent := 100 * done / max(1, total); told < 0 || percent >= told+5 || done == total {
			told = percent
			fmt.Fprintf(sh.out, "%3d %%  %d of %d\n", percent, done, total)
		}
	})
	if err != nil {
		if told >= 0 {
			fmt.Fprintln(sh.out, "Not finished: what is left waits in the queue, and the running bot goes on with it.")
		}
		return err
	}
	have := "have"
	if all == 1 {
		have = "has"
	}
	fmt.Fprintf(sh.out, "%s %s vectors of the model that is set.\n", count(all, "memory", "memories"), have)
	return nil
}
