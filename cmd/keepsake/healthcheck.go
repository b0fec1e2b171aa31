package main

import (
	"context"
	"errors"
	"fmt"

	"keepsake/app"
)

// healthcheckCmd ends with 0 when the running bot says it is well.
type healthcheckCmd struct{}

func (healthcheckCmd) Run(ctx context.Context, sh *shell) error {
	c, err := sh.load()
	if err != nil {
		return err
	}
	if c.HTTPAddr == "" {
		return errors.New("KEEPSAKE_HTTP_ADDR is not set: the bot serves no health page to ask")
	}
	if err := app.AskHealth(ctx, c.HTTPAddr); err != nil {
		return fmt.Errorf("%w. Is the bot running, with this KEEPSAKE_HTTP_ADDR? Its log says more", err)
	}
	fmt.Fprintln(sh.out, "ok")
	return nil
}
