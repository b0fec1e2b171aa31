package main

import (
	"context"

	"keepsake/app"
)

// serveCmd runs the bot until a signal ends it.
type serveCmd struct{}

func (serveCmd) Run(ctx context.Context, sh *shell) error {
	c, err := sh.valid()
	if err != nil {
		return err
	}
	a, err := app.New(ctx, c, app.Options{Log: sh.logger(c), Out: sh.out})
	if err != nil {
		return err
	}
	return a.Run(ctx)
}
