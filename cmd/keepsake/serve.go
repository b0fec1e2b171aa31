package main

import (
	"context"

	"keepsake/app"
)

// serveCmd runs the bot until a signal ends it.
type serveCmd struct {
	Role []string `help:"Role file, folder of them, or compose file; may be repeated. Default: KEEPSAKE_ROLES." type:"path" placeholder:"FILE" sep:"none"`
}

func (s serveCmd) Run(ctx context.Context, sh *shell) error {
	c, err := sh.load()
	if err != nil {
		return err
	}
	if len(s.Role) > 0 {
		c.Roles = s.Role
	}
	if err := c.Validate(); err != nil {
		return err
	}
	o := app.Options{Log: sh.logger(c), Version: versionName()}
	if out, ok := sh.terminal(); ok {
		o.Out = out
	}
	a, err := app.New(ctx, c, o)
	if err != nil {
		return err
	}
	return a.Run(ctx)
}
