package clock

import (
	"strings"
	"time"

	"keepsake/agent/receipt"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/templates"
	"keepsake/text"
)

// offeredZones are the buttons of the zone chooser; any other zone can be typed.
var offeredZones = []string{
	"Europe/London", "Europe/Paris", "Europe/Berlin", "Europe/Madrid", "Europe/Kyiv", "Europe/Istanbul",
	"Europe/Moscow", "America/New_York", "America/Chicago", "America/Los_Angeles", "America/Sao_Paulo",
	"Asia/Dubai", "Asia/Kolkata", "Asia/Singapore", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "UTC",
}

// Choose shows the offered zones, of the settings.
func (d *Desk) Choose(a *answer.Answer) {
	rows := cityRows(a, offeredZones, "zone")
	rows = append(rows, []delivery.Button{a.Button("settings.zone_type", "set", "typezone"), a.Button("button.here", receipt.ActionClock, refHere)}, []delivery.Button{a.Button("button.back", "set", "")})
	a.Show(delivery.Body{Text: a.Say("settings.choose_zone", nil), Buttons: rows})
}

// Ask asks for a zone to be typed; purpose is FormZone or FormClock.
func (d *Desk) Ask(a *answer.Answer, purpose string) {
	a.Ask(purpose, "", a.Say("settings.zone_question", nil), a.Plain("settings.zone_hint", nil))
}

// cityRows returns buttons for zones, two in a row.
func cityRows(a *answer.Answer, zones []string, action string) (rows [][]delivery.Button) {
	for i, z := range zones {
		b := delivery.Button{Text: a.Plain(cityID(z), nil), Action: action, Ref: z}
		if i%2 == 0 {
			rows = append(rows, []delivery.Button{b})
		} else {
			rows[len(rows)-1] = append(rows[len(rows)-1], b)
		}
	}
	return rows
}

// citiesAt returns the offered zones whose clocks are so many minutes ahead of UTC at a moment.
func citiesAt(minutes int, now time.Time) (zones []string) {
	for _, name := range offeredZones {
		zone, err := people.LoadZone(name)
		if err != nil {
			continue
		}
		if _, ahead := now.In(zone).Zone(); ahead == minutes*60 {
			zones = append(zones, name)
		}
	}
	return zones
}

// Find returns the zone for a typed text: an offered city in any language that we speak, or what people.FindZone knows.
func Find(words *templates.Words, typed string) (string, error) {
	typed = strings.TrimSpace(typed)
	for _, zone := range offeredZones {
		for _, lang := range words.Languages() {
			if text.Fold(words.Say(lang, cityID(zone), nil)) == text.Fold(typed) {
				return zone, nil
			}
		}
	}
	return people.FindZone(typed)
}

// cityID returns the id of the words that name the city of an offered zone.
func cityID(zone string) string {
	return "city." + strings.ToLower(zone[strings.LastIndexByte(zone, '/')+1:])
}
