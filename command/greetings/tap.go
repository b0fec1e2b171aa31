package greetings

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"keepsake/agent/receipt"
	"keepsake/command/answer"
	"keepsake/delivery"
	"keepsake/people"
	"keepsake/templates"
)

// Action is the action of the buttons here and under the answer that keeps a birthday.
const Action = receipt.ActionGreet

// References of the buttons; "" shows the settings.
const (
	refMornings      = "m." // on or off
	refBirthdays     = "b." // on or off
	refHour          = "h." // hour of the day
	refStopMornings  = "stop.m"
	refStopBirthdays = "stop.b"
)

// offeredHours are the hours to choose from.
var offeredHours = []int{6, 7, 8, 9, 10, 11}

// Tap does a button.
func (d *Desk) Tap(ctx context.Context, a *answer.Answer) error {
	if a.Chat.IsGroup() {
		return people.ErrDenied
	}
	g, err := d.People.Greeting(ctx, d.Bot, a.Person.ID)
	if err != nil {
		return err
	}
	if g.Chat == 0 { // at a keyboard nobody is greeted
		a.Reply("greet.nowhere", nil)
		return nil
	}
	ref := a.Tap.Ref
	switch {
	case ref == receipt.GreetNo:
		a.RetireButton()
		a.Note = a.Plain("greet.no_note", nil)
		return nil
	case ref == receipt.GreetYes:
		g.Birthdays = true
		a.RetireButton()
		a.Reply("greet.yes", templates.Data{"Time": shownHour(a, g.Hour)})
	case ref == refStopMornings:
		g.Mornings = false
		a.RetireButton()
		a.Note = a.Plain("greet.stopped", nil)
	case ref == refStopBirthdays:
		g.Birthdays = false
		a.RetireButton()
		a.Note = a.Plain("greet.stopped", nil)
	case strings.HasPrefix(ref, refMornings):
		g.Mornings = ref == refMornings+"on"
	case strings.HasPrefix(ref, refBirthdays):
		g.Birthdays = ref == refBirthdays+"on"
	case strings.HasPrefix(ref, refHour):
		hour, err := strconv.Atoi(strings.TrimPrefix(ref, refHour))
		if err != nil {
			return people.ErrNotFound
		}
		g.Hour = hour
	default:
		d.show(a, g)
		return nil
	}
	d.plan(a, &g)
	if err := d.People.SaveGreeting(ctx, a.Actor(), g); err != nil {
		return err
	}
	if a.Note == "" && ref != receipt.GreetYes {
		a.Note = a.Plain("settings.saved_note", nil)
		d.show(a, g)
	}
	return nil
}

// plan sets when to look first. A day whose hour has passed is done with: nobody is told of a birthday that they
// have just told.
func (d *Desk) plan(a *answer.Answer, g *people.Greeting) {
	now := a.Now.In(people.ZoneOf(a.Person, d.Zone))
	quiet := people.QuietHoursOf(a.Person, d.Quiet)
	if g.LastDay != people.DayOf(now) && !now.Before(dueOn(now, g.Hour, quiet)) {
		g.LastDay = people.DayOf(now)
	}
	g.NextAt = nextLook(*g, now, quiet)
}

// show shows what is on, with buttons that change it. A button names the state it leads to.
func (d *Desk) show(a *answer.Answer, g people.Greeting) {
	toggle := func(on bool, words, ref string) (state templates.Markdown, b delivery.Button) {
		if on {
			return templates.Markdown(a.Say("settings.on", nil)), a.Button("greet."+words+"_off", Action, ref+"off")
		}
		return templates.Markdown(a.Say("settings.off", nil)), a.Button("greet."+words+"_on", Action, ref+"on")
	}
	mornings, mornButton := toggle(g.Mornings, "mornings", refMornings)
	birthdays, birthButton := toggle(g.Birthdays, "birthdays", refBirthdays)
	var hours []delivery.Button
	for _, h := range offeredHours {
		hours = append(hours, delivery.Button{Text: shownHour(a, h), Action: Action, Ref: fmt.Sprint(refHour, h)})
	}
	a.Show(delivery.Body{
		Text:    a.Say("greet.settings", templates.Data{"Mornings": mornings, "Birthdays": birthdays, "Time": shownHour(a, g.Hour)}),
		Buttons: [][]delivery.Button{{mornButton}, {birthButton}, hours[:3], hours[3:], {a.Button("button.back", "set", "")}},
	})
}

// shownHour returns a full hour as the person reads it.
func shownHour(a *answer.Answer, hour int) string {
	return a.Words.FormatTime(a.Language(), templates.Clock, time.Date(2000, 1, 1, hour, 0, 0, 0, time.UTC))
}
