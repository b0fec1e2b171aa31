package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"keepsake/app"
	"keepsake/app/settings"
)

// doctorCmd checks everything and says what to do for each failure.
type doctorCmd struct {
	Role string `arg:"" optional:"" help:"Only this role file. One without a bot's token is checked for the terminal." placeholder:"ROLE"`
	Chat bool   `help:"Only what keepsake chat needs: no bot's token."`
}

func (d doctorCmd) Run(ctx context.Context, sh *shell) error {
	c, err := sh.load()
	if err != nil {
		return err
	}
	if c, err = d.choose(c); err != nil {
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
	start := "serve"
	if c.IsMute() {
		start = "chat"
	}
	if d.Role != "" && start == "serve" {
		start += " --role"
	}
	fmt.Fprintf(sh.out, "All is well. Start with: %s\n", strings.TrimSpace("keepsake "+start+" "+d.Role))
	return nil
}

// choose returns the settings of what is to be checked: of the process, or of one role, and of the
// terminal alone where no more is possible or asked for.
func (d doctorCmd) choose(c settings.Config) (settings.Config, error) {
	if d.Role == "" && !d.Chat {
		return c, nil
	}
	mute, _, err := c.ForChat(d.Role)
	if err != nil || d.Chat {
		return mute, err
	}
	c.Roles = []string{d.Role}
	if cast, err := c.Cast(); err == nil && cast[0].Telegram.Token != "" {
		return c, nil
	}
	return mute, nil
}
