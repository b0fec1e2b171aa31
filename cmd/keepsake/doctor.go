package main

import (
	"context"
	"errors"
	"fmt"

	"keepsake/app"
)

// doctorCmd checks everything and says what to do for each failure.
type doctorCmd struct{}

func (doctorCmd) Run(ctx context.Context, sh *shell) error {
	c, err := sh.load()
	if err != nil {
		return err
	}
	well := true
	app.Doctor(ctx, c, func(r app.Finding) {
		sign := "ok  "
		switch {
		case r.Skipped:
			sign = "-   "
		case r.Advice != "":
			sign, well = "FAIL", false
		}
		fmt.Fprintf(sh.out, "%s  %-9s %s\n", sign, r.Check, r.Found)
		if r.Advice != "" {
			fmt.Fprintf(sh.out, "      %-9s -> %s\n", "", r.Advice)
		}
	})
	if !well {
		return errors.New("something needs mending: see above")
	}
	fmt.Fprintln(sh.out, "All is well. Start with: keepsake serve")
	return nil
}
