package programs

import (
	"context"
	"errors"
	"time"

	"keepsake/apikey"
	"keepsake/app"
	"keepsake/app/database"
	"keepsake/app/doors"
	"keepsake/app/keydesk"
	"keepsake/fault"
)

// MCP is `keepsake mcp`: one memory for another assistant, on standard input and output, beside the running bot.
type MCP struct {
	holder
	Write   bool `help:"It may also add, change and forget; without this it only reads."`
	Trusted bool `help:"What it writes is stored at once; without this the person agrees in the chat first."`
}

// Run answers until the other assistant goes away.
func (m MCP) Run(ctx context.Context, sh Shell) error {
	c, err := sh.Load()
	if err != nil {
		return err
	}
	cast, err := c.Cast()
	if err != nil {
		return err
	}
	key, role, err := keydesk.KeyFor(cast, m.Person, m.Agent, apikey.Key{Write: m.Write, Trusted: m.Trusted})
	if err != nil {
		return err
	}
	desk, err := app.OpenMemories(ctx, role)
	if errors.Is(err, app.ErrNoStore) {
		return fault.New(fault.NotFound, "nothing is kept yet in "+database.Describe(role)+"; start the bot once, or name its database (DATABASE_URL)")
	}
	if err != nil {
		return err
	}
	room := doors.Parts{
		Digests: desk.Digests, Now: time.Now, Version: sh.Version,
		Roles: []doors.Role{{Config: role, Memory: desk.Memory, Username: doors.BotName(ctx, role)}},
	}.MCP(nil)
	err = room.Serve(ctx, key, sh.In, sh.Out)
	return errors.Join(err, desk.Close())
}
