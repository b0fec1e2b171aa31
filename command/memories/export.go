package memories

import (
	"bytes"
	"context"
	"fmt"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/archive"
	"keepsake/people"
	"keepsake/templates"
)

// TapExport is the list's button for the export.
func (d *Desk) TapExport(ctx context.Context, a *answer.Answer) error { return d.export(ctx, a) }

// export sends everything remembered as a file that people and programs can read.
func (d *Desk) export(ctx context.Context, a *answer.Answer) error {
	scopes := people.ReadScopes(a.Person, d.scopes(a)) // those of linked accounts as well
	ms, _, err := d.Memory.List(ctx, memory.RetentionQuery(scopes...))
	if err != nil {
		return err
	}
	if len(ms) == 0 {
		return d.showEmptyList(ctx, a)
	}
	details := make([]archive.Detailed, 0, len(ms))
	for _, m := range ms {
		history, err := d.Memory.History(ctx, scopes, m.ID)
		if err != nil {
			return err
		}
		details = append(details, archive.NewDetailed(history))
	}
	var file bytes.Buffer
	if err := archive.WriteReadable(&file, archive.NewDetailedFile(a.Now, details)); err != nil {
		return fault.Wrap(fault.Internal, "export", err)
	}
	a.Send(delivery.Body{
		Text: a.Say("memory.exported", templates.Data{"Count": len(details)}),
		File: &delivery.File{Name: fmt.Sprintf("memories-%s.json", a.Now.In(a.Clock()).Format("2006-01-02")), Data: file.Bytes()},
	})
	return nil
}
