package clock

import (
	"keepsake/agent/receipt"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/templates"
)

// Locate answers a position with the time it is there, and offers to go by that clock. The position is not kept.
func (d *Desk) Locate(a *answer.Answer, latitude, longitude float64) {
	choose := a.Button("settings.zone_type", receipt.ActionClock, refType)
	zone, isKnown := people.NearestZone(latitude, longitude)
	there, err := people.LoadZone(zone)
	if !isKnown || err != nil {
		a.Send(delivery.Body{Text: a.Say("clock.no_place", nil), Buttons: [][]delivery.Button{{choose}}})
		return
	}
	data := templates.Data{"Time": a.Words.FormatTime(a.Language(), templates.Clock, a.Now.In(there)), "Zone": there.String()}
	if a.Person.TimeZone == zone {
		a.Reply("clock.is_there", data)
		return
	}
	a.Send(delivery.Body{
		Text:    a.Say("clock.there", data),
		Buttons: [][]delivery.Button{{a.Button("clock.take", receipt.ActionClock, zone), choose}},
	})
}
