package command

import (
	"cmp"
	"context"

	"keepsake/command/clock"
	"keepsake/people"
	"keepsake/templates"
)

// tapQuiet sets the quiet hours, "" = the operator's.
func (h *handling) tapQuiet(ctx context.Context) error {
	h.Person.QuietHours = h.Tap.Ref
	return h.saveSettings(ctx)
}

// answerQuiet takes hours that were typed.
func (h *handling) answerQuiet(ctx context.Context) error {
	hours, err := people.FindHours(h.req.Form.Answer)
	if err != nil {
		return err
	}
	h.Person.QuietHours = hours.String()
	return h.saveSettings(ctx)
}

// quiet says which quiet hours hold for the person.
func (h *handling) quiet() templates.Markdown {
	hours := people.QuietHoursOf(h.Person, h.s.Quiet)
	if hours == (people.Hours{}) {
		return templates.Markdown(h.Say("settings.quiet_off", nil))
	}
	return templates.Markdown(clock.ShownHours(hours.String()))
}

// waitForMorning puts the messages of a notice off to the end of the person's quiet hours.
func (h *handling) waitForMorning() {
	if at := people.QuietHoursOf(h.Person, h.s.Quiet).After(h.Now.In(h.Clock())); at.After(h.Now) {
		for i := range h.Out {
			h.Out[i].DueAt = cmp.Or(h.Out[i].DueAt, at.UTC())
		}
	}
}
