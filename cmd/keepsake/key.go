package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"keepsake/actor"
	"keepsake/apikey"
	"keepsake/app"
)

// keyCmd is about the keys of the HTTP interface.
type keyCmd struct {
	Create keyCreateCmd `cmd:"" help:"Make a key; it is shown once, as the last line."`
	List   keyListCmd   `cmd:"" help:"List the keys, without their secrets."`
	Revoke keyRevokeCmd `cmd:"" help:"End a key at once."`
}

type keyCreateCmd struct {
	Person string `help:"Whose memory it opens: 1001 or telegram:1001." xor:"whose" required:"" placeholder:"ID"`
	Agent  string `help:"Or the agent whose memory for everybody it opens." xor:"whose" required:"" placeholder:"NAME"`
	Write  bool   `help:"It may also write; without this it only reads."`
}

func (k keyCreateCmd) Run(ctx context.Context, sh *shell) error {
	return withKeys(ctx, sh, func(keys *app.Keys) error {
		key, secret, err := keys.Make(ctx, k.Person, k.Agent, k.Write)
		if err != nil {
			return err
		}
		fmt.Fprintf(sh.out, "Key %s for %s %s. It is shown only now; keep it like a password.\n%s\n", key.ID, holderOf(key), rightsOf(key), secret)
		return nil
	})
}

type keyListCmd struct{}

func (keyListCmd) Run(ctx context.Context, sh *shell) error {
	return withKeys(ctx, sh, func(keys *app.Keys) error {
		all, err := keys.List(ctx, actor.OfSystem(), "")
		if err != nil {
			return err
		}
		if len(all) == 0 {
			fmt.Fprintln(sh.out, "No keys. Make one with: keepsake key create --person 1001")
			return nil
		}
		w := tabwriter.NewWriter(sh.out, 0, 4, 2, ' ', 0)
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

type keyRevokeCmd struct {
	ID string `arg:"" help:"The key's id, from the list."`
}

func (k keyRevokeCmd) Run(ctx context.Context, sh *shell) error {
	return withKeys(ctx, sh, func(keys *app.Keys) error {
		if err := keys.Revoke(ctx, actor.OfSystem(), k.ID); err != nil {
			return err
		}
		fmt.Fprintf(sh.out, "Key %s is revoked.\n", k.ID)
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
	if k.Write {
		return "read and write"
	}
	return "read"
}

func withKeys(ctx context.Context, sh *shell, fn func(*app.Keys) error) error {
	c, err := sh.loadForDatabase()
	if err != nil {
		return err
	}
	keys, err := app.OpenKeys(ctx, c)
	if err != nil {
		return err
	}
	return errors.Join(fn(keys), keys.Close())
}
