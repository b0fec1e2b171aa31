package command

import (
	"context"
	"strings"

	"keepsake/delivery"
	"keepsake/people"
	"keepsake/text"
)

// offeredZones are the buttons of the zone chooser; any other zone can be typed.
var offeredZones = []string{
	"Europe/London", "Europe/Paris", "Europe/Berlin", "Europe/Madrid", "Europe/Kyiv", "Europe/Istanbul",
	"Europe/Moscow", "America/New_York", "America/Chicago", "America/Los_Angeles", "America/Sao_Paulo",
	"Asia/Dubai", "Asia/Kolkata", "Asia/Singapore", "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "UTC",
}

// chooseZone shows the offered zones.
func (h *handling) chooseZone(context.Context) error {
	var rows [][]delivery.Button
	for i, z := range offeredZones {
		b := delivery.Button{Text: h.city(z), Action: "zone", Ref: z}
		if i%2 == 0 {
			rows = append(rows, []delivery.Button{b})
		} else {
			rows[len(rows)-1] = append(rows[len(rows)-1], b)
		}
	}
	rows = append(rows, []delivery.Button{h.Button("settings.zone_type", "set", "typezone")},
		[]delivery.Button{h.Button("button.back", "set", "")})
	h.Show(delivery.Body{Text: h.Say("settings.choose_zone", nil), Buttons: rows})
	return nil
}

// tapZone sets the zone of an offered city.
func (h *handling) tapZone(ctx context.Context) error {
	if _, err := people.LoadZone(h.Tap.Ref); err != nil {
		return err
	}
	return h.setZone(ctx, h.Tap.Ref)
}

// setZone gives the person another zone.
func (h *handling) setZone(ctx context.Context, zone string) error {
	h.Person.TimeZone = zone
	return h.saveSettings(ctx)
}

// answerZone takes a zone or a city that was typed.
func (h *handling) answerZone(ctx context.Context) error {
	typed := strings.TrimSpace(h.req.Form.Answer)
	zone, ok := h.s.findCity(typed)
	if !ok {
		var err error
		if zone, err = people.FindZone(typed); err != nil {
			return err
		}
	}
	return h.setZone(ctx, zone)
}

// city returns an offered zone as its button shows it.
func (h *handling) city(zone string) string { return h.Plain(cityID(zone), nil) }

// cityID returns the id of the words that name the city of an offered zone.
func cityID(zone string) string {
	return "city." + strings.ToLower(zone[strings.LastIndexByte(zone, '/')+1:])
}

// findCity returns the zone of an offered city that is named in any language we speak.
func (s *Service) findCity(typed string) (zone string, ok bool) {
	for _, zone := range offeredZones {
		for _, lang := range s.Words.Languages() {
			if text.Fold(s.Words.Say(lang, cityID(zone), nil)) == text.Fold(typed) {
				return zone, true
			}
		}
	}
	return "", false
}
