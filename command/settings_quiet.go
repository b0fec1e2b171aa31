package command

import (
	"cmp"
	"context"
	"strings"

	"keepsake/delivery"
	"keepsake/people"
	"keepsake/templates"
)

// offeredHours are the buttons of the chooser of quiet hours; any others can be typed.
var offeredHours = []string{"21:00-07:00", "22:00-08:00", "23:00-07:00", "00:00-09:00"}

// chooseQuiet shows the offered quiet hours.
func (h *handling) chooseQuiet(context.Context) error {
	var rows [][]delivery.Button
	for i, hours := range offeredHours {
		b := delivery.Button{Text: shownHours(hours), Action: "quiet", Ref: hours}
		if i%2 == 0 {
			rows = append(rows, []delivery.Button{b})
		} else {
			rows[len(rows)-1] = append(rows[len(rows)-1], b)
		}
	}
	rows = append(rows, []delivery.Button{h.Button("settings.quiet_none", "quiet", people.NoHours), h.Button("settings.quiet_auto", "quiet", "")},
		[]delivery.Button{h.Button("settings.zone_type", "set", "typequiet")}, []delivery.Button{h.Button("button.back", "set", "")})
	h.Show(delivery.Body{Text: h.Say("settings.choose_quiet", nil), Buttons: rows})
	return nil
}

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
	return templates.Markdown(shownHours(hours.String()))
}

// shownHours returns hours as a person reads them.
func shownHours(hours string) string { return strings.Replace(hours, "-", "–", 1) }

// waitForMorning puts the messages of a notice off to the end of the person's quiet hours.
func (h *handling) waitForMorning() {
	if at := people.QuietHoursOf(h.Person, h.s.Quiet).After(h.Now.In(h.Clock())); at.After(h.Now) {
		for i := range h.Out {
			h.Out[i].DueAt = cmp.Or(h.Out[i].DueAt, at.UTC())
		}
	}
}
