package memories

import (
	"context"
	"errors"
	"strings"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/memory"
	"keepsake/templates"
	"keepsake/text"
)

// TapFile shows what a memory is filed under, with the categories to choose from.
func (d *Desk) TapFile(ctx context.Context, a *answer.Answer) error {
	m, err := d.Memory.Editable(ctx, a.Actor(), d.scopes(a), a.Tap.Ref)
	if err != nil {
		return err
	}
	d.showFile(a, m)
	return nil
}

func (d *Desk) showFile(a *answer.Answer, m memory.Memory) {
	about := a.Say("memory.file_nobody", nil)
	if m.Subject != "" {
		about = string(answer.Literal(plain(a, m.Subject)))
	}
	body := delivery.Body{Text: string(answer.Literal(plain(a, m.Content))) + "\n\n" + a.Say("memory.file", templates.Data{
		"Category": answer.Literal(a.Heading(m.Category)), "Subject": templates.Markdown(about),
	})}
	var row []delivery.Button
	for _, category := range memory.Categories {
		if category == m.Category {
			continue
		}
		row = append(row, delivery.Button{Text: a.Heading(category), Action: "fileto", Ref: m.ID + "." + category})
	}
	body.Buttons = [][]delivery.Button{row, {a.Button("button.subject", "subject", m.ID), a.Button("button.back", "open", m.ID+".1")}}
	a.Show(body)
}

// TapFileTo files a memory under another category.
func (d *Desk) TapFileTo(ctx context.Context, a *answer.Answer) error {
	id, category := answer.CutRef(a.Tap.Ref)
	m, err := d.Memory.Get(ctx, d.scopes(a), id)
	if err != nil {
		return err
	}
	return d.relabel(ctx, a, id, memory.Labels{Category: category, Subject: m.Subject})
}

// relabel changes the labels of a memory, shows them, and says how to undo it.
func (d *Desk) relabel(ctx context.Context, a *answer.Answer, id string, l memory.Labels) error {
	m, c, err := d.Memory.Relabel(ctx, a.Actor(), d.scopes(a), id, l)
	if err != nil {
		return err
	}
	if a.Tap != nil {
		d.showFile(a, m)
	}
	heading := a.Heading(m.Category)
	if m.Subject != "" {
		heading += " · " + plain(a, m.Subject)
	}
	a.Send(delivery.Body{
		Text:    a.Say("memory.filed", templates.Data{"Category": answer.Literal(text.Visible(heading)), "Text": answer.Literal(plain(a, m.Content))}),
		Buttons: [][]delivery.Button{{a.Button("button.undo", "undo", c.ID)}},
	})
	return nil
}

// TapSubject asks whom or what a memory is about.
func (d *Desk) TapSubject(ctx context.Context, a *answer.Answer) error {
	m, err := d.Memory.Editable(ctx, a.Actor(), d.scopes(a), a.Tap.Ref)
	if err != nil {
		return err
	}
	a.Ask(FormSubject, m.ID, a.Say("memory.subject_question", templates.Data{"Text": answer.Literal(plain(a, m.Content))}), a.Plain("memory.subject_hint", nil))
	return nil
}

// AnswerSubject takes whom or what a memory is about; a dash stands for nobody.
func (d *Desk) AnswerSubject(ctx context.Context, a *answer.Answer, ref, subject string) error {
	subject, err := checkWording(subject)
	if err != nil {
		return err
	}
	if strings.Trim(subject, "-–— ") == "" {
		subject = ""
	}
	return d.relabel(ctx, a, ref, memory.Labels{Subject: subject})
}

// OfferMerge reports whether a change failed because another memory says the same, and then offers
// to keep only that one.
func (d *Desk) OfferMerge(a *answer.Answer, id string, cause error) bool {
	var known *memory.KnownError
	if id == "" || !errors.As(cause, &known) || known.Memory.ID == id {
		return false
	}
	a.Send(delivery.Body{
		Text:    a.Say("memory.double", templates.Data{"Text": answer.Literal(known.Memory.Content)}),
		Buttons: [][]delivery.Button{{a.Button("button.merge", "merge", id+"."+known.Memory.ID)}},
	})
	return true
}

// TapMerge drops a memory because another one says the same.
func (d *Desk) TapMerge(ctx context.Context, a *answer.Answer) error {
	drop, keep := answer.CutRef(a.Tap.Ref)
	kept, c, err := d.Memory.Merge(ctx, a.Actor(), d.scopes(a), drop, keep)
	if err != nil {
		return err
	}
	a.RetireButton()
	Receipt(a, "memory.merged", kept.Content, c, false)
	return nil
}
