// Package programs is the commands for other programs: `keepsake key`, the keys of the HTTP interface, and
// `keepsake mcp`, one memory on standard input and output.
//
// Start reading at KeyCommand and MCP.
package programs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/app/keydesk"
	"keepsake/app/settings"
)

// Shell is what the command needs of the program.
type Shell struct {
	In      io.Reader
	Out     io.Writer
	Version string
	// Load reads the settings that opening the database needs.
	Load func() (settings.Config, error)
}

// KeyCommand is `keepsake key` with its subcommands.
type KeyCommand struct {
	Create createCmd `cmd:"" help:"Make a key; it is shown once, as the last line."`
	List   listCmd   `cmd:"" help:"List the keys, without their secrets."`
	Revoke revokeCmd `cmd:"" help:"End a key at once."`
}

// holder is the flags for whose memory a key opens. One of them must be given.
type holder struct {
	Person string `help:"Whose memory it opens: 1001 or telegram:1001. This or --agent is needed." xor:"whose" placeholder:"ID"`
	Agent  string `help:"Instead of --person: the agent whose memory for everybody it opens." xor:"whose" placeholder:"NAME"`
}

// Validate is called when the command line is read.
func (h holder) Validate() error {
	if h.Person == "" && h.Agent == "" {
		return errors.New("missing flags: --person=ID or --agent=NAME")
	}
	return nil
}

type createCmd struct {
	holder
	Write bool `help:"It may also write; without this it only reads."`

	Trusted bool `help:"What another assistant writes with it is stored at once; without this the person agrees in the chat first."`
}

func (k createCmd) Run(ctx context.Context, sh Shell) error {
	return withKeys(ctx, sh, true, func(keys *keydesk.Desk) error {
		key, secret, err := keys.Make(ctx, k.Person, k.Agent, apikey.Key{Write: k.Write, Trusted: k.Trusted})
		if err != nil {
			return err
		}
		fmt.Fprintf(sh.Out, "Key %s for %s, to %s. It is shown only now; keep it like a password.\n%s\n", key.ID, holderOf(key), rightsOf(key), secret)
		return nil
	})
}

type listCmd struct{}

func (listCmd) Run(ctx context.Context, sh Shell) error {
	return withKeys(ctx, sh, false, func(keys *keydesk.Desk) error {
		all, err := keys.List(ctx, actor.OfSystem(), "")
		if err != nil {
			return err
		}
		if len(all) == 0 {
			fmt.Fprintln(sh.Out, "No keys. Make one with: keepsake key create --person 1001")
			return nil
		}
		w := tabwriter.NewWriter(sh.Out, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "ID\tFOR\tSTORE\tMAY\tMADE\tLAST USED")
		for _, k := range all {
			used := "never"
			if k.LastUsedAt != nil {
				used = k.LastUsedAt.Format(time.DateOnly)
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", k.ID, holderOf(k), k.Store, rightsOf(k), k.CreatedAt.Format(time.RFC3339), used)
		}
		return w.Flush()
	})
}

type revokeCmd struct {
	ID string `arg:"" help:"The key's id, from the list."`
}

func (k revokeCmd) Run(ctx context.Context, sh Shell) error {
	return withKeys(ctx, sh, false, func(keys *keydesk.Desk) error {
		if err := keys.Revoke(ctx, actor.OfSystem(), k.ID); err != nil {
			return err
		}
		fmt.Fprintf(sh.Out, "Key %s is revoked.\n", k.ID)
		return nil
	})
}

func holderOf(k apikey.Key) string {
	if k.Agent != "" {
		return "agent " + k.Agent
	}
	return k.Person
}

func rightsOf(k apikey.Key) string {
	switch {
	case k.Trusted:
		return "read and write, trusted"
	case k.Write:
		return "read and write"
	}
	return "read"
}

func withKeys(ctx context.Context, sh Shell, make bool, fn func(*keydesk.Desk) error) error {
	c, err := sh.Load()
	if err != nil {
		return err
	}
	keys, err := keydesk.Open(ctx, c, make)
	if err != nil {
		return err
	}
	return errors.Join(fn(keys), keys.Close())
}
