package memories

import (
	"context"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/text"
)

// How much of the memories one message shows.
const (
	pageUnits = 3000 // UTF-16 units of contents; Telegram's limit less what stands around
	rowRunes  = 400  // a longer content is cut in a list; opened it is whole
)

// openFromFirstPage returns the button that opens a memory and leads back to the list's
// first page.
func openFromFirstPage(m memory.Memory) delivery.Button { return openButton(m, listView{page: 1}) }

// showRows shows memories as bullets under a title, each with a button, and further rows
// of buttons such as the pager; nil ones are left out.
func (d *Desk) showRows(ctx context.Context, a *answer.Answer, title string, ms []memory.Memory,
	button func(m memory.Memory) delivery.Button, footer ...[]delivery.Button) error {
	body := delivery.Body{Text: title + "\n"}
	for _, m := range ms {
		row, err := d.bullet(ctx, a, m, said(m))
		if err != nil {
			return err
		}
		body.Text += "\n" + row
	}
	body.Buttons = inPairs(ms, button)
	for _, row := range footer {
		if row != nil {
			body.Buttons = append(body.Buttons, row)
		}
	}
	a.Show(body)
	return nil
}

// paginate cuts a list into pages of at most answer.PageRows that fit a message.
func paginate(ms []memory.Memory) [][]memory.Memory {
	var pages [][]memory.Memory
	units := 0
	for i, m := range ms {
		n := text.UTF16Len(text.Visible(text.Cut(said(m), rowRunes))) + 20
		if i == 0 || units+n > pageUnits || len(pages[len(pages)-1]) == answer.PageRows {
			pages, units = append(pages, nil), 0
		}
		pages[len(pages)-1] = append(pages[len(pages)-1], m)
		units += n
	}
	return pages
}
