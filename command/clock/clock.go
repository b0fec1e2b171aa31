package clock

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
	"keepsake/task"
	"keepsake/templates"
)

// References of the buttons, beside receipt.ClockSame, minutes ahead of UTC and names of zones.
const (
	refTimes = ""
	refType  = "type"
	refHere  = "here"
)

// Set gives the person another zone, and puts the tasks whose clock was a guess on it. It returns those.
func (d *Desk) Set(ctx context.Context, a *answer.Answer, zone string) ([]task.Task, error) {
	at, err := people.LoadZone(zone)
	if err != nil {
		return nil, err
	}
	a.Person.TimeZone = zone
	if err := d.People.SaveSettings(ctx, a.Actor(), a.Person); err != nil || d.Tasks == nil {
		return nil, err
	}
	return d.Tasks.SetZone(ctx, a.Actor(), a.Person.ID, at)
}

// Tap does a button of the question what the person's clock is.
func (d *Desk) Tap(ctx context.Context, a *answer.Answer) error {
	minutes, err := strconv.Atoi(a.Tap.Ref)
	switch {
	case a.Tap.Ref == refTimes:
		a.Send(d.times(a))
		return nil
	case a.Tap.Ref == refType:
		d.Ask(a, FormClock)
		return nil
	case a.Tap.Ref == refHere:
		a.Send(delivery.Body{Text: a.Say("clock.here", nil), Position: a.Plain("button.here", nil)})
		return nil
	case a.Tap.Ref == receipt.ClockSame:
		a.RetireButton()
		return d.settle(ctx, a, a.Clock().String(), a.Send)
	case err != nil:
		return d.settle(ctx, a, a.Tap.Ref, a.Show)
	}
	zone, err := people.FindZone(fmt.Sprintf("%+d:%02d", minutes/60, max(minutes, -minutes)%60))
	if err != nil {
		return err
	}
	return d.settle(ctx, a, zone, func(b delivery.Body) {
		if cities := citiesAt(minutes, a.Now); len(cities) > 0 && minutes != 0 {
			b.Text += "\n\n" + a.Say("clock.summer_time", nil)
			b.Buttons = cityRows(a, cities, receipt.ActionClock)
		}
		a.Show(b)
	})
}

// Answer takes a zone or a city that was typed under a task.
func (d *Desk) Answer(ctx context.Context, a *answer.Answer, typed string) error {
	zone, err := Find(a.Words, typed)
	if err != nil {
		return err
	}
	return d.settle(ctx, a, zone, a.Send)
}

// settle sets the zone and shows the time there, and when what waited for it comes now.
func (d *Desk) settle(ctx context.Context, a *answer.Answer, zone string, show func(delivery.Body)) error {
	moved, err := d.Set(ctx, a, zone)
	if err != nil {
		return err
	}
	b := delivery.Body{Text: a.Say("clock.noted", templates.Data{"Time": a.When(templates.Clock, a.Now), "Zone": a.Clock().String()})}
	var lines []string
	for _, t := range moved {
		style := templates.DueMoment
		if t.AllDay {
			style = templates.DueDay
		}
		lines = append(lines, a.Say("tasks.row_due", templates.Data{"Title": answer.Literal(t.Title), "Due": a.When(style, *t.DueAt)}))
	}
	if len(lines) > 0 {
		b.Text += "\n\n" + strings.Join(lines, "\n")
	}
	show(b)
	return nil
}

// halfHours are the offsets with half an hour that many people live at.
var halfHours = []int{-210, 210, 330, 570}

// timesInRow is how many times stand in a row of buttons.
const timesInRow = 4

// times asks which time it is, by buttons from west to east.
func (d *Desk) times(a *answer.Answer) delivery.Body {
	var offsets []int
	for hours := -11; hours <= 12; hours++ {
		offsets = append(offsets, hours*60)
	}
	offsets = append(offsets, halfHours...)
	var rows [][]delivery.Button
	for i, minutes := range offsets {
		if i%timesInRow == 0 {
			rows = append(rows, nil)
		}
		at := a.Now.Add(time.Duration(minutes) * time.Minute)
		rows[len(rows)-1] = append(rows[len(rows)-1], delivery.Button{
			Text:   a.Words.FormatTime(a.Language(), templates.Clock, at.UTC()),
			Action: receipt.ActionClock, Ref: strconv.Itoa(minutes),
		})
	}
	rows = append(rows, []delivery.Button{a.Button("clock.type", receipt.ActionClock, refType), a.Button("button.here", receipt.ActionClock, refHere)})
	return delivery.Body{Text: a.Say("clock.question", nil), Buttons: rows}
}
