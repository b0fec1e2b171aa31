package programs

import (
	"context"
	"fmt"

	"keepsake/app/keydesk"
)

// Dashboard is `keepsake dashboard`: the operator's way to the page, beside /web in a chat.
type Dashboard struct {
	Person string `help:"Whose page: 1001, telegram:1001 or local:ann. Without it the only owner's." placeholder:"ID"`
	Role   string `help:"The role whose memory is shown; the first by default." placeholder:"NAME"`
}

// Run prints the link.
func (d Dashboard) Run(ctx context.Context, sh Shell) error {
	c, err := sh.Load()
	if err != nil {
		return err
	}
	link, err := keydesk.PageLink(ctx, c, d.Person, d.Role)
	if err != nil {
		return err
	}
	fmt.Fprintf(sh.Out, "Open this link in a browser within 5 minutes. It works once, and opens what is private: show it to nobody.\n\n  %s\n", link)
	return nil
}
