package main

import (
	"context"
	"fmt"
	"regexp"
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
	c, err := sh.load()
	if err != nil {
		return err
	}
	if err := c.ValidateBot(); err != nil {
		return err
	}
	link, err := app.OwnerLink(ctx, c, l.TTL)
	if err != nil {
		return err
	}
	fmt.Fprintf(sh.out, "Open this link in Telegram within %s and press Start. It works once.\n\n  %s\n", zeroEnd.ReplaceAllString(l.TTL.String(), "$1"), link)
	return nil
}

// zeroEnd is what a duration ends with that nobody needs to read: 1h of 1h0m0s.
var zeroEnd = regexp.MustCompile(`([hm])(0m)?0s$`)
