package main

import (
	"context"
	"fmt"

	"keepsake/actor"
	"keepsake/app"
	"keepsake/memory/writeswitch"
)

// memoryReadOnlyCmd switches the writing of memories off and on, for every process on the database at once.
type memoryReadOnlyCmd struct {
	State  string `arg:"" optional:"" default:"show" enum:"show,on,off" help:"on: no memory is written any more. off: they are again. show: how it is."`
	Person string `help:"Only this person's, like telegram:42." placeholder:"ID"`
}

func (r memoryReadOnlyCmd) Run(ctx context.Context, sh *shell) error {
	return withMemories(ctx, sh, "", func(m *app.Memories) error {
		owner, whose := writeswitch.Everybody, "everybody"
		if r.Person != "" {
			scopes, err := m.Scopes(ctx, r.Person)
			if err != nil {
				return err
			}
			owner, whose = scopes[0], r.Person
		}
		if r.State != "show" {
			if err := m.Writes.Set(ctx, actor.OfSystem(), owner, r.State == "on"); err != nil {
				return err
			}
		}
		st, err := m.Writes.Get(ctx, owner)
		if err != nil {
			return err
		}
		if st.Off {
			fmt.Fprintf(sh.out, "No memory of %s is written since %s. Forgetting works.\n", whose, formatTime(st.Since))
			return nil
		}
		fmt.Fprintf(sh.out, "Memories of %s are written.\n", whose)
		return nil
	})
}
