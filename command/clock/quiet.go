package clock

import (
	"strings"

	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/people"
)

// offeredHours are the buttons of the chooser of quiet hours; any others can be typed.
var offeredHours = []string{"21:00-07:00", "22:00-08:00", "23:00-07:00", "00:00-09:00"}

// ChooseQuiet shows the offered quiet hours, of the settings.
func (d *Desk) ChooseQuiet(a *answer.Answer) {
	var rows [][]delivery.Button
	for i, hours := range offeredHours {
		b := delivery.Button{Text: ShownHours(hours), Action: "quiet", Ref: hours}
		if i%2 == 0 {
			rows = append(rows, []delivery.Button{b})
		} else {
			rows[len(rows)-1] = append(rows[len(rows)-1], b)
		}
	}
	rows = append(rows, []delivery.Button{a.Button("settings.quiet_none", "quiet", people.NoHours), a.Button("settings.quiet_auto", "quiet", "")},
		[]delivery.Button{a.Button("settings.zone_type", "set", "typequiet")}, []delivery.Button{a.Button("button.back", "set", "")})
	a.Show(delivery.Body{Text: a.Say("settings.choose_quiet", nil), Buttons: rows})
}

// ShownHours returns hours as a person reads them.
func ShownHours(hours string) string { return strings.Replace(hours, "-", "–", 1) }
