package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"keepsake/app"
	"keepsake/text"
)

// inboxCmd is about dead letters: updates that failed too often.
type inboxCmd struct {
	List   inboxListCmd   `cmd:"" default:"withargs" help:"List messages that could not be handled, newest first."`
	Show   inboxShowCmd   `cmd:"" help:"Show such a message with what arrived."`
	Replay inboxReplayCmd `cmd:"" help:"Handle such a message again."`
}

type inboxListCmd struct {
	Limit limit `help:"How many at most." default:"50"`
}

func (l inboxListCmd) Run(ctx context.Context, sh *shell) error {
	return withMail(ctx, sh, func(m *app.Mail) error {
		dead, err := m.Dead(ctx, int(l.Limit))
		if err != nil {
			return err
		}
		if len(dead) == 0 {
			fmt.Fprintln(sh.out, "No dead letters: everything that arrived was handled.")
			return nil
		}
		w := tabwriter.NewWriter(sh.out, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "ID\tRECEIVED\tCHAT\tATTEMPTS\tWHY")
		for _, u := range dead {
			fmt.Fprintf(w, "%d\t%s\t%d\t%d\t%s\n", u.ID, u.ReceivedAt.Format(time.RFC3339), u.Chat, u.Attempts, text.OneLine(u.Error))
		}
		return w.Flush()
	})
}

type inboxShowCmd struct {
	ID int64 `arg:"" help:"The number from the list."`
}

func (s inboxShowCmd) Run(ctx context.Context, sh *shell) error {
	return withMail(ctx, sh, func(m *app.Mail) error {
		u, err := m.Letter(ctx, s.ID)
		if err != nil {
			return err
		}
		fmt.Fprintf(sh.out, "id        %d\nupdate    %d\nlane      %s\nreceived  %s\nattempts  %d\nwhy       %s\n\n%s\n",
			u.ID, u.UpdateID, u.Lane, u.ReceivedAt.Format(time.RFC3339), u.Attempts, text.OneLine(u.Error),
			text.Visible(strings.TrimSpace(string(u.Payload))))
		return nil
	})
}

type inboxReplayCmd struct {
	ID int64 `arg:"" help:"The number from the list."`
}

func (r inboxReplayCmd) Run(ctx context.Context, sh *shell) error {
	return withMail(ctx, sh, func(m *app.Mail) error {
		if err := m.Replay(ctx, r.ID); err != nil {
			return err
		}
		fmt.Fprintf(sh.out, "Letter %d waits again; the running bot takes it within a minute.\n", r.ID)
		return nil
	})
}

func withMail(ctx context.Context, sh *shell, fn func(*app.Mail) error) error {
	c, err := sh.loadForDatabase()
	if err != nil {
		return err
	}
	m, err := app.OpenMail(ctx, c)
	if err != nil {
		return err
	}
	return errors.Join(fn(m), m.Close())
}
