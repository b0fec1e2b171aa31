// Package policies is `keepsake policy`: the policies by which memories form by themselves. What is set counts at the next
// run of extraction, in every running bot on the database.
//
// Start reading at Command.
package policies

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
	"time"

	"keepsake/app"
	"keepsake/memory/policy"
	"keepsake/text"
)

// Shell is what the command needs of the program.
type Shell struct {
	Out io.Writer
	// Open opens the memories of a role, "" = of the first one, for as long as do runs.
	Open func(ctx context.Context, role string, do func(m *app.Memories) error) error
}

// roleArg names the role whose store is meant.
type roleArg struct {
	Role string `arg:"" optional:"" help:"The role file whose store is meant. Default: the bot of the settings." placeholder:"ROLE"`
}

// Command is `keepsake policy` with its subcommands.
type Command struct {
	Show        showCmd        `cmd:"" default:"withargs" help:"The policy that counts, or one of the history."`
	History     historyCmd     `cmd:"" help:"All policies: when, by whom, why, and what each changed."`
	Compare     compareCmd     `cmd:"" help:"Try a change in shadow, on earlier finds of people who agreed: keepsake policy compare mode=auto."`
	Tune        tuneCmd        `cmd:"" help:"Propose thresholds and weights by replay, and adopt them with --adopt."`
	Replay      replayCmd      `cmd:"" help:"Read earlier conversations of people who agreed again with the model, with another prompt or policy; nothing of it is kept."`
	Calibration calibrationCmd `cmd:"" help:"How far the scores can be relied on, by what people did with finds."`
	Set         setCmd         `cmd:"" help:"Change fields: keepsake policy set min_confidence=0.7 mode=manual."`
	Rollback    rollbackCmd    `cmd:"" help:"Return to the last stable policy, or to one of the history."`
}

type showCmd struct {
	roleArg
	Number int `help:"The one of the history with this number." placeholder:"N"`
}

func (r showCmd) Run(ctx context.Context, sh Shell) error {
	return sh.Open(ctx, r.Role, func(m *app.Memories) error {
		shown, err := m.Policies.Current(ctx)
		if err == nil && r.Number > 0 && r.Number != shown.Number {
			shown, err = findRevision(ctx, m, r.Number)
		}
		if err != nil {
			return err
		}
		printRevision(sh, shown)
		w := tabwriter.NewWriter(sh.Out, 0, 4, 2, ' ', 0)
		for _, f := range shown.Policy.Fields() {
			fmt.Fprintf(w, "%s\t%s\n", f.Name, f.Value)
		}
		return w.Flush()
	})
}

func findRevision(ctx context.Context, m *app.Memories, number int) (policy.Revision, error) {
	all, err := m.Policies.History(ctx, 0)
	for _, r := range all {
		if r.Number == number {
			return r, nil
		}
	}
	if err == nil {
		err = policy.ErrNoRevision
	}
	return policy.Revision{}, err
}

// printRevision says which policy it is in one line.
func printRevision(sh Shell, r policy.Revision) {
	at := "not stored yet"
	if !r.At.IsZero() {
		at = r.At.Format(time.RFC3339)
	}
	fmt.Fprintf(sh.Out, "Policy %d (%s), %s, by %s%s.\n", r.Number, r.Policy.Version(), at, text.Visible(r.Author()), revisionNote(r))
}

// revisionNote says that a policy is stable, and which one it repeats.
func revisionNote(r policy.Revision) (note string) {
	if r.Of > 0 {
		note += fmt.Sprintf(", repeats %d", r.Of)
	}
	if r.Stable {
		note += ", stable"
	}
	return note
}

type historyCmd struct {
	roleArg
	Limit int `help:"How many are shown at most." default:"20"`
}

func (r historyCmd) Run(ctx context.Context, sh Shell) error {
	return sh.Open(ctx, r.Role, func(m *app.Memories) error {
		all, err := m.Policies.History(ctx, max(1, r.Limit)+1)
		if err != nil {
			return err
		}
		for i, v := range all[:min(len(all), max(1, r.Limit))] {
			printRevision(sh, v)
			if v.Reason != "" {
				fmt.Fprintf(sh.Out, "  why: %s\n", text.Visible(v.Reason))
			}
			if i+1 < len(all) {
				for _, d := range policy.Diff(all[i+1].Policy, v.Policy) {
					fmt.Fprintf(sh.Out, "  %s: %s -> %s\n", d.Name, d.Before, d.After)
				}
			}
		}
		return nil
	})
}

type setCmd struct {
	Fields map[string]string `arg:"" help:"Fields with their values, such as precision=0.95; keepsake policy show names all." placeholder:"NAME=VALUE"`
	Why    string            `help:"The reason, kept in the history." placeholder:"TEXT"`
	Stable bool              `help:"A rollback may return to it."`
	Role   string            `help:"The role whose policy it is; the first one without it." placeholder:"ROLE"`
}

func (r setCmd) Run(ctx context.Context, sh Shell) error {
	return sh.Open(ctx, r.Role, func(m *app.Memories) error {
		before, after, err := m.Policies.Set(ctx, sortFields(r.Fields), r.Why, r.Stable)
		if err != nil {
			return err
		}
		printChange(sh, before, after)
		return nil
	})
}

// sortFields returns the fields that were typed, in the order of their names.
func sortFields(typed map[string]string) (fields []policy.Field) {
	for _, name := range slices.Sorted(maps.Keys(typed)) {
		fields = append(fields, policy.Field{Name: name, Value: typed[name]})
	}
	return fields
}

// printChange says what a change of the policy changed.
func printChange(sh Shell, before, after policy.Revision) {
	if before.Number == after.Number {
		fmt.Fprintf(sh.Out, "Policy %d says so already; nothing is changed.\n", after.Number)
		return
	}
	printRevision(sh, after)
	for _, d := range policy.Diff(before.Policy, after.Policy) {
		fmt.Fprintf(sh.Out, "  %s: %s -> %s\n", d.Name, d.Before, d.After)
	}
	fmt.Fprintln(sh.Out, "It counts from the next run on, without a restart. keepsake policy rollback returns to the last stable one.")
}

type rollbackCmd struct {
	roleArg
	To  int    `help:"The one of the history with this number." placeholder:"N"`
	Why string `help:"The reason, kept in the history." default:"rolled back by the operator" placeholder:"TEXT"`
}

func (r rollbackCmd) Run(ctx context.Context, sh Shell) error {
	return sh.Open(ctx, r.Role, func(m *app.Memories) error {
		before, after, err := m.Policies.Rollback(ctx, r.To, r.Why)
		if err != nil {
			return err
		}
		printChange(sh, before, after)
		return nil
	})
}
