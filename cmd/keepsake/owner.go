package main

import (
	"context"
	"fmt"
	"time"

	"keepsake/app"
)

// ownerCmd is about who owns the bot.
type ownerCmd struct {
	Link ownerLinkCmd `cmd:"" help:"Make a one-time link; whoever opens it first becomes an owner."`
}

type ownerLinkCmd struct {
	TTL time.Duration `help:"How long it can be used." default:"1h" name:"ttl"`
}

func (l ownerLinkCmd) Run(ctx context.Context, sh *shell) error {
	if l.TTL < time.Minute || l.TTL > 30*24*time.Hour {
		return usageError("--ttl must be between 1m and 720h")
	}
	c, err := sh.loadValid()
	if err != nil {
		return err
	}
	link, err := app.OwnerLink(ctx, c, l.TTL)
	if err != nil {
		return err
	}
	fmt.Fprintf(sh.out, "Open this link in Telegram within %s and press Start. It works once.\n\n  %s\n", l.TTL, link)
	return nil
}
