package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"keepsake/app/recovery"
)

// erasuresCmd is about what was erased for good.
type erasuresCmd struct {
	Apply erasuresApplyCmd `cmd:"" help:"After a backup was put in the database's place: forget again what was forgotten since, and close what waited."`
}

// erasuresApplyCmd finishes what pg_restore, or a copy, has begun; keepsake restore does so itself.
type erasuresApplyCmd struct {
	Force bool `help:"Do not ask."`
}

func (a erasuresApplyCmd) Run(ctx context.Context, sh *shell) error {
	c, err := sh.loadForDatabase()
	if err != nil {
		return err
	}
	if !a.Force {
		if err := sh.confirm("This is for a database that was just put back from a backup, while the bot is stopped: what waits in it is closed, not sent. Go on?", "nothing was changed"); err != nil {
			return err
		}
	}
	r, err := recovery.Finish(ctx, c, sh.logger(c))
	if err == nil {
		printRecovery(sh.out, r)
	}
	return err
}

// printRecovery says what was done to a database that was put back: counts and ids, no words.
func printRecovery(out io.Writer, r recovery.Result) {
	if r.Erased.Entries == 0 {
		fmt.Fprintln(out, "Nothing was erased since the backup.")
	} else {
		fmt.Fprintf(out, "Erased again what was erased since the backup: %s.\n", count(r.Erased.Entries, "erasure", "erasures"))
	}
	if r.Erased.Unknown > 0 {
		fmt.Fprintf(out, "%s with another secret, so not all they are about can be found. Set KEEPSAKE_SECRET, or TELEGRAM_BOT_TOKEN, as it was then, and restore once more.\n",
			count(r.Erased.Unknown, "of them was recorded", "of them were recorded"))
	}
	if r.Damaged > 0 {
		fmt.Fprintf(out, "The journal of erasures is damaged in %s; what it said there is not erased again.\n", count(r.Damaged, "place", "places"))
	}
	if r.IsDirty {
		fmt.Fprintln(out, "The database was too busy to be rewritten; the bot does so at its next upkeep.")
	}
	if r.Closed.Len() == 0 {
		fmt.Fprintln(out, "Nothing waited in it.")
		return
	}
	fmt.Fprintln(out, "Closed what waited in it, and will not be sent:")
	for _, each := range []struct {
		one, many string
		ids       []string
	}{
		{"message received and not answered", "messages received and not answered", r.Closed.Updates},
		{"message to be sent", "messages to be sent", r.Closed.Messages},
		{"unfinished answer", "unfinished answers", r.Closed.Turns},
		{"reminder that was due", "reminders that were due", r.Closed.Reminders},
		{"conversation to be read for facts", "conversations to be read for facts", r.Closed.Runs},
	} {
		if len(each.ids) > 0 {
			fmt.Fprintf(out, "  %s: %s\n", count(len(each.ids), each.one, each.many), strings.Join(each.ids, ", "))
		}
	}
}
